"""Sparring partners: plain players written apart from the titles' advice. Four for each title: grabber, rush, turtle, raider."""

from __future__ import annotations

from importlib import import_module
from random import Random

from sparring.engine import Sparring

NAMES = ("grabber", "rush", "turtle", "raider")


def partner(title: str, name: str, rng: Random) -> Sparring:
    return Sparring(name, rng, import_module(f"sparring.{title.replace('-', '_')}").PARTNERS[name])
