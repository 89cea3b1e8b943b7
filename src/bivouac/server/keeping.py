"""From a table to the store's rows and back. If writing fails, whoever asked for it must throw the table away: the store is right."""

from __future__ import annotations

import json
import logging
import time
from typing import Any

import msgspec

from bivouac.core.events import Event
from bivouac.core.ids import Side
from bivouac.core.state import State, dump
from bivouac.core.text import Text
from bivouac.core.title import Scenario
from bivouac.match import BadSave, Match, Save
from bivouac.match.dice import DiceSpan
from bivouac.match.match import CONCEDED, SNAPSHOT_EVERY
from bivouac.match.opening import restored
from bivouac.match.save import FORMAT, Conceded, Moved, OutcomeRecord, Undone, as_json
from bivouac.server.errors import Refused
from bivouac.server.live import SHOWN, Live, Log
from bivouac.server.seats import Seat, Seating, expected, format_seats, parse_seats
from bivouac.server.store import AnswerRow, Head, Key, Row, Store, format_events, new_token, parse_events
from bivouac.titles import load

Snapshot = dict[str, Any]
LOG = logging.getLogger("bivouac.server")
JOINED = 8  # added to the side of an answer that belongs to one gesture with the answer before


class Keeper:
    """Writes down what happens at the tables, and opens them from what was written down."""

    def __init__(self, store: Store, most_seconds: float) -> None:
        self.store = store
        self.most_seconds = most_seconds

    # --- writing --------------------------------------------------------------------------------------

    def begin(self, match: Match, seating: Seating) -> tuple[Live, str]:
        """A table for a fresh or a loaded match, and its maker's key."""
        opening = match.all_events_of(-1)
        answers = [match.all_events_of(n) for n in range(len(match.answers))]
        row = _row(match, seating.seats, opening)
        token = new_token()
        rows = [_answer_row(match, n, events) for n, events in enumerate(answers)]
        key = Key(row.id, tuple(seating.mine), owner=True)
        self.store.create(row, rows, _snapshots(match), _moves(match), (token, key), seating.invites)
        log = [(-1, opening), *((n, events) for n, events in enumerate(answers) if events), *_end_of(match.conceded)]
        return Live(row, match, log[-SHOWN:], self.most_seconds), token

    def append(self, live: Live, before: int, events: list[Event]) -> None:
        """What was answered from number `before` on, and what followed from it."""
        live.revision += 1
        match, serial = live.match, live.serial
        rows = [_answer_row(match, n, events if n == before else []) for n in range(before, serial)]
        self.store.append(live.id, rows, head_of(match, live.seats, live.revision), (serial, _packed(match.state)))
        if events:
            live.log.append((before, events))
            del live.log[: -4 * SHOWN]

    def rewind(self, live: Live) -> None:
        """The match was taken back to where it stands now."""
        live.revision += 1
        live.undo_revision = live.revision
        head = head_of(live.match, live.seats, live.revision)
        self.store.rewind(live.id, live.serial, head, (live.serial, _packed(live.match.state)))
        live.log = [(n, events) for n, events in live.log if n < live.serial]

    # --- reading --------------------------------------------------------------------------------------

    def open(self, identity: str) -> Live:
        """A table as the store has it."""
        row = self._row(identity)
        match = self._match(row, self.store.answers(identity))
        serial = len(match.answers)
        return Live(row, match, self._log(row, serial - SHOWN, serial), self.most_seconds)

    def earlier(self, live: Live, first: int, last: int) -> Log:
        """What followed from the answers first <= number < last (-1: from setting up)."""
        return self._log(self._row(live.id), first, last)

    def state_at(self, live: Live, number: int) -> State:
        """The state after `number` answers, from the nearest snapshot; where the rules have changed since, as near to it as they lead."""
        match, title = live.match, live.title
        if number >= match.floor and number == live.serial:
            return match.state.clone()
        start, state = self._nearest(live, number)
        for answer in match.answers[start:number]:
            if not state.stack or answer not in state.options:
                break
            title.play(state, answer)
        return state

    def _nearest(self, live: Live, number: int) -> tuple[int, State]:
        stored = self.store.snapshot(live.id, number)
        if stored is not None:
            state = restored(live.match, json.loads(stored[1]))
            if state is not None:
                return stored[0], state
        return 0, live.title.setup(live.match.scenario, live.match.options)

    def _row(self, identity: str) -> Row:
        row = self.store.match(identity)
        if row is None:
            raise Refused(404, "errors.no_match")
        return row

    def _match(self, row: Row, answers: list[tuple[int, int]]) -> Match:
        """The match, played on from the last snapshot that leaves some answers to take back. If the rules, or the form of their states,
        have changed since it was stored, the whole of it."""
        joined = [number for number, (_, side) in enumerate(answers) if side >= JOINED]
        answers = [(answer, side - JOINED if side >= JOINED else side) for answer, side in answers]
        save = _save(row, answers, joined, self.store.moves(row.id))
        try:
            if row.rules != load(row.title).version:
                raise BadSave(Text("errors.save_position"))
            match = Match.resume(as_json(save), self._start(row, save))
        except BadSave:
            match = self._moved(row, save)
        known = min(len(answers), len(match.answers))
        match.sides[:known] = [side for _, side in answers[:known]]  # a save says only which of them were chance's
        return match

    def _start(self, row: Row, save: Save) -> Snapshot:
        """Where to resume: a stored position, or the one that stood when the rules had changed, or the beginning."""
        stood = next((m for m in reversed(save.moved) if m.state is not None), None)
        floor = stood.at if stood is not None else 0
        stored = self.store.snapshot(row.id, max(floor, len(save.answers) - SNAPSHOT_EVERY // 2))
        if stored is not None and stored[0] >= floor:
            return {"answers": stored[0], "state": json.loads(stored[1])}
        return {"answers": floor, "state": dump(_beginning(row)) if stood is None else stood.state}

    def _moved(self, row: Row, save: Save) -> Match:
        """A match that was stored under other rules goes on under those of today, and is stored so."""
        seats = parse_seats(row.seats)
        stored = [(number, json.loads(state)) for number, state in self.store.snapshots(row.id)]
        match = Match.load(as_json(save), nonces=expected(seats), snapshots=stored)
        LOG.warning(
            "match %s: rules %s to %s, %s of %s answers kept", row.id, row.rules, match.title.version, len(match.answers), row.serial
        )
        head = head_of(match, seats, row.revision)
        self.store.move(row.id, match.title.version, head, _snapshots(match), _moves(match))
        return match

    def _log(self, row: Row, first: int, last: int) -> Log:
        prefix = load(row.title).prefix
        opening = [(-1, parse_events(prefix, row.opening))] if first <= 0 else []
        found = opening + [(n, parse_events(prefix, text)) for n, text in self.store.events(row.id, first, last)]
        return found + (_end_of(_conceded(row)) if last >= row.serial else [])


def head_of(match: Match, seats: list[Seat], revision: int) -> Head:
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
        created=now,
        updated=now,
    )


def _answer_row(match: Match, number: int, events: list[Event]) -> AnswerRow:
    side = int(match.sides[number]) + (JOINED if number in match.joined else 0)
    return AnswerRow(number, match.answers[number], side, format_events(events))


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
    """Positions along the way, the last of them the present one."""
    on_the_way = [(n, _packed(state)) for n, state in match.snapshots() if 0 < n < len(match.answers) and n % SNAPSHOT_EVERY == 0]
    return [*on_the_way, (len(match.answers), _packed(match.state))]


def _moves(match: Match) -> str:
    return msgspec.json.encode(match.moved).decode()


def _packed(state: State) -> str:
    return json.dumps(dump(state), separators=(",", ":"))
