"""Plans: both sides have several, each has its words, the script follows them, and the mixtures are made of them."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest
from typer.testing import CliRunner

from bivouac.agents import Clock, make_agent
from bivouac.cli import app
from bivouac.core.ids import SIDES, Side
from bivouac.core.plans import BOLD, CAUTIOUS, SURPRISING, Table
from bivouac.i18n import catalogue
from bivouac.lab.plans import best_reply, evened, gain, smoothed, solve
from bivouac.lab.postures import Trial, altered, rate_of
from bivouac.match import View
from bivouac.server.even import EVEN, balance, cracks_of, handicaps
from bivouac.titles import load

DOCS = Path(__file__).resolve().parents[2] / "docs"


@pytest.fixture
def plans(title):
    if title.advice.plans is None:
        pytest.skip("the example has no plans")
    return title.advice.plans


def test_every_plan_has_its_words(title, plans):
    for language in ("en", "it"):
        c = catalogue(language, title)
        for side in SIDES:
            assert 6 <= len(plans.names[side]) <= 10
            assert all(c.has(f"plans.{name}") and c.has(f"aims.{name}") for name in plans.names[side])


def test_every_plan_orders_all_options_and_knows_the_best(title, plans):
    state, rng = title.setup(), Random(3)
    for _ in range(150):
        if not state.stack:
            break
        if not title.flow.is_chance(state):
            side = title.flow.side(state)
            for n in range(len(plans.names[side])):
                pair = (n, 0) if side == Side.UNION else (0, n)
                order = plans.order(state, pair)
                assert sorted(order) == sorted(state.options) and plans.best(state, pair) == order[0]
        title.play(state, rng.choices(state.options, title.flow.weights(state))[0])


def test_a_mixture_is_a_share_for_each_plan_that_no_single_plan_beats_by_far(title, plans):
    for scenario in title.scenarios:
        for side in SIDES:
            shares = plans.mixture(title.setup(scenario), side)
            assert len(shares) == len(plans.names[side]) and abs(sum(shares) - 1) < 0.01
    for table in plans.mixtures.tables:
        assert table.scenario in title.scenarios
        over = gain(table, Side.UNION), gain(table, Side.CSA)
        assert max(over) <= 0.1, (table.scenario, over)


def test_where_a_scenario_is_uneven_its_page_says_why(title, plans):
    for table in plans.mixtures.tables:
        for language in ("en", "it"):
            page, why = balance(title, table.scenario, language), f"uneven.{table.scenario}"
            uneven = not EVEN[0] <= table.value <= EVEN[1]
            assert str(round(100 * table.value)) in page
            assert not uneven or catalogue(language, title).sentence(why) in page, table.scenario


def test_a_scenarios_page_tells_how_it_is_between_crack_troops_as_the_balance_reports_found(title, plans):
    reports = (DOCS / "balance.md").read_text("utf-8")
    for scenario in title.scenarios:
        found = re.search(rf"\[{title.id}, {scenario}\]\S* \| crack \| (\d+) \| (\d+) %", reports)
        matches, union = found.groups()
        for language, words in (("en", f"about {union} (in {matches} matches)"), ("it", f"circa {union} (in {matches} partite)")):
            assert balance(title, scenario, language).count(words) == 1, scenario


def test_what_evens_a_scenario_for_those_who_think_is_said_and_can_be_chosen(title, plans):
    for scenario in title.scenarios:
        cracks, page, known = cracks_of(title, scenario), balance(title, scenario, "en"), catalogue("en", title)
        assert handicaps(title, scenario) == ([*plans.table(scenario).options], [*cracks.options])
        title.option_set(title.scenario(scenario), cracks.options)
        if cracks.handicap:
            evened = page.rpartition(f"(in {cracks.matches} matches).")[2]
            assert all(known.sentence(f"options.{option}") in evened for option in cracks.options), scenario
            assert EVEN[0] <= cracks.evened <= EVEN[1] and abs(cracks.evened - 0.5) < abs(cracks.union - 0.5)
        else:
            assert EVEN[0] <= cracks.union <= EVEN[1] or "Between computers it is uneven" in page, scenario


def test_the_mixtures_of_a_matrix_game():
    """Stone, scissors, paper: a third each; a plan that is always worse is never played."""
    half, won, lost = 0.5, 1.0, 0.0
    north, south = solve([[half, won, lost], [lost, half, won], [won, lost, half]])
    assert all(abs(share - 1 / 3) < 0.02 for share in (*north, *south))
    north, south = solve([[0.6, 0.7], [0.2, 0.3]])
    assert north == [1.0, 0.0] and south == [1.0, 0.0]
    table = Table("war", 10**6, 0.6, {"a": 1.0, "b": 0.0}, {"a": 1.0, "b": 0.0}, [[0.6, 0.7], [0.2, 0.3]])
    assert round(best_reply(table, Side.UNION), 3) == 0.6 and round(best_reply(table, Side.CSA), 3) == 0.4


def test_few_matches_are_taken_for_few():
    """A lucky cell of a few matches is drawn towards what its row and column do elsewhere; one of many is believed."""
    rates = [[0.5, 0.5, 0.5], [0.5, 1.0, 0.5], [0.5, 0.5, 0.5]]
    assert 0.5 < smoothed(rates, 2)[1][1] < 0.85 < smoothed(rates, 200)[1][1] <= 1.0


def test_a_temper_keeps_to_the_plans_that_suit_it(title, plans):
    state = title.setup()
    for side in SIDES:
        for temper in (CAUTIOUS, BOLD):
            suiting = plans.tempers[temper][side]
            assert set(suiting) < set(plans.names[side])
            drawn = {plans.names[side][plans.draw(state, side, n / 20, temper)] for n in range(20)}
            assert drawn <= set(suiting)
        assert len({plans.draw(state, side, n / 40, SURPRISING) for n in range(40)}) == len(plans.names[side])


def test_an_agent_keeps_its_plan_wherever_it_is_made_again(title, plans):
    state = title.setup()
    rng = Random(1)
    while title.flow.is_chance(state) or len(state.options) < 2:
        title.play(state, rng.choices(state.options, title.flow.weights(state))[0])
    side = title.flow.side(state)
    made = [make_agent("veteran", Random(n), 0.7) for n in range(3)]
    for agent in made:
        agent.decide(View(title, state, side), title.question(state), Clock())
    assert len({agent.plan for agent in made}) == 1


@pytest.mark.parametrize("level", ["veteran", "crack"])
def test_who_answers_for_both_sides_follows_a_plan_of_each(title, plans, level):
    state, rng, lot = title.setup(), Random(2), 0.99
    agent, followed = make_agent(level, Random(1), lot), {}
    while len(followed) < len(SIDES):
        answer = rng.choices(state.options, title.flow.weights(state))[0]
        if not title.flow.is_chance(state) and len(state.options) > 1:
            side = title.flow.side(state)
            answer = agent.decide(View(title, state, side), title.question(state), Clock(seconds=0.0))
            followed[side] = agent.plan
            assert agent.plan == plans.draw(state, side, lot), plans.names[side]
        title.play(state, answer)


def test_a_plan_on_trial_plays_the_same_matches_as_the_others_and_leaves_them_as_they_are():
    trial = Trial("gettysburg", ("battle",), int(Side.UNION), "search")
    plans = load("gettysburg").advice.plans
    named, rng = list(plans.postures[Side.UNION]), Random(1)
    drawn = [altered(named[0], named, rng) for _ in range(20)]
    assert {type(posture) for posture in drawn} == {type(named[0])} and len(set(drawn)) > 10
    assert rate_of(trial, named[0], range(2)) == rate_of(trial, named[0], range(2)), "the same dice for everybody"
    assert plans.postures[Side.UNION][: len(named)] == named


def test_what_the_union_wins_is_measured_apart_from_the_table(monkeypatch, tmp_path):
    """The page's figure comes of matches without any option that the mixtures were not chosen by."""
    asked = []
    monkeypatch.setattr("bivouac.lab.plans.between", lambda title, table, *how: asked.append(how) or 0.4567)
    monkeypatch.setattr("bivouac.lab.plans.make_table", lambda *_: Table("war", 10, 0.9, {"a": 1.0}, {"a": 1.0}, [[0.9]]))
    file = tmp_path / "plans.toml"
    assert CliRunner().invoke(app, ["plans", "lincoln", "--matches", "1", "-o", str(file)]).exit_code == 0
    assert asked == [((), 400, "1:war:measured")] and "value = 0.457" in file.read_text()


