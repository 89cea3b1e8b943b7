"""What the signs of the board, the counters and the markers mean."""

from __future__ import annotations

from functools import cache

from bivouac.core.draw import ground, legend, tracks
from bivouac.core.draw.palette import DEEP, INK
from bivouac.core.draw.svg import tag
from bivouac.core.table import Sign
from bivouac.core.text import Text
from bivouac.core.title import Scenario
from bivouac.titles.yankees_rebels.draw import land
from bivouac.titles.yankees_rebels.draw.faces import LEVEL, face, works
from bivouac.titles.yankees_rebels.printed.units import MARKERS, STRENGTH, TRAINING, UNITS


def arrow(side: int) -> str:
    """Where reinforcements come in; its tip is the origin."""
    return tag("path", d="M0 0L-15 -11V-5H-34V5H-15V11Z", fill=DEEP[side], stroke=INK)


@cache
def map_signs() -> tuple[Sign, ...]:
    signs = {terrain: land.sample(terrain) for terrain in land.WASH}
    signs |= {
        "road": ground.roads(["M-15 0h30"], 6.6),
        "minor": ground.tracks(["M-15 0h30"]),
        "stream": ground.streams(["M-15 0h30"], 8),
        "bridge": ground.streams(["M0 -12V12"], 8) + ground.roads(["M-15 0h30"], 6.6) + land.parapets((0, 0), (1, 0)),
        "victory": tracks.seal("3", 0, 0, 13),
        "entry": tag("g", arrow(0), transform="translate(16 0) scale(0.9)"),
    }
    return tuple(legend.on_map(sign, Text(f"labels.legend_{name}")) for name, sign in signs.items())


def first(**wanted: str) -> int:
    """The first unit of an arm or a training."""
    looks = [{"arm": unit.type, "training": TRAINING[u]} for u, unit in enumerate(UNITS)]
    return next(u for u, look in enumerate(looks) if all(look[key] == value for key, value in wanted.items()))


@cache
def piece_signs() -> tuple[Sign, ...]:
    arms = [(first(arm=arm), Text(f"labels.arm_{arm}")) for arm in ("F", "C", "A", "AC")]
    levels = [(first(training=level, arm="F"), Text(f"legend.{level}")) for level in LEVEL]
    shown = [legend.piece(face(f"unit-{u}-{STRENGTH[u]}-0"), meaning) for u, meaning in (*arms, *levels)]
    hurt = first(arm="F")
    return (
        *shown,
        legend.piece(face(f"unit-{hurt}-1-0"), Text("legend.strength")),
        legend.piece(face(f"unit-{hurt}-2-1"), Text("legend.done")),
    )


def signs(scenario: Scenario) -> tuple[Sign, ...]:
    """The whole legend; it is the same in every scenario."""
    cup = [m for m, (_, corps) in enumerate(MARKERS) if corps == "flag"][:1] + [m for m, (_, corps) in enumerate(MARKERS) if corps == "I"][
        :1
    ]
    names = ("legend.flag", "legend.corps")
    markers = [legend.marker(face(f"marker-{m}"), Text(name)) for m, name in zip(cup, names)]
    dug = Sign(legend.MARKERS, tag("g", works(), transform="translate(-12 -12) scale(0.5)"), Text("legend.works"))
    return (*map_signs(), *piece_signs(), *markers, dug, legend.marker(face("turn"), Text("legend.turn")))
