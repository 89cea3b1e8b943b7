"""The printed tables beside the board: the gates, the blockade, every card; where the match stands is marked."""

from __future__ import annotations

from bivouac.core.charts import Chart, Row
from bivouac.core.text import Name, Text
from bivouac.titles.lincoln.draw.faces import does
from bivouac.titles.lincoln.printed.units import BLOCKADE_POINTS, COPIES, GATES, HAND_LIMIT_CSA, KINDS_OF, LEADERSHIP, NAVAL, RAIL
from bivouac.titles.lincoln.state import CSA, UNION, State

NONE = "–"


def charts(s: State) -> tuple[Chart, ...]:
    return gates(s), blockade(s), cards(UNION), cards(CSA)


def word(key: str) -> Text:
    return Text(f"charts.{key}")


def gates(s: State) -> Chart:
    """LIN-vic: the points the Union needs when its deck runs out for the first, second and third time."""
    rows = [Row((n + 1, points, s.points() if n == s.shuffles[UNION] else NONE), n == s.shuffles[UNION]) for n, points in enumerate(GATES)]
    return Chart(word("gates"), tuple(map(word, ("time", "needed", "now"))), tuple(rows), "LIN-map-g")


def blockade(s: State) -> Chart:
    """LIN-act-g: the Confederate hand and the Union's points, space by space."""
    rows = [Row((n, HAND_LIMIT_CSA[n], points), n == s.blockade) for n, points in enumerate(BLOCKADE_POINTS)]
    return Chart(word("blockade"), tuple(map(word, ("space", "csa_hand", "union_points"))), tuple(rows), "LIN-deploy-l")


def cards(side: int) -> Chart:
    """LIN-card-k: every kind of card of a deck."""
    rows = []
    for k in KINDS_OF[side]:
        moves = [word(key) for key, has in (("rail", RAIL[k]), ("sea", NAVAL[k])) if has]
        name = Text("labels.card", {"card": Name("card", k)})
        rows.append(Row((name, COPIES[k], does(k), LEADERSHIP[k] or NONE, Text("charts.list", {"list": tuple(moves)}) if moves else NONE)))
    head = tuple(map(word, ("card", "copies", "does", "leadership", "moves")))
    return Chart(word("union_cards" if side == UNION else "csa_cards"), head, tuple(rows), "LIN-card-k")
