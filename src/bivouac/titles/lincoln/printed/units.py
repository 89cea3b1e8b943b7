"""Cards, counters, tracks and limits as tables of ints. A kind of card has one number through both decks, the Union's first."""

from __future__ import annotations

from typing import Final

from bivouac.core.data import BadData, fail, read
from bivouac.core.kit.bits import set_of
from bivouac.core.text import Both
from bivouac.titles.lincoln.printed.map import FILES, LOC_BY_ID, no_location
from bivouac.titles.lincoln.printed.schema import SIDE_WORDS, CardData, CardFile, TableFile, Top

CARD_TEXT: Final = FILES.text("cards.toml")
CARDS: Final = read(CardFile, CARD_TEXT, "cards.toml")
TABLES: Final = FILES.read(TableFile, "tables.toml")

# --- cards ----------------------------------------------------------------------------------------------------------

TOPS: Final[tuple[Top, ...]] = ("army1", "army2", "army3", "fort", "ship", "politician")
NO_TOP, FORT, SHIP, POLITICIAN = -1, 3, 4, 5  # 0, 1, 2: armies of strength 1, 2, 3
TEXTS: Final = tuple(CARDS.text)
TEXT_BY_ID: Final = {t.id: n for n, t in enumerate(TEXTS)}
NO_TEXT: Final = -1

KINDS_DATA: Final = tuple(c for side in SIDE_WORDS for c in CARDS.card if c.side == side)
KINDS: Final = len(KINDS_DATA)
_UNION_KINDS = sum(c.side == "union" for c in KINDS_DATA)
KINDS_OF: Final = (range(_UNION_KINDS), range(_UNION_KINDS, KINDS))
SPAN_OF: Final = (slice(_UNION_KINDS), slice(_UNION_KINDS, KINDS))
OWNER: Final = tuple(SIDE_WORDS.index(c.side) for c in KINDS_DATA)
COPIES: Final = tuple(c.copies for c in KINDS_DATA)
SET: Final = tuple(("base", "I", "II").index(c.set) for c in KINDS_DATA)
TOP: Final = tuple(NO_TOP if c.top is None else TOPS.index(c.top) for c in KINDS_DATA)
PRICE: Final = tuple(c.price for c in KINDS_DATA)
LEADERSHIP: Final = tuple(c.leadership for c in KINDS_DATA)
RAIL: Final = tuple(c.rail for c in KINDS_DATA)
NAVAL: Final = tuple(c.naval for c in KINDS_DATA)


def _text_of_card(card: CardData) -> int:
    if card.text is None:
        return NO_TEXT
    if card.text not in TEXT_BY_ID:
        problem = Both(f"there is no text {card.text}", f"non c'è un testo {card.text}")
        raise fail(CARD_TEXT, "cards.toml", ("card", CARDS.card.index(card), "text"), problem)
    return TEXT_BY_ID[card.text]


TEXT: Final = tuple(map(_text_of_card, KINDS_DATA))
TEXT_KIND: Final = tuple(t.kind for t in TEXTS)
DRAFT, RUNNER, RAID = TEXT_BY_ID["draft"], TEXT_BY_ID["blockade_runner"], TEXT_BY_ID["cavalry_raid"]
HIGH_GROUND, REINFORCEMENTS = TEXT_BY_ID["high_ground"], TEXT_BY_ID["reinforcements"]
MONEY, BONDS, RAIL_CARD = TEXT_BY_ID["paper_money"], TEXT_BY_ID["cotton_bonds"], TEXT_BY_ID["rail_movement"]


IS_FREE: Final = tuple(t != NO_TEXT and TEXT_KIND[t] == "free" for t in TEXT)
IS_BENEFIT: Final = tuple(t != NO_TEXT and TEXT_KIND[t] == "benefit" for t in TEXT)

# --- sets of cards --------------------------------------------------------------------------------------------------

ALL_CARDS: Final = (1 << KINDS) - 1
WITH_RAIL: Final = set_of(k for k in range(KINDS) if RAIL[k])
WITH_NAVAL: Final = set_of(k for k in range(KINDS) if NAVAL[k])
WITH_TOP: Final = tuple(set_of(k for k in range(KINDS) if TOP[k] == top) for top in range(len(TOPS)))
WITH_UNIT: Final = set_of(k for k in range(KINDS) if 0 <= TOP[k] <= FORT)
WITH_TEXT: Final = tuple(set_of(k for k in range(KINDS) if TEXT[k] == text) for text in range(len(TEXTS)))
FREE_CARDS: Final = set_of(k for k in range(KINDS) if IS_FREE[k])
BENEFITS: Final = set_of(k for k in range(KINDS) if IS_BENEFIT[k])
NO_TEXT_CARDS: Final = set_of(k for k in range(KINDS) if TEXT[k] == NO_TEXT)
NO_TOP_CARDS: Final = set_of(k for k in range(KINDS) if TOP[k] == NO_TOP)
COSTS: Final = tuple(set_of(k for k in range(KINDS) if PRICE[k] >= n) for n in range(max(PRICE) + 2))  # n cards or more

# --- tracks, counters, limits ---------------------------------------------------------------------------------------

ACTIONS: Final = TABLES.limits.actions
FORT_VALUE: Final = TABLES.limits.fort_value
HAND_LIMIT_UNION: Final = TABLES.limits.union_hand
HAND_LIMIT_CSA: Final = tuple(TABLES.blockade.csa_hand)
BLOCKADE_POINTS: Final = tuple(TABLES.blockade.union_points)
BLOCKADE_END: Final = len(BLOCKADE_POINTS) - 1
EUROPE_UNION: Final = TABLES.europe.union_end
EUROPE_CSA: Final = TABLES.europe.csa_end
BLOCKADE_MARKER: Final = 0
EUROPE_MARKER: Final = 1
GATES: Final = TABLES.gates.points
COUNTERS: Final = (*TABLES.counters.union_armies, 0, *TABLES.counters.csa_armies, TABLES.counters.forts)


def _city(name: str) -> int:
    if name not in LOC_BY_ID:
        raise BadData("tables.toml", None, no_location(name))
    return LOC_BY_ID[name]


CAPITAL: Final = _city(TABLES.cities.union_capital)
PAIR: Final = tuple(map(_city, TABLES.cities.csa_pair))
