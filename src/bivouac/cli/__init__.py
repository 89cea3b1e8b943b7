"""The command line: titles, rules, check, play, serve, work, admin, replay, board; simulate, export, balance, calibrate, odds, ladder,
learn, plans, bench."""

from bivouac.cli import balance, calibrate, care, data, lab, play, rules, running
from bivouac.cli.common import app

__all__ = ["app", "balance", "calibrate", "care", "data", "lab", "main", "play", "rules", "running"]


def main() -> None:
    app()
