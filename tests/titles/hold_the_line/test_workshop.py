"""Battles of players' own: every mistake at once, what is only strange, the way from a battle to its file and back."""

import json
import os
import shutil
import subprocess
from importlib import resources
from pathlib import Path
from random import Random

import msgspec
import pytest

from bivouac.core.data import BadData, read
from bivouac.core.form import schema_of
from bivouac.i18n import LANGUAGES, catalogue
from bivouac.titles.hold_the_line import TITLE
from bivouac.titles.hold_the_line.printed.map import HEX_NAMES, HEX_NUMBERS
from bivouac.titles.hold_the_line.printed.scenarios import checked, field_for, parse, read_scenario
from bivouac.titles.hold_the_line.printed.units import LETTERS
from bivouac.titles.hold_the_line.workshop import WORKSHOP, from_values, look, values_of
from kit import random_play
from titles.hold_the_line.kit import text_of

EDITS = int(os.environ.get("BIVOUAC_EDITS", "200"))
SAY = catalogue("en", TITLE).say
FILES = {path.name: path.read_text("utf-8") for path in resources.files(TITLE.package).joinpath("data", "scenarios").iterdir()}
GOOD = text_of("infantry E5 black Porter, leader E5 McDowell, artillery E6 green", "infantry F5 green, cavalry G5 gold, infantry H5 black")
BLOCK = {"hex": "D5", "scores": "union", "kind": "capture"}


def told(text, language="en"):
    return [m.told.in_language(language) for m in look(text, "mine.toml", SAY).mistakes]


def warned(text, language="en"):
    seen = look(text, "mine.toml", SAY)
    assert not seen.mistakes
    return [m.problem.in_language(language) for m in seen.warnings]


# --- there and back -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", FILES)
def test_a_battle_of_the_game_is_opened_and_saved_without_a_change(name):
    """Byte for byte, through the values that the editor works on; nothing about it is strange."""
    seen = look(FILES[name], name, SAY)
    assert (seen.mistakes, seen.warnings) == ((), ()) and "<svg" in seen.ground
    values = json.loads(json.dumps(dict(seen.values)))
    assert from_values(values, name)[1] == FILES[name]


def test_every_sign_survives_the_file():
    values = json.loads(json.dumps(dict(WORKSHOP.blank)))
    words = 'Quote " backslash \\ tab \t line \n é – 好'
    values["known"] = {"en": words, "it": words}
    file, text = from_values(values, "x")
    assert values_of(file)["known"]["en"] == words and msgspec.convert(look(text, "x", SAY).values, type(file)).known.en == words


def test_the_blank_battle_lacks_only_its_armies():
    seen = look(WORKSHOP.blank, "blank", SAY)
    assert {m.path for m in seen.mistakes} == {("union", "units"), ("csa", "units")} and "<svg" in seen.ground


def test_every_face_can_be_drawn():
    assert len(WORKSHOP.faces) == len(set(WORKSHOP.faces)) > 40
    assert all("<" in TITLE.table.face(name, SAY) for name in WORKSHOP.faces)


# --- mistakes -------------------------------------------------------------------------------------------------------------------


def test_all_mistakes_are_told_at_once_with_their_lines_in_both_languages():
    text = GOOD.replace("turns = 10", "turns = 99").replace('hex = "E6"', 'hex = "Z6"').replace('name = "McDowell"', 'name = "<b>"')
    assert len(told(text)) == 3
    with pytest.raises(BadData) as caught:
        read_scenario(text, "mine.toml")
    for language, words in (("en", "there are 3 mistakes"), ("it", "ci sono 3 errori")):
        said = catalogue(language).say(caught.value.text)
        assert words in said and len(said.splitlines()) == 4
    lines = text.splitlines()
    for mistake, sign in zip(look(text, "x", SAY).mistakes, ("turns = 99", "<b>", "Z6")):
        assert sign in lines[mistake.line - 1]


def test_all_wrong_words_and_keys_are_told_at_once():
    text = (
        GOOD.replace('first = "union"', 'first = "germany"').replace('morale = "gold"', 'morale = "red"').replace("cap = 9", "caps = 9", 1)
    )
    assert [words.split(": ", 1)[1] for words in told(text)] == [
        "'germany' is not one of the words that can stand here: union, csa",
        "the key `cap` is missing",
        "there is no key `caps` here; the keys are cap, vp_to_win, home, units, cap_from, reinforcements",
        "'red' is not one of the words that can stand here: green, black, gold",
    ]


