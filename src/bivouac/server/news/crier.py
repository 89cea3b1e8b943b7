"""Who has to be told what: looks now and then at the matches that have changed and stand still, and writes letters.

Once for a turn, however many questions are asked in it: the reason of a letter is the match, the side, the turn as the title counts it, and
whose part of it this is. Should a process die anywhere in between, the next look finds what was left, and the reasons keep it from being
written twice. Whether it is still worth telling, and whether now is the time, is asked when a letter is about to go.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable
from dataclasses import dataclass

import msgspec
import sqlalchemy as sa

from bivouac.core.ids import Side
from bivouac.core.text import Arg
from bivouac.i18n import catalogue, scenario_name
from bivouac.server.breath import next_look
from bivouac.server.hub import Hub
from bivouac.server.live import Live
from bivouac.server.lobby.challenges import Offer
from bivouac.server.news.book import EVERYWHERE, HOOK, PUSH, Book, Hours, Way
from bivouac.server.news.hooks import Hooks, Word
from bivouac.server.news.push import Push
from bivouac.server.people.clock import DAY
from bivouac.server.people.holds import Hold, Holds
from bivouac.server.people.letters import MAIL, Letter, Letters, Unsendable
from bivouac.server.people.people import People, Person
from bivouac.server.schema import LETTERS
from bivouac.server.words import say_web
from bivouac.titles import load

PRESENT = 900.0  # seconds that somebody may think at the open table before they are told that it waits
OVER = 2 * DAY  # what ended longer ago is no news
MOST = 200  # letters to one person in a day
TURN, ENDED, CHALLENGE, TAKEN, TEST = "turn", "over", "challenge", "taken", "test"


@dataclass(frozen=True)
class Occasion:
    """Something to tell: its kind, why (once for each reason), where it leads, the facts for its words, what it is about."""

    kind: str
    reason: str
    path: str
    facts: dict[str, Arg]
    match: str | None = None
    title: str | None = None


class Crier:
    def __init__(self, hub: Hub, people: People, holds: Holds, book: Book, letters: Letters, url: str) -> None:
        self.hub, self.people, self.holds, self.book, self.letters, self.url = hub, people, holds, book, letters, url

    async def go_on(self) -> None:
        while True:
            with contextlib.suppress(Exception):  # the database may be away
                for person, match in await self.hub.looking(self.book.untold):
                    with contextlib.suppress(Exception):  # a match that cannot be opened keeps nobody else waiting
                        await self._look_at(person, match)
            await next_look()

    async def _look_at(self, person: str, match: str) -> None:
        live = await self.hub.get(match)
        revision = live.revision
        found = await self.hub.looking(self._news, live, person)
        if found is not None:
            await self.hub.writing(self._write, found)
            await self.hub.writing(self.book.told, person, match, revision)

    def _write(self, letters: list[Letter]) -> None:
        for letter in letters:
            if not self._has_enough(letter.person):
                self.letters.write(letter)

    def _has_enough(self, person: str | None) -> bool:
        c = LETTERS.c
        wanted = sa.select(sa.func.count()).where(c.person == person, c.kind != "", c.created > self.book.clock.now() - DAY)
        with self.book.store.reader.connect() as db:
            return int(db.execute(wanted).scalar_one()) >= MOST

    # --- what there is to tell ------------------------------------------------------------------------

    def _news(self, live: Live, person: str) -> list[Letter] | None:
        """What somebody has to be told of a match; None: not yet."""
        hold = next((hold for hold in self.holds.of_match(live.id) if hold.person == person), None)
        somebody = self.people.find(person)
        row = self.hub.store.match(live.id)
        if hold is None or somebody is None or row is None or len(hold.sides) != 1:
            return []
        side, stood = hold.sides[0], self.book.clock.now() - row.updated
        if live.match.outcome is not None:
            is_news = not live.is_here(side) and time.time() - row.updated < OVER
            return self._of_match(live, somebody, hold, ENDED, "") if is_news else []
        if live.asked not in (side, Side.CHANCE) or live.agent_of(side) is not None:
            return []
        if live.is_here(side) and stood < PRESENT:
            return None
        return self._of_match(live, somebody, hold, TURN, f"{side} {part_of(live)}")

    def _of_match(self, live: Live, person: Person, hold: Hold, kind: str, number: str) -> list[Letter]:
        alone = live.agent_of(1 - hold.sides[0]) is not None
        channels = self.book.channels(person.id, live.id, alone=alone)
        lang, title = person.language, live.title
        facts: dict[str, Arg] = {
            "title": catalogue(lang, title).sentence("title.name"),
            "scenario": scenario_name(title, live.match.scenario, lang),
            "other": self._other(live.id, person, lang),
        }
        news = Occasion(kind, f"{kind} {live.id} {number}", f"/me#open={live.id}", facts, live.id, title.id)
        return self._letters(person, channels, news)

    def _other(self, match: str, person: Person, lang: str) -> str:
        others = [hold.person for hold in self.holds.of_match(match) if hold.person != person.id]
        return next(iter(self.people.names(others).values()), say_web(lang, "news.somebody"))

    def challenged(self, offer: Offer) -> None:
        """Somebody is challenged by name."""
        person = self.people.find(offer.whom or "")
        maker = self.people.find(offer.maker)
        if person is None or maker is None:
            return
        lang = person.language
        facts: dict[str, Arg] = {"other": maker.name, "title": catalogue(lang, load(offer.title)).sentence("title.name")}
        channels = self.book.channels(person.id, None)
        reason = f"{CHALLENGE} {offer.maker} {offer.whom} {int(self.book.clock.now())}"
        self._write(self._letters(person, channels, Occasion(CHALLENGE, reason, "/lobby", facts, title=offer.title)))

    def accepted(self, live: Live, offer: Offer, taker: str | None) -> None:
        """Tell who posted a challenge that it was accepted."""
        person = self.people.find(offer.maker)
        if person is None:
            return
        lang, title = person.language, live.title
        facts: dict[str, Arg] = {
            "title": catalogue(lang, title).sentence("title.name"),
            "scenario": scenario_name(title, live.match.scenario, lang),
            "other": self.people.names([taker]).get(taker, "") if taker else say_web(lang, "lobby.guest"),
        }
        news = Occasion(TAKEN, f"{TAKEN} {live.id}", f"/me#open={live.id}", facts, live.id, title.id)
        self._write(self._letters(person, self.book.channels(person.id, live.id), news))

    def test(self, person: Person, channel: str, way: str | None) -> None:
        """One that somebody asks for, to see whether it arrives: by a channel, or by one way of it."""
        reason = f"{TEST} {person.id} {self.book.clock.now()}"
        found = self._letters(person, {channel}, Occasion(TEST, reason, "/me", {}))
        self._write([letter for letter in found if way is None or letter.address == way])

    # --- letters --------------------------------------------------------------------------------------

    def _letters(self, person: Person, channels: set[str], news: Occasion) -> list[Letter]:
        hours = self.book.hours(person.id)
        if hours is None:
            return []
        word = self._word(person, news, self._home(hours))
        found = []
        if MAIL in channels and person.mail is not None:
            found.append((MAIL, MAIL, person.mail, self._mail_body(person, word, self._home(hours))))
        text = msgspec.json.encode(word).decode()
        found += [(way.id, way.channel, way.id, text) for way in self.book.ways(person.id) if way.channel in channels]
        return [
            Letter(f"{news.reason} {name}", person.id, channel, address, word.subject, body, kind=news.kind, match=news.match)
            for name, channel, address, body in found
        ]

    def _word(self, person: Person, news: Occasion, home: str) -> Word:
        subject, text = (say_web(person.language, f"news.{news.kind}_{part}", **news.facts) for part in ("subject", "text"))
        return Word(news.kind, subject, text, home + news.path, news.match, news.title, self.holds.waiting(person.id))

    def _home(self, hours: Hours) -> str:
        return self.url or hours.home

    def _mail_body(self, person: Person, word: Word, home: str) -> str:
        lang = person.language
        stops = [say_web(lang, "news.mail_stop", link=f"{home}/stop/{self.book.stop_token(person.id, EVERYWHERE)}")]
        if word.match is not None:
            link = f"{home}/stop/{self.book.stop_token(person.id, word.match)}"
            stops.insert(0, say_web(lang, "news.mail_stop_match", link=link))
        return "\n".join([word.text, "", word.url, "", "-- ", *stops])

    def stop_link(self, letter: Letter) -> str:
        """The address that a mail names in its head: one click there, and no more of them come."""
        hours = self.book.hours(letter.person or "")
        home = self.url if hours is None else self._home(hours)
        return f"{home}/stop/{self.book.stop_token(letter.person or '', EVERYWHERE)}"

    # --- when a letter is about to go -----------------------------------------------------------------

    def ready(self, letter: Letter) -> float | None:
        """When a letter may go; None: it is news no more, or nobody wants it any more."""
        now = self.book.clock.now()
        if letter.kind in ("", TEST) or letter.person is None:
            return now
        hours = self.book.hours(letter.person)
        if hours is None or letter.channel not in self.book.channels(letter.person, letter.match):
            return None
        if letter.kind == TURN and not self._is_still_so(letter):
            return None
        return hours.opens(now)

    def _is_still_so(self, letter: Letter) -> bool:
        """The match waits for them still, and no later letter says so."""
        c = LETTERS.c
        mine = sa.select(c.created).where(c.id == letter.id).scalar_subquery()
        later = sa.select(c.id).where(
            c.person == letter.person, c.match == letter.match, c.address == letter.address, c.kind == TURN, c.created > mine
        )
        with self.book.store.reader.connect() as db:
            is_last = db.execute(later.limit(1)).first() is None
        return is_last and self.book.waits_for(letter.person or "", letter.match or "")


def part_of(live: Live) -> str:
    """The turn, the side that moves, and the formation that does, where a title knows that; otherwise the question itself."""
    state, turns = live.match.state, live.title.turns
    if turns is None or live.title.advice is None:
        return str(live.stamp)
    acting = turns.formation(state)
    return f"{live.turn()} {int(turns.active(state, state.stack[-1]))} {acting.id if acting is not None else ''}"


def by_way(book: Book, channel: str, send: Callable[[Way, Letter, Word], None]) -> Callable[[Letter], None]:
    """A channel whose letters are addressed to ways: the way is looked up when a letter goes, and forgotten when it leads nowhere."""

    def sent(letter: Letter) -> None:
        way = book.way(letter.address)
        if way is None or way.channel != channel or way.person != letter.person:
            raise Unsendable("gone")
        try:
            send(way, letter, msgspec.json.decode(letter.body, type=Word))
        except Unsendable as e:
            if str(e) == "gone":
                book.drop_way(way.person, way.id)
            raise

    return sent


def ways_of(book: Book, push: Push, hooks: Hooks) -> dict[str, Callable[[Letter], None]]:
    """Everything but mail."""
    return {
        PUSH: by_way(
            book, PUSH, lambda way, letter, word: push(way.subscription, letter.match or letter.reason, msgspec.json.encode(word))
        ),
        HOOK: by_way(book, HOOK, lambda way, letter, word: hooks(way.hook, word, letter.id)),
    }
