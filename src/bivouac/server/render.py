"""A match as one seat may see it, in one language, as plain JSON values: what the client draws.

A message is built from the seat's view alone: the layout of that view, the events visible to that side, and the options only if that
side is asked. Differences are taken against what the same reader was told last.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from bivouac.agents import LEVELS
from bivouac.core.events import Event
from bivouac.core.ids import SIDES, Side
from bivouac.core.table import Layout, Panel, Token
from bivouac.core.text import Name, Text
from bivouac.core.title import Title
from bivouac.i18n import catalogue, scenario_name
from bivouac.server.course import Headings, Swing
from bivouac.server.dice import promise_of
from bivouac.server.live import SHOWN, Live
from bivouac.server.players import TIMED
from bivouac.server.seats import SECONDS
from bivouac.server.store import Key
from bivouac.server.words import has_web, say_web, speaker

Json = dict[str, Any]
DIE, DICE = "die", "dice"
CHOICES = (5, 10, 20, 40, 60)
FIGHTS = 3
NOTES = 50


@dataclass
class Reader:
    """Who reads: a key, the side it wants to see (a friend at the same screen has two), the language; and what it knows already."""

    key: Key
    language: str
    wanted: int | None = None
    revision: int | None = None
    serial: int = 0
    layout: Layout | None = None
    faces: set[str] = field(default_factory=set)

    def side(self, live: Live) -> Side | None:
        """Whose view this reader sees. With two seats and secrets, nobody's until it says who is looking."""
        sides = self.key.sides
        if not sides:
            return None
        if len(sides) == 1:
            return Side(sides[0])
        if live.title.secrets and live.match.outcome is None:
            return Side(self.wanted) if self.wanted in sides else None
        asked = live.asked
        return asked if asked in SIDES else Side(sides[0])


def message(live: Live, reader: Reader, by: int | None = None, *, whole: bool = False) -> Json:
    """What has changed on the table since this reader was told last; everything with `whole`."""
    side = reader.side(live)
    layout = live.layout(side)
    whole = whole or reader.layout is None
    if whole:
        reader.serial, reader.layout = 0, None
    title = live.title
    data: Json = {
        "kind": "table",
        "rev": live.revision,
        "base": None if whole else reader.revision,
        "by": by,
        **seats_part(live, reader),
        **difference(title, reader, layout),
        "question": question_part(live, reader, side),
        "log": log_part(live, reader, side),
        "outcome": outcome_part(live, reader),
        "serial": live.serial,
        "undo": undo_part(live, reader, side),
        "notes": notes(live, reader),
        "dice": promise_of(live, reader.key),
    }
    if whole:
        data["match"] = about_part(live, reader)
    reader.revision, reader.serial, reader.layout = live.revision, live.serial, layout
    return data


def about_part(live: Live, reader: Reader) -> Json:
    words = catalogue(reader.language, live.title)
    return {
        "title": live.title.id,
        "name": words.sentence("title.name"),
        "scenario": scenario_words(live, reader.language),
        "options": [words.sentence(f"options.{o}") for o in sorted(live.match.options)],
        "secrets": live.title.secrets,
        "owner": reader.key.owner,
        "places": places(live, reader.language),
        "sides": [words.word(Name("side", s), "") for s in SIDES],
        "levels": levels(reader.language),
        "odds": live.title.odds is not None,
        "recap": recap_from(live, reader),
        "seconds": seconds_to_choose(live.most_seconds),
    }


def recap_from(live: Live, reader: Reader) -> int:
    """The position after the reader's own last answer: what it may have missed begins there."""
    sides = live.match.sides
    for number in range(len(sides) - 1, -1, -1):
        if sides[number] in reader.key.sides:
            return number + 1
    return 0


def scenario_words(live: Live, language: str) -> str:
    return scenario_name(live.title, live.match.scenario, language)


def places(live: Live, language: str) -> list[list[Any]]:
    say = speaker(live.title, language)
    return [[p.id, say(p.name), p.x, p.y, p.size] for p in live.title.table.places(live.match.scenario)]


def levels(language: str) -> list[Json]:
    """The levels of the computer, the strongest last."""
    return [
        {"id": a, "name": say_web(language, f"levels.{a}").lower() if has_web(language, f"levels.{a}") else a, "timed": a in TIMED}
        for a in LEVELS
    ]


def seconds_to_choose(most: float) -> Json:
    """How long a computer player may think about a turn: what can be chosen, and what is chosen where nobody says."""
    return {"choices": [*(s for s in CHOICES if s < most), most], "standard": min(SECONDS, most)}


def clock_part(live: Live) -> Json | None:
    """How much of its seconds for the turn the computer player that thinks has used, and whether it goes on using them."""
    side = live.thinking
    if side is None or live.agent_of(side) not in TIMED:
        return None
    seconds = live.seconds_of(side)
    return {"spent": round(min(live.glass.now, seconds), 1), "seconds": seconds, "running": live.glass.since is not None}


