"""The board and the pieces: everything is drawn, and nothing is told by colour alone."""

import re
from itertools import combinations
from xml.etree import ElementTree

import pytest

from bivouac.core.draw.palette import ROAD_EDGE, WATER_EDGE, WOODS
from bivouac.i18n import catalogue
from bivouac.titles.hold_the_line import TITLE
from bivouac.titles.hold_the_line.draw.faces import face, short
from bivouac.titles.hold_the_line.draw.land import figure
from bivouac.titles.hold_the_line.draw.legend import sample
from bivouac.titles.hold_the_line.printed.check import check
from bivouac.titles.hold_the_line.printed.units import COLOURS, KINDS, STRENGTH, TERRAIN_IDS
from titles.hold_the_line.kit import Field

SAY = {language: catalogue(language, TITLE).say for language in ("en", "it")}


def without_colour(svg):
    return re.sub(r"#[0-9a-f]{6}", "#", svg)


def test_every_terrain_has_a_figure_of_its_own():
    found = [without_colour(sample(t)) for t in range(1, len(TERRAIN_IDS))]
    assert len(found) == 9 and all(a != b for a, b in combinations(found, 2))
    for terrain in ("forest", "town"):
        assert len({figure(terrain, n) for n in range(3)}) == 3, "not one stamp"


def test_rivers_roads_and_woods_run_on_from_hex_to_hex():
    antietam = TITLE.table.board(TITLE.scenarios["antietam"], SAY["en"])
    for colour in (WATER_EDGE, ROAD_EDGE):
        assert re.search(f'<path d="[^"]+" stroke="{colour}"', antietam), colour
    woods = re.search(f'<path d="([^"]+)" fill="{WOODS}"', antietam)
    assert woods and woods[1].count("Z") == 7, "seventeen hexes of forest are seven woods"
    fredericksburg = TITLE.scenarios["fredericksburg"]
    assert any(sign.meaning.key == "legend.railroad" for sign in TITLE.table.legend(fredericksburg))


def test_names_fit_on_their_pieces():
    assert [short(n) for n in ("Brewster (Humphreys)", "Stonewall Bde (Johnson)", "Lee", "Washington Artillery")] == [
        "Brewster", "Stonewa.", "Lee", "Washingt.",
    ]  # fmt: skip


def test_pieces_differ_in_shape_by_side_kind_morale_and_strength():
    full = dict(zip(KINDS, STRENGTH))
    names = [
        f"{side}-{kind}-{colour}-{n}-{full[kind]}-Hill"
        for side in ("union", "csa")
        for kind in KINDS[:3]
        for colour in COLOURS
        for n in range(1, full[kind] + 1)
    ]
    names += [f"{side}-{kind}-none-1-1-Lee" for side in ("union", "csa") for kind in ("gunboat", "leader")]
    shapes = {without_colour(face(name).replace('fill="none"', 'fill="hollow"')) for name in names}
    assert len(shapes) == len(names)
    for name in [*names, "turn", "block-union", "block-csa-held", names[0] + "-done"]:
        ElementTree.fromstring(f"<svg>{face(name)}</svg>")


@pytest.mark.parametrize("language", ["en", "it"])
def test_the_board_names_hexes_and_places(language):
    svg = TITLE.table.board(TITLE.scenarios["shiloh"], SAY[language])
    assert svg.count("data-id=") == 117 and "Pittsburg Landing" in svg and ">A1<" in svg and ">M9<" in svg
    assert ("sunken road" if language == "en" else "strada incavata") in svg
    for scenario in TITLE.scenarios.values():
        ElementTree.fromstring(TITLE.table.board(scenario, SAY[language]))


def test_protected_sides_are_drawn():
    bare = TITLE.table.board(TITLE.scenarios["bull-run-1"], SAY["en"])
    wall = TITLE.table.board(TITLE.scenarios["gettysburg-3"], SAY["en"])
    assert bare.count("<line") < 8 and wall.count("<line") >= 8 * 2 * 2, "a rail fence on sixteen sides"


def test_reserves_losses_and_marks_lie_beside_the_board():
    more = '[[union.reinforcements]]\nturn = 2\nhexes = "A5"\nunits = [{ kind = "cavalry", morale = "black", name = "Late" }]'
    f = Field("infantry E5 black", "infantry F5 black 1", more=more).order("E5", "fire F5").rolls(6, 1, 1)
    layout = TITLE.table.layout(TITLE.view(f.state, None))
    where = {t.name.args.get("name"): t.at for t in layout.tokens}
    assert where["Late"] == "reserve:0:2" and where["c1"] == "lost:1"
    assert {p.id for p in layout.panels} == {"turns", "score", "lost", "reserve"}
    shooter = next(t for t in layout.tokens if t.id == f"piece:{f.at('E5')}")
    assert shooter.face.endswith("-done")


def test_the_tables_add_up():
    assert check() == []
