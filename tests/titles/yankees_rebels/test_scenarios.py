"""The scenarios: who stands where, who arrives when, and what was corrected in the print."""

from __future__ import annotations

import pytest

from bivouac.core.kit.bits import bits
from bivouac.core.title import BadSetup
from bivouac.i18n import LANGUAGES, catalogue
from bivouac.titles.yankees_rebels.printed.check import check, check_setup
from bivouac.titles.yankees_rebels.printed.map import FILES
from bivouac.titles.yankees_rebels.printed.scenarios import ERRATA, NIGHT, SETUPS, Turn, read_setups, with_options
from bivouac.titles.yankees_rebels.printed.units import GONE, SIDE, STRENGTH, UNIT_NUMBER, UNITS
from titles.yankees_rebels.kit import HEX, TITLE, Position, h, u

SCENARIO_3 = FILES.text("scenarios", "scenario3.toml")

# unit corps type hex strength
UNION_1 = """
    us_wadsworth I F G9 4
    us_gamble CR C R10 2
    us_devin CR C S10 2
"""
UNION_2 = """
    us_wadsworth I F N3 3
    us_doubleday I F M6 3
    us_wainwright I A L6 1
    us_caldwell II F G5 3
    us_gibbon II F H5 3
    us_hays II F E4 4
    us_hazard II A G5 2
    us_birney III F C4 5
    us_humphreys III F C5 5
    us_randolph III A B5 2
    us_barnes V F I1 3
    us_ayres V F K2 3
    us_martin V A K2 2
    us_steinwehr XI F N5 3
    us_osborn XI A N5 2
    us_geary XII F D5 4
    us_williams XII F N4 4
    us_muhlenberg XII A N3 2
    us_gamble CR C A9 2
    us_devin CR C A9 2
    us_ransom AR A A5 2
    us_fitzhugh AR A A5 2
"""
CSA_2 = """
    cs_mclaws I F V13 6
    cs_hood I F T10 6
    cs_early II F R3 6
    cs_rodes II F R5 4
    cs_johnson II F R2 6
    cs_dance II A R7 2
    cs_nelson II A R4 2
    cs_anderson III F K12 6
    cs_heth III F Q13 4
    cs_pender III F O9 4
    cs_mcintosh III A P8 2
    cs_pegram III A M9 1
    cs_jenkins CR C U1 2
"""
UNION_3 = """
    us_doubleday I F L6 3
    us_wainwright I A L6 1
    us_caldwell II F G6 2
    us_gibbon II F H6 3
    us_hays II F I5 4
    us_hazard II A I5 2
    us_humphreys III F I4 3
    us_randolph III A I4 1
    us_barnes V F B7 2
    us_ayres V F D6 2
    us_crawford V F E6 3
    us_martin V A D6 2
    us_wright VI F A7 4
    us_howe VI F B5 3
    us_newton VI F H4 4
    us_tompkins VI A C5 2
    us_steinwehr XI F N5 3
    us_osborn XI A N5 2
    us_geary XII F M4 4
    us_williams XII F N3 4
    us_muhlenberg XII A M5 2
    us_gamble CR C A6 2
    us_devin CR C A6 2
    us_gregg CR C I2 2
    us_mcintosh CR C I2 2
    us_huey CR C H3 2
    us_farnsworth CR C A8 2
    us_custer CR C K1 2
    us_robertson CR AC I1 2
    us_tidball CR AC A5 2
    us_mcgilvery AR A G5 2
    us_taft AR A M5 2
    us_huntington AR A G4 2
    us_fitzhugh AR A G4 2
"""
CSA_3 = """
    cs_mclaws I F G9 4
    cs_pickett I F T9 5
    cs_hood I F E10 4
    cs_alexander I A F10 2
    cs_eshleman I A H10 2
    cs_early II F Q6 4
    cs_rodes II F Q7 4
    cs_johnson II F P2 5
    cs_dance II A R3 2
    cs_nelson II A Q5 2
    cs_anderson III F Q10 6
    cs_heth III F Q13 6
    cs_pender III F O9 4
    cs_mcintosh III A L9 2
    cs_pegram III A M9 1
    cs_hampton CR C U1 2
    cs_flee CR C U2 2
    cs_chambliss CR C T2 2
    cs_jenkins CR C R2 2
    cs_beckham CR AC U3 2
"""
# July, hour, unit, corps, type, entry hex, strength
ARRIVALS_1 = """
    1 8 cs_heth III F V13 6
    1 9 us_robinson I F A12 3
    1 9 us_doubleday I F A12 4
    1 9 us_wainwright I A A12 2
    1 10 cs_mcintosh III A V13 2
    1 10 cs_pegram III A V13 2
    1 10 us_barlow XI F A12 3
    1 10 us_schurz XI F A5 3
    1 10 us_osborn XI A A5 2
    1 11 cs_pender III F V13 6
    1 11 us_steinwehr XI F A5 3
    1 13 cs_rodes II F V5 6
    1 13 cs_dance II A V13 2
    1 13 cs_nelson II A V13 2
    1 13 cs_jenkins CR C V4 2
    1 14 cs_early II F V4 6
    1 17 cs_anderson III F V13 6
    1 17 us_geary XII F I1 4
    1 18 cs_johnson II F V13 6
    1 18 us_birney III F A12 5
    1 18 us_williams XII F I1 4
    1 18 us_muhlenberg XII A I1 2
    1 20 us_humphreys III F A12 5
    1 20 us_randolph III A A12 2
    1 night cs_mclaws I F V13 6
    1 night cs_hood I F V13 6
    1 night us_caldwell II F A5 3
    1 night us_gibbon II F A5 3
    1 night us_hays II F A5 4
    1 night us_hazard II A A5 2
    1 night us_barnes V F A5 3
    1 night us_ayres V F A5 3
    1 night us_martin V A A5 2
    1 night us_ransom AR A A5 2
    1 night us_fitzhugh AR A A5 2
    2 8 cs_alexander I A V13 2
    2 8 cs_eshleman I A V13 2
    2 9 us_robertson CR AC A5 2
    2 10 us_mcgilvery AR A I1 2
    2 10 us_taft AR A I1 2
    2 10 us_huntington AR A I1 2
    2 10 us_crawford V F I1 3
    2 12 us_mcintosh CR C I1 2
    2 12 us_gregg CR C I1 2
    2 12 us_tidball CR AC I1 2
    2 14 cs_hampton CR C V5 2
    2 14 cs_beckham CR AC V5 2
    2 14 cs_pickett I F V13 5
    2 16 cs_flee CR C V5 2
    2 16 cs_chambliss CR C V5 2
    2 16 us_wright VI F I1 4
    2 16 us_farnsworth CR C I1 2
    2 16 us_custer CR C I1 2
    2 17 us_howe VI F I1 3
    2 17 us_newton VI F I1 4
    2 17 us_tompkins VI A I1 2
    2 night us_huey CR C I1 2
    3 11 cs_imboden CR C V13 2
    3 13 us_merritt CR C A5 2
    3 14 cs_jones CR C V13 2
    3 14 cs_robertson CR C V13 2
"""


