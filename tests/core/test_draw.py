"""The drawing kit, and that all titles draw with it: one ink, two typefaces that we ship, letters that can be read, one kind of pieces."""

from __future__ import annotations

import re
from functools import cache
from itertools import combinations, pairwise
from math import dist
from pathlib import Path
from xml.etree import ElementTree

import pytest

import bivouac
from bivouac.core.draw import ground, palette, pieces, svg, tracks
from bivouac.core.draw.hexboard import HexBoard
from bivouac.core.hexes import Grid, from_columns
from bivouac.i18n import catalogue

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "src" / "bivouac"
CSS = (SOURCE / "web" / "css" / "house.css").read_text("utf-8")
DRAWN = [*SOURCE.glob("titles/*/draw/*.py")]
COLOUR = re.compile(r"#[0-9a-fA-F]{3,8}\b")
NS = "{http://www.w3.org/2000/svg}"
READ, COUNTER, CARD = 11, 34, 80  # pixels: the smallest letters, counters and cards where one plays


@cache
def boards():
    """Every board that differs from the others of its title."""
    found = []
    for name in bivouac.titles():
        title = bivouac.load(name)
        drawn = {title.table.board(scenario, catalogue("it", title).say): scenario for scenario in title.scenarios.values()}
        found += [(title, scenario, ElementTree.fromstring(text)) for text, scenario in drawn.items()]
    return found


def faces():
    """The faces on the table at the start of every scenario, for both sides."""
    for name in bivouac.titles():
        title = bivouac.load(name)
        for scenario in title.scenarios.values():
            state = title.setup(scenario)
            for face in sorted({t.face for side in (0, 1) for t in title.table.layout(title.view(state, side)).tokens}):
                yield (
                    name,
                    face,
                    ElementTree.fromstring(
                        f'<svg xmlns="http://www.w3.org/2000/svg">{title.table.face(face, catalogue("it", title).say)}</svg>'
                    ),
                )


# --- writing ------------------------------------------------------------------------------------------------


def test_numbers_are_short_and_attributes_are_escaped():
    assert [svg.num(v) for v in (3.0, 3.14, -0.04, 12)] == ["3", "3.1", "0", "12"] and svg.num(0.625, 2) == "0.62"
    assert (
        svg.tag("g", stroke_width=2.0, class_="a", data_id='"<&', fill=None) == """<g stroke-width="2" class="a" data-id='"&lt;&amp;'/>"""
    )
    assert ElementTree.fromstring(svg.words("<Rock & Creek>", 1, 2, 3)).text == "<Rock & Creek>"
    assert ElementTree.fromstring(svg.place("hex:1", "A & B"))[0].text == "A & B"


def test_a_line_breaks_where_its_halves_are_most_alike():
    assert svg.split("Forts Henry & Donelson", 96, 17) == ["Forts Henry", "& Donelson"]
    assert svg.split("Cairo", 96, 17) == ["Cairo"] and svg.split("Fredericksburg", 20, 17) == ["Fredericksburg"]


def test_paths_go_through_their_points():
    points = [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0)]
    assert svg.path(points, closed=True) == "M0 0L10 0L10 10Z" and svg.polygon(points) == "0,0 10,0 10,10"
    assert svg.rounded(points) == "M0 0Q10 0 10 5L10 10" and svg.curve(points).endswith("10 10")
    assert len(svg.cut(0, 0, 5, 5, 1)) == 8 and svg.star(0, 0, 10).count("L") == 9
    steps = [at for at, _ in svg.along(points, 4)]
    assert len(steps) == 5 and all(dist(a, b) <= 4 for a, b in pairwise(steps))


def test_what_looks_random_is_always_the_same():
    values = [svg.grain(n, 3) for n in range(200)]
    assert values == [svg.grain(n, 3) for n in range(200)] and all(0 <= v < 1 for v in values)
    assert 0.4 < sum(values) / 200 < 0.6


# --- colours and type ---------------------------------------------------------------------------------------


def test_contrast_is_reckoned_as_the_guidelines_say():
    assert palette.contrast("#000000", "#ffffff") == pytest.approx(21)
    assert palette.contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)
    assert palette.contrast(palette.INK, palette.INK) == 1


