"""Tournaments, in the database and as they are run: matches begin by themselves, results are read from the matches, rounds follow.

Whatever a process has begun and not ended another look finds: a round is drawn in one transaction with the number it gets, a match belongs
to a pairing only if nobody was faster, a score is written once.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
import sqlalchemy as sa

from bivouac.core.ids import SIDES, Side
from bivouac.match import Match
from bivouac.match.dice import Nonces
from bivouac.server.breath import until_next_look
from bivouac.server.club.pairing import LEGS, Line, Pair, Result, robin, rounds_of, standings, swiss
from bivouac.server.club.ratings import SCORES, Ratings
from bivouac.server.club.tournament_dice import dice_of, promises_to
from bivouac.server.errors import Refused
from bivouac.server.hub import Hub
from bivouac.server.keeping import beginning_of
from bivouac.server.live import Live
from bivouac.server.lobby.agreements import Agreements
from bivouac.server.people.clock import DAY, Clock
from bivouac.server.protocol import Pace
from bivouac.server.schema import AGREEMENTS, ENTRIES, HOLDS, MATCHES, PAIRINGS, TOURNAMENTS
from bivouac.server.seats import COMPUTER, EARNEST, LINK, expected, seated
from bivouac.server.store import Beginning, Store
from bivouac.titles import load

LOG = logging.getLogger("bivouac.tournaments")
MOST, SEATS, SHOWN = 3, 32, 60  # of one person at a time; players; in the list
FORGOTTEN = 60 * DAY  # after which one that was never begun is deleted
THINK = 3.0  # seconds that a computer has for a turn
GONE = "gone:"
OPEN, RUNNING, OVER = "open", "running", "over"


@dataclass(frozen=True)
class Tournament:
    """`days`: how long a round may take; `rounds`: as wanted, 0: as many as its kind needs; `round` that is played, from 1 on; `due`: when
    it ends."""

    name: str
    kind: str
    title: str
    scenario: str
    options: tuple[str, ...]
    pace: Pace
    days: float
    rounds: int
    rated: bool
    maker: str
    state: str = OPEN
    round: int = 0
    due: float | None = None
    created: float = 0.0
    id: str = ""


@dataclass(frozen=True)
class Pairing:
    """A match of a round: `number` of the encounter, `leg` 0 or 1. Who has no opponent rests."""

    round: int
    number: int
    leg: int
    union: str
    csa: str | None
    match: str | None = None
    union_score: float | None = None
    csa_score: float | None = None

    @property
    def result(self) -> Result:
        done = self.union_score is not None and self.csa_score is not None
        return Result(self.union, self.csa, (self.union_score or 0.0, self.csa_score or 0.0) if done else None)


def _wanted(which: sa.ColumnElement[bool]) -> sa.Select[Any]:
    return sa.select(TOURNAMENTS).where(which).order_by(TOURNAMENTS.c.created.desc()).limit(SHOWN)


THOSE_RUNNING = _wanted(TOURNAMENTS.c.state == RUNNING)


class Tournaments:
    def __init__(self, store: Store, clock: Clock, ratings: Ratings, agreements: Agreements) -> None:
        self.store, self.clock, self.ratings, self.agreements = store, clock, ratings, agreements
        self._secret = store.secret("tournament dice")

    # --- making and entering --------------------------------------------------------------------------

    def add(self, new: Tournament) -> str:
        t, now, identity = TOURNAMENTS.c, self.clock.now(), secrets.token_urlsafe(9)
        with self.store.engine.begin() as db:
            old = db.execute(sa.select(t.id).where(t.state == OPEN, t.created < now - FORGOTTEN)).scalars().all()
            for table, column in ((ENTRIES, ENTRIES.c.tournament), (TOURNAMENTS, t.id)):
                db.execute(table.delete().where(column.in_(old)))
            if db.execute(sa.select(sa.func.count()).where(t.maker == new.maker, t.state != OVER)).scalar_one() >= MOST:
                raise Refused(409, "errors.many_tournaments")
            values = {**vars(new), "options": json.dumps(new.options), "pace": msgspec.json.encode(new.pace).decode()}
            db.execute(TOURNAMENTS.insert().values(**{**values, "id": identity, "created": now}))
        return identity

    def enter(self, identity: str, player: str) -> None:
        e = ENTRIES.c
        with self.store.engine.begin() as db:
            self._open(db, identity)
            if db.execute(sa.select(e.player).where(e.tournament == identity, e.player == player)).first() is not None:
                raise Refused(409, "errors.entered")
            if db.execute(sa.select(sa.func.count()).where(e.tournament == identity)).scalar_one() >= SEATS:
                raise Refused(409, "errors.tournament_full")
            db.execute(ENTRIES.insert().values(tournament=identity, player=player, joined=self.clock.now(), withdrawn=False))

    def leave(self, identity: str, player: str) -> None:
        """Before it begins one simply goes; later one is paired no more, and what one still plays goes on."""
        e = ENTRIES.c
        mine = sa.and_(e.tournament == identity, e.player == player)
        found = self.find(identity)
        with self.store.engine.begin() as db:
            if found is not None and found.state == OPEN:
                db.execute(ENTRIES.delete().where(mine))
            else:
                db.execute(ENTRIES.update().where(mine).values(withdrawn=True))

    def promises(self, now: Tournament, player: str) -> list[str]:
        """The promises of dice for which a player's nonce is wanted; none when it was given."""
        e = ENTRIES.c
        with self.store.reader.connect() as db:
            row = db.execute(sa.select(e.nonce).where(e.tournament == now.id, e.player == player)).first()
        if row is None or row.nonce is not None or now.state == OVER:
            return []
        return promises_to(self._secret, now.id, player, rounds_of(now.kind, SEATS, now.rounds))

    def give_nonce(self, identity: str, player: str, nonce: str) -> None:
        """Take a player's nonce for all their games in a tournament; once given, it stays."""
        e = ENTRIES.c
        with self.store.engine.begin() as db:
            db.execute(ENTRIES.update().where(e.tournament == identity, e.player == player, e.nonce.is_(None)).values(nonce=nonce))

    def dice(self, now: Tournament, pairing: Pairing, expected: Nonces) -> tuple[bytes | None, Nonces]:
        """The seed and the nonces that a game begins with."""
        e = ENTRIES.c
        with self.store.reader.connect() as db:
            rows = db.execute(sa.select(e.player, e.nonce).where(e.tournament == now.id, e.nonce.is_not(None)))
            given = {str(row.player): str(row.nonce) for row in rows}
        players = (pairing.union, pairing.csa or "")
        return dice_of(self._secret, now.id, players, (pairing.round, pairing.leg), expected, given)

    def _open(self, db: sa.Connection, identity: str) -> None:
        state = db.execute(sa.select(TOURNAMENTS.c.state).where(TOURNAMENTS.c.id == identity)).scalar()
        if state is None:
            raise Refused(404, "errors.no_tournament")
        if state != OPEN:
            raise Refused(409, "errors.tournament_begun")

    def drop(self, identity: str, maker: str) -> None:
        """Its maker gives up one that has not begun."""
        t = TOURNAMENTS.c
        with self.store.engine.begin() as db:
            if db.execute(TOURNAMENTS.delete().where(t.id == identity, t.maker == maker, t.state == OPEN)).rowcount:
                db.execute(ENTRIES.delete().where(ENTRIES.c.tournament == identity))

    # --- reading --------------------------------------------------------------------------------------

    def find(self, identity: str) -> Tournament | None:
        return next(iter(self._all(TOURNAMENTS.c.id == identity)), None)

    def all(self) -> list[Tournament]:
        """The latest first."""
        return self._all(sa.true())

    def running(self) -> list[Tournament]:
        return self._found(THOSE_RUNNING)

    def _all(self, which: sa.ColumnElement[bool]) -> list[Tournament]:
        return self._found(_wanted(which))

    def _found(self, wanted: sa.Select[Any]) -> list[Tournament]:
        with self.store.reader.connect() as db:
            return [_tournament(row) for row in db.execute(wanted).mappings()]

    def players(self, identity: str) -> dict[str, bool]:
        """Who takes part, in the order of their entries, and whether they have withdrawn."""
        e = ENTRIES.c
        wanted = sa.select(e.player, e.withdrawn).where(e.tournament == identity).order_by(e.joined, e.player)
        with self.store.reader.connect() as db:
            return {str(player): bool(withdrawn) for player, withdrawn in db.execute(wanted)}

    def pairings(self, identity: str) -> list[Pairing]:
        p = PAIRINGS.c
        wanted = sa.select(PAIRINGS).where(p.tournament == identity).order_by(p.round, p.number, p.leg)
        with self.store.reader.connect() as db:
            rows = db.execute(wanted).all()
        return [Pairing(x.round, x.number, x.leg, x.union_player, x.csa_player, x.match, x.union_score, x.csa_score) for x in rows]

    def table(self, identity: str) -> list[Line]:
        return standings(list(self.players(identity)), [pairing.result for pairing in self.pairings(identity)])

    def watched(self, matches: Sequence[str]) -> dict[str, str]:
        """The spectators' links of matches."""
        with self.store.reader.connect() as db:
            rows = db.execute(sa.select(MATCHES.c.id, MATCHES.c.watch).where(MATCHES.c.id.in_(matches)))
            return {str(row.id): str(row.watch) for row in rows}

    # --- rounds ---------------------------------------------------------------------------------------

    def begin(self, identity: str, maker: str) -> None:
        found = self.find(identity)
        if found is None or found.maker != maker:
            raise Refused(404, "errors.no_tournament")
        if found.state != OPEN:
            raise Refused(409, "errors.tournament_begun")
        if len(self.players(identity)) < 2:
            raise Refused(409, "errors.tournament_empty")
        self.next_round(found)

    def next_round(self, now: Tournament) -> None:
        """Draw the next round, or end it; of two processes that do so at once, one does."""
        players = self._seeded(now)
        last = rounds_of(now.kind, len(players), now.rounds)
        pairs = self._drawn(now, players) if now.round < last else []
        t, p = TOURNAMENTS.c, PAIRINGS.c
        due = self.clock.now() + now.days * DAY
        values = {"state": RUNNING, "round": now.round + 1, "due": due} if pairs else {"state": OVER, "due": None}
        with self.store.engine.begin() as db:
            mine = sa.and_(t.id == now.id, t.round == now.round, t.state == now.state)
            if db.execute(TOURNAMENTS.update().where(mine).values(values)).rowcount != 1:
                return
            db.execute(PAIRINGS.delete().where(p.tournament == now.id, p.round == now.round + 1))
            for number, (one, other) in enumerate(pairs):
                for leg in range(LEGS):
                    db.execute(PAIRINGS.insert().values(tournament=now.id, round=now.round + 1, **_leg(number, leg, one, other)))

    def _seeded(self, now: Tournament) -> list[str]:
        """The best first, by what is known of them at both sides."""
        known = {p: sum(self.ratings.one(_rated(p), now.title, side).rating for side in range(2)) for p in self.players(now.id)}
        return sorted(known, key=lambda p: -known[p])

    def _drawn(self, now: Tournament, players: Sequence[str]) -> list[Pair]:
        gone = {player for player, withdrawn in self.players(now.id).items() if withdrawn}
        if now.kind == "robin":
            pairs = robin(sorted(players), now.round)
            return [pair for pair in (_without(pair, gone) for pair in pairs) if pair is not None]
        past = self.pairings(now.id)
        table = [line for line in standings(players, [x.result for x in past]) if line.player not in gone]
        return swiss(table, {x.union for x in past if x.csa is None}) if len(table) > 1 else []

    # --- matches and scores ---------------------------------------------------------------------------

    def take(self, now: Tournament, pairing: Pairing, match: str) -> bool:
        """A match that has been made belongs to a pairing, and its seats to who plays it; whether nobody was faster."""
        p = PAIRINGS.c
        mine = sa.and_(p.tournament == now.id, p.round == pairing.round, p.number == pairing.number, p.leg == pairing.leg)
        with self.store.engine.begin() as db:
            if db.execute(PAIRINGS.update().where(mine, p.match.is_(None)).values(match=match)).rowcount != 1:
                return False
            db.execute(AGREEMENTS.insert().values(self.agreements.values(match, now.pace, rated=now.rated, public=True)))
            for side, player in enumerate((pairing.union, pairing.csa)):
                if player is not None and not player.startswith((COMPUTER, GONE)):
                    db.execute(HOLDS.insert().values(person=player, match=match, sides=str(side), owner=False))
        return True

    def score(self, now: Tournament, pairing: Pairing, scores: tuple[float, float]) -> None:
        p = PAIRINGS.c
        mine = sa.and_(p.tournament == now.id, p.round == pairing.round, p.number == pairing.number, p.leg == pairing.leg)
        values = {"union_score": scores[0], "csa_score": scores[1]}
        with self.store.engine.begin() as db:
            db.execute(PAIRINGS.update().where(mine, p.union_score.is_(None)).values(values))

    def outcome(self, match: str) -> tuple[float, float] | None:
        """What a match that is over has brought; one that was deleted brings both nothing."""
        with self.store.reader.connect() as db:
            row = db.execute(sa.select(MATCHES.c.outcome).where(MATCHES.c.id == match)).first()
        if row is None:
            return (0.0, 0.0)
        return None if row.outcome is None else SCORES[json.loads(row.outcome)[0]]

    # --- somebody's own -------------------------------------------------------------------------------

    def of(self, person: str) -> list[dict[str, object]]:
        e, t = ENTRIES.c, TOURNAMENTS.c
        wanted = sa.select(t.id, t.name, t.title, t.state, e.joined).join(ENTRIES, e.tournament == t.id).where(e.player == person)
        with self.store.reader.connect() as db:
            return [dict(row) for row in db.execute(wanted).mappings()]

    def forget(self, person: str) -> None:
        """Somebody leaves for good: what they scored stays in the tables, under no name; what they made and nobody began goes."""
        t, e, p, nobody = TOURNAMENTS.c, ENTRIES.c, PAIRINGS.c, f"{GONE}{secrets.token_hex(6)}"
        with self.store.engine.begin() as db:
            made = db.execute(sa.select(t.id).where(t.maker == person, t.state == OPEN)).scalars().all()
            db.execute(ENTRIES.delete().where(e.tournament.in_(made)))
            db.execute(TOURNAMENTS.delete().where(t.id.in_(made)))
            db.execute(TOURNAMENTS.update().where(t.maker == person).values(maker=nobody))
            db.execute(ENTRIES.update().where(e.player == person).values(player=nobody, withdrawn=True))
            db.execute(PAIRINGS.update().where(p.union_player == person).values(union_player=nobody))
            db.execute(PAIRINGS.update().where(p.csa_player == person).values(csa_player=nobody))