def standing(text):
    return {tuple(line.split()) for line in text.strip().splitlines()}


def on_map(name, side):
    setup = SETUPS[name]
    return {
        (unit.id, unit.corps, unit.type, HEX[setup.where[i]], str(setup.strength[i]))
        for i, unit in enumerate(UNITS)
        if setup.where[i] >= 0 and unit.side == side
    }


def arriving(name):
    setup = SETUPS[name]
    return {
        (
            str(day),
            "night" if hour == NIGHT else str(hour),
            UNITS[i].id,
            UNITS[i].corps,
            UNITS[i].type,
            HEX[setup.entry[i]],
            str(setup.strength[i]),
        )
        for (day, hour), force in zip(setup.turns, setup.arrivals, strict=True)
        for i in bits(force)
    }


def arrivals_of(day, hour):
    return {row[2:] for row in standing(ARRIVALS_1) if row[:2] == (str(day), str(hour))}


@pytest.mark.rule("YR-S1a", "YR-S1b")
def test_scenario_1_starts_with_three_union_units_and_no_confederates():
    for name in ("campaign", "july-1"):
        assert on_map(name, "union") == standing(UNION_1) and on_map(name, "csa") == set()


@pytest.mark.rule("YR-S1c", "YR-S1d", "YR-S1e", "YR-S1f", "YR-S1g", "YR-S1h", "YR-S1j", "YR-S1k", "YR-S1l", "YR-S1m", "YR-S1n")
@pytest.mark.rule("YR-S1o", "YR-S1p", "YR-7.0a")
def test_arrivals_of_the_campaign():
    assert arriving("campaign") == standing(ARRIVALS_1) and len(standing(ARRIVALS_1)) == 61
    assert arrivals_of(1, 8) == {("cs_heth", "III", "F", "V13", "6")}
    assert {row[0] for row in arrivals_of(1, 9)} == {"us_robinson", "us_doubleday", "us_wainwright"}
    assert {row[0] for row in arrivals_of(1, 20)} == {"us_humphreys", "us_randolph"}
    assert ("cs_beckham", "CR", "AC", "V5", "2") in arrivals_of(2, 14)
    assert {row[0] for row in arrivals_of(2, "night")} == {"us_huey"} and {row[0] for row in arrivals_of(3, 13)} == {"us_merritt"}


