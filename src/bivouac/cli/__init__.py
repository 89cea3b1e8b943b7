"""The command line: titles, rules, check, play, serve, work, admin, replay, board, simulate, export, odds, ladder, learn, plans, bench."""

from bivouac.cli import data, lab, play, rules, running
from bivouac.cli.common import app

__all__ = ["app", "data", "lab", "main", "play", "rules", "running"]


def main() -> None:
    app()
