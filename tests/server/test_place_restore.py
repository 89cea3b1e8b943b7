"""Restoring a backup into an installation that has gone on since: what is missing comes back, and nothing else changes."""

from __future__ import annotations

import gzip
import json
from random import Random

import pytest
import sqlalchemy as sa
from typer.testing import CliRunner

from bivouac.cli import app
from bivouac.core.title import BadSetup
from bivouac.i18n import catalogue
from bivouac.match import Match
from bivouac.server.backup import KEPT_IN_BACKUPS, backup, restore
from bivouac.server.keeping import Keeper, beginning_of
from bivouac.server.people.clock import Clock
from bivouac.server.people.letters import Letter, Letters
from bivouac.server.people.people import Passkey, People
from bivouac.server.schema import AHEAD, BATTLES, ENTRIES, HOLDS, LETTERS, MATCHES, PASSKEYS, PEOPLE, SANCTIONS, TOURNAMENTS, WORDS
from bivouac.server.seats import seated
from bivouac.server.store import Store
from server.harness import POSTGRES, fresh_database

ADDRESS = "anna@example.org"


@pytest.fixture
def store(tmp_path):
    opened = Store(fresh_database() if POSTGRES else f"sqlite:///{tmp_path / 'bivouac.db'}")
    yield opened
    opened.close()


@pytest.fixture
def empty(tmp_path):
    opened = Store(fresh_database() if POSTGRES else f"sqlite:///{tmp_path / 'another.db'}")
    yield opened
    opened.close()


def begun(store, title="house-divided"):
    """A match with some answers; gives its id."""
    match, rng = Match.new(title, seed=1), Random(1)
    for _ in range(12):
        match.submit(rng.choice(match.state.options))
    return Keeper(store, 20.0).begin(beginning_of(match, seated({}, {}, 20.0))).id


def people(store):
    return People(store, Clock(""))


def write(store, reason, match=None, person=None):
    assert Letters(store, Clock("")).write(Letter(reason, person, "mail", ADDRESS, "Come in", "a link", match=match))


def rows(store, table, **wanted):
    with store.engine.connect() as db:
        found = db.execute(sa.select(table).filter_by(**wanted)).mappings()
        return sorted(({**row} for row in found), key=lambda row: json.dumps(row, default=str, sort_keys=True))


def everything(store):
    return {str(table.name): rows(store, table) for table in KEPT_IN_BACKUPS}


def put(store, table, **values):
    with store.engine.begin() as db:
        db.execute(table.insert().values(**values))


def drop(store, table, **which):
    with store.engine.begin() as db:
        db.execute(table.delete().where(*[table.c[name] == value for name, value in which.items()]))


def tournament(store, identity):
    values = {"name": identity, "kind": "round", "title": "lincoln", "scenario": "war", "options": "[]", "pace": "{}", "days": 7.0}
    more = {"rounds": 1, "rated": False, "maker": "anna", "state": "open", "round": 0, "created": 1.0}
    put(store, TOURNAMENTS, id=identity, **values, **more)


def test_what_is_missing_comes_back_and_nothing_else_changes(store, tmp_path):
    anna, lost, kept = people(store).add("Anna", "en", ADDRESS), begun(store), begun(store)
    write(store, "in 1")  # every sign-in by email leaves such a row, which belongs to no match
    write(store, "turn 1", match=lost, person=anna.id)
    put(store, HOLDS, person=anna.id, match=lost, sides="0", owner=True, told=-1)
    before = everything(store)
    backup(store, tmp_path / "copy.gz")
    store.delete([lost])
    people(store).change(anna, name="Annabel", languages=["it"], listed=True)
    people(store).add("Berta", "en", "berta@example.org")
    write(store, "in 2")
    changed = everything(store)
    assert restore(store, tmp_path / "copy.gz") == (1, 1, 0)
    after = everything(store)
    for table in KEPT_IN_BACKUPS:
        name, column = str(table.name), "id" if table is MATCHES else "match"
        back = [row for row in before[name] if row.get(column) == lost]
        assert [row for row in after[name] if row not in back] == [row for row in changed[name] if row not in back], name
        assert all(row in after[name] for row in back), name
    assert len(rows(store, LETTERS)) == 3 and rows(store, PEOPLE, id=anna.id)[0]["name"] == "Annabel"
    assert store.match(kept) is not None and Keeper(store, 20.0).open(lost).serial > 0
    assert restore(store, tmp_path / "copy.gz") == (0, 2, 0) and everything(store) == after, "a second time changes nothing"


