"""The things that can happen."""

from bivouac.core.effects import effect
from bivouac.core.events import event

DREW = event("drew", "TOY-2b", sees="owner", side="side", post="post")
DREW_UNSEEN = event("drew_unseen", "TOY-2b", sees="other", side="side")
MOVE_BEGINS = event("move_begins", "TOY-3a", heading=True, side="side", left="number")
MOVED = event("moved", "TOY-3b", side="side", frm="post", to="post")
WENT = effect("move", "TOY-3b", thing="picket", frm="post", to="post")
FELL = effect("destroyed", "TOY-4a", thing="picket", at="post")
FOUGHT = event("fought", "TOY-4a", side="side", post="post", die="number", need="number")
