"""What the signs of the board, the pieces and the markers mean."""

from __future__ import annotations

from functools import cache
from typing import Any

from bivouac.core.draw import ground, legend, tracks
from bivouac.core.draw.svg import path, placed
from bivouac.core.table import Sign
from bivouac.core.text import Name, Text
from bivouac.titles.house_divided.draw.boxes import bank, current, frame, shield
from bivouac.titles.house_divided.draw.faces import face
from bivouac.titles.house_divided.draw.lines import RAIL_WIDE, RIVER_WIDE, ROAD_WIDE, Curve, waves
from bivouac.titles.house_divided.draw.places import HALF
from bivouac.titles.house_divided.printed.map import CSA, NOBODY, UNION
from bivouac.titles.house_divided.printed.units import FIRE, KINDS

WIDE = 46.0  # lines are longer than pieces
STATES = ("reduced", "entrenched", "routed")
MARKERS = {
    "flag": "flag union",
    "flag_held": "flag csa held",
    "contained": "contained",
    "battle": "battle",
    "maximum": "maximum union",
    "turn": "turn",
}


@cache
def map_signs() -> tuple[Sign, ...]:
    wave = waves(Curve((-42, 0), (-14, 0), (14, 0), (42, 0)), 4.5, 52)
    line = path([(-42, 0), (42, 0)])
    signs = {
        "union": placed(frame(UNION, 0, 0), 0, 0, 0.33),
        "csa": placed(frame(CSA, 0, 0), 0, 0, 0.33),
        "white": placed(frame(NOBODY, 0, 0), 0, 0, 0.33),
        "shield": shield(UNION, 2, -20, 0) + shield(CSA, 1, 20, 0),
        "port": tracks.anchor(),
        "fort": tracks.fort(),
        "road": ground.roads([line], ROAD_WIDE),
        "rail": ground.rails([line], RAIL_WIDE),
        "river": ground.streams([wave], RIVER_WIDE) + current(),
        "bank": placed(bank(), 0, 0.72 * (HALF + 9), 0.72),
    }
    return tuple(legend.on_map(sign, Text(f"board.key_{name}"), WIDE) for name, sign in signs.items())


@cache
def piece_signs() -> tuple[Sign, ...]:
    kinds = [
        legend.piece(face(f"{('union', 'csa')[n % 2]} {kind}"), Text("legend.kind", {"unit": Name("kind", n), "n": FIRE[n]}))
        for n, kind in enumerate(KINDS)
    ]
    states = [legend.piece(face(f"union FV {state}"), Text(f"legend.{state}")) for state in STATES]
    others = (legend.piece(face("leader Grant 3"), Text("legend.leader")), legend.piece(face("garrison 2"), Text("legend.garrison")))
    return (*kinds, *states, *others)


def signs(scenario: Any) -> tuple[Sign, ...]:
    """The whole legend; it is the same in every scenario."""
    return (*map_signs(), *piece_signs(), *(legend.marker(face(look), Text(f"legend.{key}")) for key, look in MARKERS.items()))
