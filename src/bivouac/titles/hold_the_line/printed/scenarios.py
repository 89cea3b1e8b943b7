"""Scenarios: read from TOML, checked, and made ready for play as tables of ints that every clone of every state shares.

Sets of hexes are ints with one bit for each hex (see map.py); sets of pieces are ints with one bit for each piece.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from bivouac.core.data import BadData, Lines, Mistake, read
from bivouac.core.hexes import OFF
from bivouac.core.kit.bits import bits, set_of
from bivouac.core.text import Both, Name, Text
from bivouac.core.title import Scenario
from bivouac.titles.hold_the_line.printed import map as board
from bivouac.titles.hold_the_line.printed import units as printed
from bivouac.titles.hold_the_line.printed.check import Checks
from bivouac.titles.hold_the_line.printed.map import ALL, BIT, HEX_NUMBERS, HEXES, NEAR, NOBODY, OFF_MAP
from bivouac.titles.hold_the_line.printed.schema import ScenarioFile, UnitRow
from bivouac.titles.hold_the_line.printed.units import COLOURS, KINDS, LETTERS, SIDE_KEYS, TERRAIN

MOST_LINES: Final = 30  # of a drawing that are looked at

# --- reading --------------------------------------------------------------------------------------------------------


def parse(text: str, file: str) -> tuple[ScenarioFile, tuple[int, ...]]:
    """A scenario and the terrain of its hexes from its text; raises BadData with the lines of everything that is wrong."""
    scenario = read(ScenarioFile, today(text), file)
    terrain, wrong = checked(scenario, today(text))
    if wrong:
        raise BadData.of(file, wrong)
    return scenario, terrain


def checked(scenario: ScenarioFile, text: str) -> tuple[tuple[int, ...], list[Mistake]]:
    """The terrain of a scenario that has the right form, and what is wrong with it nonetheless."""
    lines = Lines(text)
    terrain, wrong = parse_map(scenario.map, first_row(text, lines))
    return terrain, wrong + Checks(scenario, terrain, lines).run()


def today(text: str) -> str:
    """A file in the words of today."""
    return re.sub(r'(?<=[\["])confederate(?=["\].])', "csa", text)  # the word of files written for version 1


def first_row(text: str, lines: Lines) -> int:
    """The line in which the drawing of the map begins."""
    return (lines.at(("map",)) or 0) + (1 if '"""\n' in text else 0)


def parse_map(drawing: str, top: int) -> tuple[tuple[int, ...], list[Mistake]]:
    """The terrain of the 117 hexes from rows of letters, and what is wrong with it; a first row of column letters is optional, row numbers
    too. What cannot be read is open ground."""
    rows, wrong, read = 0, list[Mistake](), list[int]()
    for line, words in enumerate(drawing.strip("\n").splitlines()[:MOST_LINES], top):
        cells = words.split()
        if cells and cells != [chr(65 + c) for c in range(board.COLUMNS)]:
            rows += 1
            problems, found = _parse_row(cells, rows)
            wrong += [Mistake(line, problem, ("map",), at) for problem, at in problems]
            read += found if rows <= board.ROWS else []
    if rows < board.ROWS:
        en, it = f"the map has {rows} rows instead of {board.ROWS}", f"la mappa ha {rows} righe invece di {board.ROWS}"
        wrong.append(Mistake(top - 1 or None, Both(en, it), ("map",)))
    return tuple(read) + (printed.OPEN,) * (HEXES - len(read)), wrong


def _parse_row(cells: list[str], row: int) -> tuple[list[tuple[Both, tuple[str, ...]]], list[int]]:
    """What is wrong with a row, each thing with its hexes; and the terrain of its hexes."""
    number = cells.pop(0) if cells[0].isdigit() else str(row)
    letters, n, known = "".join(cells), len("".join(cells)), " ".join(LETTERS)
    wrong: list[tuple[Both, tuple[str, ...]]] = []
    if number[:4] != str(row):
        wrong.append((Both(f"row {number[:4]} stands where row {row} should", f"la riga {number[:4]} sta al posto della riga {row}"), ()))
    if row > board.ROWS:
        en, it = f"the board has {board.ROWS} rows, this is one more", f"il tabellone ha {board.ROWS} righe, questa è di troppo"
        return [*wrong, (Both(en, it), ())], []
    if n != board.COLUMNS:
        en, it = f"row {row} has {n} hexes instead of {board.COLUMNS}", f"la riga {row} ha {n} esagoni invece di {board.COLUMNS}"
        wrong.append((Both(en, it), ()))
    for column, letter in enumerate(letters[: board.COLUMNS]):
        if letter not in LETTERS:
            en, it = f"'{letter}' is no terrain; the letters are {known}", f"'{letter}' non è un terreno; le lettere sono {known}"
            wrong.append((Both(f"row {row}: {en}", f"riga {row}: {it}"), (f"hex:{(row - 1) * board.COLUMNS + column}",)))
    return wrong, [LETTERS.get(letter, printed.OPEN) for letter in letters.ljust(board.COLUMNS, ".")[: board.COLUMNS]]


