"""The state of a match."""

from dataclasses import dataclass, field

from bivouac.core.state import State as CoreState
from toy.printed.units import GONE, OF, PICKETS


@dataclass(slots=True, eq=False)
class State(CoreState):
    """`post[i]`: where picket i stands, or GONE. `secret[side]`: its secret post, GONE before it is drawn. `left`: moves to go."""

    active: int = 0
    left: int = 0
    long_guns: int = 0
    post: list[int] = field(default_factory=lambda: [GONE] * PICKETS)
    secret: list[int] = field(default_factory=lambda: [GONE, GONE])

    def posts_of(self, side: int) -> list[int]:
        """Where a side's pickets stand, the fallen left out."""
        return [self.post[p] for p in OF[side] if self.post[p] != GONE]

    def is_sound(self) -> bool:
        """No two pickets on one post."""
        standing = [post for post in self.post if post != GONE]
        return len(standing) == len(set(standing))
