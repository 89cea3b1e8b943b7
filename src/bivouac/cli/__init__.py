"""The command line: titles, rules, check, play, serve, replay, board, simulate, odds, ladder, learn, bench."""

from bivouac.cli import lab, play, rules
from bivouac.cli.common import app

__all__ = ["app", "lab", "main", "play", "rules"]


def main() -> None:
    app()
