"""From a table to the store's rows and back. If storing fails, whoever asked for it must throw the table away: the store is right."""

from __future__ import annotations

import json
import logging
import time
from dataclasses import replace
from typing import Any

import msgspec

from bivouac.core.events import Event
from bivouac.core.ids import SIDES, Side
from bivouac.core.state import State, dump
from bivouac.core.text import Text
from bivouac.core.title import Scenario
from bivouac.i18n import LANGUAGES, catalogue
from bivouac.match import BadSave, Match, Save
from bivouac.match.dice import DiceSpan
from bivouac.match.match import CONCEDED, SNAPSHOT_EVERY
from bivouac.match.save import FORMAT, Conceded, Moved, OutcomeRecord, Undone, as_json
from bivouac.match.seen import last_seen
from bivouac.server.errors import Refused
from bivouac.server.live import SHOWN, Live, Log, beside
from bivouac.server.packing import events_version, format_events, parse_events
from bivouac.server.players import Position, Stretch
from bivouac.server.seats import Seat, Seating, expected, format_seats, parse_seats, rank_of
from bivouac.server.store import AnswerRow, Beginning, Change, Head, Key, Overtaken, Row, Store, new_token
from bivouac.titles import load

TO_TAKE_BACK = 32  # answers that are played anew when a table is opened, so that some of them can be taken back
Snapshot = dict[str, Any]
LOG = logging.getLogger("bivouac.server")
JOINED = 8  # added to the side of an answer that belongs to one gesture with the answer before


