"""The flow chart of Pickets."""

from bivouac.core.flow import Ask, Do, Flow, Roll
from bivouac.core.ways import Way
from toy.frames import PICKET, POST, At, Box
from toy.printed.map import LOTS, POSTS
from toy.rules import ch01_pickets as ch
from toy.show import show_picket, show_post
from toy.state import State

# fmt: off
FLOW: Flow[State] = Flow({
    Box.DRAW:   Roll("TOY-2b", ch.draw_secret, lambda s, f: range(POSTS), lambda s, f: LOTS, domain=range(POSTS)),
    Box.MOVE:   Do(ch.begin_move),
    Box.PICKET: Ask("TOY-3b", ch.the_active, (Way(PICKET, ch.own_pickets, (ch.has_not_fallen,), ch.take_picket, show_picket),)),
    Box.POST:   Ask("TOY-3c", ch.the_active, (Way(POST, ch.is_next_to, (ch.is_not_held_by_a_friend,), ch.go, show_post),)),
    Box.FIGHT:  Roll("TOY-4a", ch.fight),
    Box.END:    Do(ch.end_move),
}, frames=(At,))
# fmt: on
