"""From a table to the store's rows and back. If writing fails, whoever asked for it must throw the table away: the store is right."""

from __future__ import annotations

import json
import time

import msgspec

from bivouac.core.events import Event
from bivouac.core.ids import Side
from bivouac.core.state import State, dump, restore
from bivouac.core.title import Scenario
from bivouac.match import Match, Save
from bivouac.match.dice import DiceSpan
from bivouac.match.match import CONCEDED, SNAPSHOT_EVERY
from bivouac.match.save import FORMAT, Conceded, Undone
from bivouac.server.errors import Refused
from bivouac.server.live import SHOWN, Live, Log
from bivouac.server.seats import Seat, Seating, format_seats
from bivouac.server.store import AnswerRow, Head, Key, Row, Store, format_events, new_token, parse_events
from bivouac.titles import load


class Keeper:
    """Writes down what happens at the tables, and opens them from what was written down."""

    def __init__(self, store: Store, most_seconds: float) -> None:
        self.store = store
        self.most_seconds = most_seconds

    # --- writing --------------------------------------------------------------------------------------

    def begin(self, match: Match, seating: Seating) -> tuple[Live, str]:
        """A table for a fresh or a loaded match, and its maker's key."""
        opening, answers, snapshots = _recorded(match)
        row = _row(match, seating.seats, opening)
        token = new_token()
        rows = [_answer_row(match, n, events) for n, events in enumerate(answers)]
        self.store.create(row, rows, snapshots, (token, Key(row.id, tuple(seating.mine), owner=True)), seating.invites)
        log = [(-1, opening), *((n, events) for n, events in enumerate(answers) if events)]
        return Live(row, match, log[-SHOWN:], self.most_seconds), token

    def append(self, live: Live, before: int, events: list[Event]) -> None:
        """What was answered from number `before` on, and what followed from it."""
        live.revision += 1
        match, serial = live.match, live.serial
        rows = [_answer_row(match, n, events if n == before else []) for n in range(before, serial)]
        snapshot = (serial, _packed(match.state)) if before // SNAPSHOT_EVERY != serial // SNAPSHOT_EVERY else None
        self.store.append(live.id, rows, head_of(match, live.seats, live.revision), snapshot)
        if events:
            live.log.append((before, events))
            del live.log[: -4 * SHOWN]

    def rewind(self, live: Live) -> None:
        """The match was taken back to where it stands now."""
        live.revision += 1
        live.undo_revision = live.revision
        self.store.rewind(live.id, live.serial, head_of(live.match, live.seats, live.revision))
        live.log = [(n, events) for n, events in live.log if n < live.serial]

    # --- reading --------------------------------------------------------------------------------------

    def open(self, identity: str) -> Live:
        """A table as the store has it."""
        row = self._row(identity)
        answers = self.store.answers(identity)
        first = len(answers) - SHOWN
        return Live(row, self._match(row, answers), self._log(row, first, len(answers)), self.most_seconds)

    def earlier(self, live: Live, first: int, last: int) -> Log:
        """What followed from the answers first <= number < last (-1: from setting up)."""
        return self._log(self._row(live.id), first, last)

    def state_at(self, live: Live, number: int) -> State:
        """The state after `number` answers, from the nearest snapshot."""
        match, title = live.match, live.title
        stored = self.store.snapshot(live.id, number)
        state: State = title.setup(match.scenario, match.options)
        start = 0
        if stored is not None:
            start = stored[0]
            restore(state, json.loads(stored[1]), title.flow.frames)
            title.flow.run(state)
        for answer in match.answers[start:number]:
            title.play(state, answer)
        return state

    def _row(self, identity: str) -> Row:
        row = self.store.match(identity)
        if row is None:
            raise Refused(404, "errors.no_match")
        return row

    def _match(self, row: Row, answers: list[tuple[int, int]]) -> Match:
        """The match, played on from the last snapshot that leaves some answers to take back."""
        save = msgspec.to_builtins(_save(row, answers))
        stored = self.store.snapshot(row.id, max(0, len(answers) - SNAPSHOT_EVERY // 2))
        number, state = (stored[0], json.loads(stored[1])) if stored else (0, dump(_beginning(row)))
        match = Match.resume(save, {"answers": number, "state": state})
        match.sides[:number] = [side for _, side in answers[:number]]  # a save says only which of them were chance's
        return match

    def _log(self, row: Row, first: int, last: int) -> Log:
        prefix = load(row.title).prefix
        opening = [(-1, parse_events(prefix, row.opening))] if first <= 0 else []
        found = opening + [(n, parse_events(prefix, text)) for n, text in self.store.events(row.id, first, last)]
        conceded = _conceded(row)
        if conceded is not None and last >= row.serial:
            found.append((row.serial, [Event(CONCEDED, (conceded.side,))]))
        return found


def head_of(match: Match, seats: list[Seat], revision: int) -> Head:
    """The columns that change with every answer."""
    outcome, state = match.outcome, match.state
    ended = None if outcome is None else [None if outcome.winner is None else int(outcome.winner), outcome.rule, outcome.ending]
    return Head(
        revision=revision,
        serial=len(match.answers),
        asked=int(match.title.flow.side(state)) if state.stack else None,
        outcome=None if ended is None else json.dumps(ended),
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
        dice=json.dumps(match.save(reveal=True)["dice"]),
        watch=new_token(),
        opening=format_events(opening),
        created=now,
        updated=now,
    )


def _answer_row(match: Match, number: int, events: list[Event]) -> AnswerRow:
    return AnswerRow(number, match.answers[number], int(match.sides[number]), format_events(events))


def _save(row: Row, answers: list[tuple[int, int]]) -> Save:
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
        outcome=None,
        scenario_text=row.scenario_text,
        undone=msgspec.json.decode(row.undone, type=list[Undone]),
        conceded=_conceded(row),
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


def _recorded(match: Match) -> tuple[list[Event], list[list[Event]], list[tuple[int, str]]]:
    """A match played through again: the events of setting up, those of each answer, snapshots on the way."""
    title = match.title
    state = title.setup(match.scenario, match.options, log=True)
    opening = list(state.log or ())
    answers: list[list[Event]] = []
    snapshots: list[tuple[int, str]] = []
    for number, answer in enumerate(match.answers):
        match.sides[number] = title.flow.side(state)
        events: list[Event] = []
        state.log = events
        title.play(state, answer)
        answers.append(events)
        if (number + 1) % SNAPSHOT_EVERY == 0:
            snapshots.append((number + 1, _packed(state)))
    return opening, answers, snapshots


def _packed(state: State) -> str:
    return json.dumps(dump(state), separators=(",", ":"))
