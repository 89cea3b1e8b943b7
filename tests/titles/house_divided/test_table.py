"""The clause index, the board as a picture one can play on, the faces, and the layout of a view."""

from __future__ import annotations

import math
import re
from collections import Counter
from importlib import resources
from itertools import combinations, pairwise
from xml.etree import ElementTree

import pytest

from bivouac import Match, load
from bivouac.core.draw.palette import RED
from bivouac.core.draw.svg import text_width
from bivouac.core.draw.tracks import SHIELDS
from bivouac.core.rulebook import Rulebook
from bivouac.core.text import Text
from bivouac.match.gestures import Reach
from bivouac.titles.house_divided.draw.boxes import LEAST, NARROW, ROOM, lines_of, shields
from bivouac.titles.house_divided.draw.faces import face
from bivouac.titles.house_divided.draw.lines import Curve, hidden, routes
from bivouac.titles.house_divided.draw.places import BOX, FRAME, HALF, HEIGHT, WIDTH, board_point
from bivouac.titles.house_divided.printed.map import CSA, EUROPE, MAP, NOBODY, RAIL, RIVER, ROAD, UNION, N
from bivouac.titles.house_divided.printed.units import CALENDAR, DRAFT_TURNS, FV, FX, GARRISON, KINDS, LEADER_NAMES, MC, MF, TURNS
from bivouac.titles.house_divided.table import TABLE
from bivouac.titles.house_divided.view import BattleView, LeaderView, PieceView, View

SVG_NS = "{http://www.w3.org/2000/svg}"


def echo(text: Text) -> str:
    """A language in which every word is its own key."""
    return {"board.language": "en"}.get(text.key, text.key)


@pytest.fixture(scope="module")
def svg() -> str:
    return TABLE.board(None, echo)


@pytest.fixture(scope="module")
def root(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)


def groups(root: ElementTree.Element) -> dict[str, ElementTree.Element]:
    return {e.get("data-id", ""): e for e in root.iter() if e.get("data-id")}


def used(e: ElementTree.Element, name: str) -> int:
    return sum(1 for u in e.iter(f"{SVG_NS}use") if u.get("href") == f"#ahd-{name}")


def text_of(e: ElementTree.Element) -> str:
    return " ".join(t.text or "" for t in e.iter(f"{SVG_NS}text"))


# --- the clause index ---------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def rulebook() -> Rulebook:
    return Rulebook.parse(resources.files("bivouac.titles.house_divided").joinpath("rulebook.toml").read_text("utf-8"))


def test_the_index_has_every_clause_of_the_booklets(rulebook: Rulebook) -> None:
    assert len(rulebook) == 358
    parts = Counter(re.match(r"AHD-([HOA]?)", c.id)[1] for c in rulebook)
    assert parts == {"": 191, "O": 68, "A": 81, "H": 18}
    assert [c.id for c in rulebook if c.status == "not_applicable"] == ["AHD-0.0b", "AHD-1.3a"]


def test_the_index_reads_well_in_both_languages(rulebook: Rulebook) -> None:
    for c in rulebook:
        both = [c.topic, c.text, *(x for x in (c.ruling, c.reason) if x)]
        assert all(t.en and t.it for t in both), c.id
        assert c.text.en != c.text.it, c.id
        for sentence in (c.text.en, c.text.it):
            assert sentence[-1] in ".)" and (sentence[0].isupper() or sentence[0] in "+-1234567890"), (c.id, sentence)
        assert not re.search(r"\[table|AHD-|fact map|  ", " ".join(t.en + t.it for t in both)), c.id


def test_an_index_names_only_clauses_that_can_be_broken(rulebook: Rulebook) -> None:
    """What forbids something is carried by code."""
    assert all(c.status == "enforced" for c in rulebook if c.forbids)
    assert sum(c.forbids for c in rulebook) >= 60


# --- the board ----------------------------------------------------------------------------------------------


