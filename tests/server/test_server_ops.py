"""The files of ops/ say what the program understands."""

from __future__ import annotations

import asyncio
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import toy
from bivouac.core.table import forget_made
from bivouac.match import Match
from bivouac.server import breath, operating
from bivouac.server.hub import IDLE
from bivouac.server.settings import Settings
from bivouac.server.words import forget_said, speaker
from bivouac.titles import load
from server.test_server_faults import at_a_table
from server.test_server_limits import asked, guarded

ROOT = Path(__file__).resolve().parents[2]
OPS = {file.name: file.read_text("utf-8") for file in (ROOT / "ops").iterdir()}


@pytest.mark.parametrize("name", OPS)
def test_what_is_set_is_read(name):
    read = (ROOT / "src/bivouac/server/settings.py").read_text("utf-8")
    for variable in set(re.findall(r"BIVOUAC_[A-Z_]+", OPS[name])) - {"BIVOUAC_NAME"}:
        assert f'"{variable}"' in read, variable


def test_a_container_has_what_the_package_is_built_from():
    """The compiled build once came from files that nobody copied."""
    copied = [word for line in re.findall(r"^COPY (?!--from)(.*) \S+$", OPS["Containerfile"], re.MULTILINE) for word in line.split()]
    described = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    project, found = described["project"], described["tool"]["setuptools"]["packages"]["find"]
    needed = [project["readme"], *project["license-files"], *described["build-system"]["backend-path"], *found["where"], "setup.py"]
    assert set(needed) <= set(copied) and all((ROOT / name).exists() for name in copied)


def test_everybody_who_asks_a_container_is_answered(monkeypatch, tmp_path):
    """People by the house's name, the proxy by the names of the services, and the container itself, by its number, whether it is well."""
    [names] = re.findall(r"BIVOUAC_HOSTS: (\S+)", OPS["compose.yaml"])
    monkeypatch.setenv("BIVOUAC_HOSTS", names.replace("${BIVOUAC_NAME:?}", "play.example.org"))
    hosts = Settings.in_folder(tmp_path).hosts
    [own] = re.findall(r"http://([\d.:]+)/health", OPS["Containerfile"])
    proxied = re.findall(r"\bweb\d:8000\b", OPS["Caddyfile"])
    assert len(proxied) == len(re.findall(r"^  web\d:", OPS["compose.yaml"], re.MULTILINE)) == 2
    for host in (own, *proxied, "play.example.org"):
        assert asked(guarded(hosts=hosts), "/health", host=host) == 200, host
    assert asked(guarded(hosts=hosts), "/health", host="elsewhere.example") == 421


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed")
@pytest.mark.parametrize("name", ["bivouac@.service", "bivouac-worker@.service"])
def test_systemd_has_nothing_to_object(tmp_path, name):
    """The same unit, with a program and a user that this machine has."""
    there = {"/opt/bivouac/bin/bivouac": sys.executable, "User=bivouac": "User=root", "/etc/bivouac.env": str(ROOT / "ops/bivouac.env")}
    text = OPS[name]
    for was, now in there.items():
        assert was in text
        text = text.replace(was, now)
    unit = tmp_path / name.replace("@", "@1")
    unit.write_text(text)
    said = subprocess.run(["systemd-analyze", "verify", str(unit)], capture_output=True, text=True, check=False)
    assert said.returncode == 0 and not said.stderr, said.stderr


@at_a_table
async def test_memory_goes_back_when_half_of_the_tables_are_let_go(hub, live, page, monkeypatch):
    monkeypatch.setattr(breath, "LOOK", 0.01)
    monkeypatch.setattr(operating, "GIVEN_BACK", 0.0)
    given, others = [], [(await hub.create(Match.new(toy.TITLE, seed=n), {"0": "me", "1": "here"}))[0] for n in range(3)]
    hub.forgetting.append(lambda: given.append(len(hub.tables)))
    going_on = asyncio.create_task(operating.Housekeeping(hub, 0.0).go_on())
    await asyncio.sleep(0.2)
    assert given == []
    for other in others[:1]:
        other.used -= 2 * IDLE
    await asyncio.sleep(0.2)
    assert given == []
    for other in others:
        other.used -= 2 * IDLE
    live.used -= 2 * IDLE  # somebody looks on there
    await asyncio.sleep(0.3)
    going_on.cancel()
    assert len(given) == 1 and hub.table(live.id) is live


def test_what_was_forgotten_is_said_and_made_again():
    title = load("house-divided")
    view = title.view(title.setup(), None)
    say, layout = speaker(title, "en"), title.table.layout(view)
    said = [say(token.name) for token in layout.tokens]
    forget_said()
    forget_made()
    again = title.table.layout(view)
    assert again == layout and again.tokens[0] is not layout.tokens[0]
    assert [say(token.name) for token in again.tokens] == said