class Runner:
    """Runs the tournaments that have begun."""

    def __init__(self, hub: Hub, tournaments: Tournaments) -> None:
        self.hub, self.tournaments = hub, tournaments
        self.stirred = asyncio.Event()  # there may be something to do
        hub.after.append(self.changed)

    def changed(self, live: Live) -> None:
        if live.match.outcome is not None:
            self.stirred.set()

    async def go_on(self) -> None:
        while True:
            self.stirred.clear()
            with contextlib.suppress(Exception):  # the database may be away
                for tournament in await self.hub.looking(self.tournaments.running):
                    await self.look_at(tournament)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.stirred.wait(), until_next_look())

    async def look_at(self, now: Tournament) -> None:
        pairings = [x for x in await self.hub.looking(self.tournaments.pairings, now.id) if x.round == now.round]
        for pairing in pairings:
            if pairing.union_score is None:
                try:
                    await self._see_to(now, pairing)
                except Exception:
                    LOG.exception("tournament %s: round %s, encounter %s", now.id, pairing.round, pairing.number)
        done = [x for x in await self.hub.looking(self.tournaments.pairings, now.id) if x.round == now.round]
        if done and all(x.union_score is not None for x in done):
            await self.hub.writing(self.tournaments.next_round, now)
            self.stirred.set()

    async def _see_to(self, now: Tournament, pairing: Pairing) -> None:
        if pairing.csa is None:
            await self.hub.writing(self.tournaments.score, now, pairing, (1.0, 0.0))
        elif pairing.match is None:
            await self._begin(now, pairing)
        else:
            scores = await self.hub.looking(self.tournaments.outcome, pairing.match)
            if scores is None:
                scores = await self._hurry(now, pairing.match)
            if scores is not None:
                await self.hub.writing(self.tournaments.score, now, pairing, scores)

    async def _begin(self, now: Tournament, pairing: Pairing) -> None:
        live, _, _ = await self.hub.begin(await self.hub.looking(self._made, now, pairing))
        if not await self.hub.writing(self.tournaments.take, now, pairing, live.id):
            self.hub.forget(live)
            await self.hub.writing(self.hub.store.delete, [live.id])

    def _made(self, now: Tournament, pairing: Pairing) -> Beginning:
        seconds = min(THINK, self.hub.seconds)
        wishes = {str(side): _seat(player or "") for side, player in enumerate((pairing.union, pairing.csa))}
        seating = seated(wishes, {str(side): seconds for side in range(2)}, self.hub.seconds)
        seed, nonces = None, None
        if not all(seat.agent for seat in seating.seats):
            seed, nonces = self.tournaments.dice(now, pairing, expected(seating.seats))
        seating.invites = []
        return beginning_of(Match.new(load(now.title), scenario=now.scenario, options=now.options, seed=seed, nonces=nonces), seating)

    async def _hurry(self, now: Tournament, match: str) -> tuple[float, float] | None:
        """A match that goes on: computers are kept playing, who has run out of time has lost it, and so has whom it waits for when the
        round ends; if it waits for both, both have."""
        live = await self.hub.get(match)
        agreed = await self.hub.looking(self.tournaments.agreements.of, match)
        is_due = now.due is not None and now.due <= self.tournaments.clock.now()
        late = {agreed.clock.late} - {None} if agreed is not None else set()
        blamed = sorted({int(side) for side in (late or (_awaited(live) if is_due else ())) if side is not None})
        if len(blamed) == 1:
            async with self.hub.at(live):
                await self.hub.concede(live, Side(blamed[0]))
            return SCORES[1 - blamed[0]]
        return (0.0, 0.0) if blamed else None


