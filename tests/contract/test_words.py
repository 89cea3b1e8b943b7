"""Two languages everywhere, the same blanks in both; clauses that exist; a table that hangs together."""

from __future__ import annotations

import re
from random import Random
from xml.etree import ElementTree

from bivouac.core.events import EVENT_KINDS
from bivouac.core.flow import Do
from bivouac.core.ids import SIDES
from bivouac.core.legality import REGISTER
from bivouac.i18n import LANGUAGES, catalogue
from bivouac.i18n.catalogue import BLANK, house_sentences


def leaves(table, prefix=""):
    for key, value in table.items():
        if isinstance(value, dict) and not ("n" in value and isinstance(value["n"], str)):
            yield from leaves(value, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", value


def blanks(sentence):
    return {found[1] for found in BLANK.finditer(sentence)} if isinstance(sentence, str) else set()


def check_pair(english, italian):
    english, italian = dict(leaves(english)), dict(leaves(italian))
    english = {k: v for k, v in english.items() if not k.startswith("names.")}
    italian = {k: v for k, v in italian.items() if not k.startswith("names.")}
    assert set(english) == set(italian), set(english) ^ set(italian)
    for key, sentence in english.items():
        assert blanks(sentence) == blanks(italian[key]), key


def test_the_house_speaks_both_languages():
    check_pair(house_sentences("en"), house_sentences("it"))


def test_the_title_speaks_both_languages(title):
    check_pair(title.locale("en"), title.locale("it"))


def test_every_box_option_and_scenario_has_its_words(title):
    for language in LANGUAGES:
        c = catalogue(language, title)
        assert c.has("title.name") and c.has("title.blurb")
        for box, node in title.flow.boxes.items():
            assert isinstance(node, Do) or c.has(f"prompts.{box.name.lower()}"), box
        for option in title.options:
            assert c.has(f"options.{option}") and c.has(f"options_help.{option}"), option
        for scenario in title.scenarios:
            assert c.has(f"scenarios.{scenario}"), scenario


def test_every_event_has_its_words_and_its_clause(title):
    kinds = [k for (prefix, _), k in EVENT_KINDS.items() if prefix == title.prefix and not k.effect]
    assert kinds
    for kind in kinds:
        assert kind.rule in title.rulebook, kind
        for language in LANGUAGES:
            sentence = catalogue(language, title).sentence(f"events.{kind.name}")
            assert blanks(sentence) <= {blank for blank, _ in kind.blanks}, kind


def test_every_clause_in_the_code_is_in_the_index_and_has_its_refusal(title):
    marks = [m for m in REGISTER if m.rule.split("-", 1)[0] == title.prefix]
    assert marks
    for mark in marks:
        assert mark.rule in title.rulebook, mark
        for language in LANGUAGES:
            assert catalogue(language, title).has(f"refusals.{mark.name}"), mark
    for option in title.options.values():
        assert option.rule in title.rulebook, option


def test_the_board_is_plain_svg_with_every_place(title, scenario):
    for language in LANGUAGES:
        svg = title.table.board(scenario, catalogue(language, title).say)
        root = ElementTree.fromstring(svg)
        assert root.get("viewBox")
        ids = {e.get("data-id") for e in root.iter() if e.get("data-id")}
        for place in title.table.places(scenario):
            assert place.id in ids, place
        assert not re.search(r"<(script|style)|\sstyle=|\son\w+=", svg)


def test_everything_on_the_table_lies_somewhere(title, scenario):
    rng = Random(31)
    places = {p.id for p in title.table.places(scenario)}
    state = title.setup(scenario)
    words = [catalogue(language, title) for language in LANGUAGES]
    for n in range(600):
        if not state.stack:
            break
        if n % 20 == 0:
            for side in (*SIDES, None):
                layout = title.table.layout(title.view(state, side))
                cells = {c.id for p in layout.panels for c in p.cells}
                ids = [t.id for t in layout.tokens]
                assert len(set(ids)) == len(ids)
                for token in layout.tokens:
                    assert token.at in places or token.at in cells, token
                    ElementTree.fromstring(f"<g>{title.table.face(token.face, catalogue('it', title).say)}</g>")
                for c in words:
                    for text in (
                        *(t.name for t in layout.tokens),
                        *(fact for t in layout.tokens for fact in t.facts),
                        *(p.name for p in layout.panels),
                        *layout.status,
                        *(cell.name for p in layout.panels for cell in p.cells),
                    ):
                        assert c.say(text)
        title.play(state, rng.choices(state.options, title.flow.weights(state))[0])


def test_advice_is_a_winning_chance_and_a_whole_ordering(title, scenario):
    if title.advice is None:
        return
    rng = Random(32)
    state = title.setup(scenario)
    for n in range(400):
        if not state.stack:
            break
        if n % 10 == 0:
            for side in SIDES:
                assert 0.0 <= title.advice.evaluate(state, side) <= 1.0
                assert title.advice.features(state, side)
            assert isinstance(title.advice.turn(state), int)
            if not title.flow.is_chance(state):
                assert sorted(title.advice.order(state)) == sorted(state.options)
        title.play(state, rng.choices(state.options, title.flow.weights(state))[0])