def test_every_bad_row_of_the_map_is_told_and_marked():
    rows = GOOD.split('"""')[1].strip("\n").splitlines()
    text = GOOD.replace(rows[0], rows[0].replace(".", "q", 1), 1).replace("\n" + rows[8], "\n" + rows[8][:-2], 1)
    seen = look(text, "x", SAY)
    assert any(m.at == ("hex:0",) for m in seen.mistakes) and len(seen.mistakes) == 2


def test_a_hex_field_takes_one_hex():
    assert "one hex belongs here" in told(GOOD.replace('hex = "E6"', 'hex = "E6 E7"'))[0]


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (lambda v: v.update(special=[{"en": "x", "it": "x"}] * 200), "too many here"),
        (lambda v: v["name"].update(en="x" * 5000), "characters are too many"),
        (lambda v: v["name"].update(it="<script>alert(1)</script>"), "the sign < cannot stand"),
        (lambda v: v["name"].update(it="a\u202eb"), "the sign U+202E cannot stand"),
        (lambda v: v["union"].update(units=[{"kind": "infantry", "name": "x"}] * 5000), "too many here"),
        (lambda v: v.update(map="q" * 3000), "rows instead of 9"),
        (lambda v: v.update(map=["."] * 9), "here should be a text in quotes"),
        (lambda v: v.update(turns=10**30), "a battle has 1 to 60 turns"),
        (lambda v: v.update(union=7), "a table"),
        (lambda v: v["union"]["units"][0].update(vp=21), "victory points run from 0 to 20"),
        (lambda v: v["blocks"].append(BLOCK | {"vp": -1}), "victory points run from 0 to 20"),
        (lambda v: v["blocks"].append(BLOCK | {"vp": "two"}), "a whole number"),
        (lambda v: v.update({f"k{i}": 1 for i in range(5000)}), "there is no key"),
    ],
)
def test_hostile_battles_are_refused_with_a_message(change, problem):
    values = json.loads(json.dumps(dict(look(GOOD, "x", SAY).values)))
    change(values)
    seen = look(values, "x", SAY)
    assert 0 < len(seen.mistakes) <= 60 and any(problem in m.problem.en for m in seen.mistakes), seen.mistakes[:3]
    assert "<script" not in seen.ground


def test_other_victory_points_survive_the_way_to_the_file_and_back():
    values = json.loads(json.dumps(dict(look(GOOD, "x", SAY).values)))
    values["blocks"].append(BLOCK | {"vp": 3})
    values["union"]["units"][0]["vp"] = 0
    seen = look(values, "x", SAY)
    assert not seen.mistakes and "vp = 3" in seen.text and seen.text.count("vp = ") == 2, "one point goes without saying"
    field = field_for(read_scenario(seen.text, "x"))
    assert field.blocks[0].worth == 3 and [p.worth for p in field.pieces if p.side == 0].count(0) == 1
    few = [m.problem.en for m in look(values, "x", SAY).warnings if "vp_to_win" in m.problem.en]
    values["csa"]["units"][0]["vp"] = 18
    assert len(few) == 2 and few != [m.problem.en for m in look(values, "x", SAY).warnings if "vp_to_win" in m.problem.en]
    assert "there are only 6 points" in few[0] and len([m for m in look(values, "x", SAY).warnings if "vp_to_win" in m.problem.en]) == 1


# --- what is only strange -------------------------------------------------------------------------------------------------------


def test_a_block_that_no_way_leads_to():
    """E5 and its like are land; I5 lies behind water."""
    ground = {name: "~" for name in (HEX_NAMES[n] for n in range(117)) if name[0] == "I"} | {"I5": "."}
    text = text_of(
        "infantry E5 black A", "infantry F5 black B", ground=ground, top='blocks = [{ hex = "K5", scores = "union", kind = "capture" }]'
    )
    assert warned(text) == [] or "no way leads" not in warned(text)[0], "I5 is a gap"
    shut = text_of(
        "infantry E5 black A",
        "infantry F5 black B",
        ground=ground | {"I5": "~"},
        top='blocks = [{ hex = "K5", scores = "union", kind = "capture" }]',
    )
    seen = [m for m in look(shut, "x", SAY).warnings if "no way leads the Union to the VP block in K5" in m.problem.en]
    assert seen and seen[0].at == (f"hex:{HEX_NUMBERS['K5']}",)


