"""A match in the terminal: questions with numbered answers, hot-seat or against the computer."""

from __future__ import annotations

import os
from pathlib import Path
from random import Random

from rich.console import Console
from rich.progress import Progress, TextColumn, TimeElapsedColumn

from bivouac.agents import Agent, Clock, make_agent
from bivouac.core.events import Event
from bivouac.core.flow import Question
from bivouac.core.ids import SIDES, Side
from bivouac.core.text import Name, Text
from bivouac.i18n import Catalogue, catalogue
from bivouac.i18n.telling import in_lines, sentences
from bivouac.match import Match, MatchError, format_save


class _Stop(Exception):
    """The player leaves the table; the match is saved."""


def play_in_terminal(match: Match, seats: tuple[str, str], language: str, file: Path | None, seconds: float) -> None:
    table = _Terminal(match, seats, language, file, seconds)
    try:
        table.play()
    except (_Stop, EOFError, KeyboardInterrupt):
        table.leave()


class _Terminal:
    def __init__(self, match: Match, seats: tuple[str, str], language: str, file: Path | None, seconds: float) -> None:
        self.match = match
        self.words: Catalogue = catalogue(language, match.title)
        self.file = file
        self.out = Console(highlight=False)
        self.shown = 0
        self.clock = Clock(seconds, heads=os.cpu_count() or 1)
        self.agents: dict[Side, Agent | None] = {
            side: None if name == "human" else make_agent(name, Random()) for side, name in zip(SIDES, seats)
        }

    def say(self, key: str, **facts: object) -> None:
        self.out.print(self.words.say(Text(f"terminal.{key}", facts)), markup=False)  # type: ignore[arg-type]

    def play(self) -> None:
        self.say("welcome")
        for _, note in self.match.notes():
            self.out.print(self.words.say(note), markup=False)
        while (question := self.match.question) is not None:
            agent = self.agents[question.side]
            if agent is not None:
                self.let_think(agent, question.side)
            else:
                self.ask(question)
                self.keep()
        self.log(None)
        outcome = self.match.outcome
        assert outcome is not None
        facts = {"winner": Name("side", outcome.winner)} if outcome.winner is not None else {}
        self.out.print(self.words.say(Text(f"endings.{outcome.ending}", facts)), style="bold", markup=False)

    def let_think(self, agent: Agent, side: Side) -> None:
        """The computer answers until somebody else is asked; how long it has been thinking is shown, where there is a screen."""
        words = self.words.say(Text("terminal.thinking", {"side": Name("side", side), "n": f"{self.clock.seconds:g}"}))
        columns = (TextColumn("{task.description}", markup=False), TimeElapsedColumn())
        with Progress(*columns, console=self.out, transient=True, disable=not self.out.is_terminal) as shown:
            shown.add_task(words, total=None)
            while (question := self.match.question) is not None and question.side == side:
                answer = agent.decide(self.match.view(side, agent=agent.name), question, self.clock)
                self.match.submit(answer, side=side, serial=question.serial)
                self.keep()

    def log(self, side: Side | None) -> None:
        """What has happened since the last time, as this side may know it."""
        viewer = side if side is not None else next((s for s, a in self.agents.items() if a is None), None)
        events: list[Event] = self.match.events(viewer)
        self.shown = min(self.shown, len(events))
        for _, line in in_lines((0, e) for e in events[self.shown :]):
            style, said = "bold" if line[0].kind.heading else "", sentences(line, self.words.say)
            if said:
                self.out.print(("\n" if line[0].kind.heading else "  ") + said, style=style, markup=False)
        self.shown = len(events)

    def ask(self, question: Question) -> None:
        self.log(question.side)
        choices = self.match.choices()
        side = self.words.word(Name("side", question.side), "")
        self.out.print(f"\n[bold]{side}[/bold]: {self.words.say(question.prompt)}  [dim]{question.rule}[/dim]")
        for n, choice in enumerate(choices, 1):
            self.out.print(f"  {n:3d}  {self.words.say(choice.label)}", markup=False)
        typed = input("> ").strip().lower()
        if typed in ("q", "quit", "esci"):
            raise _Stop
        if typed in ("?", "h", "help", "aiuto"):
            self.help(question)
        elif typed in ("u", "undo", "annulla"):
            self.undo(question.side)
        elif typed.isdigit() and 1 <= int(typed) <= len(choices):
            self.match.submit(choices[int(typed) - 1], side=question.side, serial=question.serial)
        else:
            self.say("not_a_number", typed=typed[:40], n=len(choices))

    def help(self, question: Question) -> None:
        clause = self.match.title.rulebook[question.rule]
        self.out.print(f"{clause.id}: {clause.text.in_language(self.words.language)}", markup=False)
        for choice, refusal in self.match.refused()[:12]:
            self.out.print(f"   ✗  {self.words.say(choice.label)}: {self.words.refusal(refusal)} ({refusal.rule})", markup=False)
        self.say("help")

    def undo(self, side: Side) -> None:
        try:
            self.match.undo(side)
        except MatchError as e:
            self.out.print(self.words.say(e.text), markup=False)

    def keep(self) -> None:
        """After every answer the save is on disk, whatever happens next."""
        if self.file is not None:
            part = self.file.with_suffix(self.file.suffix + ".part")
            part.write_text(format_save(self.match.save()), "utf-8")
            part.replace(self.file)

    def leave(self) -> None:
        self.keep()
        if self.file is not None:
            self.say("saved", name=str(self.file))
        else:
            self.say("not_saved")
