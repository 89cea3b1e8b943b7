"""A rulebook states where every clause comes from and what kind every ruling is of; a file that does not is refused."""

from __future__ import annotations

import pytest

from bivouac import load, titles
from bivouac.core.data import BadData
from bivouac.core.rulebook import Rulebook

HEAD = 'title = "x"\nprefix = "X"\nheadings = ["4.0 Movement"]\n[[chapter]]\nid = "4"\nname = { en = "Movement", it = "Movimento" }\n'
CLAUSE = '[[clause]]\nid = "X-4.0a"\nchapter = "4"\nstatus = "automatic"\ntopic = { en = "a", it = "a" }\ntext = { en = "a", it = "a" }\n'
PLACE = 'source = "rulebook"\nplace = "4.0 Movement"\n'


def parse(clause: str) -> Rulebook:
    return Rulebook.parse(HEAD + CLAUSE + clause)


def test_a_clause_with_source_and_place_is_read() -> None:
    assert parse(PLACE)["X-4.0a"].place == "4.0 Movement"
    assert parse('source = "inferred"\n')["X-4.0a"].place is None


@pytest.mark.parametrize(
    "clause",
    [
        "",
        'source = "rulebook"\n',
        'source = "rulebook"\nplace = "9.9 Weather"\n',
        'source = "public"\nplace = "4.0 Movement"\n',
        'source = "hearsay"\n',
        PLACE + 'ruling = { en = "a", it = "a" }\n',
        PLACE + 'ruling = { kind = "guess", en = "a", it = "a" }\n',
        PLACE + 'ruling = { kind = "departs", en = "a", it = "a" }\n',
        PLACE + 'ruling = { kind = "reads", en = "a", it = "a", why = { en = "b", it = "b" } }\n',
    ],
    ids=[
        "no source",
        "no place",
        "unknown heading",
        "place without book",
        "unknown source",
        "no kind",
        "unknown kind",
        "no reason",
        "idle reason",
    ],
)
def test_a_clause_whose_source_or_ruling_is_incomplete_is_refused(clause: str) -> None:
    with pytest.raises((BadData, ValueError)):
        parse(clause)


def test_departures_are_the_rulings_that_depart() -> None:
    why = 'ruling = { kind = "departs", en = "a", it = "a", why = { en = "b", it = "b" } }\n'
    assert [c.id for c in parse(PLACE + why).departures] == ["X-4.0a"]
    assert parse(PLACE + 'ruling = { kind = "fills", en = "a", it = "a" }\n').departures == []


@pytest.mark.parametrize("title_id", titles())
def test_at_most_six_options_of_a_game_are_rulings(title_id: str) -> None:
    assert len([option for option in load(title_id).options.values() if option.group == "rulings"]) <= 6


@pytest.mark.parametrize("title_id", titles())
def test_every_heading_is_the_place_of_some_clause_or_stands_between_such(title_id: str) -> None:
    book = load(title_id).rulebook
    used = {clause.place for clause in book if clause.place}
    assert used <= set(book.headings) and len(used) > len(book.headings) / 3
    assert len(set(book.headings)) == len(book.headings)
