"""The rules that can be switched on, and which go together."""

from __future__ import annotations

import pytest

from bivouac import Match
from bivouac.core.title import BadSetup
from bivouac.i18n import catalogue
from bivouac.titles.house_divided import TITLE
from bivouac.titles.house_divided.printed.units import TURN_OF
from bivouac.titles.house_divided.setup import OPTIONS


@pytest.mark.rule("AHD-O1.0a", "AHD-A1.0a", "AHD-O5.0e", "AHD-A8.0a")
def test_every_rule_can_be_switched_on_alone_in_every_scenario():
    for scenario in TITLE.scenarios:
        for name, option in OPTIONS.items():
            wanted = {name, *option.needs}
            if name not in IDLE[scenario]:
                assert TITLE.setup(scenario, wanted).stack


# what would change nothing in a scenario, or has no place in it
IDLE = {
    "1861": {"campaign-victory", "five-times-as-large"},
    "1861-short": {"campaign-victory", "march-1863", "march-1864", "draft-riots"},
    "1861-march": {"campaign-victory", "march-1863", "march-1864", "draft-riots", "more-union-forces", "five-times-as-large"},
    "1862": {"march-1863", "first-turn-limits", "draft-riots", "five-times-as-large"},
    "1863": {"march-1863", "march-1864", "first-turn-limits", "five-times-as-large"},
    "1864": {"campaign-victory", "march-1863", "march-1864", "first-turn-limits", "draft-riots", "five-times-as-large"},
}


@pytest.mark.parametrize("scenario", IDLE)
def test_a_rule_that_can_do_nothing_is_refused_with_the_reason(scenario):
    for name in IDLE[scenario]:
        with pytest.raises(BadSetup) as caught:
            TITLE.setup(scenario, {name})
        said = [catalogue(language, TITLE).say(caught.value.text) for language in ("en", "it")]
        assert all(scenario in words for words in said) and said[0] != said[1]


def test_a_later_end_makes_room_for_the_riots():
    assert TITLE.setup("1862", {"march-1864", "draft-riots"}).setup.last_turn == TURN_OF["1864-03"]


def test_all_rules_together():
    match = Match.new(TITLE, scenario="1861", options=set(OPTIONS) - {"campaign-victory", "march-1863", "five-times-as-large"}, seed=1)
    assert match.question is not None


@pytest.mark.rule("AHD-O1.0b", "AHD-O2.0a", "AHD-O3.0a", "AHD-O4.0a")
def test_optional_rules_are_classed():
    groups = {}
    for option in OPTIONS.values():
        groups.setdefault(option.group, []).append(option.rule[4:].split(".")[0] + option.rule[4:].split(".")[1][0])
    assert groups["neutral"] == ["O21", "O22"] and groups["pro-union"] == ["O31", "O32", "O33", "O34"]
    assert groups["pro-csa"] == ["O41", "O42", "O43", "O44"]


def test_senseless_combinations_are_refused_with_the_reason():
    cases = (
        ("1861", ["foreign", "inexperienced-union"], "washington"),
        ("1861", ["rally"], "morale"),
        ("1864", ["campaign-victory"], "1864"),
        ("1861", ["march-1863", "march-1864"], "march-186"),
    )
    for scenario, options, word in cases:
        with pytest.raises(BadSetup) as caught:
            TITLE.setup(scenario, options)
        for language in ("en", "it"):
            assert word in catalogue(language, TITLE).say(caught.value.text)
