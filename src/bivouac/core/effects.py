"""Effects: what an answer did to pieces and places, as facts that interfaces draw and tests add up.

An effect is an event without a sentence. A title declares the effects it needs in its `events.py`, with its own kinds of things; rules tell
them beside the change that they make:

    LOST = effect("loss", "HTL-8.1.2a", thing="piece", n="number", at="hex")
    s.tell(LOST, piece, 1, hex)

The sum of the effects of an answer equals the difference between the two states, as a title's tests describe a state. `hit` and `miss`
change nothing: they say what a die or a card did.
"""

from __future__ import annotations

from typing import Final

from bivouac.core.events import EventKind, declare

PLACE, STRENGTH, OWNER, STATUS, NOTHING = "place", "strength", "owner", "status", ""
EFFECTS: Final = {
    "arrival": PLACE,  # onto the map: reinforcements, recruits, what is deployed
    "move": PLACE,
    "retreat": PLACE,
    "rout": PLACE,
    "destroyed": PLACE,  # off the map for good or until it is raised again, by the enemy's doing
    "removal": PLACE,  # off the map for another reason
    "loss": STRENGTH,  # `n` steps or strength points
    "rally": STRENGTH,  # `n` of them regained
    "promotion": STRENGTH,  # a better unit, `n` levels up
    "capture": OWNER,  # a place or a thing, by `side`
    "exhausted": STATUS,  # has acted, is spent
    "readied": STATUS,
    "disrupted": STATUS,
    "restored": STATUS,
    "entrenched": STATUS,
    "unentrenched": STATUS,
    "revealed": STATUS,  # turned face up
    "concealed": STATUS,
    "contested": STATUS,  # a place in which both sides stand
    "uncontested": STATUS,
    "hit": NOTHING,
    "miss": NOTHING,
}
ROLES: Final = ("side", "thing", "n", "frm", "to", "at", "by")
"""The blanks of an effect: who captures or alone sees it, what it happens to, how much, from where, to where, where, by whose doing."""


def effect(kind: str, rule: str, *, name: str = "", sees: str = "all", **blanks: str) -> EventKind:
    """Declare an effect that a title's rules tell. `name` tells apart effects of one kind, such as captures of places and of guns."""
    if kind not in EFFECTS:
        raise ValueError(f"there is no effect {kind}; there are {', '.join(EFFECTS)}")
    if strangers := [blank for blank in blanks if blank not in ROLES]:
        raise ValueError(f"effect {kind}: a blank must be one of {', '.join(ROLES)}, not {strangers[0]}")
    return declare(EventKind(name or f"effect_{kind}", rule, tuple(blanks.items()), sees, effect=kind))
