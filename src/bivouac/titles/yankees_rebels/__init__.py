"""Yankees & Rebels: Gettysburg 1863."""

from __future__ import annotations

from bivouac.core.position import with_positions
from bivouac.core.title import Title, Turns
from bivouac.titles.yankees_rebels.advice import ADVICE
from bivouac.titles.yankees_rebels.charts import charts
from bivouac.titles.yankees_rebels.chronicle import CHRONICLE
from bivouac.titles.yankees_rebels.flow import FLOW
from bivouac.titles.yankees_rebels.observe import PLANES
from bivouac.titles.yankees_rebels.odds import ODDS
from bivouac.titles.yankees_rebels.outlook import outlook, sight
from bivouac.titles.yankees_rebels.positions import POSITIONS
from bivouac.titles.yankees_rebels.printed.check import check
from bivouac.titles.yankees_rebels.printed.map import HEX
from bivouac.titles.yankees_rebels.printed.scenarios import SCENARIOS, scenario_page
from bivouac.titles.yankees_rebels.printed.units import FACES, MARKERS, NAME
from bivouac.titles.yankees_rebels.rules.ch02_sequence import formation, formations, marker_number, the_active
from bivouac.titles.yankees_rebels.setup import OPTIONS, objection, read_scenario, start
from bivouac.titles.yankees_rebels.show import meant
from bivouac.titles.yankees_rebels.state import State
from bivouac.titles.yankees_rebels.table import TABLE
from bivouac.titles.yankees_rebels.view import sample, view

TITLE: Title[State] = Title(
    id="yankees-rebels",
    prefix="YR",
    version=3,
    package="bivouac.titles.yankees_rebels",
    scenarios=SCENARIOS,
    options=OPTIONS,
    flow=FLOW,
    start=start,
    planes=PLANES,
    view=view,
    sample=sample,
    meant=meant,
    names={"unit": NAME, "hex": HEX, "face": FACES, "marker": tuple(f"{side}_{corps}" for side, corps in MARKERS)},
    table=TABLE,
    advice=ADVICE,
    odds=ODDS,
    turns=Turns(the_active, marker_number, formation, formations),
    charts=charts,
    outlook=outlook,
    sight=sight,
    chronicle=CHRONICLE,
    objection=objection,
    check=check,
    scenario_page=scenario_page,
    read_scenario=with_positions(read_scenario, lambda: TITLE),
    positions=POSITIONS,
    minutes=(60, 240),
    complexity=3,
    credits={"design": "Giovanni Crippa", "publisher": "Giogames, 2005"},
)

__all__ = ["TITLE"]
