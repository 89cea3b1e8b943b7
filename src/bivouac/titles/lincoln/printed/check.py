"""`bivouac check lincoln`: what does not add up in the data files, for an owner of the game who puts the printed values in."""

from __future__ import annotations

from collections.abc import Iterator

from bivouac.core.text import Arg, Text
from bivouac.titles.lincoln.printed.map import MAP
from bivouac.titles.lincoln.printed.schema import SIDE_WORDS, CardData, CardFile, MapFile, TableFile
from bivouac.titles.lincoln.printed.units import CARDS, TABLES


def check() -> list[Text]:
    """What does not add up in the data files."""
    return problems(MAP, CARDS, TABLES)


def problems(the_map: MapFile, cards: CardFile, tables: TableFile) -> list[Text]:
    return [*_sizes(cards, tables), *_cards(cards), *_counters(tables), *_tracks(tables), *_places(the_map), *_gates(the_map, tables)]


def _say(name: str, **facts: Arg) -> Text:
    return Text(f"check.{name}", facts)


def _sizes(cards: CardFile, tables: TableFile) -> Iterator[Text]:
    for side, due in zip(SIDE_WORDS, (tables.components.union_cards, tables.components.csa_cards), strict=True):
        found = sum(c.copies for c in cards.card if c.side == side)
        if found != due:
            yield _say("deck_size", side=Text(f"check.{side}"), found=found, due=due)


def _cards(cards: CardFile) -> Iterator[Text]:
    ids = [c.id for c in cards.card]
    for name in sorted({i for i in ids if ids.count(i) > 1}):
        yield _say("card_twice", card=name)
    for card in cards.card:
        yield from (_say(problem, card=card.id) for problem in _card(card, cards))


def _card(card: CardData, cards: CardFile) -> Iterator[str]:
    texts = {t.id: t for t in cards.text}
    if card.copies < 1 or card.leadership < 0:
        yield "card_numbers"
    if card.side == "csa" and (card.naval or card.top == "ship"):
        yield "union_only"
    if card.side == "union" and card.top == "fort":
        yield "csa_only"
    if card.top is None and card.price:
        yield "price_without_top"
    if card.text is not None and card.text in texts and texts[card.text].side not in (card.side, "both"):
        yield "text_of_other_side"
    if card.top in ("army1", "army2", "army3") and card.price != int(card.top[-1]):
        yield "army_price"


def _counters(tables: TableFile) -> Iterator[Text]:
    counters, box = tables.counters, tables.components
    armies = sum(counters.union_armies) + sum(counters.csa_armies)
    for name, found, due in (("armies", armies, box.armies), ("forts", counters.forts, box.forts), ("flags", counters.flags, box.flags)):
        if found != due:
            yield _say(name, found=found, due=due)


def _tracks(tables: TableFile) -> Iterator[Text]:
    hand, points = tables.blockade.csa_hand, tables.blockade.union_points
    if len(hand) != len(points):
        yield _say("blockade_length", hand=len(hand), points=len(points))
    if sorted(hand, reverse=True) != hand or sorted(points) != points:
        yield _say("blockade_order")
    if not tables.europe.union_end < 0 < tables.europe.csa_end:
        yield _say("europe_ends")


def _neighbours(the_map: MapFile) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {place.id: set() for place in the_map.location}
    for link in the_map.link:
        a, b = link.first.split(" ")[0], link.second.split(" ")[0]
        found.setdefault(a, set()).add(b)
        found.setdefault(b, set()).add(a)
    return found


def _reach(neighbours: dict[str, set[str]], start: str) -> set[str]:
    seen, todo = {start}, [start]
    while todo:
        for place in neighbours[todo.pop()] - seen:
            seen.add(place)
            todo.append(place)
    return seen


def _places(the_map: MapFile) -> Iterator[Text]:
    """Every place is connected; from its sources of supply a side reaches all of its places through its own places."""
    neighbours = _neighbours(the_map)
    whole = _reach(neighbours, the_map.location[0].id)
    for place in the_map.location:
        if place.id not in whole:
            yield _say("not_connected", place=place.name)
    for side in SIDE_WORDS:
        own = {p.id for p in the_map.location if p.colour == side}
        inside = {a: near & own for a, near in neighbours.items() if a in own}
        supplied = {x for p in the_map.location if p.supply_for == side and p.id in own for x in _reach(inside, p.id)}
        for place in the_map.location:
            if place.colour == side and place.id not in supplied:
                yield _say("not_supplied", place=place.name)


def _gates(the_map: MapFile, tables: TableFile) -> Iterator[Text]:
    """The Union can reach every gate, and the last one also without the sudden victory of the two cities."""
    pair = tables.cities.csa_pair
    all_points = sum(p.vp for p in the_map.location if p.colour == "csa") + max(tables.blockade.union_points)
    without = all_points - max(sum(p.vp for p in the_map.location if p.id == city) for city in pair)
    gates = list(tables.gates.points)
    if sorted(gates) != gates:
        yield _say("gate_order")
    for number, gate in enumerate(gates, 1):
        if without < gate:
            yield _say("gate_unreachable", number=number, gate=gate, points=without)
    known = {p.id for p in the_map.location}
    for city in (tables.cities.union_capital, *pair):
        if city not in known:
            yield _say("no_city", place=city)
    flags = sum(1 for p in the_map.location if not p.closed_to_csa)
    if flags > tables.counters.flags:
        yield _say("too_few_flags", places=flags, flags=tables.counters.flags)
