"""A match as one seat may see it, in one language, as messages: what the client draws.

A message is built from the seat's view alone: the layout of that view, the events visible to that side, and the options only if that
side is asked. Differences are taken against what the same reader was told last.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Container, Hashable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

import msgspec

from bivouac.agents import LEVELS, agents, level_of
from bivouac.core.events import Event
from bivouac.core.flow import Question
from bivouac.core.ids import SIDES, Side
from bivouac.core.state import State
from bivouac.core.table import Cell, Layout, Panel, Place, Say, Token
from bivouac.core.text import Name, Text
from bivouac.core.title import Title
from bivouac.i18n import catalogue, scenario_name
from bivouac.i18n.telling import in_lines, sentences
from bivouac.lab.charts import Drawn
from bivouac.lab.odds import Forecast, forecast_lines
from bivouac.server import protocol
from bivouac.server.course import Headings, Swing
from bivouac.server.dice import promise_of
from bivouac.server.gestures import as_one, choices_of
from bivouac.server.live import SHOWN, Live, Log
from bivouac.server.seats import SECONDS, TIMED
from bivouac.server.store import Key
from bivouac.server.teaching import led_elsewhere, lit_of, step_of
from bivouac.server.words import has_web, say_web, side_name, speaker

DIE, DICE = "die", "dice"
AIMED = ("foe", "die")
CHOICES = (5.0, 10.0, 20.0, 40.0, 60.0)
FIGHTS = 3
FACES = 10_000  # drawings that are kept
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

    def forget(self) -> None:
        """To be told everything again, but for the drawings."""
        self.revision, self.serial, self.layout = None, 0, None

    def know(self, live: Live, layout: Layout) -> None:
        """The table as it is now."""
        self.revision, self.serial, self.layout = live.revision, live.serial, layout

    def side(self, live: Live) -> Side | None:
        """Whose view this reader sees. With two seats and secrets, nobody's until it says who is looking."""
        sides = self.key.sides
        if not sides:
            return None
        if len(sides) == 1:
            return Side(sides[0])
        if live.title.secrets and live.match.outcome is None and live.study is None:
            return Side(self.wanted) if self.wanted in sides else None
        asked = live.asked
        return asked if asked in SIDES else Side(sides[0])


def message(live: Live, reader: Reader, by: int | None = None, *, whole: bool = False) -> protocol.TableMessage:
    """What has changed on the table since this reader was told last; everything with `whole`."""
    side, language = reader.side(live), reader.language
    if whole or reader.layout is None:
        reader.forget()
    change = scene(live, reader, side)
    message = protocol.TableMessage(
        rev=live.revision,
        base=reader.revision,
        by=by,
        room=room(live, reader, side),
        scene=with_faces(change, live.title, language, reader.faces),
        question=question(live, reader, side),
        log=log(live, reader, side),
        outcome=live.once(("outcome", language), lambda: outcome(live, language)),
        serial=live.serial,
        undo=live.once(("undo", side, language), lambda: undo(live, language, side)),
        notes=live.once(("notes", language), lambda: notes(live, language)),
        dice=promise_of(live, reader.key),
        match=about(live, reader) if reader.layout is None else None,
        lesson=live.once(("lesson", language), lambda: step_of(live, language)),
    )
    reader.know(live, live.layout(side))
    return message


def told(live: Live, reader: Reader, side: Side | None) -> None:
    """The reader knows the table as it is now."""
    reader.faces.update(scene(live, reader, side).drawn)
    reader.know(live, live.layout(side))


def known(live: Live, reader: Reader) -> None:
    """The same, for a reader who was told all of it elsewhere."""
    layout = live.layout(reader.side(live))
    reader.faces.update(token.face for token in layout.tokens)
    reader.know(live, layout)


def likeness(live: Live, reader: Reader, side: Side | None) -> Hashable:
    """Readers for whom this is equal are told the same."""
    unknown = scene(live, reader, side).drawn - reader.faces
    return reader.key, side, reader.language, reader.revision, reader.serial, unknown


def seats_message(live: Live, reader: Reader) -> protocol.SeatsMessage:
    return protocol.SeatsMessage(live.revision, room(live, reader, reader.side(live)))


