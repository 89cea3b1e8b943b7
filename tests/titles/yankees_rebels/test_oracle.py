"""Games compared with the oracle, a second implementation that shares no code with the first.

20 short games: the last hours of a day with units thrown together at random, and the night after them. BIVOUAC_ORACLE=1000 plays 1,000
games, all but the first 20 of them whole ones. After every answer the test compares positions, strengths, points, activated units, the
question with all its options and the events; for a quarter of the questions refusals, too.
"""

from __future__ import annotations

import os
from importlib import resources
from random import Random

import pytest

from bivouac.core.title import BadSetup
from bivouac.titles import load
from titles.yankees_rebels.oracle import CHANCE, CSA, UNION, Oracle
from titles.yankees_rebels.oracle_board import COUNT, DISTANCE, FULL, HEX, HEXES, NAME, SIDE, SIDES, TYPE, UNITS, barred
from titles.yankees_rebels.oracle_refusals import is_cheapest, refused

TITLE = load("yankees-rebels")
GAMES = int(os.environ.get("BIVOUAC_ORACLE", "20"))
SHORT_GAMES = 20
LONGEST = 500  # answers of a short game
DATA = resources.files("bivouac.titles.yankees_rebels").joinpath("data", "scenarios")
FILE = {"july-1": "scenario1", "july-2": "scenario2", "july-2-3": "scenario2", "july-3": "scenario3", "campaign": "scenario1"}
TOLD = {"marched": 3, "marched_by_road": 3, "evaded": 3, "harmed": 1}  # values that are compared; the ways are looked at by themselves
GATES = {UNION: ("A5", "A12", "I1"), CSA: ("V4", "V5", "V13")}


# --- games ------------------------------------------------------------------------------------------------------------


class Drawn:
    """A scenario file with units at random: close together, at the entry hexes, still to come."""

    def __init__(self, rng: Random) -> None:
        self.rng, self.where = rng, dict[int, int]()
        self.day, self.last = (2, 2) if rng.random() < 0.5 else (2, 3)
        middle, size = HEX[rng.choice(("L6", "D6", "M5", "U12", "R5", "N3", "F9", "P10"))], rng.choice((3, 4, 5))
        self.area = [h for h in HEXES if DISTANCE[h][middle] <= size]
        for u in rng.sample(range(COUNT), rng.randrange(16, 40)):
            self.place(u, rng.choice(self.area))
        for side in (UNION, CSA):  # somebody may stand where the others enter
            for name in GATES[side]:
                if rng.random() < 0.3:
                    self.place(rng.choice([u for u in range(COUNT) if SIDE[u] != side]), HEX[name])

    def place(self, u: int, h: int) -> None:
        here = [v for v, x in self.where.items() if x == h]
        apart = all(SIDE[v] == SIDE[u] or DISTANCE[x][h] > 1 for v, x in self.where.items())
        if u not in self.where and apart and len(here) < 2 and not barred(u, h) and (TYPE[u] != "F" or all(TYPE[v] != "F" for v in here)):
            self.where[u] = h

    def rows(self, side: int) -> str:
        on_map, coming, gone = [], [], []
        for u in (u for u in range(COUNT) if SIDE[u] == side):
            name = UNITS[u]["id"]
            if u in self.where:
                on_map.append(f'{{ unit = "{name}", hex = "{NAME[self.where[u]]}", strength = {self.rng.randint(1, FULL[u])} }}')
            elif self.rng.random() < 0.3:
                day, hour = self.rng.choice(((2, 19), (2, 20), (2, '"night"'), (3, 7)))
                coming.append(f'{{ day = {day}, hour = {hour}, unit = "{name}", hex = "{self.rng.choice(GATES[side])}" }}')
            else:
                gone.append(f'"{name}"')
        return f"[{SIDES[side]}]\non_map = [{', '.join(on_map)}]\narrivals = [{', '.join(coming)}]\neliminated = [{', '.join(gone)}]\n"

    def text(self) -> str:
        head = f'source = "reconstructed"\nstart = {{ day = {self.day}, hour = 19 }}\n[[play]]\nid = "drawn"\n'
        short = "short_game = true\n" if self.rng.random() < 0.3 else ""
        return f'{head}name = {{ en = "drawn", it = "drawn" }}\nlast_day = {self.last}\n{short}{self.rows(UNION)}{self.rows(CSA)}'


