"""What must be true of a scenario and of the tables beyond their form: everything that is wrong is said, each thing with its line."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence

from bivouac.core.data import MOST_MISTAKES, Lines, Mistake
from bivouac.core.text import Both, Name, Text
from bivouac.titles.hold_the_line.printed import units as printed
from bivouac.titles.hold_the_line.printed.map import HEX_NAMES, HEX_NUMBERS, SIDE_NAMES
from bivouac.titles.hold_the_line.printed.schema import MOST_CAP, MOST_TURNS, MOST_VP, ScenarioFile, UnitRow
from bivouac.titles.hold_the_line.printed.units import KINDS, SIDE_KEYS, TERRAIN

Path = tuple[str | int, ...]
MOST_PIECES, MOST_ROWS = 80, 120  # of one side; of any list
MOST_NAME, MOST_WORDS = 80, 2000  # characters
ODD = ("Cc", "Cf", "Cn", "Cs", "Co")  # the categories of characters that are no words


def check() -> list[Text]:
    """What does not add up in the tables; the scenarios are checked as they are read."""
    found = []
    faces, points = printed.DIE_OF_MORALE, printed.TABLES.action_die.points
    if sum(faces) != 6 or min(faces) < 1:
        found.append(Text("labels.check_die", {"n": sum(faces)}))
    if len(points) != 6:
        found.append(Text("labels.check_points", {"n": len(points)}))
    for kind, row in enumerate(printed.KIND_ROWS):
        for reach in range(1, row.range + 1):
            if not 2 <= printed.NEEDS[kind][reach] <= 6:
                found.append(Text("labels.check_fire", {"kind": Name("kind", kind), "n": reach}))
    return found


class Checks:
    """The checks of one scenario whose map has been read. What is wrong is gathered in `found`."""

    def __init__(self, scenario: ScenarioFile, terrain: Sequence[int], lines: Lines) -> None:
        self.it, self.terrain, self.lines = scenario, terrain, lines
        self.found: list[Mistake] = []

    def run(self) -> list[Mistake]:
        if not self.sizes():
            return self.found
        self.words()
        self.numbers()
        self.cover()
        for i, place in enumerate(self.it.places):
            self.hexes(place.hexes, "places", i)
        for i, road in enumerate(self.it.roads):
            few = len(self.hexes(road.hexes, "roads", i)) < 2 <= len(road.hexes.split())
            self.need(few or len(road.hexes.split()) > 1, "a road leads through at least two hexes",
                      "una strada passa per almeno due esagoni", "roads", i)  # fmt: skip
        for side, key in enumerate(SIDE_KEYS):
            self.army(side, key)
        self.stacking()
        self.blocks()
        self.special()
        return self.found

    def need(self, true: bool, en: str, it: str, *path: str | int, at: Sequence[int] = ()) -> bool:
        if not true and len(self.found) < MOST_MISTAKES:
            self.found.append(Mistake(self.lines.at(path), Both(en, it), path, tuple(f"hex:{h}" for h in at)))
        return true

    def hexes(self, names: str, *path: str | int) -> list[int]:
        """Hexes by their names, at least one; those that are none are told."""
        self.need(bool(names.split()), "no hex is named", "nessun esagono è nominato", *path)
        for name in names.split():
            self.need(
                name in HEX_NUMBERS,
                f"there is no hex '{name[:12]}'; hexes run from {HEX_NAMES[0]} to {HEX_NAMES[-1]}",
                f"non c'è un esagono '{name[:12]}'; gli esagoni vanno da {HEX_NAMES[0]} a {HEX_NAMES[-1]}",
                *path,
            )
        return [HEX_NUMBERS[name] for name in names.split() if name in HEX_NUMBERS]

    def one_hex(self, name: str, *path: str | int) -> int | None:
        """One hex and no more."""
        found = self.hexes(name, *path)
        one = f"'{name[:12]}': one hex belongs here", f"'{name[:12]}': qui ci vuole un esagono solo"
        return found[0] if found and self.need(len(name.split()) == 1, *one, *path) else None

    # --- how much there may be, and in which characters --------------------------------------------------

    def sizes(self) -> bool:
        """Whether there is not too much of anything."""
        rows = ("special", "sources", "cover", "places", "roads", "blocks", "hold", "barrier")
        fits = [self.few(len(getattr(self.it, key)), MOST_ROWS, key) for key in rows]
        for side, key in enumerate(SIDE_KEYS):
            army = self.it.side(side)
            fits.append(self.few(len(army.units) + sum(len(g.units) for g in army.reinforcements), MOST_PIECES, key, "units"))
            fits.append(self.few(len(army.reinforcements), MOST_ROWS, key, "reinforcements"))
            fits.append(self.few(len(army.cap_from), MOST_ROWS, key, "cap_from"))
        return all(fits)

    def few(self, n: int, most: int, *path: str | int) -> bool:
        return self.need(n <= most, f"{n} are too many here: at most {most}", f"{n} qui sono troppi: al massimo {most}", *path)

    def words(self) -> None:
        """Names and sentences: not too long, and nothing that is more than words."""
        it = self.it
        self.plain(it.id, MOST_NAME, "id")
        self.need(bool(it.id.strip()), "the battle needs an id", "la battaglia ha bisogno di un id", "id")
        for name, most in (("name", MOST_NAME), ("date", MOST_NAME), ("known", MOST_WORDS), ("reconstructed", MOST_WORDS)):
            self.both(getattr(it, name), most, name)
        for i, both in enumerate(it.special):
            self.both(both, MOST_WORDS, "special", i)
        for i, words in enumerate(it.sources):
            self.plain(words, MOST_WORDS, "sources", i)
        for i, place in enumerate(it.places):
            self.both(place.name, MOST_NAME, "places", i)
        for i, hold in enumerate(it.hold):
            self.plain(hold.group, MOST_NAME, "hold", i)

    def both(self, both: Both, most: int, *path: str | int) -> None:
        for words in (both.en, both.it):
            self.plain(words, most, *path)

    def plain(self, words: str, most: int, *path: str | int) -> None:
        n = len(words)
        self.need(n <= most, f"{n} characters are too many: at most {most}", f"{n} caratteri sono troppi: al massimo {most}", *path)
        odd = next((c for c in words[:most] if c in "<>" or (c not in "\n\t" and unicodedata.category(c) in ODD)), None)
        sign = f"U+{ord(odd):04X}" if odd and odd not in "<>" else odd
        self.need(odd is None, f"the sign {sign} cannot stand in a name or a sentence; write words alone",
                  f"il segno {sign} non può stare in un nome o in una frase; scrivi solo parole", *path)  # fmt: skip

    def numbers(self) -> None:
        turns = self.it.turns
        en, it = f"a battle has 1 to {MOST_TURNS} turns", f"una battaglia ha da 1 a {MOST_TURNS} turni"
        self.need(1 <= turns <= MOST_TURNS, f"turns = {turns}: {en}", f"turns = {turns}: {it}", "turns")
        en, it = '`tie` goes with time_out = "more_vp" and with nothing else', '`tie` va con time_out = "more_vp" e con nient\'altro'
        self.need((self.it.time_out == "more_vp") == (self.it.tie is not None), en, it, "time_out")
        for side, key in enumerate(SIDE_KEYS):
            rows = self.it.side(side)
            en, it = f"cap = {rows.cap}: CAP run from 0 to {MOST_CAP}", f"cap = {rows.cap}: i CAP vanno da 0 a {MOST_CAP}"
            self.need(0 <= rows.cap <= MOST_CAP, en, it, key, "cap")
            self.need(rows.vp_to_win >= 1, "vp_to_win must be at least 1", "vp_to_win dev'essere almeno 1", key, "vp_to_win")
            for i, change in enumerate(rows.cap_from):
                en = f"cap_from: turn {change.turn}, cap {change.cap} is out of range: turns 2 to {turns}, CAP 0 to {MOST_CAP}"
                it = f"cap_from: turno {change.turn}, cap {change.cap} è fuori dai limiti: turni da 2 a {turns}, CAP da 0 a {MOST_CAP}"
                self.need(1 < change.turn <= turns and 0 <= change.cap <= MOST_CAP, en, it, key, "cap_from", i)

    def cover(self) -> None:
        covered: set[int] = set()
        for i, row in enumerate(self.it.cover):
            names = " ".join(SIDE_NAMES)
            en, it = f"the sides of a hex are {names}", f"i lati di un esagono sono {names}"
            sides, shown = row.sides.split(), f"sides = '{row.sides[:40]}'"
            self.need(bool(sides) and set(sides) <= set(SIDE_NAMES), f"{shown}: {en}", f"{shown}: {it}", "cover", i)
            for h in self.hexes(row.hexes, "cover", i):
                name, ground = HEX_NAMES[h], TERRAIN[self.terrain[h]]
                en, it = f"{name} is a {ground.id} on the map, not a {row.kind}", f"{name} sulla mappa è {ground.id}, non {row.kind}"
                self.need(ground.id == row.kind or ground.id not in ("fence", "trench"), en, it, "cover", i, at=(h,))
                en, it = f"{name} has its cover named twice", f"la copertura di {name} è detta due volte"
                self.need(h not in covered, en, it, "cover", i, at=(h,))
                covered.add(h)
        for h, t in enumerate(self.terrain):
            en = f"{HEX_NAMES[h]} is a {TERRAIN[t].id} but no `cover` says which of its sides protect"
            it = f"{HEX_NAMES[h]} è {TERRAIN[t].id}, ma nessun `cover` dice quali lati proteggono"
            self.need(t not in (printed.FENCE, printed.TRENCH) or h in covered, en, it, "map", at=(h,))

    # --- armies (3, 4) ---------------------------------------------------------------------------------

    def army(self, side: int, key: str) -> None:
        rows = self.it.side(side)
        en, it = "an army needs at least one unit on the map", "un esercito ha bisogno di almeno un'unità sulla mappa"
        self.need(any(u.kind != "leader" for u in rows.units), en, it, key, "units")
        for i, unit in enumerate(rows.units):
            self.unit(unit, key, "units", i)
            if self.need(unit.hex is not None, f"{unit.name} needs a hex", f"{unit.name} ha bisogno di un esagono", key, "units", i):
                self.one_hex(unit.hex or "", key, "units", i)
        for g, group in enumerate(rows.reinforcements):
            where = (key, "reinforcements", g)
            self.hexes(group.hexes, *where, "hexes")
            en = f"turn = {group.turn}: the battle has {self.it.turns} turns"
            it = f"turn = {group.turn}: la battaglia ha {self.it.turns} turni"
            self.need(1 <= group.turn <= self.it.turns, en, it, *where, "turn")
            for i, unit in enumerate(group.units):
                self.unit(unit, *where, "units", i)
                en = f"{unit.name}: a reinforcement has no hex and no group of its own and is no gunboat"
                it = f"{unit.name}: un rinforzo non ha un esagono né un gruppo suo, e non è una cannoniera"
                self.need(unit.hex is None and unit.group is None and unit.kind != "gunboat", en, it, *where, "units", i)

    def unit(self, unit: UnitRow, *path: str | int) -> None:
        name, full = unit.name, printed.STRENGTH[KINDS.index(unit.kind)]
        self.plain(name, MOST_NAME, *path)
        at = [HEX_NUMBERS[unit.hex]] if unit.hex in HEX_NUMBERS else []
        if unit.kind in ("gunboat", "leader"):
            en, it = f"{name}: a {unit.kind} has no morale", f"{name}: un'unità {unit.kind} non ha morale"
            self.need(unit.morale is None, en, it, *path, at=at)
        else:
            en, it = f"{name} needs a morale: green, black or gold", f"{name} ha bisogno di un morale: green, black o gold"
            self.need(unit.morale is not None, en, it, *path, at=at)
        en = f"{name}: a {unit.kind} has 1 to {full} strength points"
        it = f"{name}: un'unità {unit.kind} ha da 1 a {full} punti forza"
        self.need(unit.strength is None or 1 <= unit.strength <= full, en, it, *path, at=at)
        self.need(bool(name.strip()), "every unit needs a name", "ogni unità ha bisogno di un nome", *path, at=at)
        self.points(unit.vp, *path, at=at)
        en = f"{name}: no [[hold]] speaks of the group '{unit.group}'"
        it = f"{name}: nessun [[hold]] parla del gruppo '{unit.group}'"
        self.need(unit.group is None or unit.group in [h.group for h in self.it.hold], en, it, *path, at=at)

    def points(self, vp: int, *path: str | int, at: Sequence[int]) -> None:
        """Victory points that a scenario gives to a unit or a block (10)."""
        en, it = f"vp = {vp}: victory points run from 0 to {MOST_VP}", f"vp = {vp}: i punti vittoria vanno da 0 a {MOST_VP}"
        self.need(0 <= vp <= MOST_VP, en, it, *path, at=at)

    def placed(self) -> Iterator[tuple[str, UnitRow, int, Path]]:
        """Side, unit, hex and place in the file of every unit on the map."""
        for side, key in enumerate(SIDE_KEYS):
            for i, unit in enumerate(self.it.side(side).units):
                if unit.hex in HEX_NUMBERS:
                    yield key, unit, HEX_NUMBERS[unit.hex], (key, "units", i)

    def stacking(self) -> None:
        taken: dict[tuple[int, int], str] = {}
        sides: dict[int, str] = {}
        for key, unit, h, path in self.placed():
            name, at = unit.name, HEX_NAMES[h]
            self.ground(unit, h, path)
            layer = {"artillery": 1, "leader": 2}.get(unit.kind, 0)
            other = taken.get((layer, h), "")
            en, it = f"{name} and {other} cannot both stand in {at} (4.4)", f"{name} e {other} non possono stare tutti e due in {at} (4.4)"
            self.need((layer, h) not in taken, en, it, *path, at=(h,))
            taken[layer, h] = name
            en, it = f"{at} holds units of both sides", f"in {at} ci sono unità di tutte e due le parti"
            self.need(sides.setdefault(h, key) == key, en, it, *path, at=(h,))

    def ground(self, unit: UnitRow, h: int, path: Path) -> None:
        """Whether a unit can stand where it begins."""
        terrain, ford, at = TERRAIN[self.terrain[h]], self.it.ford, HEX_NAMES[h]
        if unit.kind == "gunboat":
            en = f"{unit.name}: a gunboat starts on a river hex, {at} is {terrain.name.en}"
            it = f"{unit.name}: una cannoniera comincia in un esagono di fiume, {at} è {terrain.name.it}"
            self.need(terrain.id == "river", en, it, *path, at=(h,))
            return
        wades = ford is not None and unit.kind in ford.kinds and at in ford.hexes.split()
        en, it = f"{unit.name} cannot stand in {at}: {terrain.name.en}", f"{unit.name} non può stare in {at}: {terrain.name.it}"
        self.need(terrain.enter or wades, en, it, *path, at=(h,))

    # --- VP blocks and special rules (10, 4.1) -----------------------------------------------------------

    def blocks(self) -> None:
        taken: set[int] = set()
        for i, block in enumerate(self.it.blocks):
            h = self.one_hex(block.hex, "blocks", i)
            if h is None:
                continue
            en, it = f"{block.hex} has two VP blocks (4.4.1)", f"{block.hex} ha due blocchi VP (4.4.1)"
            self.need(h not in taken, en, it, "blocks", i, at=(h,))
            taken.add(h)
            self.points(block.vp, "blocks", i, at=(h,))
            name = TERRAIN[self.terrain[h]].name
            en = f"nobody could reach a VP block in {block.hex}: {name.en}"
            it = f"nessuno potrebbe raggiungere un blocco VP in {block.hex}: {name.it}"
            self.need(self.terrain[h] not in (printed.SWAMP, printed.RIVER), en, it, "blocks", i, at=(h,))
            for key, unit, at, _ in self.placed():
                en = f"{unit.name} already stands on the VP block it should capture in {block.hex}"
                it = f"{unit.name} sta già sul blocco VP da conquistare in {block.hex}"
                done = block.kind == "capture" and at == h and key == block.scores and unit.kind != "leader"
                self.need(not done, en, it, "blocks", i, at=(h,))

    def special(self) -> None:
        for i, hold in enumerate(self.it.hold):
            en, it = f"no unit is in the group '{hold.group}'", f"nessuna unità è nel gruppo '{hold.group}'"
            self.need(any(unit.group == hold.group for _, unit, _, _ in self.placed()), en, it, "hold", i)
            once = [h.group for h in self.it.hold[:i]]
            en, it = f"the group '{hold.group}' waits twice", f"il gruppo '{hold.group}' aspetta due volte"
            self.need(hold.group not in once, en, it, "hold", i)
        for i, barrier in enumerate(self.it.barrier):
            self.hexes(barrier.hexes, "barrier", i, "hexes")
            self.one_hex(barrier.while_in, "barrier", i, "while_in")
        if self.it.ford is not None:
            for h in self.hexes(self.it.ford.hexes, "ford", "hexes"):
                en, it = f"{HEX_NAMES[h]} is no river hex", f"{HEX_NAMES[h]} non è un esagono di fiume"
                self.need(self.terrain[h] == printed.RIVER, en, it, "ford", "hexes", at=(h,))
            en, it = "a gunboat needs no ford", "una cannoniera non ha bisogno di un guado"
            self.need("gunboat" not in self.it.ford.kinds, en, it, "ford", "kinds")
        fire = self.it.bombardment
        en, it = "a bombardment has 1 to 6 dice and needs 2 to 6", "un bombardamento ha da 1 a 6 dadi e chiede da 2 a 6"
        self.need(fire is None or (1 <= fire.dice <= 6 and 2 <= fire.needs <= 6), en, it, "bombardment", "dice")