def about(live: Live, reader: Reader) -> protocol.About:
    words = catalogue(reader.language, live.title)
    return protocol.About(
        title=live.title.id,
        name=words.sentence("title.name"),
        scenario=scenario_words(live, reader.language),
        options=[words.sentence(f"options.{o}") for o in sorted(live.match.options)],
        secrets=live.title.secrets,
        owner=reader.key.owner,
        places=live.once(("places", reader.language), lambda: places(live, reader.language)),
        sides=[side_name(live.title, reader.language, s) for s in SIDES],
        levels=levels(reader.language),
        odds=live.title.odds is not None,
        sight=live.title.sight is not None,
        recap=recap_from(live, reader),
        seconds=seconds_to_choose(live.most_seconds),
        page=[words.say(t) for t in live.title.scenario_page(live.match.scenario)] if live.title.scenario_page else [],
        positions=live.title.positions is not None,
        study=live.study is not None,
        ahead=live.study.ahead.side if live.study is not None and live.study.ahead is not None else None,
    )


def invite(live: Live, language: str, token: str, side: int) -> protocol.Invite:
    return protocol.Invite(side, side_name(live.title, language, side), f"/join/{token}")


def recap_from(live: Live, reader: Reader) -> int:
    """The position after the reader's own last answer: what it may have missed begins there."""
    sides, side = live.match.sides, reader.side(live)
    own = reader.key.sides if side is None else (side,)
    for number in range(len(sides) - 1, -1, -1):
        if sides[number] in own:
            return number + 1
    return 0


def scenario_words(live: Live, language: str) -> str:
    return scenario_name(live.title, live.match.scenario, language)


_PLACES: dict[tuple[str, str, str], list[protocol.Place]] = {}


def places(live: Live, language: str) -> list[protocol.Place]:
    """Those of our own scenarios are put into words once."""
    scenario, say = live.match.scenario, speaker(live.title, language)
    found = _PLACES.get((live.title.id, scenario.id, language)) if scenario.text is None else None
    if found is None:
        found = [protocol.Place(p.id, say(p.name), p.x, p.y, p.size, p.wide, p.high) for p in live.places]
        if scenario.text is None:
            _PLACES[live.title.id, scenario.id, language] = found
    return found


def legend(live: Live, language: str) -> list[protocol.Sign]:
    """Every sign of the board, the pieces and the markers, and what it means."""
    say = speaker(live.title, language)
    return [protocol.Sign(s.group, s.drawing, say(s.meaning), s.half) for s in live.title.table.legend(live.match.scenario)]


def levels(language: str) -> list[protocol.Level]:
    """The levels of the computer, the strongest last, each followed by its tempers."""
    known = sorted((a for a in agents() if level_of(a) in LEVELS), key=lambda a: LEVELS.index(level_of(a)))
    return [protocol.Level(a, level_name(a, language), level_of(a) in TIMED) for a in known]


def level_name(agent: str, language: str) -> str:
    """A computer player as a reader calls it: "veteran, bold"."""
    level, _, temper = agent.partition("-")
    name = say_web(language, f"levels.{level}").lower() if has_web(language, f"levels.{level}") else level
    return f"{name}, {say_web(language, f'tempers.{temper}')}" if temper else name


def seconds_to_choose(most: float) -> protocol.Seconds:
    """How long a computer player may think about a turn: what can be chosen, and what is chosen where nobody says."""
    return protocol.Seconds(choices=[*(s for s in CHOICES if s < most), most], standard=min(SECONDS, most))


def clock(live: Live) -> protocol.Clock | None:
    """How much of its seconds for the turn the computer player that thinks has used, and whether it goes on using them."""
    side = live.pondering
    if side is None or level_of(live.agent_of(side) or "") not in TIMED:
        return None
    seconds = live.seconds_of(side)
    return protocol.Clock(spent=round(min(live.glass.now, seconds), 1), seconds=seconds, running=live.glass.since is not None)


def room(live: Live, reader: Reader, side: Side | None) -> protocol.Room:
    """Who sits where, who is here, who is thinking: changes without anything happening on the table."""
    sides = reader.key.sides
    own_request = live.request in sides and len(sides) < 2
    return protocol.Room(
        side=None if side is None else int(side),
        sides=list(sides),
        thinking=live.pondering,
        clock=clock(live),
        seats=[seat(live, reader, s) for s in SIDES],
        request=None if own_request else live.request,
        requested=live.request is not None and live.request in sides,
        said=live.heard(sides),
    )