@pytest.mark.rule("YR-S1q", "YR-S1r")
def test_corps_and_sides_left_out_in_the_print():
    corps = {unit.id: unit.corps for unit in UNITS}
    assert (corps["us_crawford"], corps["us_wadsworth"], corps["us_steinwehr"], corps["us_birney"], corps["us_tompkins"]) == (
        "V",
        "I",
        "XI",
        "III",
        "VI",
    )
    assert (corps["cs_pegram"], corps["cs_dance"], corps["us_devin"], corps["us_fitzhugh"], corps["cs_hood"]) == (
        "III",
        "II",
        "CR",
        "AR",
        "I",
    )
    for name in ("robertson", "mcintosh"):
        assert SIDE[u(f"us_{name}")] == 0 and SIDE[u(f"cs_{name}")] == 1
    entry = SETUPS["campaign"].entry
    for i, unit in enumerate(UNITS):
        assert entry[i] < 0 or (HEX[entry[i]] in ("A5", "A12", "I1")) == (unit.side == "union")


@pytest.mark.rule("YR-S2a", "YR-S2c")
def test_scenario_2_set_up():
    for name in ("july-2", "july-2-3"):
        assert on_map(name, "union") == standing(UNION_2) and len(standing(UNION_2)) == 22
        assert on_map(name, "csa") == standing(CSA_2) and len(standing(CSA_2)) == 13


@pytest.mark.rule("YR-S2b", "YR-S3b")
def test_units_eliminated_before_the_start():
    def gone(name):
        return {UNITS[i].id for i, where in enumerate(SETUPS[name].where) if where == GONE}

    assert gone("july-2") == gone("july-2-3") == {"us_robinson", "us_barlow", "us_schurz"}
    assert gone("july-3") == {"us_wadsworth", "us_robinson", "us_birney", "us_barlow", "us_schurz", "us_ransom"}
    assert gone("campaign") == gone("july-1") == set()


@pytest.mark.rule("YR-S2d")
def test_scenario_2_arrivals_are_those_of_the_campaign_from_2_july_on():
    assert arriving("july-2-3") == {row for row in standing(ARRIVALS_1) if row[0] != "1"} and len(arriving("july-2-3")) == 26
    assert arriving("july-2") == {row for row in standing(ARRIVALS_1) if row[0] == "2" and row[1] != "night"}


@pytest.mark.rule("YR-S3a", "YR-S3c")
def test_scenario_3_set_up():
    assert on_map("july-3", "union") == standing(UNION_3) and len(standing(UNION_3)) == 34
    assert on_map("july-3", "csa") == standing(CSA_3) and len(standing(CSA_3)) == 20


@pytest.mark.rule("YR-S3d")
def test_scenario_3_arrivals():
    assert arriving("july-3") == {row for row in standing(ARRIVALS_1) if row[0] == "3"} and len(arriving("july-3")) == 4


@pytest.mark.rule("YR-S-check")
@pytest.mark.parametrize("name", SETUPS)
def test_every_unit_appears_exactly_once_and_lawfully(name):
    setup = SETUPS[name]
    assert len(UNIT_NUMBER) == len(setup.where) == 64
    listed = (
        {i for i in range(64) if setup.where[i] >= 0}
        | {i for i in range(64) if setup.entry[i] >= 0}
        | {i for i in range(64) if setup.where[i] == GONE}
    )
    assert listed == set(range(64))
    assert not any(setup.where[i] != -1 and setup.entry[i] >= 0 for i in range(64)), "nobody stands on the map and arrives"
    assert check_setup(setup) == []
    assert all(0 < setup.strength[i] <= STRENGTH[i] for i in range(64))


def test_nothing_is_wrong_with_the_data_even_with_every_option():
    assert check() == []


