"""A server of one's own for tests: started, killed and started again on the same port and database; and seats at its tables."""

from __future__ import annotations

import json
import os
import secrets
import signal
import subprocess
import sys
import time
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import httpx
import sqlalchemy as sa

import toy
from bivouac.agents import Clock, judged
from bivouac.match import Match, format_save

ROOT = Path(__file__).resolve().parents[2]
POSTGRES = os.environ.get("BIVOUAC_POSTGRES")  # the address of one, where `make test-postgres` runs
PATIENCE = 60
HTTP = httpx.Client(timeout=PATIENCE)
# no limits, short thoughts, one worker, and no boards drawn ahead: most of these servers live for a few requests
USUAL = {"BIVOUAC_RATE": "0", "BIVOUAC_CREATIONS": "0", "BIVOUAC_SECONDS": "0.3", "BIVOUAC_WORKERS": "1", "BIVOUAC_WARM": "0"}


def get(url: str, **more: Any) -> httpx.Response:
    return httpx.get(url, timeout=PATIENCE, **more)


def post(url: str, **more: Any) -> httpx.Response:
    return httpx.post(url, timeout=PATIENCE, **more)


def fresh_database() -> str:
    """The address of an empty database on the PostgreSQL of these tests."""
    assert POSTGRES is not None
    name = f"test_{secrets.token_hex(6)}"
    engine = sa.create_engine(POSTGRES, isolation_level="AUTOCOMMIT")
    with engine.connect() as db:
        db.execute(sa.text(f"CREATE DATABASE {name}"))
    engine.dispose()
    return sa.make_url(POSTGRES).set(database=name).render_as_string(hide_password=False)


