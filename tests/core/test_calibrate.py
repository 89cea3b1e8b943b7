"""Calibration: what is off is found and put right, and a correction that does not help is not taken."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest
from msgspec import structs
from typer.testing import CliRunner

from bivouac import load, titles
from bivouac.agents import LEVELS
from bivouac.agents.shown import POINTS, CurveFile, Span, chance_in, corrected, curve_for, level_at, log_odds
from bivouac.cli import app
from bivouac.cli.calibrate import as_toml, write_curves
from bivouac.core.data import read
from bivouac.core.learned import logistic
from bivouac.lab.calibrate import (
    Bin,
    Look,
    Reliability,
    Wish,
    aside,
    by,
    correction,
    corrections,
    fitted,
    part_of,
    phases_of,
    pooled,
    reliability,
    straight,
)

TURNS = 10


def looks(truth, n=3000, seed=1):
    """Positions of matches that are won as the truth says, whatever was reckoned."""
    rng = Random(seed)
    for match in range(n):
        scenario, chance, turn = rng.choice(("hill", "ford")), rng.random(), rng.randrange(1, TURNS + 1)
        won = float(rng.random() < truth(scenario, turn, chance))
        yield Look(match, "veteran", scenario, turn / TURNS, turn, 1, TURNS, chance, won)


def fit(some):
    return fitted(some, straight("pickets", "veteran", some))


def test_a_chance_that_comes_true_is_left_alone():
    sound = list(looks(lambda scenario, turn, chance: chance, 9000))
    assert reliability(sound).off < 0.05 and reliability(sound).brier < reliability(sound).blind
    plain = straight("pickets", "veteran", sound)
    curve, right = correction(sound, plain)
    assert curve is plain and all(right(x) == pytest.approx(x.chance, abs=0.006) for x in sound)


def test_tenths_are_pooled_position_by_position():
    """Two tenths that are off the other way make one that is not, the larger counts for more, and luck shrinks."""
    few, many = (
        Reliability(n, 0.2, 0.25, 0.1, luck, [Bin(3, n, 0.35, came, luck), *more])
        for n, came, luck, more in ((10, 0.65, 0.3, ()), (30, 0.25, 0.2, (Bin(9, 5, 0.95, 1.0, 0.1),)))
    )
    third, ninth = pooled([few, many])
    assert (third.tenth, third.positions) == (3, 40) and third.shown == pytest.approx(0.35) and third.came == pytest.approx(0.35)
    assert third.luck == pytest.approx((3.0**2 + 6.0**2) ** 0.5 / 40) and ninth == pytest.approx(Bin(9, 5, 0.95, 1.0, 0.1))


def test_a_chance_that_is_too_sure_is_put_right_on_matches_not_seen():
    bold = list(looks(lambda scenario, turn, chance: logistic(log_odds(chance) / 3)))
    plain = straight("pickets", "veteran", bold)
    right = aside(bold, plain)
    before, after = reliability(bold), reliability(bold, right)
    assert before.off > 0.2 > 0.15 > after.off and after.brier < before.brier and after.off < 2 * after.luck
    curve, _ = correction(bold, plain)
    for chance in (0.1, 0.3, 0.5, 0.7, 0.9):
        assert corrected(curve, "hill", 5, chance) == pytest.approx(logistic(log_odds(chance) / 3), abs=0.06)
    assert {part_of(x) for x in bold} == {0, 1, 2, 3}


def test_every_scenario_is_put_right_by_itself_and_by_the_clock():
    """The ford is lost for the Union, whatever it looks like, but the more surely the earlier it is."""

    def truth(scenario, turn, chance):
        return logistic(log_odds(chance) - (2 * (1 - (turn - 1) / (TURNS - 1)) if scenario == "ford" else 0))

    found = fit(list(looks(truth, 6000)))
    ford, hill = found.scenarios
    assert -2.3 < ford.early - hill.early < -1.3 and abs(ford.later - hill.later) < 0.4
    shown = [corrected(found, "ford", turn, 0.5) for turn in range(1, TURNS + 1)]
    assert all(a < b for a, b in pairwise(shown)) and corrected(found, "hill", 1, 0.5) == pytest.approx(0.5, abs=0.1)
    assert 0.2 < corrected(found, "of one's own", 1, 0.5) < 0.5
    assert all(a < b for a, b in pairwise(corrected(found, "ford", 3, c / 20) for c in range(1, 20)))


def test_every_level_is_put_right_by_itself():
    """Between recruits the reckoned chance comes true, between veterans the Union loses more often."""
    recruits = [x._replace(players="recruit") for x in looks(lambda scenario, turn, chance: chance, 600)]
    veterans = list(looks(lambda scenario, turn, chance: logistic(log_odds(chance) - 1), 1500))
    unequal = [x._replace(players="recruit:veteran") for x in looks(lambda scenario, turn, chance: 0.0, 300)]
    every = [*recruits, *veterans, *unequal]
    found = corrections("pickets", every)
    curve, right = found["veteran"][0], found["recruit"][1]
    assert curve.level == "veteran" and corrected(curve, "hill", 5, 0.5) == pytest.approx(logistic(-1), abs=0.06)
    assert reliability(recruits, right).brier == pytest.approx(reliability(recruits).brier, abs=0.005), "by recruits alone"
    lost, put = found["recruit:veteran"]
    assert lost.level == "recruit:veteran" and sum(map(put, unequal)) < 0.15 * len(unequal), "whatever the position"
    assert [level_at(p) for p in (("recruit", "veteran-bold"), (None, "crack"), (None, None), ("recruit", None))] == [
        "recruit:veteran", "crack", "veteran", "recruit",
    ]  # fmt: skip


def test_a_chance_that_is_sound_in_the_middle_and_bold_at_the_ends_is_bent_there():
    """Between a tenth and nine tenths it comes true; beyond, whatever it says, no more often than that: no straight line is right."""

    def truth(scenario, turn, chance):
        return min(max(chance, 0.15), 0.85)

    bent = list(looks(truth, 9000))
    found = fit(bent)
    assert reliability(bent, by(found)).off < 0.04 < reliability(bent).off
    assert corrected(found, "hill", 5, 0.97) < 0.92 and corrected(found, "hill", 5, 0.6) == pytest.approx(0.6, abs=0.04)


def test_a_chance_that_is_low_where_nearly_all_is_won_is_put_right():
    """The longest way that the fit has to go: what was shown says nearly nothing, and too little of it."""
    low = [x._replace(chance=0.01 + x.chance / 10) for x in looks(lambda scenario, turn, chance: 0.97)]
    found = fit(low)
    assert all(corrected(found, "hill", 5, c / 100) == pytest.approx(0.97, abs=0.04) for c in range(2, 10))


def test_a_chance_that_goes_the_wrong_way_is_flattened_and_never_turned():
    found = fit(list(looks(lambda scenario, turn, chance: 1 - chance)))
    shown = [corrected(found, "hill", 5, c / 20) for c in range(1, 20)]
    assert all(a <= b for a, b in pairwise(shown)) and shown[-1] - shown[0] < 0.1


def test_a_level_that_thinks_is_held_to_the_usual_one():
    """Where the Union loses more often, a few matches of crack move what veterans have shown, and none of them leave it as it is."""
    veterans = list(looks(lambda scenario, turn, chance: logistic(log_odds(chance) - 1), 3000))
    alike = [x._replace(players="crack") for x in looks(lambda scenario, turn, chance: logistic(log_odds(chance) - 1), 40, seed=2)]
    other = [x._replace(players="crack") for x in looks(lambda scenario, turn, chance: logistic(log_odds(chance) + 1), 200, seed=2)]
    shifts = {}
    for name, cracks in (("alike", alike), ("other", other)):
        found = corrections("pickets", [*veterans, *cracks])
        assert found["crack"][0].level == "crack"
        shifts[name] = log_odds(corrected(found["crack"][0], "hill", 5, 0.5))
    usual = log_odds(corrected(found["veteran"][0], "hill", 5, 0.5))
    assert shifts["alike"] == pytest.approx(usual, abs=0.4) and shifts["other"] > 0.3


def test_a_level_that_thinks_is_not_held_to_the_usual_one_where_its_matches_come_out_as_reckoned():
    veterans = list(looks(lambda scenario, turn, chance: logistic(log_odds(chance) - 2), 3000))
    sound = [x._replace(players="crack") for x in looks(lambda scenario, turn, chance: chance, 200, seed=2)]
    found = corrections("pickets", [*veterans, *sound])
    assert corrected(found["veteran"][0], "hill", 5, 0.5) < 0.2 < 0.4 < corrected(found["crack"][0], "hill", 5, 0.5) < 0.6


def test_how_many_matches_are_wished():
    wish = Wish(("recruit", "veteran", "crack"), 40, 8, 10, 2, "1", 0.1)
    assert wish.of("veteran", "veteran") == 40 and wish.of("crack", "crack") == 8
    assert wish.of("recruit", "veteran") == 10 and wish.of("crack", "veteran") == 2 and wish.total == 2 * 40 + 8 + 2 * 10 + 4 * 2


def test_a_look_stands_for_the_turns_of_its_match():
    """Half of the matches last one turn and are lost, the others nine, and a third of them is lost: of the positions at the first turn
    every second one is lost, but of all turns a few more than a third."""
    short = [Look(n, "veteran", "hill", 0.0, 1, 1, 1, 0.5, 0.0) for n in range(300)]
    long = [Look(300 + n, "veteran", "hill", 0.0, turn, 1, 9, 0.5, float(n % 3 > 0)) for n in range(300) for turn in (1, 9)]
    (found,) = reliability([*short, *long]).bins
    assert found.came == pytest.approx(2 / 3 * 18 / 19, abs=0.001) and found.positions == 900
    opening, middle, end = (len(some) for some in phases_of([*short, *long]).values())
    assert (opening, middle, end) == (600, 0, 300), "by the clock of the scenario, not of the match"


def test_what_is_written_reads_back():
    found = fit(list(looks(lambda scenario, turn, chance: chance, 300)))
    assert read(CurveFile, as_toml(CurveFile([found])), "calibration.toml").curve == [found]


def test_what_was_found_of_other_titles_is_kept(tmp_path):
    file, found = tmp_path / "c.toml", fit(list(looks(lambda scenario, turn, chance: chance, 300)))
    other = structs.replace(found, title="chess")
    write_curves(file, {"pickets", "chess"}, [found, other])
    write_curves(file, {"pickets"}, [])
    assert read(CurveFile, file.read_text(), "c.toml").curve == [other]


def test_how_much_of_a_match_is_over():
    assert [Span("hill", 3, 13, 0, 0).late(turn) for turn in (1, 3, 8, 13, 99)] == [0, 0, 0.5, 1, 1]


def rises(line):
    return len(line) == len(POINTS) and all(a < b for a, b in pairwise(line))


@pytest.mark.parametrize("name", titles())
def test_the_shipped_corrections_know_every_scenario(name):
    title = load(name)
    for curve in (curve_for(name, level) for level in (*LEVELS, "recruit:veteran", "veteran:recruit")):
        assert curve is None or ({s.scenario for s in curve.scenarios} == set(title.scenarios) and all(map(rises, curve.grid)))
    for scenario in title.scenarios:
        state = title.setup(scenario)
        while title.flow.is_chance(state):
            title.play(state, state.options[0])
        assert all(0 < chance_in(title, scenario, state, level) < 1 for level in LEVELS)


def test_the_command_measures_every_phase_and_level(tmp_path):
    asked = ["--lang", "en", "calibrate", "hold-the-line", "--players", "random", "--matches", "12", "--seed", "1"]
    result = CliRunner().invoke(app, [*asked, "-o", str(tmp_path), "--curves", str(tmp_path / "c.toml"), "--json"])
    assert result.exit_code == 0 and '"opening"' in result.output and '"random"' in result.output, result.output
    assert (tmp_path / "hold-the-line.svg").read_text().startswith("<svg") and (tmp_path / "c.toml").exists()
    table = CliRunner().invoke(app, asked)
    assert all(words in table.output for words in ("First", "Middle", "Last", "third")), table.output