class Keeper:
    """Writes down what happens at the tables, and opens them from what was written down."""

    def __init__(self, store: Store, most_seconds: float) -> None:
        self.store = store
        self.most_seconds = most_seconds

    # --- writing: what is to be stored is put down at the table, and hub.py stores it ----------------------

    def begin(self, new: Beginning) -> Live:
        """A table for a new match."""
        self.store.create(new)
        return self.open(new.row.id)

    def append(self, live: Live, before: int, events: list[Event]) -> None:
        """What was answered from number `before` on, and what followed from it."""
        match, serial = live.match, live.serial
        head = self._head(live, rewound=live.rewound, dropped=live.dropped)
        rows = [_answer_row(match, n, events if n == before else []) for n in range(before, serial)]
        kept = [(n, _packed(state)) for n, state in match.snapshots(before + 1) if n <= serial and n % SNAPSHOT_EVERY == 0]
        plain = live.beside == beside(head)
        live.unstored.append(Change(head, rows, kept, computers=has_computers(live), thought=owed(live), plain=plain))
        live.follow(head)
        if events:
            live.log.append((before, events))
            del live.log[: -4 * SHOWN]

    def rewind(self, live: Live, before: int) -> None:
        """The match was taken back from `before` answers to where it stands now."""
        head = self._head(live, rewound=live.revision + 1, dropped=live.dropped + before - live.serial + 1)
        live.unstored.append(Change(head, rewind=True, computers=has_computers(live), thought=owed(live)))
        live.follow(head)
        live.log = [(n, events) for n, events in live.log if n < live.serial]

    def _head(self, live: Live, *, rewound: int, dropped: int) -> Head:
        return head_of(live.match, live.seats, live.revision + 1, rewound=rewound, dropped=dropped, request=live.request)

    # --- reading --------------------------------------------------------------------------------------

    def open(self, identity: str) -> Live:
        """A table as the store has it."""
        return Live(*self._read(identity), self.most_seconds, workers=self.store.is_shared)

    def follow(self, live: Live, revision: int, rows: str) -> bool:
        """The answers that led to a revision, as another process told them; whether they could follow. Nothing is read for it."""
        if revision != live.revision + 1 or not live.is_sound:
            return False
        live.is_broken = True  # whatever happens: the store is right
        if self._play_answers(live, msgspec.json.decode(rows, type=list[AnswerRow])):
            live.revision, live.stored, live.is_broken = revision, live.serial, False
        return not live.is_broken

    def catch_up(self, live: Live) -> bool:
        """What other processes have stored; whether there was anything."""
        live.is_broken = not live.is_sound
        row = self._row(live.id)
        if row.revision == live.revision and not live.is_broken and row.closed == live.is_closed:
            return False
        was_broken, live.is_broken = live.is_broken, True  # until all of it is here
        is_new = was_broken or row.rewound > live.revision or row.rules != live.title.version or row.closed != live.is_closed
        if is_new or not self._play_on(live, row):
            live.take(*self._read(live.id))
        live.is_broken = False
        return True

    @staticmethod
    def _play_answers(live: Live, new: list[AnswerRow]) -> bool:
        """Whether these answers could follow."""
        match, prefix = live.match, live.title.prefix
        for answer in new:
            if answer.number != live.serial or answer.answer not in match.state.options:
                return False
            match.play(answer.answer, answer.side % JOINED if answer.side >= JOINED else answer.side)
            if answer.side >= JOINED:
                match.joined.add(answer.number)
        live.log += [(a.number, parse_events(prefix, a.events)) for a in new if a.events != "[]"]
        del live.log[: -4 * SHOWN]
        return True

    def _play_on(self, live: Live, row: Row) -> bool:
        match = live.match
        new = [a for a in self.store.since(live.id, live.serial) if a.number < row.serial] if row.serial > live.serial else []
        if not self._play_answers(live, new):
            return False
        match.dice.spans = msgspec.json.decode(row.dice, type=list[DiceSpan])
        if row.conceded is not None and match.conceded is None:
            conceded = msgspec.json.decode(row.conceded, type=Conceded)
            match.concede(Side(conceded.side))
            live.log += _end_of(conceded)
        live.follow(row)
        return True

    def _read(self, identity: str) -> tuple[Row, Match, Log]:
        """As it stood at one revision, whatever others write meanwhile."""
        row = self._row(identity)
        try:
            match = self._match(row)
            if row.events_version != events_version(match.title.prefix):
                self._rebuild_log(self._row(identity))
        except (BadSave, Overtaken):
            if self._row(identity).revision == row.revision:
                raise
            return self._read(identity)
        serial, is_stored_anew = len(match.answers), row.rules != match.title.version
        row = self._row(identity) if is_stored_anew else row
        return row, match, self._log(self._row(identity), serial - SHOWN, serial)

    def _rebuild_log(self, row: Row) -> None:
        """Store the log of a game as its answers lead to it today. Where they cannot be replayed, what can be read of the old log stays."""
        LOG.info("match %s: the log is rebuilt from %s answers", row.id, row.serial)
        log = self._replayed_log(row)
        version = events_version(load(row.title).prefix)
        self.store.replace_log(row, version, format_events(log.pop(-1)), [(n, format_events(events)) for n, events in log.items()])

    def _replayed_log(self, row: Row) -> dict[int, list[Event]]:
        """Return the events after each answer, and those of setting up under -1."""
        prefix = load(row.title).prefix
        stored = {-1: row.opening, **dict(self.store.events(row.id, 0, row.serial))}
        log = {number: parse_events(prefix, stored.get(number, "[]")) for number in range(-1, row.serial)}
        answers, save = self._saved(row)
        try:
            match = self._of_today(row, save, answers)
        except BadSave as problem:
            LOG.warning("match %s: its answers cannot be replayed, the old log stays: %s", row.id, problem)
            return log
        replayed = {number: match.all_events_of(number) for number in range(-1, len(match.answers))}
        return log | {number: events for number, events in replayed.items() if events or number >= match.floor}

    def try_to_read(self, identity: str) -> None:
        """What opening it would read, nothing written: raises what is wrong with it. Should the rules have changed, it is judged by those
        of today."""
        row = self._row(identity)
        answers, save = self._saved(row)
        try:
            self._resumed(row, save, answers)
        except BadSave:
            self._of_today(row, save, answers)
        for event in (e for events in self._replayed_log(row).values() for e in events if not e.kind.effect):
            for language in LANGUAGES:
                catalogue(language, load(row.title)).say(event.text)
        parse_seats(row.seats)

    def earlier(self, live: Live, first: int, last: int) -> Log:
        """What followed from the answers first <= number < last (-1: from setting up)."""
        return self._log(self._row(live.id), first, last)

    def stretch(self, live: Live, first: int, last: int, told: int, side: Side | None, language: str) -> Stretch:
        """The match from position `first`, or the nearest kept one before it, to position `last`, with what was told from `told` on."""
        match, stored = live.match, self.store.snapshot(live.id, first)
        if live.serial == first:
            start, position = first, Position.of(match)
        elif stored is not None:
            start, position = stored[0], Position.of(match)._replace(state=json.loads(stored[1]))
        else:
            start, position = 0, Position.of(match, live.title.setup(match.scenario, match.options))
        events = self.store.events(live.id, told, last)
        if told < 0:
            events = [(-1, self._row(live.id).opening), *events]
        return Stretch(position, start, match.answers[start:last], frozenset(match.joined), events, side, language)

    def _row(self, identity: str) -> Row:
        row = self.store.match(identity)
        if row is None:
            raise Refused(404, "errors.no_match")
        return row

    def _match(self, row: Row) -> Match:
        """The match, played on from the last snapshot that leaves some answers to take back, and what both sides have seen. If the
        rules, or the form of their states, have changed since it was stored, the whole of it."""
        answers, save = self._saved(row)
        try:
            return self._resumed(row, save, answers)
        except BadSave:
            return self._moved(row, save, answers)

    def _saved(self, row: Row) -> tuple[list[tuple[int, int]], Save]:
        answers, joined = self._answers(row)
        return answers, _save(row, answers, joined, self.store.moves(row.id))

    def _resumed(self, row: Row, save: Save, answers: list[tuple[int, int]]) -> Match:
        if row.rules != load(row.title).version:
            raise BadSave(Text("errors.save_position"))
        sides = [side for _, side in answers]
        match = Match.resume(save, self._start(row, save), sides)
        while match.earliest > match.floor and any(last_seen(match, side) is None for side in SIDES):
            match = Match.resume(save, self._start(row, save, match.earliest - 1), sides)
        return match

    def _answers(self, row: Row) -> tuple[list[tuple[int, int]], list[int]]:
        """The answers with the sides that gave them; the numbers of those that belong to one gesture with the one before."""
        answers = self.store.answers(row.id)[: row.serial]
        joined = [number for number, (_, side) in enumerate(answers) if side >= JOINED]
        return [(answer, side % JOINED if side >= JOINED else side) for answer, side in answers], joined

    def branch(self, live: Live, number: int) -> Match:
        """The match as it stood after `number` answers, to be played on otherwise."""
        row = replace(self._row(live.id), outcome=None, conceded=None)
        answers, joined = self._answers(row)
        save = _save(row, answers[:number], [n for n in joined if n < number], self.store.moves(row.id))
        return Match.resume(save, self._start(row, save), [side for _, side in answers[:number]]).branch(number)

    def _start(self, row: Row, save: Save, latest: int | None = None) -> Snapshot:
        """Where to resume: a stored position after `latest` answers at most (without it, one that leaves some to take back), or the one
        that stood when the rules had changed, or the beginning."""
        wanted = len(save.answers) - TO_TAKE_BACK if latest is None else latest
        stood = next((m for m in reversed(save.moved) if m.state is not None), None)
        floor = stood.at if stood is not None else 0
        stored = self.store.snapshot(row.id, max(floor, wanted))
        if stored is not None and stored[0] >= floor:
            return {"answers": stored[0], "state": json.loads(stored[1])}
        return {"answers": floor, "state": dump(_beginning(row)) if stood is None else stood.state}

    def _moved(self, row: Row, save: Save, answers: list[tuple[int, int]]) -> Match:
        """A match that was stored under other rules goes on under those of today, and is stored so."""
        seats, match = parse_seats(row.seats), self._of_today(row, save, answers)
        LOG.warning(
            "match %s: rules %s to %s, %s of %s answers kept", row.id, row.rules, match.title.version, len(match.answers), row.serial
        )
        revision, lost = row.revision + 1, row.serial - len(match.answers)
        head = head_of(match, seats, revision, rewound=revision, dropped=row.dropped + (lost + 1 if lost else 0), request=None)
        self.store.move(row.id, match.title.version, head, _snapshots(match), _moves(match))
        return match

    def _of_today(self, row: Row, save: Save, answers: list[tuple[int, int]]) -> Match:
        """The match under the rules of today."""
        stored = [(number, json.loads(state)) for number, state in self.store.snapshots(row.id)]
        match = Match.load(as_json(save), nonces=expected(parse_seats(row.seats)), snapshots=stored)
        match.know([side for _, side in answers])
        return match

    def _log(self, row: Row, first: int, last: int) -> Log:
        prefix = load(row.title).prefix
        opening = [(-1, parse_events(prefix, row.opening))] if first <= 0 else []
        found = opening + [(n, parse_events(prefix, text)) for n, text in self.store.events(row.id, first, last)]
        return found + (_end_of(_conceded(row)) if last >= row.serial else [])


