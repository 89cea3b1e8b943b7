"""Rules to read: tables and examples are where they belong and can be played, words are found in both languages."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ElementTree

import pytest
from typer.testing import CliRunner

import toy
from bivouac.cli import app
from bivouac.i18n import catalogue
from bivouac.lab.charts import charts
from bivouac.lab.examples import drawing, examples, picture, played
from bivouac.titles import load, titles

LEAST_EXAMPLES, LEAST_CHARTS = 5, 3


@pytest.mark.parametrize("name", titles())
def test_every_example_can_be_played_and_shows_what_its_clause_says(name):
    title = load(name)
    found = examples(title)
    assert len(found) >= LEAST_EXAMPLES and len({e.id for e in found}) == len(found)
    rules = []
    for example in found:
        moment = played(title, example)
        told = [event.kind.rule for _, events in moment.told for event in events]
        assert told or moment.refusal, example.id
        assert (moment.refusal is None) == (example.why is None), example.id
        rules += [example.rule in told or (moment.refusal is not None and moment.refusal.rule == example.rule)]
        for language in ("en", "it"):
            assert all("{" not in catalogue(language, title).say(e.text) for _, events in moment.told for e in events if not e.kind.effect)
    assert sum(rules) >= len(rules) - 2, "an example is about its clause"


@pytest.mark.parametrize("name", titles())
def test_pictures_show_a_part_of_the_board_with_what_is_marked(name):
    title = load(name)
    whole = ElementTree.fromstring(title.table.board(title.scenario(None), catalogue("en", title).say)).get("viewBox", "").split()
    example = next(e for e in examples(title) if drawing(title, e, played(title, e)).about)
    drawn = picture(title, example, "it")
    assert drawn is not None
    left, top, wide, high = map(float, (ElementTree.fromstring(drawn).get("viewBox") or "").split())
    assert wide < float(whole[2]) and high > 0
    for place in drawing(title, example, played(title, example)).about:
        assert left < place.x < left + wide and top < place.y < top + high


@pytest.mark.parametrize("name", titles())
def test_tables_have_their_values_from_the_data_and_their_place_in_the_rules(name):
    title = load(name)
    english, italian = charts(title, "en"), charts(title, "it")
    assert len(english) >= LEAST_CHARTS
    for one, other in zip(english, italian, strict=True):
        assert one.rule in title.rulebook and one.name != other.name
        assert all(len(row.cells) == len(one.head) and not row.now for row in (*one.rows, *other.rows)) and one.rows
        assert [c for row in one.rows for c in row.cells if c.isdigit()] == [c for row in other.rows for c in row.cells if c.isdigit()]


def test_a_value_of_the_data_files_is_read_off_its_table():
    table = next(c for c in charts(load("gettysburg"), "en") if c.name == "3 Morale of the attackers")
    assert table.head[1:] == ["0", "1", "2", "3", "4", "5"]
    assert table.rows[0].cells == ["1", "Holds", "Retreats", "Retreats", *["Eliminated"] * 3]


def test_a_title_without_examples_and_tables_has_none():
    assert examples(toy.TITLE) == () and charts(toy.TITLE, "en") == []


def test_words_are_found_in_both_languages_without_accents():
    book = load("hold-the-line").rulebook
    english, italian = ({c.id for c in book.find(words)} for words in ("LINE of sight", "linea DI vista"))
    assert english & italian and book.find("unita") == book.find("UNITÀ") != []
    assert book.find("no-such-word") == [] and len(book.find("")) == len(book)


def test_the_command_line_finds_and_shows_them():
    run = CliRunner().invoke(app, ["--lang", "en", "rules", "hold-the-line", "--find", "linea di vista", "--json"])
    assert "HTL-8.2a" in {row["id"] for row in json.loads(run.stdout)}
    shown = CliRunner().invoke(app, ["--lang", "it", "rules", "hold-the-line", "8.2c"]).stdout
    assert "Esempio" in shown and "E7" in shown
