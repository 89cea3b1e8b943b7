"""Adds up effects, to compare their sum with the difference between two states (see bivouac/core/effects.py)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from bivouac.core.events import Event
from bivouac.core.text import Name
from titles.gettysburg.kit import things as gettysburg_things
from titles.hold_the_line.kit import things as hold_the_line_things
from titles.house_divided.kit import things as house_divided_things
from titles.lincoln.kit import things as lincoln_things
from titles.yankees_rebels.kit import things as yankees_rebels_things


class Thing(NamedTuple):
    """A piece or a place as a state has it: where it is (None: not on the map), its steps, who holds it, its marks."""

    place: str | None = None
    strength: int | None = None
    owner: int | None = None
    status: frozenset[str] = frozenset()


Things = Mapping[str, Thing]
STATUS = {  # what an effect does to the marks of a thing: the mark, and whether it is there afterwards
    "exhausted": ("exhausted", True),
    "readied": ("exhausted", False),
    "disrupted": ("disrupted", True),
    "restored": ("disrupted", False),
    "entrenched": ("entrenched", True),
    "unentrenched": ("entrenched", False),
    "revealed": ("hidden", False),
    "concealed": ("hidden", True),
    "contested": ("contested", True),
    "uncontested": ("contested", False),
}
GAINS = {"loss": -1, "rally": 1, "promotion": 1}


def add_effects(things: Things, events: Iterable[Event]) -> dict[str, Thing]:
    """Return the things as the effects among some events leave them. An effect that contradicts what it finds is an error."""
    after = dict(things)
    for event in events:
        if event.kind.effect:
            facts = {blank: str(fact) if isinstance(fact, Name) else fact for blank, fact in event.facts.items()}
            after[facts["thing"]] = changed(after.get(facts["thing"], Thing()), event.kind.effect, facts, event)
    return after


def changed(thing: Thing, kind: str, facts: Mapping[str, Any], event: Event) -> Thing:
    if kind in ("arrival", "move", "retreat", "rout"):
        assert facts.get("frm", thing.place) == thing.place, f"{event} begins elsewhere: {thing}"
        assert (thing.place is None) == (kind == "arrival"), f"{event}: {thing}"
        return thing._replace(place=facts["to"], strength=facts.get("n", thing.strength))
    if kind in ("destroyed", "removal"):
        assert thing.place is not None, f"{event}: it is not on the map"
        return Thing()
    if kind in GAINS:
        assert thing.strength is not None, f"{event}: it has no strength"
        return thing._replace(strength=thing.strength + GAINS[kind] * facts["n"])
    if kind == "capture":
        return thing._replace(owner=event.values[[blank for blank, _ in event.kind.blanks].index("side")])
    if kind in STATUS:
        mark, is_there = STATUS[kind]
        assert (mark in thing.status) != is_there, f"{event} changes nothing: {thing}"
        return thing._replace(status=thing.status ^ {mark})
    return thing


def differences(found: Things, wanted: Things) -> list[str]:
    """Return what two descriptions do not agree on, thing by thing. A thing without any property is as good as none."""
    names = sorted({*found, *wanted})
    pairs = [(name, found.get(name, Thing()), wanted.get(name, Thing())) for name in names]
    return [f"{name}: the effects lead to {was}, the state has {now}" for name, was, now in pairs if was != now]


def toy_things(state: Any) -> dict[str, Thing]:
    return {f"picket:{i}": Thing(f"post:{post}") for i, post in enumerate(state.post) if post >= 0}


DESCRIBE: dict[str, Callable[[Any], Things]] = {
    "pickets": toy_things,
    "gettysburg": gettysburg_things,
    "hold-the-line": hold_the_line_things,
    "house-divided": house_divided_things,
    "lincoln": lincoln_things,
    "yankees-rebels": yankees_rebels_things,
}
"""How each title's states are described; a title is listed when its rules tell effects."""
