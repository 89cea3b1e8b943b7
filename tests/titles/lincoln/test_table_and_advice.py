"""The table: everything to click is there. The advice: sound, and without a look at hidden cards."""

import re
from random import Random
from xml.etree import ElementTree

import pytest

from bivouac import Match, load
from bivouac.core.ids import Side
from bivouac.core.text import Name
from bivouac.i18n import LANGUAGES, catalogue
from bivouac.match.gestures import Reach
from bivouac.titles.lincoln.draw.faces import FACES
from bivouac.titles.lincoln.draw.places import HEIGHT, WIDTH
from bivouac.titles.lincoln.frames import ALL_OF, DEPLOY, DISCARD, MOVE, NAVAL_MOVE, OVER, PASS, PLAY
from bivouac.titles.lincoln.printed.map import HALVES, LOC_OF, LOCATIONS, PORT_HALF, WAY_BONUS
from bivouac.titles.lincoln.printed.units import KINDS
from bivouac.titles.lincoln.state import CSA
from titles.lincoln.kit import TITLE, UNION, card, field, half, loc, way


def states(seed, matches=3, every=5):
    rng = Random(seed)
    for _ in range(matches):
        s = TITLE.setup()
        n = 0
        while s.stack:
            if n % every == 0 and not TITLE.flow.is_chance(s):
                yield s
            n += 1
            TITLE.play(s, rng.choices(s.options, TITLE.flow.weights(s))[0])


def test_whatever_a_choice_points_to_lies_on_the_table_of_the_side_that_chooses():
    places = {p.id for p in TITLE.table.places(None)}
    for s in states(41):
        side = TITLE.flow.side(s)
        layout = TITLE.table.layout(TITLE.view(s, side))
        there = places | {t.id for t in layout.tokens} | {c.id for p in layout.panels for c in p.cells}
        for a in s.options:
            targets = TITLE.choice(s, a).targets
            assert set(targets) <= there, (TITLE.question(s), a, targets)


def test_the_board_shows_every_half_in_its_own_spot_large_enough_to_click():
    for language in LANGUAGES:
        root = ElementTree.fromstring(TITLE.table.board(None, catalogue(language, TITLE).say))
        ns = "{http://www.w3.org/2000/svg}"
        groups = {g.get("data-id"): g for g in root.iter(f"{ns}g") if g.get("data-id")}
        assert (
            set(groups) == {place.id for place in TITLE.table.places(None)} and sum(name.startswith("half:") for name in groups) == HALVES
        )
        boxes = []
        for group in groups.values():
            rect = group.find(f"{ns}rect")
            x, y, w, h = (float(rect.get(k)) for k in ("x", "y", "width", "height"))
            assert w >= 44 and h >= 44 and x >= 0 and x + w <= WIDTH and y >= 0 and y + h <= HEIGHT
            boxes.append((x, y, w, h))
        for n, (x, y, w, h) in enumerate(boxes):
            for u, v, p, q in boxes[n + 1 :]:
                assert x + w <= u or u + p <= x or y + h <= v or v + q <= y, "two halves overlap"


def test_names_and_numbers_of_the_map_stand_on_the_board():
    words = "".join(ElementTree.fromstring(TITLE.table.board(None, catalogue("en", TITLE).say)).itertext())
    for place in LOCATIONS:
        assert place.name in words
    assert all(f"+{bonus}" in words for side in WAY_BONUS for bonus in side if bonus) and "Atlantic" in words


def test_cards_say_in_words_what_they_do():
    for language in LANGUAGES:
        say = catalogue(language, TITLE).say
        for k in range(KINDS):
            svg = TITLE.table.face(f"card-{k}", say)
            words = " ".join(t.text for t in ElementTree.fromstring(f"<g>{svg}</g>").iter("text"))
            assert len(re.findall(r"[A-Za-zÀ-ü]{3,}", words)) >= 2, (k, words)
    assert "Deploy" in TITLE.table.face("card-0", catalogue("en", TITLE).say) and "Schiera" in TITLE.table.face("card-0", say)


