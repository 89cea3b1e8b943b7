"""Components, board, set-up, days and periods, reinforcements, order discs (chapters comp, board, setup, seq, reinf, disc, chart)."""

from __future__ import annotations

from collections import Counter
from importlib import resources
from random import Random

import pytest

from bivouac.core.data import BadData
from bivouac.core.ids import Side
from bivouac.core.kit.bits import bits
from bivouac.titles.gettysburg import TITLE
from bivouac.titles.gettysburg.draw.faces import face
from bivouac.titles.gettysburg.frames import AT, PASS, Box
from bivouac.titles.gettysburg.printed.map import (
    AREAS,
    BORDERS,
    CORNERS,
    DOUBLE_STAR,
    GROUND,
    HILL,
    NAMES,
    NEAR,
    REACH,
    RIDGE,
    ROAD,
    STARRED,
    TERRAIN,
    TOWN,
    Ground,
)
from bivouac.titles.gettysburg.printed.scenarios import BATTLE, read_scenario
from bivouac.titles.gettysburg.printed.units import (
    AFTERNOON,
    BLOCKS,
    CLASS,
    CLASSES,
    COLOURS,
    CSA,
    CUBES,
    DISCS,
    FIRE_MARKERS,
    MORNING,
    NIGHT,
    NOON,
    PIECES,
    SIDE,
    STICKS,
    UNION,
    UNION_DISCS,
    UNITS,
)
from bivouac.titles.gettysburg.state import BLACK, BLUE, DOUBLE, HAND, SINGLE
from kit import Position
from titles.gettysburg.kit import P, Scene


def count(side):
    return Counter(CLASSES[CLASS[p]] for p in range(PIECES) if SIDE[p] == side)


@pytest.mark.rule("GET-comp-a", "GET-comp-b", "GET-comp-l")
def test_each_side_has_its_pieces():
    assert count(CSA) == {"regular": 17, "elite": 5, "artillery": 9}
    assert count(UNION) == {"regular": 19, "elite": 1, "inferior": 7, "cavalry": 2, "artillery": 11}
    assert set(UNITS.class_) == {"elite", "regular", "inferior", "cavalry", "artillery"}


@pytest.mark.rule("GET-comp-c", "GET-comp-d", "GET-comp-h")
def test_blocks_discs_and_markers():
    assert BLOCKS == ((2, 2, 3, 3, 4, 4, 5, 5),) * 2
    assert DISCS == (12, 22)
    assert (STICKS, UNITS.markers.disruption, FIRE_MARKERS) == (20, 8, 4)
    assert tuple(TITLE.flow.boxes[Box.VOLLEY].outcomes(None, None)) == (1, 2, 3, 4, 5, 6)


@pytest.mark.rule("GET-comp-f", "GET-comp-g", "GET-comp-k")
def test_every_class_that_bears_cubes_has_its_own_colour():
    named = {(("union", "csa")[side], CLASSES[kind]): n for (side, kind), n in zip(COLOURS, CUBES)}
    assert named == {
        ("csa", "regular"): 30,
        ("csa", "elite"): 20,
        ("union", "regular"): 30,
        ("union", "elite"): 5,
        ("union", "inferior"): 15,
        ("union", "cavalry"): 5,
    }
    woods = {face(f"{side} {kind} 0").split('fill="')[1][:7] for side, kind in named}
    assert len(woods) == len(named), "no two classes look alike"
    assert UNITS.colours.union["inferior"] == "orange" and UNITS.colours.csa["elite"] == "black"


@pytest.mark.rule("GET-comp-e")
def test_black_discs_make_up_any_number():
    p = Scene(side=Side.UNION)
    for place, n in (("GET", 5), ("CEM", 5), ("CUL", 2)):
        p.block(place, Side.UNION, 5 if n == 5 else 2, n)
    p.state.stack = (AT[Box.DISCS],)
    p.go()
    assert p.state.discs[BLUE] == 0 and p.state.discs[BLACK] == 10


