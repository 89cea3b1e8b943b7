"""A field of one's own in a few words: `Field(union="infantry E5 black", csa="infantry F5 green", ground={"F5": "f"})`."""

from __future__ import annotations

from typing import Any

from bivouac.core.ids import Side
from bivouac.core.kit.bits import bits
from bivouac.core.legality import Refusal
from bivouac.titles.hold_the_line import TITLE
from bivouac.titles.hold_the_line.frames import ADVANCE, ADVANCE_LED, ASSAULT, END, FIRE, HALT, MOVE, RALLY, RIDE
from bivouac.titles.hold_the_line.printed.map import GONE, HEX_NAMES, HEX_NUMBERS, NOBODY, OFF_MAP
from bivouac.titles.hold_the_line.printed.scenarios import read_scenario
from bivouac.titles.hold_the_line.rules.ch06_actions import open_entries, orders_of
from kit import Position

U, C = Side.UNION, Side.CSA
VERBS = {"move": MOVE, "ride": RIDE, "fire": FIRE, "assault": ASSAULT, "": MOVE}
WORDS = {"end": END, "halt": HALT, "stay": HALT, "hold": HALT, "rally": RALLY, "advance": ADVANCE, "advance led": ADVANCE_LED}
FAR_UNION, FAR_CSA = "A1", "M9"


def units(words: str, side: str) -> str:
    """`"infantry E5 black 3 Porter, leader E5"`: kind, hex, and as needed morale, strength, name."""
    rows = []
    for i, row in enumerate(filter(None, (r.strip() for r in words.split(",")))):
        parts = row.split()
        keys = [f'kind = "{parts[0]}"', f'hex = "{parts[1]}"']
        name = f"{side}{i + 1}"
        for part in parts[2:]:
            if part in ("green", "black", "gold"):
                keys.append(f'morale = "{part}"')
            elif part.isdigit():
                keys.append(f"strength = {part}")
            elif "=" in part:
                key, value = part.split("=")
                keys.append(f"{key} = {value}" if value.isdigit() else f'{key} = "{value}"')
            else:
                name = part
        rows.append("    { " + ", ".join([*keys, f'name = "{name}"']) + " },")
    return "[\n" + "\n".join(rows) + "\n]"


