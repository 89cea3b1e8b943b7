"""Italian and English grammar of the blanks."""

import pytest

from bivouac import load
from bivouac.core.events import Event
from bivouac.core.text import Both, Name, Text
from bivouac.i18n import Catalogue, catalogue
from bivouac.i18n.catalogue import MissingText
from bivouac.i18n.grammar import form_en, form_it, parse_noun_en, parse_noun_it


@pytest.mark.parametrize(
    ("noun", "form", "right"),
    [
        ("la città", "in", "nella città"),
        ("l'armata", "di", "dell'armata"),
        ("il forte", "a", "al forte"),
        ("lo scontro", "su", "sullo scontro"),
        ("i soldati", "da", "dai soldati"),
        ("gli esploratori", "di", "degli esploratori"),
        ("le trincee", "con", "con le trincee"),
        ("Atlanta", "a", "ad Atlanta"),
        ("Richmond", "a", "a Richmond"),
        ("Atlanta", "da", "da Atlanta"),
        ("Atlanta", "il", "Atlanta"),
        ("la cavalleria", "", "cavalleria"),
        ("la cavalleria", "il", "la cavalleria"),
        ("la cavalleria", "un", "una cavalleria"),
        ("il leader", "un", "un leader"),
        ("lo scout", "un", "uno scout"),
        ("i dadi", "un", "dei dadi"),
        ("le carte", "o", "e"),
        ("il dado", "o", "o"),
    ],
)
def test_italian_forms(noun, form, right):
    assert form_it(parse_noun_it(noun), form) == right


def test_the_gender_that_an_elided_article_hides_is_given():
    assert form_it(parse_noun_it("l'Unione", "f"), "un") == "un'Unione"
    assert form_it(parse_noun_it("l'Unione", "f"), "o") == "a"


@pytest.mark.parametrize(
    ("noun", "form", "right"),
    [
        ("the Union", "the", "the Union"),
        ("the Union", "", "Union"),
        ("Atlanta", "the", "Atlanta"),
        ("artillery", "a", "an artillery"),
        ("the Union", "s", "the Union's"),
        ("the States", "s", "the States'"),
    ],
)
def test_english_forms(noun, form, right):
    assert form_en(parse_noun_en(noun), form) == right


def test_sentences_are_filled_and_begin_with_a_capital():
    sentences = {"events": {"x": "{side:il} perde {n} {n:carta|carte} {m:+}"}, "names": {"side": {"csa": "la Confederazione"}}}
    c = Catalogue("it", sentences, {"side": ("union", "csa")})
    assert c.say(Text("events.x", {"side": Name("side", 1), "n": 2, "m": -1})) == "La Confederazione perde 2 carte −1"


def test_lists_are_joined_as_people_say_them():
    assert catalogue("it").word(("a", "b", "c"), "") == "a, b e c"
    assert catalogue("en").word(("a",), "") == "a"


def test_words_of_the_data_come_in_the_readers_language():
    both = Text("labels.both", {"words": Both("the mill", "il mulino")})
    assert catalogue("it").say(both) == "Il mulino" and catalogue("en").say(both) == "The mill"


def test_a_missing_text_or_blank_is_an_error():
    with pytest.raises(MissingText):
        catalogue("en").say(Text("events.nothing"))
    with pytest.raises(MissingText):
        catalogue("en").say(Text("errors.stale", {"given": 1}))


def volley(*events):
    from bivouac.i18n.telling import in_lines, sentences

    say = catalogue("en", load("house-divided")).say
    return [sentences(line, say) for _, line in in_lines(enumerate(events))]


def test_a_volley_is_one_line_in_which_alike_shots_are_counted():
    from bivouac.titles.house_divided import events as e
    from bivouac.titles.house_divided.printed.units import MC, MF

    shots = [Event(e.HIT, (0, MF, MC, 2, 3)), Event(e.HIT, (0, MF, MC, 1, 3)), Event(e.MISSED, (0, MF, MF, 6, 3))]
    (line, round_two, other) = volley(
        Event(e.FIRES, (0,)), *shots, Event(e.ROUND_BEGINS, (2,)), Event(e.FIRES, (1,)), Event(e.HELD_FIRE, (1, MF))
    )
    assert line == (
        "The Union fires. 2 × The militia infantry hits the militia cavalry (2 and 1; hits with 3 or less). "
        "The militia infantry misses the militia infantry (6; hits with 3 or less)."
    )
    assert round_two == "Round 2." and other.startswith("The Confederacy fires.") and other.endswith("holds its fire.")


def test_what_goes_on_in_a_line_that_is_not_told_stands_alone():
    from bivouac.titles.house_divided import events as e

    heading = Event(e.BATTLE_BEGINS, (3, 0))
    assert len(volley(Event(e.FIRES, (0,)), heading, Event(e.WASTED, (0, 0)))) == 3
    assert len(volley(Event(e.WASTED, (0, 0)))) == 1
