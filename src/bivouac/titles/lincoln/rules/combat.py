"""Combat: how it starts, the face-down cards, the defender's decision, the result.

ENGAGE        fight or stay? (only where it is left to the mover)
BATTLE_CARD   the attacker's card, face down
DECIDE        the defender fights or withdraws (if he has armies there)
WITHDRAW      where each army goes; forts left behind fight alone, else there is no combat
DEFEND        benefit cards, then a card face down or none
RESULT        totals; then losses, retreat, Europe, hands (see losses.py)
"""

from __future__ import annotations

from collections.abc import Sequence

from bivouac.core.legality import Verdict, clause, refuse
from bivouac.core.text import Name
from bivouac.titles.lincoln.events import (
    ATTACKED,
    CARD_RETURNED,
    DISCARDED,
    FACE_DOWN_CARD,
    HIGH_GROUND_PLAYED,
    OWN_CARD,
    PLAYED,
    REINFORCED,
    SHIFTED,
    WITHDREW,
    WITHDREW_BY_SEA,
)
from bivouac.titles.lincoln.frames import (
    BENEFIT,
    BY_SEA,
    FACE_DOWN,
    FIGHT,
    INSIDE,
    NO,
    NO_DEFENCE_CARD,
    TO_NEIGHBOURS,
    TO_OTHER_HALF,
    YES,
    Box,
    Counting,
    Step,
)
from bivouac.titles.lincoln.printed.tables import (
    CAPITAL,
    CLOSED,
    HALVES,
    HIGH_GROUND,
    IS_BENEFIT,
    LEADERSHIP,
    LOC_OF,
    NAVAL,
    PORT_HALF,
    REINFORCEMENTS,
    TABLES,
    TEXT,
    WAY_FROM_LOC,
    WAY_TO,
    WAY_TO_LOC,
    WAYS_INTO,
    WAYS_OF_HALF,
    WAYS_OF_LOC,
)
from bivouac.titles.lincoln.rules.cards import discard, in_hand, leave_hand, to_pile
from bivouac.titles.lincoln.rules.ground import AUTOMATIC, TAKEN, settle
from bivouac.titles.lincoln.state import (
    ARMIES,
    ARRIVED,
    ATTACKER,
    BASE,
    BATTLE_SIZE,
    BEFORE,
    CARD_A,
    CARD_BACK,
    CARD_D,
    CSA,
    FORTS,
    HALF,
    HIGH,
    LOC,
    MODIFIER,
    NO_CARD,
    NOBODY,
    ORIGIN,
    UNION,
    State,
    kinds_in,
)

HIGH_GROUND_BONUS = TABLES.high_ground.bonus

# --- how a combat starts --------------------------------------------------------------------------------------------