def test_letters_that_cannot_be_read_are_an_error():
    for inks, grounds in (
        ((palette.INK, palette.INK_SOFT), (palette.PAPER, palette.OPEN, palette.WOODS, palette.WOODED_HILL, palette.SEA, palette.WINTER)),
        ((palette.PAPER_LIGHT,), (*palette.DEEP[:2], palette.RED, palette.GREEN, palette.PURPLE, palette.BLACK)),
        ((palette.EDGE[0],), (palette.WASH[0], palette.PALE[0])),
        ((palette.EDGE[1],), (palette.WASH[1], palette.PALE[1])),
        ((palette.WATER_INK,), (palette.SEA, palette.PAPER)),
    ):
        for ink in inks:
            for on in grounds:
                assert palette.contrast(ink, on) >= palette.READABLE, (ink, on)
                assert ink in svg.words("x", 0, 0, 10, ink=ink, on=on)
    with pytest.raises(ValueError, match="cannot be read"):
        svg.words("x", 0, 0, 10, ink=palette.RULE, on=palette.PAPER)


def test_the_page_and_the_boards_have_the_same_colours():
    page = dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6})", CSS.partition("@media")[0]))
    ours = {"paper": palette.PAPER, "paper-deep": palette.PAPER_DEEP, "paper-light": palette.PAPER_LIGHT, "ink": palette.INK}
    ours |= {"ink-soft": palette.INK_SOFT, "rule": palette.RULE, "union": palette.DEEP[0], "csa": palette.DEEP[1]}
    assert ours.items() <= page.items()


def test_titles_take_their_colours_and_their_svg_from_the_kit():
    assert len({file.parts[-3] for file in DRAWN}) == 5
    for file in DRAWN:
        text = file.read_text("utf-8")
        assert not COLOUR.findall(re.sub(r"[\"']#ahd-[\w-]+", "", text)), file
        assert not re.search(r"[\"']</?\w", text), f"{file} writes SVG by hand"


def test_only_the_two_typefaces_that_we_ship_are_named():
    shipped = set(re.findall(r'@font-face \{ font-family: "([^"]+)"', CSS))
    assert shipped == {family.split(",")[0].strip("'") for family in (svg.SERIF, svg.SANS)}
    for file in re.findall(r'url\("\.\./(fonts/[^"]+)"\)', CSS):
        assert (SOURCE / "web" / file).is_file()
    roots = [root for _, _, root in (*boards(), *faces())]
    named = {element.get("font-family") for root in roots for element in root.iter()}
    assert named == {None, svg.SERIF, svg.SANS}


# --- boards and faces ---------------------------------------------------------------------------------------


def fades(root):
    """Whether some text or a group around it is not fully opaque."""
    around = {child: parent for parent in root.iter() for child in parent}
    for text in root.iter(f"{NS}text"):
        node = text
        while node is not None:
            if any(node.get(key, "1") != "1" for key in ("opacity", "fill-opacity")):
                return text.text
            node = around.get(node)
    return None


def test_letters_are_full_ink_everywhere():
    for title, scenario, root in boards():
        assert fades(root) is None, (title.id, scenario.id)
    for name, face, root in faces():
        assert fades(root) is None, (name, face)


def test_names_and_counters_can_be_read_where_one_plays():
    """Where a counter is 34 pixels wide every letter on the board has 11, but for what is shown only from nearer."""
    for title, scenario, root in boards():
        scale = COUNTER / min(p.size for p in title.table.places(scenario))
        for text in root.iter(f"{NS}text"):
            size, near = float(text.get("font-size")) * scale, "near" in text.get("class", "")
            assert size >= (READ / 1.7 if near else READ), (title.id, scenario.id, text.text, size)


def test_names_on_counters_can_be_read_where_one_plays():
    """On a counter of 34 pixels, and on a card of 80, the smallest letters have 11."""
    for name, face, root in faces():
        scale = CARD / 90 if face.startswith(("card", "back")) else COUNTER / 48
        sizes = [float(t.get("font-size")) * scale for t in root.iter(f"{NS}text")]
        assert all(size >= READ for size in sizes), (name, face, sizes)


def test_what_is_lettered_stays_upright_on_a_board_turned_round():
    """Every text, or a group around it, is marked once, and has no transform of its own."""
    for title, scenario, root in boards():
        around = {child: parent for parent in root.iter() for child in parent}
        for text in root.iter(f"{NS}text"):
            node, marked = text, []
            while node is not None:
                marked += [node] if "upright" in node.get("class", "").split() else []
                node = around.get(node)
            assert len(marked) == 1 and marked[0].get("transform") is None, (title.id, scenario.id, text.text)