@pytest.mark.rule("AHD-1.2a")
def test_every_place_is_a_group_with_a_generous_hit_area(root: ElementTree.Element) -> None:
    found = groups(root)
    assert len([i for i in found if i.startswith("box:")]) == N + 1 == 130
    for box in range(N):
        hit = found[f"box:{box}"].find(f"{SVG_NS}rect[@class='ahd-hit']")
        assert hit is not None and float(hit.get("width", 0)) >= BOX + 16, MAP.name[box]
        assert text_of(found[f"box:{box}"]).startswith(MAP.name[box])
    for place in TABLE.places(None):
        assert place.id in found, place
        assert FRAME < place.x < WIDTH - FRAME and FRAME < place.y < HEIGHT - FRAME


def test_classes_of_the_board_cannot_meet_those_of_the_page(root: ElementTree.Element) -> None:
    ours = re.compile(r"ahd-.*|upright|near|upon|as|as-[012]")
    assert all(ours.fullmatch(name) for e in root.iter() for name in e.get("class", "").split())


def test_the_svg_is_plain_and_whole(svg: str, root: ElementTree.Element) -> None:
    assert not re.search(r"<(script|style)|\sstyle=|\son\w+=|javascript:|https?://(?!www\.w3\.org)", svg)
    ids = [e.get("id") for e in root.iter() if e.get("id")]
    assert len(ids) == len(set(ids)) and all(i.startswith("ahd-") for i in ids)
    wanted = {u.get("href", "")[1:] for u in root.iter(f"{SVG_NS}use")} | set(re.findall(r"url\(#([\w-]+)\)", svg))
    assert wanted <= set(ids)
    assert len(svg) < 420_000


@pytest.mark.rule("AHD-9.0a", "AHD-1.3b")
def test_each_side_has_its_own_colour_and_its_own_shape(root: ElementTree.Element) -> None:
    symbols = {e.get("id"): e for e in root.iter(f"{SVG_NS}g") if e.get("id")}
    shapes: dict[int, set[tuple[str, int]]] = {UNION: set(), CSA: set(), NOBODY: set()}
    for box in range(N):
        group = groups(root)[f"box:{box}"]
        classes = group.get("class", "").split()
        assert classes[-1] == ("ahd-union", "ahd-csa", "ahd-white")[MAP.owner[box]]
        shown = next(look for look in group.iter(f"{SVG_NS}g") if "as" in look.get("class", "").split() and not look.get("display"))
        frame = symbols[next(shown.iter(f"{SVG_NS}use")).get("href", "")[1:]][0]
        shapes[MAP.owner[box]].add((str(frame.get("fill")), len(frame.get("points", "").split())))
    assert {corners for _, corners in shapes[UNION]} == {4}
    assert {corners for _, corners in shapes[CSA]} == {8}
    assert {corners for _, corners in shapes[NOBODY]} == {0}  # a rectangle with round corners
    assert len({fill for kinds in shapes.values() for fill, _ in kinds}) == 3


@pytest.mark.rule("AHD-1.2d", "AHD-7.0f")
def test_what_is_printed_on_a_box_is_drawn_on_it(root: ElementTree.Element) -> None:
    for box in range(N):
        group = groups(root)[f"box:{box}"]
        assert used(group, "anchor") == MAP.port[box], MAP.name[box]
        assert used(group, "fort") == MAP.fort[box], MAP.name[box]
        drawn = [e.get("d") for e in group.iter(f"{SVG_NS}path")]
        for side in (UNION, CSA):
            assert drawn.count(SHIELDS[side]) == (MAP.value[side][box] > 0), MAP.name[box]
        numbers = sorted(int(n) for n in re.findall(r"\b\d\b", text_of(group).replace("No. 10", "")))
        assert numbers == sorted(v for v in (MAP.value[UNION][box], MAP.value[CSA][box]) if v), MAP.name[box]
        assert len({corner for _, corner in shields(MAP, box)}) == len(shields(MAP, box))


def drawn(group: ElementTree.Element) -> str:
    return "".join(path.get("d", "") for path in group.iter(f"{SVG_NS}path"))


