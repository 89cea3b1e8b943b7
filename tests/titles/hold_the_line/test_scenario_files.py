"""The data files: eleven scenarios in order, and scenarios written by players, with complaints that point at the line."""

from importlib import resources
from random import Random

import pytest

from bivouac import Match
from bivouac.core.data import BadData
from bivouac.core.kit.bits import bits
from bivouac.i18n import LANGUAGES, catalogue, scenario_name
from bivouac.match import format_save
from bivouac.titles.hold_the_line import TITLE
from bivouac.titles.hold_the_line.printed.map import BIT, GRID, HEX_NAMES, HEX_NUMBERS, HEXES, OFF_MAP
from bivouac.titles.hold_the_line.printed.scenarios import field_for, numbers_of, read_scenario
from bivouac.titles.hold_the_line.printed.units import BRIDGE, INFANTRY, LEADER, RIVER, SWAMP, TABLES, TERRAIN
from bivouac.titles.hold_the_line.rules.ch08_retreat import clusters
from kit import random_play
from titles.hold_the_line.kit import text_of

GOOD = text_of(
    "infantry E5 black Porter, leader E5 McDowell, artillery E6 green",
    "infantry F5 green, cavalry G5 gold",
    ground={"C3": "f"},
    top='blocks = [{ hex = "H5", scores = "union", kind = "capture" }]',
)
BUILT_IN = [
    "bull-run-1",
    "fort-donelson",
    "shiloh",
    "antietam",
    "fredericksburg",
    "chancellorsville",
    "gettysburg-2",
    "gettysburg-3",
    "chickamauga",
    "wilderness",
    "petersburg",
]


# --- the eleven -----------------------------------------------------------------------------------------------------------------


def test_the_scenarios_come_in_order_of_time():
    assert list(TITLE.scenarios) == BUILT_IN
    assert [field_for(s).file.number for s in TITLE.scenarios.values()] == list(range(1, 12))


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_block_can_be_reached_on_foot(name):
    s = TITLE.setup(name)
    field = s.field
    for block in field.blocks:
        seen, edge = set(), [block.hex]
        while edge:
            h = edge.pop()
            if h not in seen and field.open_to[INFANTRY] & BIT[h]:
                seen.add(h)
                edge.extend(GRID.adjacent[h])
        starts = {field.pieces[p].hex for p in field.own[block.side]} | {
            h for p in field.own[block.side] for h in bits(field.pieces[p].entry)
        }
        assert starts & seen, block


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_river_is_one_stretch_of_water(name):
    field = TITLE.setup(name).field
    wet = {h for h in range(HEXES) if TERRAIN[field.terrain[h]].water}
    while wet:
        edge, size = [wet.pop()], 1
        while edge:
            for n in GRID.adjacent[edge.pop()]:
                if n in wet:
                    wet.remove(n)
                    edge.append(n)
                    size += 1
        assert size > 1, "no puddles"


def strengths(name):
    field = TITLE.setup(name).field
    return [sum(p.strength for p in field.pieces if p.side == side and p.kind != LEADER) for side in (0, 1)]


@pytest.mark.parametrize("name", BUILT_IN)
def test_the_larger_army_of_the_battle_is_not_the_smaller_one_on_the_board(name):
    men = TITLE.setup(name).field.file.men
    union, csa = strengths(name)
    assert men is not None and (union - csa) * (men.union - men.csa) >= 0, (union, csa, men)
    if max(men.union, men.csa) > 1.3 * min(men.union, men.csa):
        assert max(union, csa) >= 1.1 * min(union, csa), "a clear advantage is seen"


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_scenario_names_its_sources(name):
    file = TITLE.setup(name).field.file
    assert len(file.sources) >= 2 and all("http" in words or "rules" in words for words in file.sources)
    for language in LANGUAGES:
        page = [catalogue(language, TITLE).say(text) for text in TITLE.scenario_page(TITLE.scenarios[name])]
        assert sum(words in line for words in file.sources for line in page) == len(file.sources)


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_bridge_leads_somewhere(name):
    """Across the water, or off the board as a way in for reinforcements."""
    field = TITLE.setup(name).field
    for h in range(HEXES):
        if field.terrain[h] == BRIDGE:
            land = [n >= 0 and bool(field.open_to[INFANTRY] & BIT[n]) for n in GRID.neighbours[h]]
            across = any(land[side] and land[side + 3] for side in range(3))
            assert any(land) and (across or any(p.entry & BIT[h] for p in field.pieces)), HEX_NAMES[h]


@pytest.mark.parametrize("name", BUILT_IN)
def test_named_waters_hang_together(name):
    """The hexes of a stream that cannot be entered touch each other, as far as they bear one name."""
    field = TITLE.setup(name).field
    for place in field.file.places:
        wet = [h for h in numbers_of(place.hexes) if field.terrain[h] in (SWAMP, RIVER, BRIDGE)]
        if len(wet) > 1 and "Run" in place.name.en:
            assert len(clusters(sum(BIT[h] for h in wet))) == 1, place.name.en


