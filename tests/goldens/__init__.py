"""Recorded games, the safety net under every change that must not change play.

A golden is a finished save and its transcript. The transcript holds facts, not sentences: every question with its options and the facts of
its prompt, the answer, every event by kind and values, and every so often a digest of the table. Nothing in it depends on how a state is
built inside, or on the words of either language.

The sentences stand apart, in one `wording.txt` for each title: samples of every sentence that these games produce, in both languages.

`python -m goldens` (with src and tests on the path) says how to write both anew.
"""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from bivouac import Match, load, titles
from bivouac.agents import Clock, make_agent
from bivouac.core.events import Event
from bivouac.core.ids import SIDES, Side
from bivouac.core.text import Arg, Both, Name, Text
from bivouac.i18n import LANGUAGES, catalogue
from bivouac.match import format_save

FOLDER = Path(__file__).parent
SAVES = FOLDER.parent / "saves"
PLAYERS = ("random", "veteran")
EVERY = 25  # answers between two digests of the table
SAMPLES = 3  # renderings of a sentence in a title's wording.txt
LATER = ("works",)  # kinds of things that came onto the table after these games were recorded


def names() -> list[str]:
    """Every golden by name: title/scenario-player, and title/scenario-options for one with as many optional rules as go together."""
    found = []
    for title in map(load, titles()):
        for scenario in title.scenarios:
            found += [f"{title.id}/{scenario}-{player}" for player in PLAYERS]
            if title.options:
                found.append(f"{title.id}/{scenario}-options")
    return found


# --- the transcript -----------------------------------------------------------------------------------------------------------------


def transcript(match: Match) -> Iterator[str]:
    """Yield the game as lines of facts: questions, options, answers, events and digests of the table."""
    tables = match.title.setup(match.scenario, match.options)
    yield from _events(match, -1)
    for number, answer in enumerate(match.answers):
        if number % EVERY == 0:
            yield f"  table {_table_digest(match, tables)}"
        yield f"{number} {_question(match, tables)} -> {answer}"
        match.title.play(tables, answer)
        yield from _events(match, number)
    yield f"  table {_table_digest(match, tables)}"
    yield f"  {tables.outcome}"


def _question(match: Match, state: Any) -> str:
    question = match.title.question(state)
    assert question is not None
    prompt = "" if question.side == Side.CHANCE else _compact(plain_text(question.prompt))
    options = ",".join(map(str, sorted(question.options)))
    return f"{question.side.name} {question.box} {question.rule} {prompt} [{options if len(options) < 80 else _digest(options)}]"


def _events(match: Match, number: int) -> Iterator[str]:
    for event in _told(match, number):
        yield f"  {event.kind.sees} {event.kind.rule} {_compact(plain_text(event.text))}"


def _told(match: Match, number: int) -> list[Event]:
    """What an answer led to: the public events, then those that one side alone sees."""
    private = [e for side in SIDES for e in match.events_of(number, side) if not e.visible_to(None)]
    return match.events_of(number, None) + private


def plain_text(arg: Arg) -> Any:
    """A text without its words: keys, names by kind and number, figures."""
    if isinstance(arg, Text):
        return {arg.key: {name: plain_text(value) for name, value in arg.args.items()}} if arg.args else arg.key
    if isinstance(arg, Name):
        return str(arg)
    if isinstance(arg, Both):
        return "(words of a data file)"
    return [plain_text(a) for a in arg] if isinstance(arg, tuple) else arg


def _table_digest(match: Match, state: Any) -> str:
    """A digest of what lies where for each side and a spectator, whatever it looks like."""
    seen: list[Any] = []
    for side in (*SIDES, None):
        layout = match.title.table.layout(match.title.view(state, side))
        seen.append([(t.id, t.at, t.side, plain_text(t.name)) for t in sorted(layout.tokens) if t.id.split(":")[0] not in LATER])
        seen.append([plain_text(t) for t in layout.status])
    return _digest(seen)