@pytest.mark.rule("AHD-1.2b")
def test_the_three_kinds_of_line_are_told_apart_without_colour(root: ElementTree.Element) -> None:
    lines = next(e for e in root.iter(f"{SVG_NS}g") if e.get("class") == "ahd-lines")
    layers = {e.get("class"): e for e in lines if (e.get("class") or "").startswith("ahd-line ")}
    kinds = Counter(line.kind for line in MAP.lines)
    for name, kind in (("ahd-line ahd-road", ROAD), ("ahd-line ahd-rail", RAIL), ("ahd-line ahd-river", RIVER)):
        for stroke in layers[name]:
            assert drawn(stroke).count("M") == kinds[kind]
    assert any(e.get("stroke-dasharray") for e in layers["ahd-line ahd-rail"])  # ties
    assert not any(e.get("stroke-dasharray") for e in (*layers["ahd-line ahd-road"], *layers["ahd-line ahd-river"]))
    assert "C" in drawn(layers["ahd-line ahd-road"]) and "C" not in drawn(layers["ahd-line ahd-river"])  # a river winds


@pytest.mark.rule("AHD-4.2.2b")
def test_arrows_point_downstream(root: ElementTree.Element) -> None:
    """Every river has an arrow between its boxes that points from the first box to the second."""
    currents = next(e for e in root.iter(f"{SVG_NS}g") if e.get("class") == "ahd-currents")
    arrows = [tuple(float(n) for n in re.findall(r"-?[\d.]+", u.get("transform", ""))) for u in currents]
    for (kind, a, b), curve in zip(MAP.lines, routes(MAP)):
        if kind != RIVER:
            continue
        near = [(x, y, lean) for x, y, lean in arrows if min(math.dist((x, y), curve.at(n / 60)) for n in range(61)) < 6]
        assert near, (MAP.name[a], MAP.name[b])
        (ax, ay), (bx, by) = board_point(MAP.at[a]), board_point(MAP.at[b])
        lean = near[0][2]
        ahead = math.cos(math.radians(lean)) * (bx - ax) + math.sin(math.radians(lean)) * (by - ay)
        assert ahead > 0, (MAP.name[a], MAP.name[b])


def side_left(box: int, curve: Curve, *, backwards: bool) -> str:
    """The side of a box through which a curve leaves it."""
    x, y = board_point(MAP.at[box])
    steps = [n / 400 for n in range(401)]
    points = [curve.at(1 - t if backwards else t) for t in steps]
    out = next(p for p in points if not hidden(MAP, box, p))
    dx, dy = out[0] - x, out[1] - y
    if abs(dx) >= abs(dy):
        return "E" if dx > 0 else "W"
    return "S" if dy > 0 else "N"


@pytest.mark.rule("AHD-5.2.3a")
def test_a_line_enters_through_a_blue_side_where_and_only_where_it_crosses() -> None:
    seen = 0
    for (kind, a, b), curve in zip(MAP.lines, routes(MAP)):
        for box, other, backwards in ((a, b, False), (b, a, True)):
            if MAP.water[box]:
                side = side_left(box, curve, backwards=backwards)
                wet = (other, box, kind) in MAP.crossing
                assert (side in MAP.water[box]) == wet, (MAP.name[box], MAP.name[other], kind, side)
                seen += wet
    assert seen == len(MAP.crossing)


@pytest.mark.rule("AHD-5.2.3a")
def test_blue_sides_are_drawn(root: ElementTree.Element) -> None:
    banks = next(e for e in root.iter(f"{SVG_NS}g") if e.get("class") == "ahd-banks")
    assert used(banks, "bank") == sum(len(sides) for sides in MAP.water)


def test_boxes_do_not_overlap() -> None:
    for a, b in combinations(range(N), 2):
        (ax, ay), (bx, by) = board_point(MAP.at[a]), board_point(MAP.at[b])
        assert max(abs(ax - bx), abs(ay - by)) >= BOX + 8, (MAP.name[a], MAP.name[b])


