"""How even a scenario is between equal players, and what makes it more so: between veterans, and between crack troops, for whom another
handicap may be right."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from importlib import resources

import msgspec

from bivouac.core.plans import MEASURED, Table, options_of
from bivouac.core.state import State
from bivouac.core.title import Title
from bivouac.i18n import catalogue
from bivouac.server.words import say_web

EVEN = (0.35, 0.65)  # what the Union may win in a scenario that is called even


class Cracks(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the Union wins between crack troops, and in how many matches that was measured; a handicap that makes it even, if one is known,
    and what it wins with that."""

    union: float
    matches: int
    handicap: str = ""
    evened: float = 0.5

    @property
    def options(self) -> tuple[str, ...]:
        """Those of the handicap."""
        return options_of(self.handicap)


@cache
def between_cracks() -> dict[str, dict[str, Cracks]]:
    """By title and scenario."""
    file = resources.files("bivouac.server").joinpath("cracks.toml").read_bytes()
    return msgspec.toml.decode(file, type=dict[str, dict[str, Cracks]])


def cracks_of(title: Title[State], scenario: str) -> Cracks | None:
    """What is known of a scenario between crack troops, if that was measured."""
    return between_cracks().get(title.id, {}).get(scenario)


def table_of(title: Title[State], scenario: str) -> Table | None:
    """The table of plans of a scenario, if it was made."""
    plans = title.advice.plans if title.advice is not None else None
    return plans.table(scenario) if plans is not None else None


def handicaps(title: Title[State], scenario: str) -> tuple[list[str], list[str]]:
    """The options that even a scenario between equal players, and those that do where somebody thinks before he moves."""
    table, cracks = table_of(title, scenario), cracks_of(title, scenario)
    return list(table.options) if table is not None else [], list(cracks.options) if cracks is not None else []


def balance(title: Title[State], scenario: str, lang: str) -> str:
    """How often each side wins between two veterans and between crack troops, and what makes it even; nothing where it was not measured."""
    table, cracks, known = table_of(title, scenario), cracks_of(title, scenario), catalogue(lang, title)
    if table is None:
        return ""
    words = [say_web(lang, "balance.veterans", union=round(100 * table.value), matches=MEASURED)]
    if is_uneven(table.value) and known.has(f"uneven.{scenario}"):
        words.append(known.sentence(f"uneven.{scenario}"))
    words += evening(title, lang, table.value, table.options, table.evened)
    if cracks is not None:
        words.append(say_web(lang, "balance.cracks", union=round(100 * cracks.union), matches=cracks.matches))
        words += evening(title, lang, cracks.union, cracks.options, cracks.evened)
    return " ".join(dict.fromkeys(words))


def evening(title: Title[State], lang: str, value: float, options: Sequence[str], evened: float) -> Iterator[str]:
    """What evens it, or that nothing does."""
    if options:
        one, *more = (catalogue(lang, title).sentence(f"options.{option}") for option in options)
        key, others = ("balance.evened_with", {"others": ", ".join(more)}) if more else ("balance.evened", {})
        yield say_web(lang, key, option=one, union=round(100 * evened), **others)
    elif is_uneven(value):
        yield say_web(lang, "balance.uneven")


def is_uneven(value: float) -> bool:
    return not EVEN[0] <= value <= EVEN[1]
