"""The things that can happen."""

from __future__ import annotations

from bivouac.core.effects import effect
from bivouac.core.events import EventKind, event
from bivouac.core.text import Name, Text
from bivouac.titles.hold_the_line.state import State

TURN = event("turn", "HTL-5.0b", heading=True, turn="number", side="side")
POINTS = event("points", "HTL-6.1.1a", side="side", die="number", cap="number", ap="number")
OPENING_FIRE = event("opening_fire", "HTL-4.1b", heading=True, side="side")
MOVED = event("moved", "HTL-7.1a", unit="text", frm="hex", to="hex")
MOVED_LED = event("moved_led", "HTL-6.2.5a", unit="text", leader="text", frm="hex", to="hex")
STEPPED = event("stepped", "HTL-7.1a", unit="text", to="hex")
FORCED_MARCH = event("forced_march", "HTL-7.3a", unit="text", to="hex")
DRIVEN_ON = event("driven_on", "HTL-6.2.4a", unit="text", to="hex")
ENTERED = event("entered", "HTL-4.1b", unit="text", to="hex")
ENTERED_WITH = event("entered_with", "HTL-4.1d", leader="text", to="hex")
FIRED = event(
    "fired",
    "HTL-8.1.1b",
    unit="text",
    foe="text",
    frm="hex",
    to="hex",
    range="number",
    ground="text",
    dice="list:number",
    need="number",
    n="number",
)
ASSAULTED = event(
    "assaulted", "HTL-8.3.2a", unit="text", foe="text", frm="hex", to="hex", ground="text", dice="list:number", need="number", n="number"
)
BOMBARDED = event("bombarded", "HTL-4.1b", unit="text", foe="text", to="hex", dice="list:number", need="number", n="number")
LOST_STRENGTH = event("lost_strength", "HTL-8.1.2a", unit="text", n="number", left="number")
ELIMINATED = event("eliminated", "HTL-10b", unit="text", side="side")
LEADER_HIT = event("leader_hit", "HTL-9.3.1a", leader="text", die="number")
LEADER_UNHURT = event("leader_unhurt", "HTL-9.3.1a", leader="text", die="number")
LEADER_FALLS = event("leader_falls", "HTL-9.3.1d", leader="text", side="side")
OVERRUN = event("overrun", "HTL-7.2.1b", leader="text", unit="text", to="hex")
ESCAPED = event("escaped", "HTL-8.5.2a", leader="text", to="hex")
STAYED = event("stayed", "HTL-8.5.2a", leader="text")
NO_ESCAPE = event("no_escape", "HTL-8.5.2a", leader="text")
COLOURS = event("colours", "HTL-8.3.3b", colours="list:colour")
STANDS = event("stands", "HTL-8.3.3d", unit="text", colour="colour")
BREAKS = event("breaks", "HTL-8.3.3d", unit="text", colour="colour")
RETREATED = event("retreated", "HTL-8.4.1a", unit="text", frm="hex", to="hex")
NO_WAY_OUT = event("no_way_out", "HTL-8.4.2a", unit="text")
DISPLACED = event("displaced", "HTL-8.5a", unit="text", frm="hex", to="hex")
WENT_ALONG = event("went_along", "HTL-8.5.2a", leader="text", to="hex")
ADVANCED = event("advanced", "HTL-8.3.4a", unit="text", to="hex")
RALLIED = event("rallied", "HTL-9.4e", unit="text", leader="text", colour="colour", n="number")
NOT_RALLIED = event("not_rallied", "HTL-9.4e", unit="text", leader="text", colour="colour")
NERVE_HOLDS = event("nerve_holds", "HTL-11.1a", unit="text", colour="colour")
NERVE_FAILS = event("nerve_fails", "HTL-11.1b", unit="text", colour="colour")
BLOCK_TAKEN = event("block_taken", "HTL-10c", side="side", at="hex")
BLOCK_HELD = event("block_held", "HTL-10e", side="side", at="hex")
RELEASED = event("released", "HTL-4.1b", group="text")
SCORE = event("score", "HTL-5.0d", union="number", csa="number")

# effects on pieces
CAME = effect("arrival", "HTL-4.1b", thing="piece", to="hex", n="number")
WENT = effect("move", "HTL-7.1a", thing="piece", frm="hex", to="hex")
WENT_BACK = effect("retreat", "HTL-8.4.1a", thing="piece", frm="hex", to="hex")
OFF_BOARD = effect("destroyed", "HTL-10b", thing="piece", at="hex")
BLOCKS_GONE = effect("loss", "HTL-8.1.2a", thing="piece", n="number", at="hex")
BLOCK_REGAINED = effect("rally", "HTL-9.4e", thing="piece", n="number", at="hex")
MISSED = effect("miss", "HTL-8.1.1b", thing="piece", at="hex")

# effects on VP blocks
NOW_HELD = effect("capture", "HTL-10c", side="side", thing="block", at="hex")


def who(s: State, piece: int) -> Text:
    """A piece by its printed name and kind."""
    row = s.field.pieces[piece]
    return Text("labels.unit", {"name": row.name, "kind": Name("kind", row.kind)})


def ground(shift: int) -> Text:
    """What terrain does to the dice; nothing needs no words."""
    return Text("labels.ground_shift", {"shift": shift}) if shift else Text("labels.ground_none")


def report(s: State, kind: EventKind, *values: int | str | Text | tuple[int, ...]) -> None:
    """Tell what happened; a piece goes into a blank for a text by its name."""
    if s.log is not None:
        s.tell(kind, *(who(s, v) if blank == "text" and isinstance(v, int) else v for v, (_, blank) in zip(values, kind.blanks)))
