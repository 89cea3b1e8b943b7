"""The log of a stored game is a cache: games whose events are of another version get theirs by replaying their answers."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from random import Random

import pytest
import sqlalchemy as sa

from bivouac import Match, titles
from bivouac.core.ids import SIDES
from bivouac.i18n import LANGUAGES, catalogue
from bivouac.server.admin import listed, looked_through
from bivouac.server.keeping import Keeper, beginning_of
from bivouac.server.packing import format_events, parse_events
from bivouac.server.schema import ANSWERS, MATCHES
from bivouac.server.seats import Seating, seated
from bivouac.server.store import Store

OLDER = Path(__file__).parent / "databases" / "2026-11-16.sqlite.gz"  # schema 0002, events and rules of that day


@pytest.fixture
def older(tmp_path: Path) -> Store:
    """A database with one game of each title, 150 answers long, written before events had a version."""
    path = tmp_path / "older.sqlite"
    path.write_bytes(gzip.decompress(OLDER.read_bytes()))
    store = Store(f"sqlite:///{path}")
    yield store
    store.close()


@pytest.fixture
def store(tmp_path: Path) -> Store:
    store = Store(f"sqlite:///{tmp_path / 'games.sqlite'}")
    yield store
    store.close()


def random_game(title: str, answers: int = 80) -> Match:
    rng = Random(title)
    match = Match.new(title, seed=title)
    while match.question is not None and len(match.answers) < answers:
        match.submit(rng.choice(match.question.options))
    return match


def local_seats() -> Seating:
    return seated({str(int(side)): "me" for side in SIDES}, {}, 1.0)


def whole_log(keeper: Keeper, identity: str) -> list[tuple[int, str]]:
    live = keeper.open(identity)
    return [(number, format_events(events)) for number, events in keeper.earlier(live, -1, live.serial) if events]


def store_as_older(store: Store, identity: str) -> None:
    """Take the last value from every stored event and the version from the game, as if the kinds had had fewer blanks."""
    with store.engine.begin() as db:
        for number, text in db.execute(sa.select(ANSWERS.c.number, ANSWERS.c.events).where(ANSWERS.c.match == identity)).all():
            shorter = json.dumps([event[:-1] if len(event) > 1 else event for event in json.loads(text)])
            db.execute(ANSWERS.update().where(ANSWERS.c.match == identity, ANSWERS.c.number == number).values(events=shorter))
        db.execute(MATCHES.update().where(MATCHES.c.id == identity).values(events_version=""))


def test_every_game_of_an_older_database_opens_and_its_log_can_be_read(older: Store) -> None:
    keeper = Keeper(older, 0.0)
    games = listed(older, None)
    assert {game.title for game in games} == set(titles())
    for game in games:
        live = keeper.open(game.id)
        events = [event for _, told in keeper.earlier(live, -1, live.serial) for event in told]
        assert len(events) > live.serial / 4
        for language in LANGUAGES:
            assert all(catalogue(language, live.title).say(event.text) for event in events if not event.kind.effect)


def test_admin_check_finds_every_game_of_an_older_database_readable(older: Store) -> None:
    assert [unreadable for unreadable in looked_through(older) if unreadable] == []


@pytest.mark.parametrize("title", titles())
def test_a_log_with_older_events_is_rebuilt_as_it_was(store: Store, title: str) -> None:
    keeper, beginning = Keeper(store, 0.0), beginning_of(random_game(title), local_seats())
    store.create(beginning)
    before = whole_log(keeper, beginning.row.id)
    store_as_older(store, beginning.row.id)
    assert whole_log(keeper, beginning.row.id) == before
    assert store.match(beginning.row.id).events_version == beginning.row.events_version != ""
    assert store.match(beginning.row.id).revision == beginning.row.revision


def test_a_log_is_rebuilt_once(store: Store, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO", "bivouac.server")
    keeper, beginning = Keeper(store, 0.0), beginning_of(random_game("lincoln", 20), local_seats())
    store.create(beginning)
    store_as_older(store, beginning.row.id)
    for _ in range(3):
        keeper.open(beginning.row.id)
    assert len([record for record in caplog.records if "the log is rebuilt" in record.message]) == 1


def test_events_that_do_not_fit_their_kind_of_today_are_left_out() -> None:
    match = random_game("hold-the-line", 60)
    events = [event for number in range(60) for event in match.all_events_of(number)]
    packed = json.loads(format_events(events))
    broken = [[*event, 1] for event in packed] + [[event[0], *("words" for _ in event[1:])] for event in packed if len(event) > 1]
    assert parse_events("HTL", json.dumps([*packed, *broken, ["no such event"]])) == events