def test_a_backup_goes_back_whole_into_an_empty_installation(store, empty, tmp_path):
    anna = people(store).add("Anna", "en", ADDRESS)
    write(store, "turn 1", match=begun(store), person=anna.id)
    people(store).add_passkey(Passkey("key", anna.id, "public", 0, 1.0, None))
    tournament(store, "cup")
    put(store, ENTRIES, tournament="cup", player=anna.id, joined=1.0, withdrawn=False)
    backup(store, tmp_path / "copy.gz")
    assert restore(empty, tmp_path / "copy.gz") == (1, 0, 0)
    found, wanted = everything(empty), everything(store)
    assert {name: lot for name, lot in found.items() if name != "house"} == {name: lot for name, lot in wanted.items() if name != "house"}


def test_an_account_that_comes_back_gives_way_to_who_has_its_name_and_address_now(store, tmp_path):
    anna = people(store).add("Anna", "en", ADDRESS)
    people(store).add_passkey(Passkey("key", anna.id, "public", 0, 1.0, None))
    backup(store, tmp_path / "copy.gz")
    people(store).delete(anna.id)
    other = people(store).add("ANNA", "en", ADDRESS)
    assert restore(store, tmp_path / "copy.gz").renamed == 1
    back, same = people(store).find(anna.id), people(store).find(other.id)
    assert back is not None and back.name.startswith("Anna ") and back.mail is None and rows(store, PASSKEYS, person=anna.id)
    assert same == other, "who is here keeps name and address"


def test_an_account_that_was_renamed_keeps_its_new_name(store, tmp_path):
    anna = people(store).add("Anna", "en", ADDRESS)
    backup(store, tmp_path / "copy.gz")
    people(store).change(anna, name="Carla", languages=["en"], listed=False)
    before = everything(store)
    assert restore(store, tmp_path / "copy.gz") == (0, 0, 0) and everything(store) == before
    people(store).add("Anna", "en")
    before = everything(store)
    assert restore(store, tmp_path / "copy.gz") == (0, 0, 0) and everything(store) == before, "whoever has the old name now keeps it"


def test_what_was_taken_from_an_account_or_a_tournament_that_is_here_does_not_come_back(store, tmp_path):
    anna = people(store).add("Anna", "en")
    people(store).add_passkey(Passkey("stolen", anna.id, "public", 0, 1.0, None))
    put(store, SANCTIONS, person=anna.id, kind="mute", until=4e9, why="noise")
    for name in ("cup", "lost cup"):
        tournament(store, name)
        put(store, ENTRIES, tournament=name, player=anna.id, joined=1.0, withdrawn=False)
    backup(store, tmp_path / "copy.gz")
    drop(store, PASSKEYS, id="stolen")
    drop(store, SANCTIONS, person=anna.id)
    drop(store, ENTRIES, tournament="cup")
    drop(store, ENTRIES, tournament="lost cup")
    drop(store, TOURNAMENTS, id="lost cup")
    restore(store, tmp_path / "copy.gz")
    assert not rows(store, PASSKEYS) and not rows(store, SANCTIONS)
    assert [row["tournament"] for row in rows(store, ENTRIES)] == ["lost cup"] and len(rows(store, TOURNAMENTS)) == 2


def test_a_private_copy_that_planning_has_ended_does_not_come_back(store, tmp_path):
    match, copy, another = begun(store), begun(store), begun(store)
    put(store, AHEAD, match=match, side=0, copy=copy, plan="{}")
    put(store, AHEAD, match=another, side=0, copy=begun(store), plan="{}")
    backup(store, tmp_path / "copy.gz")
    drop(store, AHEAD, match=match)
    store.delete([copy])
    store.delete([another])  # and its copy
    assert restore(store, tmp_path / "copy.gz").matches == 2, "a match that is lost comes back with its copy"
    assert store.match(copy) is None and store.match(another) is not None and len(rows(store, AHEAD)) == 1


def test_a_message_that_waited_in_the_backup_is_not_sent_with_a_link_that_opens_nothing(store, empty, tmp_path):
    write(store, "in 1")
    backup(store, tmp_path / "copy.gz")
    restore(empty, tmp_path / "copy.gz")
    assert [(row["state"], row["body"]) for row in rows(empty, LETTERS)] == [("dropped", "")]