@pytest.mark.rule("GET-board-a", "GET-board-d", "GET-board-f")
def test_the_board_has_everything_the_legend_names():
    assert [NAMES[a] for a in range(AREAS) if TERRAIN[a] == TOWN] == ["Gettysburg"]
    assert {HILL, RIDGE} <= set(TERRAIN)
    assert [NAMES[a] for a in bits(DOUBLE_STAR)] == ["Little Round Top - Round Top"]
    assert (STARRED & ~DOUBLE_STAR).bit_count() >= 2
    assert {r.kind for r in GROUND.data.road} == {"road", "railroad"} and len(GROUND.data.box) == 7
    assert {b.name for b in GROUND.data.box if b.side == "union"} == {"Taneytown Road", "Baltimore Pike", "Emmitsburg Road"}


@pytest.mark.rule("GET-board-b")
def test_the_railroad_is_a_road():
    rail = next(r for r in GROUND.data.road if r.kind == "railroad")
    pairs = [pair.split("-") for pair in rail.crosses.split()]
    assert all(ROAD[P[a]] >> P[b] & 1 for a, b in pairs)
    assert ["SMN", "COL"] in pairs and not any("SMN-COL" in r.crosses for r in GROUND.data.road if r is not rail)


@pytest.mark.rule("GET-board-c", "GET-move-g")
def test_streams_change_nothing():
    """Two pieces cross a border with a stream as they cross one without."""
    assert GROUND.streams and any(not s.along for s in GROUND.data.stream)
    assert (P["BEN"], P["FOR"]) in GROUND.streams
    p = Scene()
    one, two, _three = p.put("BEN", Side.CSA, regular=3)
    p.block("BEN", Side.CSA, 3)
    p.go().march("BEN", "BEN", (one, "FOR"), (two, "FOR"))
    assert p.at("FOR") == [one, two]


@pytest.mark.rule("GET-board-g", "GET-ex-corner")
def test_four_areas_at_a_point_are_adjacent_for_guns_only():
    four = [P[x] for x in ("ALM", "GET", "WIN", "WLF")]
    for a in four:
        assert {b for b in four if b != a} <= set(BORDERS[a]) | set(bits(CORNERS[a]))
    assert CORNERS[P["ALM"]] >> P["WIN"] & 1 and not NEAR[P["ALM"]] >> P["WIN"] & 1


@pytest.mark.rule("GET-board-g", refuses=True)
def test_an_order_does_not_reach_over_a_corner():
    p = Scene()
    p.put("WIN", Side.CSA, regular=1)
    p.put("GET", Side.CSA, regular=1)
    p.put("COL", Side.CSA, regular=1)
    p.block("ALM", Side.CSA, 3)
    p.go().order("ALM", 0)
    assert p.asked == (Side.CSA, "from")
    assert p.why("WIN") == "GET-block-b"


@pytest.mark.rule("GET-board-e", "GET-disc-d")
def test_the_disc_boxes_are_data():
    assert UNION_DISCS == (10, 10, 10, 6)
    table = (TITLE.table.layout(TITLE.view(TITLE.setup(), None))).panels
    orders = next(p for p in table if p.id == "orders")
    numbers = [cell.name.args["n"] for cell in orders.cells]
    assert numbers == [10, 10, 10, 6, 12, 4], "four boxes of the Union, two of the Confederacy, each with its printed number"
    assert orders.cells[5].name.args["more"] == 2


