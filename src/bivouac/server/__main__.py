"""`python -m bivouac.server`: the table in the browser."""

from __future__ import annotations

import argparse
import logging
from pathlib import Path

from bivouac.server.run import serve


def main() -> None:
    parser = argparse.ArgumentParser(prog="bivouac.server", description="The table in the browser.")
    parser.add_argument("--host", default="127.0.0.1", help="the address to listen on (0.0.0.0: every one of this machine)")
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--data", type=Path, default=Path("bivouac-data"), help="the folder of the database")
    args = parser.parse_args()
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    serve(args.host, args.port, args.data)


if __name__ == "__main__":
    main()
