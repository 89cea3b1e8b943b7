"""The check of the data files, strict reading, worlds that hide what must be hidden, random matches."""

from random import Random

import msgspec
import pytest

from bivouac import Match
from bivouac.core.data import BadData, read
from bivouac.core.ids import SIDES, Side
from bivouac.i18n import LANGUAGES, catalogue
from bivouac.titles.lincoln.frames import LET_PASS, MOVE, OVER, PLAY
from bivouac.titles.lincoln.printed import map as atlas
from bivouac.titles.lincoln.printed.check import problems
from bivouac.titles.lincoln.printed.map import MAP
from bivouac.titles.lincoln.printed.schema import MapFile
from bivouac.titles.lincoln.printed.units import CARDS, KINDS_OF, TABLES
from bivouac.titles.lincoln.state import CSA, UNION
from titles.lincoln.kit import TITLE, card, everything, field, way


def keys(found):
    for language in LANGUAGES:
        words = catalogue(language, TITLE)
        assert all(words.say(text) for text in found)
    return [text.key.removeprefix("check.") for text in found]


def with_card(name, **changes):
    return msgspec.structs.replace(CARDS, card=[msgspec.structs.replace(c, **changes) if c.id == name else c for c in CARDS.card])


def test_the_files_as_they_are_add_up():
    assert TITLE.check() == []


@pytest.mark.parametrize(
    ("name", "changes", "found"),
    [
        ("UB01", {"copies": 5}, ["deck_size"]),
        ("CB01", {"copies": 3}, ["deck_size"]),
        ("UB01", {"leadership": -1}, ["card_numbers"]),
        ("CB01", {"naval": True}, ["union_only"]),
        ("UB04", {"top": "fort"}, ["csa_only"]),
        ("UB12", {"price": 2}, ["price_without_top"]),
        ("UB12", {"text": "cotton_bonds"}, ["text_of_other_side"]),
        ("UB04", {"price": 1}, ["army_price"]),
    ],
)
def test_a_wrong_card_is_told(name, changes, found):
    assert keys(problems(MAP, with_card(name, **changes), TABLES)) == found


def test_a_card_twice_is_told():
    cards = msgspec.structs.replace(CARDS, card=[*CARDS.card, CARDS.card[0]])
    assert keys(problems(MAP, cards, TABLES)) == ["deck_size", "card_twice"]


def test_wrong_tracks_counters_and_gates_are_told():
    counters = msgspec.structs.replace(TABLES.counters, union_armies=(1, 1, 1), forts=3, flags=17)
    blockade = msgspec.structs.replace(TABLES.blockade, csa_hand=[5, 4, 5], union_points=[0, 1])
    europe = msgspec.structs.replace(TABLES.europe, union_end=0)
    gates = msgspec.structs.replace(TABLES.gates, points=(2, 50, 12))
    tables = msgspec.structs.replace(TABLES, counters=counters, blockade=blockade, europe=europe, gates=gates)
    assert keys(problems(MAP, CARDS, tables)) == [
        "armies",
        "forts",
        "flags",
        "blockade_length",
        "blockade_order",
        "europe_ends",
        "gate_order",
        "gate_unreachable",
        "too_few_flags",
    ]


def test_a_place_cut_off_is_told():
    links = [k for k in MAP.link if "cairo" not in k.first + k.second]
    found = problems(msgspec.structs.replace(MAP, link=links), CARDS, TABLES)
    assert keys(found) == ["not_connected", "not_supplied"] and found[0].args["place"] == "Cairo"
    cities = msgspec.structs.replace(TABLES.cities, union_capital="new_york")
    assert keys(problems(MAP, CARDS, msgspec.structs.replace(TABLES, cities=cities))) == ["no_city"]


def test_an_unknown_key_or_reference_names_its_line():
    with pytest.raises(BadData, match=r"map.toml, line \d+.*green"):
        read(MapFile, atlas.MAP_TEXT.replace('colour = "union"', 'colour = "green"', 1), "map.toml")
    with pytest.raises(BadData, match=r"map.toml, line \d+"):
        read(MapFile, atlas.MAP_TEXT.replace("vp = 0", "vp = 0\nsize = 3", 1), "map.toml")


@pytest.mark.rule("LIN-comp-e")
def test_a_world_deals_the_other_sides_hidden_cards_anew_and_keeps_what_is_known():
    rng = Random(4)
    for seed in range(4):
        s = TITLE.setup()
        steps = Random(seed)
        for n in range(400):
            if not s.stack:
                break
            if n % 9 == 0:
                for side in SIDES:
                    world = TITLE.determinize(s, side, rng)
                    other = 1 - side
                    assert everything(world) == everything(s)
                    assert [world.hand[k] for k in KINDS_OF[side]] == [s.hand[k] for k in KINDS_OF[side]]
                    assert [world.deck[k] for k in KINDS_OF[side]] == [s.deck[k] for k in KINDS_OF[side]]
                    assert sum(world.hand[k] for k in KINDS_OF[other]) == s.held[other] == world.held[other]
                    assert sum(world.deck[k] for k in KINDS_OF[other]) == s.left[other]
                    assert world.pile == s.pile and world.gone == s.gone
            TITLE.play(s, steps.choices(s.options, TITLE.flow.weights(s))[0])


