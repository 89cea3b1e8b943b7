"""Data files: strict, and errors that point at the line."""

import msgspec
import pytest

from bivouac.core.data import BadData, fail, read

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
    assert caught.value.line == 12 and "int" in caught.value.problem


def test_an_unknown_key_is_found_at_its_table():
    with pytest.raises(BadData) as caught:
        read(File, TEXT.replace('"two"', "2") + "colour = 3\n", "x.toml")
    assert caught.value.line == 11 and "colour" in caught.value.problem


def test_broken_toml_is_found_at_its_line():
    with pytest.raises(BadData) as caught:
        read(File, "name = 'x'\nrows = [\n= 3", "x.toml")
    assert caught.value.line == 3


def test_a_row_of_an_array_has_its_line():
    assert fail(TEXT, "x.toml", ("rows", 1), "…").line == 4
    assert fail(TEXT, "x.toml", ("unit", 0, "hex"), "…").line == 9
