"""The dice of tournament games: seeds are promised, and nonces given, when a player enters, so that no game waits for anybody's browser.

For each round and leg there is a seed for each player. Its SHA-256, the promise, is shown to the player before the nonce is given. A game
takes the seed of its Union player; where that player's browser has given no nonce, it takes the other player's.
"""

from __future__ import annotations

import hmac
from collections.abc import Mapping

from bivouac.core.chance import commitment
from bivouac.match.dice import Nonces
from bivouac.server.club.pairing import LEGS


def seed_of(secret: bytes, tournament: str, player: str, number: int, leg: int) -> bytes:
    """The seed of a player for a game: round `number`, from 1 on."""
    return hmac.digest(secret, f"{tournament}:{player}:{number}:{leg}".encode(), "sha256")


def promises_to(secret: bytes, tournament: str, player: str, rounds: int) -> list[str]:
    """What a player's browser keeps before it gives its nonce."""
    return [commitment(seed_of(secret, tournament, player, number + 1, leg)) for number in range(rounds) for leg in range(LEGS)]


def dice_of(
    secret: bytes, tournament: str, players: tuple[str, str], game: tuple[int, int], expected: Nonces, given: Mapping[str, str]
) -> tuple[bytes | None, Nonces]:
    """The seed and the nonces that the game of two players in a round and leg begins with; no seed where nobody was promised one."""
    wanted = [given.get(player) if awaits is None else awaits for player, awaits in zip(players, expected)]
    promised = next((player for player in players if player in given), None)
    return None if promised is None else seed_of(secret, tournament, promised, *game), (wanted[0], wanted[1])
