"""Data files: strict, and errors that point at the line."""

from typing import Annotated, Literal

import msgspec
import pytest

from bivouac.core.data import BadData, fail, in_both, read
from bivouac.core.text import Both
from bivouac.i18n import catalogue

TEXT = """\
name = "Ford"
rows = [
  "abc",
  "def",
]

[[unit]]
id = 1
hex = "a1"

[[unit]]
id = "two"
hex = "b1"
"""


class Unit(msgspec.Struct, forbid_unknown_fields=True):
    id: int
    hex: str


class File(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    rows: list[str]
    unit: list[Unit]


def test_a_good_file_is_read():
    assert read(File, TEXT.replace('"two"', "2"), "x.toml").unit[1].id == 2


def test_a_wrong_type_is_found_at_its_line():
    with pytest.raises(BadData) as caught:
        read(File, TEXT, "x.toml")
    assert caught.value.line == 12 and "a whole number" in caught.value.problem.en


def test_an_unknown_key_is_found_at_its_line():
    with pytest.raises(BadData) as caught:
        read(File, TEXT.replace('"two"', "2") + "colour = 3\n", "x.toml")
    assert caught.value.line == 14 and "colour" in caught.value.problem.en


def test_broken_toml_is_found_at_its_line():
    with pytest.raises(BadData) as caught:
        read(File, "name = 'x'\nrows = [\n= 3", "x.toml")
    assert caught.value.line == 3


def test_a_row_of_an_array_has_its_line():
    assert fail(TEXT, "x.toml", ("rows", 1), Both("…", "…")).line == 4
    assert fail(TEXT, "x.toml", ("unit", 0, "hex"), Both("…", "…")).line == 9


@pytest.mark.parametrize(
    ("wrong", "en", "it"),
    [
        (
            TEXT,
            "In x.toml, line 12: here should be a whole number, not a text in quotes.",
            "In x.toml, riga 12: qui ci vuole un numero intero, non un testo tra virgolette.",
        ),
        (TEXT.replace('hex = "b1"', ""), "In x.toml, line 12: here should be", "In x.toml, riga 12: qui ci vuole"),
        (
            TEXT.replace('"two"', "2").replace('hex = "b1"\n', ""),
            "In x.toml, line 11: the key `hex` is missing.",
            "In x.toml, riga 11: manca la chiave `hex`.",
        ),
        ("colour = 3\n" + TEXT.replace('"two"', "2"), "there is no key `colour` here.", "qui non c'è una chiave `colour`."),
        ("name = 'x'\nrows = [\n= 3", "In x.toml, line 3: this is not TOML", "In x.toml, riga 3: questo non è TOML"),
    ],
)
def test_what_is_wrong_is_said_in_both_languages(wrong, en, it):
    with pytest.raises(BadData) as caught:
        read(File, wrong, "x.toml")
    assert en in catalogue("en").say(caught.value.text) and it in catalogue("it").say(caught.value.text)


class Shapes(msgspec.Struct):
    kind: Literal["a", "b"] = "a"
    pair: tuple[int, int] = (0, 0)
    many: Annotated[list[int], msgspec.Meta(min_length=1)] = msgspec.field(default_factory=lambda: [1])
    size: Annotated[int, msgspec.Meta(ge=1)] = 1
    maybe: int | None = None


@pytest.mark.parametrize("raw", [{"kind": "c"}, {"pair": [1]}, {"many": []}, {"size": 0}, {"maybe": "x"}, {"pair": 3}])
def test_every_message_of_the_strict_reader_has_our_words(raw):
    with pytest.raises(msgspec.ValidationError) as caught:
        msgspec.convert(raw, Shapes)
    words = in_both(str(caught.value).partition(" - at")[0])
    assert "Expected" not in words.it and "Invalid" not in words.it and words.en != words.it
    assert in_both("Something new").it == "questo non può stare qui (Something new)"