def arrive(s: State, half: int, met: int, before: int, arrived: int, origin: int, bonus: int) -> None:
    """What happens when armies have entered a half: LIN-enter-a to LIN-enter-j."""
    side = s.active
    if met == AUTOMATIC:
        if before == 1 - side:
            _join(s, 1 - side, half)
        _prepare(s, half, half, bonus, origin, arrived, before)
        _open(s)
        return
    settle(s, half // 2)
    if met > TAKEN and s.held[side]:
        _prepare(s, half ^ 1, half, 0, origin, arrived, before)
        s.push(Step(Box.ENGAGE))


def _join(s: State, side: int, half: int) -> None:
    """LIN-combat-c: the defender's armies of the other half come at once into the entered one; forts stay."""
    stack = s.troops[side * HALVES + (half ^ 1)] & ARMIES
    if stack:
        s.shift_stack(side, half ^ 1, half, stack)
        s.tell(SHIFTED, side, half)


def _prepare(s: State, half: int, base: int, bonus: int, origin: int, arrived: int, before: int) -> None:
    s.battle = [s.active, half // 2, half, base, bonus, origin, arrived, before, NO_CARD, NO_CARD, 0, NO_CARD, 0, 0]


def _open(s: State) -> None:
    s.tell(ATTACKED, s.active, s.battle[LOC])
    s.push(Step(Box.BATTLE_CARD))


def declare(s: State, loc: int) -> None:
    """LIN-attack-a, LIN-attack-b: from the own half of a contested location against the other; no modifier (LIN-combat-l)."""
    base = own_half(s, s.active, loc)
    _prepare(s, base ^ 1, base, 0, NO_CARD, 0, NOBODY)
    _open(s)


def own_half(s: State, side: int, loc: int) -> int:
    """The half of a contested location that a side holds."""
    return 2 * loc if s.troops[side * HALVES + 2 * loc] else 2 * loc + 1


def fight_or_stay(s: State, f: Step) -> Sequence[int]:
    return (YES, NO)


def engage(s: State, f: Step, a: int) -> None:
    """LIN-enter-i, LIN-enter-j: stay in the half, or fight as a part of the move."""
    s.stack = s.stack[:-1]
    if a == YES:
        _open(s)
    else:
        end_battle(s)


def end_battle(s: State) -> None:
    s.battle = [NO_CARD] * BATTLE_SIZE


# --- the attacker's card --------------------------------------------------------------------------------------------


def attackers_cards(s: State, f: Step) -> Sequence[int]:
    return in_hand(s, s.active)


def play_battle_card(s: State, f: Step, a: int) -> None:
    """LIN-combat-d, LIN-combat-e: any card, face down; then the defender decides."""
    side = s.active
    leave_hand(s, side, a)
    s.battle[CARD_A] = a
    s.tell(FACE_DOWN_CARD, side)
    s.tell(OWN_CARD, side, a)
    b = s.battle
    if not s.troops[(1 - side) * HALVES + b[HALF]] & ARMIES:
        box = Box.DEFEND
    else:
        box = Box.DECIDE_BY_SEA if can_leave_by_sea(s) else Box.DECIDE
    s.stack = (*s.stack[:-1], Step(box))


# --- withdrawal -----------------------------------------------------------------------------------------------------


def can_leave_by_sea(s: State) -> bool:
    """LIN-wd-g: Union troops in a port (in its half if it was contested before), and Washington safe and not the place attacked."""
    b, port = s.battle, PORT_HALF[s.battle[LOC]]
    if b[ATTACKER] != CSA or port < 0 or b[LOC] == CAPITAL or (b[BEFORE] == NOBODY and port != b[HALF]):
        return False
    return s.control[CAPITAL] == UNION or bool(s.troops[UNION * HALVES + PORT_HALF[CAPITAL]])


def is_refuge(s: State, side: int, way: int) -> bool:
    """LIN-retreat-b, LIN-retreat-c, LIN-wd-d, LIN-map-d: a place the side controls, or its own half of a contested one."""
    loc = WAY_TO_LOC[way]
    if side == CSA and CLOSED[loc]:
        return False
    return s.control[loc] == side or (s.control[loc] == NOBODY and s.troops[side * HALVES + WAY_TO[way]] > 0)


def ways_from_battle(s: State, side: int) -> tuple[int, ...]:
    """LIN-retreat-i, LIN-wd-f: all links of a location the side controlled, only those of its half if it was contested before."""
    b = s.battle
    if b[BEFORE] == side:
        return WAYS_OF_LOC[b[LOC]]
    return WAYS_OF_HALF[b[BASE] if side == b[ATTACKER] else b[HALF]]


def withdrawal_ways(s: State) -> list[int]:
    """LIN-wd-d: not to the place the attack came from."""
    b = s.battle
    side, came_from = 1 - b[ATTACKER], LOC_OF[b[ORIGIN]] if b[ORIGIN] >= 0 else NO_CARD
    return [w for w in ways_from_battle(s, side) if WAY_TO_LOC[w] != came_from and is_refuge(s, side, w)]


def decisions(s: State, f: Step) -> Sequence[int]:
    return [FIGHT, TO_OTHER_HALF, TO_NEIGHBOURS, *(BY_SEA + k for k in in_hand(s, 1 - s.battle[ATTACKER]))]


@clause("LIN-wd-f")
def controlled_the_place(s: State, f: Step, a: int) -> Verdict:
    """The other half is open only to one who controlled the location before the attack (LIN-wd-c)."""
    b = s.battle
    return a != TO_OTHER_HALF or b[BEFORE] == 1 - b[ATTACKER] or refuse(location=Name("location", b[LOC]))


@clause("LIN-wd-j")
def has_a_refuge(s: State, f: Step, a: int) -> Verdict:
    """A withdrawal needs a place to go to."""
    return a != TO_NEIGHBOURS or bool(withdrawal_ways(s)) or refuse(location=Name("location", s.battle[LOC]))


@clause("LIN-map-e")
def is_the_union(s: State, f: Step, a: int) -> Verdict:
    """Only the Union uses ports."""
    return a < BY_SEA or s.battle[ATTACKER] == CSA or refuse()


@clause("LIN-wd-g")
def has_a_naval_card(s: State, f: Step, a: int) -> Verdict:
    """A withdrawal by sea costs a card with the naval symbol."""
    return a < BY_SEA or NAVAL[a - BY_SEA] or refuse(card=Name("card", a - BY_SEA))


@clause("LIN-wd-g")
def ships_can_come_and_go(s: State, f: Step, a: int) -> Verdict:
    """From a port, to a safe Washington."""
    return a < BY_SEA or can_leave_by_sea(s) or refuse(location=Name("location", s.battle[LOC]))


MAY_DECIDE = (controlled_the_place, has_a_refuge, is_the_union, has_a_naval_card, ships_can_come_and_go)


def decide(s: State, f: Step, a: int) -> None:
    b = s.battle
    side = 1 - b[ATTACKER]
    if a == FIGHT:
        s.stack = (*s.stack[:-1], Step(Box.DEFEND))
    elif a == TO_NEIGHBOURS:
        withdraw_on(s)
    else:
        _evacuate(s, side, b[HALF] ^ 1 if a == TO_OTHER_HALF else PORT_HALF[CAPITAL], a)
        _after_withdrawal(s)


def _evacuate(s: State, side: int, to: int, a: int) -> None:
    """LIN-wd-c: all armies into the other half; LIN-wd-g: or all to Washington for one naval card."""
    b = s.battle
    if a >= BY_SEA:
        discard(s, side, a - BY_SEA)
        s.tell(WITHDREW_BY_SEA, side, b[LOC])
    stack = s.troops[side * HALVES + b[HALF]] & ARMIES
    for kind in kinds_in(stack):
        for _ in range(stack >> 8 * kind & 255):
            s.shift(side, b[HALF], to, kind)
            s.tell(WITHDREW, side, kind, to)


def withdraw_on(s: State) -> None:
    """LIN-wd-a, LIN-wd-e: the strongest army still there is next; when all have gone, on."""
    b = s.battle
    side = 1 - b[ATTACKER]
    stack = s.troops[side * HALVES + b[HALF]] & ARMIES
    if stack:
        s.stack = (*s.stack[:-1], Counting(Box.WITHDRAW, side, max(kinds_in(stack))))
    else:
        _after_withdrawal(s)


def ways_to_withdraw(s: State, f: Counting) -> Sequence[int]:
    return [*WAYS_OF_LOC[s.battle[LOC]], INSIDE, INSIDE + 1]


@clause("LIN-wd-e")
def goes_to_a_neighbour(s: State, f: Counting, a: int) -> Verdict:
    """Neighbours and the other half are not mixed: the other half takes all armies or none."""
    return a < INSIDE or refuse(location=Name("location", s.battle[LOC]))


@clause("LIN-wd-d")
def is_open_to_withdrawal(s: State, f: Counting, a: int) -> Verdict:
    """Adjacent and controlled, or contested with the link leading into the half of one's own troops; not where the attack came from."""
    return a in withdrawal_ways(s) or refuse(to=Name("location", WAY_TO_LOC[a]))


MAY_WITHDRAW = (goes_to_a_neighbour, is_open_to_withdrawal)


def withdraw(s: State, f: Counting, a: int) -> None:
    s.shift(f.side, s.battle[HALF], WAY_TO[a], f.left)
    s.tell(WITHDREW, f.side, f.left, WAY_TO[a])
    withdraw_on(s)


def _after_withdrawal(s: State) -> None:
    """LIN-wd-b: forts fight alone. LIN-wd-h, LIN-wd-i: without them there is no combat and the attacker's card is spent."""
    b = s.battle
    side, card = b[ATTACKER], b[CARD_A]
    if s.troops[(1 - side) * HALVES + b[HALF]]:
        s.stack = (*s.stack[:-1], Step(Box.DEFEND))
        return
    if s.switches & CARD_BACK:
        s.hand[card] += 1
        s.held[side] += 1
        s.tell(CARD_RETURNED, side)
    else:
        to_pile(s, side, card)
        s.tell(DISCARDED, side, card)
    loc = b[LOC]
    end_battle(s)
    s.stack = s.stack[:-1]
    settle(s, loc)


# --- the defence ----------------------------------------------------------------------------------------------------


def defences(s: State, f: Step) -> Sequence[int]:
    cards = in_hand(s, 1 - s.battle[ATTACKER])
    return [NO_DEFENCE_CARD, *(FACE_DOWN + k for k in cards), *(BENEFIT + k for k in cards)]


@clause("LIN-card-g")
def is_a_benefit(s: State, f: Step, a: int) -> Verdict:
    """Beside the card face down only benefit cards are played in a defence."""
    return a < BENEFIT or IS_BENEFIT[a - BENEFIT] or refuse(card=Name("card", a - BENEFIT))


@clause("LIN-card-d")
def is_first_of_its_type(s: State, f: Step, a: int) -> Verdict:
    """At most one benefit card of each type in a turn."""
    if a < BENEFIT:
        return True
    text = TEXT[a - BENEFIT]
    return not s.benefits >> 16 * (1 - s.battle[ATTACKER]) + text & 1 or refuse(action=Name("text_action", text))


@clause("LIN-card-j")
def has_reinforcements(s: State, f: Step, a: int) -> Verdict:
    """Reinforcements need an army in an adjacent controlled location with a usable link."""
    return a < BENEFIT or TEXT[a - BENEFIT] != REINFORCEMENTS or bool(reserves(s)) or refuse(location=Name("location", s.battle[LOC]))


MAY_DEFEND = (is_a_benefit, is_first_of_its_type, has_reinforcements)


def legal_defences(s: State, f: Step) -> Sequence[int]:
    """`MAY_DEFEND` over all cards, quickly."""
    cards = in_hand(s, 1 - s.battle[ATTACKER])
    found = [NO_DEFENCE_CARD, *(FACE_DOWN + k for k in cards)]
    for k in cards:
        if IS_BENEFIT[k] and is_first_of_its_type(s, f, BENEFIT + k) is True and has_reinforcements(s, f, BENEFIT + k) is True:
            found.append(BENEFIT + k)
    return found


def defend(s: State, f: Step, a: int) -> None:
    """LIN-combat-f: a card face down, or none. LIN-card-g, LIN-card-j: benefit cards come before."""
    side = 1 - s.battle[ATTACKER]
    if a >= BENEFIT:
        _play_benefit(s, side, a - BENEFIT)
        return
    if a >= FACE_DOWN:
        card = a - FACE_DOWN
        leave_hand(s, side, card)
        s.battle[CARD_D] = card
        s.tell(FACE_DOWN_CARD, side)
    s.stack = (*s.stack[:-1], Step(Box.RESULT))


def _play_benefit(s: State, side: int, card: int) -> None:
    text = TEXT[card]
    leave_hand(s, side, card)
    to_pile(s, side, card)
    s.benefits |= 1 << 16 * side + text
    s.tell(PLAYED, side, card, text)
    if text == HIGH_GROUND:
        s.battle[HIGH] += HIGH_GROUND_BONUS
        s.tell(HIGH_GROUND_PLAYED, side, HIGH_GROUND_BONUS)
    else:
        s.push(Counting(Box.REINFORCE, side, 1))


def reserves(s: State) -> list[int]:
    """LIN-card-j: armies next door, as way * 4 + kind."""
    return [a for a in possible_reserves(s, None) if is_usable_reserve(s, None, a) is True]


def possible_reserves(s: State, f: Counting | None) -> Sequence[int]:
    side = 1 - s.battle[ATTACKER]
    return [w * 4 + kind for w in WAYS_INTO[s.battle[LOC]] for kind in kinds_in(s.here(side, WAY_FROM_LOC[w]) & ARMIES)]


@clause("LIN-card-j")
def is_usable_reserve(s: State, f: Counting | None, a: int) -> Verdict:
    """From a controlled location; over a link into the attacked half, unless the defender controlled the whole location."""
    b, way = s.battle, a // 4
    side = 1 - b[ATTACKER]
    near = s.control[WAY_FROM_LOC[way]] == side and (b[BEFORE] == side or WAY_TO[way] == b[HALF])
    return near or refuse(location=Name("location", WAY_FROM_LOC[way]))


def reinforce(s: State, f: Counting, a: int) -> None:
    loc, kind = WAY_FROM_LOC[a // 4], a % 4
    first = f.side * HALVES + 2 * loc
    half = 2 * loc if s.troops[first] >> 8 * kind & 255 else 2 * loc + 1
    s.shift(f.side, half, s.battle[HALF], kind)
    s.tell(REINFORCED, f.side, kind, loc, s.battle[HALF])
    settle(s, loc)
    s.stack = s.stack[:-1]


def engaged(s: State, side: int) -> int:
    """LIN-combat-g, LIN-combat-i, LIN-attack-b: attackers with armies only, the defender with all units of the half fought over."""
    b = s.battle
    if side == b[ATTACKER]:
        return s.troops[side * HALVES + b[BASE]] & ARMIES
    return s.troops[side * HALVES + b[HALF]]


def leadership(card: int) -> int:
    """LIN-combat-j: nothing for no card."""
    return LEADERSHIP[card] if card >= 0 else 0


def defence_bonus(s: State) -> int:
    """LIN-combat-k, LIN-combat-m: the link's modifier of the defender's own colour, and High Ground."""
    return s.battle[MODIFIER] + s.battle[HIGH]


def arrivals(s: State) -> int:
    """The armies that came with this move, as far as they still stand."""
    left, came = engaged(s, s.battle[ATTACKER]), s.battle[ARRIVED]
    stack = 0
    for kind in (0, 1, 2):
        stack |= min(left >> 8 * kind & 255, came >> 8 * kind & 255) << 8 * kind
    return stack


def forts_at(s: State, half: int) -> int:
    return (s.troops[CSA * HALVES + half] & FORTS) >> 24
