"""The dice of a match: spans, each with a promise that was made before anybody could know what comes of it. See docs/save.md."""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import Literal, NamedTuple

import msgspec

from bivouac.core.chance import commitment, draw
from bivouac.core.ids import SIDES, Side
from bivouac.core.text import Text
from bivouac.match.errors import Malformed

NONCE = re.compile(r"[0-9a-f]{32}")
Why = Literal["start", "file", "position", "undo", "rules", "joined"]
Nonces = tuple[str | None, str | None]  # of the Union's and the Confederacy's seat; None: awaited; "": a computer's seat, which gives none
AWAITED: Nonces = (None, None)
MOST_SPANS = 1000
LATER = 1 << 40  # the start of a span that is promised but not in use yet


class DiceReport(NamedTuple):
    """What can be said of the results of chance: how many follow from their promise, how many are still sealed, how many cannot be followed
    under the rules of today; how many of all were not thrown here but came in a file; and the first that is wrong."""

    right: int
    sealed: int
    former: int
    brought: int
    wrong: Text | None


class DiceSpan(msgspec.Struct, forbid_unknown_fields=True, rename={"start": "from"}):
    """From answer number `start` on, chance follows from the seed with this SHA-256 and from the nonces; the seed is None until the match
    is over. A span of the first format has no nonces. `why` it begins: the match did, it came from a file or from
    a position of another match, something was taken back, the rules were corrected, a player's browser joined."""

    start: int
    commit: str
    seed: str | None = None
    nonces: Nonces | None = None
    why: Why = "start"


class Dice:
    """Spans in the order in which they began. A later one counts from its start on, whatever was promised for those numbers before."""

    def __init__(self, spans: Iterable[DiceSpan] = ()) -> None:
        self.spans = list(spans)

    def copy(self) -> Dice:
        """Dice of their own that go on as these do."""
        return Dice([msgspec.structs.replace(span) for span in self.spans])

    def begin(self, start: int, why: Why, nonces: Nonces | None = None, seed: bytes | None = None) -> None:
        """A new promise. Without nonces one of our own serves both seats."""
        if nonces is None:
            own = commitment(b"nonce:" + seed)[:32] if seed is not None else new_nonce()
            nonces = (own, own)
        secret = seed if seed is not None else secrets.token_bytes(32)
        if self.is_promised_ahead:
            self.spans.pop()
        self.spans.append(DiceSpan(start, commitment(secret), secret.hex(), nonces, why))
        self._tidy()

    def _tidy(self) -> None:
        """Of very many spans, the oldest that no answer belongs to any more is let go."""
        if len(self.spans) > MOST_SPANS:
            starts = [d.start for d in self.spans]
            lowest_after = list(accumulate(reversed(starts[1:]), min))[::-1]
            unused = next((i for i, lowest in enumerate(lowest_after) if lowest <= starts[i]), None)
            if unused is not None:
                del self.spans[unused]

    def promise_next(self) -> None:
        """Where a nonce is missing after a roll, promise the seed of the next span, which begins when that nonce is given."""
        if self.awaited and not self.is_promised_ahead:
            self.begin(LATER, "joined", self.now.nonces)

    @property
    def now(self) -> DiceSpan:
        """The latest promise: nonces are given for this one."""
        return self.spans[-1]

    @property
    def is_promised_ahead(self) -> bool:
        """Whether the latest promise waits for a nonce, while an earlier span is in use."""
        return bool(self.spans) and self.now.start == LATER

    @property
    def used(self) -> list[DiceSpan]:
        """All spans but one that is only promised."""
        return self.spans[:-1] if self.is_promised_ahead else self.spans

    @property
    def is_waiting(self) -> bool:
        """Whether no die may fall yet: players are expected, and the browser of none of them has given a nonce."""
        return bool(self.awaited) and not any(self.now.nonces or ()) and not self.is_promised_ahead

    @property
    def awaited(self) -> tuple[Side, ...]:
        """The sides whose nonce is missing."""
        nonces = self.now.nonces
        return () if nonces is None else tuple(side for side in SIDES if nonces[side] is None)

    def give(self, side: Side, nonce: str, number: int) -> None:
        """Record a seat's nonce before answer `number`. A seat gives one nonce for each span, and it never changes."""
        if not NONCE.fullmatch(nonce):
            raise Malformed(Text("errors.bad_nonce"))
        self._put(side, nonce, number)

    def give_none(self, side: Side, number: int) -> None:
        """The seat has nobody who could give a nonce."""
        self._put(side, "", number)

    def _put(self, side: Side, nonce: str, number: int) -> None:
        if side in self.awaited:
            nonces = list(self.now.nonces or AWAITED)
            nonces[side] = nonce
            self.now.nonces = (nonces[0], nonces[1])
            self.now.start = min(self.now.start, number)

    def draw(self, number: int, outcomes: Sequence[int], weights: Sequence[int] | None) -> int:
        return drawn(self.used[-1], number, outcomes, weights)

    def span_of(self, number: int) -> DiceSpan:
        """The span that the answer with this number belongs to."""
        return next(span for span in reversed(self.spans) if span.start <= number)

    def back_to(self, number: int) -> None:
        """Answers were taken back before any die of this span fell: it begins the earlier."""
        last = self.used[-1]
        last.start = min(last.start, number)

    def shown(self, *, opened: bool) -> list[DiceSpan]:
        """The spans for a save; their seeds only where they may be known."""
        return [d if opened else DiceSpan(d.start, d.commit, None, d.nonces, d.why) for d in self.used]


def drawn(span: DiceSpan, number: int, outcomes: Sequence[int], weights: Sequence[int] | None) -> int:
    """What an opened span gives for an answer."""
    assert span.seed is not None
    nonces = None if span.nonces is None else [n or "" for n in span.nonces]
    return draw(bytes.fromhex(span.seed), number, outcomes, weights, nonces)


def new_nonce() -> str:
    return secrets.token_hex(16)


def seed_bytes(seed: bytes | int | str) -> bytes:
    """A secret seed; a number or a word gives the same one each time."""
    return seed if isinstance(seed, bytes) else hashlib.sha256(f"bivouac:{seed}".encode()).digest()
