"""What README and docs show runs."""

from __future__ import annotations

import ast
import importlib.util
import re
from pathlib import Path

import pytest

from bivouac import load, titles
from bivouac.i18n import catalogue

ROOT = Path(__file__).resolve().parents[2]


def blocks(path: Path) -> list[str]:
    return re.findall(r"```python\n(.*?)```", path.read_text("utf-8"), re.S)


def test_the_bot_of_the_readme_plays_a_match(capsys):
    (bot,) = blocks(ROOT / "README.md")
    exec(compile(bot, "README.md", "exec"), {"__name__": "__main__"})
    assert "Outcome(" in capsys.readouterr().out


ELSEWHERE = ("http_bot.py", "train.py")  # run by tests/server/test_server_bots.py, tests/doors/test_train.py


@pytest.mark.parametrize("example", sorted(p for p in (ROOT / "examples").glob("*.py") if p.name not in ELSEWHERE), ids=lambda p: p.name)
def test_examples_run(example, capsys):
    spec = importlib.util.spec_from_file_location(example.stem, example)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    module.main("pickets")
    assert "Outcome(" in capsys.readouterr().out


@pytest.mark.parametrize("number", range(len(blocks(ROOT / "docs" / "research.md"))))
def test_the_doors_for_research_open_as_shown(number):
    block = blocks(ROOT / "docs" / "research.md")[number]
    needed = [name for name in ("numpy", "gymnasium", "pettingzoo", "pyspiel") if name in block or name != "pyspiel"]
    for name in needed:
        pytest.importorskip(name, reason="the extra `research` is not installed")
    exec(compile(block, "docs/research.md", "exec"), {"__name__": "__main__"})


@pytest.mark.parametrize("page", sorted((ROOT / "docs").glob("*.md")), ids=lambda p: p.name)
def test_code_in_the_docs_is_python(page):
    for block in blocks(page):
        ast.parse(block)


def test_every_picture_of_the_documents_is_made_by_the_tool():
    """README and docs show the pictures of tools/screenshots.py and no others, each in the repository."""
    made = set(re.findall(r'^    "([\w-]+)": Picture\(', (ROOT / "tools" / "screenshots.py").read_text("utf-8"), re.M))
    shown = {
        name
        for file in (ROOT / "README.md", *(ROOT / "docs").glob("*.md"))
        for name in re.findall(r"pictures/([\w-]+)\.\w+\)", file.read_text("utf-8"))
    }
    assert shown == made == {picture.stem for picture in (ROOT / "docs" / "pictures").iterdir()}


def test_the_readme_lists_the_games_with_the_facts_of_their_data():
    """Scale, minutes, complexity and hidden information stand in each game's data; the README's table shows them."""
    rows = re.findall(r"^\| \*\*(.+?)\*\* \| (.+?) \| (.+?) \| (.+?) \| (.+?) \|$", (ROOT / "README.md").read_text("utf-8"), re.M)
    wanted = []
    for title in map(load, titles()):
        sentence = catalogue("en", title).sentence
        low, high = title.minutes
        assert title.secrets == (sentence("title.hidden") != "None"), title.id
        wanted.append((sentence("title.scale"), f"{low}–{high}", str(title.complexity), sentence("title.hidden")))
    assert [tuple(row[1:]) for row in rows] == wanted


def test_the_readme_is_short_and_names_the_two_commands():
    text = (ROOT / "README.md").read_text("utf-8")
    assert len(text.splitlines()) <= 150
    assert "make play" in text and "make test" in text
