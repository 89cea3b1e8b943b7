"""The title as the rest of the house sees it."""

from __future__ import annotations

from bivouac.core.table import Table
from bivouac.core.title import Advice, RuleOption, Title
from bivouac.titles.lincoln import table
from bivouac.titles.lincoln.advice import value as advice
from bivouac.titles.lincoln.flow import FLOW
from bivouac.titles.lincoln.printed.tables import KINDS_DATA, LOCATIONS, TEXTS, check
from bivouac.titles.lincoln.setup import SCENARIOS, read_scenario, scenario_page, start
from bivouac.titles.lincoln.state import State
from bivouac.titles.lincoln.view import sample, view

TITLE: Title[State] = Title(
    id="lincoln",
    prefix="LIN",
    version=1,
    package="bivouac.titles.lincoln",
    scenarios=SCENARIOS,
    options={
        "refill_after_combat": RuleOption("refill_after_combat", "LIN-hand-a"),
        "card_back_on_withdrawal": RuleOption("card_back_on_withdrawal", "LIN-wd-h"),
    },
    flow=FLOW,
    start=start,
    view=view,
    sample=sample,
    names={
        "location": tuple(place.name for place in LOCATIONS),
        "half": tuple(f"{place.name} {half}" for place in LOCATIONS for half in place.halves),
        "card": tuple(c.id for c in KINDS_DATA),
        "unit": ("army1", "army2", "army3", "fort", "ship", "politician"),
        "text_action": tuple(t.id for t in TEXTS),
    },
    table=Table(table.board, table.places, table.layout, table.face),
    advice=Advice(advice.EVALUATION.evaluate, advice.order, advice.EVALUATION.features, advice.turn, horizon=2),
    check=check,
    read_scenario=read_scenario,
    scenario_page=scenario_page,
    secrets=True,
    credits={"design": "Martin Wallace", "publisher": "PSC Games, 2018"},
)
