"""What the signs of the board, the pieces and the markers mean."""

from __future__ import annotations

from functools import cache
from typing import Final

from bivouac.core.draw import ground, legend, palette
from bivouac.core.draw.svg import placed, tag
from bivouac.core.table import Sign
from bivouac.core.text import Name, Text
from bivouac.core.title import Scenario
from bivouac.titles.hold_the_line.draw.faces import face
from bivouac.titles.hold_the_line.draw.land import RAIL_WIDE, ROAD_WIDE, WASH, bridge, cover_side, figure
from bivouac.titles.hold_the_line.printed.scenarios import Field, field_for
from bivouac.titles.hold_the_line.printed.units import COLOURS, FENCE, KINDS, OPEN, TERRAIN_IDS, TRENCH

FIRST: Final = {"infantry": "union-infantry-black-4-4-Wilcox", "cavalry": "csa-cavalry-gold-2-2-Stuart",
                "artillery": "union-artillery-black-2-2-Hunt", "gunboat": "union-gunboat-none-1-1-Lexington",
                "leader": "csa-leader-none-1-1-Lee"}  # fmt: skip


def sample(terrain: int) -> str:
    """A disc of a terrain."""
    name = TERRAIN_IDS[terrain]
    disc = tag("circle", r=17, fill=WASH[name], stroke=palette.RULE)
    if terrain in (FENCE, TRENCH):
        return disc + placed(cover_side(name, (-23, -40), (23, -40), (0, 0)), 0, 18, 0.6)
    if name in ("river", "bridge"):
        water = ground.waters(["M0 -15V15"] if name == "bridge" else ["M-13 -9Q0 -4 0 0T13 9"], 15)
        return disc + water + (placed(bridge(), 0, 0, 0.36) if name == "bridge" else "")
    if name == "hill":
        strokes = "".join(
            f"M{x} {y}l{x * 0.55:.1f} {y * 0.55:.1f}" for x, y in ((9, 0), (6, 5), (0, 7), (-6, 5), (-9, 0), (-6, -5), (0, -7), (6, -5))
        )
        return disc + tag("ellipse", rx=8, ry=6, fill=palette.HILL) + ground.hachures(strokes)
    return disc + placed(figure(name, 0), 0, 0, 0.36)


def map_signs(field: Field) -> tuple[Sign, ...]:
    """The terrains of this map, its roads and railroads."""
    used = sorted({t for t in field.terrain if t != OPEN} | {k for k in field.cover_kind if k})
    signs = [legend.on_map(sample(t), Text("labels.legend", {"terrain": Name("terrain", t)})) for t in used]
    drawn = {"road": ground.roads(["M-17 0h34"], ROAD_WIDE), "railroad": ground.rails(["M-17 0h34"], RAIL_WIDE)}
    kinds = {road.kind for road in field.file.roads}
    return (*signs, *(legend.on_map(sign, Text(f"legend.{kind}")) for kind, sign in drawn.items() if kind in kinds))


@cache
def piece_signs() -> tuple[Sign, ...]:
    kinds = [legend.piece(face(FIRST[kind]), Text("legend.kind", {"kind": Name("kind", n)})) for n, kind in enumerate(KINDS)]
    morale = [
        legend.piece(face(f"union-infantry-{colour}-4-4-"), Text(f"legend.{colour}", {"colour": Name("colour", n)}))
        for n, colour in enumerate(COLOURS)
    ]
    states = [
        legend.piece(face("csa-infantry-black-2-4-"), Text("legend.strength")),
        legend.piece(face("csa-infantry-black-4-4--done"), Text("legend.done")),
    ]
    return (*kinds, *morale, *states)


def signs(scenario: Scenario) -> tuple[Sign, ...]:
    """The whole legend of a scenario."""
    markers = (
        legend.marker(face("block-union"), Text("legend.block")),
        legend.marker(face("block-csa-held"), Text("legend.held")),
        legend.marker(face("turn"), Text("labels.turn_marker")),
    )
    return (*map_signs(field_for(scenario)), *piece_signs(), *markers)
