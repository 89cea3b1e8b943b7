"""One played instance of a title: answers come in, checked; chance answers from the secret seed; everything can be replayed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from bivouac.core.events import Event, event
from bivouac.core.flow import Question
from bivouac.core.ids import SIDES, Side, whole_number
from bivouac.core.legality import Refusal
from bivouac.core.state import Outcome, State, dump
from bivouac.core.table import Choice
from bivouac.core.text import Name, Text
from bivouac.core.title import BadSetup, Scenario, Title
from bivouac.match.dice import Dice, DiceReport, Nonces, Why, drawn, seed_bytes
from bivouac.match.errors import BadSave, CannotUndo, Illegal, Malformed, NotAsked, Stale
from bivouac.match.gestures import is_all_one, obstacle
from bivouac.match.notes import moved_text, taken_back_text
from bivouac.match.opening import Stored, Trust, begun, finish, open_match, replay_one, restored
from bivouac.match.save import FORMAT, Conceded, Moved, OutcomeRecord, Parsed, Save, Undone, as_json, parse_save
from bivouac.match.seen import seen_position
from bivouac.match.view import View, known_side
from bivouac.titles import load as load_title

SNAPSHOT_EVERY = 64
CONCEDED = event("conceded", "house-conceded", side="side")
LONGEST_ID = 100  # characters of the id of a player's own scenario
MOST_UNDONE = 1000  # take-backs that are remembered
BROUGHT = ("file", "position")  # spans before which nothing was thrown at this table
NOTED = (*BROUGHT, "joined")  # spans whose beginning the log mentions
UNKNOWN = -1  # who answered, where a record does not say


class Rolled(NamedTuple):
    """One result of chance: answer number, what could have come, with which weights, what came."""

    number: int
    outcomes: tuple[int, ...]
    weights: tuple[int, ...] | None
    answer: int


class Match:
    """`question` is what is asked now (None: over). `submit` answers it. Chance answers by itself.

    Everything that a method gives, and `state`, `answers` and `sides`, is a copy: changing it changes no match. The other attributes are
    the record of the match, which a keeper of matches (a server) may restore.
    """

    def __init__(self, title: Title[Any], scenario: Scenario, options: frozenset[str], dice: Dice, *, keep_log: bool = True) -> None:
        self.title = title
        self.scenario = scenario
        self.options = options
        self.dice = dice
        self.nonces: Nonces | None = None  # what the next span of dice begins with
        self.was = title.version  # the rules that the save this match came from was played under
        self._answers: list[int] = []
        self._sides: list[int] = []
        self.joined: set[int] = set()  # the numbers of answers that belong to one gesture with the one before
        self.settled: set[int] = set()  # those that no gesture gave; known as long as the match is open
        self.undone: list[Undone] = []
        self.moved: list[Moved] = []
        self.conceded: Conceded | None = None
        self._log: list[Event] = []
        self._marks = [0]
        self._base = 0
        self._floor = 0  # no position before this answer can be gone back to and played on
        self._state: State = _set_up(title, scenario, options, log=keep_log)
        if self._state.log is not None:
            self._log = self._state.log
            self._marks[0] = len(self._log)
        self._snapshots: dict[int, State] = {0: self._state.clone()}

    # --- beginning ------------------------------------------------------------------------------------

    @classmethod
    def new(
        cls,
        title: str | Title[Any],
        *,
        scenario: str | Scenario | None = None,
        options: Iterable[str] = (),
        seed: bytes | int | str | None = None,
        nonces: Nonces | None = None,
        keep_log: bool = True,
    ) -> Match:
        """A fresh match. Without a seed one is made; with one, the same answers give the same match. Without `nonces` the match gives the
        dice one of its own; those that are None are awaited, and nothing is rolled before `give_nonce` has brought one of them."""
        loaded = load_title(title) if isinstance(title, str) else title
        chosen = loaded.scenario(scenario)
        match = cls(loaded, chosen, loaded.option_set(chosen, options), Dice(), keep_log=keep_log)
        match.nonces = nonces
        match.dice.begin(0, "start", nonces, None if seed is None else seed_bytes(seed))
        match._roll()
        return match

    @classmethod
    def standing(cls, title: Title[Any], scenario: Scenario, options: frozenset[str], position: State, seed: bytes) -> Match:
        """A match that begins in a position that nobody has played up to; its dice are its own."""
        match = cls(title, scenario, options, Dice())
        match._log.clear()
        match._marks = [0]
        match.moved = [Moved(0, title.version, title.version, state=dump(position))]
        match.stand([], [], position)
        match.dice.begin(0, "start", None, seed)
        match._roll()
        return match

    # --- asking ---------------------------------------------------------------------------------------

    @property
    def state(self) -> State:
        """A copy of the position, secrets included, without the log."""
        return self._state.clone()

    @property
    def answers(self) -> list[int]:
        """All answers so far, those of chance too."""
        return list(self._answers)

    @property
    def sides(self) -> list[int]:
        """Who gave each of the answers."""
        return list(self._sides)

    def entry(self, number: int) -> tuple[int, int]:
        """Answer number `number`, and who gave it."""
        return self._answers[number], self._sides[number]

    @property
    def serial(self) -> int:
        """How many answers there are so far."""
        return len(self._answers)

    @property
    def question(self) -> Question | None:
        question = self.title.question(self._state)
        if question is not None:
            question.serial = len(self._answers)
        return question

    @property
    def outcome(self) -> Outcome | None:
        return self._state.outcome

    @property
    def commitment(self) -> str:
        """The SHA-256 of the secret seed that the dice follow from now on."""
        return self.dice.now.commit

    @property
    def awaited(self) -> tuple[Side, ...]:
        """The sides whose nonce is missing. The first one starts the dice; each later one has a part in the dice from then on."""
        return self.dice.awaited if self._state.stack else ()

    def choices(self) -> list[Choice]:
        """The options as things to click."""
        return [self.title.choice(self._state, a) for a in self._state.options]

    def refused(self) -> list[tuple[Choice, Refusal]]:
        """What one might think of here and may not do, each with its reason."""
        if not self._state.stack:
            return []
        options = set(self._state.options)
        found = [(a, self.title.refusal(self._state, a)) for a in self.title.flow.candidates(self._state) if a not in options]
        return [(self.title.choice(self._state, a), refusal) for a, refusal in found if refusal is not None]

    def refusal(self, answer: object) -> Refusal | None:
        """Why this answer would not be taken now; None if it would."""
        if not self._state.stack:
            raise NotAsked(Text("errors.over"))
        return self.title.refusal(self._state, _number(answer))

    def why(self, thing: Name | None) -> Refusal | None:
        """Why a thing on the table (`Name("hex", 34)`) cannot be chosen now; None if it can, or if nothing is asked. The thing itself is
        None where it is none of the rules' (a turn marker)."""
        return self.title.why(self._state, thing) if self._state.stack else None

    def view(self, side: Side | None, *, agent: str = "") -> View:
        """What a side may know (None: a spectator). `agent` is the name of the agent that the view is for, to be told in errors."""
        viewer = known_side(side)
        return View(self.title, self._state, viewer, agent, None if viewer is None else lambda: seen_position(self, viewer))

    def events(self, side: Side | None, since: int = 0) -> list[Event]:
        """What a side (None: a spectator) learned, from answer number `since` on."""
        viewer = known_side(side)
        first = self._marks[since - self._base] if since > self._base else 0
        return [e for e in self._log[first:] if e.visible_to(viewer)]

    def events_of(self, number: int, side: Side | None) -> list[Event]:
        """What a side learned from answer `number` (from 0), or, for -1, from setting up."""
        viewer = known_side(side)
        return [e for e in self.all_events_of(number) if e.visible_to(viewer)]

    def all_events_of(self, number: int) -> list[Event]:
        """The same, whoever may know it."""
        index = number - self._base
        first = self._marks[index] if index >= 0 else 0
        return self._log[first : self._marks[index + 1]]

    # --- answering ------------------------------------------------------------------------------------

    def submit(self, answer: object, *, side: Side | None = None, serial: int | None = None) -> list[Event]:
        """Answer the question that is being asked. Gives the events that followed (all of them: see `events` for one side's)."""
        return self.submit_all((answer,), side=side, serial=serial)

    def submit_all(self, answers: Sequence[object], *, side: Side | None = None, serial: int | None = None) -> list[Event]:
        """Several answers as one gesture: all of them are taken, or none; they are taken back together. Between them nobody else is asked,
        no die falls, and the side learns no secret."""
        given = [_number(a) for a in answers]
        if not self._state.stack:
            raise NotAsked(Text("errors.over"))
        if serial is not None and serial != len(self._answers):
            raise Stale(Text("errors.stale", {"given": serial, "serial": len(self._answers)}))
        asked = self.title.flow.side(self._state)
        if asked == Side.CHANCE:
            raise NotAsked(Text("errors.dice_wait"))
        if side is not None and side != asked:
            raise NotAsked(Text("errors.not_asked", {"side": Name("side", side), "asked": Name("side", asked)}))
        objection = obstacle(self.title, self._state, given)
        if objection is not None:
            raise Illegal(objection) if isinstance(objection, Refusal) else Malformed(objection)
        before, first = len(self._log), len(self._answers)
        for answer in given:
            self.play(answer, asked)
        self.joined.update(range(first + 1, first + len(given)))
        self._roll()
        return self._log[before:]

    def settle(self, sides: Sequence[Side] = SIDES) -> list[Event]:
        """Answer, for these sides, what leaves nothing to choose since no rule tells the things apart that could be named. It belongs to
        the gesture before it, if that was the same side's; else it is nobody's gesture, and nobody's to take back."""
        before = len(self._log)
        while self._state.stack and (side := self.title.flow.side(self._state)) in sides and is_all_one(self.title, self._state):
            number = len(self._answers)
            self.play(self._state.options[0], side)
            own = number > 0 and self._sides[number - 1] == side
            (self.joined if own else self.settled).add(number)
            self._roll()
        return self._log[before:]

    def play(self, answer: int, side: int) -> None:
        """Play an answer that is known to be an option, of whoever is asked: `submit` checks, and lets chance answer."""
        self.title.flow.play(self._state, answer)
        self._answers.append(answer)
        self._sides.append(side)
        self._marks.append(len(self._log))
        if len(self._answers) % SNAPSHOT_EVERY == 0:
            self._snapshots[len(self._answers)] = self._state.clone()

    def _roll(self) -> None:
        flow, state = self.title.flow, self._state
        before = len(self._answers)
        while state.stack and flow.is_chance(state) and not self.dice.is_waiting:
            self.play(self.dice.draw(len(self._answers), state.options, flow.weights(state)), Side.CHANCE)
        if len(self._answers) > before and state.stack:
            self.dice.promise_next()

    def give_nonce(self, side: Side, nonce: str | None) -> list[Event]:
        """What a seat gives to the dice (None: nobody sits there who could). Gives the events of what is rolled then."""
        return self.give_nonces([side], nonce)

    def give_nonces(self, sides: Iterable[Side], nonce: str | None) -> list[Event]:
        """The same for all the seats of one browser."""
        before = len(self._log)
        for side in sides:
            if nonce is None:
                self.dice.give_none(side, len(self._answers))
            else:
                self.dice.give(side, nonce, len(self._answers))
        self._roll()
        return self._log[before:]

    def fresh_dice(self) -> None:
        """A save came from outside: whoever brought it may know its seed, and chance goes on from another one."""
        self.dice.begin(len(self._answers), "file", self.nonces)

    def concede(self, side: Side) -> list[Event]:
        """A side gives up, whoever is asked. The title's own rule for it decides; without one the other side wins. Gives the events."""
        if not self._state.stack:
            raise NotAsked(Text("errors.over"))
        verdict: Outcome | Refusal = Outcome(side.other, "house-conceded", "conceded")
        if self.title.concession is not None:
            verdict = self.title.concession(self._state, side)
        if isinstance(verdict, Refusal):
            raise Illegal(verdict)
        before = len(self._log)
        self.conceded = Conceded(len(self._answers), int(side))
        self._state.tell(CONCEDED, side)
        self._state.finish(verdict)
        self._state.options = ()
        return self._log[before:]

    # --- taking back ----------------------------------------------------------------------------------

    def undo(self, side: Side, *, granted: bool = False, practice: bool = False) -> None:
        """Take back the side's last gesture. Free until dice, a secret, another side or the end; beyond that only when the other side
        grants it, and where dice, a secret or the end lay between, with new dice."""
        point = self._undo_point(side)
        obstacle = self.undo_obstacle(side)
        if obstacle is not None and not granted:
            raise CannotUndo(obstacle)
        crossed, dropped = self._is_crossed(point, side), len(self._answers) - point
        self.conceded = None
        self._rewind(point)
        self.dice.back_to(point)
        if crossed:
            self.dice.begin(point, "undo", self.nonces)
        if obstacle is not None:
            self.undone.append(Undone(point, dropped, int(side), crossed, practice))
            del self.undone[:-MOST_UNDONE]
        self._roll()

    def undo_obstacle(self, side: Side) -> Text | None:
        """Why the side may not take back its last answer freely."""
        try:
            point = self._undo_point(side)
        except CannotUndo as e:
            return e.text
        if self.outcome is not None:
            return Text("errors.undo_over")
        if self._is_crossed(point, side):
            return Text("errors.undo_dice")
        return Text("errors.undo_other") if any(s != side for s in self._sides[point:]) else None

    def _has_conceded(self, side: Side) -> bool:
        return self.conceded is not None and self.conceded.side == side

    def _is_crossed(self, point: int, side: Side) -> bool:
        """Whether dice, a secret that the side has learned or the end lie between a point and now. What it has shown of its own, a card
        that it discarded, is its own affair."""
        return self.outcome is not None or Side.CHANCE in self._sides[point:] or self._has_learned(point, side)

    def _has_learned(self, point: int, side: Side) -> bool:
        return any(e.teaches(side) for e in self._log[self._marks[point - self._base] :])

    def _undo_point(self, side: Side) -> int:
        """The number of the first answer of the side's last gesture; who has given up takes that back first."""
        if self._has_conceded(side):
            return len(self._answers)
        for point in range(len(self._answers) - 1, max(self._base, self._floor) - 1, -1):
            if self._sides[point] != side or point in self.settled:
                continue
            if point not in self.joined or point == max(self._base, self._floor):
                return point
        raise CannotUndo(Text("errors.nothing_to_undo"))

    def _rewind(self, point: int) -> None:
        """Back to the position before answer number `point`, from the nearest snapshot."""
        replayed, sides = self._answers[:point], self._sides[:point]
        self.joined, self.settled = {n for n in self.joined if n < point}, {n for n in self.settled if n < point}
        start = max(n for n in self._snapshots if n <= point)
        self._snapshots = {n: s for n, s in self._snapshots.items() if n <= start}
        keep_log = self._state.log is not None
        self._state = self._snapshots[start].clone()
        del self._answers[start:], self._sides[start:], self._marks[start - self._base + 1 :], self._log[self._marks[start - self._base] :]
        self._state.log = self._log if keep_log else None
        for answer, side in zip(replayed[start:], sides[start:]):
            self.play(answer, side)

    def at(self, number: int) -> Match:
        """The same match as it stood after `number` answers, to look at; it cannot be played on."""
        copy = Match.__new__(Match)
        copy.__dict__.update(self.__dict__)
        copy._answers, copy._sides = list(self._answers), list(self._sides)
        copy.joined, copy.settled = set(self.joined), set(self.settled)
        copy.undone, copy.moved = list(self.undone), list(self.moved)
        copy.dice = self.dice.copy()
        copy._log, copy._marks = list(self._log), list(self._marks)
        copy._snapshots = dict(self._snapshots)
        copy._state = self._state
        if number < len(self._answers):
            copy._rewind(max(number, self._base, self._floor))
        else:
            copy._state = self._state.clone()
        return copy

    def branch(self, number: int, *, why: Why = "file", nonces: Nonces | None = None) -> Match:
        """The match as it stood after `number` answers, to be played on otherwise, with dice of its own; `take` goes on."""
        copy = self.at(number)
        copy.conceded, copy.joined, copy.undone = None, set(self.joined), list(self.undone)
        copy._rewind(min(max(number, self._base, self._floor), len(self._answers)))
        copy.dice = Dice(copy.dice.used)  # a copy of their own, by `at`
        copy.dice.back_to(len(copy._answers))
        copy.nonces = nonces
        copy.dice.begin(len(copy._answers), why, nonces)
        return copy

    def take(self, answers: Sequence[int]) -> list[Event]:
        """Answers of whoever is asked, chance among them, one after the other: for trying things out. What is no option is refused."""
        before = len(self._log)
        for answer in map(_number, answers):
            if not self._state.stack:
                raise NotAsked(Text("errors.over"))
            if answer not in self._state.options:
                refusal = None if self.title.flow.is_chance(self._state) else self.title.refusal(self._state, answer)
                raise Illegal(refusal) if refusal is not None else Malformed(Text("errors.malformed", {"value": str(answer)}))
            self.play(answer, self.title.flow.side(self._state))
        self._roll()
        return self._log[before:]

    # --- what was out of the ordinary -----------------------------------------------------------------

    def notes(self) -> list[tuple[int, Text]]:
        """What both sides should know of how this match came to be what it is, each with the answer it stands at."""
        found = [(d.start, Text(f"notes.from_{d.why}")) for d in self.dice.used if d.why in NOTED]
        found += [(m.at, moved_text(m)) for m in self.moved]
        found += [(u.at, taken_back_text(u)) for u in self.undone]
        return sorted(found, key=lambda note: note[0])

    @property
    def floor(self) -> int:
        """The number of the last position that stood because the rules had changed: what led to it cannot be played again."""
        return self._floor

    @property
    def earliest(self) -> int:
        """The number of the first position that can be gone back to."""
        return max(self._base, self._floor)

    def stand(self, answers: list[int], chance: list[bool], position: State) -> None:
        """Go on from a position, whatever the answers before it would lead to under these rules. What they do lead to has been played
        as far as it goes; the rest is kept as a record."""
        played, keep_log = len(self._answers), self._state.log is not None
        self._answers = list(answers)
        self._sides += [Side.CHANCE if c else UNKNOWN for c in chance[played:]]
        self._marks += [len(self._log)] * (len(answers) - played)
        self._floor = len(answers)
        self._snapshots = {n: s for n, s in self._snapshots.items() if n < self._floor} | {self._floor: position.clone()}
        self._state = position.clone()
        self._state.log = self._log if keep_log else None

    # --- saving ---------------------------------------------------------------------------------------

    def save(self, *, reveal: bool = False) -> dict[str, Any]:
        """The match as plain JSON values. The seed is in it when the match is over (or with `reveal`, for the keeper's own records)."""
        chance = [s == Side.CHANCE for s in self._sides]
        save = Save(
            bivouac=FORMAT,
            title=self.title.id,
            rules=self.title.version,
            scenario=self.scenario.id,
            options=sorted(self.options),
            dice=self.dice.shown(opened=reveal or self.outcome is not None),
            answers=[None if c else a for a, c in zip(self._answers, chance)],
            chance=[a for a, c in zip(self._answers, chance) if c],
            checksum="",
            outcome=self.outcome_record(),
            scenario_text=self.scenario.text,
            undone=self.undone,
            conceded=self.conceded,
            moved=self.moved,
            joined=sorted(self.joined),
            snapshot=dump(self._state),
        )
        return as_json(save)

    def outcome_record(self) -> OutcomeRecord | None:
        o = self.outcome
        return None if o is None else OutcomeRecord(None if o.winner is None else int(o.winner), o.rule, o.ending)

    @classmethod
    def load(
        cls,
        data: str | bytes | dict[str, Any],
        *,
        keep_log: bool = True,
        nonces: Nonces | None = None,
        brought: bool = False,
        trust: Trust = lambda save: True,
        snapshots: Sequence[Stored] = (),
    ) -> Match:
        """A match from its save; every answer is checked again. If the seed is not in it, or a player has `brought` it to a table, chance
        goes on from a fresh one; `nonces` as in `new`. Of saves of other rules see `bivouac.match.opening`; `trust` says whether the
        position that such a save records is believed, `snapshots` are positions on the way that its keeper has."""
        match = open_match(cls, parse_save(data), trust, snapshots, nonces, keep_log=keep_log)
        if brought or (match.outcome is None and match.dice.now.seed is None):
            match.fresh_dice()
        match._roll()
        return match

    # --- snapshots: only a cache ----------------------------------------------------------------------

    def snapshot(self) -> dict[str, Any]:
        """The position as plain values, to resume without a replay."""
        return {"answers": len(self._answers), "state": dump(self._state)}

    def snapshots(self, first: int = 0) -> Iterator[tuple[int, State]]:
        """Positions along the way that are kept, from `first` answers on: (answers given, a copy of the position)."""
        yield from ((number, state.clone()) for number, state in self._snapshots.items() if number >= first)

    @classmethod
    def resume(cls, save: Save, snapshot: dict[str, Any], sides: Sequence[int] = ()) -> Match:
        """A match from its keeper's own save and a snapshot taken along the way; only the answers since are played. Events from before
        the snapshot are not there: whoever resumes has kept them. `sides` says who gave the answers before it, as far as that is known:
        a save says only which of them were chance's."""
        parsed = Parsed(save, "", is_whole=True)
        match, _ = begun(cls, parsed, keep_log=True)
        start, answers = snapshot["answers"], save.merged
        match.undone, match.moved, match.joined = list(save.undone), list(save.moved), set(save.joined)
        match._floor = match._stood()[0]
        position = restored(match, snapshot["state"])
        if position is None or save.rules != match.title.version or start < match._floor:
            raise BadSave(Text("errors.save_position"))
        match._state = position
        match._base = start
        match._answers = answers[:start]
        match._sides = [Side.CHANCE if a is None else UNKNOWN for a in save.answers[:start]]
        match.know(sides)
        match._log = match._state.log = []
        match._marks = [0]
        match._snapshots = {start: match._state.clone()}
        for number in range(start, len(answers)):
            replay_one(match, parsed, number, answers[number])
        finish(match, parsed)
        return match

    def know(self, sides: Sequence[int]) -> None:
        """Who gave the answers, where the save did not say."""
        known = min(len(sides), len(self._sides))
        self._sides[:known] = sides[:known]

    def _stood(self) -> tuple[int, State | None]:
        """The last position that stood because the rules had changed, and after how many answers."""
        for moved in reversed(self.moved):
            if moved.state is not None:
                return moved.at, restored(self, moved.state)
        return 0, None

    # --- fairness -------------------------------------------------------------------------------------

    def rolls(self) -> Iterator[Rolled]:
        """Every result of chance that can be followed under the rules of today."""
        floor, position = self._stood()
        until = len(self._answers) if position is None else floor
        yield from self._followed(_set_up(self.title, self.scenario, self.options), 0, until)
        if position is not None:
            yield from self._followed(position, floor, len(self._answers))

    def _followed(self, state: State, first: int, last: int) -> Iterator[Rolled]:
        flow = self.title.flow
        for number, answer in enumerate(self._answers[first:last], first):
            if not state.stack or answer not in state.options:
                return
            if flow.is_chance(state):
                weights = flow.weights(state)
                yield Rolled(number, tuple(state.options), None if weights is None else tuple(weights), answer)
            flow.play(state, answer)

    def dice_report(self) -> DiceReport:
        """Do the results of chance follow from what was promised?"""
        right = sealed = 0
        wrong: Text | None = None
        foreign_rules = len(self._answers) if self.was != self.title.version else self._floor
        for roll in self.rolls():
            span = self.dice.span_of(roll.number)
            if span.seed is None:
                sealed += 1
                continue
            due = drawn(span, roll.number, roll.outcomes, roll.weights)
            right += due == roll.answer
            if due != roll.answer and roll.number >= foreign_rules and wrong is None:
                wrong = Text("errors.save_dice", {"number": roll.number, "found": roll.answer, "right": due})
        chance = [n for n, s in enumerate(self._sides) if s == Side.CHANCE]
        file = max((d.start for d in self.dice.spans if d.why in BROUGHT), default=0)
        former = 0 if wrong is not None else len(chance) - right - sealed
        return DiceReport(right, sealed, former, sum(n < file for n in chance), wrong)

    def check_dice(self) -> Text | None:
        """The first result of chance that does not follow from its promised seed, or None. Results whose seed is sealed are passed over."""
        return self.dice_report().wrong

    def sealed(self) -> int:
        """How many results of chance cannot be checked yet."""
        return sum(1 for n, s in enumerate(self._sides) if s == Side.CHANCE and self.dice.span_of(n).seed is None)


def _number(answer: object) -> int:
    """An answer as its number."""
    number = whole_number(answer.answer if isinstance(answer, Choice) else answer)
    if number is None:
        raise Malformed(Text("errors.malformed", {"value": repr(answer)[:60]}))
    return number


def _set_up(title: Title[Any], scenario: Scenario, options: frozenset[str], *, log: bool = False) -> Any:
    """A fresh state. A player's own scenario may ask for what the rules cannot set up."""
    if scenario.text is not None and not (len(scenario.id) <= LONGEST_ID and scenario.id.isprintable()):
        raise BadSetup(Text("errors.scenario_id", {"most": LONGEST_ID}))
    try:
        return title.setup(scenario, options, log=log)
    except BadSetup:
        raise
    except Exception as e:
        if scenario.text is None:
            raise
        raise BadSetup(Text("errors.scenario_unplayable", {"problem": type(e).__name__})) from e