def test_what_a_handicap_does_is_measured_anew_once_it_is_chosen(monkeypatch):
    """Of options without effect the luckiest is not taken for one that helps; of one that helps the second measure is told."""
    asked = []

    def between(title, table, options, matches, seed):
        (option,) = options
        asked.append((option, matches))
        return {"helps": 0.45, "idle": 0.24}[option] if matches == 100 else {"helps": 0.4, "idle": 0.2}[option]

    monkeypatch.setattr("bivouac.lab.plans.between", between)
    monkeypatch.setattr("bivouac.lab.plans._is_possible", lambda title, scenario, option: option != "impossible")
    table = Table("war", 10, 0.2, {"a": 1.0}, {"a": 1.0}, [[0.2]])
    found = evened("any", table, ("impossible", "idle", "helps"), 100, "1")
    assert (found.handicap, found.evened) == ("helps", 0.4)
    assert asked == [("idle", 100), ("helps", 100), ("helps", 400)]
    assert evened("any", table, ("idle",), 100, "1") == table
    even = Table("war", 10, 0.45, {"a": 1.0}, {"a": 1.0}, [[0.45]])
    assert asked[3:] == [("idle", 100), ("idle", 400)]
    assert evened("any", even, ("helps",), 100, "1") == even and len(asked) == 5


def test_a_handicap_may_be_several_options(monkeypatch):
    """They are tried together, kept with a plus between them, and all named on the scenario's page."""
    asked = []
    monkeypatch.setattr("bivouac.lab.plans.between", lambda title, table, options, matches, seed: asked.append(options) or 0.45)
    table = Table("1861", 10, 0.2, {"a": 1.0}, {"a": 1.0}, [[0.2]])
    found = evened("house-divided", table, ("more-union-forces+rally", "more-union-forces+washington"), 100, "1")
    assert found.handicap == "more-union-forces+washington", "without the rules of morale nobody rallies"
    assert asked == [("more-union-forces", "washington")] * 2
    title = load("house-divided")
    monkeypatch.setattr(type(title.advice.plans), "table", lambda self, scenario: found)
    for lang, words in (
        ("en", ("Increased Union forces", "Capture of Washington")),
        ("it", ("Forze dell'Unione aumentate", "Cattura di Washington")),
    ):
        page = balance(title, "1861", lang)
        assert all(word in page for word in words) and "45" in page, page
