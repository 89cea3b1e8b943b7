"""A sound way to play, answer by answer: the ordering that computer players start from.

Every box of the map pulls: the Union towards the great cities of the South, the Confederacy towards what it has lost and towards
Washington. A move is worth what it takes by the odds to take and keep it, and how far it follows the pull, less what it leaves
unguarded. Marches are in advice_moves.py, the odds in advice_field.py; here are battles, promotions and recruits.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from bivouac.titles.house_divided.advice.look import PRIZE, WORKS, WORTH, WOUNDED, Field, chance
from bivouac.titles.house_divided.advice.marches import march_order, piece_order, sail_piece_order, sail_to_order, step_order
from bivouac.titles.house_divided.frames import DONE, FIGHT_ON, HOLD_FIRE, NO, YES, Box
from bivouac.titles.house_divided.printed.tables import (
    CAVALRY,
    CSA,
    FIRE,
    FORT,
    GARRISON,
    GARRISON_VALUE,
    MF,
    NEIGHBOURS,
    PIECES,
    UNION,
    VALUE_OF,
    WASHINGTON,
)
from bivouac.titles.house_divided.rules.ch05_fire import firer, value_against
from bivouac.titles.house_divided.state import ENTRENCHED, REDUCED, State

RETREAT: Final = 0.2  # of each point of own power that stays in a losing battle
ARMY: Final = 0.1  # how much rather a piece of a larger army is promoted
HELP: Final = 0.5  # share of the pieces beside a battle that come up in time


# --- battle -----------------------------------------------------------------------------------------------


def battle_power(s: State, side: int) -> float:
    """What stands in the battle, as it can hit."""
    defends = side != s.attacker
    fort = defends and FORT[s.place] and s.owner[s.place] == side
    total = 1.5 * s.garrison if side == CSA else 0.0
    for p in s.pieces_at(side, s.place):
        if not s.routed >> p & 1:
            stat = s.stat[p]
            worth = WORTH[s.kind[p]] * (WOUNDED if stat & REDUCED else 1.0)
            total += worth * WORKS if fort or (defends and stat & ENTRENCHED) else worth
    return total + 0.4 * s.leadership(side, s.place)


def help_near(s: State, side: int) -> float:
    """What could come up next: one piece of each box beside the battle."""
    return sum([WORTH[s.kind[p]] for b in NEIGHBOURS[s.place] for p in s.pieces_at(side, b)[:1] if not s.has_pieces(1 - side, b)])


def outlook(s: State, side: int) -> float:
    """A side's chance to win the battle at hand, with what can come up."""
    ours = battle_power(s, side) + HELP * help_near(s, side)
    theirs = battle_power(s, 1 - side) + HELP * help_near(s, 1 - side)
    return chance(ours, theirs)


def retreat_order(s: State) -> list[int]:
    """Stand as long as the box, by the chance to win it, is worth more than the pieces, by the chance to lose them."""
    side = s.firing
    field = Field(s, side)
    won = outlook(s, side)
    stake = 0.8 + 1.4 * (VALUE_OF[UNION][s.place] + VALUE_OF[CSA][s.place]) + (2.5 if PRIZE[s.place] else 0.0)
    if s.place == WASHINGTON:
        stake += 20.0
    stay = won * stake > (1.0 - won) * RETREAT * field.mine.get(s.place, 0.0)

    def score(a: int) -> float:
        if a == FIGHT_ON:
            return 100.0 if stay else -100.0
        return field.mine.get(a, 0.0) - 0.6 * field.danger(a) + VALUE_OF[side][a]

    return sorted(s.options, key=score, reverse=True)


def reinforce_order(s: State) -> list[int]:
    """Whoever can be spared, as long as the battle is not won already."""
    side = s.firing
    field = Field(s, side)
    needed = chance(battle_power(s, side), battle_power(s, 1 - side)) < 0.95

    def score(a: int) -> float:
        if a == DONE:
            return 0.0
        if a >= PIECES:
            return 5.0 if needed else -5.0
        frm, worth = s.box[a], WORTH[s.kind[a]]
        spare = field.mine.get(frm, 0.0) - (field.guard(frm) if frm != WASHINGTON or s.active == UNION else 4.0)
        return worth if needed and worth <= spare + 0.1 else -worth

    return sorted(s.options, key=score, reverse=True)


def aim_order(s: State) -> list[int]:
    """The shot that does most: a kill counts more than a wound, and nobody is shot at more than needed."""
    shooter = firer(s)

    def score(a: int) -> float:
        if a == HOLD_FIRE:
            return -1.0
        need = value_against(s, shooter, a)
        if need <= 0:
            return 0.0
        worth = 2.0 if a == GARRISON else WORTH[s.kind[a]]
        hurt = a != GARRISON and s.stat[a] & REDUCED
        aimed = s.aims.count(a)
        value = worth + 1.0 if hurt else 0.7 + 0.3 * worth
        return min(need, 6) * value * (0.55**aimed if hurt else 0.9**aimed)

    return sorted(s.options, key=score, reverse=True)


