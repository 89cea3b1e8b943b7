"""The command line: titles, rules, check, play, serve, work, admin, replay, board, simulate, odds, ladder, learn, bench."""

from bivouac.cli import lab, play, rules, running
from bivouac.cli.common import app

__all__ = ["app", "lab", "main", "play", "rules", "running"]


def main() -> None:
    app()
