"""Italian and English grammar of the blanks."""

import pytest

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