def test_every_sign_has_its_row_in_the_legend():
    for name in bivouac.titles():
        title = bivouac.load(name)
        for scenario in title.scenarios.values():
            signs = title.table.legend(scenario)
            assert {sign.group for sign in signs} == {"map", "pieces", "markers"}, name
            for language in ("en", "it"):
                told = [catalogue(language, title).say(sign.meaning) for sign in signs]
                assert len(set(told)) == len(told) and all(told), (name, language)
            for sign in signs:
                ElementTree.fromstring(f"<g>{sign.drawing}</g>")
                assert "href" not in sign.drawing and "upright" not in sign.drawing, (name, sign.meaning)


def test_every_piece_says_what_it_can_do():
    for name in bivouac.titles():
        title = bivouac.load(name)
        for scenario in title.scenarios.values():
            tokens = title.table.layout(title.view(title.setup(scenario), 0)).tokens
            dumb = [t.id for t in tokens if t.id.split(":")[0] in ("piece", "unit", "copy") and not t.facts]
            assert not dumb, (name, scenario.id, dumb)


def test_every_face_stands_in_the_language_of_the_house():
    """Nothing but the two shapes of block is cut for a side, and every face carries the plain type for its numbers."""
    for name, face, root in faces():
        assert root[0].tag == f"{NS}g" and root[0].get("font-family") == svg.SANS, (name, face)


def without_colour(text):
    return COLOUR.sub("#", text)


def test_sides_arms_and_quality_are_told_apart_without_colour():
    assert without_colour(pieces.block(0)) != without_colour(pieces.block(1))
    drawn = [without_colour(pieces.silhouette(kind)) for kind in pieces.FIGURES]
    drawn += [without_colour(pieces.cloth(side)) for side in (0, 1)] + [pieces.quality(n, 0, 0) for n in (1, 2, 3)]
    drawn += [without_colour(line) for line in (ground.roads(["M0 0h9"]), ground.rails(["M0 0h9"]), ground.tracks(["M0 0h9"]))]
    assert all(a != b for a, b in combinations(drawn, 2))
    assert tracks.SHIELDS[0] != tracks.SHIELDS[1]


def test_a_pip_is_hollow_where_a_point_is_lost():
    dots = list(ElementTree.fromstring(f"<g>{pieces.pips(2, 5, 40)}</g>"))
    assert [d.get("fill") for d in dots] == [pieces.CREAM] * 2 + ["none"] * 3
    assert sum(float(d.get("cx")) for d in dots) / 5 == pytest.approx(24, abs=0.01)


def test_ground_that_is_not_there_is_not_drawn():
    assert ground.roads([]) == ground.trees([]) == ground.houses([]) == ground.tufts([]) == ground.waves([]) == ground.hachures("") == ""


# --- hexes --------------------------------------------------------------------------------------------------

GRID = Grid([from_columns(col, row) for row in range(4) for col in range(5)], pointy=False)
BOARD = HexBoard(GRID, side=10, left=100, top=50)


def test_hexes_lie_side_by_side():
    assert BOARD.centre[0] == (100, 50)
    for h in range(len(GRID)):
        for direction, n in enumerate(GRID.neighbours[h]):
            if n >= 0:
                ours, theirs = BOARD.edge(h, direction), BOARD.edge(n, (direction + 3) % 6)
                assert dist(ours[0], theirs[1]) < 0.2 and dist(ours[1], theirs[0]) < 0.2


def test_a_stream_follows_the_sides_and_a_road_runs_over_the_edge():
    inner = next(h for h in range(len(GRID)) if len(GRID.adjacent[h]) == 6)
    sides = [(inner, n) for n in GRID.neighbours[inner][:4]]
    course = BOARD.course(sides)
    assert len(course) == 5 and all(dist(a, b) == pytest.approx(10, abs=0.2) for a, b in pairwise(course))
    edge = next(h for h in GRID.adjacent[inner] if len(GRID.adjacent[h]) < 6)
    way = BOARD.way([edge, inner])
    assert way[1:] == [BOARD.centre[edge], BOARD.centre[inner]] and dist(way[0], BOARD.centre[inner]) > dist(*way[1:])