def test_places_are_what_they_are_called():
    fredericksburg, gettysburg = (TITLE.setup(name).field for name in ("fredericksburg", "gettysburg-2"))
    guns = next(p for p in fredericksburg.pieces if p.name == "Washington Artillery")
    assert fredericksburg.hill & BIT[guns.hex] and HEX_NAMES[guns.hex] == "C7", "on Marye's Heights, not in the road below"
    tops = {place.name.en: numbers_of(place.hexes) for place in gettysburg.file.places}
    for name in ("Little Round Top", "Big Round Top"):
        assert any(gettysburg.hill & BIT[h] for h in tops[name]), name


def test_special_facts_of_the_scenarios():
    caps = {name: TITLE.setup(name).field.caps for name in BUILT_IN}
    assert caps["wilderness"][0][1] == 5
    assert caps["fort-donelson"][0][1:5] == (3, 3, 3, 5) and caps["fort-donelson"][1][8:10] == (3, 2)
    assert caps["shiloh"][0][3:5] == (2, 4) and caps["chancellorsville"][0][1:4] == (1, 1, 4) and caps["chickamauga"][0][2:4] == (2, 4)
    bull_run = TITLE.setup("bull-run-1").field
    assert bull_run.turns == 18 and bull_run.targets == (6, 6) and all(b.control for b in bull_run.blocks)
    petersburg = TITLE.setup("petersburg").field
    assert petersburg.ford == sum(BIT[HEX_NUMBERS[n]] for n in ["G2", "G3", "F4", "F5", "F6", "F7"])
    homes = {p.name: p.home for p in TITLE.setup("chancellorsville").field.pieces}
    assert (homes["Doles"], homes["Mahone (McLaws)"]) == (2, 1)
    assert len([p for p in petersburg.pieces if p.hex == OFF_MAP]) == 15


def test_every_number_of_the_tables_has_its_confidence():
    for row in (*TABLES.fire, *TABLES.kind, TABLES.morale_die, TABLES.close_assault, TABLES.hill_fire):
        assert row.confidence in ("certain", "likely", "guess") and row.source


# --- a player's own -------------------------------------------------------------------------------------------------------------


def test_a_players_scenario_plays_saves_and_loads_like_any_other():
    scenario = read_scenario(GOOD, "mine.toml")
    assert scenario.text == GOOD and [scenario_name(TITLE, scenario, x) for x in LANGUAGES] == ["A field", "Un campo"]
    match = Match.new(TITLE, scenario=scenario, seed=7)
    rng = Random(7)
    while match.question is not None:
        match.submit(rng.choice(match.question.options), side=match.question.side)
    again = Match.load(format_save(match.save()))
    assert again.outcome == match.outcome and again.answers == match.answers
    for language in LANGUAGES:
        say = catalogue(language, TITLE).say
        assert "<svg" in TITLE.table.board(scenario, say) and all(say(t) for t in TITLE.scenario_page(scenario))
    assert TITLE.table.layout(TITLE.view(TITLE.setup(scenario), None)).tokens


def test_the_map_may_go_without_letters_and_numbers_or_have_them():
    bare = GOOD
    rows = bare.split('"""')[1].strip("\n").splitlines()
    dressed = "\n".join(["     A B C D E F G H I J K L M", *(f" {i}   {row}" for i, row in enumerate(rows, 1))])
    text = bare.replace("\n".join(rows), dressed)
    assert text != bare and field_for(read_scenario(text, "x")).file.map != field_for(read_scenario(bare, "x")).file.map
    assert TITLE.setup(read_scenario(text, "x")).field.terrain == TITLE.setup(read_scenario(bare, "x")).field.terrain


def test_the_template_for_players_is_a_scenario():
    template = resources.files("bivouac.titles.hold_the_line").joinpath("data", "scenario-template.toml").read_text("utf-8")
    scenario = read_scenario(template, "template")
    state = TITLE.setup(scenario)
    assert len(state.field.pieces) == 12 and state.field.holds and state.field.ford
    random_play(TITLE, state, Random(1), 5000)
    assert state.outcome is not None


def test_files_that_call_the_confederacy_by_its_old_name_are_still_read():
    """Saves of version 1 carry the text of a player's own scenario."""
    old = GOOD.replace("[csa]", "[confederate]").replace('time_out = "union"', 'time_out = "confederate"')
    scenario = read_scenario(old, "old.toml")
    assert "[confederate]" in scenario.text and field_for(scenario).file.time_out == "csa"
    assert TITLE.setup(scenario).pos == TITLE.setup(read_scenario(GOOD, "new.toml")).pos


def complaint(text):
    with pytest.raises(BadData) as caught:
        read_scenario(text, "mine.toml")
    return caught.value


def line_with(text, words):
    return next(i for i, line in enumerate(text.splitlines(), 1) if words in line)


def swapped(old, new):
    assert old in GOOD
    return GOOD.replace(old, new, 1)


