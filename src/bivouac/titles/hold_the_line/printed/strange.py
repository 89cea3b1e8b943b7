"""What is not wrong with a scenario, and yet is hardly meant: it is told, and the battle can be played all the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from bivouac.core.data import Lines, Mistake
from bivouac.core.kit.bits import bits
from bivouac.core.text import Both
from bivouac.titles.hold_the_line.printed.check import Path
from bivouac.titles.hold_the_line.printed.map import BIT, GRID, HEX_NAMES, HEX_NUMBERS, HEXES, NEAR
from bivouac.titles.hold_the_line.printed.scenarios import SCENARIOS, Field, numbers_of
from bivouac.titles.hold_the_line.printed.schema import UnitRow
from bivouac.titles.hold_the_line.printed.units import BRIDGE, GUNBOAT, INFANTRY, KINDS, LEADER, SIDE_KEYS, TERRAIN

LOPSIDED = 2.5  # strength against strength
SIDES = (Both("the Union", "l'Unione"), Both("the Confederacy", "la Confederazione"))
Told = Iterator[tuple[Path, Both, Iterable[int]]]


def strange(field: Field, text: str) -> list[Mistake]:
    """Everything strange about a scenario that can be played."""
    lines = Lines(text)
    found = (one for look in LOOKS for one in look(field))
    return [Mistake(lines.at(path), problem, path, tuple(f"hex:{h}" for h in at)) for path, problem, at in found]


def reach_of(field: Field, side: int) -> int:
    """The hexes that units of a side can come to on land, sooner or later, from where they begin or enter."""
    units = [p for p in field.own[side] if field.kind_of[p] not in (LEADER, GUNBOAT)]
    seen = 0
    for kind in {field.kind_of[p] for p in units}:
        edge = [h for p in units if field.kind_of[p] == kind for h in starts_of(field, p)]
        while edge:
            h = edge.pop()
            if BIT[h] & field.open_to[kind] & ~seen:
                seen |= BIT[h]
                edge.extend(bits(NEAR[h]))
    return seen


def starts_of(field: Field, p: int) -> list[int]:
    piece = field.pieces[p]
    return [piece.hex] if piece.hex >= 0 else list(bits(piece.entry))


# --- what is looked for ---------------------------------------------------------------------------------------------


def own_id(field: Field) -> Told:
    if field.file.id in SCENARIOS and field.file.source == "player":
        en, it = f"a battle of the game has the id '{field.file.id}' already", f"una battaglia del gioco ha già l'id '{field.file.id}'"
        yield ("id",), Both(f"{en}; choose another", f"{it}; scegline un altro"), ()


def nameless(field: Field) -> Told:
    for key in ("name", "date"):
        words: Both = getattr(field.file, key)
        if not (words.en.strip() and words.it.strip()):
            yield (key,), Both(f"{key} is not given in both languages", f"{key} non è dato in tutte e due le lingue"), ()


def far_blocks(field: Field) -> Told:
    """No way leads to a block."""
    reach = [reach_of(field, side) for side in (0, 1)]
    for i, block in enumerate(field.blocks):
        if not reach[block.side] & BIT[block.hex]:
            who, name = SIDES[block.side], HEX_NAMES[block.hex]
            en, it = f"no way leads {who.en} to the VP block in {name}", f"nessuna via porta {who.it} al blocco VP in {name}"
            yield ("blocks", i), Both(en, it), (block.hex,)


def own_blocks(field: Field) -> Told:
    """A block that begins in the hands of the side it counts for."""
    for i, block in enumerate(field.blocks):
        if any(p.hex == block.hex and p.side == block.side and p.kind != LEADER for p in field.pieces):
            who, name = SIDES[block.side], HEX_NAMES[block.hex]
            en = f"the VP block in {name} begins in the hands of {who.en}: it counts only once the enemy has had it (3.1.6)"
            it = f"il blocco VP in {name} comincia in mano al{who.it}: conta solo dopo che il nemico l'ha avuto (3.1.6)"
            yield ("blocks", i), Both(en, it), (block.hex,)


def lopsided(field: Field) -> Told:
    strength = [sum(field.strength_of[p] for p in own if field.kind_of[p] != LEADER) for own in field.own]
    if max(strength) >= LOPSIDED * min(strength):
        union, csa = strength
        en = f"the armies are very unequal: {union} strength points of the Union against {csa} of the Confederacy"
        it = f"gli eserciti sono molto diversi: {union} punti forza dell'Unione contro {csa} della Confederazione"
        yield (SIDE_KEYS[union < csa], "units"), Both(en, it), ()


def closed_entries(field: Field) -> Told:
    """An entry hex where nobody can enter, and a unit that can therefore never come."""
    for side, key in enumerate(SIDE_KEYS):
        for g, group in enumerate(field.file.side(side).reinforcements):
            hexes = numbers_of(group.hexes)
            kinds = [KINDS.index(unit.kind) for unit in group.units]
            closed = [h for h in hexes if not any(BIT[h] & field.open_to[k] for k in kinds or (INFANTRY,))]
            for h in closed:
                ground = TERRAIN[field.terrain[h]].name
                en, it = f"the entry hex {HEX_NAMES[h]} is {ground.en}", f"l'esagono d'ingresso {HEX_NAMES[h]} è {ground.it}"
                yield (key, "reinforcements", g, "hexes"), Both(f"{en}: nobody enters there", f"{it}: lì non entra nessuno"), (h,)
            for i, unit in enumerate(group.units):
                if not any(BIT[h] & field.open_to[kinds[i]] for h in hexes):
                    en, it = "can never come: no entry hex is open to it", "non può mai arrivare: nessun esagono d'ingresso le è aperto"
                    yield (key, "reinforcements", g, "units", i), Both(f"{unit.name} {en}", f"{unit.name} {it}"), hexes


def far_points(field: Field) -> Told:
    """More points to win than there are for enemies and VP blocks."""
    for side, key in enumerate(SIDE_KEYS):
        most = sum(field.pieces[p].worth for p in field.own[1 - side]) + sum(b.worth for b in field.blocks if b.side == side)
        if field.targets[side] > most:
            en = f"vp_to_win = {field.targets[side]}: there are only {most} points to be had for enemies and VP blocks"
            it = f"vp_to_win = {field.targets[side]}: ci sono solo {most} punti da prendere, per i nemici e per i blocchi VP"
            yield (key, "vp_to_win"), Both(en, it), ()


def long_holds(field: Field) -> Told:
    for i, hold in enumerate(field.holds):
        if hold.until > field.turns:
            en = f"the group '{hold.name}' waits until turn {hold.until}, the battle has {field.turns}"
            it = f"il gruppo '{hold.name}' aspetta fino al turno {hold.until}, la battaglia ne ha {field.turns}"
            yield ("hold", i), Both(en, it), [field.pieces[p].hex for p in bits(hold.pieces) if field.pieces[p].hex >= 0]


def double_names(field: Field) -> Told:
    for side, key in enumerate(SIDE_KEYS):
        army = field.file.side(side)
        units: list[tuple[Path, UnitRow]] = [((key, "units", i), u) for i, u in enumerate(army.units)]
        units += [((key, "reinforcements", g, "units", i), u) for g, r in enumerate(army.reinforcements) for i, u in enumerate(r.units)]
        names = Counter((u.name, u.kind == "leader") for _, u in units)  # a leader may bear the name of his brigade
        for path, unit in units:
            if names.pop((unit.name, unit.kind == "leader"), 0) > 1:
                at = [HEX_NUMBERS[u.hex] for _, u in units if u.hex and u.name == unit.name]
                en, it = f"more than one unit is called {unit.name}", f"più di un'unità si chiama {unit.name}"
                yield path, Both(en, it), at


def idle_bridges(field: Field) -> Told:
    """A bridge that leads nowhere: it has no land on two sides, and nobody enters there."""
    for h in (h for h in range(HEXES) if field.terrain[h] == BRIDGE):
        land = [n >= 0 and bool(field.open_to[INFANTRY] & BIT[n]) for n in GRID.neighbours[h]]
        if not any(p.entry & BIT[h] for p in field.pieces) and sum(land) < 2:
            en, it = f"the bridge in {HEX_NAMES[h]} leads nowhere", f"il ponte in {HEX_NAMES[h]} non porta da nessuna parte"
            yield ("map",), Both(en, it), (h,)


def idle_rules(field: Field) -> Told:
    """Special rules that can do nothing."""
    if field.bombard is not None and not field.gunners:
        en, it = "nobody fires in this bombardment", "in questo bombardamento non spara nessuno"
        yield ("bombardment",), Both(en, it), ()
    for i, barrier in enumerate(field.barriers):
        if not any(field.kind_of[p] == barrier.guard for p in field.own[barrier.side]):
            en, it = "no unit of that kind can close these hexes", "nessuna unità di quel tipo può chiudere questi esagoni"
            yield ("barrier", i), Both(en, it), list(bits(barrier.hexes))
        if barrier.kind != GUNBOAT:
            en, it = "only gunboats are stopped by such a rule", "una regola così ferma solo le cannoniere"
            yield ("barrier", i), Both(en, it), list(bits(barrier.hexes))


LOOKS: tuple[Callable[[Field], Told], ...] = (
    own_id,
    nameless,
    far_blocks,
    own_blocks,
    lopsided,
    closed_entries,
    far_points,
    long_holds,
    double_names,
    idle_bridges,
    idle_rules,
)
