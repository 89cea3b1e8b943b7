"""What lies under the places and has no effect on play: coast, rivers, hills, woods. Drawn by hand on a sheet of 1140 x 1000."""

from __future__ import annotations

from typing import Final

from bivouac.core.draw import ground
from bivouac.core.draw.palette import INK, PAPER, SEA
from bivouac.core.draw.svg import tag
from bivouac.titles.lincoln.draw.places import MAP_HEIGHT, WIDTH

COAST: Final = (
    "M0 0 H1140 V40 C1090 60 1070 90 1040 110 C1020 122 1012 140 1006 168 C1000 196 1024 214 1018 246 C1010 288 1042 300 1036 344 "
    "C1030 388 1016 410 1020 440 C1022 470 1000 490 1004 520 C1006 560 1030 556 1010 590 C984 616 930 632 896 662 "
    "C872 690 868 740 856 780 C848 806 850 836 846 872 C850 920 872 950 868 1000 H742 C744 960 730 934 690 922 "
    "C640 904 590 912 548 896 C516 884 480 872 440 870 C392 870 360 896 322 892 C288 888 262 898 236 904 C190 916 160 900 118 916 "
    "C80 930 40 912 0 924 Z"
)
RIVERS: Final = (
    "M120 0 C96 60 60 100 72 160 C80 196 84 220 66 262 C46 310 72 348 60 400 C46 470 84 500 70 560 "
    "C56 620 96 660 78 730 C64 800 116 830 120 916",
    "M1020 250 C980 268 950 262 900 258 C850 250 800 268 760 290",
    "M72 176 C150 160 240 168 300 150 C360 140 430 168 520 152 C580 142 600 120 640 112",
    "M66 300 C160 306 240 318 300 340 C340 356 330 470 420 480 C470 486 540 470 580 460",
)
HILLS: Final = (
    (560, 470), (592, 440), (566, 420), (610, 405), (590, 372), (600, 330), (575, 345), (640, 300), (605, 290), (560, 640), (700, 600),
    (668, 620), (735, 570), (640, 560), (612, 590), (680, 560), (655, 520), (690, 490), (625, 500),
)  # fmt: skip
WOODS: Final = (
    (300, 560), (330, 600), (290, 640), (360, 660), (320, 720), (390, 740), (340, 790), (450, 700), (480, 760), (740, 720), (710, 790),
    (760, 860), (560, 820), (620, 850), (280, 480), (260, 300), (300, 250), (540, 90), (580, 60), (290, 80), (860, 70), (830, 120),
    (740, 900),
)  # fmt: skip
COPSE: Final = ((0, 0), (9, -4), (17, 2), (5, 7), (14, 10), (-7, 6), (-2, -8))


def land() -> str:
    """The sea with lines along the coast, the land, its rivers, hills and woods."""
    swell = [(x, y) for y in range(40, MAP_HEIGHT, 46) for x in range(20 + y % 60, WIDTH, 120)]
    drawn = (
        ground.shore("path", d=COAST),
        tag("path", d=COAST, fill=PAPER, stroke=INK, stroke_width=1.6),
        ground.streams(RIVERS, 8),
        ground.hachures("".join(hill(x, y) for x, y in sorted(HILLS, key=lambda at: at[1])), 1.2),
        ground.trees(((x + dx, y + dy) for x, y in WOODS for dx, dy in COPSE), 3.2),
    )
    bent = f"scale({WIDTH / 1140:.4f} {MAP_HEIGHT / 1000:.4f})"
    return tag("rect", width=WIDTH, height=MAP_HEIGHT, fill=SEA) + ground.waves(swell) + tag("g", *drawn, transform=bent)


def hill(x: float, y: float) -> str:
    """A crest with strokes down its slope."""
    return f"M{x - 16} {y + 3}q16 -24 32 0" + "".join(f"M{x + i * 4} {y - 9 + abs(i) * 3}l{i * 1.6:.1f} 11" for i in range(-3, 4))
