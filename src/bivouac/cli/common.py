"""What every command needs: the language, the errors, the words of the options."""

from __future__ import annotations

import difflib
import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer
from rich.console import Console

from bivouac import __version__
from bivouac.core.build import build
from bivouac.core.data import BadData
from bivouac.core.text import Text
from bivouac.core.title import BadSetup, Scenario, Title
from bivouac.i18n import LANGUAGES, catalogue
from bivouac.match import MatchError
from bivouac.titles import load


def default_language() -> str:
    """BIVOUAC_LANG, or the machine's language, or English."""
    for name in ("BIVOUAC_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(name, "")[:2].lower()
        if value in LANGUAGES:
            return value
    return "en"


def w(key: str, **facts: Any) -> str:
    """One of the command line's own sentences."""
    return catalogue(Language.now).say(Text(f"cli.{key}", facts))


class Language:
    now = default_language()


app = typer.Typer(help=w("help.app"), no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None)
out = Console(highlight=False)
err = Console(stderr=True, highlight=False)

TitleName = Annotated[str, typer.Argument(help=w("help.title"), metavar="TITLE")]
AsJson = Annotated[bool, typer.Option("--json", help=w("help.json"))]
ScenarioName = Annotated[str | None, typer.Option("--scenario", help=w("help.scenario"))]
ScenarioFile = Annotated[Path | None, typer.Option("--scenario-file", help=w("help.scenario_file"))]
OptionNames = Annotated[str, typer.Option("--options", help=w("help.options"))]


def tell_version(wanted: bool) -> None:
    if wanted:
        out.print(f"bivouac {__version__} ({build()})")
        raise typer.Exit


@app.callback()
def language(
    lang: Annotated[str | None, typer.Option("--lang", help=w("help.lang"))] = None,
    version: Annotated[bool, typer.Option("--version", help=w("help.version"), callback=tell_version, is_eager=True)] = False,
) -> None:
    if lang is not None:
        if lang not in LANGUAGES:
            fail(w("no_language", name=lang, known=LANGUAGES))
        Language.now = lang


# --- errors and small help ---------------------------------------------------------------------------


def fail(message: str) -> NoReturn:
    err.print(message, style="bold red", markup=False, soft_wrap=True)
    raise typer.Exit(2)


def explain(text: Text, title: Title[Any] | None = None) -> str:
    """A message, with the nearest known name where one was mistyped."""
    sentence = catalogue(Language.now, title).say(text)
    name, known = text.args.get("name"), text.args.get("known")
    if isinstance(name, str) and isinstance(known, tuple):
        near = difflib.get_close_matches(name, [str(k) for k in known], 1, 0.5)
        if near:
            sentence += " " + catalogue(Language.now).say(Text("errors.did_you_mean", {"name": near[0]}))
    return sentence


@contextmanager
def told_plainly(title: Title[Any] | None = None) -> Iterator[None]:
    """What users can get wrong becomes one line and exit code 2."""
    try:
        yield
    except BadSetup as e:
        fail(explain(e.text, title))
    except MatchError as e:
        fail(explain(e.text, title))
    except BadData as e:
        fail(explain(e.text))
    except OSError as e:
        fail(w("no_file", name=str(e.filename), problem=e.strerror or ""))


def writable(file: Path) -> None:
    """Fails now if a file cannot be written, not after hours of play."""
    with told_plainly():
        is_new = not file.exists()
        file.open("ab").close()
        if is_new:
            file.unlink()


def the_title(name: str) -> Title[Any]:
    with told_plainly():
        return load(name)


def the_scenario(title: Title[Any], name: str | None, file: Path | None) -> Scenario:
    with told_plainly(title):
        if file is None:
            return title.scenario(name)
        if title.read_scenario is None:
            raise BadSetup(Text("errors.no_scenario_file", {"title": title.id}))
        text = file.read_text("utf-8")
        scenario = title.read_scenario(text, file.name)
        tell_what_is_strange(title, text, file.name)
        return scenario


def tell_what_is_strange(title: Title[Any], text: str, name: str) -> None:
    """What is hardly meant in a player's own scenario, beside the output."""
    if title.workshop is None:
        return
    for warning in title.workshop.look(text, name, catalogue(Language.now, title).say).warnings:
        told = explain(Text("errors.strange_data", {"file": name, "problem": warning.told}))
        err.print(told, markup=False)


def split(options: str) -> tuple[str, ...]:
    return tuple(o for o in options.replace(",", " ").split() if o)


def print_json(value: Any) -> None:
    sys.stdout.write(json.dumps(value, ensure_ascii=False, indent=1) + "\n")
