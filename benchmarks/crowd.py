"""What the benchmarks of the server share: processes that serve, a database for them, and matches with two connected players."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random, random
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from bivouac.match.dice import new_nonce

ROOT = Path(__file__).resolve().parents[1]
TICK = os.sysconf("SC_CLK_TCK")
PING = 10.0  # seconds
OPEN = {"BIVOUAC_RATE": "0", "BIVOUAC_CREATIONS": "0", "BIVOUAC_SOCKETS": "0", "BIVOUAC_WARM": "0"}


class Process:
    """A server or a worker, started, killed and started again on the same port."""

    def __init__(self, folder: Path, role: str = "serve", **environment: str) -> None:
        self.folder, self.role, self.environment, self.port = folder, role, environment, 0
        self.process: subprocess.Popen[str] | None = None

    def start(self) -> Process:
        folder = self.folder
        folder.mkdir(parents=True, exist_ok=True)
        command = [sys.executable, "-m", "bivouac.cli", self.role, "--data", str(folder)]
        command += ["--port", str(self.port)] if self.role == "serve" else []
        path = os.pathsep.join(filter(None, [os.environ.get("PYTHONPATH", ""), str(ROOT / "src")]))
        env = {**os.environ, "PYTHONPATH": path, **OPEN, **self.environment}
        with open(folder / "stderr.txt", "a") as complaints:
            self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=complaints, text=True, env=env)
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit(self.complaints)
        if self.role == "serve":
            self.port = int(line.rsplit(":", 1)[1])
        return self

    def kill(self) -> None:
        assert self.process is not None and self.process.stdout is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.process.stdout.close()

    @property
    def complaints(self) -> str:
        """The end of what it wrote to standard error."""
        return (self.folder / "stderr.txt").read_text()[-2000:]

    def stop(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(10)
            self.process.kill()

    @property
    def work(self) -> float:
        """Seconds of the processor that the process itself has used."""
        assert self.process is not None
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICK

    @property
    def memory(self) -> float:
        """Megabytes in use."""
        assert self.process is not None
        return int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


@contextlib.contextmanager
def postgres(folder: Path) -> Iterator[str]:
    """A PostgreSQL of its own; its address."""
    folder.parent.chmod(0o755)
    script = str(ROOT / "tools" / "postgres.sh")
    url = subprocess.run(["bash", script, "start", str(folder)], check=True, capture_output=True, text=True).stdout.strip()
    try:
        yield url
    finally:
        subprocess.run(["bash", script, "stop", str(folder)], check=False)


def database_work(folder: Path) -> float:
    """Seconds of the processor that the processes of such a PostgreSQL have used; 0 where there is none."""
    if not (pid := folder / "data" / "postmaster.pid").exists():
        return 0.0
    first, ticks = pid.read_text().split()[0], 0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):  # it has ended meanwhile
            fields = stat.read_text().rpartition(")")[2].split()
            ticks += int(fields[11]) + int(fields[12]) if first in (stat.parent.name, fields[1]) else 0
    return ticks / TICK


class Http:
    """One kept-alive connection; enough of HTTP for a benchmark."""

    def __init__(self, host: str, port: int, address: str | None = None) -> None:
        self.host, self.port = host, port
        self.address = address  # whose request it is, as a proxy would say
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None

    async def call(self, method: str, path: str, body: Any = None) -> Any:
        status, data = await self.raw(method, path, body)
        if status >= 300:
            raise RuntimeError(f"{path}: {status} {data[:200]!r}")
        return json.loads(data)

    async def raw(self, method: str, path: str, body: Any = None) -> tuple[int, bytes]:
        """As browsers do: on the connection that is there; should the server have closed it since, on a new one."""
        if self._writer is not None:
            with contextlib.suppress(ConnectionError):
                return await self._once(method, path, body)
        return await self._once(method, path, body)

    async def _once(self, method: str, path: str, body: Any) -> tuple[int, bytes]:
        try:
            if self._writer is None:
                self._reader, self._writer = await asyncio.open_connection(self.host, self.port)
            data = b"" if body is None else json.dumps(body).encode()
            head = f"{method} {path} HTTP/1.1\r\nhost: {self.host}:{self.port}\r\ncontent-type: application/json\r\n"
            head += f"x-forwarded-for: {self.address}\r\n" if self.address else ""
            self._writer.write(f"{head}content-length: {len(data)}\r\n\r\n".encode() + data)
            assert self._reader is not None
            answer = (await self._reader.readuntil(b"\r\n\r\n")).decode().lower()
            length = int(answer.split("content-length:")[1].split("\r\n")[0])
            return int(answer.split()[1]), await self._reader.readexactly(length)
        except (OSError, asyncio.IncompleteReadError) as e:
            self.close()
            raise ConnectionError(str(e)) from None

    def close(self) -> None:
        if self._writer is not None:
            self._writer.close()
        self._reader = self._writer = None


class Table:
    """A match with both seats connected, each by a port of its own."""

    def __init__(self, https: list[Http], tokens: list[str], sockets: list[ClientConnection]) -> None:
        self.https, self.tokens, self.sockets = https, tokens, sockets
        self.audience: list[asyncio.Task[None]] = []
        self.asking: asyncio.Task[None] | None = None
        self.told: list[Any] = [None, None]
        self.heard = [0.0, 0.0]

    @classmethod
    async def open(cls, ports: tuple[int, int], title: str, address: str | None = None, *, spectators: int = 0) -> Table:
        https = [Http("127.0.0.1", port, address) for port in ports]
        made = await https[0].call("POST", "/api/matches", {"title": title, "seats": {"0": "me", "1": "link"}})
        joined = await https[1].call("POST", "/api/join/" + made["invites"][0]["url"].rsplit("/", 1)[1], {})
        tokens, watch = [made["token"], joined["token"]], made["watch"].rsplit("/", 1)[1]
        for http, token in zip(https, tokens):
            dice = (await http.call("GET", f"/api/table/{token}"))["dice"]
            await http.call("POST", f"/api/table/{token}/nonce", {"nonce": new_nonce(), "commit": dice["commit"]})
        who = {"x-forwarded-for": address} if address else {}
        sockets = [
            await connect(f"ws://127.0.0.1:{p}/ws/{t}?lang=en", compression=None, max_size=None, ping_interval=None, additional_headers=who)
            for p, t in zip((*ports, *itertools.repeat(ports[0], spectators)), (*tokens, *itertools.repeat(watch, spectators)))
        ]
        table = cls(https, tokens, sockets)
        table.audience = [asyncio.create_task(_look_on(socket)) for socket in sockets[2:]]
        table.asking = asyncio.create_task(table.ask())
        await asyncio.gather(table.begin(0), table.begin(1))
        return table

    async def begin(self, seat: int) -> None:
        """Wait until a seat has been told a question that no dice answer; one of them may know it sooner than the other."""
        await self.hear(seat, -1)
        while self.told[seat]["question"] is None or self.told[seat]["question"]["side"] == 2:
            await self.hear(seat, self.told[seat]["rev"])

    async def hear(self, seat: int, revision: int) -> None:
        """Wait until a seat has been told of something newer."""
        while True:
            message = json.loads(await self.sockets[seat].recv())
            self.heard[seat] = time.monotonic()
            if message["kind"] == "table" and message["rev"] > revision:
                self.told[seat] = message
                return
            if message["kind"] == "reply" and message["status"] != 200:
                raise RuntimeError(message["error"])

    async def answer(self, rng: Random) -> float | None:
        """One answer; gives the seconds until it is on the other screen."""
        newest = max(self.told, key=lambda t: t["rev"])
        if newest["question"] is None:
            return None
        side = newest["question"]["side"]
        asked = self.told[side]["question"]
        choice = rng.choice(asked["choices"])["answer"]
        wish = {"answer": choice, "serial": asked["serial"], "side": side, "sure": True}
        revision, started = newest["rev"], time.perf_counter()

        async def seen() -> float:
            await self.hear(1 - side, revision)
            return time.perf_counter() - started

        await self.sockets[side].send(json.dumps({"kind": "answer", "id": revision, "wish": wish}))
        return (await asyncio.gather(seen(), self.taken(side, revision)))[0]

    async def taken(self, seat: int, revision: int) -> None:
        """Wait until a seat has been told that its answer was taken, and what came of it."""
        await self.hear(seat, revision)
        while json.loads(await self.sockets[seat].recv())["kind"] != "reply":
            pass

    async def ask(self) -> None:
        """Is everything well? As a page does that has heard nothing for ten seconds."""
        await asyncio.sleep(PING * random())
        while True:
            await asyncio.sleep(PING)
            for seat, socket in enumerate(self.sockets):
                if seat >= len(self.heard) or time.monotonic() - self.heard[seat] >= PING:
                    await socket.send('{"kind": "ping"}')

    async def close(self) -> None:
        if self.asking is not None:
            self.asking.cancel()
        for socket in self.sockets:
            await socket.close()
        await asyncio.gather(*self.audience)
        for http in self.https:
            http.close()


async def _look_on(socket: ClientConnection) -> None:
    """A spectator reads what comes, until it ends."""
    async for _ in socket:
        pass


def at(times: list[float], share: float) -> float:
    """Milliseconds within which such a share of the times lies."""
    ordered = sorted(times) or [0.0]
    return 1000 * ordered[min(int(len(ordered) * share), len(ordered) - 1)]
