"""What is said about a scenario: how it lies in the battle, how long it is, and what was corrected or doubted in the print."""

from __future__ import annotations

from bivouac.core.text import Text
from bivouac.core.title import Scenario
from bivouac.titles.yankees_rebels.printed.units import ERRATA, SETUPS, Erratum, Setup


def scenario_page(scenario: Scenario) -> list[Text]:
    setup: Setup = scenario.data
    hours = sum(not turn.is_night for turn in setup.turns)
    nights = len(setup.turns) - hours
    if setup.id not in SETUPS:
        return [Text("pages.length", {"hours": hours, "nights": nights})]
    paragraphs = [Text(f"pages.{setup.id.replace('-', '_')}"), Text("pages.length", {"hours": hours, "nights": nights})]
    slips = [erratum for erratum in ERRATA if concerns(erratum, setup)]
    paragraphs += [Text(f"pages.{slip.status}", {"issue": slip.issue, "ruling": slip.ruling}) for slip in slips]
    return [*paragraphs, Text("pages.reconstructed")]


def concerns(erratum: Erratum, setup: Setup) -> bool:
    """Whether a slip lies in this scenario's tables, or in the rules that all share."""
    number = {"campaign": "1", "july-1": "1", "july-3": "3"}.get(setup.id, "2")
    topic = erratum.clause.removeprefix("YR-")
    return not topic.startswith("S") or topic.startswith(f"S{number}")
