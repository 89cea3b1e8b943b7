"""The data files of a title: strict structures, where each fact comes from, and reading them from the package."""

from __future__ import annotations

from importlib import resources
from typing import Literal, TypeVar

import msgspec

from bivouac.core.data import read

T = TypeVar("T")

Source = Literal["rulebook", "public", "reconstructed"]  # printed in the rulebook; known from public accounts; ours
Confidence = Literal["certain", "likely", "guess"]


class Strict(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A block of a data file: what is not foreseen is an error."""


class Block(Strict, frozen=True, kw_only=True):
    """A block that says where it comes from, and how sure that is."""

    source: Source
    confidence: Confidence = "certain"


class Files:
    """The data files of one title: `FILES = Files("bivouac.titles.lincoln")`, `FILES.read(MapFile, "map.toml")`."""

    def __init__(self, package: str) -> None:
        self.package = package

    def text(self, *names: str) -> str:
        return resources.files(self.package).joinpath("data", *names).read_text("utf-8")

    def read(self, cls: type[T], *names: str) -> T:
        return read(cls, self.text(*names), "/".join(("data", *names)))

    def scenarios(self) -> dict[str, str]:
        """The texts of `data/scenarios/*.toml` by file name, in order."""
        folder = resources.files(self.package).joinpath("data", "scenarios")
        names = sorted(entry.name for entry in folder.iterdir() if entry.name.endswith(".toml"))
        return {name.removesuffix(".toml"): self.text("scenarios", name) for name in names}