def test_a_combat_shows_strengths_and_totals_and_piles_can_be_looked_at():
    p = field(union={"kentucky south": [3]}, csa={"nashville north": [1]}, hand=["UB01", "UB19"], other=["CB01"])
    p.answer(MOVE + card("UB01"), OVER + way("kentucky", "nashville"), card("UB19"))
    say = catalogue("en", TITLE).say
    told = {}
    for side in (Side.UNION, Side.CSA):
        panels = {panel.id: [say(cell.name) for cell in panel.cells] for panel in TITLE.table.layout(TITLE.view(p.state, side)).panels}
        told[side] = panels
    assert told[Side.UNION]["battle"][0] == "The Union attacks with 3, card +4: 7"
    assert told[Side.CSA]["battle"][0] == "The Union attacks with 3, and its card"
    assert told[Side.CSA]["battle"][1].startswith("The Confederacy defends with 1, ground")
    assert any(line.startswith("Your discards: 1 × ") for line in told[Side.UNION]["standing"])
    assert not any("discards" in line for line in told[Side.CSA]["standing"])


def test_every_face_is_drawn_without_style_and_without_words():
    for name, drawing in FACES.items():
        root = ElementTree.fromstring(f"<g>{drawing}</g>")
        assert "style" not in drawing and "script" not in drawing
        words = "".join(root.itertext())
        assert all(c in "0123456789+−×I" for c in words), name


def test_a_flag_lies_on_the_place_it_marks_and_goes_with_it():
    p = field(flags=["memphis", "cairo"])
    tokens = {t.id: t for t in TITLE.table.layout(TITLE.view(p.state, None)).tokens}
    assert tokens[f"flag:{loc('memphis')}"].face == f"flag-{UNION}" and tokens[f"flag:{loc('cairo')}"].face == f"flag-{CSA}"
    assert tokens[f"flag:{loc('memphis')}"].at == f"half:{2 * loc('memphis')}"


def test_only_the_owner_sees_the_faces_of_his_hand():
    p = field(hand=["UB01", "UB19"], other=["CB16", "CB01", "CB02"])
    for side, own, backs in ((Side.UNION, 2, 3), (Side.CSA, 3, 2), (None, 0, 5)):
        tokens = TITLE.table.layout(TITLE.view(p.state, side)).tokens
        assert sum(t.id.startswith("copy:") for t in tokens) == own
        assert sum(t.id.startswith("back:") for t in tokens) == backs


def test_a_face_down_card_shows_its_back_to_the_defender():
    p = field(union={"kentucky south": [3]}, csa={"nashville north": [1]}, hand=["UB01", "UB19"], other=["CB01"])
    p.answer(MOVE + card("UB01"), OVER + way("kentucky", "nashville"), card("UB19"))
    faces = [
        next(t.face for t in TITLE.table.layout(TITLE.view(p.state, side)).tokens if t.id == "face_down:0")
        for side in (Side.UNION, Side.CSA, None)
    ]
    assert faces == [f"card-{card('UB19')}", "back-0", "back-0"]


def test_the_sea_halves_are_the_ports():
    for n, place in enumerate(LOCATIONS):
        if place.port == "sea":
            assert PORT_HALF[n] == half(f"{place.id} sea") and LOC_OF[PORT_HALF[n]] == n


def test_whatever_is_not_lit_says_why():
    for s in states(44, 2, 3):
        side = TITLE.flow.side(s)
        layout = TITLE.table.layout(TITLE.view(s, side))
        lit = {target for a in s.options for target in TITLE.choice(s, a).targets}
        things = [p.id for p in TITLE.table.places(None)] + [t.id for t in layout.tokens if t.id.split(":")[0] in ("piece", "copy", "flag")]
        for name in map(Name.parse, set(things) - lit):
            refusal = TITLE.why(s, name)
            if refusal is not None:
                assert refusal.rule in TITLE.rulebook and refusal.name != "not_offered", (TITLE.question(s), name)
                assert all(catalogue(language, TITLE).say(refusal.text) for language in LANGUAGES)


# --- advice ---------------------------------------------------------------------------------------------------------


def test_the_script_does_not_look_at_hidden_cards():
    rng = Random(9)
    for s in states(42, 2):
        side = TITLE.flow.side(s)
        for _ in range(3):
            world = TITLE.determinize(s, side, rng)
            assert list(TITLE.advice.order(world)) == list(TITLE.advice.order(s))


