"""7.0, O3.3 and O3.4: recruitment."""

from __future__ import annotations

import pytest

from bivouac.core.text import Name
from bivouac.titles.house_divided import TITLE
from bivouac.titles.house_divided.frames import DONE, Box, Items
from bivouac.titles.house_divided.printed.map import CSA, MAP, NOBODY, UNION, N
from bivouac.titles.house_divided.printed.units import HISTORICAL, MC, MF, RECRUITS, TURN_OF
from bivouac.titles.house_divided.rules.ch07_recruitment import ceiling
from titles.house_divided.kit import Field, box, lazily, reduced


def recruiter(*options, side=UNION, pool=(6, 0, 6, 0), turn=2):
    field = Field(*options, side=side, turn=turn)
    field.unit("MF", "Washington")
    field.rebel("MF", "Richmond")
    field.state.pool = list(pool)
    return field


@pytest.mark.rule("AHD-7.0a", "AHD-7.0b", "AHD-H2b")
@pytest.mark.parametrize(("die", "number"), [(1, 2), (2, 2), (3, 3), (4, 4), (5, 5), (6, 6)])
def test_the_die_is_the_most_that_may_be_raised(die, number):
    field = recruiter()
    field.promoting().answer(DONE).rolls(die)
    assert field.state.recruits == number == RECRUITS[die]
    for _ in range(number):
        assert field.question.box == "city"
        field.answer(field.options[0])
    assert field.state.pool[0] == 6 - number and field.question.box != "city"


@pytest.mark.rule("AHD-7.0c", refuses=True)
def test_only_militia_of_the_pool_is_raised():
    field = recruiter(pool=(1, 1, 0, 0))
    field.recruiting().rolls(3)
    assert field.state.recruits == 2
    field.answer(box("Chicago"))
    assert field.question.box == "arm" and field.options == [MF, MC]
    field.answer(MC).answer(box("Canton"))
    assert sorted(field.state.kind[p] for p in field.at("Chicago") + field.at("Canton")) == [MF, MC]
    assert field.judged(Box.ARM, MC, Items(Box.ARM, (box("Chicago"),))) == "AHD-7.0c"
    field = recruiter(pool=(0, 0, 0, 0))
    field.recruiting()
    assert field.state.active == CSA  # nothing to raise: no die, and the turn is over


@pytest.mark.rule("AHD-7.0d")
def test_militia_returns_to_the_pool_and_others_do_not():
    field = Field()
    for kind in ("MF", "MC", "FV", "CV", "FS", "CS"):
        field.state.lose(field.unit(kind, "Chicago"))
    assert field.state.pool == [1, 1, 0, 0]


@pytest.mark.rule("AHD-7.0e", refuses=True)
def test_one_recruit_a_city_at_full_strength():
    field = recruiter()
    field.recruiting().rolls(4).answer(box("Chicago"))
    piece = field.at("Chicago")[0]
    assert not reduced(field, piece) and field.rule(box("Chicago")) == "AHD-7.0e"


@pytest.mark.rule("AHD-7.0f", refuses=True)
def test_each_side_recruits_under_its_own_shield():
    field = recruiter()
    field.owns(UNION, "Memphis", "Nashville")
    field.recruiting().rolls(4)
    assert field.rule(box("Memphis")) == "AHD-7.0f" and box("Chicago") in field.options
    field = recruiter(side=CSA)
    field.owns(CSA, "Chicago")
    field.recruiting().rolls(4)
    assert field.rule(box("Chicago")) == "AHD-7.0f" and box("Memphis") in field.options


@pytest.mark.rule("AHD-7.0g", refuses=True)
def test_nobody_recruits_in_a_city_he_does_not_own():
    field = recruiter()
    field.owns(CSA, "Cairo")
    field.recruiting().rolls(4)
    assert field.rule(box("Cairo")) == "AHD-7.0g"
    assert field.rule(box("Louisville")) == "AHD-7.0g"


@pytest.mark.rule("AHD-7.0h")
def test_cities_with_both_shields_recruit_for_their_owner():
    both = {MAP.name[b] for b in range(N) if MAP.value[UNION][b] and MAP.value[CSA][b]}
    assert both == {"Baltimore", "Cairo", "Cincinnati", "Louisville"}
    field = recruiter()
    assert box("Cairo") in field.recruiting().rolls(4).options
    field = recruiter(side=CSA)
    field.owns(CSA, "Cairo")
    assert box("Cairo") in field.recruiting().rolls(4).options