@pytest.mark.rule("GET-setup-a", "GET-setup-b", "GET-setup-g", "GET-setup-h", "GET-setup-i", "GET-chart-i", "GET-setup-c")
def test_the_start():
    p = Position(TITLE)
    s = p.state
    standing = {a: Counter(CLASSES[CLASS[x]] for x in s.at[a]) for a in range(AREAS) if s.at[a]}
    assert standing == {
        P["MCP"]: {"cavalry": 2, "artillery": 1},
        P["LON"]: {"elite": 1, "regular": 1},
        P["COD"]: {"regular": 2, "artillery": 1},
    }
    assert all(SIDE[x] == UNION for a in standing for x in s.at[a]) and not any(s.cubes)
    assert Counter(CLASSES[CLASS[x]] for x in s.at[P["CHAMBERSBURG"]]) == {"regular": 5, "artillery": 2}
    layout = TITLE.table.layout(TITLE.view(s, None))
    waiting = [t for t in layout.tokens if t.at.startswith("due:")]
    on_board = [t for t in layout.tokens if t.id.startswith("piece:") and t.at.startswith("place:")]
    assert len(waiting) + len(on_board) == PIECES and len(waiting) == 71 - 15


@pytest.mark.rule("GET-setup-d", "GET-setup-e", "GET-setup-f", "GET-disc-b")
def test_the_first_morning():
    s = Position(TITLE).state
    assert (s.day, s.period) == (1, MORNING)
    assert s.block_at == [HAND] * 16 and s.stock == list(CUBES) and not any(s.sticks)
    assert s.discs == [10, 0, 12, 4] and s.disrupted == s.fired == 0
    hand = TITLE.view(s, Side.UNION).blocks
    assert sorted(b.value for b in hand[:8]) == [2, 2, 3, 3, 4, 4, 5, 5] and all(b.value == 0 for b in hand[8:])


def at_close(day, period, **put):
    p = Scene(day=day, period=period)
    p.state.discs = [0, 0, 3, 1]
    for place, n in put.items():
        p.put(place, Side.CSA, regular=n)
    return p


@pytest.mark.rule("GET-seq-a", "GET-end-f", "GET-vic-d", "GET-seq-d", "GET-act-c")
def test_three_days_of_four_periods_without_a_third_night():
    p = Position(TITLE)
    rng = Random(1)
    ends = []
    while p.state.stack:
        before, over = sum(p.state.discs[:2]), len(p.told("period_over"))
        was_union = p.state.active == UNION
        p.answer(rng.choice(p.options))
        if len(p.told("period_over")) > over:
            ends.append((was_union, before <= 1))
    periods = [(e["day"], e["period"].id) for e in p.told("period")]
    assert periods == [(d, t) for d in (1, 2, 3) for t in range(4) if (d, t) != (3, NIGHT)]
    assert ends == [(True, True)] * 11, "every period ends with the Union's last disc"
    assert p.state.outcome.winner == Side.UNION and p.state.outcome.rule == "GET-vic-d"


@pytest.mark.rule("GET-seq-e", "GET-end-e", "GET-seq-c")
def test_after_the_night_comes_a_new_day():
    p = at_close(1, NIGHT).go()
    assert (p.state.day, p.state.period) == (2, MORNING)
    assert p.told("new_day") == [{"day": 2}]
    names = [e.kind.name for e in p.state.log]
    assert [n for n in names if n in ("period_over", "period", "arrived", "union_discs_set")][:3] == ["period_over", "period", "arrived"]
    assert names.index("arrived") < names.index("union_discs_set"), "reinforcements come before the discs"
    assert p.asked == (Side.CSA, "act")


@pytest.mark.rule("GET-reinf-a", "GET-chart-b", "GET-chart-g")
def test_reinforcements_of_the_first_afternoon():
    p = at_close(1, NOON).go()
    here = {box: Counter(CLASSES[CLASS[x]] for x in p.at(box)) for box in P if P[box] >= AREAS and p.at(box)}
    assert here == {
        "CHAMBERSBURG": {"regular": 3, "artillery": 1},
        "TANEYTOWN": {"inferior": 3},
        "BALTIMORE": {"regular": 3, "artillery": 1},
        "EMMITSBURG": {"regular": 3, "artillery": 1},
    }


