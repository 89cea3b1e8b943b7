"""From a save to a match, whatever version of the rules it was played under.

A save of these rules is checked strictly: every answer must be possible, the outcome must be the recorded one. A save of other rules
always opens. If its answers lead to where it stood, it simply goes on. If not, the position stands as it was recorded, and play goes on
from there under these rules. Saves of the first format recorded no position: of those that were still going on, the answers are kept as far
as they are possible; those that were over keep their outcome.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from bivouac.core.data import BadData
from bivouac.core.ids import Side
from bivouac.core.state import Outcome, dump, restore
from bivouac.core.state import State as Position
from bivouac.core.text import Text
from bivouac.core.title import BadSetup, Scenario, Title
from bivouac.match.dice import Dice, Nonces
from bivouac.match.errors import BadSave, MatchError
from bivouac.match.save import Moved, OutcomeRecord, Parsed, Save, State
from bivouac.titles import load as load_title

if TYPE_CHECKING:
    from bivouac.match.match import Match

Trust = Callable[[Save], bool]
Stored = tuple[int, State]  # a recorded position: after how many answers, and what


def open_match(
    kind: type[Match], parsed: Parsed, trust: Trust, snapshots: Sequence[Stored], nonces: Nonces | None, *, keep_log: bool
) -> Match:
    """The match of a save. `trust` says whether the position it records is to be believed, `snapshots` are others on the way that are;
    new dice begin with `nonces`."""
    match, dropped = begun(kind, parsed, keep_log=keep_log)
    save = parsed.save
    believed = parsed.is_whole and trust(save)
    match.nonces = nonces
    match.was = save.rules
    match.undone, match.moved = list(save.undone), list(save.moved)
    stands = any(m.state is not None for m in save.moved)
    if save.rules == match.title.version and (not stands or believed):
        _open_strictly(match, parsed)
    else:
        own = [(len(save.answers), save.snapshot)] if believed and save.snapshot is not None else []
        with suppress(BadSave):
            if believed:
                _stand_on(match, save)
        _open_older(match, parsed, [*snapshots, *own], dropped)
    match.joined = {n for n in save.joined if 0 < n < match.serial}
    return match


def begun(kind: type[Match], parsed: Parsed, *, keep_log: bool) -> tuple[Match, list[str]]:
    """The match of a save before its first answer, and the options that could not be kept."""
    save = parsed.save
    try:
        title = load_title(save.title)
        scenario = title.scenario(scenario_of(title, save.scenario, save.scenario_text))
        options, dropped = _options(title, scenario, save)
        return kind(title, scenario, options, Dice(save.dice), keep_log=keep_log), dropped
    except (BadSetup, BadData) as e:
        raise BadSave(e.text) from None


def scenario_of(title: Title[Any], identity: str, text: str | None) -> str | Scenario:
    """A scenario by its id, or a player's own by its text."""
    if text is None:
        return identity
    if title.read_scenario is None:
        raise BadSave(Text("errors.no_scenario_file", {"title": title.id}))
    return title.read_scenario(text, "scenario_text")


def _options(title: Title[Any], scenario: Scenario, save: Save) -> tuple[frozenset[str], list[str]]:
    """The options under their names of today; of those of other rules, as many as exist and go together."""
    formerly = {former: option.id for option in title.options.values() if (former := option.formerly)}
    names = [name if name in title.options else formerly.get(name, name) for name in save.options]
    if save.rules == title.version:
        return title.option_set(scenario, names), []
    kept = _greatest(title, scenario, names)
    return kept, [old for old, name in zip(save.options, names) if name not in kept]


def _greatest(title: Title[Any], scenario: Scenario, names: Iterable[str]) -> frozenset[str]:
    kept = frozenset(n for n in names if n in title.options)
    try:
        return title.option_set(scenario, kept)
    except BadSetup:
        pass
    together: frozenset[str] = frozenset()
    for name in (*names, *names):  # twice: some need others
        try:
            together = title.option_set(scenario, together | {name})
        except BadSetup:
            continue
    return together


# --- these rules ------------------------------------------------------------------------------------------------------


def _open_strictly(match: Match, parsed: Parsed) -> None:
    save = parsed.save
    answers = save.merged
    first = _stand_on(match, save)
    for number in range(first, len(answers)):
        replay_one(match, parsed, number, answers[number])
    finish(match, parsed)
    if match.outcome_record() != save.outcome and not _is_as_played(save):
        raise parsed.fail("save_outcome", ".outcome")
    if not parsed.is_whole:
        raise parsed.fail("save_checksum", ".checksum")


def _is_as_played(save: Save) -> bool:
    """The outcome is the recorded one because the rules it followed from are no more."""
    return bool(save.moved) and save.moved[-1].at == len(save.answers)


def replay_one(match: Match, parsed: Parsed, number: int, answer: int) -> None:
    """One answer of a save; it must be possible where it stands."""
    place = f".answers[{number}]"
    if not match._state.stack:
        raise parsed.fail("save_extra", place, number=number)
    side = match.title.flow.side(match._state)
    if not _is_possible(match, parsed.save, number, answer):
        raise parsed.fail("save_answer", place, number=number, answer=answer)
    match.play(answer, side)


def finish(match: Match, parsed: Parsed) -> None:
    """The concession, if there was one."""
    save = parsed.save
    if save.conceded is None:
        return
    if match.outcome is not None and _is_as_played(save):
        match.conceded = save.conceded
        return
    try:
        match.concede(Side(save.conceded.side))
    except MatchError as e:
        raise BadSave(e.text) from None


