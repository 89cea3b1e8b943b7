"""What the signs of the board, the counters, the cards and the markers mean."""

from __future__ import annotations

from functools import cache
from typing import Any

from bivouac.core.draw import ground, legend, tracks
from bivouac.core.draw.palette import GOLD, INK, PAPER, PAPER_LIGHT, WATER_INK
from bivouac.core.draw.svg import figure, placed, settled, star, tag
from bivouac.core.table import Sign
from bivouac.core.text import Name, Text
from bivouac.titles.lincoln.draw import cards
from bivouac.titles.lincoln.draw.board import barred, crates
from bivouac.titles.lincoln.draw.cards import KIND_FILL
from bivouac.titles.lincoln.draw.faces import FACES
from bivouac.titles.lincoln.draw.tracks import hexagon


@cache
def map_signs() -> tuple[Sign, ...]:
    signs = {
        "rail": ground.rails(["M-20 0h40"], 10),
        "shield": tracks.shield(0, "+8", -16, 0, scale=0.8) + tracks.shield(1, "+2", 16, 0, scale=0.8),
        "points": hexagon(2),
        "supply": placed(crates(), 0, 1, 1.3),
        "closed": placed(barred(), 0, 0, 1.5),
        "port": tracks.anchor(),
    }
    return tuple(legend.on_map(sign, Text(f"legend.{name}")) for name, sign in signs.items())


def card_signs() -> dict[str, str]:
    """The signs on cards, around the origin."""
    lead = tag("path", d=star(0, 0, 18), fill=GOLD, stroke=INK, stroke_width=0.8) + figure(3, 0, 6, 17, on=GOLD)
    price = tag("rect", x=-10, y=-14, width=20, height=27, rx=2, fill=PAPER, stroke=INK, stroke_width=1.6) + figure(2, 0, 6, 18)
    kinds = {kind: tag("rect", x=-20, y=-10, width=40, height=20, rx=2, fill=fill) for kind, fill in KIND_FILL.items()}
    symbols = {"by_rail": cards.RAILS(INK, PAPER_LIGHT), "by_sea": cards.ANCHOR(WATER_INK, PAPER_LIGHT)}
    return {"price": price, "leadership": lead, **{key: placed(sign, 0, 0, 1.4) for key, sign in symbols.items()}, **kinds}


def signs(scenario: Any) -> tuple[Sign, ...]:
    """The whole legend; it is the same in every scenario."""
    units = [legend.piece(FACES[f"unit-{kind % 2}-{kind}"], Text("legend.unit", {"unit": Name("unit", kind)})) for kind in range(4)]
    on_cards = [Sign(legend.PIECES, settled(sign), Text(f"legend.{key}")) for key, sign in card_signs().items()]
    markers = {"flag": "flag-0", "ship": "ship-marker", "europe": "europe-marker"}
    return (*map_signs(), *units, *on_cards, *(legend.marker(FACES[look], Text(f"legend.{key}")) for key, look in markers.items()))
