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
        assert re.search(f'<g stroke="{colour}"[^>]*><path d="', antietam), colour
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


# --- nothing by surprise ----------------------------------------------------------------------------------------------


def labels(f):
    return {a: catalogue("en", TITLE).say(TITLE.choice(f.state, a).label) for a in f.options}


def test_an_order_says_what_it_costs_and_that_it_ends_the_turn():
    f = Field("infantry E5 black", "infantry F5 black", cap=(1, 1)).activate("E5")
    assert f.ap == 2
    said = labels(f)
    assert said[f.number("move E4")] == "Move to E4 (1 AP)"
    assert said[f.number("assault F5")].endswith("(hits on 4+) (2 AP, the last: the turn ends)")


def test_a_unit_that_can_do_only_one_thing_says_so_and_does_it():
    """A gunboat in a pond: all it can do is fire."""
    f = Field("gunboat E5 Tyler", "infantry F5 black Lee", ground={"E5": "~"})
    assert labels(f)[f.at("Tyler")] == "Tyler (gunboat) in E5: Fire at Lee (infantry) in F5 (hits on 4+) (1 AP)"
    assert f.activate("Tyler").box == "dice" and f.ap == 9


def test_a_reinforcement_with_one_way_in_says_where():
    more = '[[union.reinforcements]]\nturn = 1\nhexes = "A5"\nunits = [{ kind = "infantry", morale = "black", name = "Field" }]'
    f = Field("infantry C5 black", more=more)
    assert labels(f)[f.at("Field")] == "Bring in Field (infantry) at A5 (1 AP)"
    assert f.activate("Field").where("Field") == "A5" and f.box == "activate"


def test_a_step_beyond_the_allowance_says_that_the_leader_drives_and_what_it_costs():
    f = Field("infantry E5 black, leader E5 L", "infantry G4 black", home=("left", "right")).activate("E5").do("ride D5")
    said = labels(f)
    assert said[f.number("C5")] == "Move to C5", "a forced march is free"
    near = Field("infantry D5 black, leader D5 L", "infantry G5 black").activate("D5").do("ride E5")
    assert labels(near)[near.number("F5")] == "Move to F5, driven on by the leader (1 AP)"


def test_ending_the_turn_says_what_is_left_unused():
    f = Field("infantry E5 black")
    assert labels(f)[f.number("end")] == "End the turn with 10 AP unused"


def test_a_closed_way_back_says_what_closes_it():
    f = Field("infantry E5 black", "infantry F5 black 4 A, infantry M8 black", ground={"G5": "s"}).order("E5", "assault F5").rolls(4, 4, 4)
    while f.box == "morale_die":
        f.rolls(1)
    assert f.box == "retreat"
    words = catalogue("en", TITLE).refusal(f.no("G5"))
    assert words == "Nobody can retreat to G5: the ground is closed to it."
    assert catalogue("en", TITLE).refusal(f.no("E5")).endswith("the enemy is there.")