class Server:
    def __init__(self, folder: Path, **environment: str) -> None:
        self.folder = folder
        self.environment = {**USUAL, **environment}
        if POSTGRES:
            self.environment.setdefault("BIVOUAC_DATABASE", fresh_database())
        self.port = 0
        self.process: subprocess.Popen[str] | None = None

    @classmethod
    def with_clock(cls, folder: Path) -> Server:
        """One whose clock can be put forward."""
        return cls(folder, BIVOUAC_CLOCK=str(folder / "clock.txt"))

    def ahead(self, seconds: float) -> None:
        """Put its clock forward."""
        (self.folder / "clock.txt").write_text(str(seconds))

    def start(self) -> Server:
        path = f"{ROOT / 'src'}{os.pathsep}{ROOT / 'tests'}"
        env = {**os.environ, "PYTHONPATH": path, "BIVOUAC_EXTRA_TITLES": "toy:TITLE", **self.environment}
        command = [sys.executable, "-m", "bivouac.cli", "serve", "--port", str(self.port), "--data", str(self.folder)]
        with open(self.folder / "stderr.txt", "a") as complaints:
            self.process = subprocess.Popen(command, env=env, stdout=subprocess.PIPE, stderr=complaints, text=True, start_new_session=True)
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert "http://" in line, (self.folder / "stderr.txt").read_text()
        self.url = line.split()[-1]
        self.port = int(self.url.rsplit(":", 1)[1])
        for _ in range(200):
            try:
                httpx.get(f"{self.url}/api/words", timeout=2)
                return self
            except httpx.TransportError:
                time.sleep(0.05)
        raise AssertionError("the server does not answer")

    def kill(self) -> None:
        """As the power would: no time to tidy up."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(10)
        assert self.process.stdout is not None
        self.process.stdout.close()

    def stop(self) -> None:
        assert self.process is not None
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(8)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait(5)
        assert self.process.stdout is not None
        self.process.stdout.close()

    @property
    def work(self) -> float:
        """The seconds of the processor that the server itself, without its workers, has used so far."""
        assert self.process is not None
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    @property
    def database(self) -> str:
        return self.environment.get("BIVOUAC_DATABASE", f"sqlite:///{self.folder / 'bivouac.db'}")

    @property
    def complaints(self) -> str:
        return (self.folder / "stderr.txt").read_text()


class Seat:
    """One link and what can be done with it."""

    def __init__(self, server: Server, token: str, language: str = "en") -> None:
        self.url, self.language, self.token = server.url, language, token

    def look(self, **query: Any) -> Any:
        return self.get("", **query)

    def get(self, path: str, **query: Any) -> Any:
        return self.raw(path, **query).raise_for_status().json()

    def raw(self, path: str, **query: Any) -> httpx.Response:
        return HTTP.get(f"{self.url}/api/table/{self.token}{path}", params={"lang": self.language, **query})

    def post(self, path: str, **body: Any) -> httpx.Response:
        return HTTP.post(f"{self.url}/api/table/{self.token}{path}", params={"lang": self.language}, json=body)

    def answer(self, answer: int, serial: int, **more: Any) -> httpx.Response:
        return self.post("/answer", answer=answer, serial=serial, sure=True, **more)

    def give(self, nonce: str | None = None) -> str:
        """As a browser does: keep the promise, and give a nonce for it if one is wanted. Gives the promise."""
        commit: str = self.look()["dice"]["commit"]
        self.post("/nonce", nonce=nonce or secrets.token_hex(16), commit=commit).raise_for_status()
        return commit

    def answer_first(self, **query: Any) -> Any:
        """Answer the question with its first option; gives what the server said."""
        question = self.look(**query)["question"]
        reply = self.answer(question["choices"][0]["answer"], question["serial"], side=question["side"])
        assert reply.status_code == 200, reply.text
        return reply.json()


@cache
def known_save(seed: int = 0) -> str:
    """A match of Pickets before its first answer in which the secret posts are far away: the Union's the chapel, the Confederacy's the
    mill."""
    while True:
        match = Match.new(toy.TITLE, seed=seed)
        if match.state.secret == [3, 0]:
            return format_save(match.save(reveal=True))
        seed += 1


def known(server: Server, union: str = "me", csa: str = "link") -> Any:
    return uploaded(server, known_save(), union, csa)


@cache
def mistake() -> tuple[Match, int, int]:
    """A position of a match of Pickets before a grave mistake, and the answer that would be one."""
    match, rng = Match.new(toy.TITLE, seed=0), Random(0)
    while True:
        question = match.question
        assert question is not None
        for answer in question.options if len(question.options) > 1 else ():
            found = judged(match.view(question.side), question, (answer,), Random(0), Clock())
            if found is not None and found.fall > 0.3 and found.is_grave:
                return match, int(question.side), answer
        match.submit(rng.choice(question.options), side=question.side)


def uploaded(server: Server, save: str, union: str = "me", csa: str = "here") -> Any:
    """A match from a save."""
    reply = HTTP.post(f"{server.url}/api/saves", json={"save": save, "seats": {"0": union, "1": csa}})
    assert reply.status_code == 201, reply.text
    Seat(server, reply.json()["token"]).give()
    return reply.json()


def new(server: Server, title: str = "pickets", union: str = "me", csa: str = "link", **more: Any) -> Any:
    """A new match: what the server says to its maker, whose browser has given its nonce."""
    reply = post(f"{server.url}/api/matches", json={"title": title, "seats": {"0": union, "1": csa}, **more})
    assert reply.status_code == 201, reply.text
    Seat(server, reply.json()["token"]).give()
    return reply.json()


def friends(server: Server, **more: Any) -> tuple[Seat, Seat, Seat]:
    """A match between two browsers, and a spectator."""
    made = known(server, **more)
    token = made["invites"][0]["url"].rsplit("/", 1)[1]
    joined = post(f"{server.url}/api/join/{token}").raise_for_status().json()
    friend = Seat(server, joined["token"])
    friend.give()
    return Seat(server, made["token"]), friend, Seat(server, made["watch"].rsplit("/", 1)[1])


def play_out(seats: list[Seat], limit: int = 400) -> None:
    """First options until it is over."""
    for _ in range(limit):
        table = seats[0].look()
        if table["outcome"]:
            return
        side = table["question"]["side"]
        asked = next(s for s in seats if side in s.look()["room"]["sides"])
        asked.answer_first(**({"as": side} if len(asked.look()["room"]["sides"]) == 2 else {}))
    raise AssertionError("not over")


def text_of(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False)


def as_it_was(db: sa.Connection) -> None:
    """The tables before they had numbers."""
    db.execute(sa.text("INSERT INTO snapshots SELECT id, serial, state FROM matches WHERE serial % 64 != 0 OR serial = 0"))
    for index in ("watch", "updated"):
        db.execute(sa.text(f"DROP INDEX ix_matches_{index}"))
    for column in ("state", "rewound", "dropped", "request", "closed", "events_version"):
        db.execute(sa.text(f"ALTER TABLE matches DROP COLUMN {column}"))
    of_people = (
        "people",
        "passkeys",
        "sessions",
        "doors",
        "holds",
        "letters",
        "challenges",
        "agreements",
        "vacations",
        "orders",
        "ahead",
        "news",
        "news_ways",
        "news_switches",
        "battles",
        "ratings",
        "rated",
        "words",
        "notes",
        "mutes",
        "reports",
        "sanctions",
        "tournaments",
        "entries",
        "pairings",
    )
    for table in ("thoughts", "bans", "alembic_version", *of_people):
        db.execute(sa.text(f"DROP TABLE {table}"))
