"""A sound way to play, answer by answer: the ordering that computer players start from.

Every box of the map pulls: the Union towards the great cities of the South, the Confederacy towards what it has lost and towards
Washington. A move is worth what it takes by the odds to take and keep it, and how far it follows the pull, less what it leaves
unguarded. What a side sees on the map, and the odds, are in look.py.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from bivouac.core.kit.ranks import foremost, ranked
from bivouac.core.plans import Pair
from bivouac.titles.house_divided.advice.look import LOSS, PRIZE, RAIL_WAYS, RIVER_WAYS, WORKS, WORTH, WOUNDED, Look, army_at, chance
from bivouac.titles.house_divided.frames import DONE, ENTRENCH, FIGHT_ON, GO, HOLD_FIRE, LEAD, NO, SAIL, STOP, YES, Box, March, Step
from bivouac.titles.house_divided.printed.map import CSA, EUROPE, FORT, GARRISON_VALUE, NEIGHBOURS, PORTS, TO, UNION, VALUE_OF, WASHINGTON
from bivouac.titles.house_divided.printed.units import CAVALRY, FIRE, GARRISON, MF, PIECES, TABLES
from bivouac.titles.house_divided.rules.ch05_fire import firer, value_against
from bivouac.titles.house_divided.setup import COASTAL_DEFENCE, SEVERAL_LANDINGS
from bivouac.titles.house_divided.state import State

ENOUGH: Final = 0.12  # a march for less than this is not worth it
RETREAT: Final = 0.2  # of each point of own power that stays in a losing battle
ARMY: Final = 0.1  # how much rather a piece of a larger army is promoted
HELP: Final = 0.5  # share of the pieces beside a battle that come up in time


# --- marches: from which box, with which pieces, where to -------------------------------------------------


def best_going(look: Look, box: int) -> tuple[float, float]:
    """The best that the pieces of a box can do in one march, and how much of them can go there."""
    best, power = -1.0, 0.0
    free = look.spare(box)
    if free < 0.65 and not look.near[box]:
        return best, power
    foes = look.foes
    for to in ways(look, box):
        moving = look.spare(box, to) if foes[to] else free
        if moving > 0.65:
            gain = look.gain(box, to, moving)
            if gain > best:
                best, power = gain, moving
    return best, power


def ways(look: Look, box: int) -> Sequence[int]:
    """The boxes beside, and those two boxes away by river or by own railroads."""
    found = [to for _, to in two_boxes(look, box)]
    return [*NEIGHBOURS[box], *found] if found else NEIGHBOURS[box]


def two_boxes(look: Look, box: int) -> Sequence[tuple[int, int]]:
    """Where a piece may go with one march beyond the next box, and by which first line."""
    foes, owner, side = look.foes, look.owner, look.side
    found = [(line, to) for line, between, to in RIVER_WAYS[box] if not foes[between]]
    if owner[box] == side:
        found += [(line, to) for line, between, to in RAIL_WAYS[box] if owner[between] == side == owner[to] and not foes[between]]
    return found


def march_scores(s: State, plans: Pair) -> list[float]:
    look = Look(s, s.active, plans).far()
    return [march_score(look, a) for a in s.options]


def march_score(look: Look, a: int) -> float:
    if a == DONE:
        return ENOUGH
    if a >= LEAD:
        return leader_score(look, a - LEAD)
    if a == SAIL + EUROPE:
        return 2.0
    if a >= SAIL:
        return max([invasion_gain(look, port) for port in PORTS]) if a == SAIL + WASHINGTON else -2.0
    return max(best_going(look, a)[0], look.dig(a))


def leader_score(look: Look, leader: int) -> float:
    """A leader moves alone only to join a larger army."""
    here = look.s.box[leader]
    beside = max([look.mine[b] for b in NEIGHBOURS[here] if not look.foes[b]], default=0.0)
    return 0.3 if beside > 2.0 * look.mine[here] + 2.0 else -1.0


def invasion_gain(look: Look, port: int) -> float:
    """A landing, one piece a march: the city by the odds to win it and to keep it, less what is there already."""
    s = look.s
    if look.side != UNION or s.die != TABLES.dice.invasion or s.owner[port] != CSA or closed_port(s, port):
        return -2.0
    landed = look.mine[port]
    coming = min(look.spare(WASHINGTON), 1.3 * (max(look.marches, 0) + 1))
    if coming < 0.9:
        return -2.0
    against = look.resists(port)
    if s.rules & COASTAL_DEFENCE and not s.landings >> port & 1:
        against += 1.5 * GARRISON_VALUE[port]
    value = landing(look, port, landed + coming, against)
    if landed:
        return value - landing(look, port, landed, against)
    return value if chance(landed + coming, 1.1 * against) > look.posture.bold else -2.0


def closed_port(s: State, port: int) -> bool:
    """This turn's invasion goes elsewhere."""
    return s.landings & ~(1 << port) != 0 and not s.rules & SEVERAL_LANDINGS


