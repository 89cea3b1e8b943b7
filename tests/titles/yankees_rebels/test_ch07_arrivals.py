"""Chapter 7: reinforcements and the night turn."""

from __future__ import annotations

import pytest

from bivouac.core.ids import Side
from bivouac.core.kit.bits import bits
from bivouac.titles.yankees_rebels.frames import HAT_UNIT, PASS
from bivouac.titles.yankees_rebels.printed.map import DIST
from bivouac.titles.yankees_rebels.printed.scenarios import SETUPS
from bivouac.titles.yankees_rebels.printed.units import UNIT
from bivouac.titles.yankees_rebels.rules.ch07_arrivals import night_area
from titles.yankees_rebels.kit import HAT, HEX, TITLE, Box, Position, at_box, battle, h, hexes, m, names, round_of, u

NIGHT_1 = 13


@pytest.mark.rule("YR-7.0a")
def test_every_arrival_has_an_hour_and_an_entry_hex():
    for setup in SETUPS.values():
        for turn, force in enumerate(setup.arrivals):
            assert all(setup.entry[unit] >= 0 and setup.where[unit] == -1 for unit in bits(force)), setup.turns[turn]


@pytest.mark.rule("YR-7.0c")
def test_an_activated_reinforcement_enters_for_half_a_point():
    s = battle("cs_heth@off", "us_gamble@R10", scenario="july-1")
    p = round_of(s, m("csa", "III"), flags=1).answer(u("cs_heth"))
    assert p.question.box == "march" and PASS not in p.options and p.refusal(PASS).rule == "YR-7.0c"
    assert {"V13", "U13", "U12", "U11"} <= hexes(p.options), "half a point for V13, then three hexes of road"
    assert "T10" not in hexes(p.options)
    p.answer(h("U12"))
    assert p.state.where[u("cs_heth")] == h("U12") and not p.state.due


@pytest.mark.rule("YR-7.0c", "YR-4.0i")
def test_a_reinforcement_that_enters_does_not_fight():
    s = battle("cs_heth@off", "us_gamble@U11", scenario="july-1")
    p = round_of(s, m("csa", "III"), flags=1).answer(u("cs_heth"), h("U12"))
    assert p.question.box == "reaction", "the first half point is at the road's rate, so Heth may only be shot at"
    p.rolls(HAT, HAT, HAT, HAT)
    assert p.question.box == "draw" and p.state.where[u("us_gamble")] == h("U11")


@pytest.mark.rule("YR-7.0d")
def test_whoever_did_not_enter_waits_and_keeps_its_marker():
    p = Position(TITLE, "july-1")
    while p.state.turn == 0:
        p.answer(PASS if PASS in p.options else p.options[-1])
    assert p.state.due & UNIT[u("cs_heth")] and m("csa", "III") in p.options
    s = battle("cs_heth@off", "us_gamble@R10", scenario="july-1", turn=3)
    assert u("cs_heth") in round_of(s, m("csa", "III"), flags=1).options


@pytest.mark.rule("YR-7.0e")
def test_an_enemy_in_the_entry_hex_moves_the_entry_along_the_edge():
    s = battle("cs_heth@off", "cs_pender@S10", "us_gamble@V13", scenario="july-1")
    p = round_of(s.clone(), m("csa", "III"), flags=1).answer(u("cs_heth"))
    assert {"V11", "T13", "U11", "T12"} <= hexes(p.options), "in at V11 or T13, the nearest hexes away from Gamble, and on from there"
    assert "V13" not in hexes(p.options)
    p.answer(h("T13"))
    assert p.state.where[u("cs_heth")] == h("T13") and p.question.box != "reaction"
    s.stand(u("us_devin"), h("V10"))
    p = round_of(s, m("csa", "III"), flags=1).answer(u("cs_heth"))
    assert "T13" in hexes(p.options) and "V11" not in hexes(p.options), "V11 lies next to Devin"


@pytest.mark.rule("YR-7.0e", refuses=True)
def test_with_the_other_reading_an_enemy_in_the_entry_hex_keeps_reinforcements_out():
    s = battle("cs_heth@off", "cs_pender@S10", "us_gamble@V13", scenario="july-1", options=("blocked-entry",))
    p = round_of(s, m("csa", "III"), flags=1)
    assert p.refusal(u("cs_heth")).rule == "YR-7.0e"


@pytest.mark.rule("YR-7.0e", refuses=True)
def test_where_the_whole_edge_is_closed_a_unit_waits():
    blockers = [f"{unit}@V{n}" for unit, n in zip(("us_gamble", "us_devin", "us_huey", "us_custer", "us_gregg"), (13, 11, 8, 5, 2))]
    west = [f"{unit}@{place}" for unit, place in zip(("us_hays", "us_gibbon", "us_barlow", "us_schurz", "us_geary", "us_newton", "us_howe"),
                                                     ("T13", "Q13", "N13", "L13", "H13", "E13", "B13"))]  # fmt: skip
    p = round_of(battle("cs_heth@off", "cs_pender@S4", *blockers, *west, scenario="july-1"), m("csa", "III"), flags=1)
    assert p.refusal(u("cs_heth")).rule == "YR-7.0e"