def seats_part(live: Live, reader: Reader) -> Json:
    """Who sits where, who is here, who is thinking: changes without anything happening on the table."""
    words = catalogue(reader.language, live.title)
    side = reader.side(live)
    return {
        "side": None if side is None else int(side),
        "sides": list(reader.key.sides),
        "thinking": live.thinking,
        "clock": clock_part(live),
        "seats": [
            {
                "name": words.word(Name("side", s), ""),
                "agent": live.seats[s].agent,
                "computer": live.seats[s].computer,
                "seconds": live.seconds_of(s),
                "here": live.is_here(s),
            }
            for s in SIDES
        ],
        "request": None if live.request is None or (live.request in reader.key.sides and len(reader.key.sides) < 2) else live.request,
        "requested": live.request is not None and live.request in reader.key.sides,
    }


# --- the table ----------------------------------------------------------------------------------------


def difference(title: Title[Any], reader: Reader, layout: Layout) -> Json:
    say = speaker(title, reader.language)
    old = reader.layout
    known = {t.id: t for t in old.tokens} if old is not None else {}
    changed = [t for t in layout.tokens if known.get(t.id) != t]
    here = {t.id: t for t in layout.tokens}
    part: Json = {"full": old is None, "gone": [i for i in known if i not in here]}
    order = list(here)
    if order != [*(i for i in known if i in here), *(t.id for t in changed if t.id not in known)]:
        part["order"] = order
    part["tokens"] = [token_row(t, say) for t in changed]
    part["faces"] = {f: title.table.face(f) for f in sorted({t.face for t in changed} - reader.faces)}
    reader.faces.update(part["faces"])
    if old is None or old.panels != layout.panels:
        part["panels"] = [panel_row(p, say) for p in layout.panels]
    part["status"] = [say(t) for t in layout.status]
    return part


def token_row(t: Token, say: Any) -> list[Any]:
    return [t.id, t.at, t.face, say(t.name), t.side, t.dx, t.dy]


def panel_row(p: Panel, say: Any) -> Json:
    return {"id": p.id, "kind": p.kind, "name": say(p.name), "cells": [[c.id, say(c.name)] for c in p.cells]}


# --- the question -------------------------------------------------------------------------------------


def question_part(live: Live, reader: Reader, side: Side | None) -> Json | None:
    """The question in full for the side that is asked; for everybody else only who is asked."""
    question = live.match.question
    if question is None:
        return None
    say = speaker(live.title, reader.language)
    asked = question.side
    words = catalogue(reader.language, live.title)
    waited_for = next((s for s in live.match.awaited if s not in reader.key.sides), asked) if asked == Side.CHANCE else asked
    part: Json = {
        "side": int(asked),
        "name": words.word(Name("side", waited_for), ""),
        "serial": live.serial,
        "yours": False,
        "here": int(asked) in reader.key.sides,
        "agent": live.agent_of(asked),
    }
    if side == asked and live.agent_of(asked) is None:
        choices = [[c.answer, say(c.label), list(c.targets)] for c in live.match.choices()]
        part |= {
            "yours": True,
            "prompt": say(question.prompt),
            "rule": question.rule,
            "choices": choices,
            "about": [str(a) for a in question.facts.values() if isinstance(a, Name) and a.kind != "side"],
        }
    return part


def refusals(live: Live, reader: Reader, target: str | None) -> list[Json]:
    """What this seat may not do now, and why; with `target`, only what is tied to that thing on the table."""
    side = reader.side(live)
    if side is None or live.asked != side:
        return []
    words = catalogue(reader.language, live.title)
    found = []
    for choice, refusal in live.match.refused():
        if target is None or target in choice.targets:
            found.append(
                {"label": words.say(choice.label), "targets": list(choice.targets), "why": words.refusal(refusal), "rule": refusal.rule}
            )
    return found


def undo_part(live: Live, reader: Reader, side: Side | None) -> Json:
    """What this seat may take back: freely, by asking, or not at all and why."""
    if side is None or live.agent_of(side) is not None:
        return {"free": False, "ask": False, "why": ""}
    obstacle = live.match.undo_obstacle(side)
    if obstacle is None:
        return {"free": True, "ask": False, "why": ""}
    return {"free": False, "ask": obstacle.key != "errors.nothing_to_undo", "why": speaker(live.title, reader.language)(obstacle)}


def outcome_part(live: Live, reader: Reader) -> Json | None:
    outcome = live.match.outcome
    if outcome is None:
        return None
    winner: dict[str, Any] = {} if outcome.winner is None else {"winner": Name("side", outcome.winner)}
    words = catalogue(reader.language, live.title)
    return {
        "winner": None if outcome.winner is None else int(outcome.winner),
        "text": words.say(Text(f"endings.{outcome.ending}", winner)),
        "rule": outcome.rule if outcome.rule in live.title.rulebook else None,
        "name": None if outcome.winner is None else words.word(Name("side", outcome.winner), ""),
    }


