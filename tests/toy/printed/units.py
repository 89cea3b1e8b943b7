"""The pickets: two a side, the Union's first."""

PICKETS = 4
GONE = -1
OF = ((0, 1), (2, 3))  # the pickets of each side
