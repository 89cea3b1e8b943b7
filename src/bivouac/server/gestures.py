"""Gestures for a table: what can be done at once with what is picked, in the reader's words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from random import Random

from bivouac.core.ids import Side
from bivouac.core.state import State
from bivouac.core.table import Choice, Say
from bivouac.core.title import Title
from bivouac.i18n import catalogue
from bivouac.match import Match
from bivouac.match.gestures import Gesture, Reach, alike, goal
from bivouac.server import protocol
from bivouac.server.live import Live
from bivouac.server.words import speaker

BETWEEN = " · "


def choices_of(match: Match) -> Iterator[tuple[Choice, bool]]:
    """The options as things to click, those that no rule tells apart as one; and whether more may be asked about the thing after each: what
    holds for the first of a way is taken to hold for the others, since to try each of them costs more than to be asked in vain."""
    title, state = match.title, match.state
    world = title.determinize(state, title.flow.side(state), Random(len(match.answers))) if title.secrets else state
    leading: set[int] = set()
    for choice in _joined(match):
        verb = title.flow.way(state, choice.answer).verb if choice.targets else 0
        if choice.targets and verb not in leading and _leads(title, world, choice.answer):
            leading.add(verb)
        yield choice, bool(choice.targets) and verb in leading


def _joined(match: Match) -> Collection[Choice]:
    """The options as things to click, those that no rule tells apart as one."""
    title, state, choices = match.title, match.state, match.choices()
    if title.alike is None or len(choices) < 2:
        return choices
    joined: dict[object, Choice] = {}
    for choice in choices:
        kind = alike(title, state, choice.answer)
        known = joined.get(kind)
        joined[kind] = choice if known is None else known._replace(targets=(*known.targets, *choice.targets))
    return joined.values()


def _leads(title: Title[State], world: State, answer: int) -> bool:
    """It is tried in a world that the side cannot tell from the true one, so that it betrays nothing."""
    state, side = world.clone(), title.flow.side(world)
    title.play(state, answer)
    return bool(state.stack) and title.flow.side(state) == side


def offered(live: Live, side: Side | None, language: str, picks: Sequence[str], to: str | None = None, like: str = "") -> protocol.Gestures:
    """What a side that is asked can do with those of these things that can do anything; with `to`, all of them together, the first by the
    way with the answers `like`."""
    told = protocol.Gestures(live.revision, live.stamp, list(picks), [], None)
    if not picks or side is None or live.course is not None or live.asked != side or live.agent_of(side) is not None:
        return told
    reach, say = live.reach(), speaker(live.title, language)
    if to is None:
        told.picks = [p for p in picks if reach.of(p)]
        told.gestures = list(_told(_of_all(reach, told.picks), say)) if told.picks else []
        return told
    way = next((g for g in reach.of(picks[0]) if ",".join(map(str, g.answers)) == like), None)
    found = reach.together(picks, to, way.labels if way is not None else ())
    if isinstance(found, Gesture):
        told.gestures = list(_told([found], say))
    else:
        told.refusal = protocol.Refusal("", list(picks), catalogue(language, live.title).refusal(found), found.rule)
    return told


def _of_all(reach: Reach, picks: Sequence[str]) -> list[Gesture]:
    """The gestures of the first thing that lead elsewhere and that the others, one of each look, have as well."""
    unlike = {reach.faces.get(p, p): p for p in reversed(picks)}
    others = [{goal(g) for g in reach.of(p)} for p in unlike.values() if p != picks[0]]
    found = [g for g in reach.of(picks[0]) if reach.places.get(picks[0]) not in g.targets and all(goal(g) in goals for goals in others)]
    return [g for g in found if g.whole] if len(picks) > 1 else found


def _told(gestures: Sequence[Gesture], say: Say) -> Iterator[protocol.Gesture]:
    """What each is done with, and where it ends; of several ways to the same thing each says what the others do not."""
    ways: dict[str, list[Gesture]] = {}
    for g in gestures:
        ways.setdefault(goal(g), []).append(g)
    for to, same in ways.items():
        for g in same:
            own = [label for label in g.labels if not all(label in other.labels for other in same)]
            means = list(map(say, g.means))
            words = BETWEEN.join(dict.fromkeys([*means, *map(say, own or [g.last])]))
            yield protocol.Gesture(to, list(g.targets), list(g.answers), words, g.whole, BETWEEN.join(means))


def as_one(lines: Sequence[protocol.LogLine]) -> list[protocol.LogLine]:
    """What a gesture did in one line, alike sentences counted; what came of it (from the first heading or die on) in lines of its own."""
    end = next((i for i, line in enumerate(lines) if line.heading or line.dice), len(lines))
    if end < 2:
        return list(lines)
    counts = Counter(line.text for line in lines[:end] if line.text)
    text = " ".join(words if n == 1 else f"{n} × {words}" for words, n in counts.items())
    targets = list(dict.fromkeys(t for line in lines[:end] for t in line.targets))
    effects = [effect for line in lines[:end] for effect in line.effects]
    return [protocol.LogLine(n=lines[0].n, text=text, rule=lines[0].rule, targets=targets, effects=effects), *lines[end:]]