def landing(look: Look, port: int, power: float, against: float) -> float:
    won = chance(power, 1.1 * against)
    if not look.foes[port]:
        risk = look.danger(port)
        won *= 1.0 - chance(0.8 * risk, power) if risk else 1.0
    return look.posture.sea * look.take(port) * won - LOSS * power * (1.0 - won)


def piece_scores(s: State, plans: Pair) -> list[float]:
    """The strongest who can be spared, then the end of the march."""
    frm = s.stack[-1].frm
    look = Look(s, s.active, plans).far()
    go, spare = best_going(look, frm)
    dig = look.dig(frm)
    good = max(go, dig) > ENOUGH
    return [piece_score(s, a, spare, good=good, digging=dig > go) for a in s.options]


def piece_score(s: State, a: int, spare: float, *, good: bool, digging: bool) -> float:
    if a == DONE:
        return 0.0
    if a >= PIECES:
        return 9.0 if good and not digging else -9.0
    worth = WORTH[s.kind[a]]
    if digging:
        return -worth if s.entrenched >> a & 1 or not good else worth
    return worth if good and worth <= spare + 0.5 else -worth


def step_scores(s: State, plans: Pair) -> list[float]:
    """The line with the greatest gain; works where they save more."""
    frame = s.stack[-1]
    look = Look(s, s.active, plans).far()
    here = s.box[frame.piece]
    if frame.steps == 0 and frame.piece < PIECES and look.dig(here) > best_going(look, here)[0]:
        return [float(a == ENTRENCH) for a in s.options]
    onward = {} if frame.steps else onward_gains(look, here, frame)
    return [step_score(look, frame, here, onward, a) for a in s.options]


def step_score(look: Look, frame: Step, here: int, onward: dict[int, float], a: int) -> float:
    piece = frame.piece
    if a == STOP:
        return 0.0 if piece < PIECES or not look.foes[here] else -5.0
    if a == ENTRENCH:
        return look.dig(here) or 0.02
    line = a - GO
    to = TO[line]
    if piece >= PIECES:
        return look.mine[to] - look.mine[here] - (20.0 if look.foes[to] else 0.0)
    if frame.steps and to == set_out_from(look.s):
        return -9.0
    best = look.gain(here, to, under_way(look, frame, to))
    return max(best, onward[line]) if line in onward else best


def set_out_from(s: State) -> int:
    """The box where the march at hand began: nobody goes back there at once."""
    march = s.stack[-2] if len(s.stack) > 1 else None
    return march.frm if isinstance(march, March) else -1


def under_way(look: Look, frame: Step, to: int) -> float:
    """The power of a piece and those who can follow it to a box."""
    s = look.s
    worth = WORTH[s.kind[frame.piece]]
    if frame.steps == 0:
        return max(worth, look.spare(s.box[frame.piece], to))
    frm = set_out_from(s)
    return worth + max(look.spare(frm, to), 0.0) if frm >= 0 else worth


def onward_gains(look: Look, box: int, frame: Step) -> dict[int, float]:
    """For each first line by river or rail, the best that the second can bring."""
    found: dict[int, float] = {}
    for line, to in two_boxes(look, box):
        found[line] = max(found.get(line, -9.0), look.gain(box, to, under_way(look, frame, to)))
    return found


def sail_piece_scores(s: State, plans: Pair) -> list[float]:
    return [-1.0 if a >= PIECES else WORTH[s.kind[a]] - 0.3 * CAVALRY[s.kind[a]] for a in s.options]


def sail_to_scores(s: State, plans: Pair) -> list[float]:
    look = Look(s, s.active, plans).far()
    return [sail_to_score(look, port) for port in s.options]


def sail_to_score(look: Look, port: int) -> float:
    if look.owner[port] != look.side:
        return invasion_gain(look, port)
    return look.pull.of(port) + 0.3 * max(look.guard(port) - look.mine[port], 0.0)