def beginning_of(match: Match, seating: Seating) -> Beginning:
    """A fresh or a loaded match as it is written down, with its maker's key."""
    opening = match.all_events_of(-1)
    answers = [_answer_row(match, n, match.all_events_of(n)) for n in range(match.serial)]
    for _, side in seating.invites:
        seating.seats[side].vacant = True
    row = _row(match, seating.seats, opening)
    key = Key(row.id, tuple(seating.mine), owner=True)
    asked = seating.seats[row.asked] if row.asked in SIDES else None
    thought = None if asked is None or asked.agent is None else rank_of(asked.agent, attended=True)
    return Beginning(row, answers, _snapshots(match), _moves(match), (new_token(), key), seating.invites, thought)


def has_computers(live: Live) -> bool:
    return any(seat.agent is not None for seat in live.seats)


def owed(live: Live) -> int | None:
    """The rank of the thought that this table now waits for."""
    agent = live.agent_of(live.asked)
    return None if agent is None else rank_of(agent, attended=live.is_attended)


def head_of(match: Match, seats: list[Seat], revision: int, *, rewound: int = 0, dropped: int = 0, request: int | None = None) -> Head:
    """The columns that change with every answer."""
    outcome, state = match.outcome, match.state
    ended = None if outcome is None else [None if outcome.winner is None else int(outcome.winner), outcome.rule, outcome.ending]
    return Head(
        revision=revision,
        serial=len(match.answers),
        asked=int(match.title.flow.side(state)) if state.stack else None,
        outcome=None if ended is None else json.dumps(ended),
        dice=msgspec.json.encode(match.dice.spans).decode(),
        undone=msgspec.json.encode(match.undone).decode(),
        seats=format_seats(seats),
        conceded=msgspec.json.encode(match.conceded).decode() if match.conceded else None,
        state=_packed(state),
        rewound=rewound,
        dropped=dropped,
        request=request,
    )


