"""5.2.4, 5.2.5, 5.2.6 and O3.1: reinforcement, retreat, and the escape of cavalry."""

from __future__ import annotations

from typing import Final

from bivouac.core.ids import SIDES, Side
from bivouac.core.kit.bits import bits, set_of
from bivouac.core.legality import Verdict, clause, closes, offers, refuse
from bivouac.core.text import Arg, Name
from bivouac.titles.house_divided.events import DISPERSED, ESCAPED, FLED, LEADER_REINFORCED, REINFORCED, RETREATS, WENT, WENT_BACK
from bivouac.titles.house_divided.frames import AT, At, Box, Items
from bivouac.titles.house_divided.printed import map as m
from bivouac.titles.house_divided.printed.map import CSA, NOBODY, OFF, UNION, WASHINGTON
from bivouac.titles.house_divided.printed.units import COMMAND_MAXIMUM, LEADER_VALUE, PIECES, SOUTHERN_GARRISONS
from bivouac.titles.house_divided.rules import ALL, ch05_battle, ch05_fire, in_this_battle, its_box
from bivouac.titles.house_divided.setup import FIRST_TURN_LIMITS, LEADERS_RULE, NAVAL_RETREAT
from bivouac.titles.house_divided.state import MASK, State

SOUTHERN_PORTS: Final = m.PORT_SET & m.GREY | SOUTHERN_GARRISONS

# --- where to: the same clauses for armies, routed pieces and escaping cavalry ----------------------------


def runner(s: State) -> int:
    """Who leaves the battle: the side that escapes, or has lost it, or whose part of the round it is."""
    if s.winner != NOBODY:
        return 1 - s.winner
    return s.firing if s.rnd else 1 - s.attacker


def way_home(s: State) -> int:
    """With the naval retreat the Union may sail from a southern port it invaded, or holds against an attack, to Washington (O3.1)."""
    if not s.rules & NAVAL_RETREAT or runner(s) == CSA or not SOUTHERN_PORTS >> s.place & 1:
        return 0
    by_sea = s.attacker == CSA or s.landings >> s.place & 1
    return 1 << WASHINGTON if by_sea and s.owner[WASHINGTON] == UNION and not s.has_pieces(CSA, WASHINGTON) else 0


def from_the_field(s: State, f: object, thing: int) -> dict[str, Arg]:
    return {"box": Name("box", thing), "frm": Name("box", s.place)}


@offers("AHD-5.2.5b", from_the_field)
def is_beside_the_battle(s: State, f: object) -> int:
    """Whoever leaves a battle goes to a neighbouring box (or home by sea, O3.1)."""
    return m.BESIDE[s.place] | way_home(s)


@offers("AHD-5.2.6b", from_the_field)
def is_beside_the_riders(s: State, f: object) -> int:
    """Cavalry escapes to a neighbouring box."""
    return m.BESIDE[s.place]


@closes("AHD-4.2.6a")
def not_over_the_potomac(s: State, f: object) -> int:
    """Confederates do not retreat over the Potomac."""
    return ~m.BESIDE_SOUTH[s.place] if runner(s) == CSA else 0


@closes("AHD-O4.1a")
def not_into_closed_kentucky(s: State, f: object) -> int:
    """With the first-turn limits nobody retreats into a white box on turn 1."""
    return m.WHITE if s.turn == 1 and s.rules & FIRST_TURN_LIMITS else 0


@closes("AHD-5.2.5c")
def not_to_the_enemy(s: State, f: object) -> int:
    """Nobody retreats into a box with enemies or into an enemy recruitment city."""
    enemy = 1 - runner(s)
    return s.here[enemy] | s.own[enemy] & m.NUMBERED


@closes("AHD-5.2.5f")
def not_where_the_enemy_came_from(s: State, f: object) -> int:
    """Nobody retreats into a box from which enemies came into this battle, but for the ships to Washington."""
    return s.came[1 - runner(s)] & ~way_home(s)


def open_ways(s: State) -> int:
    """The neighbouring boxes to which the runner may leave, friendly or not."""
    closed = not_over_the_potomac(s, None) | not_into_closed_kentucky(s, None) | not_to_the_enemy(s, None)
    return m.BESIDE[s.place] & ~(closed | s.came[1 - runner(s)])


@closes("AHD-5.2.5e")
def friendly_box_first(s: State, f: object) -> int:
    """An army retreats to a friendly box if it can; Washington over the sea is one (O3.1)."""
    own = s.own[runner(s)]
    return ~own if (open_ways(s) | way_home(s)) & own else 0


MAY_ESCAPE_TO: Final = (not_over_the_potomac, not_into_closed_kentucky, not_to_the_enemy, not_where_the_enemy_came_from)
MAY_FLEE: Final = (*MAY_ESCAPE_TO, friendly_box_first)


# --- RETREAT ----------------------------------------------------------------------------------------------


