"""Gettysburg (Martin Wallace): the three days on areas, with hidden command blocks and order discs."""

from __future__ import annotations

from bivouac.core.title import Scenario, Title
from bivouac.titles.gettysburg.advice.script import ADVICE
from bivouac.titles.gettysburg.answers import ORDER_KEYS
from bivouac.titles.gettysburg.flow import FLOW
from bivouac.titles.gettysburg.odds import ODDS
from bivouac.titles.gettysburg.printed.map import NAMES
from bivouac.titles.gettysburg.printed.units import BATTLE, CLASS, CLASSES, PERIODS, PIECES, SIDE, read_battle
from bivouac.titles.gettysburg.rules.periods import concession
from bivouac.titles.gettysburg.setup import scenario_page, start
from bivouac.titles.gettysburg.state import State
from bivouac.titles.gettysburg.table import TABLE
from bivouac.titles.gettysburg.view import sample, view


def read_scenario(text: str, file: str) -> Scenario:
    """A player's own set-up and reinforcement chart, in the form of data/scenarios/battle.toml."""
    battle = read_battle(text, file)
    return Scenario(battle.id, battle.source, battle, text, battle.name)


TITLE: Title[State] = Title(
    id="gettysburg",
    prefix="GET",
    version=1,
    package=__package__,
    scenarios={BATTLE.id: Scenario(BATTLE.id, "reconstructed", BATTLE)},
    options={},
    flow=FLOW,
    start=start,
    view=view,
    sample=sample,
    names={
        "place": NAMES,
        "piece": tuple(f"{('union', 'csa')[SIDE[p]]}_{CLASSES[CLASS[p]]}" for p in range(PIECES)),
        "sort": CLASSES,
        "period": PERIODS,
        "order": ORDER_KEYS,
    },
    table=TABLE,
    advice=ADVICE,
    odds=ODDS,
    read_scenario=read_scenario,
    scenario_page=scenario_page,
    concession=concession,
    secrets=True,
    credits={"design": "Martin Wallace", "publisher": "Treefrog / Warfrog, 2010"},
)