def seat(live: Live, reader: Reader, side: Side) -> protocol.Seat:
    kept = live.seats[side]
    return protocol.Seat(
        name=side_name(live.title, reader.language, side),
        agent=kept.agent,
        computer=kept.computer,
        seconds=live.seconds_of(side),
        here=live.is_here(side),
        aim=aim(live, reader, side),
        opened=is_open(live, side),
        vacant=kept.vacant,
    )


def is_open(live: Live, side: Side) -> bool:
    """Whether a side agrees that the match be analysed before its end; a computer that is there for practice and hides nothing does."""
    kept = live.seats[side]
    return kept.opened or (kept.computer and kept.practice and not live.title.secrets)


def aim(live: Live, reader: Reader, side: Side) -> str:
    """What the computer player of a side is after, in a sentence; nothing where nobody knows."""
    plan = live.plans[side]
    return speaker(live.title, reader.language)(Text(f"aims.{plan}")) if plan and live.seats[side].computer else ""


# --- the table ----------------------------------------------------------------------------------------


class Change(NamedTuple):
    """What has changed on the table, without the drawings; and the names of the drawings that it needs."""

    scene: protocol.Scene
    drawn: frozenset[str]


def scene(live: Live, reader: Reader, side: Side | None) -> Change:
    """What has changed since the reader was told last: found once for all who know the same revision."""
    old, language = reader.layout, reader.language
    name = ("scene", live.eyes(side), language, None if old is None else reader.revision)
    return live.once(name, lambda: difference(live.title, language, old, live.layout(side)))


def with_faces(change: Change, title: Title[State], language: str, known: set[str]) -> protocol.Scene:
    """A change with the drawings that are not yet known; from now on they are."""
    face = painter(title, language)
    faces = {f: face(f) for f in sorted(change.drawn - known)}
    known.update(faces)
    return msgspec.structs.replace(change.scene, faces=faces)


_PAINTERS: dict[tuple[str, str], Callable[[str], str]] = {}


def painter(title: Title[State], language: str) -> Callable[[str], str]:
    """A title's drawings by their names, each made once."""
    if (title.id, language) not in _PAINTERS:
        say = speaker(title, language)
        _PAINTERS[title.id, language] = lru_cache(FACES)(lambda name: title.table.face(name, say))
    return _PAINTERS[title.id, language]


def difference(title: Title[State], language: str, old: Layout | None, layout: Layout) -> Change:
    say = speaker(title, language)
    changed, gone, order = moved((), layout.tokens) if old is None else moved(old.tokens, layout.tokens)
    scene = protocol.Scene(
        full=old is None,
        gone=gone,
        tokens=[token(t, say) for t in changed],
        faces={},
        status=[say(t) for t in layout.status],
        order=order,
        panels=[panel(p, say) for p in layout.panels] if old is None or old.panels != layout.panels else None,
        held=dict(layout.held) if old is None or old.held != layout.held else None,
    )
    return Change(scene, frozenset(t.face for t in changed))


def moved(old: Sequence[Token], new: Sequence[Token]) -> tuple[list[Token], list[str], list[str] | None]:
    """The tokens that have changed, the ids of those that are gone, and the order of all where it is another one. Mostly the same lie there
    as before, in their order, and most are the very same objects."""
    if len(old) == len(new):
        pairs = [(was, now) for was, now in zip(old, new) if was is not now]
        if all(was.id == now.id for was, now in pairs):
            return [now for was, now in pairs if was != now], [], None
    known, here = {t.id: t for t in old}, {t.id: t for t in new}
    changed = [t for t in new if known.get(t.id) != t]
    order = list(here)
    as_before = order == [*(i for i in known if i in here), *(t.id for t in changed if t.id not in known)]
    return changed, [i for i in known if i not in here], None if as_before else order


def token(t: Token, say: Say) -> protocol.Token:
    return protocol.Token(t.id, t.at, t.face, say(t.name), t.side, t.dx, t.dy, [say(fact) for fact in t.facts])


def panel(p: Panel, say: Say) -> protocol.Panel:
    return protocol.Panel(p.id, p.kind, say(p.name), [protocol.Cell(c.id, say(c.name)) for c in p.cells])


# --- the question -------------------------------------------------------------------------------------


