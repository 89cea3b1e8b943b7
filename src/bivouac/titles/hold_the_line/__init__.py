"""Hold the Line: The American Civil War. Battles on a board of 13 x 9 hexes."""

from __future__ import annotations

from bivouac.core.title import Title, Turns
from bivouac.titles.hold_the_line.advice import ADVICE
from bivouac.titles.hold_the_line.charts import charts
from bivouac.titles.hold_the_line.chronicle import CHRONICLE
from bivouac.titles.hold_the_line.flow import FLOW
from bivouac.titles.hold_the_line.observe import PLANES
from bivouac.titles.hold_the_line.odds import ODDS
from bivouac.titles.hold_the_line.outlook import outlook, sight, spent
from bivouac.titles.hold_the_line.printed.check import check
from bivouac.titles.hold_the_line.printed.map import HEX_NAMES
from bivouac.titles.hold_the_line.printed.scenarios import SCENARIOS, read_scenario, scenario_page
from bivouac.titles.hold_the_line.printed.units import COLOURS, KINDS, TERRAIN_IDS
from bivouac.titles.hold_the_line.rules.ch05_sequence import the_active
from bivouac.titles.hold_the_line.setup import OPTIONS, objection, start
from bivouac.titles.hold_the_line.show import meant
from bivouac.titles.hold_the_line.state import State
from bivouac.titles.hold_the_line.table import TABLE
from bivouac.titles.hold_the_line.view import sample, view
from bivouac.titles.hold_the_line.workshop import WORKSHOP

TITLE: Title[State] = Title(
    id="hold-the-line",
    prefix="HTL",
    version=4,
    package=__name__,
    scenarios=SCENARIOS,
    options=OPTIONS,
    flow=FLOW,
    start=start,
    planes=PLANES,
    view=view,
    sample=sample,
    meant=meant,
    names={"hex": HEX_NAMES, "kind": KINDS, "colour": COLOURS, "terrain": TERRAIN_IDS},
    table=TABLE,
    advice=ADVICE,
    odds=ODDS,
    turns=Turns(the_active),
    charts=charts,
    outlook=outlook,
    sight=sight,
    spent=spent,
    chronicle=CHRONICLE,
    objection=objection,
    check=check,
    read_scenario=read_scenario,
    workshop=WORKSHOP,
    scenario_page=scenario_page,
    minutes=(30, 60),
    complexity=1,
    credits={"publisher": "Worthington Publishing"},
)