def numbers_of(names: str) -> list[int]:
    """Hexes written as "D3 E3 F3"; the names are known to be good."""
    return [HEX_NUMBERS[name] for name in names.split()]


# --- ready for play -------------------------------------------------------------------------------------------------

# A line of sight that terrain leaves open: the hexes where a unit blocks it, and the pairs of which both must hold a unit.
Sight = tuple[int, tuple[int, ...]]


class Piece(NamedTuple):
    """A unit or leader. `worth`: its victory points for the enemy; `band`: the group that waits (see Hold); `group`: the reinforcements it
    comes with."""

    side: int
    kind: int
    morale: int
    strength: int
    hex: int
    home: int
    name: str
    band: int
    worth: int = 1
    turn: int = 0
    entry: int = 0
    group: int = NOBODY


class Block(NamedTuple):
    """A VP block: where it lies, which side it counts for, whether control is enough, and how many points it is worth."""

    hex: int
    side: int
    control: bool
    worth: int = 1


class Barrier(NamedTuple):
    """These hexes are closed to a kind of unit while a certain enemy stands somewhere."""

    kind: int
    hexes: int
    side: int
    guard: int
    at: int


class Hold(NamedTuple):
    """A group that waits."""

    name: str
    pieces: int
    until: int
    released_by_attack: bool


class Bombard(NamedTuple):
    side: int
    kind: int
    dice: int
    needs: int


LAYER = (0, 0, 1, 0, 2)  # by kind: infantry, cavalry and gunboats; artillery; leaders