def text_of(
    union: str,
    csa: str,
    *,
    ground: dict[str, str] | None = None,
    first: str = "union",
    turns: int = 10,
    cap: tuple[int, int] = (9, 9),
    vp: tuple[int, int] = (20, 20),
    home: tuple[str, str] = ("left", "right"),
    top: str = "",
    more: str = "",
    union_more: str = "",
    csa_more: str = "",
    time_out: str = "union",
) -> str:
    """A scenario file: bare ground except where `ground` gives a letter."""
    rows = [["."] * 13 for _ in range(9)]
    for name, letter in (ground or {}).items():
        h = HEX_NUMBERS[name]
        rows[h // 13][h % 13] = letter
    drawing = "\n".join(" " * (i % 2) + " ".join(row) for i, row in enumerate(rows))
    return f'''id = "test"
name = {{ en = "A field", it = "Un campo" }}
date = {{ en = "one day", it = "un giorno" }}
first = "{first}"
turns = {turns}
time_out = "{time_out}"
map = """
{drawing}
"""
{top}

[union]
cap = {cap[0]}
vp_to_win = {vp[0]}
home = "{home[0]}"
units = {units(union, "u")}
{union_more}

[csa]
cap = {cap[1]}
vp_to_win = {vp[1]}
home = "{home[1]}"
units = {units(csa, "c")}
{csa_more}

{more}
'''


def things(s: Any) -> dict[str, Any]:
    """What effects add up to: pieces on the map with their strength, and VP blocks with their holders."""
    from effects import Thing  # which imports this module

    found = {f"piece:{p}": Thing(f"hex:{h}", s.sp[p]) for p, h in enumerate(s.pos) if h >= 0}
    holders = [s.holder(block) for block in range(len(s.blocks))]
    return found | {f"block:{block}": Thing(owner=None if side == NOBODY else side) for block, side in enumerate(holders)}


class Field(Position):
    """A position on a field of one's own; the die for action points has been rolled unless `roll` is None. Each side has a bystander in
    its corner, so that a turn does not end by itself."""

    def __init__(self, union: str = "", csa: str = "", *options: str, roll: int | None = 1, bystanders: bool = True, **keys: Any) -> None:
        if bystanders:
            union = ", ".join(filter(None, (union, f"infantry {FAR_UNION} black spareU")))
            csa = ", ".join(filter(None, (csa, f"infantry {FAR_CSA} black spareC")))
        self.title = TITLE
        self.state: Any = TITLE.setup(read_scenario(text_of(union, csa, **keys), "test.toml"), options, log=True)
        if roll is not None:
            self.rolls(roll)

    # --- looking ---------------------------------------------------------------------------------------

    def at(self, where: str) -> int:
        """The unit in a hex (infantry, cavalry or gunboat before artillery), or a piece by its name."""
        if where in HEX_NUMBERS:
            h = HEX_NUMBERS[where]
            found = self.state.unit_in(h)
            return found if found != NOBODY else self.state.lead_in(h)
        return next(p for p, row in enumerate(self.state.field.pieces) if row.name == where)

    def guns(self, where: str) -> int:
        return self.state.guns_in(HEX_NUMBERS[where])

    def leader(self, where: str) -> int:
        return self.state.lead_in(HEX_NUMBERS[where])

    def where(self, name: str) -> str:
        """The hex of a piece by its name; "gone" or "off"."""
        h = self.state.pos[self.at(name)]
        return HEX_NAMES[h] if h >= 0 else "gone" if h == GONE else "off"

    def sp(self, where: str) -> int:
        return self.state.sp[self.at(where)]

    @property
    def ap(self) -> int:
        return self.state.ap

    @property
    def box(self) -> str:
        return self.question.box

    @property
    def hexes(self) -> list[str]:
        """The options that are hexes, by name."""
        return [HEX_NAMES[a] for a in self.options if a < 117]

    def can(self, word: str) -> bool:
        return self.number(word) in self.options

    def can_activate(self, where: str) -> bool:
        return self.at(where) in self.options

    # --- answering -------------------------------------------------------------------------------------

    def number(self, word: str) -> int:
        if word in WORDS:
            return WORDS[word]
        verb, _, place = word.rpartition(" ")
        return VERBS[verb] + HEX_NUMBERS[place]

    def activate(self, where: str) -> Field:
        self.answer(self.at(where))
        return self

    def do(self, *words: str) -> Field:
        for word in words:
            self.answer(self.number(word))
        return self

    def order(self, where: str, *words: str) -> Field:
        """Activate a unit and say what it does; the first word goes without saying where it can do nothing else."""
        only = self.only_answer(self.at(where))
        if words and only == self.number(words[0]):
            words = words[1:]
        return self.activate(where).do(*words)

    def only_answer(self, piece: int) -> int | None:
        """What a piece does as soon as it is activated, if that is the only thing it could."""
        s = self.state
        found = list(bits(open_entries(s, piece))) if s.pos[piece] == OFF_MAP else orders_of(s, piece)
        return found[0] if len(found) == 1 else None

    def end(self, roll: int | None = 1) -> Field:
        """End the turn, and roll the next player's action points."""
        self.do("end")
        if roll is not None and self.state.stack:
            self.rolls(roll)
        return self

    def no(self, word: str) -> Refusal:
        """Why a word is refused."""
        found = self.refusal(self.number(word))
        assert found is not None, f"{word} is allowed"
        assert self.number(word) not in self.options
        return found

    def not_active(self, where: str) -> Refusal:
        found = self.refusal(self.at(where))
        assert found is not None, f"{where} may act"
        return found
