"""Gettysburg (Martin Wallace): the three days on areas, with hidden command blocks and order discs."""

from __future__ import annotations

from bivouac.core.position import with_positions
from bivouac.core.title import Title, Turns
from bivouac.titles.gettysburg.advice import ADVICE
from bivouac.titles.gettysburg.charts import charts
from bivouac.titles.gettysburg.chronicle import CHRONICLE
from bivouac.titles.gettysburg.flow import FLOW
from bivouac.titles.gettysburg.frames import ORDER_KEYS
from bivouac.titles.gettysburg.observe import PLANES
from bivouac.titles.gettysburg.odds import ODDS
from bivouac.titles.gettysburg.outlook import outlook, sight
from bivouac.titles.gettysburg.positions import POSITIONS
from bivouac.titles.gettysburg.printed.map import NAMES
from bivouac.titles.gettysburg.printed.scenarios import SCENARIOS, read_scenario, scenario_page
from bivouac.titles.gettysburg.printed.units import CLASSES, PERIODS, PIECE_KEYS
from bivouac.titles.gettysburg.rules.ch01_components import the_active
from bivouac.titles.gettysburg.rules.ch04_periods import concession
from bivouac.titles.gettysburg.setup import OPTIONS, start
from bivouac.titles.gettysburg.show import meant
from bivouac.titles.gettysburg.state import State
from bivouac.titles.gettysburg.table import TABLE
from bivouac.titles.gettysburg.view import DISCLOSED, sample, view

TITLE: Title[State] = Title(
    id="gettysburg",
    prefix="GET",
    version=4,
    package=__package__,
    scenarios=SCENARIOS,
    options=OPTIONS,
    flow=FLOW,
    start=start,
    planes=PLANES,
    view=view,
    sample=sample,
    meant=meant,
    names={"place": NAMES, "piece": PIECE_KEYS, "sort": CLASSES, "period": PERIODS, "order": ORDER_KEYS},
    table=TABLE,
    advice=ADVICE,
    odds=ODDS,
    turns=Turns(the_active),
    charts=charts,
    outlook=outlook,
    sight=sight,
    chronicle=CHRONICLE,
    read_scenario=with_positions(read_scenario, lambda: TITLE),
    positions=POSITIONS,
    scenario_page=scenario_page,
    concession=concession,
    secrets=True,
    disclosed=DISCLOSED,
    minutes=(180, 240),
    complexity=3,
    credits={"design": "Martin Wallace", "publisher": "Treefrog / Warfrog, 2010"},
)
