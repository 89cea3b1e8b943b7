"""A House Divided: the whole war, point to point."""

from __future__ import annotations

from typing import Final

from bivouac.core.position import with_positions
from bivouac.core.title import Title, Turns
from bivouac.titles.house_divided.advice import ADVICE
from bivouac.titles.house_divided.charts import charts
from bivouac.titles.house_divided.chronicle import CHRONICLE
from bivouac.titles.house_divided.flow import ACTIVE, FLOW
from bivouac.titles.house_divided.observe import PLANES
from bivouac.titles.house_divided.odds import ODDS
from bivouac.titles.house_divided.outlook import outlook, spent
from bivouac.titles.house_divided.positions import POSITIONS
from bivouac.titles.house_divided.printed.map import FILES, MAP
from bivouac.titles.house_divided.printed.scenarios import SCENARIOS, read_scenario, scenario_page
from bivouac.titles.house_divided.printed.units import CALENDAR, KINDS, LEADER_NAMES, STATES
from bivouac.titles.house_divided.setup import OPTIONS, objection, start
from bivouac.titles.house_divided.show import alike, meant
from bivouac.titles.house_divided.state import State
from bivouac.titles.house_divided.table import TABLE
from bivouac.titles.house_divided.view import sample, view

NAMES: Final = {
    "box": (*MAP.name, "Europe"),
    "kind": (*KINDS, "garrison"),
    "leader": LEADER_NAMES,
    "line": ("road", "rail", "river"),
    "month": CALENDAR,
    "state": STATES,
}

TITLE: Final[Title[State]] = Title(
    id="house-divided",
    prefix="AHD",
    version=3,
    package=FILES.package,
    scenarios=SCENARIOS,
    options=OPTIONS,
    flow=FLOW,
    start=start,
    planes=PLANES,
    view=view,
    sample=sample,
    meant=meant,
    alike=alike,
    names=NAMES,
    table=TABLE,
    advice=ADVICE,
    odds=ODDS,
    turns=Turns(ACTIVE),
    charts=charts,
    outlook=outlook,
    spent=spent,
    chronicle=CHRONICLE,
    objection=objection,
    read_scenario=with_positions(read_scenario, lambda: TITLE),
    positions=POSITIONS,
    scenario_page=scenario_page,
    minutes=(60, 180),
    complexity=2,
    credits={"design": "Frank Chadwick", "publisher": "GDW, 1981; Phalanx Games, 2001"},
)
