"""The two kinds of messages: what is sent, and what is asked for."""

from __future__ import annotations

import msgspec


class Wire(msgspec.Struct):
    """Something that is sent."""


class Wish(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """Something that is asked for."""
