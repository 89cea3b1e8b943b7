"""The larger names of the map, each placed by hand from the centre of a hex."""

from __future__ import annotations

from typing import Final, NamedTuple

from bivouac.core.draw.palette import INK, WATER_INK


class Label(NamedTuple):
    text: str
    hex: str
    dx: float = 0.0
    dy: float = 30.0
    size: float = 13.0
    turn: float = 0.0
    space: float = 0.0
    ink: str = INK


LABELS: Final = (
    Label("Round Top", "B7"),
    Label("Little Round Top", "D6", 0, 30, 12),
    Label("Devil’s Den", "D8"),
    Label("The Wheatfield", "F8"),
    Label("Peach Orchard", "G9"),
    Label("Culp’s Hill", "N3"),
    Label("Cemetery Hill", "N5", 0, 31),
    Label("East Cemetery Hill", "N4", 0, 31, 12),
    Label("Benner’s Hill", "Q2", -30, 36),
    Label("Power’s Hill", "I2"),
    Label("Wolf Hill", "L1", 0, 34),
    Label("Barlow’s Knoll", "V4", 2, 31),
    Label("Oak Hill", "V8", -4, 31),
    Label("Oak Ridge", "U8"),
    Label("Lutheran Seminary", "R8", 0, 31, 12),
    Label("Pennsylvania College", "S6", 4, 27, 12),
    Label("Almshouse", "U5"),
    Label("Bliss farm", "M8"),
    Label("Trostle farm", "G7"),
    Label("Rose farm", "E9"),
    Label("Codori farm", "K7", 0, 26),
    Label("Bushman farm", "C9", 0, 26),
    Label("Slyder farm", "B9", 0, 26),
    Label("H. Spangler farm", "K9", 0, 26, 12),
    Label("Spangler’s Spring", "L2", 4, 8, 12),
    Label("Meade’s HQ", "L5", 0, 26),
    Label("Cemetery gatehouse", "O5", 8, 24, 12),
    Label("Rose Woods", "E8"),
    Label("Trostle Woods", "F7", 0, 31),
    Label("Weikert Woods", "F6", 0, 31),
    Label("Pitzer Woods", "I11", -33, 6),
    Label("Spangler Woods", "K10", 32, 30),
    Label("Herbst Woods", "R10"),
    Label("Springs Hotel Woods", "P12", 0, 31, 12),
    Label("Plum Run valley", "D7", 0, 24),
    Label("Ziegler’s Grove", "M6", 0, 31),
    Label("The Angle", "L6", 0, 27),
    Label("McMillan orchard", "O8", 0, 31, 12),
    Label("Railroad cut", "S8", 4, 31),
    Label("Herr Tavern", "U13", -6, 31),
    Label("Bushman’s Hill", "A8", -4, 31),
    Label("SEMINARY  RIDGE", "O9", 34, -43, 15, 0, 4),
    Label("CEMETERY  RIDGE", "L5", -34, -5, 14, -24, 2),
    Label("WARFIELD  RIDGE", "E10", 0, -42, 13.5, 0, 2.5),
    Label("McPHERSON’S  RIDGE", "R9", 34, -18, 13.5, 0, 1.5),
    Label("HERR  RIDGE", "T12", 0, -4, 13.5, -90, 3),
    Label("GETTYSBURG", "Q5", 4, -2, 21, 0, 3),
    Label("Willoughby Run", "I12", 20, -6, 13.5, -2, 1.5, WATER_INK),
    Label("Willoughby Run", "S11", 8, 8, 13.5, 0, 1, WATER_INK),
    Label("Plum Run", "B8", 10, -10, 13.5, 0, 1, WATER_INK),
    Label("Rock Creek", "T3", 0, 18, 13.5, -2, 1.5, WATER_INK),
    Label("Rock Creek", "M1", 20, -34, 13.5, 0, 1.5, WATER_INK),
    Label("Emmitsburg Road", "C11", -20, -28, 13.5, 30, 1),
    Label("Emmitsburg Road", "K8", -24, -20, 13.5, 30, 1),
    Label("Taneytown Road", "D5", -8, 38, 13.5, 0, 1),
    Label("Baltimore Pike", "K3", 20, 26, 13.5, -30, 1),
    Label("Chambersburg Pike", "U12", 15, 26, 13.5, -90, 1),
    Label("Hagerstown Road", "Q9", -24, 18, 13.5, 56, 1),
    Label("Mummasburg Road", "T6", 46, -34, 13.5, -26, 0.5),
    Label("Carlisle Road", "U6", 0, 24, 13.5, 6, 0.5),
    Label("Harrisburg Road", "T4", 30, 22, 13.5, 26, 0.5),
    Label("York Pike", "S3", 58, 36, 13.5, 62, 1),
    Label("Hanover Road", "R1", 14, -2, 13.5, -90, 1),
)
