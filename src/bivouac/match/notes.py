"""The sentences about what was out of the ordinary in a match: take-backs, and rules that changed."""

from __future__ import annotations

from bivouac.core.text import Name, Text
from bivouac.match.save import Moved, Undone


def taken_back_text(u: Undone) -> Text:
    key = ("practised" if u.practice else "taken_back") + ("_fresh" if u.fresh else "")
    return Text(f"notes.{key}", {"side": Name("side", u.side), "n": u.dropped})


def moved_text(m: Moved) -> Text:
    facts = {"was": m.was, "now": m.now, "n": m.lost}
    if m.was == m.now and not m.at:
        return Text("notes.laid_out")
    if m.state is None:
        return Text("notes.rules_shortened" if m.lost else "notes.rules_options", {**facts, "options": tuple(m.options)})
    if m.state.get("outcome") is None:
        return Text("notes.rules_stands", facts)
    return Text("notes.rules_as_played" if not m.lost else "notes.rules_as_recorded", facts)
