"""Data files: errors name the line; a player's own scenario can be read and played."""

from __future__ import annotations

from importlib import resources
from random import Random

import pytest

from bivouac import Match
from bivouac.core.data import BadData
from bivouac.core.title import BadSetup
from bivouac.match import format_save
from bivouac.titles.yankees_rebels.printed.map import hex_number, wrong
from bivouac.titles.yankees_rebels.printed.scenarios import read_setups
from kit import random_play
from titles.yankees_rebels.kit import TITLE, h, u

SCENARIO_3 = resources.files("bivouac.titles.yankees_rebels").joinpath("data", "scenarios", "scenario3.toml").read_text("utf-8")
OWN = (
    SCENARIO_3.replace('id = "july-3"', 'id = "what-if"')
    .replace("The third day", "Stuart in time")
    .replace("Il terzo giorno", "Stuart in tempo")
)


def line_of(text, words):
    return next(number for number, line in enumerate(text.splitlines(), 1) if words in line)


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ('unit = "cs_hood", hex = "E10"', 'unit = "cs_hood", hex = "J10"', "there is no hex J10"),
        ('unit = "cs_hood"', 'unit = "cs_hod"', "there is no unit cs_hod"),
        ('unit = "cs_imboden", hex = "V13"', 'unit = "cs_imboden", hex = "A5"', "cs_imboden cannot enter at A5"),
        ('{ unit = "cs_hood"', '{ unit = "us_howe"', "us_howe belongs to the other side"),
        ('{ unit = "cs_hood"', '{ unit = "cs_mclaws"', "cs_mclaws stands twice in the lists"),
    ],
)
def test_a_wrong_scenario_is_refused_with_its_line(old, new, problem):
    text = SCENARIO_3.replace(old, new, 1)
    with pytest.raises(BadData) as caught:
        read_setups(text, "mine.toml")
    assert caught.value.problem.en == problem and caught.value.line == line_of(SCENARIO_3, old)


def test_a_unit_left_out_and_unknown_keys_are_errors():
    with pytest.raises(BadData, match="not in any list: cs_hood"):
        read_setups("\n".join(line for line in SCENARIO_3.splitlines() if "cs_hood" not in line), "mine.toml")
    with pytest.raises(BadData) as caught:
        read_setups(SCENARIO_3.replace("last_day", "last_week"), "mine.toml")
    assert caught.value.line is not None
    with pytest.raises(BadData, match="no option plenty"):
        read_setups(SCENARIO_3.replace('option = "heth-four"', 'option = "plenty"'), "mine.toml")


def test_the_map_names_its_lines_too():
    text = resources.files("bivouac.titles.yankees_rebels").joinpath("data", "map.toml").read_text("utf-8")
    assert wrong("no", "no", "terrain", "rows", 3).line == line_of(text, '"11  ')
    with pytest.raises(BadData, match="there is no hex J1"):
        hex_number("J1", "victory", "hexes")


def test_a_players_own_scenario_is_played_and_saved_with_its_text():
    scenario = TITLE.read_scenario(
        OWN.replace('unit = "cs_pickett", hex = "T9"', 'unit = "cs_pickett", hex = "L9"').replace(
            'unit = "cs_mcintosh", hex = "L9"', 'unit = "cs_mcintosh", hex = "T9"'
        ),
        "mine.toml",
    )
    assert scenario.id == "what-if" and scenario.name.it == "Stuart in tempo"
    state = TITLE.setup(scenario)
    assert state.where[u("cs_pickett")] == h("L9")
    random_play(TITLE, state, Random(1), 60_000)
    assert state.outcome is not None and TITLE.scenario_page(scenario)
    match = Match.new(TITLE, scenario=scenario, seed=3)
    for _ in range(20):
        match.submit(match.question.options[0], side=match.question.side)
    assert Match.load(format_save(match.save())).answers == match.answers


def test_an_unlawful_set_up_is_refused():
    with pytest.raises(BadSetup) as caught:
        TITLE.read_scenario(OWN.replace('unit = "cs_pickett", hex = "T9"', 'unit = "cs_pickett", hex = "E10"'), "mine.toml")
    assert caught.value.text.key == "checks.stacking"