@pytest.mark.rule("GET-reinf-b", "GET-chart-a")
@pytest.mark.parametrize(("die", "box"), [(1, "MUMMASBURG"), (3, "MUMMASBURG"), (4, "CARLISLE"), (6, "CARLISLE")])
def test_one_die_for_the_road_of_the_noon_group(die, box):
    p = at_close(1, MORNING).go()
    assert p.asked == (Side.CHANCE, "road")
    p.rolls(die)
    assert len(p.at(box)) == 4 and len(p.at("HARRISBURG")) == 3 and len(p.at("TANEYTOWN")) == 5
    assert not p.at("CARLISLE" if box == "MUMMASBURG" else "MUMMASBURG")


def groups(side):
    names = {v: k for k, v in P.items()}
    return [(g.day, g.period, [names[b] for b in g.places]) for g in BATTLE.chart if g.side == side]


@pytest.mark.rule("GET-chart-a", "GET-chart-b", "GET-chart-c", "GET-chart-d", "GET-chart-e")
def test_the_confederate_chart():
    assert groups(CSA) == [
        (1, NOON, ["MUMMASBURG", "CARLISLE"]),
        (1, NOON, ["HARRISBURG"]),
        (1, AFTERNOON, ["CHAMBERSBURG"]),
        (1, NIGHT, ["CHAMBERSBURG"]),
        (2, MORNING, ["CHAMBERSBURG"]),
        (2, NOON, ["CHAMBERSBURG"]),
    ]


@pytest.mark.rule("GET-chart-f", "GET-chart-g")
def test_the_union_chart():
    assert groups(UNION) == [
        (1, NOON, ["TANEYTOWN"]),
        (1, AFTERNOON, ["TANEYTOWN"]),
        (1, AFTERNOON, ["BALTIMORE"]),
        (1, AFTERNOON, ["EMMITSBURG"]),
        (1, NIGHT, ["TANEYTOWN"]),
        (2, MORNING, ["BALTIMORE"]),
        (2, MORNING, ["TANEYTOWN"]),
        (2, AFTERNOON, ["BALTIMORE"]),
    ]


@pytest.mark.rule("GET-chart-h")
def test_start_and_chart_use_every_piece_once():
    used = [p for g in (*BATTLE.start, *BATTLE.chart) for p in g.pieces]
    assert sorted(used) == list(range(PIECES))


@pytest.mark.rule("GET-disc-a", "GET-disc-c", "GET-disc-h", "GET-disc-i")
def test_missing_union_discs_become_forced_passes():
    """Four discs lie on the map: eight blue ones are left, two black ones make up the ten."""
    p = at_close(1, NOON)
    p.block("CEM", Side.UNION, 4, 4)
    p.go()
    assert p.state.period == AFTERNOON
    assert (p.state.discs[BLUE], p.state.discs[BLACK]) == (8, 2)


@pytest.mark.rule("GET-disc-e", "GET-disc-f")
@pytest.mark.parametrize(
    ("options", "single", "double", "expected"),
    [
        ((), 3, 0, (15, 4)),
        ((), 3, 2, (15, 6)),
        ((), 0, 4, (12, 6)),
        ((), 8, 0, (20, 2)),
        ((), 9, 4, (18, 4)),
        (["fill-to-twelve"], 3, 0, (12, 4)),
        (["fill-to-twelve"], 3, 2, (12, 6)),
        (["fill-to-twelve"], 12, 5, (12, 7)),
    ],
)
def test_the_confederacy_adds_twelve_discs_or_fills_up_to_twelve(options, single, double, expected):
    p = Scene()
    p.state.battle = TITLE.setup(options=options).battle
    p.state.discs = [0, 0, single, double]
    p.state.stack = (AT[Box.DISCS],)
    p.go()
    assert (p.state.discs[SINGLE], p.state.discs[DOUBLE]) == expected


