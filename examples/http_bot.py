"""A bot that plays over HTTP: `python examples/http_bot.py http://127.0.0.1:8000 TITLE` begins a match against the computer and plays it to
its end with random answers; with `--join INVITATION` it sits down where somebody has invited it."""

from __future__ import annotations

import argparse
from random import Random

from bivouac.server.client import House, Refused, Seat


def play(seat: Seat, rng: Random) -> str:
    """Answer whatever is asked until the match is over; gives how it ended."""
    for table in seat.tables():
        if table.outcome is not None:
            return table.outcome.text
        question = table.question
        if question is not None and question.yours:
            try:
                seat.answer(question, rng.choice(question.choices).answer)
            except Refused as e:
                if e.status != 409:  # the match has moved on: the next table tells where
                    raise
    return ""


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split(":")[0])
    parser.add_argument("url")
    parser.add_argument("title", nargs="?", default="lincoln")
    parser.add_argument("--level", default="recruit", help="the computer player on the other side")
    parser.add_argument("--join", metavar="INVITATION")
    args = parser.parse_args()
    house = House(args.url)
    if args.join:
        token = house.join(args.join).token
    else:
        token = house.begin(args.title, seats={"0": "me", "1": f"computer:{args.level}"}).token
    print(f"{args.url}/t/{token}")
    print(play(Seat(args.url, token), Random()))


if __name__ == "__main__":
    main()