def begin_part(s: State) -> None:
    """A side's part of a round. From the second round on it may retreat or reinforce first (5.2.4a, 5.2.5a)."""
    s.arrived = 0
    if s.rnd < 2:
        ch05_fire.muster(s)
    else:
        s.goto(AT[Box.RETREAT])


@closes("AHD-A5.0d")
def garrison_does_not_retreat(s: State, f: At) -> int:
    """A garrison that stands alone never retreats."""
    return 0 if s.at[s.place] & MASK[s.firing] & ~s.routed else ALL


MAY_RETREAT: Final = (garrison_does_not_retreat, *MAY_FLEE)


def fight_on(s: State, f: At, _: int) -> None:
    s.goto(AT[Box.REINFORCE])


def retreat(s: State, f: At, box: int) -> None:
    """The whole army leaves together and has lost the battle (5.2.5), unless its garrison fights on (A5.0d)."""
    s.tell(RETREATS, s.firing, s.count_at(s.firing, s.place), s.place, box)
    ch05_battle.end_battle(s, NOBODY if s.garrison and s.firing == CSA else 1 - s.firing, box)


def withdraw(s: State, side: int, box: int) -> None:
    """All that is left of an army goes to a box, its leaders with it."""
    for p in s.pieces_at(side, s.place):
        move_out(s, p, box)
    lead_away(s, side, box)


def move_out(s: State, piece: int, box: int) -> None:
    """Works, and the way it came, are left behind."""
    s.retreated |= 1 << piece
    s.tell(FLED if s.routed >> piece & 1 else WENT_BACK, piece, s.box[piece], box)
    join(s, piece, box)


def join(s: State, piece: int, box: int) -> None:
    """A piece that has fought, or is about to, goes to a box."""
    bit = 1 << piece
    s.fought |= bit
    s.leave_works(bit)
    s.digging &= ~bit
    s.crossed &= ~bit
    s.origin[piece] = OFF
    s.put(piece, box)


def clear_the_field(s: State) -> None:
    """The loser's army goes where it chose; routed survivors of a beaten army look for a way out (A8.1e)."""
    loser = runner(s)
    left = s.pieces_at(loser, s.place)
    if left and s.retreat_to >= 0:
        withdraw(s, loser, s.retreat_to)
    elif left:
        if open_ways(s) | way_home(s):
            s.goto(AT[Box.ROUTED_TO])
            return
        for p in left:
            s.tell(DISPERSED, loser, s.kind[p])
            s.lose(p)
    elif s.retreat_to >= 0:
        lead_away(s, loser, s.retreat_to)
    if s.winner == NOBODY:
        s.end_rout(~s.at[s.place])
        s.retreat_to = OFF
        ch05_fire.muster(s)
    else:
        ch05_battle.leave_field(s)


def lead_away(s: State, side: int, box: int) -> None:
    """A side's leaders leave the battle for a box, and have retreated like its pieces; the last of these may have deserted."""
    for p in s.leaders_at(side, s.place):
        s.tell(WENT_BACK, p, s.place, box)
        s.box[p] = box
        s.retreated |= 1 << p


def the_loser(s: State, f: object) -> Side:
    return SIDES[1 - s.winner]


def send_routed(s: State, f: At, box: int) -> None:
    loser = 1 - s.winner
    s.tell(RETREATS, loser, s.count_at(loser, s.place), s.place, box)
    withdraw(s, loser, box)
    ch05_battle.leave_field(s)


# --- REINFORCE --------------------------------------------------------------------------------------------


@offers("AHD-5.2.4b", in_this_battle)
def is_beside_to_help(s: State, f: At) -> int:
    """Reinforcements come from the neighbouring boxes; leaders, too."""
    near = m.BESIDE[s.place] & s.here[s.firing]
    found = 0
    for box in bits(near):
        found |= s.at[box]
    found &= MASK[s.firing]
    if s.rules & LEADERS_RULE:
        found |= set_of([p for b in m.NEIGHBOURS[s.place] for p in s.leaders_at(s.firing, b)])
    return found


@closes("AHD-O4.1a")
def kentucky_is_closed_to_reinforcement(s: State, f: At) -> int:
    """With the first-turn limits nobody enters a white box on turn 1, not even to reinforce."""
    return ALL if m.WHITE >> s.place & 1 and s.turn == 1 and s.rules & FIRST_TURN_LIMITS else 0


@closes("AHD-4.2.3e")
def did_not_sail(s: State, f: At) -> int:
    """Who went by sea this turn makes no other move, and coming to a battle is one."""
    return s.sailed


@closes("AHD-5.2.4c")
def did_not_retreat(s: State, f: At) -> int:
    """A piece that retreated from a battle this turn does not reinforce."""
    return s.retreated


@closes("AHD-5.2.4d", its_box)
def has_not_fought(s: State, f: At) -> int:
    """The attacker does not reinforce with pieces that have fought."""
    return s.fought if s.firing == s.attacker else 0


