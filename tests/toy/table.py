"""What lies on the table."""

from bivouac.core.table import Cell, Layout, Panel, Place, Token
from bivouac.core.text import Name, Text
from bivouac.core.title import Scenario
from toy.printed.map import POSTS
from toy.printed.units import GONE
from toy.view import View


def places(scenario: Scenario) -> tuple[Place, ...]:
    return tuple(Place(f"post:{p}", Text("labels.post", {"post": Name("post", p)}), 60 + 100 * p, 60, 40) for p in range(POSTS))


def layout(v: View) -> Layout:
    standing = [(i, i // 2, post) for i, post in enumerate(v.post) if post != GONE]
    names = [Text("labels.picket", {"side": Name("side", side)}) for side in (0, 1)]
    tokens = tuple(Token(f"picket:{i}", f"post:{post}", ("union", "csa")[side], names[side], side) for i, side, post in standing)
    facts = (Cell("secret", Text("labels.secret", {"post": Name("post", v.secret)})),) if v.secret != GONE else ()
    return Layout(tokens, (Panel("orders", "facts", Text("labels.orders"), facts),), (Text("labels.left", {"n": v.left}),))