def test_lines_run_clear_of_boxes_they_do_not_join() -> None:
    for (kind, a, b), curve in zip(MAP.lines, routes(MAP)):
        for other in range(N):
            if other not in (a, b):
                x, y = board_point(MAP.at[other])
                gap = min(max(abs(px - x), abs(py - y)) for px, py in (curve.at(n / 80) for n in range(81)))
                assert gap > HALF, (MAP.name[a], MAP.name[b], "through", MAP.name[other], kind, gap)


def test_names_fit_their_plates() -> None:
    for name in MAP.name:
        lines = lines_of(name)
        assert len(lines) <= 2 and " ".join(lines) == name
        assert max(text_width(line, LEAST) for line in lines) * NARROW <= ROOM + 1, name


@pytest.mark.rule("AHD-9.0d")
def test_a_box_that_was_taken_shows_the_colour_of_its_holder(root: ElementTree.Element) -> None:
    """Every box has a look for either side; the table says which boxes are in other hands than printed."""
    for box in range(N):
        looks = [look.get("class") for look in groups(root)[f"box:{box}"] if "as" in look.get("class", "").split()]
        assert looks[:2] == ["as as-0", "as as-1"] and len(looks) == (3 if MAP.owner[box] == NOBODY else 2)
    title = load("house-divided")
    later = title.table.layout(title.view(title.setup(title.scenario("1863")), None))
    assert (f"box:{MAP.index['New Orleans']}", UNION) in later.held and len(later.held) > 15


@pytest.mark.rule("AHD-3.0a", "AHD-10.0a", "AHD-2.0a")
def test_the_time_track_has_forty_turns_and_marks_the_drafts(root: ElementTree.Element) -> None:
    found = groups(root)
    assert sum(1 for i in found if i.startswith("turn:")) == TURNS == 40
    for turn in range(1, TURNS + 1):
        words = text_of(found[f"turn:{turn}"])
        assert str(turn) in words and ("+4" in words) == (turn in DRAFT_TURNS)
    winter = [
        turn for turn in range(1, TURNS + 1) if "nov_dec" in text_of(found[f"turn:{turn}"]) or "jan_feb" in text_of(found[f"turn:{turn}"])
    ]
    assert winter == [turn for turn in range(1, TURNS + 1) if CALENDAR[turn].count("-") == 2]


@pytest.mark.rule("AHD-7.0l")
def test_the_army_track_has_room_for_every_maximum(root: ElementTree.Element) -> None:
    found = groups(root)
    for side in (UNION, CSA):
        assert f"maximum:{sum(MAP.value[side])}" in found


@pytest.mark.rule("AHD-1.2e")
def test_the_ground_is_decoration_and_catches_no_clicks(root: ElementTree.Element) -> None:
    ground = next(e for e in root.iter(f"{SVG_NS}g") if e.get("class") == "ahd-ground")
    assert not any(e.get("data-id") or e.get("pointer-events") for e in ground.iter())
    assert text_of(root).count("CAROLINA") == 2


# --- faces --------------------------------------------------------------------------------------------------

FACES = [
    *(f"{s} {kind}{marks}" for s in ("union", "csa") for kind in KINDS for marks in ("", " reduced", " entrenched", " reduced routed")),
    *(f"leader {name} {value}" for name in LEADER_NAMES for value in (1, 2, 3)),
    "garrison 1", "garrison 2 hit", "flag union", "flag csa", "flag union held", "flag csa held", "maximum union", "maximum csa",
    "turn", "battle", "contained",
]  # fmt: skip


@pytest.mark.rule("AHD-1.3c", "AHD-1.3d", "AHD-1.3e")
def test_every_piece_and_state_has_a_face_of_its_own() -> None:
    drawn = {name: face(name) for name in FACES}
    assert len(set(drawn.values())) == len(FACES)
    for name, fragment in drawn.items():
        ElementTree.fromstring(f"<g>{fragment}</g>")
        assert "style=" not in fragment and "<style" not in fragment and "id=" not in fragment, name