# --- battle -----------------------------------------------------------------------------------------------


def battle_power(s: State, side: int) -> float:
    """What stands in the battle, as it can hit."""
    defends = side != s.attacker
    fort = defends and FORT[s.place] and s.owner[s.place] == side
    total = 1.5 * s.garrison if side == CSA else 0.0
    for p in s.pieces_at(side, s.place):
        if not s.routed >> p & 1:
            worth = WORTH[s.kind[p]] * (WOUNDED if s.reduced >> p & 1 else 1.0)
            total += worth * WORKS if fort or (defends and s.entrenched >> p & 1) else worth
    return total + 0.4 * s.leadership(side, s.place)


def help_near(s: State, side: int) -> float:
    """What could come up next: one piece of each box beside the battle."""
    return sum([WORTH[s.kind[p]] for b in NEIGHBOURS[s.place] for p in s.pieces_at(side, b)[:1] if not s.has_pieces(1 - side, b)])


def outlook(s: State, side: int) -> float:
    """A side's chance to win the battle at hand, with what can come up."""
    ours = battle_power(s, side) + HELP * help_near(s, side)
    theirs = battle_power(s, 1 - side) + HELP * help_near(s, 1 - side)
    return chance(ours, theirs)


def retreat_scores(s: State, plans: Pair) -> list[float]:
    """Stand as long as the box, by the chance to win it, is worth more than the pieces, by the chance to lose them."""
    side = s.firing
    look = Look(s, side, plans)
    won = outlook(s, side)
    stake = 0.8 + 1.4 * (VALUE_OF[UNION][s.place] + VALUE_OF[CSA][s.place]) + (2.5 if PRIZE[s.place] else 0.0)
    if s.place == WASHINGTON:
        stake += 20.0
    stay = 100.0 if won * stake > (1.0 - won) * RETREAT * look.mine[s.place] else -100.0
    return [stay if a == FIGHT_ON else look.mine[a] - 0.6 * look.danger(a) + VALUE_OF[side][a] for a in s.options]


def reinforce_scores(s: State, plans: Pair) -> list[float]:
    """Whoever can be spared, as long as the battle is not won already."""
    look = Look(s, s.firing, plans)
    needed = chance(battle_power(s, s.firing), battle_power(s, 1 - s.firing)) < 0.95
    return [reinforce_score(look, a, needed=needed) for a in s.options]


def reinforce_score(look: Look, a: int, *, needed: bool) -> float:
    if a == DONE:
        return 0.0
    if a >= PIECES:
        return 5.0 if needed else -5.0
    s = look.s
    frm, worth = s.box[a], WORTH[s.kind[a]]
    spare = look.mine[frm] - (look.guard(frm) if frm != WASHINGTON or s.active == UNION else 4.0)
    return worth if needed and worth <= spare + 0.1 else -worth


def aim_scores(s: State, plans: Pair) -> list[float]:
    """The shot that does most: a kill counts more than a wound, and nobody is shot at more than needed."""
    shooter = firer(s)
    return [aim_score(s, shooter, a) for a in s.options]


def aim_score(s: State, shooter: int, a: int) -> float:
    if a == HOLD_FIRE:
        return -1.0
    need = value_against(s, shooter, a)
    if need <= 0:
        return 0.0
    worth = 2.0 if a == GARRISON else WORTH[s.kind[a]]
    hurt = a != GARRISON and s.reduced >> a & 1 == 1
    aimed = s.aims.count(a)
    value = worth + 1.0 if hurt else 0.7 + 0.3 * worth
    return min(need, 6) * value * (0.55**aimed if hurt else 0.9**aimed)


def escape_scores(s: State, plans: Pair) -> list[float]:
    weak = outlook(s, 1 - s.attacker) < 0.5
    return [1.0 if (a == YES) == weak else 0.0 for a in s.options]


def flight_scores(s: State, plans: Pair) -> list[float]:
    side = 1 - s.winner if s.winner != 2 else 1 - s.attacker
    look = Look(s, side, plans)
    return [look.mine[b] - 0.5 * look.danger(b) + (s.owner[b] == side) for b in s.options]


def contain_scores(s: State, plans: Pair) -> list[float]:
    box = s.stack[-1].items[0]
    look = Look(s, CSA, plans)
    wise = NO if look.mine[box] > 1.4 * look.foes[box] else YES
    return [1.0 if a == wise else 0.0 for a in s.options]