STRANGE = [
    (lambda v: v.update(id="antietam"), "a battle of the game has the id 'antietam' already; choose another"),
    (lambda v: v["name"].update(it=" "), "name is not given in both languages"),
    (lambda v: v["union"].update(vp_to_win=50), "vp_to_win = 50: there are only"),
    (lambda v: v["blocks"].append(BLOCK | {"hex": "E5", "kind": "control"}), "the VP block in E5 begins in the hands of the Union"),
    (
        lambda v: v["union"]["units"].append({"kind": "infantry", "hex": "B2", "morale": "gold", "name": "Porter"}),
        "more than one unit is called Porter",
    ),
    (lambda v: v.update(bombardment={"side": "csa", "kind": "gunboat", "dice": 2, "needs": 6}), "nobody fires in this bombardment"),
    (
        lambda v: v.update(barrier=[{"stops": "cavalry", "hexes": "A1", "while_side": "csa", "while_kind": "gunboat", "while_in": "B1"}]),
        "no unit of that kind can close these hexes",
    ),
    (
        lambda v: v.update(barrier=[{"stops": "cavalry", "hexes": "A1", "while_side": "csa", "while_kind": "infantry", "while_in": "F5"}]),
        "only gunboats are stopped by such a rule",
    ),
    (
        lambda v: (
            v["union"]["units"].append({"kind": "infantry", "hex": "B2", "morale": "gold", "name": "X", "group": "reserve"}),
            v.update(hold=[{"group": "reserve", "until_turn": 99, "released_by_attack": True}]),
        ),
        "the group 'reserve' waits until turn 99",
    ),
    (
        lambda v: v.update(map="\n".join([".~" + "." * 11, "~=" + "~" + "." * 10, "~~~" + "." * 10] + ["." * 13] * 6)),
        "the bridge in B2 leads nowhere",
    ),
    (
        lambda v: (
            v.update(map="\n".join(["~" + "." * 12] + ["." * 13] * 8)),
            v["csa"]["reinforcements"].append(
                {"turn": 2, "hexes": "A1 B1", "units": [{"kind": "cavalry", "morale": "gold", "name": "Late"}]}
            ),
        ),
        "the entry hex A1 is river: nobody enters there",
    ),
    (
        lambda v: (
            v.update(map="\n".join(["~" + "." * 12] + ["." * 13] * 8)),
            v["csa"]["reinforcements"].append({"turn": 2, "hexes": "A1", "units": [{"kind": "cavalry", "morale": "gold", "name": "Late"}]}),
        ),
        "Late can never come",
    ),
    (
        lambda v: v["union"]["units"].extend({"kind": "infantry", "hex": f"A{n}", "morale": "gold", "name": f"u{n}"} for n in range(1, 10)),
        "the armies are very unequal",
    ),
]


@pytest.mark.parametrize(("change", "problem"), STRANGE)
def test_what_is_strange_is_told_and_can_be_played(change, problem):
    values = json.loads(json.dumps(dict(look(GOOD, "x", SAY).values)))
    change(values)
    seen = look(values, "x", SAY)
    assert not seen.mistakes and any(problem in m.problem.en for m in seen.warnings), seen
    for language in LANGUAGES:
        assert all(m.problem.in_language(language) for m in seen.warnings)
    state = TITLE.setup(read_scenario(seen.text, "x"))
    random_play(TITLE, state, Random(1), 6000)
    assert state.outcome is not None


# --- the schema -----------------------------------------------------------------------------------------------------------------


def test_the_schema_in_the_docs_is_that_of_the_structs():
    """`BIVOUAC_WRITE=1 pytest -k schema` writes it anew."""
    page = Path(__file__).resolve().parents[3] / "docs" / "battle.schema.json"
    schema = json.dumps(schema_of(WORKSHOP.form, catalogue("en", TITLE).sentence("title.name")), indent=2) + "\n"
    if os.environ.get("BIVOUAC_WRITE"):
        page.write_text(schema, "utf-8")
    assert page.read_text("utf-8") == schema


