"""Answers as things to click; what else is meant by pointing at a thing."""

from collections.abc import Sequence

from bivouac.core.table import Choice
from bivouac.core.text import Name, Text
from toy.frames import At
from toy.printed.units import GONE
from toy.state import State


def show_picket(s: State, f: At, picket: int) -> Choice:
    post = s.post[picket]
    label = Text("choices.picket", {"post": Name("post", post)}) if post != GONE else Text("choices.fallen")
    return Choice(picket, label, (f"picket:{picket}",))


def show_post(s: State, f: At, post: int) -> Choice:
    return Choice(post, Text("choices.post", {"post": Name("post", post)}), (f"post:{post}",))


def meant(s: State, thing: Name) -> Sequence[Name]:
    """A picket's post, the pickets at a post."""
    if thing.kind == "picket":
        return (Name("post", s.post[thing.id]),)
    return [Name("picket", p) for p, post in enumerate(s.post) if post == thing.id]
