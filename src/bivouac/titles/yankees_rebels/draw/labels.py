"""The larger names of the map, each placed by hand from the centre of a hex."""

from __future__ import annotations

from typing import Final, NamedTuple

from bivouac.core.draw.palette import INK, WATER_INK

FOOT: Final = 36.0  # the foot of a hex, below its counters
LARGE, SMALL = 15.0, 12.8  # names one fights for; farms and groves, which are left out far away


class Label(NamedTuple):
    text: str
    hex: str
    dx: float = 0.0
    dy: float = FOOT
    size: float = LARGE
    turn: float = 0.0
    space: float = 0.0
    ink: str = INK


LABELS: Final = (
    Label("Round Top", "B7"),
    Label("Little Round Top", "D6"),
    Label("Devil’s Den", "D8"),
    Label("The Wheatfield", "F8"),
    Label("Peach Orchard", "G9"),
    Label("Culp’s Hill", "N3"),
    Label("Cemetery Hill", "N5"),
    Label("East Cemetery Hill", "N4"),
    Label("Benner’s Hill", "Q2", -30, 36),
    Label("Power’s Hill", "I2"),
    Label("Wolf Hill", "L1"),
    Label("Barlow’s Knoll", "V4", 2, FOOT),
    Label("Oak Hill", "V8", -4, FOOT),
    Label("Oak Ridge", "U8"),
    Label("Lutheran Seminary", "R8", 0, FOOT, SMALL),
    Label("Pennsylvania College", "S6", 4, FOOT, SMALL),
    Label("Almshouse", "U5", 0, FOOT, SMALL),
    Label("Bliss farm", "M8", 0, FOOT, SMALL),
    Label("Trostle farm", "G7", 0, FOOT, SMALL),
    Label("Rose farm", "E9", 0, FOOT, SMALL),
    Label("Codori farm", "K7", 0, FOOT, SMALL),
    Label("Bushman farm", "C9", 0, FOOT, SMALL),
    Label("Slyder farm", "B9", 0, FOOT, SMALL),
    Label("H. Spangler farm", "K9", 0, FOOT, SMALL),
    Label("Spangler’s Spring", "L2", 4, 8, SMALL),
    Label("Meade’s HQ", "L5", 0, FOOT, SMALL),
    Label("Cemetery gatehouse", "O5", 8, FOOT, SMALL),
    Label("Rose Woods", "E8", 0, FOOT, SMALL),
    Label("Trostle Woods", "F7", 0, FOOT, SMALL),
    Label("Weikert Woods", "F6", 0, FOOT, SMALL),
    Label("Pitzer Woods", "I11", -33, 6, SMALL),
    Label("Spangler Woods", "K10", 32, FOOT, SMALL),
    Label("Herbst Woods", "R10", 0, FOOT, SMALL),
    Label("Springs Hotel Woods", "P12", 0, FOOT, SMALL),
    Label("Plum Run valley", "D7", 0, FOOT, SMALL),
    Label("Ziegler’s Grove", "M6", 0, FOOT, SMALL),
    Label("The Angle", "L6", 12, 30),
    Label("McMillan orchard", "O8", 0, FOOT, SMALL),
    Label("Railroad cut", "S8", 4, FOOT, SMALL),
    Label("Herr Tavern", "U13", -6, FOOT, SMALL),
    Label("Bushman’s Hill", "A8", -4, FOOT),
    Label("SEMINARY  RIDGE", "O9", -8, -43, 15, 0, 4),
    Label("CEMETERY  RIDGE", "L5", -26, 10, 15, -24, 2),
    Label("WARFIELD  RIDGE", "E10", 0, -42, 15, 0, 2.5),
    Label("McPHERSON’S  RIDGE", "R9", 34, -5, 15, 0, 1.5),
    Label("HERR  RIDGE", "T12", 0, -4, 15, -90, 3),
    Label("GETTYSBURG", "Q5", 4, -2, 21, 0, 3),
    Label("Willoughby Run", "I12", 20, -6, 15, -2, 1.5, WATER_INK),
    Label("Willoughby Run", "S11", 8, 8, 15, 0, 1, WATER_INK),
    Label("Plum Run", "B8", 10, -10, 15, 0, 1, WATER_INK),
    Label("Rock Creek", "T3", 0, 18, 15, -2, 1.5, WATER_INK),
    Label("Rock Creek", "M1", 20, -34, 15, 0, 1.5, WATER_INK),
    Label("Emmitsburg Road", "C11", -20, -28, 15, 30, 1),
    Label("Emmitsburg Road", "K8", -24, -20, 15, 30, 1),
    Label("Taneytown Road", "D5", -8, 38, 15, 0, 1),
    Label("Baltimore Pike", "K3", 20, 26, 15, -30, 1),
    Label("Chambersburg Pike", "U12", 15, 26, 15, -90, 1),
    Label("Hagerstown Road", "Q9", -24, 18, 15, 56, 1),
    Label("Mummasburg Road", "T6", 46, -34, 15, -26, 0.5),
    Label("Carlisle Road", "U6", 0, 24, 15, 6, 0.5),
    Label("Harrisburg Road", "T4", 30, 22, 15, 26, 0.5),
    Label("York Pike", "S3", 58, 36, 15, 62, 1),
    Label("Hanover Road", "R1", 14, -2, 15, -90, 1),
)