@pytest.mark.rule("LIN-comp-e")
def test_hands_really_differ_between_worlds_and_a_face_down_card_too():
    p = field(union={"kentucky south": [3]}, csa={"nashville north": [1]}, hand=["UB01", "UB19", "UB12"], other=["CB01", "CB02"])
    p.answer(MOVE + card("UB01"), OVER + way("kentucky", "nashville"), card("UB19"))
    rng = Random(6)
    worlds = [TITLE.determinize(p.state, Side.CSA, rng) for _ in range(30)]
    assert len({tuple(w.hand[k] for k in KINDS_OF[UNION]) for w in worlds}) > 5
    assert len({w.combat.card for w in worlds}) > 3
    assert all(TITLE.view(w, Side.CSA) == TITLE.view(p.state, Side.CSA) for w in worlds)


def test_events_name_drawn_cards_to_their_owner_alone():
    match = Match.new("lincoln", seed=5)
    for _ in range(60):
        match.submit(match.question.options[-1])
    for side in SIDES:
        drawn = [e for e in match.events(side) if e.kind.name == "own_draw"]
        assert drawn and all(e.values[0] == side for e in drawn)
    assert not [e for e in match.events(None) if e.kind.name in ("own_draw", "own_card")]


def test_a_raid_shows_only_the_cards_it_takes():
    p = field(hand=["UB14"], other=["CB01", "CB02", "CB03"])
    p.answer(PLAY + card("UB14"), LET_PASS, card("CB01"), card("CB02"))
    told = [e for e in p.state.log if e.visible_to(Side.UNION)]
    shown = {e.facts["card"].id for e in told if "card" in e.facts}
    assert card("CB03") not in shown and {card("CB01"), card("CB02")} <= shown
    assert TITLE.view(p.state, Side.UNION).held[CSA] == 1


@pytest.mark.rule("LIN-comp-e")
@pytest.mark.parametrize("third", ["CB02", "CB03"])
def test_the_count_of_answers_does_not_betray_what_is_left_in_a_hand(third):
    p = field(hand=["UB14"], other=["CB01", "CB02", third])
    p.answer(PLAY + card("UB14"), LET_PASS, card("CB01"))
    assert p.question.side == Side.CHANCE, "asked also where only one kind of card is left"
    p.answer(card("CB02"))
    assert p.asked == (Side.UNION, "action")


@pytest.mark.rule("LIN-comp-e")
def test_a_draw_from_a_pile_of_one_kind_is_a_draw_like_any_other():
    p = field(hand=["UB12"], deck=["UB01", "UB01", "UB01"])
    p.answer(PLAY + card("UB12"))
    for _ in range(3):
        assert p.question.side == Side.CHANCE and p.options == [card("UB01")]
        p.answer(card("UB01"))


def test_two_hundred_random_matches_end():
    rng = Random(77)
    endings = set()
    for _ in range(200):
        s = TITLE.setup()
        n = 0
        while s.stack:
            TITLE.play(s, rng.choices(s.options, TITLE.flow.weights(s))[0])
            n += 1
            assert n < 20_000
        endings.add(s.outcome.ending)
    assert {"first_gate", "second_gate", "last_gate", "washington"} <= endings


OWN = """
id = "mine"
source = "reconstructed"
name = { en = "Mine", it = "La mia" }

[union]
hand = 4
armies = { washington = [3, 3] }

[csa]
hand = 3
armies = { richmond = [2] }
"""


def test_a_players_own_set_up_is_played_and_travels_with_the_save():
    scenario = TITLE.read_scenario(OWN, "mine.toml")
    match = Match.new(TITLE, scenario=scenario, seed=3)
    assert match.state.held == [4, 3] and match.state.here(UNION, atlas.LOC_BY_ID["washington"]) == 2 << 16
    again = Match.load(match.save())
    assert again.scenario.text == OWN and again.state.key() == match.state.key()
    for chosen in (scenario, TITLE.scenario("war")):
        for language in LANGUAGES:
            assert all(catalogue(language, TITLE).say(line) for line in TITLE.scenario_page(chosen))


def test_a_set_up_of_an_older_save_still_opens():
    older = TITLE.read_scenario(OWN.replace("[csa]", "[confederate]"), "mine.toml")
    assert older.data == TITLE.read_scenario(OWN, "mine.toml").data
    assert Match.load(Match.new(TITLE, scenario=older, seed=3).save()).state.held == [4, 3]


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("washington = [3, 3]", "boston = [3]", "no location boston"),
        ("richmond = [2]", "ohio = [2]", "closed"),
        ("richmond = [2]", "richmond = [5]", "strength"),
        ("richmond = [2]", "richmond = [3, 3, 3, 3, 3, 3]", "not so many"),
        ("richmond = [2]", "washington = [2]", "both sides"),
    ],
)
def test_a_wrong_set_up_is_refused_with_its_line(old, new, problem):
    with pytest.raises(BadData, match=rf"line \d+.*{problem}"):
        TITLE.read_scenario(OWN.replace(old, new), "mine.toml")