def test_shared_scenarios_and_chat_come_back_once(store, tmp_path):
    match = begun(store)
    put(store, WORDS, id="w", match=match, room="players", voice="anna", text="hello", created=1.0, hidden=False)
    put(
        store,
        BATTLES,
        id="b",
        owner="o",
        maker="m",
        title="hold-the-line",
        name="n",
        about="",
        text="t",
        ancestor="",
        listed=True,
        created=1.0,
    )
    before = everything(store)
    backup(store, tmp_path / "copy.gz")
    store.delete([match])
    drop(store, BATTLES, id="b")
    for _ in range(2):
        restore(store, tmp_path / "copy.gz")
    after = everything(store)
    assert {n: lot for n, lot in after.items() if n != "house"} == {n: lot for n, lot in before.items() if n != "house"}


def test_an_error_tells_neither_sql_nor_personal_data_and_changes_nothing(store, tmp_path):
    anna = people(store).add("Anna", "en", ADDRESS)
    match = begun(store)
    backup(store, tmp_path / "copy.gz")
    people(store).delete(anna.id)
    store.delete([match])

    @sa.event.listens_for(store.engine, "before_cursor_execute")
    def fail(connection, cursor, statement, parameters, *_):
        if statement.startswith("INSERT INTO people"):
            raise sa.exc.IntegrityError(statement, parameters, Exception(f"UNIQUE constraint failed: {ADDRESS}"))

    before = everything(store)
    with pytest.raises(BadSetup) as caught:
        restore(store, tmp_path / "copy.gz")
    for language in ("en", "it"):
        said = catalogue(language).say(caught.value.text)
        assert "IntegrityError" in said and not any(word in said for word in ("INSERT", "people", "Anna", ADDRESS)), said
    assert caught.value.__suppress_context__, "and no traceback shows it"
    assert everything(store) == before


@pytest.mark.skipif(bool(POSTGRES), reason="a trigger of SQLite")
def test_the_command_tells_an_error_in_a_line(store, tmp_path):
    people(store).add("Anna", "en", ADDRESS)
    backup(store, tmp_path / "copy.gz")
    drop(store, PEOPLE, folded="anna")
    with store.engine.begin() as db:
        db.exec_driver_sql(f"CREATE TRIGGER no BEFORE INSERT ON people BEGIN SELECT RAISE(ABORT, 'not {ADDRESS}'); END")
    environment = {"BIVOUAC_DATABASE": f"sqlite:///{tmp_path / 'bivouac.db'}"}
    told = CliRunner(env=environment).invoke(app, ["admin", "restore", str(tmp_path / "copy.gz"), "--data", str(tmp_path)])
    assert told.exit_code == 2 and not isinstance(told.exception, sa.exc.SQLAlchemyError)
    assert "could not be restored" in told.output and not any(word in told.output for word in ("INSERT", "Anna", ADDRESS, "Traceback"))


def test_the_command_says_how_many_accounts_have_another_name(store, tmp_path):
    if POSTGRES:
        environment = {"BIVOUAC_DATABASE": store.engine.url.render_as_string(hide_password=False)}
    else:
        environment = {"BIVOUAC_DATABASE": f"sqlite:///{tmp_path / 'bivouac.db'}"}
    anna = people(store).add("Anna", "en")
    begun(store)
    backup(store, tmp_path / "copy.gz")
    people(store).delete(anna.id)
    people(store).add("Anna", "en")
    words = ["admin", "restore", str(tmp_path / "copy.gz"), "--data", str(tmp_path)]
    told = CliRunner(env=environment).invoke(app, ["--lang", "en", *words])
    said = " ".join(told.output.split())
    assert told.exit_code == 0 and "there already: 1" in said and "has the name now: 1" in said


def test_a_file_with_a_damaged_line_is_refused_before_anything_is_written(store, tmp_path):
    match = begun(store)
    backup(store, tmp_path / "copy.gz")
    store.delete([match])
    before, whole = everything(store), gzip.decompress((tmp_path / "copy.gz").read_bytes())
    for line in (b'["people", {"id": "x"}]\n', b'["strangers", {}]\n', b'["people", 3]\n', b"[]\n", b"{"):
        (tmp_path / "damaged.gz").write_bytes(gzip.compress(whole + line))
        with pytest.raises(BadSetup) as caught:
            restore(store, tmp_path / "damaged.gz")
        assert caught.value.text.key == "errors.admin_no_backup" and everything(store) == before
