"""The version, and which build of it runs: the same source, plain or compiled (see tools/native)."""

from __future__ import annotations

from bivouac.core.kit.bits import set_of

VERSION = "0.1.0"


def build() -> str:
    """ "pure" or "compiled"."""
    return "pure" if hasattr(set_of, "__code__") else "compiled"
