"""The files of ops/ say what the program understands."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from bivouac.server.settings import Settings
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