def some_options(scenario, rng):
    """A handful of the rules that can be switched on there."""
    chosen = []
    for id in rng.sample(list(TITLE.options), len(TITLE.options) if rng.random() < 0.7 else 0):
        if rng.random() < 0.5:
            try:
                TITLE.setup(scenario, (*chosen, id))
            except BadSetup:
                continue
            chosen.append(id)
    return tuple(chosen)


def short_game(seed):
    rng = Random(seed)
    text = Drawn(rng).text()
    scenario = TITLE.read_scenario(text, "drawn.toml")
    return Compared(rng, scenario, "drawn", text, some_options(scenario, rng), LONGEST)


def whole_game(seed):
    rng, name = Random(seed), list(FILE)[seed % len(FILE)]
    text = DATA.joinpath(f"{FILE[name]}.toml").read_text("utf-8")
    return Compared(rng, name, name, text, some_options(name, rng), 100_000)


# --- comparing --------------------------------------------------------------------------------------------------------


class Compared:
    """A game played by both."""

    def __init__(self, rng, scenario, play, text, options, longest):
        self.rng, self.longest, self.options = rng, longest, options
        self.state = TITLE.setup(scenario, options, log=True)
        self.oracle = Oracle(text, play, options)
        self.asked = self.oracle.play()
        self.now = next(self.asked)
        self.scripted = rng.random() < 0.4

    def play(self):
        self.compare()
        for _ in range(self.longest):
            if not self.state.stack:
                break
            self.look_at_refusals()
            self.state.log, self.oracle.told, self.oracle.before = [], [], []
            answer = self.choose()
            TITLE.play(self.state, answer)
            try:
                self.now = self.asked.send(answer)
            except StopIteration:
                self.now = None
            self.compare()

    def choose(self):
        s = self.state
        if TITLE.flow.is_chance(s):
            return self.rng.choices(list(s.options), TITLE.flow.weights(s))[0]
        if self.scripted and self.rng.random() < 0.9:
            return TITLE.advice.order(s)[0]
        return self.rng.choice(list(s.options))

    def compare(self):
        s, o, question = self.state, self.oracle, TITLE.question(self.state)
        if question is None:
            winner = None if s.outcome.winner is None else int(s.outcome.winner)
            assert self.now is None and o.outcome == (winner, s.outcome.rule, s.outcome.ending)
        else:
            side = CHANCE if TITLE.flow.is_chance(s) else int(question.side)
            assert self.now == (side, question.box, sorted(question.options))
        told = [e for e in s.log if not e.kind.effect]
        assert o.told == [(e.kind.name, e.values[: TOLD.get(e.kind.name, -1 if e.kind.name.startswith("attack") else None)]) for e in told]
        assert o.points == s.points
        assert [-9 if h is None else h for h in o.where] == [-9 if h < 0 else h for h in s.where]
        standing = [u for u, h in enumerate(o.where) if h is not None]
        assert [o.force[u] for u in standing] == [s.force[u] for u in standing]
        assert o.done.intersection(standing) == {u for u in standing if s.done >> u & 1}
        assert (o.waiting, o.strays.intersection(standing)) == tuple(
            {u for u in range(COUNT) if x >> u & 1} for x in (s.due, s.strays & s.on_map)
        )
        self.look_at_ways()

    def look_at_ways(self):
        """Marches are told with a way that can be marched, and with none that is cheaper."""
        told = [e for e in self.state.log if e.kind.name in ("marched", "marched_by_road", "evaded")]
        for event, before in zip(told, self.oracle.before, strict=True):
            u, _, to, way = event.values
            fights = event.kind.name == "marched" and TYPE[u] != "A"
            assert is_cheapest(before, to, way, fights=fights, evades=event.kind.name == "evaded")

    def look_at_refusals(self):
        """Some answers that are no options: refused by the clause that the oracle names, with the unit, hex or target in question."""
        s, (side, box, options) = self.state, self.now
        found = refused(self.oracle, side, box, s.marker) if self.rng.random() < 0.25 else None
        if found is None:
            return
        answers, rule = found
        for a in self.rng.sample(answers, min(12, len(answers))):
            refusal = TITLE.refusal(s, a)
            assert (refusal is None) == (a in options)
            if refusal is not None:
                assert refusal.rule == rule(a), (box, a)
                facts = {key: fact.id for key, fact in refusal.facts.items() if key in ("hex", "target")}
                assert set(facts.values()) <= {a} or box == "activate"


@pytest.mark.parametrize("seed", range(GAMES))
def test_a_game_is_played_as_the_oracle_plays_it(seed):
    game = short_game(seed) if seed < SHORT_GAMES else whole_game(seed)
    game.play()