def question(live: Live, reader: Reader, side: Side | None) -> protocol.Asked | protocol.Question | None:
    """The question in full for the side that is asked; for everybody else only who is asked."""
    found = live.once("question", lambda: live.match.question)
    if found is None:
        return None
    asked, agent = found.side, live.agent_of(found.side)
    name, here = side_name(live.title, reader.language, asked), int(asked) in reader.key.sides
    if side != asked or agent is not None:
        return protocol.Asked(int(asked), name, live.stamp, here, agent)
    return live.once(("question", reader.language), lambda: whole_question(live, found, reader.language))


def whole_question(live: Live, found: Question, language: str) -> protocol.Question:
    """For the side that is asked."""
    say = speaker(live.title, language)
    choices, lit = live.once("choices", lambda: list(choices_of(live.match))), lit_of(live)
    return protocol.Question(
        side=int(found.side),
        name=side_name(live.title, language, found.side),
        serial=live.stamp,
        here=True,
        agent=None,
        prompt=say(found.prompt),
        rule=found.rule,
        choices=[protocol.Choice(c.answer, say(c.label), list(c.targets), leads) for c, leads in choices if c.answer in lit],
        about=[str(a) for a in found.facts.values() if isinstance(a, Name) and a.kind != "side"],
    )


def refusals(live: Live, reader: Reader, target: str | None) -> list[protocol.Refusal]:
    """What this seat may not do now, and why; with `target`, why that thing on the table cannot be chosen."""
    side = reader.side(live)
    if side is None or live.asked != side:
        return []
    words = catalogue(reader.language, live.title)
    if target is None:
        return [
            protocol.Refusal(words.say(choice.label), list(choice.targets), words.refusal(refusal), refusal.rule)
            for choice, refusal in live.match.refused()
        ]
    reason = live.match.why(Name.parse(target)) if is_on_the_table(live, side, target) else None
    if reason is None and live.course is not None:
        reason = led_elsewhere(live.course, live, target)
    return [] if reason is None else [protocol.Refusal("", [target], words.refusal(reason), reason.rule)]


def forecast_words(live: Live, reader: Reader, answer: int, found: Forecast) -> protocol.Forecast:
    say = speaker(live.title, reader.language)
    terms = [protocol.Term(say(term.text), term.rule) for term in found.terms]
    return protocol.Forecast(answer, found.won, forecast_lines(found, say, reader.language), terms, found.exact)


def is_on_the_table(live: Live, side: Side, target: str) -> bool:
    """Whether a side sees such a thing: a piece, a place of the board, a cell of a panel."""
    layout = live.layout(side)
    things: tuple[Sequence[Token | Place | Cell], ...] = (layout.tokens, live.places)
    return any(thing.id == target for lot in (*things, *(p.cells for p in layout.panels)) for thing in lot)


def undo(live: Live, language: str, side: Side | None) -> protocol.Undo:
    """What this seat may take back: freely, by asking, or not at all and why."""
    if side is None or live.agent_of(side) is not None:
        return protocol.Undo(free=False, ask=False, practice=False, why="")
    obstacle = live.match.undo_obstacle(side)
    if obstacle is None:
        return protocol.Undo(free=True, ask=False, practice=False, why="")
    possible, other = obstacle.key != "errors.nothing_to_undo", live.seats[side.other]
    if live.study is not None:
        return protocol.Undo(free=False, ask=False, practice=live.serial > live.study.base and possible, why="")
    if possible and other.agent is not None:
        why = obstacle if other.practice else Text("errors.undo_earnest")
        return protocol.Undo(free=False, ask=False, practice=other.practice, why=speaker(live.title, language)(why))
    return protocol.Undo(free=False, ask=possible, practice=False, why=speaker(live.title, language)(obstacle))


def outcome(live: Live, language: str) -> protocol.Outcome | None:
    found = live.match.outcome
    if found is None:
        return None
    winner = {} if found.winner is None else {"winner": Name("side", found.winner)}
    return protocol.Outcome(
        winner=None if found.winner is None else int(found.winner),
        text=catalogue(language, live.title).say(Text(f"endings.{found.ending}", winner)),
        rule=found.rule if found.rule in live.title.rulebook else None,
        name=None if found.winner is None else side_name(live.title, language, found.winner),
    )