@pytest.mark.rule("YR-7.0e")
def test_a_full_entry_hex():
    full = battle("cs_heth@off", "cs_pender@V13", "cs_pegram@V13", "us_gamble@R10", scenario="july-1")
    p = round_of(full, m("csa", "III"), flags=1).answer(u("cs_heth"))
    assert "V13" not in hexes(p.options) and "U13" in hexes(p.options), "full, but one can move on"
    shut = battle("cs_heth@off", "cs_pender@V13", "cs_pegram@V13", "us_gamble@V12", scenario="july-1")
    p = round_of(shut, m("csa", "III"), flags=1).answer(u("cs_heth"))
    assert "V13" not in hexes(p.options) and "T13" in hexes(p.options), "full, and an enemy zone keeps it from moving on: it enters beside"
    zone = battle("cs_heth@off", "us_gamble@V12", scenario="july-1")
    p = round_of(zone, m("csa", "III"), flags=1).answer(u("cs_heth"))
    assert p.state.where[u("cs_heth")] == h("V13") and p.question.box == "reaction", "in an enemy zone: it enters and stops"


def test_a_reserve_enters_by_a_hat():
    s = battle("cs_imboden@off", "cs_hood@C3", "us_gibbon@M11")
    assert HAT_UNIT + u("cs_imboden") in round_of(s, m("csa", "I"), hats=1).options


@pytest.mark.rule("YR-7.1a", "YR-S1i", "YR-track-b")
def test_a_night_lies_between_two_days():
    for name, setup in SETUPS.items():
        nights = [turn for turn in setup.turns if turn.is_night]
        assert len(nights) == {"campaign": 2, "july-2-3": 1}.get(name, 0)
    lengths = {
        name: [sum(turn.day == day and not turn.is_night for turn in setup.turns) for day in (1, 2, 3)] for name, setup in SETUPS.items()
    }
    assert lengths["campaign"] == [13, 14, 14] and lengths["july-2-3"] == [0, 13, 14]
    assert SETUPS["campaign"].turns[0].hour == SETUPS["july-3"].turns[0].hour == 8 and SETUPS["campaign"].turns[14].hour == 7


@pytest.mark.rule("YR-7.1b", "YR-7.1c", "YR-S1j", "YR-S1n")
def test_listed_units_enter_by_themselves_the_union_first():
    p = Position(TITLE, "campaign")
    p.state.turn = NIGHT_1
    p.state.due = 0
    p = at_box(p.state, Box.TURN)
    assert p.asked == (Side.UNION, "night_unit")
    assert names(p.options) == {
        "us_caldwell",
        "us_gibbon",
        "us_hays",
        "us_hazard",
        "us_barnes",
        "us_ayres",
        "us_martin",
        "us_ransom",
        "us_fitzhugh",
    }
    assert p.refusal(PASS).rule == "YR-7.1b"
    while p.question.side == Side.UNION:
        p.answer(next(a for a in p.options if a != PASS))
    assert p.asked == (Side.CSA, "night_unit") and names(p.options) == {"cs_mclaws", "cs_hood"}
    assert not p.state.done and not p.told("reacts")


@pytest.mark.rule("YR-7.1d")
def test_night_marches_are_twice_as_long():
    s = battle("us_hays@off", "cs_hood@V1", scenario="campaign", turn=NIGHT_1)
    reached = {n for n in range(273) if night_area(s, u("us_hays")) >> n & 1}
    assert {"A5", "F5", "G4", "H5"} <= hexes(reached) and "I5" not in hexes(reached), "eight half points: the entry hex and seven of road"
    s.unit = u("us_hays")
    assert at_box(s, Box.NIGHT_MARCH).refusal(h("I5")).rule == "YR-7.1d"


@pytest.mark.rule("YR-7.1e")
@pytest.mark.rule("YR-7.1e", refuses=True)
def test_nobody_moves_next_to_an_enemy_by_night():
    p = at_box(battle("us_hays@off", "us_gibbon@A1", "cs_hood@D5", scenario="campaign", turn=NIGHT_1), Box.TURN)
    while p.question.box != "night_march":
        p.answer(next(a for a in p.options if a != PASS))
    assert p.refusal(h("C5")).rule == "YR-7.1e" and p.refusal(h("C4")).rule == "YR-7.1e"
    assert all(DIST[n][h("D5")] > 1 for n in p.options)
    assert p.refusal(h("F5")).rule == "YR-7.1d", "nor past the enemy"
    far = at_box(battle("us_hays@off", "us_gibbon@A1", "cs_hood@V5", scenario="campaign", turn=NIGHT_1), Box.TURN)
    while far.question.box != "night_march":
        far.answer(next(a for a in far.options if a != PASS))
    assert h("F5") in far.options


