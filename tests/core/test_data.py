"""Data files: strict, and errors that point at the line."""

from typing import Annotated, Literal

import msgspec
import pytest

from bivouac.core.data import DEPTH, DIGITS, KEY_PARTS, TOML_SIZE, BadData, fail, guard_json, guard_toml, in_both, parse_json, read
from bivouac.core.kit.printed import Block
from bivouac.core.text import Both
from bivouac.i18n import LANGUAGES, catalogue

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
        (
            TEXT.replace('hex = "b1"', ""),
            "In x.toml there are 2 mistakes:\n– line 11: the key `hex` is missing\n– line 12: here should be a whole number",
            "In x.toml ci sono 2 errori:\n– riga 11: manca la chiave `hex`\n– riga 12: qui ci vuole un numero intero",
        ),
        (
            TEXT.replace('"two"', "2").replace('hex = "b1"\n', ""),
            "In x.toml, line 11: the key `hex` is missing.",
            "In x.toml, riga 11: manca la chiave `hex`.",
        ),
        (
            "colour = 3\n" + TEXT.replace('"two"', "2"),
            "there is no key `colour` here; the keys are",
            "qui non c'è una chiave `colour`; le chiavi sono",
        ),
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


# --- hostile files: refused before a parser sees them ------------------------------------------------------------------------------


@pytest.fixture
def no_parser(monkeypatch):
    """Whatever is refused in this test is refused without a parser."""

    def never(text):
        raise AssertionError("a parser has seen it")

    for language in LANGUAGES:
        catalogue(language)  # read before the parser is gone

    monkeypatch.setattr("bivouac.core.data.tomllib.loads", never)
    monkeypatch.setattr("bivouac.core.data.json.loads", never)


HOSTILE = {
    "dotted": ("a." * 20_000 + "a = 1", "a key may have at most", "una chiave può avere al massimo"),
    "dotted, spaced": (" . ".join(["a"] * 10_000) + " = 1", "a key may have at most", "una chiave può avere al massimo"),
    "dotted, quoted": ('"a".' * 10_000 + "'a' = 1", "a key may have at most", "una chiave può avere al massimo"),
    "dotted header": ("[" + "a." * 10_000 + "a]", "a key may have at most", "una chiave può avere al massimo"),
    "deep": ("a = " + "[" * 900 + "]" * 900, "brackets may stand within one another", "parentesi una dentro l'altra"),
    "deep tables": ("a = " + "{a=" * 900 + "1" + "}" * 900, "brackets may stand within one another", "parentesi una dentro l'altra"),
    "never closed": ("a = " + "[" * 100_000, "brackets may stand within one another", "parentesi una dentro l'altra"),
    "long number": ("a = " + "9" * 4300, "a number may have at most", "un numero può avere al massimo"),
    "long": ("#" + "x" * TOML_SIZE, "this is longer than", "questo è più lungo"),
}


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.usefixtures("no_parser")
def test_what_would_cost_a_parser_too_much_never_reaches_it(name):
    text, en, it = HOSTILE[name]
    with pytest.raises(BadData) as caught:
        read(File, text, "x.toml")
    assert en in catalogue("en").say(caught.value.text) and it in catalogue("it").say(caught.value.text)


@pytest.mark.parametrize(
    "text", ["[" * 100_000, "[" * 900 + "]" * 900, '{"a":' * 900 + "1" + "}" * 900, "[" + "9" * 4300 + "]", " " * 2_000_001]
)
@pytest.mark.usefixtures("no_parser")
def test_json_is_looked_at_first_too(text):
    with pytest.raises(BadData):
        parse_json(text, "x.json")


def test_what_stands_in_quotes_and_comments_does_not_count():
    dots, brackets, digits = ".a" * 50, "[" * 50, "9" * 4000
    for quoted in (
        f'a = "{dots}{brackets}{digits}"',
        f"a = '{dots}{brackets}{digits}'",
        f'a = """\n{dots}\n"{brackets}"{digits}"""',
        f"a = '''\n{dots}\n'{brackets}'{digits}'''",
        f"a = 1 # {dots}{brackets}{digits}",
        f'a = "\\"{dots}{brackets}{digits}"',
    ):
        guard_toml(quoted, "x.toml")
    guard_json(f'["{dots}{brackets}{digits}"]', "x.json")


def test_what_stands_behind_quotes_does_count():
    for sly in ('a = "b" # "\n' + ".a" * 50 + "=1", "a = '\"'\n" + "b." * 50 + "b=1", 'a = """b"""\n' + "b." * 50 + "b=1"):
        with pytest.raises(BadData) as caught:
            guard_toml(sly, "x.toml")
        assert caught.value.line == 2


def test_honest_files_are_within_the_limits():
    guard_toml(".".join("a" * KEY_PARTS) + " = 1", "x.toml")
    guard_toml("a = " + "[" * DEPTH + "]" * DEPTH, "x.toml")
    guard_toml("a = " + "9" * DIGITS, "x.toml")


@pytest.mark.parametrize("piece", ["9", "a", ". ", '"', '"\\', "'", '"""\\', "'''a'", "#", "[]", "a=1\n"])
def test_looking_takes_a_time_that_grows_with_the_length_alone(piece):
    """These would take minutes if it grew with the square."""
    text = piece * (400_000 // len(piece))
    try:
        guard_toml(text, "x.toml")
        guard_json(text, "x.json")
    except BadData:
        pass


def test_half_a_character_is_no_text():
    with pytest.raises(BadData) as caught:
        parse_json('["\\ud800"]', "x.json")
    assert "half a character" in caught.value.problem.en


@pytest.mark.parametrize("text", ["n = 1", 'source = "hearsay"\nn = 1', 'source = "public"\nconfidence = "maybe"\nn = 1'])
def test_a_block_says_where_it_comes_from_and_how_sure_that_is(text):
    class Row(Block, frozen=True):
        n: int

    assert read(Row, 'source = "public"\nconfidence = "guess"\nn = 1', "row.toml").confidence == "guess"
    with pytest.raises(BadData):
        read(Row, text, "row.toml")