class Field:
    """One scenario as tables."""

    def __init__(self, file: ScenarioFile, terrain: tuple[int, ...]) -> None:
        self.file = file
        self.first = SIDE_KEYS.index(file.first)
        self.turns = file.turns
        self.targets = (file.union.vp_to_win, file.csa.vp_to_win)
        self.caps = tuple(self._caps(side) for side in (0, 1))
        self.terrain = terrain
        """The terrain of each hex by its map letter."""
        self._cover()
        self._ground()
        self._sights()
        self._armies()
        self._specials()

    def _caps(self, side: int) -> tuple[int, ...]:
        """CAP by turn, from turn 0 (unused) on."""
        rows = self.file.side(side)
        caps = [rows.cap] * (self.turns + 2)
        for change in sorted(rows.cap_from, key=lambda c: c.turn):
            caps[change.turn :] = [change.cap] * (self.turns + 2 - change.turn)
        return tuple(caps)

    # --- terrain (2.2) ---------------------------------------------------------------------------------

    def _cover(self) -> None:
        self.cover_kind = [0] * HEXES
        self.cover_sides: list[tuple[int, ...]] = [()] * HEXES
        for row in self.file.cover:
            for h in numbers_of(row.hexes):
                self.cover_kind[h] = printed.FENCE if row.kind == "fence" else printed.TRENCH
                self.cover_sides[h] = tuple(sorted(board.SIDE_NAMES.index(s) for s in row.sides.split()))

    def _ground(self) -> None:
        ground, ford = [TERRAIN[t] for t in self.terrain], self.file.ford
        land = set_of(h for h in range(HEXES) if ground[h].enter)
        self.swamp, self.river, self.hill = (
            set_of(h for h in range(HEXES) if self.terrain[h] == t) for t in (printed.SWAMP, printed.RIVER, printed.HILL)
        )
        self.water = set_of(h for h in range(HEXES) if ground[h].water)
        self.harbour = self.water & ~land
        """Where a gunboat may stop: river without a bridge."""
        self.ford = set_of(numbers_of(ford.hexes)) if ford else 0
        wet = {KINDS.index(k): self.ford for k in ford.kinds} if ford else {}
        self.open_to = tuple(self.water if k == printed.GUNBOAT else land | wet.get(k, 0) for k in range(len(KINDS)))
        self.closed_to = tuple(ALL & ~hexes for hexes in self.open_to)
        """The hexes each kind of piece may be in, and the others."""
        self.stop_from = tuple(self._stop_from(h) for h in range(HEXES))
        """For each hex the neighbours from which entering it ends the move."""
        self.stopping = set_of(h for h in range(HEXES) if self.stop_from[h] == ALL)
        self.half_stopping = set_of(h for h in range(HEXES) if 0 < self.stop_from[h] < ALL)
        """The hexes that end every move, and those that do so from some sides only."""
        self.blocking = set_of(h for h in range(HEXES) if ground[h].blocks)

    def _stop_from(self, h: int) -> int:
        terrain = TERRAIN[self.terrain[h]]
        if BIT[h] & self.ford or (terrain.stop and not terrain.side_only):
            return ALL
        if self.cover_kind[h] == printed.TRENCH:
            return set_of(n for side, n in enumerate(board.GRID.neighbours[h]) if n != OFF and side in self.cover_sides[h])
        return 0

    def shelter(self, a: int, b: int) -> int:
        """The one terrain that counts for a defender in b attacked from a: its protected side if the attack comes through it."""
        sides = self.cover_sides[b]
        if sides and all(side in sides for side in board.entry_sides(a, b)):
            return self.cover_kind[b]
        return 0 if TERRAIN[self.terrain[b]].side_only else self.terrain[b]

    # --- sight (8.2) -----------------------------------------------------------------------------------

    def _sights(self) -> None:
        self.dice_shift = [[0] * HEXES for _ in range(HEXES)]
        """dice_shift[a][b]: what terrain adds to each die of an attack from a on b."""
        self.morale_shift = [[0] * HEXES for _ in range(HEXES)]
        self.sight: list[list[Sight | None]] = [[None] * HEXES for _ in range(HEXES)]
        """sight[a][b]: None where terrain closes the line or the distance is too great."""
        for a in range(HEXES):
            for b in bits(board.WITHIN[board.FAR][a]):
                shelter = TERRAIN[self.shelter(a, b)]
                self.dice_shift[a][b] = shelter.combat
                self.morale_shift[a][b] = shelter.morale
                self.sight[a][b] = (0, ()) if NEAR[a] & BIT[b] else self._sight(a, b)
        self.hidden = tuple(set_of(b for b in range(HEXES) if row[b] is None) for row in self.sight)
        """The hexes that cannot be seen from each hex because of terrain or distance."""
        self.seen = tuple(tuple(near & ~self.hidden[h] for h, near in enumerate(hexes)) for hexes in board.WITHIN)
        """seen[reach][hex]: the hexes at most that far away that terrain does not hide."""

    def _sight(self, a: int, b: int) -> Sight | None:
        line = board.GRID.line(a, b)
        between = set_of(line.through)
        if between & self.blocking:
            return None
        pairs = []
        for x, y in line.sides:
            if OFF in (x, y):
                continue
            closed = [h for h in (x, y) if BIT[h] & self.blocking]
            if len(closed) == 2:
                return None
            if closed:
                between |= BIT[x + y - closed[0]]
            else:
                pairs.append(BIT[x] | BIT[y])
        return between, tuple(pairs)

    # --- armies (3, 4) ---------------------------------------------------------------------------------

    def _armies(self) -> None:
        pieces: list[Piece] = []
        groups = 0
        for side in (0, 1):
            army = self.file.side(side)
            pieces += [self._piece(side, unit) for unit in army.units]
            for group in army.reinforcements:
                entry = set_of(numbers_of(group.hexes))
                late = [self._piece(side, unit)._replace(turn=group.turn, entry=entry, group=groups) for unit in group.units]
                pieces, groups = pieces + late, groups + 1
        pieces.sort(key=lambda p: (p.side, LAYER[p.kind]))
        self.pieces = tuple(pieces)
        self.groups = tuple(tuple(p for p, row in enumerate(pieces) if row.group == group) for group in range(groups))
        """Reinforcements that belong together, as pieces."""
        self.line_span, self.guns_span, self.lead_span = ([self._span(side, layer) for side in (0, 1)] for layer in range(3))
        """Where the infantry, cavalry and gunboats of each side are among the pieces, its artillery, its leaders: first and beyond last."""
        self.side_of = tuple(p.side for p in pieces)
        self.kind_of = tuple(p.kind for p in pieces)
        self.morale_of = tuple(p.morale for p in pieces)
        self.turn_of = tuple(p.turn for p in pieces)
        self.strength_of = tuple(p.strength for p in pieces)
        self.own = tuple(tuple(p for p, row in enumerate(pieces) if row.side == side) for side in (0, 1))
        self.own_set = tuple(set_of(pieces) for pieces in self.own)
        """The pieces of each side, also as sets."""

    def _span(self, side: int, layer: int) -> tuple[int, int]:
        wanted = [i for i, p in enumerate(self.pieces) if (p.side, LAYER[p.kind]) == (side, layer)]
        return (wanted[0], wanted[-1] + 1) if wanted else (0, 0)

    def _piece(self, side: int, unit: UnitRow) -> Piece:
        kind = KINDS.index(unit.kind)
        morale = COLOURS.index(unit.morale) if unit.morale else printed.NO_MORALE
        at = HEX_NUMBERS[unit.hex] if unit.hex else OFF_MAP
        band = [h.group for h in self.file.hold].index(unit.group) if unit.group else NOBODY
        home = board.EDGES.index(unit.home or self.file.side(side).home)
        return Piece(side, kind, morale, unit.strength or printed.STRENGTH[kind], at, home, unit.name, band, unit.vp)

    # --- VP blocks and special rules of scenarios ----------------------------------------------------------

    def _specials(self) -> None:
        file, side, kind = self.file, SIDE_KEYS.index, KINDS.index
        self.blocks = tuple(Block(HEX_NUMBERS[b.hex], side(b.scores), b.kind == "control", b.vp) for b in file.blocks)
        self.block_at = [NOBODY] * HEXES
        for i, block in enumerate(self.blocks):
            self.block_at[block.hex] = i
        self.barriers = tuple(
            Barrier(kind(b.stops), set_of(numbers_of(b.hexes)), side(b.while_side), kind(b.while_kind), HEX_NUMBERS[b.while_in])
            for b in file.barrier
        )
        waiting = [sum(1 << p for p, piece in enumerate(self.pieces) if piece.band == i) for i in range(len(file.hold))]
        self.holds = tuple(Hold(h.group, pieces, h.until_turn, h.released_by_attack) for h, pieces in zip(file.hold, waiting))
        fire = file.bombardment
        self.bombard = Bombard(side(fire.side), kind(fire.kind), fire.dice, fire.needs) if fire else None
        self.gunners = tuple(p for p in self.own[self.bombard.side] if self.kind_of[p] == self.bombard.kind) if self.bombard else ()