def parting(*pieces, **setup):
    """The night's end, when enemies part."""
    s = battle(*pieces, scenario="campaign", turn=NIGHT_1, **setup)
    s.side = Side.CSA
    return at_box(s, Box.NIGHT_UNIT)


@pytest.mark.rule("YR-7.1f")
def test_the_unit_in_the_open_leaves_the_one_in_cover():
    p = parting("us_hays@F3", "cs_hood@E3")
    assert p.asked == (Side.CSA, "part_from") and p.state.unit == u("cs_hood")
    assert p.refusal(PASS).rule == "YR-7.1f"
    p.answer(h("D3"))
    assert p.state.where[u("cs_hood")] == h("D3") and p.state.where[u("us_hays")] == h("F3") and p.state.turn != NIGHT_1


@pytest.mark.rule("YR-7.1g")
def test_both_leave_if_both_stand_in_the_open():
    p = parting("us_hays@C3", "cs_hood@C4")
    assert p.asked == (Side.UNION, "part_from")
    p.answer(h("C2"))
    assert p.asked == (Side.CSA, "part_from") and PASS not in p.options
    p.answer(h("C5"))
    assert [(HEX[facts["frm"].id], HEX[facts["to"].id]) for facts in p.told("parted")] == [("C3", "C2"), ("C4", "C5")]
    assert p.state.turn == NIGHT_1 + 1


@pytest.mark.rule("YR-7.1h")
@pytest.mark.rule("YR-7.1h", refuses=True)
def test_in_cover_against_cover_each_may_stay():
    p = parting("us_hays@F3", "cs_hood@F2")
    assert p.asked == (Side.UNION, "part_from") and PASS in p.options
    assert p.refusal(h("G2")).rule == "YR-7.1h", "next to Hood"
    p.answer(PASS)
    assert p.asked == (Side.CSA, "part_from") and PASS in p.options
    p.answer(h("F1"))
    assert p.state.where[u("cs_hood")] == h("F1")


@pytest.mark.rule("YR-7.1i")
def test_without_a_hex_to_go_to_a_unit_stays_without_loss():
    p = parting("us_hays@A1", "cs_hood@A2", "cs_early@C1", "cs_mclaws@B2")
    assert p.state.where[u("us_hays")] == h("A1") and p.state.force[u("us_hays")] == 4
    assert p.state.unit != u("us_hays")


@pytest.mark.rule("YR-7.1j")
def test_no_combat_reaction_or_recovery_by_night():
    p = parting("us_hays@F3:2", "cs_hood@F2")
    boxes = set()
    while p.state.turn == NIGHT_1:
        boxes.add(p.question.box)
        p.answer(p.options[0])
    assert boxes == {"part_from"} and p.state.force[u("us_hays")] == 2


@pytest.mark.rule("YR-7.1k")
def test_late_units_may_enter_by_night():
    s = battle("us_randolph@off", "cs_hood@V1", scenario="campaign", turn=NIGHT_1)
    p = at_box(s, Box.NIGHT)
    assert p.asked == (Side.UNION, "night_unit") and set(p.options) == {PASS, u("us_randolph")}


@pytest.mark.rule("YR-7.0e")
@pytest.mark.rule("YR-7.0e", refuses=True)
def test_an_enemy_in_the_entry_hex_moves_the_entry_by_night_too():
    def night(options=()):
        s = battle("us_randolph@off", "cs_hood@V1", "cs_mclaws@off", scenario="campaign", turn=NIGHT_1, options=options)
        s.move(u("cs_hood"), s.rules.setup.entry[u("us_randolph")])
        return at_box(s, Box.NIGHT)

    p = night()
    assert p.asked == (Side.UNION, "night_unit")
    p.answer(u("us_randolph"))
    assert "A10" in hexes(p.options) and not {"A11", "A12", "A13"} & hexes(p.options), "away from Hood at A12"
    waiting = night(("blocked-entry",))
    assert waiting.asked[0] == Side.CSA, "the Union has nobody who could enter"


@pytest.mark.rule("YR-7.1h", "YR-7.1f")
def test_a_forced_retreat_by_night_keeps_out_of_enemy_zones():
    """As every retreat (5.4.2b): Gibbon, in the open, has no hex outside the zones of Hood, Early, Rodes and Heth and stays."""
    p = parting("us_gibbon@C5", "cs_hood@C6", "cs_early@C3", "cs_rodes@E5", "cs_heth@A5")
    assert p.state.where[u("us_gibbon")] == h("C5") and p.state.force[u("us_gibbon")] == 3 and not p.told("parted")
    p = parting("us_gibbon@C5", "cs_hood@C6", "cs_early@C3", "cs_rodes@E5")
    assert not p.told("parted") or HEX[p.told("parted")[0]["to"].id] in {"B4", "B5"}