@pytest.mark.rule("GET-disc-g", "GET-disc-h")
def test_the_single_box_comes_first():
    """Nine of 22 discs on the map: thirteen are left, twelve for the single box and one for the double box."""
    p = Scene()
    p.block("KNX", Side.CSA, 5, 5)
    p.block("HER", Side.CSA, 4, 4)
    p.state.discs = [0, 0, 0, 0]
    p.state.stack = (AT[Box.DISCS],)
    p.go()
    assert (p.state.discs[SINGLE], p.state.discs[DOUBLE]) == (12, 1)


@pytest.mark.rule("GET-end-g", "GET-end-a", "GET-end-b", "GET-fire-v")
def test_what_stays_on_the_board_from_period_to_period():
    p = Scene(side=Side.UNION)
    one, _ = p.put("CEM", Side.UNION, regular=1, artillery=1)
    p.hurt(**{f"p{one}": 2})
    p.sticks("CEM", "GET", "GET")
    p.mark("CEM")
    p.block("CEM", Side.UNION, 3, 1)
    p.state.discs[BLUE] = 1
    p.go().order("CEM", PASS)
    p.end_turn()
    p.until(lambda q: q.box == "act")
    assert (p.state.day, p.state.period) == (1, NOON) and p.state.fired == 0
    assert p.state.cubes[one] == 2 and p.state.sticks[P["CEM"]] == (P["GET"],) * 2
    assert p.state.block_discs[p.state.block_in(P["CEM"])] == 2


@pytest.mark.rule("GET-disrupt-f", "GET-end-d")
@pytest.mark.parametrize(("period", "left"), [(MORNING, 1), (AFTERNOON, 0), (NIGHT, 1)])
def test_disruption_goes_at_the_end_of_the_afternoon(period, left):
    p = at_close(1, period, KNX=1)
    p.disrupt("KNX")
    p.go()
    assert p.state.disrupted.bit_count() == left


def test_the_map_is_checked():
    text = resources.files("bivouac.titles.gettysburg").joinpath("data", "map.toml").read_text("utf-8")
    for old, new, problem in (
        ('borders = "BEN HER= MAR"', 'borders = "BEN HER= XXX"', "there is no area XXX"),
        ('borders = "BEN HER= MAR"', 'borders = "BEN HER MAR"', "not told alike"),
        ('crosses = "COB-HAG HAG-COL COL-GET"', 'crosses = "COB-HAG HAG-COL COL-JBN"', "not marked"),
        ('corners = "WIN"', 'corners = "COB"', "corner"),
        ('terrain = "ridge"', 'terrain = "swamp"', "swamp"),
        ("stars = 1", "stars = 1\nmoons = 2", "moons"),
    ):
        assert old in text
        with pytest.raises(BadData, match=problem) as caught:
            Ground(text.replace(old, new, 1))
        assert caught.value.line


def test_a_players_own_set_up():
    text = resources.files("bivouac.titles.gettysburg").joinpath("data", "scenarios", "battle.toml").read_text("utf-8")
    mine = read_scenario(text.replace('area = "MCP"', 'area = "HER"').replace('id = "battle"', 'id = "mine"'), "mine.toml")
    s = TITLE.setup(mine)
    assert len(s.at[P["HER"]]) == 3 and s.is_sound()
    for old, new, problem in (
        ('area = "MCP"', 'area = "NOWHERE"', "NOWHERE"),
        ('boxes = ["HARRISBURG"]', 'boxes = ["BALTIMORE"]', "other side"),
        ("regular = 5, artillery = 2", "regular = 4, artillery = 2", "come from nowhere"),
        ("regular = 5, artillery = 2", "regular = 50, artillery = 2", "more regular"),
    ):
        with pytest.raises(BadData, match=problem):
            read_scenario(text.replace(old, new, 1), "bad.toml")


def test_reach_is_the_place_and_its_neighbours():
    assert set(bits(REACH[P["KNX"]])) == {P[x] for x in ("KNX", "BEN", "HER", "MAR", "CHAMBERSBURG")}