def escape_order(s: State) -> list[int]:
    weak = outlook(s, 1 - s.attacker) < 0.5
    return sorted(s.options, key=lambda a: (a == YES) == weak, reverse=True)


def flight_order(s: State) -> list[int]:
    side = 1 - s.winner if s.winner != 2 else 1 - s.attacker
    field = Field(s, side)
    return sorted(s.options, key=lambda b: field.mine.get(b, 0.0) - 0.5 * field.danger(b) + (s.owner[b] == side), reverse=True)


def contain_order(s: State) -> list[int]:
    box = s.stack[-1].items[0]
    field = Field(s, CSA)
    strong = field.mine.get(box, 0.0) > 1.4 * field.foes.get(box, 0.0)
    return [NO, YES] if strong else [YES, NO]


def break_out_order(s: State) -> list[int]:
    field = Field(s, UNION)
    return sorted(s.options, key=lambda b: 0.0 if b == DONE else field.mine.get(b, 0.0) - 1.4 * field.foes.get(b, 0.0), reverse=True)


def choose_battle_order(s: State) -> list[int]:
    """The surest battle first: who wins it may be near enough to help in the next."""
    field = Field(s, s.active)
    return sorted(s.options, key=lambda b: chance(field.mine.get(b, 0.0), field.foes.get(b, 0.0)), reverse=True)


def strongest_order(s: State) -> list[int]:
    return sorted(s.options, key=lambda a: 0.5 if a == DONE else 2.0 if a == GARRISON else WORTH[s.kind[a]], reverse=True)


def weakest_order(s: State) -> list[int]:
    return sorted(s.options, key=lambda a: WORTH[s.kind[a]])


def bonus_order(s: State) -> list[int]:
    """Points are spread, the best shots first."""
    return sorted(s.options, key=lambda a: (s.bonus.count(a), -(GARRISON_VALUE[s.place] if a == GARRISON else FIRE[s.kind[a]])))


# --- promotion and recruitment ----------------------------------------------------------------------------


def promote_order(s: State) -> list[int]:
    """Infantry of the larger armies first: militia to veterans, which also frees a counter, then veterans to crack."""
    mine = Field(s, s.active if s.place < 0 else s.winner).mine

    def score(a: int) -> float:
        if a == DONE:
            return -1.0
        kind = s.kind[a]
        return (3.0 if kind == MF else 2.0) - (1.2 if CAVALRY[kind] else 0.0) + ARMY * mine[s.box[a]]

    return sorted(s.options, key=score, reverse=True)


def city_order(s: State) -> list[int]:
    """Where the guard is thin, and then towards the front."""
    field = Field(s, s.active).far()

    def score(b: int) -> float:
        if b == DONE:
            return -1.0
        short = max(field.guard(b) - field.mine.get(b, 0.0), 0.0)
        return 2.0 * field.pull[b] + 0.5 * min(short, 4.0) + 0.05 * VALUE_OF[s.active][b]

    return sorted(s.options, key=score, reverse=True)


def place_leader_order(s: State) -> list[int]:
    field = Field(s, s.active).far()
    return sorted(s.options, key=lambda b: field.mine.get(b, 0.0) + 3.0 * field.pull[b], reverse=True)


ORDERS: Final[dict[int, Callable[[State], list[int]]]] = {
    Box.SUPPORT_LOSS: weakest_order,
    Box.PLACE_LEADER: place_leader_order,
    Box.BREAK_OUT: break_out_order,
    Box.MARCH: march_order,
    Box.PIECE: piece_order,
    Box.STEP: step_order,
    Box.SAIL_PIECE: sail_piece_order,
    Box.SAIL_TO: sail_to_order,
    Box.CONTAIN: contain_order,
    Box.CHOOSE_BATTLE: choose_battle_order,
    Box.ESCAPE: escape_order,
    Box.ESCAPE_TO: flight_order,
    Box.RETREAT: retreat_order,
    Box.REINFORCE: reinforce_order,
    Box.ENGAGE: strongest_order,
    Box.BONUS: bonus_order,
    Box.AIM: aim_order,
    Box.RALLY: strongest_order,
    Box.ROUTED_TO: flight_order,
    Box.VICTOR: promote_order,
    Box.PROMOTE: promote_order,
    Box.CITY: city_order,
}


def order(s: Any) -> Sequence[int]:
    """The options of the question on top, the most promising first."""
    maker = ORDERS.get(s.stack[-1][0])
    return maker(s) if maker is not None else list(s.options)
