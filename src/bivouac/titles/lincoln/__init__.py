"""Lincoln: the whole war with cards."""

from bivouac.core.position import with_positions
from bivouac.core.table import Table
from bivouac.core.title import Title, Turns
from bivouac.titles.lincoln import setup, show, table
from bivouac.titles.lincoln.advice import ADVICE
from bivouac.titles.lincoln.charts import charts
from bivouac.titles.lincoln.chronicle import CHRONICLE
from bivouac.titles.lincoln.flow import FLOW, the_active
from bivouac.titles.lincoln.observe import PLANES
from bivouac.titles.lincoln.odds import ODDS
from bivouac.titles.lincoln.outlook import outlook, spent
from bivouac.titles.lincoln.positions import POSITIONS
from bivouac.titles.lincoln.printed.check import check
from bivouac.titles.lincoln.printed.map import LOCATIONS
from bivouac.titles.lincoln.printed.scenarios import SCENARIOS, read_scenario, scenario_page
from bivouac.titles.lincoln.printed.units import KINDS_DATA, TEXTS, TOPS
from bivouac.titles.lincoln.state import State
from bivouac.titles.lincoln.view import DISCLOSED, sample, view

__all__ = ["TITLE"]

TITLE: Title[State] = Title(
    id="lincoln",
    prefix="LIN",
    version=3,
    package=__name__,
    scenarios=SCENARIOS,
    options=setup.OPTIONS,
    flow=FLOW,
    start=setup.start,
    planes=PLANES,
    view=view,
    sample=sample,
    meant=show.meant,
    names={
        "location": tuple(place.name for place in LOCATIONS),
        "half": tuple(f"{place.name} {half}" for place in LOCATIONS for half in place.halves),
        "card": tuple(c.id for c in KINDS_DATA),
        "unit": TOPS,
        "text_action": tuple(t.id for t in TEXTS),
    },
    table=Table(table.board, table.places, table.layout, table.face, table.signs),
    advice=ADVICE,
    odds=ODDS,
    turns=Turns(the_active),
    charts=charts,
    outlook=outlook,
    spent=spent,
    chronicle=CHRONICLE,
    check=check,
    read_scenario=with_positions(read_scenario, lambda: TITLE),
    positions=POSITIONS,
    scenario_page=scenario_page,
    secrets=True,
    disclosed=DISCLOSED,
    minutes=(60, 90),
    complexity=2,
    credits={"design": "Martin Wallace", "publisher": "PSC Games, 2018"},
)