@clause("AHD-4.2.6a")
def reinforcement_avoids_the_potomac(s: State, f: At, piece: int) -> Verdict:
    """Confederates do not reinforce over the Potomac."""
    return s.firing == UNION or m.BESIDE_SOUTH[s.place] >> s.box[piece] & 1 == 1


@clause("AHD-5.2.4b")
def one_piece_from_each_box(s: State, f: At, piece: int) -> Verdict:
    """One piece a round from each neighbouring box; leaders are not counted."""
    return piece >= PIECES or not s.arrived >> s.box[piece] & 1 or refuse(box=Name("box", s.box[piece]))


@clause("AHD-5.2.4d")
def attacker_has_no_other_fight(s: State, f: At, piece: int) -> Verdict:
    """The attacker does not reinforce from a box with enemies."""
    return s.firing != s.attacker or not s.here[1 - s.firing] >> s.box[piece] & 1 or refuse(box=Name("box", s.box[piece]))


@clause("AHD-A4.0d")
def is_not_shut_in(s: State, f: At, piece: int) -> Verdict:
    """Contained Union pieces do not leave their port."""
    return s.firing == CSA or not s.contained & s.here[CSA] & 1 << s.box[piece] or refuse(box=Name("box", s.box[piece]))


@clause("AHD-5.2.4e")
def leaves_enough_behind(s: State, f: At, piece: int) -> Verdict:
    """The defender leaves in a threatened box at least as many pieces as the enemy has there."""
    box = s.box[piece]
    if piece >= PIECES or s.firing == s.attacker or not s.here[1 - s.firing] >> box & 1:
        return True
    return s.count_at(s.firing, box) > s.count_at(1 - s.firing, box) or refuse(box=Name("box", box))


MAY_REINFORCE: Final = (
    kentucky_is_closed_to_reinforcement,
    did_not_sail,
    did_not_retreat,
    has_not_fought,
    reinforcement_avoids_the_potomac,
    one_piece_from_each_box,
    attacker_has_no_other_fight,
    is_not_shut_in,
    leaves_enough_behind,
)


def reinforce(s: State, f: At, piece: int) -> None:
    """A piece or a leader joins the battle, at no cost in marches (5.2.4g); the next one may follow."""
    frm = s.box[piece]
    s.came[s.firing] |= 1 << frm
    if piece >= PIECES:
        s.tell(LEADER_REINFORCED, piece - PIECES, frm)
        s.tell(WENT, piece, frm, s.place)
        s.box[piece] = s.place
        s.fought |= 1 << piece
        s.command[s.firing] = min(s.command[s.firing] + LEADER_VALUE[piece - PIECES][s.turn], COMMAND_MAXIMUM)
        return
    s.tell(REINFORCED, s.firing, s.kind[piece], frm)
    s.tell(WENT, piece, frm, s.place)
    s.arrived |= 1 << frm
    join(s, piece, s.place)
    if s.firing == CSA:
        s.regulars = 1


def no_more_reinforcements(s: State, f: At, _: int) -> None:
    ch05_fire.muster(s)


# --- ESCAPE -----------------------------------------------------------------------------------------------


@clause("AHD-5.2.6a")
def only_cavalry_escapes(s: State, f: At, _: int) -> Verdict:
    """An army escapes before the battle only if all of it is cavalry (and no garrison guards the port)."""
    return s.only_cavalry(1 - s.attacker, s.place) and not s.garrison


@clause("AHD-5.2.6c")
def no_escape_from_cavalry(s: State, f: At, _: int) -> Verdict:
    """Cavalry does not escape when all enemies are cavalry too."""
    return not s.only_cavalry(s.attacker, s.place)


@clause("AHD-5.2.6b")
def has_somewhere_to_escape(s: State, f: At, _: int) -> Verdict:
    """Cavalry escapes to a neighbouring box that is not the enemy's city, holds no enemy and is not where he came from."""
    return open_ways(s) != 0


MAY_ESCAPE: Final = (only_cavalry_escapes, no_escape_from_cavalry, has_somewhere_to_escape)


def stand(s: State, f: At, _: int) -> None:
    ch05_battle.begin_round(s)


def escape(s: State, f: At, _: int) -> None:
    """All leave or all stay; each finds its own way (5.2.6)."""
    s.goto(Items(Box.ESCAPE_TO, s.pieces_at(1 - s.attacker, s.place)))


def escape_to(s: State, f: Items, box: int) -> None:
    """One piece is away; when the last has gone the battle is off and nobody has won it (5.2.6d)."""
    piece, rest = f.items[0], f.items[1:]
    s.tell(ESCAPED, 1 - s.attacker, s.kind[piece], box)
    move_out(s, piece, box)
    if rest:
        s.goto(Items(Box.ESCAPE_TO, rest))
        return
    lead_away(s, 1 - s.attacker, box)
    ch05_battle.leave_field(s)