# --- editing at random ----------------------------------------------------------------------------------------------------------


def some_edit(values, rng):
    """One thing somebody might do to a battle, sensible or not."""
    hexes = " ".join(rng.sample(HEX_NAMES, rng.randint(1, 3)))
    side = values[rng.choice(("union", "csa"))]
    unit = {"kind": rng.choice(("infantry", "cavalry", "artillery", "gunboat", "leader")), "name": rng.choice(("A", "B", "", "C D"))}
    if unit["kind"] not in ("gunboat", "leader") or rng.random() < 0.1:
        unit["morale"] = rng.choice(("green", "black", "gold"))
    match rng.randrange(9):
        case 0 | 1:
            rows = list(values["map"].replace("\n", ""))
            for _ in range(rng.randint(1, 4)):
                rows[rng.randrange(117)] = rng.choice(list(LETTERS))
            values["map"] = "\n".join("".join(rows[i : i + 13]) for i in range(0, 117, 13))
        case 2 | 3:
            side["units"].append({**unit, "hex": rng.choice(HEX_NAMES), **({"strength": rng.randint(0, 5)} if rng.random() < 0.3 else {})})
        case 4:
            side["reinforcements"].append({"turn": rng.randint(0, 20), "hexes": hexes, "units": [unit]})
        case 5:
            values["cover"].append({"kind": rng.choice(("fence", "trench")), "sides": rng.choice(("E SE", "W", "N", "")), "hexes": hexes})
        case 6:
            values["blocks"].append(
                {"hex": rng.choice(HEX_NAMES), "scores": rng.choice(("union", "csa")), "kind": rng.choice(("capture", "control"))}
            )
        case 7:
            side.update(cap=rng.randint(-1, 14), vp_to_win=rng.randint(0, 30))
            values["turns"] = rng.randint(0, 20)
        case 8:
            for key in ("units", "reinforcements"):
                if side[key] and rng.random() < 0.5:
                    side[key].pop(rng.randrange(len(side[key])))
            values["cover"], values["blocks"] = values["cover"][:-1], values["blocks"][:-1]


@pytest.mark.skipif(shutil.which("node") is None, reason="the client's modules need node")
def test_whatever_the_editor_does_the_checker_understands():
    """The hands of the client's own module, at random: every battle they make has the right form, and its file says the same."""
    script = Path(__file__).resolve().parents[2] / "web" / "unit" / "edits.js"
    blank = json.dumps(dict(WORKSHOP.blank))
    made = subprocess.run(
        ["node", str(script), str(EDITS), "22"], input=blank, capture_output=True, text=True, check=True
    ).stdout.splitlines()
    assert len(made) == EDITS
    clean = 0
    for line in made:
        file, text = from_values(json.loads(line), "x")
        terrain, wrong = checked(file, text)
        assert checked(read(type(file), text, "x"), text) == (terrain, wrong)
        assert not any(m.path[0] in ("map", "cover", "roads", "places") for m in wrong), "ground is never wrong by the editor's hand"
        clean += not wrong
    assert clean


def test_the_editor_and_the_checker_never_disagree():
    """What the editor is told of its values is what the checker says of the file that they make; what has no mistakes can be played."""
    rng, played = Random(22), 0
    values = {}
    for number in range(EDITS):
        if number % 20 == 0:
            values = json.loads(json.dumps(dict(look(rng.choice([GOOD, *FILES.values()]), "x", SAY).values)))
        some_edit(values, rng)
        file, text = from_values(values, "x")
        try:
            wrong = []
            assert values_of(parse(text, "x")[0]) == values_of(file)
        except BadData as e:
            wrong = [(m.line, m.problem) for m in e.mistakes]
        if number % 10 == 0 or not wrong:
            seen = look(values, "x", SAY)
            assert [(m.line, m.problem) for m in seen.mistakes] == wrong and seen.text == text
        if not wrong:
            played += 1
            assert TITLE.setup(read_scenario(text, "x")).is_sound()
    assert played > 3