@pytest.mark.rule("AHD-7.0i", "AHD-7.0l")
def test_the_maximum_is_the_sum_of_the_owned_numbers():
    field = Field()
    assert field.state.maximum == (34, 29)
    field.owns(UNION, "Louisville")
    assert field.state.maximum == (35, 29)
    field.owns(CSA, "Louisville")
    assert field.state.maximum == (34, 30)
    field.owns(CSA, "Cairo")
    assert field.state.maximum == (33, 31)
    field.owns(NOBODY, "Louisville")
    assert field.state.maximum == (33, 30)


@pytest.mark.rule("AHD-7.0j", refuses=True)
def test_nobody_recruits_beyond_his_maximum():
    field = recruiter(pool=(30, 0, 0, 0))
    for _ in range(31):
        field.unit("FV", "New York")
    field.recruiting().rolls(6)
    assert field.state.army(UNION) == 32 and field.state.recruits == 2
    field.answer(box("Chicago"), box("Canton"))
    assert field.state.army(UNION) == 34 and field.question.box != "city"


@pytest.mark.rule("AHD-7.0k")
def test_an_excess_is_tolerated():
    field = Field(side=CSA)
    for _ in range(34):
        field.unit("FV", "New York")
    field.rebel("MF", "Chicago")
    lazily(field.ending())
    assert field.state.maximum[UNION] == 32 and field.state.army(UNION) == 34


@pytest.mark.rule("AHD-7.0m")
def test_a_captured_city_costs_the_loser_its_number():
    field = Field()
    field.owns(UNION, "Nashville")
    assert field.state.maximum == (34, 28)
    field.owns(UNION, "Knoxville")
    assert field.state.maximum == (35, 28)


@pytest.mark.rule("AHD-O3.3a", "AHD-O3.3b", "AHD-H2c")
def test_historical_limits_on_the_die():
    assert HISTORICAL[UNION][1:] == (3, 3, 3, 4, 5, 6) and HISTORICAL[CSA][1:] == (2, 2, 3, 4, 4, 4)
    for side, die, number in ((UNION, 1, 3), (UNION, 2, 3), (CSA, 1, 2), (CSA, 6, 4), (CSA, 5, 4)):
        field = recruiter("historical-recruitment", side=side)
        field.recruiting().rolls(die)
        assert field.state.recruits == number


@pytest.mark.rule("AHD-O3.3c", refuses=True)
def test_historical_limits_let_large_cities_raise_two():
    field = recruiter("historical-recruitment")
    field.recruiting().rolls(6).answer(box("Pittsburgh"), box("Pittsburgh"))
    assert len(field.at("Pittsburgh")) == 2 and field.rule(box("Pittsburgh")) == "AHD-7.0e"
    field.answer(box("Chicago"))
    assert field.rule(box("Chicago")) == "AHD-7.0e"
    field = recruiter("historical-recruitment", side=CSA)
    field.recruiting().rolls(4).answer(box("Richmond"), box("Richmond"), box("Atlanta"))
    assert field.rule(box("Atlanta")) == "AHD-7.0e"


@pytest.mark.rule("AHD-O3.4a")
def test_increased_union_forces_after_each_draft():
    for turn, extra in ((7, 0), (8, 4), (18, 8), (28, 12)):
        state = TITLE.setup("1861", ["more-union-forces"])
        state.drafts = sum(1 for t in (8, 18, 28) if t <= turn)
        assert ceiling(state, UNION) == 34 + extra and ceiling(state, CSA) == 29 and state.maximum == (34, 29)
    assert ceiling(TITLE.setup("1864", ["more-union-forces"]), UNION) == 36 + 12
    assert ceiling(TITLE.setup("1864"), UNION) == 36


@pytest.mark.rule("AHD-O3.4x1")
def test_example_may_1864():
    field = Field("more-union-forces", scenario="1864", turn=TURN_OF["1864-05"])
    field.owns(CSA, "Cairo")
    assert field.state.maximum[UNION] == 35 and ceiling(field.state, UNION) == 47


@pytest.mark.rule("AHD-7.0c", "AHD-7.0j")
def test_a_short_pool_is_told():
    field = recruiter(pool=(1, 0, 0, 0))
    field.recruiting().rolls(6)
    assert field.told("recruits_short") == [{"side": Name("side", UNION), "die": 6, "n": 1}] and not field.told("recruits_rolled")


@pytest.mark.rule("AHD-7.0c")
def test_a_confederate_recruit_comes_out_of_his_own_arms_pool():
    for kind, pool in ((0, [0, 0, 1, 2]), (3, [0, 0, 2, 1])):
        field = Field(side=CSA)
        field.rebel("MF", "Atlanta")
        field.state.pool = [0, 0, 2, 2]
        field.recruiting().rolls(2).answer(box("Richmond"), kind)
        assert field.state.pool == pool, kind
