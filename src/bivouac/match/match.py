"""One played instance of a title: answers come in, checked; chance answers from the secret seed; everything can be replayed."""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from bivouac.core.chance import commitment, draw
from bivouac.core.events import Event, event
from bivouac.core.flow import Question
from bivouac.core.ids import Side
from bivouac.core.legality import Refusal
from bivouac.core.state import Outcome, State, dump, restore
from bivouac.core.table import Choice
from bivouac.core.text import Name, Text
from bivouac.core.title import BadSetup, Scenario, Title
from bivouac.match.errors import BadSave, CannotUndo, Illegal, Malformed, NotAsked, Stale
from bivouac.match.save import FORMAT, Conceded, DiceSpan, OutcomeRecord, Save, Undone, line_at, parse_save
from bivouac.match.view import View
from bivouac.titles import load as load_title

SNAPSHOT_EVERY = 64
CONCEDED = event("conceded", "house-conceded", side="side")


class Match:
    """`question` is what is asked now (None: over). `submit` answers it. Chance answers by itself."""

    def __init__(
        self, title: Title[Any], scenario: Scenario, options: frozenset[str], dice: list[DiceSpan], *, keep_log: bool = True
    ) -> None:
        self.title = title
        self.scenario = scenario
        self.options = options
        self.answers: list[int] = []
        self.sides: list[int] = []
        self.undone: list[Undone] = []
        self.conceded: Conceded | None = None
        self._dice = dice
        self._log: list[Event] = []
        self._marks = [0]
        self._base = 0
        self.state: State = title.setup(scenario, options, log=keep_log)
        if self.state.log is not None:
            self._log = self.state.log
            self._marks[0] = len(self._log)
        self._snapshots: dict[int, State] = {0: self.state.clone()}

    # --- beginning ------------------------------------------------------------------------------------

    @classmethod
    def new(
        cls,
        title: str | Title[Any],
        *,
        scenario: str | Scenario | None = None,
        options: Iterable[str] = (),
        seed: bytes | int | str | None = None,
        keep_log: bool = True,
    ) -> Match:
        """A fresh match. Without a seed one is made; with one, the same answers give the same match."""
        loaded = load_title(title) if isinstance(title, str) else title
        chosen = loaded.scenario(scenario)
        secret = seed_bytes(seed)
        match = cls(loaded, chosen, loaded.option_set(chosen, options), [DiceSpan(0, commitment(secret), secret.hex())], keep_log=keep_log)
        match._roll()
        return match

    # --- asking ---------------------------------------------------------------------------------------

    @property
    def question(self) -> Question | None:
        question = self.title.question(self.state)
        if question is not None:
            question.serial = len(self.answers)
        return question

    @property
    def outcome(self) -> Outcome | None:
        return self.state.outcome

    @property
    def commitment(self) -> str:
        """The SHA-256 of the secret seed that the dice follow from now on."""
        return self._dice[-1].commit

    def choices(self) -> list[Choice]:
        """The options as things to click."""
        return [self.title.choice(self.state, a) for a in self.state.options]

    def refused(self) -> list[tuple[Choice, Refusal]]:
        """What one might think of here and may not do, each with its reason."""
        if not self.state.stack:
            return []
        options = set(self.state.options)
        found = [(a, self.title.refusal(self.state, a)) for a in self.title.flow.candidates(self.state) if a not in options]
        return [(self.title.choice(self.state, a), refusal) for a, refusal in found if refusal is not None]

    def refusal(self, answer: int) -> Refusal | None:
        """Why this answer would not be taken now; None if it would."""
        if not self.state.stack:
            raise NotAsked(Text("errors.over"))
        return self.title.refusal(self.state, answer)

    def why(self, thing: Name) -> Refusal | None:
        """Why a thing on the table (`Name("hex", 34)`) cannot be chosen now; None if it can, or if nothing is asked."""
        return self.title.why(self.state, thing) if self.state.stack else None

    def view(self, side: Side | None) -> View:
        return View(self.title, self.state, side)

    def events(self, side: Side | None, since: int = 0) -> list[Event]:
        """What a side (None: a spectator) learned, from answer number `since` on."""
        first = self._marks[since - self._base] if since > self._base else 0
        return [e for e in self._log[first:] if e.visible_to(side)]

    def events_of(self, number: int, side: Side | None) -> list[Event]:
        """What a side learned from answer `number` (from 0), or, for -1, from setting up."""
        index = number - self._base
        first = self._marks[index] if index >= 0 else 0
        return [e for e in self._log[first : self._marks[index + 1]] if e.visible_to(side)]

    # --- answering ------------------------------------------------------------------------------------

    def submit(self, answer: object, *, side: Side | None = None, serial: int | None = None) -> list[Event]:
        """Answer the question that is being asked. Gives the events that followed (all of them: see `events` for one side's)."""
        if isinstance(answer, Choice):
            answer = answer.answer
        if not isinstance(answer, int) or isinstance(answer, bool):
            raise Malformed(Text("errors.malformed", {"value": repr(answer)[:60]}))
        if not self.state.stack:
            raise NotAsked(Text("errors.over"))
        if serial is not None and serial != len(self.answers):
            raise Stale(Text("errors.stale", {"given": serial, "serial": len(self.answers)}))
        asked = self.title.flow.side(self.state)
        if side is not None and side != asked:
            raise NotAsked(Text("errors.not_asked", {"side": Name("side", side), "asked": Name("side", asked)}))
        if answer not in self.state.options:
            refusal = self.title.refusal(self.state, answer)
            assert refusal is not None
            raise Illegal(refusal)
        before = len(self._log)
        self._play(answer, asked)
        self._roll()
        return self._log[before:]

    def _play(self, answer: int, side: int) -> None:
        self.title.flow.play(self.state, answer)
        self.answers.append(answer)
        self.sides.append(side)
        self._marks.append(len(self._log))
        if len(self.answers) % SNAPSHOT_EVERY == 0:
            self._snapshots[len(self.answers)] = self.state.clone()

    def _roll(self) -> None:
        flow, state = self.title.flow, self.state
        while state.stack and flow.is_chance(state):
            seed = self._dice[-1].seed
            assert seed is not None
            self._play(draw(bytes.fromhex(seed), len(self.answers), state.options, flow.weights(state)), Side.CHANCE)

    def concede(self, side: Side) -> None:
        """A side gives up, whoever is asked. The title's own rule for it decides; without one the other side wins."""
        if not self.state.stack:
            raise NotAsked(Text("errors.over"))
        verdict: Outcome | Refusal = Outcome(side.other, "house-conceded", "conceded")
        if self.title.concession is not None:
            verdict = self.title.concession(self.state, side)
        if isinstance(verdict, Refusal):
            raise Illegal(verdict)
        self.conceded = Conceded(len(self.answers), int(side))
        self.state.tell(CONCEDED, side)
        self.state.finish(verdict)
        self.state.options = ()

    # --- taking back ----------------------------------------------------------------------------------

    def undo(self, side: Side, *, granted: bool = False) -> None:
        """Take back the side's last answer. Free until dice, a secret, or another side; beyond that only when the other side grants it."""
        point = self._last_answer_of(side)
        if not granted:
            obstacle = self.undo_obstacle(side)
            if obstacle is not None:
                raise CannotUndo(obstacle)
        else:
            self.undone.append(Undone(point, len(self.answers) - point, int(side)))
        self.conceded = None
        self._rewind(point)

    def undo_obstacle(self, side: Side) -> Text | None:
        """Why the side may not take back its last answer freely."""
        if side not in self.sides:
            return Text("errors.nothing_to_undo")
        point = self._last_answer_of(side)
        if Side.CHANCE in self.sides[point + 1 :] or any(e.kind.reveals for e in self._log[self._marks[point - self._base] :]):
            return Text("errors.undo_dice")
        return Text("errors.undo_other") if point != len(self.answers) - 1 else None

    def _last_answer_of(self, side: Side) -> int:
        for point in range(len(self.answers) - 1, self._base - 1, -1):
            if self.sides[point] == side:
                return point
        raise CannotUndo(Text("errors.nothing_to_undo"))

    def _rewind(self, point: int) -> None:
        """Back to the position before answer number `point`, from the nearest snapshot."""
        replayed, sides = self.answers[:point], self.sides[:point]
        start = max(n for n in self._snapshots if n <= point)
        self._snapshots = {n: s for n, s in self._snapshots.items() if n <= start}
        keep_log = self.state.log is not None
        self.state = self._snapshots[start].clone()
        del self.answers[start:], self.sides[start:], self._marks[start - self._base + 1 :], self._log[self._marks[start - self._base] :]
        self.state.log = self._log if keep_log else None
        for answer, side in zip(replayed[start:], sides[start:]):
            self._play(answer, side)

    def at(self, number: int) -> Match:
        """The same match as it stood after `number` answers, to look at; it cannot be played on."""
        copy = Match.__new__(Match)
        copy.__dict__.update(self.__dict__)
        copy.answers, copy.sides = list(self.answers), list(self.sides)
        copy._log, copy._marks = list(self._log), list(self._marks)
        copy._snapshots = dict(self._snapshots)
        copy.state = self.state
        if number < len(self.answers):
            copy._rewind(max(number, self._base))
        else:
            copy.state = self.state.clone()
        return copy

    # --- saving ---------------------------------------------------------------------------------------

    def save(self, *, reveal: bool = False) -> dict[str, Any]:
        """The match as plain JSON values. The seed is in it when the match is over (or with `reveal`, for the keeper's own records)."""
        over = self.outcome is not None
        chance = [s == Side.CHANCE for s in self.sides]
        record = (
            OutcomeRecord(None if self.outcome.winner is None else int(self.outcome.winner), self.outcome.rule, self.outcome.ending)
            if self.outcome
            else None
        )
        save = Save(
            bivouac=FORMAT,
            title=self.title.id,
            rules=self.title.version,
            scenario=self.scenario.id,
            options=sorted(self.options),
            dice=[d if over or reveal else DiceSpan(d.start, d.commit) for d in self._dice],
            answers=[None if c else a for a, c in zip(self.answers, chance)],
            chance=[a for a, c in zip(self.answers, chance) if c],
            checksum=checksum(self.state),
            outcome=record,
            scenario_text=self.scenario.text,
            undone=self.undone,
            conceded=self.conceded,
        )
        builtins: dict[str, Any] = msgspec.to_builtins(save)
        return builtins

    @classmethod
    def load(cls, data: str | bytes | dict[str, Any], *, keep_log: bool = True) -> Match:
        """A match from its save; every answer is checked again. If the seed is not in it, chance goes on from a fresh one."""
        save, text = parse_save(data)
        match = cls._opened(save, text, keep_log=keep_log)
        for number, answer in enumerate(_merged(save)):
            match._replay(number, answer, save, text)
        match._finish_loading(save, text)
        if match.outcome is None and match._dice[-1].seed is None:
            secret = secrets.token_bytes(32)
            match._dice.append(DiceSpan(len(match.answers), commitment(secret), secret.hex()))
        if checksum(match.state) != save.checksum:
            raise BadSave(Text("errors.save_checksum", {"line": line_at(text, ".checksum")}))
        expected = match.save()["outcome"]
        if expected != msgspec.to_builtins(save.outcome):
            raise BadSave(Text("errors.save_outcome", {"line": line_at(text, ".outcome")}))
        match._roll()
        return match

    @classmethod
    def _opened(cls, save: Save, text: str, *, keep_log: bool) -> Match:
        """The match of a save at its beginning."""
        try:
            title = load_title(save.title)
            if save.rules != title.version:
                raise BadSave(Text("errors.save_version", {"found": save.rules, "title": title.id, "known": title.version}))
            scenario: str | Scenario = save.scenario
            if save.scenario_text is not None:
                if title.read_scenario is None:
                    raise BadSave(Text("errors.no_scenario_file", {"title": title.id}))
                scenario = title.read_scenario(save.scenario_text, "scenario_text")
            chosen = title.scenario(scenario)
            options = title.option_set(chosen, save.options)
        except BadSetup as e:
            raise BadSave(e.text) from None
        _check_spans(save, text)
        return cls(title, chosen, options, list(save.dice), keep_log=keep_log)

    def _replay(self, number: int, answer: int, save: Save, text: str) -> None:
        if not self.state.stack:
            raise BadSave(Text("errors.save_extra", {"number": number, "line": line_at(text, f".answers[{number}]")}))
        side = self.title.flow.side(self.state)
        if answer not in self.state.options or (side == Side.CHANCE) != (save.answers[number] is None):
            line = line_at(text, f".answers[{number}]")
            raise BadSave(Text("errors.save_answer", {"number": number, "answer": answer, "line": line}))
        self._play(answer, side)

    def _finish_loading(self, save: Save, text: str) -> None:
        self.undone = list(save.undone)
        if save.conceded is None:
            return
        good = save.conceded.at == len(self.answers) and save.conceded.side in (0, 1) and self.state.stack
        if not good:
            raise BadSave(Text("errors.save_field", {"line": line_at(text, ".conceded"), "problem": "nobody can concede there"}))
        self.concede(Side(save.conceded.side))

    # --- snapshots: only a cache ----------------------------------------------------------------------

    def snapshot(self) -> dict[str, Any]:
        """The position as plain values, to resume without a replay."""
        return {"answers": len(self.answers), "state": dump(self.state)}

    @classmethod
    def resume(cls, data: str | bytes | dict[str, Any], snapshot: dict[str, Any]) -> Match:
        """A match from its keeper's own save and a snapshot taken along the way; only the answers since are played. Events from before
        the snapshot are not there: whoever resumes has kept them."""
        save, text = parse_save(data)
        match = cls._opened(save, text, keep_log=True)
        start = snapshot["answers"]
        answers = _merged(save)
        restore(match.state, snapshot["state"], match.title.flow.frames)
        match.title.flow.run(match.state)
        match._base = start
        match.answers = answers[:start]
        match.sides = [Side.CHANCE if a is None else -1 for a in save.answers[:start]]
        match._log = match.state.log = []
        match._marks = [0]
        match._snapshots = {start: match.state.clone()}
        for number in range(start, len(answers)):
            match._replay(number, answers[number], save, text)
        match._finish_loading(save, text)
        return match

    # --- fairness -------------------------------------------------------------------------------------

    def check_dice(self) -> Text | None:
        """The first result of chance that does not follow from its promised seed, or None. Results whose seed is sealed are passed over."""
        for number, outcomes, weights, answer in self._chances():
            span = [d for d in self._dice if d.start <= number][-1]
            if span.seed is None:
                continue
            right = draw(bytes.fromhex(span.seed), number, outcomes, weights)
            if right != answer:
                return Text("errors.save_dice", {"number": number, "found": answer, "right": right})
        return None

    def sealed(self) -> int:
        """How many results of chance cannot be checked yet."""
        open_from = [(d.start, d.seed is None) for d in self._dice]
        return sum(1 for n, s in enumerate(self.sides) if s == Side.CHANCE and [sealed for start, sealed in open_from if start <= n][-1])

    def _chances(self) -> Iterator[tuple[int, Any, Any, int]]:
        flow = self.title.flow
        state = self.title.setup(self.scenario, self.options)
        for number, answer in enumerate(self.answers):
            if flow.is_chance(state):
                yield number, state.options, flow.weights(state), answer
            flow.play(state, answer)


def seed_bytes(seed: bytes | int | str | None) -> bytes:
    """A secret seed; a number or a word gives the same one each time."""
    if seed is None:
        return secrets.token_bytes(32)
    return seed if isinstance(seed, bytes) else hashlib.sha256(f"bivouac:{seed}".encode()).digest()


def checksum(state: State) -> str:
    return hashlib.sha256(json.dumps(dump(state), sort_keys=True).encode()).hexdigest()


def _merged(save: Save) -> list[int]:
    chance = iter(save.chance)
    return [next(chance) if a is None else a for a in save.answers]


def _check_spans(save: Save, text: str) -> None:
    starts = [d.start for d in save.dice]
    if not starts or starts[0] != 0 or starts != sorted(starts):
        raise BadSave(Text("errors.save_field", {"line": line_at(text, ".dice"), "problem": "the spans of the dice are out of order"}))
    for span in save.dice:
        try:
            good = span.seed is None or commitment(bytes.fromhex(span.seed)) == span.commit
        except ValueError:
            good = False
        if not good:
            raise BadSave(Text("errors.save_seed", {"line": line_at(text, ".dice")}))