@pytest.mark.rule("AHD-1.3d")
def test_the_number_is_white_at_full_strength_and_red_when_reduced() -> None:
    assert RED not in face("union FV") and RED in face("union FV reduced")
    assert ">3</text>" in face("union FV") and ">3</text>" in face("union FV reduced")


def test_a_face_nobody_knows_is_an_error() -> None:
    with pytest.raises(KeyError):
        face("zouaves")


# --- the layout ---------------------------------------------------------------------------------------------


def a_view(**changes: object) -> View:
    """July 1861 with nobody on the map, changed as told."""
    plain = View(
        turn=1, last_turn=40, active=UNION, marches=2, march_die=0, owner=MAP.owner, held=(), contained=(), pieces=(), leaders=(),
        pool=(0, 1, 0, 1), locked=12, maximum=(34, 29), army=(0, 0), foreign=False, battle=None, rules=0,
    )  # fmt: skip
    return plain._replace(**changes)  # type: ignore[arg-type]


def a_piece(number: int, side: int, box: str, kind: int = MF, **state: bool) -> PieceView:
    plain = PieceView(number, side, kind, MAP.index[box], entrenched=False, reduced=False, routed=False, marches=0)
    return plain._replace(**state)  # type: ignore[arg-type]


def tokens_of(view: View) -> dict[str, tuple[str, str]]:
    return {t.id: (t.at, t.face) for t in TABLE.layout(view).tokens}


@pytest.mark.rule("AHD-2.0a", "AHD-2.0b", "AHD-2.0c", "AHD-10.0b")
def test_turn_and_maxima_stand_on_their_tracks() -> None:
    found = tokens_of(a_view())
    assert ("turn:1", "turn") in found.values()
    assert ("maximum:34", "maximum union") in found.values() and ("maximum:29", "maximum csa") in found.values()
    assert ("turn:9", "turn") in tokens_of(a_view(turn=9)).values()


@pytest.mark.rule("AHD-2.0h", "AHD-2.0i", "AHD-2.0k", "AHD-2.0l")
def test_pools_show_what_waits_off_the_map() -> None:
    layout = TABLE.layout(a_view())
    where = Counter((t.at, t.face) for t in layout.tokens if t.at.startswith("pool:"))
    assert where == {("pool:1", "union MC"): 1, ("pool:3", "csa MC"): 1, ("pool:4", "union MF"): 12}
    pools = next(p for p in layout.panels if p.id == "pools")
    assert [c.id for c in pools.cells] == [f"pool:{n}" for n in range(5)]


@pytest.mark.rule("AHD-9.0d", "AHD-9.0e", "AHD-9.0f")
def test_a_flag_flies_only_where_the_colour_of_the_box_is_not_its_owner() -> None:
    owner = list(MAP.owner)
    louisville, memphis, cairo = (MAP.index[n] for n in ("Louisville", "Memphis", "Cairo"))
    owner[louisville], owner[memphis] = UNION, UNION
    found = tokens_of(a_view(owner=tuple(owner), held=(memphis,)))
    assert {i for i in found if i.startswith("flag:")} == {f"flag:{louisville}", f"flag:{memphis}"}
    assert found[f"flag:{louisville}"] == (f"box:{louisville}", "flag union")
    assert found[f"flag:{memphis}"] == (f"box:{memphis}", "flag union held")
    assert f"flag:{cairo}" not in found


@pytest.mark.rule("AHD-4.2.5f", "AHD-5.1f")
def test_a_piece_shows_how_it_stands() -> None:
    pieces = (
        a_piece(3, UNION, "Cairo", FV, entrenched=True),
        a_piece(4, UNION, "Cairo", FV),
        a_piece(60, CSA, "Memphis", MC, reduced=True),
    )
    found = tokens_of(a_view(pieces=pieces))
    assert found["piece:3"][1] == "union FV entrenched" and found["piece:4"][1] == "union FV"
    assert found["piece:60"] == (f"box:{MAP.index['Memphis']}", "csa MC reduced")