PORTER = '{ kind = "infantry", hex = "E5", morale = "black", name = "Porter" }'
ERRORS = [
    (PORTER, PORTER.replace("E5", "Z9"), "no hex 'Z9'", "Z9"),
    (PORTER, PORTER.replace("infantry", "dragoons"), "'dragoons' is not one of the words", "dragoons"),
    (PORTER, PORTER.replace('morale = "black", ', ""), "Porter needs a morale", "Porter"),
    (PORTER, PORTER.replace('"Porter"', '"Porter", strength = 5'), "1 to 4 strength", "Porter"),
    (PORTER, PORTER.replace('"Porter"', '"Porter", colour = "blue"'), "no key `colour` here", "Porter"),
    (PORTER, PORTER.replace('"Porter"', '"Porter", group = "IX"'), r"no \[\[hold\]\] speaks of the group 'IX'", "Porter"),
    (PORTER, PORTER.replace('hex = "E5", ', ""), "Porter needs a hex", "Porter"),
    (PORTER, PORTER.replace("E5", "E6").replace("infantry", "artillery"), "cannot both stand in E6", '"u3"'),
    (PORTER, PORTER.replace("E5", "F5"), "cannot both stand in F5", '"c1"'),
    (PORTER, PORTER.replace("E5", "H5"), "already stands on the VP block", "blocks"),
    (
        '{ kind = "leader", hex = "E5", name = "McDowell" }',
        '{ kind = "leader", hex = "E5", morale = "gold", name = "McDowell" }',
        "a leader has no morale",
        "McDowell",
    ),
    (
        '{ kind = "leader", hex = "E5", name = "McDowell" }',
        '{ kind = "gunboat", hex = "D5", name = "Ship" }',
        "starts on a river hex",
        "Ship",
    ),
    ('first = "union"', 'first = "germany"', "'germany' is not one of the words", "germany"),
    ("turns = 10", "turns = 0", "1 to 60 turns", "turns = 0"),
    ("turns = 10", 'turns = "ten"', "here should be a whole number", "turns"),
    ('time_out = "union"', 'time_out = "more_vp"', "`tie` goes with", "time_out"),
    ("cap = 9", "cap = 40", "CAP run from 0 to 12", "cap = 40"),
    ('hex = "H5", scores', 'hex = "H77", scores', "no hex 'H77'", "H77"),
    (". . f . .", ". . q . .", "'q' is no terrain", ". . q . ."),
    (". . f . .", ". . f .", "row 3 has 12 hexes instead of 13", ". . f ."),
    (". . f . .", ". . r . .", "no `cover` says which of its sides protect", "map"),
    ("blocks = [", 'cover = [{ kind = "fence", sides = "N", hexes = "C3" }]\nblocks = [', "the sides of a hex are", "cover"),
    ("blocks = [", "nonsense = 3\nblocks = [", "no key `nonsense` here", "nonsense"),
    ('id = "test"', "id = ", "this is not TOML", "id = "),
    ('home = "left"', 'home = "left"\ncap_from = [{ turn = 99, cap = 3 }]', "out of range", "cap_from"),
]


@pytest.mark.parametrize(("old", "new", "problem", "words"), ERRORS, ids=[e[2][:30] for e in ERRORS])
def test_what_is_wrong_is_said_with_its_line(old, new, problem, words):
    text = swapped(old, new)
    error = complaint(text)
    import re

    assert re.search(problem, error.problem.en) and error.problem.it != error.problem.en, error
    assert "mine.toml" in str(error)
    if words is not None:
        assert error.line == line_with(text, words), error


def test_too_few_rows():
    rows = GOOD.split('"""')[1].strip("\n").splitlines()
    assert "8 rows instead of 9" in complaint(GOOD.replace(rows[-1] + "\n", "", 1)).problem.en


@pytest.mark.parametrize(
    ("more", "problem"),
    [
        ('[ford]\nhexes = "C3"\nkinds = ["infantry"]', "C3 is no river hex"),
        ('[[hold]]\ngroup = "IX"\nuntil_turn = 3\nreleased_by_attack = true', "no unit is in the group"),
        ('[bombardment]\nside = "union"\nkind = "artillery"\ndice = 9\nneeds = 6', "1 to 6 dice"),
        ('[[union.reinforcements]]\nturn = 99\nhexes = "A1"\nunits = []', "the battle has 10 turns"),
        ('[[union.reinforcements]]\nturn = 2\nhexes = ""\nunits = []', "no hex is named"),
        (
            '[[union.reinforcements]]\nturn = 2\nhexes = "A1"\nunits = [{ kind = "infantry", morale = "black", name = "X", hex = "A1" }]',
            "has no hex",
        ),
        ('[[barrier]]\nstops = "gunboat"\nhexes = "A1"\nwhile_side = "union"\nwhile_kind = "artillery"\nwhile_in = "Q1"', "no hex 'Q1'"),
    ],
)
def test_special_rules_are_checked_too(more, problem):
    assert problem in complaint(GOOD + "\n" + more + "\n").problem.en