def _compact(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"))


def _digest(value: Any) -> str:
    return hashlib.sha256(json.dumps(value).encode()).hexdigest()[:12]


# --- the wording --------------------------------------------------------------------------------------------------------------------


def wording(title_id: str) -> list[str]:
    """Samples of every sentence that a title's goldens produce: its key, then up to `SAMPLES` renderings in both languages."""
    samples: dict[str, dict[str, None]] = {}
    for name in names():
        if name.startswith(f"{title_id}/"):
            match = Match.load(read_golden(name)[0])
            for text in _texts(match):
                found = samples.setdefault(text.key, {})
                if len(found) < SAMPLES:
                    found["\n".join(f"  {lang} {catalogue(lang, match.title).say(text)}" for lang in LANGUAGES)] = None
    return [line for key in sorted(samples) for block in (key, *samples[key]) for line in block.splitlines()]


def _texts(match: Match) -> Iterator[Text]:
    """Every prompt of a side and every event of a game, as they come."""
    state = match.title.setup(match.scenario, match.options)
    for number, answer in enumerate(match.answers):
        question = match.title.question(state)
        assert question is not None
        if question.side != Side.CHANCE:
            yield question.prompt
        match.title.play(state, answer)
        yield from (event.text for event in _told(match, number) if not event.kind.effect)


def read_wording(title_id: str) -> list[str]:
    return (FOLDER / title_id / "wording.txt").read_text("utf-8").splitlines()


def record_wording(title_id: str) -> None:
    (FOLDER / title_id / "wording.txt").write_text("\n".join(wording(title_id)) + "\n", "utf-8")


# --- files --------------------------------------------------------------------------------------------------------------------------


def read_golden(name: str) -> tuple[str, list[str]]:
    """Return the save and the transcript."""
    save, lines = gzip.decompress((FOLDER / f"{name}.gz").read_bytes()).decode().split("\n\n", 1)
    return save, lines.splitlines()


def record(name: str) -> None:
    match = play(name)
    _write(name, format_save(match.save()), match)


def retell(name: str) -> None:
    """Write the transcript of the same game anew, as events and table are today."""
    save, _ = read_golden(name)
    _write(name, save, Match.load(save))


def _write(name: str, save: str, match: Match) -> None:
    path = FOLDER / f"{name}.gz"
    path.parent.mkdir(parents=True, exist_ok=True)
    text = save.rstrip() + "\n\n" + "\n".join(transcript(match)) + "\n"
    path.write_bytes(gzip.compress(text.encode(), mtime=0))


def record_saves(name: str) -> None:
    """The match of that name as two saves of this version of the rules: over, and in the middle with its dice still sealed."""
    match = play(name)
    folder = SAVES / match.title.id / str(match.title.version)
    folder.mkdir(parents=True, exist_ok=True)
    for word, save in (("finished", match.save()), ("middle", halved(match).save())):
        (folder / f"{name.split('/')[1]}-{word}.json").write_text(format_save(save), "utf-8")


def halved(match: Match) -> Match:
    """The same match, played up to its middle."""
    seed = match.dice.spans[0].seed
    half = Match.new(match.title, scenario=match.scenario, options=match.options, seed=seed and bytes.fromhex(seed))
    for answer, side in zip(match.answers[: len(match.answers) // 2], match.sides):
        if side != Side.CHANCE and len(half.answers) < len(match.answers) // 2:
            half.submit(answer)
    return half


def play(name: str) -> Match:
    """The match of that name, played by today's agents."""
    title_id, rest = name.split("/")
    scenario, player = rest.rsplit("-", 1)
    rng = Random(name)
    title = load(title_id)
    match = Match.new(title, scenario=scenario, options=_options(title, scenario, rng) if player == "options" else (), seed=name)
    seats = {side: make_agent("random" if player == "options" else player, rng) for side in SIDES}
    while (question := match.question) is not None:
        match.submit(seats[question.side].decide(match.view(question.side), question, Clock()), side=question.side)
    return match


def _options(title: Any, scenario: str, rng: Random) -> set[str]:
    """As many options as go together, in a random order of preference."""
    from bivouac.core.title import BadSetup

    chosen: set[str] = set()
    for _ in range(2):  # twice: some need others
        for option in rng.sample(sorted(title.options), k=len(title.options)):
            try:
                title.option_set(title.scenario(scenario), chosen | {option})
            except BadSetup:
                continue
            chosen.add(option)
    return chosen