def turns(live: Live, reader: Reader, found: list[Swing], log: Log) -> list[protocol.Turn]:
    """Turning points: where each leads to, the chances before and after, the time and the fights of the log there."""
    side, words = reader.side(live), catalogue(reader.language, live.title)
    seen = [(n, [e for e in events if e.visible_to(side)]) for n, events in log]
    heads = Headings(seen, {p.id for p in live.places})
    rows = []
    for swing in found:
        time, fights = heads.of(swing)
        when = words.say(time.text) if time else ""
        fought = [words.say(e.text) for e in fights[-FIGHTS:]]
        rows.append(protocol.Turn(at=swing.after[0], before=swing.before[1], after=swing.after[1], when=when, fights=fought))
    return rows


# --- the log ------------------------------------------------------------------------------------------


def log(live: Live, reader: Reader, side: Side | None) -> protocol.Log:
    """The lines from the first answer this reader does not know; `first` -1 means: start anew."""
    whole, eyes, language = reader.layout is None, live.eyes(side), reader.language
    first = live.serial - SHOWN if whole else reader.serial

    def made() -> protocol.Log:
        chosen = live.log if whole and first <= 0 else live.log[bisect_left(live.log, first, key=itemgetter(0)) :]
        lines = log_lines(live.title, language, chosen, eyes, live.match.joined)
        return protocol.Log(first=-1 if whole else first, more=whole and first > 0, lines=lines)

    return live.once(("log", eyes, language, first, whole), made)


def chart_row(chart: Drawn) -> protocol.Chart:
    return protocol.Chart(chart.name, chart.head, [protocol.Row(*row) for row in chart.rows], chart.rule)


def log_lines(title: Title[State], language: str, log: Log, side: Side | None, joined: Container[int]) -> list[protocol.LogLine]:
    """A line for each event or volley; a gesture of several answers (`joined`: the numbers of all but its first) has one for all it did."""
    lines: list[protocol.LogLine] = []
    seen = in_lines((n, e) for n, events in log for e in events if e.visible_to(side))
    for n, same in groupby(seen, key=itemgetter(0)):
        found = [log_line(title, language, n, events) for _, events in same]
        lines += as_one(found) if n + 1 in joined else found
    return lines


def log_line(title: Title[State], language: str, number: int, events: Sequence[Event]) -> protocol.LogLine:
    first = next((e for e in events if not e.kind.effect), events[0])
    return protocol.LogLine(
        n=number,
        text=sentences(events, catalogue(language, title).say),
        rule=first.kind.rule if first.kind.rule in title.rulebook and not first.kind.effect else None,
        heading=first.kind.heading,
        targets=list(dict.fromkeys(t for e in events for t in e.targets if not t.startswith("side:") and not e.kind.effect)),
        dice=[die for e in events for die in dice_of(e)],
        shot=shot_of(first),
        effects=[effect_of(e) for e in events if e.kind.effect],
    )


def effect_of(event: Event) -> protocol.Effect:
    """An effect with the ids of the table; a side by its number."""
    values: dict[str, Any] = {
        blank: str(fact) if isinstance(fact, Name) and blank != "side" else value
        for (blank, fact), value in zip(event.facts.items(), event.values)
    }
    return protocol.Effect(event.kind.effect, **values)


def dice_of(event: Event) -> list[int]:
    """The pips to draw beside a line: of the blank `die`, and of `dice` where it lists several (a bare number there only counts them)."""
    found: list[int] = []
    for (blank, _), value in zip(event.kind.blanks, event.values):
        if blank == DIE:
            found.append(value)
        elif blank == DICE and isinstance(value, tuple):
            found += value
    return [v for v in found if isinstance(v, int) and 1 <= v <= 6]


def shot_of(event: Event) -> list[str]:
    """From what to what a shot or an assault goes: both places where somebody is aimed at, or the two units."""
    blanks = {blank for blank, _ in event.kind.blanks}
    for ends, signs in ((("frm", "to"), AIMED), (("unit", "target"), ("target",))):
        if blanks.issuperset(ends) and not blanks.isdisjoint(signs):
            facts = event.facts
            found = [facts[end] for end in ends]
            if all(isinstance(end, Name) and end.kind != "kind" for end in found):
                return [str(end) for end in found]
    return []


def notes(live: Live, language: str) -> list[protocol.Note]:
    """What was out of the ordinary leaves a trace that both sides see; of very many, the latest."""
    words = catalogue(language, live.title)
    return [protocol.Note(at, words.say(text)) for at, text in live.match.notes()[-NOTES:]]
