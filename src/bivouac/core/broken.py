"""Titles that cannot be loaded: which file and line is at fault, and why."""

from __future__ import annotations

import traceback
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from bivouac.core.data import BadData
from bivouac.core.text import Arg, Both, Text
from bivouac.core.title import BadSetup


class Broken(NamedTuple):
    """`file` is named from the folder that holds the title's package; `line` is None where a whole file is at fault."""

    id: str
    file: str
    line: int | None
    reason: Both

    @property
    def text(self) -> Text:
        facts: dict[str, Arg] = {"name": self.id, "file": self.file, "reason": self.reason}
        return Text("errors.broken_title", facts) if self.line is None else Text("errors.broken_title_line", {**facts, "line": self.line})

    def __str__(self) -> str:
        where = self.file if self.line is None else f"{self.file}, line {self.line}"
        return f"{self.id}: {where}: {self.reason.en}"


class BrokenTitle(BadSetup):
    """A title was asked for that cannot be loaded."""

    def __init__(self, broken: Broken) -> None:
        super().__init__(broken.text)
        self.broken = broken

    def __reduce__(self) -> tuple[type[BrokenTitle], tuple[Broken]]:
        return type(self), (self.broken,)


def diagnosed(name: str, module: str, error: BaseException) -> Broken:
    """What is wrong with the title `name` of a module, from the error that loading it raised."""
    top = _folder_above(module)
    reason = _reason(error, top)
    if isinstance(error, SyntaxError) and error.filename:
        return Broken(name, _short(error.filename, top), error.lineno, reason)
    if isinstance(error, BadData):
        return Broken(name, error.file, error.line, reason)
    own = [
        f for f in traceback.extract_tb(error.__traceback__) if top is not None and Path(f.filename).is_relative_to(_package(module, top))
    ]
    if own:
        return Broken(name, _short(own[-1].filename, top), own[-1].lineno, reason)
    missing = error.filename if isinstance(error, OSError) and error.filename else module
    return Broken(name, _short(str(missing), top), None, reason)


def _reason(error: BaseException, top: Path | None) -> Both:
    if isinstance(error, SyntaxError):
        return Both(f"syntax error: {error.msg}", f"errore di sintassi: {error.msg}")
    if isinstance(error, BadData):
        return error.problem
    if isinstance(error, FileNotFoundError) and error.filename:
        file = _short(str(error.filename), top)
        return Both(f"the file {file} is missing", f"manca il file {file}")
    told = f"{type(error).__name__}: {error}"
    return Both(told, told)


def _folder_above(module: str) -> Path | None:
    """The folder in which the top-level package of a module lies."""
    try:
        spec = find_spec(module.partition(".")[0])
    except (ImportError, ValueError):
        return None
    if spec is None or not spec.origin:
        return None
    file = Path(spec.origin)
    return file.parent.parent if file.stem == "__init__" else file.parent


def _package(module: str, top: Path) -> Path:
    """The folder of a package, or the file of a module."""
    path = top.joinpath(*module.split("."))
    return path if path.is_dir() else path.with_suffix(".py")


def _short(file: str, top: Path | None) -> str:
    path = Path(file)
    return path.relative_to(top).as_posix() if top is not None and path.is_relative_to(top) else path.name
