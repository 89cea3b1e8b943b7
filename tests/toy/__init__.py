"""Pickets: the smallest title that uses everything the kernel offers. An example to read, and a subject for the kernel's own tests.

Two pickets a side on a ring of six posts; where one meets an enemy a die decides. Whoever reaches the side's own secret post wins.
"""

from bivouac.core.table import Table
from bivouac.core.title import Title, Turns
from toy.advice import ADVICE
from toy.draw.board import board
from toy.draw.faces import face
from toy.draw.legend import signs
from toy.flow import FLOW
from toy.printed.map import POST_NAMES
from toy.printed.scenarios import SCENARIOS
from toy.rules.ch01_pickets import the_active
from toy.setup import OPTIONS, start
from toy.show import meant
from toy.table import layout, places
from toy.view import sample, view

TITLE = Title(
    id="pickets",
    prefix="TOY",
    version=1,
    package="toy",
    scenarios=SCENARIOS,
    options=OPTIONS,
    flow=FLOW,
    start=start,
    view=view,
    sample=sample,
    meant=meant,
    names={"post": POST_NAMES},
    table=Table(board, places, layout, face, signs),
    advice=ADVICE,
    turns=Turns(the_active),
    secrets=True,
)