def test_the_evaluations_of_both_sides_add_up_and_features_are_mirrored():
    for s in states(43, 2, 20):
        assert TITLE.advice.evaluate(s, Side.UNION) + TITLE.advice.evaluate(s, Side.CSA) == pytest.approx(1.0)
        union, csa = TITLE.advice.features(s, Side.UNION), TITLE.advice.features(s, Side.CSA)
        assert {k: -v for k, v in union.items()} == csa


def test_the_evaluation_likes_what_wins():
    plain = field()
    points = field(union={"atlanta north": [3]})
    europe = field(europe=5)
    value = [TITLE.advice.evaluate(p.state, Side.UNION) for p in (europe, plain, points)]
    assert value == sorted(value) and value[0] < value[1] < value[2]


def play(seed, union, csa):
    rng = Random(seed)
    s = TITLE.setup()
    while s.stack:
        if TITLE.flow.is_chance(s):
            answer = rng.choices(s.options, TITLE.flow.weights(s))[0]
        else:
            answer = TITLE.advice.order(s)[0] if (union, csa)[TITLE.flow.side(s)] else rng.choice(s.options)
        TITLE.play(s, answer)
    return s.outcome


@pytest.mark.parametrize("side", [Side.UNION, Side.CSA])
def test_the_script_beats_chance_from_both_sides(side):
    wins = sum(play(seed, side == Side.UNION, side == Side.CSA).winner == side for seed in range(12))
    assert wins >= 11


def test_the_log_counts_what_is_alike():
    """A draw, a move, a loss is one line each, however many cards and counters it is about."""
    p = field(union={"kentucky south": [1, 1, 2]}, csa={"nashville north": [1]}, hand=["UB01", "UB19"])
    p.answer(MOVE + card("UB01"), ALL_OF + loc("kentucky"), OVER + way("kentucky", "nashville"), card("UB19"), 0, 0)
    english = [catalogue("en", TITLE).say(e.text) for e in p.state.log if not e.kind.effect]
    italian = [catalogue("it", TITLE).say(e.text) for e in p.state.log if not e.kind.effect]
    assert "The Union moves 2 armies of strength 1 and the army of strength 2 from Kentucky to Nashville (north)." in english
    assert any("2 eserciti di forza 1 e l'esercito di forza 2" in line for line in italian)
    assert not any("+0" in line for line in english + italian)


def test_a_card_without_another_use_is_not_discarded_by_a_click_on_it():
    p = field(union={"kentucky south": [1]}, hand=["UB01", "UB19"], options=["discard-action"])
    for n in (card("UB01"), card("UB19")):
        choice = TITLE.choice(p.state, DISCARD + n)
        others = [v for v in (DEPLOY, MOVE, NAVAL_MOVE, PLAY) if v + n in p.options]
        assert any(t.startswith("copy:") for t in choice.targets) == bool(others)
        assert "takes an action" in catalogue("en", TITLE).say(choice.label)
    assert catalogue("en", TITLE).say(TITLE.choice(p.state, PASS).label) == "Pass: give up 2 actions and draw"


def test_an_army_is_moved_with_its_card_by_one_gesture_and_taken_back():
    """The cards that would do are told apart; what one has shown of one's own hand does not bar the way back."""
    title = load("lincoln")
    match = Match.new(title, seed=3)
    found = []
    while not found:
        match.submit(title.advice.order(match.state)[0])
        if match.question.box == "action":
            reach = Reach(title, match.state.clone())
            armies = [p for p in sorted(reach.own) if p.startswith("piece:")]
            found = [g for p in armies for g in reach.of(p) if any(t.startswith("half:") for t in g.targets)]
    gesture, side, before = found[0], match.question.side, match.state.key()
    match.submit_all(gesture.answers, side=side)
    after = title.table.layout(title.view(match.state, side)).tokens
    assert next(t.at for t in after if t.id == gesture.pick) in gesture.targets
    assert match.undo_obstacle(side) is None
    match.undo(side)
    assert match.state.key() == before