def _row(match: Match, seats: list[Seat], opening: list[Event]) -> Row:
    now = time.time()
    return Row(
        **vars(head_of(match, seats, revision=0)),
        id=new_token()[:22],
        title=match.title.id,
        rules=match.title.version,
        scenario=match.scenario.id,
        scenario_text=match.scenario.text,
        options=json.dumps(sorted(match.options)),
        watch=new_token(),
        opening=format_events(opening),
        events_version=events_version(match.title.prefix),
        created=now,
        updated=now,
    )


def _answer_row(match: Match, number: int, events: list[Event]) -> AnswerRow:
    answer, by = match.entry(number)
    return AnswerRow(number, answer, int(by) + (JOINED if number in match.joined else 0), format_events(events))


def _save(row: Row, answers: list[tuple[int, int]], joined: list[int], moves: str) -> Save:
    """The keeper's own save of a match: nothing in it needs checking."""
    return Save(
        bivouac=FORMAT,
        title=row.title,
        rules=row.rules,
        scenario=row.scenario,
        options=json.loads(row.options),
        dice=msgspec.json.decode(row.dice, type=list[DiceSpan]),
        answers=[None if side == Side.CHANCE else answer for answer, side in answers],
        chance=[answer for answer, side in answers if side == Side.CHANCE],
        checksum="",
        outcome=OutcomeRecord(*json.loads(row.outcome)) if row.outcome else None,
        scenario_text=row.scenario_text,
        undone=msgspec.json.decode(row.undone, type=list[Undone]),
        conceded=_conceded(row),
        moved=msgspec.json.decode(moves, type=list[Moved]),
        joined=joined,
    )


def _beginning(row: Row) -> State:
    """The state before the first answer."""
    title = load(row.title)
    scenario: str | Scenario = row.scenario
    if row.scenario_text is not None and title.read_scenario is not None:
        scenario = title.read_scenario(row.scenario_text, "scenario_text")
    state: State = title.setup(title.scenario(scenario), json.loads(row.options))
    return state


def _conceded(row: Row) -> Conceded | None:
    return msgspec.json.decode(row.conceded, type=Conceded) if row.conceded else None


def _end_of(conceded: Conceded | None) -> Log:
    """Giving up follows from no answer."""
    return [] if conceded is None else [(conceded.at, [Event(CONCEDED, (conceded.side,))])]


def _snapshots(match: Match) -> list[tuple[int, str]]:
    """Positions along the way; the first, too, where the match begins in one of its own."""
    return [(n, _packed(state)) for n, state in match.snapshots() if (n or match.moved) and n % SNAPSHOT_EVERY == 0]


def _moves(match: Match) -> str:
    return msgspec.json.encode(match.moved).decode()


def _packed(state: State) -> str:
    return msgspec.json.encode(dump(state)).decode()
