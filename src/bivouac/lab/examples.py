"""Examples for the rules: moments of real matches, played by the program and drawn from the board, with what was told of them.

They are data (`data/examples.toml` of a title): games as lists of answers, and for each example which clause it belongs to, from which
answer to which it goes, and what is marked. Everything else, the sentences, the dice, the way of the pieces, follows from the rules.
"""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import Any, Final, NamedTuple
from xml.sax.saxutils import escape

import msgspec

from bivouac.core.data import read
from bivouac.core.events import Event
from bivouac.core.legality import Refusal
from bivouac.core.table import Layout, Place, Say
from bivouac.core.text import Both, Name
from bivouac.core.title import Scenario, Title
from bivouac.i18n import catalogue
from bivouac.lab.picture import piece, table_svg

FILE: Final = "examples.toml"
INK: Final = "#8c1c13"
AIR: Final = 2.4  # around what an example is about, in counters
LEAST: Final = 5.0  # a picture shows so many counters across at least
WIDEST: Final = 1.9  # times as wide as high
ROW: Final = 8.0  # a row of a battle's line-up is as high as the picture is wide, divided by this
Window = tuple[float, float, float, float]


class Game(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A match as its answers, the results of chance among them."""

    id: str
    scenario: str
    answers: list[int]
    options: list[str] = []


class Example(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"first": "from", "last": "to"}):
    """What is told of the answers from number `from` to number `to`, with a picture.

    before  the picture shows the position before them, not after
    mark    places or pieces to ring, instead of those the events name
    arrows  from what to what, beside the ways of the pieces
    why     a thing that cannot be chosen after them: the refusal is told, too
    """

    id: str
    rule: str
    name: Both
    game: str
    first: int
    last: int
    before: bool = False
    mark: list[str] = []
    arrows: list[tuple[str, str]] = []
    why: str | None = None


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    game: list[Game]
    example: list[Example]


class Moment(NamedTuple):
    """An example as it was played: the layouts before and after, the events (but for headings) by their answers, and the refusal."""

    before: Layout
    after: Layout
    told: list[tuple[int, list[Event]]]
    refusal: Refusal | None


def examples(title: Title[Any]) -> tuple[Example, ...]:
    """The examples of a title, in the order of its rulebook."""
    order = {rule: n for n, rule in enumerate(title.rulebook.clauses)}
    return tuple(sorted(_file(title.package).example, key=lambda e: order[e.rule]))


def example(title: Title[Any], name: str) -> Example | None:
    return next((e for e in _file(title.package).example if e.id == name), None)


@cache
def _file(package: str) -> _File:
    file = resources.files(package).joinpath("data", FILE)
    return read(_File, file.read_text("utf-8"), FILE) if file.is_file() else _File([], [])


def played(title: Title[Any], wanted: Example) -> Moment:
    """The example, played from the beginning of its game; what both sides may know of it."""
    game = _game(title, wanted)
    state = title.setup(game.scenario, game.options, log=True)
    told: list[tuple[int, list[Event]]] = []
    before = _layout(title, state)
    for number, answer in enumerate(game.answers[: wanted.last + 1]):
        if answer not in state.options:
            raise ValueError(f"{title.id}, {wanted.id}: answer {number} cannot be given")
        if number == wanted.first:
            before = _layout(title, state)
        state.log = []
        title.play(state, answer)
        if number >= wanted.first:
            told.append((number, [e for e in state.log if e.visible_to(None) and not e.kind.heading]))
    refusal = title.why(state, Name.parse(wanted.why)) if wanted.why else None
    return Moment(before, _layout(title, state), told, refusal)


def _layout(title: Title[Any], state: Any) -> Layout:
    return title.table.layout(title.view(state, None))


# --- the picture ----------------------------------------------------------------------------------------------------------------------


class Drawing(NamedTuple):
    """What a picture shows: the layout, the places to ring, the arrows."""

    layout: Layout
    marked: list[Place]
    ways: list[tuple[Place, Place]]

    @property
    def about(self) -> list[Place]:
        return [*self.marked, *(place for way in self.ways for place in way)]


def drawing(title: Title[Any], wanted: Example, moment: Moment) -> Drawing:
    """The things that an example is about, where they lie in its picture."""
    places = {p.id: p for p in title.table.places(_scenario(title, wanted))}
    layout = moment.before if wanted.before else moment.after
    lies = {t.id: t.at for lay in (moment.after, moment.before, layout) for t in lay.tokens}
    marked = [places[at] for at in dict.fromkeys(lies.get(i, i) for i in _named(wanted, moment)) if at in places]
    return Drawing(layout, marked, [(places[a], places[b]) for a, b in _ways(wanted, moment, lies) if a in places and b in places])


def picture(title: Title[Any], wanted: Example, language: str) -> str | None:
    """The part of the board that an example is about, as SVG; None where it is about none."""
    shown = drawing(title, wanted, played(title, wanted))
    if not shown.about:
        return None
    svg = table_svg(title, _scenario(title, wanted), shown.layout, catalogue(language, title).say)
    drawn = "".join(map(_ring, shown.marked)) + "".join(_arrow(a, b) for a, b in shown.ways)
    left, top, wide, high = _window(shown.about)
    rows = _lineup(title, shown.layout, left, top + high, wide, catalogue(language, title).say)
    return _seen(svg.removesuffix("</svg>") + drawn + "".join(rows) + "</svg>", (left, top, wide, high + len(rows) * wide / ROW))


def _scenario(title: Title[Any], wanted: Example) -> Scenario:
    return title.scenario(_game(title, wanted).scenario)


def _game(title: Title[Any], wanted: Example) -> Game:
    return next(g for g in _file(title.package).game if g.id == wanted.game)


def _named(wanted: Example, moment: Moment) -> list[str]:
    if wanted.mark or wanted.why:
        return [*wanted.mark, *([wanted.why] if wanted.why else [])]
    return [target for _, events in moment.told for event in events for target in event.targets]


def _ways(wanted: Example, moment: Moment, lies: dict[str, str]) -> list[tuple[str, str]]:
    """From where to where the pieces went, unless the example says itself what is to be marked; and what it says itself."""
    was = {t.id: t.at for t in moment.before.tokens}
    gone = [] if wanted.mark else [(was[t.id], t.at) for t in moment.after.tokens if was.get(t.id, t.at) != t.at]
    return list(dict.fromkeys([(lies.get(a, a), lies.get(b, b)) for a, b in wanted.arrows] + gone))


def _ring(place: Place) -> str:
    rx, ry = max(place.wide, place.size) / 2 + 5, max(place.high, place.size) / 2 + 5
    return (
        f'<rect x="{place.x - rx:.1f}" y="{place.y - ry:.1f}" width="{2 * rx:.1f}" height="{2 * ry:.1f}" rx="8" fill="none" '
        f'stroke="{INK}" stroke-width="{place.size / 12:.1f}" stroke-dasharray="{place.size / 5:.1f} {place.size / 9:.1f}"/>'
    )


def _arrow(start: Place, end: Place) -> str:
    """From one place to another, short of both middles, with a head."""
    dx, dy = end.x - start.x, end.y - start.y
    length = max((dx * dx + dy * dy) ** 0.5, 1.0)
    ux, uy, cut, head = dx / length, dy / length, min(start.size * 0.45, length / 4), start.size * 0.3
    x1, y1, x2, y2 = start.x + ux * cut, start.y + uy * cut, end.x - ux * cut, end.y - uy * cut
    left, right = (
        (x2 - ux * head - uy * head / 2, y2 - uy * head + ux * head / 2),
        (x2 - ux * head + uy * head / 2, y2 - uy * head - ux * head / 2),
    )
    return (
        f'<g stroke="{INK}" stroke-width="{start.size / 9:.1f}" fill="{INK}" stroke-linejoin="round">'
        f'<path d="M{x1:.1f} {y1:.1f}L{x2 - ux * head:.1f} {y2 - uy * head:.1f}"/>'
        f'<path d="M{x2:.1f} {y2:.1f}L{left[0]:.1f} {left[1]:.1f}L{right[0]:.1f} {right[1]:.1f}Z"/></g>'
    )


def _window(about: list[Place]) -> Window:
    """What the picture is about, and some air around it: left, top, width, height."""
    size = max(p.size for p in about)
    left, right = min(p.x for p in about) - AIR * size, max(p.x for p in about) + AIR * size
    top, bottom = min(p.y for p in about) - AIR * size, max(p.y for p in about) + AIR * size
    wide = max(right - left, LEAST * size * 1.3, (bottom - top) * 1.2)
    high = max(bottom - top, LEAST * size, wide / WIDEST)
    return (left + right - wide) / 2, (top + bottom - high) / 2, wide, high


def _lineup(title: Title[Any], layout: Layout, left: float, top: float, wide: float, say: Say) -> list[str]:
    """The pieces of a battle lie beside the board: a row for each side, below the picture."""
    rows: list[str] = []
    high = wide / ROW
    for cell in (c for p in layout.panels if p.kind == "lineup" for c in p.cells):
        tokens = [t for t in layout.tokens if t.at == cell.id]
        y = top + len(rows) * high
        step = min(high, wide * 0.62 / max(len(tokens), 1))
        faces = "".join(
            piece(title, t, left + wide * 0.36 + step * (n + 0.5), y + high / 2, high * 0.84, say) for n, t in enumerate(tokens)
        )
        name = f'<text x="{left + high * 0.2:.1f}" y="{y + high * 0.6:.1f}" font-size="{high * 0.25:.1f}">{escape(say(cell.name))}</text>'
        rows.append(f'<rect x="{left:.1f}" y="{y:.1f}" width="{wide:.1f}" height="{high + 1:.1f}" fill="#f4ecd8"/>{name}{faces}')
    return rows


def _seen(svg: str, window: Window) -> str:
    """The drawing through another window."""
    head, _, rest = svg.partition('viewBox="')
    return f'{head}viewBox="{" ".join(f"{n:.0f}" for n in window)}"{rest.partition(chr(34))[2]}'