def _is_possible(match: Match, save: Save, number: int, answer: int) -> bool:
    side = match.title.flow.side(match._state)
    return answer in match._state.options and (side == Side.CHANCE) == (save.answers[number] is None)


def _stand_on(match: Match, save: Save) -> int:
    """Go to the last position that was recorded because the rules had changed; gives its number, 0 where there is none."""
    stood = next((m for m in reversed(match.moved) if m.state is not None), None)
    if stood is None:
        return 0
    position = restored(match, stood.state)
    if position is None:
        raise BadSave(Text("errors.save_position"))
    _play_on(match, save, stood.at)
    match.stand(save.merged[: stood.at], [a is None for a in save.answers[: stood.at]], position)
    return stood.at


# --- other rules ------------------------------------------------------------------------------------------------------


def _open_older(match: Match, parsed: Parsed, stored: Sequence[Stored], dropped: list[str]) -> None:
    save, last = parsed.save, len(parsed.save.answers)
    if not parsed.is_whole:
        raise parsed.fail("save_checksum", ".checksum")
    known = _play_on(match, save, last)
    number, position = _latest(match, stored)
    at_end = position if number == last else None
    if known == last and _concede_again(match, save) and _leads_there(match, save, at_end):
        if dropped:
            match.moved.append(_move(match, save, options=dropped))
        return
    if position is not None and (number == last or number > known):
        _stand(match, save, number, position)
        match.moved.append(_move(match, save, options=dropped, state=dump(position)))
        _play_on(match, save, last)
    if save.outcome is not None:
        _end_as_recorded(match, save)
    elif match.serial < last:
        match.moved.append(_move(match, save, lost=last - match.serial, options=dropped))
        match.dice.begin(match.serial, "rules", match.nonces)


def _move(match: Match, save: Save, *, lost: int = 0, options: list[str] | None = None, state: State | None = None) -> Moved:
    """That the match moved here to the rules of today."""
    return Moved(match.serial, save.rules, match.title.version, lost, options or [], state)


def _latest(match: Match, stored: Sequence[Stored]) -> tuple[int, Position | None]:
    """The last of the recorded positions that can be read today."""
    for number, snapshot in sorted(stored, key=lambda s: -s[0]):
        position = restored(match, snapshot)
        if position is not None:
            return number, position
    return 0, None


def _stand(match: Match, save: Save, number: int, position: Position) -> None:
    match.stand(save.merged[:number], [a is None for a in save.answers[:number]], position)


def _play_on(match: Match, save: Save, last: int) -> int:
    """Play the save's answers up to number `last` as far as they are possible; gives how many there are now."""
    answers = save.merged
    for number in range(match.serial, last):
        if not match._state.stack or not _is_possible(match, save, number, answers[number]):
            break
        match.play(answers[number], match.title.flow.side(match._state))
    return match.serial


def _concede_again(match: Match, save: Save) -> bool:
    """Give up again, if somebody did; whether that was possible."""
    if save.conceded is None:
        return True
    if match.outcome is not None:
        return False
    try:
        match.concede(Side(save.conceded.side))
    except MatchError:
        return False
    return True


def _leads_there(match: Match, save: Save, recorded: Position | None) -> bool:
    """The outcome is the recorded one and so is the position, where one is recorded in the form that states have today."""
    if match.outcome_record() != save.outcome:
        return False
    return recorded is None or dump(recorded) == dump(match._state)


def restored(match: Match, snapshot: State | None) -> Position | None:
    """A recorded position, if it is one of this scenario and in the form of today."""
    if snapshot is None:
        return None
    title = match.title
    state: Position = title.setup(match.scenario, match.options)
    try:
        restore(state, snapshot, title.flow.frames)
        title.flow.run(state)
        for side in (Side.UNION, Side.CSA, None):
            title.table.layout(title.view(state, side))
        title.question(state)
    except Exception:  # whatever a foreign form leads to: it is not a position
        return None
    return state


def _end_as_recorded(match: Match, save: Save) -> None:
    """The match ended as it ended; its answers are kept, and of its positions the last that can be shown."""
    assert save.outcome is not None
    last, reached = len(save.answers), match.serial
    if reached == last and match.outcome_record() == save.outcome:
        match.conceded = save.conceded
        return
    _stand(match, save, last, match._state.clone())
    match.conceded = save.conceded
    match._state.outcome = _recorded(match.title, save.outcome)
    match._state.stack, match._state.options = (), ()
    match.moved = [m for m in match.moved if m.at < last]
    match.moved.append(_move(match, save, lost=last - reached, state=dump(match._state)))


def _recorded(title: Title[Any], outcome: OutcomeRecord) -> Outcome:
    """An outcome of former rules; where its ending has no words any more, it says only who won."""
    winner = None if outcome.winner is None else Side(outcome.winner)
    sentence = title.locale("en").get("endings", {}).get(outcome.ending)
    if outcome.ending == "conceded" and winner is not None:
        return Outcome(winner, outcome.rule, outcome.ending)
    if isinstance(sentence, str) and ("{winner" in sentence) == (winner is not None):
        return Outcome(winner, outcome.rule, outcome.ending)
    return Outcome(winner, outcome.rule, "former" if winner is not None else "former_draw")