def _awaited(live: Live) -> Sequence[int]:
    """The sides that a match waits for: the one that is asked, or those whose browsers have given nothing to the dice yet."""
    return [int(live.asked)] if live.asked in SIDES and live.asked is not None else [int(side) for side in live.match.awaited]


def _seat(player: str) -> str:
    return f"{player}{EARNEST}" if player.startswith(COMPUTER) else LINK


def _rated(player: str) -> str:
    """By which rating somebody is known: a computer by its level, whatever its temper."""
    return player.partition("-")[0] if player.startswith(COMPUTER) else player


def _leg(number: int, leg: int, one: str, other: str | None) -> dict[str, object]:
    union, csa = (one, other) if leg == 0 or other is None else (other, one)
    return {"number": number, "leg": leg, "union_player": union, "csa_player": csa}


def _without(pair: Pair, gone: set[str]) -> Pair | None:
    """An encounter when some have withdrawn: who was to meet them rests."""
    left = [player for player in pair if player is not None and player not in gone]
    return (left[0], left[1] if len(left) == 2 else None) if left else None


def _tournament(row: sa.RowMapping) -> Tournament:
    pace = msgspec.json.decode(row["pace"], type=Pace)
    return Tournament(**{**row, "options": tuple(json.loads(row["options"])), "pace": pace, "rated": bool(row["rated"])})