class Ground(Field):
    """A scenario that is looked at, not played: without its lines of sight, which take the longest to find."""

    def _sights(self) -> None:
        return


@lru_cache(maxsize=64)
def field_of(file_text: str, name: str) -> Field:
    """The tables of a scenario text; the same text gives the same tables."""
    return Field(*parse(file_text, name))


# --- for the title --------------------------------------------------------------------------------------------------


def scenarios() -> dict[str, Scenario]:
    """The eleven of the package, in order of time."""
    files = printed.FILES.scenarios()
    found = sorted(((parse(text, f"{name}.toml")[0], text) for name, text in files.items()), key=lambda pair: pair[0].number)
    return {file.id: Scenario(file.id, file.source, data=text) for file, text in found}


def read_scenario(text: str, name: str) -> Scenario:
    """A scenario from a player's own file; raises BadData with the line of what is wrong."""
    file, _ = parse(text, name)
    return Scenario(file.id, file.source, data=text, text=text, name=file.name)


def field_for(scenario: Scenario) -> Field:
    return field_of(scenario.data, scenario.id)


def scenario_page(scenario: Scenario) -> Sequence[Text]:
    """What is known of a scenario, what is reconstructed, and its special rules."""
    field = field_for(scenario)
    file, (union, csa) = field.file, field.targets
    page = [
        Text("labels.date", {"words": file.date}),
        Text("labels.setting", {"first": Name("side", field.first), "turns": file.turns, "union": union, "csa": csa}),
    ]
    page += [Text("labels.special", {"words": words}) for words in file.special]
    if file.source == "player":
        page.append(Text("labels.by_player"))
    if file.known.en:
        page.append(Text("labels.known", {"words": file.known}))
    if file.reconstructed.en:
        page.append(Text("labels.made_up", {"words": file.reconstructed}))
    if file.men:
        page.append(Text("labels.men", {"union": file.men.union, "csa": file.men.csa}))
    page += [Text("labels.source", {"words": words}) for words in file.sources]
    return page


SCENARIOS: Final = scenarios()
