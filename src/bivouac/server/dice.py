"""Dice that nobody can choose: what the seats give to them, and what is shown of them. See docs/save.md."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable
from typing import Any

from bivouac.core.ids import SIDES, Side
from bivouac.core.table import Say
from bivouac.core.text import Text
from bivouac.match import Match, Save
from bivouac.match.dice import DiceReport
from bivouac.match.lesson import LaidDice
from bivouac.server import protocol
from bivouac.server.hub import Hub
from bivouac.server.live import Live
from bivouac.server.store import Key

Json = dict[str, Any]


# --- giving -----------------------------------------------------------------------------------------------------------


def wanted_of(live: Live, key: Key) -> list[Side]:
    """The sides whose nonce this key can give. Who made the match speaks for the computers' own seats."""
    mine = {side for side in SIDES if side in key.sides or (key.owner and live.seats[side].computer)}
    return [side for side in live.match.awaited if side in mine]


async def give(hub: Hub, live: Live, key: Key, nonce: str, commit: str) -> bool:
    """Take a browser's nonce, for the promise that it has seen and kept; then dice fall that were waiting. Whether it was taken: there may
    be a newer promise, or the seat has given one."""
    taken = False

    def given() -> None:
        nonlocal taken
        taken = commit == live.match.commitment and bool(wanted_of(live, key))
        if not taken:
            return
        before = live.serial
        events = live.match.give_nonces(wanted_of(live, key), nonce)
        hub.keeper.append(live, before, events)

    await hub.change(live, given, again=True)
    return taken


def promise_of(live: Live, key: Key) -> protocol.Promise:
    """What the browser is to keep, and whether its nonce is wanted."""
    span = live.match.dice.now
    return protocol.Promise(min(span.start, live.serial), span.commit, bool(wanted_of(live, key)))


# --- showing ----------------------------------------------------------------------------------------------------------


def shown(match: Match, say: Say) -> protocol.Dice:
    """What can be said of the dice; after the end also all that is needed to check them without rules."""
    if isinstance(match.dice, LaidDice):
        return protocol.Dice(None, [say(Text("replay.dice_laid"))], [], [], [])
    report, over = match.dice_report(), match.outcome is not None
    spans = [protocol.DiceSpan(d.start, d.commit, d.seed, d.nonces and [n or "" for n in d.nonces]) for d in match.dice.shown(opened=over)]
    if not over:
        sealed = Text("replay.dice_sealed", {"n": report.right + report.sealed})
        return protocol.Dice(None, [say(sealed)], spans, [], [])
    kinds: dict[tuple[tuple[int, ...], tuple[int, ...] | None], int] = {}
    rolls = [[r.number, kinds.setdefault((r.outcomes, r.weights), len(kinds)), r.answer] for r in match.rolls()]
    throws = [protocol.Throw(list(outcomes), None if weights is None else list(weights)) for outcomes, weights in kinds]
    return protocol.Dice(report.wrong is None, [say(t) for t in lines_of(report)], spans, throws, rolls)


def lines_of(report: DiceReport) -> list[Text]:
    if report.wrong is not None:
        return [report.wrong]
    counts = {"dice_ok": report.right, "dice_sealed": report.sealed, "dice_former": report.former, "dice_brought": report.brought}
    return [Text(f"replay.{key}", {"n": n}) for key, n in counts.items() if n or key == "dice_ok"]


# --- saves ------------------------------------------------------------------------------------------------------------


def seal(secret: bytes, save: Json) -> Json:
    """The save with our seal on it: should it come back, the position in it is the one we wrote."""
    return {**save, "seal": _sealed(secret, save["checksum"])}


def our_seal(secret: bytes) -> Callable[[Save], bool]:
    """Whether a save bears our seal."""
    return lambda save: save.seal is not None and hmac.compare_digest(save.seal.encode(), _sealed(secret, save.checksum).encode())


def _sealed(secret: bytes, checksum: str) -> str:
    return hmac.new(secret, checksum.encode(), hashlib.sha256).hexdigest()