# --- the errata ----------------------------------------------------------------------------------------


@pytest.mark.rule("YR-S3c", "YR-S3a", "YR-S1j", "YR-2.0n", "YR-track-b")
def test_the_22_errata_are_rulings_and_doubts_are_options_off_by_default():
    assert len(ERRATA) == 22
    assert all(erratum.clause in TITLE.rulebook for erratum in ERRATA)
    doubts = [erratum for erratum in ERRATA if erratum.status == "option"]
    assert len(doubts) == 6 and all(erratum.option in TITLE.options for erratum in doubts)
    assert all(not erratum.option for erratum in ERRATA if erratum.status != "option")
    assert {change.option for setup in SETUPS.values() for change in setup.changes} == {erratum.option for erratum in doubts}


@pytest.mark.parametrize(
    ("option", "scenario", "unit", "hex_name", "strength"),
    [
        ("heth-four", "july-3", "cs_heth", "Q13", 4),
        ("anderson-woods", "july-3", "cs_anderson", "K10", 6),
        ("dance-ridge", "july-3", "cs_dance", "R7", 2),
        ("geary-culps", "july-3", "us_geary", "N3", 4),
        ("horse-guns", "july-3", "us_tidball", "I1", 2),
    ],
)
def test_an_option_changes_the_set_up(option, scenario, unit, hex_name, strength):
    printed, changed = Position(TITLE, scenario).state, Position(TITLE, scenario, option).state
    assert (changed.where[u(unit)], changed.force[u(unit)]) == (h(hex_name), strength)
    assert (printed.where[u(unit)], printed.force[u(unit)]) != (h(hex_name), strength)


def test_the_fifth_corps_may_come_from_hanover():
    plain, changed = SETUPS["campaign"], with_options(SETUPS["campaign"], frozenset(TITLE.options))
    assert [HEX[setup.entry[u("us_barnes")]] for setup in (plain, changed)] == ["A5", "I1"]
    assert plain.turns[13] == Turn(1, NIGHT)


@pytest.mark.parametrize(
    ("option", "scenarios"),
    [
        ("heth-four", {"july-3"}),
        ("anderson-woods", {"july-3"}),
        ("dance-ridge", {"july-3"}),
        ("geary-culps", {"july-3"}),
        ("horse-guns", {"july-3"}),
        ("fifth-corps-east", {"campaign"}),
        ("vp-every-day", {"campaign", "july-2-3"}),
        ("breastworks", {"campaign", "july-2", "july-2-3", "july-3"}),
        ("stone-wall", set(SETUPS)),
        ("corps-integrity", set(SETUPS)),
        ("retreat-farther", set(SETUPS)),
    ],
)
def test_an_option_that_changes_nothing_is_refused(option, scenarios):
    for name, scenario in TITLE.scenarios.items():
        objection = TITLE.objection(scenario, frozenset({option}))
        assert (objection is None) == (name in scenarios)
        if objection is not None:
            assert all(catalogue(language, TITLE).say(objection) for language in LANGUAGES)
            with pytest.raises(BadSetup):
                TITLE.setup(scenario, {option})


def test_options_are_known_by_their_former_names():
    assert TITLE.option_set(TITLE.scenario("july-3"), {"heth_four", "min_one_die"}) == {"heth-four", "min-one-die"}
    own = SCENARIO_3.replace('option = "heth-four"', 'option = "heth_four"')
    assert with_options(read_setups(own, "mine.toml")["july-3"], frozenset({"heth-four"})).strength[u("cs_heth")] == 4


def test_minor_roads_and_works_are_options():
    plain, changed = Position(TITLE, "july-2").state, Position(TITLE, "july-2", "minor-roads", "breastworks").state
    assert plain.rules.road_steps != changed.rules.road_steps and plain.works == 0 and changed.works == 1 << h("N3")


def test_every_scenario_has_its_page_in_both_languages():
    for language in LANGUAGES:
        c = catalogue(language, TITLE)
        for scenario in TITLE.scenarios.values():
            paragraphs = [c.say(text) for text in TITLE.scenario_page(scenario)]
            assert len(paragraphs) > 6 and all(paragraphs)
    heth = [c.say(text) for text in TITLE.scenario_page(TITLE.scenario("july-3")) if "Heth" in c.say(text)]
    assert heth and not any("Gearry" in c.say(text) for text in TITLE.scenario_page(TITLE.scenario("july-3")))