def break_out_scores(s: State, plans: Pair) -> list[float]:
    look = Look(s, UNION, plans)
    return [0.0 if b == DONE else look.mine[b] - 1.4 * look.foes[b] for b in s.options]


def choose_battle_scores(s: State, plans: Pair) -> list[float]:
    """The surest battle first: who wins it may be near enough to help in the next."""
    look = Look(s, s.active, plans)
    return [chance(look.mine[b], look.foes[b]) for b in s.options]


def strongest_scores(s: State, plans: Pair) -> list[float]:
    return [0.5 if a == DONE else 2.0 if a == GARRISON else WORTH[s.kind[a]] for a in s.options]


def weakest_scores(s: State, plans: Pair) -> list[float]:
    return [-WORTH[s.kind[a]] for a in s.options]


def announce_scores(s: State, plans: Pair) -> list[float]:
    """Cavalry first: it is the less free to choose."""
    return [float(s.cavalry >> a & 1) for a in s.options]


def bonus_scores(s: State, plans: Pair) -> list[float]:
    """Points are spread, the best shots first."""
    return [(GARRISON_VALUE[s.place] if a == GARRISON else FIRE[s.kind[a]]) - 1000.0 * s.bonus.count(a) for a in s.options]


# --- promotion and recruitment ----------------------------------------------------------------------------


def promote_scores(s: State, plans: Pair) -> list[float]:
    """Infantry of the larger armies first: militia to veterans, which also frees a counter, then veterans to crack."""
    mine = army_at(s, s.active if s.place < 0 else s.winner).power
    return [-1.0 if a == DONE else promotion(s.kind[a]) + ARMY * mine[s.box[a]] for a in s.options]


def promotion(kind: int) -> float:
    return (3.0 if kind == MF else 2.0) - (1.2 if CAVALRY[kind] else 0.0)


def city_scores(s: State, plans: Pair) -> list[float]:
    """Where a recruit saves most, and then towards the front."""
    look = Look(s, s.active, plans).far()
    return [-1.0 if b == DONE else city_score(look, b) for b in s.options]


def city_score(look: Look, b: int) -> float:
    return 2.0 * look.pull.of(b) + look.posture.muster * look.saved(b, 1.0) + 0.05 * VALUE_OF[look.side][b]


def place_leader_scores(s: State, plans: Pair) -> list[float]:
    look = Look(s, s.active, plans).far()
    return [look.mine[b] + 3.0 * look.pull.of(b) for b in s.options]


SCORES: Final[dict[int, Callable[[State, Pair], list[float]]]] = {
    Box.SUPPORT_LOSS: weakest_scores,
    Box.PLACE_LEADER: place_leader_scores,
    Box.BREAK_OUT: break_out_scores,
    Box.MARCH: march_scores,
    Box.PIECE: piece_scores,
    Box.STEP: step_scores,
    Box.ONWARD: step_scores,
    Box.JUMP: step_scores,
    Box.SAIL_PIECE: sail_piece_scores,
    Box.SAIL_TO: sail_to_scores,
    Box.CONTAIN: contain_scores,
    Box.CHOOSE_BATTLE: choose_battle_scores,
    Box.ESCAPE: escape_scores,
    Box.ESCAPE_TO: flight_scores,
    Box.RETREAT: retreat_scores,
    Box.REINFORCE: reinforce_scores,
    Box.ENGAGE: strongest_scores,
    Box.BONUS: bonus_scores,
    Box.ANNOUNCE: announce_scores,
    Box.AIM: aim_scores,
    Box.RALLY: strongest_scores,
    Box.ROUTED_TO: flight_scores,
    Box.VICTOR: promote_scores,
    Box.PROMOTE: promote_scores,
    Box.CITY: city_scores,
}


def order(s: State) -> Sequence[int]:
    return follow(s, (0, 0))


def follow(s: State, plans: Pair) -> Sequence[int]:
    """The options of the question on top, the most promising first, each side following its plan."""
    scores = SCORES.get(s.stack[-1].box)
    return ranked(s.options, scores(s, plans)) if scores is not None else list(s.options)


def best(s: State, plans: Pair) -> int:
    """The first of them."""
    options, scores = s.options, SCORES.get(s.stack[-1].box)
    return foremost(options, scores(s, plans)) if scores is not None and len(options) > 1 else options[0]