@pytest.mark.rule("AHD-5.0d", "AHD-A8.1e", "AHD-A7.0g", "AHD-H2a")
def test_a_battle_is_lined_up_beside_the_board() -> None:
    place = MAP.index["Savannah"]
    battle = BattleView(place, UNION, 6, 2, UNION, ((3, GARRISON),), 0, (4, 2), 1)
    pieces = (
        a_piece(3, UNION, "Savannah"),
        a_piece(60, CSA, "Savannah"),
        a_piece(61, CSA, "Savannah", routed=True),
        a_piece(62, CSA, "Augusta"),
    )
    leader = LeaderView(98, CSA, place, 3)
    layout = TABLE.layout(a_view(pieces=pieces, leaders=(leader,), battle=battle))
    found = {t.id: (t.at, t.face) for t in layout.tokens}
    assert found["piece:3"][0] == "battle:0" and found["piece:60"][0] == "battle:1" and found["piece:98"] == ("battle:1", "leader Lee 3")
    assert found["piece:61"] == (f"box:{place}", "csa MF routed") and found["piece:62"][0] != "battle:1"
    assert found[f"piece:{GARRISON}"] == ("battle:1", "garrison 1 hit")
    assert (f"box:{place}", "battle") in found.values()
    lineup = layout.panels[0]
    assert lineup.kind == "lineup" and [c.name.key for c in lineup.cells] == ["labels.attacker", "labels.defender"]
    facts = [c.name for p in layout.panels if p.kind == "facts" for c in p.cells]
    assert Text("labels.round_of_day", {"n": 6, "day": 2, "in_day": 2}) in facts
    assert [t.key for t in facts].count("labels.command") == 2 and "labels.aims" in [t.key for t in facts]


@pytest.mark.rule("AHD-A8.4f")
def test_foreign_units_wait_in_europe() -> None:
    waiting = PieceView(70, CSA, FX, EUROPE, entrenched=False, reduced=False, routed=False, marches=0)
    assert tokens_of(a_view(pieces=(waiting,)))["piece:70"] == (f"box:{EUROPE}", "csa FX")
    assert f"box:{EUROPE}" in {p.id for p in TABLE.places(None)}


def test_ids_are_unique_and_everything_lies_somewhere() -> None:
    pieces = tuple(a_piece(n, UNION, name) for n, name in enumerate(MAP.name[:50]))
    layout = TABLE.layout(a_view(pieces=pieces, contained=(MAP.index["Norfolk"],)))
    ids = [t.id for t in layout.tokens]
    assert len(ids) == len(set(ids))
    somewhere = {p.id for p in TABLE.places(None)} | {c.id for p in layout.panels for c in p.cells}
    assert all(t.at in somewhere for t in layout.tokens)


def test_neighbouring_cells_of_a_track_touch_but_do_not_overlap() -> None:
    places = {p.id: p for p in TABLE.places(None)}
    for first, second in pairwise(range(1, 11)):
        assert places[f"turn:{second}"].x - places[f"turn:{first}"].x > places["turn:1"].size


def test_a_piece_that_lies_alone_is_picked_up_like_any_other() -> None:
    """It is not asked for once its box is named; what can be done with it is known all the same."""
    match = Match.new("house-divided", scenario="1861", seed="alone")
    reach = Reach(match.title, match.state)
    lit = {t for choice in match.choices() for t in choice.targets}
    there = Counter(reach.places[t] for t in reach.own)
    alone = [t for t in reach.own if t.startswith("piece:") and reach.places[t] in lit and there[reach.places[t]] == 1]
    assert alone
    for piece in alone:
        found = reach.of(piece)
        assert any(g.whole and g.targets and g.answers[0] == found[0].answers[0] for g in found), piece
        match.at(len(match.answers)).submit_all(next(g for g in found if g.whole and g.targets).answers)