def swings(live: Live, reader: Reader, found: list[Swing], log: list[tuple[int, list[Event]]]) -> list[Json]:
    """Turning points: where each leads to, the chances before and after, the time and the fights of the log there."""
    side, words = reader.side(live), catalogue(reader.language, live.title)
    seen = [(n, [e for e in events if e.visible_to(side)]) for n, events in log]
    heads = Headings(seen, {p.id for p in live.title.table.places(live.match.scenario)})
    rows = []
    for swing in found:
        time, fights = heads.of(swing)
        rows.append(
            {
                "at": swing.after[0],
                "before": swing.before[1],
                "after": swing.after[1],
                "when": words.say(time.text) if time else "",
                "fights": [words.say(e.text) for e in fights[-FIGHTS:]],
            }
        )
    return rows


# --- the log ------------------------------------------------------------------------------------------


def log_part(live: Live, reader: Reader, side: Side | None) -> Json:
    """The lines from the first answer this reader does not know; `from` 0 with everything means: start anew."""
    first = reader.serial if reader.layout is not None else live.serial - SHOWN
    chosen = [(n, events) for n, events in live.log if n >= first or (reader.layout is None and first <= 0)]
    lines = [line for n, events in chosen for line in log_lines(live.title, reader.language, n, events, side)]
    return {"from": first if reader.layout is not None else -1, "more": first > 0 and reader.layout is None, "lines": lines}


def log_lines(title: Title[Any], language: str, number: int, events: list[Event], side: Side | None) -> list[Json]:
    return [event_line(title, language, number, e) for e in events if e.visible_to(side)]


def event_line(title: Title[Any], language: str, number: int, event: Event) -> Json:
    line: Json = {"n": number, "text": catalogue(language, title).say(event.text)}
    if event.kind.rule in title.rulebook:
        line["rule"] = event.kind.rule
    if event.kind.heading:
        line["heading"] = True
    targets = [t for t in event.targets if not t.startswith("side:")]
    if targets:
        line["targets"] = targets
    dice = dice_of(event)
    if dice:
        line["dice"] = dice
    return line


def dice_of(event: Event) -> list[int]:
    """The pips to draw beside a line: of the blank `die`, and of `dice` where it lists several (a bare number there only counts them)."""
    found: list[int] = []
    for (blank, _), value in zip(event.kind.blanks, event.values):
        if blank == DIE:
            found.append(value)
        elif blank == DICE and isinstance(value, tuple):
            found += value
    return [v for v in found if isinstance(v, int) and 1 <= v <= 6]


def notes(live: Live, reader: Reader) -> list[Json]:
    """What was out of the ordinary leaves a trace that both sides see; of very many, the latest."""
    words = catalogue(reader.language, live.title)
    return [{"n": at, "text": words.say(text)} for at, text in live.match.notes()[-NOTES:]]


# --- other positions ----------------------------------------------------------------------------------


def still(live: Live, reader: Reader, number: int, state: Any, events: list[tuple[int, list[Event]]]) -> Json:
    """The table as it stood after `number` answers, to look at."""
    side = reader.side(live)
    fresh = Reader(reader.key, reader.language)
    layout = live.title.table.layout(live.title.view(state, side))
    asked = live.title.flow.side(state) if state.stack else None
    words = catalogue(reader.language, live.title)
    return {
        "kind": "still",
        "at": number,
        "serial": live.serial,
        **difference(live.title, fresh, layout),
        "asked": None if asked is None else words.word(Name("side", asked), ""),
        "lines": [line for n, told in events for line in log_lines(live.title, reader.language, n, told, side)],
    }


def frames(live: Live, reader: Reader, first: int, last: int, state: Any, events: dict[int, list[Event]]) -> list[Json]:
    """What happened from position `first` to `last`, one frame for each answer that showed something, as differences."""
    side, title = reader.side(live), live.title
    known = Reader(reader.key, reader.language)
    opening = title.table.layout(title.view(state, side))
    found = [{"at": first, **difference(title, known, opening), "lines": []}]
    known.layout = opening
    lines: list[Json] = []
    for number in range(first, last):
        answer = live.match.answers[number]
        if not state.stack or answer not in state.options:
            break  # the rules have changed since
        title.play(state, answer)
        lines += log_lines(title, reader.language, number, events.get(number, []), side)
        if state.stack and title.flow.is_chance(state):
            continue
        layout = title.table.layout(title.view(state, side))
        if lines or layout != known.layout:
            found.append({"at": number + 1, **difference(title, known, layout), "lines": lines})
            known.layout, lines = layout, []
    return found
