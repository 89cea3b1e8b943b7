"""5.2.4, 5.2.5, 5.2.6 and O3.1: reinforcement, retreat, and the escape of cavalry."""

from __future__ import annotations

from collections.abc import Sequence

from bivouac.core.ids import SIDES, Side
from bivouac.core.legality import Verdict, clause, refuse
from bivouac.core.text import Name
from bivouac.titles.house_divided.events import DISPERSED, ESCAPED, LEADER_REINFORCED, REINFORCED, RETREATS
from bivouac.titles.house_divided.frames import AT, DONE, FIGHT_ON, NO, YES, At, Box, Items
from bivouac.titles.house_divided.printed.map import CSA, GREY, NEIGHBOURS, NEIGHBOURS_OF, NOBODY, NUMBERED, PORT, UNION, WASHINGTON, WHITE
from bivouac.titles.house_divided.printed.units import COMMAND_MAXIMUM, LEADER_VALUE, PIECES
from bivouac.titles.house_divided.rules import ch05_battle, ch05_fire
from bivouac.titles.house_divided.setup import FIRST_TURN_LIMITS, LEADERS_RULE, NAVAL_RETREAT
from bivouac.titles.house_divided.state import DIGGING, ENTRENCHED, FOUGHT, INVADED, KEPT, MARCHES_MASK, MASK, MOVED, RETREATED, State, bits

LEAVES_BEHIND = ENTRENCHED | DIGGING


# --- where to: the same clauses for armies, routed pieces and escaping cavalry ----------------------------


def neighbours(s: State, f: object) -> tuple[int, ...]:
    return NEIGHBOURS[s.place]


def sails_home(s: State, side: int, box: int) -> bool:
    """With the naval retreat the Union may sail from a southern port it invaded, or holds against an attack, to Washington (O3.1)."""
    if not s.rules & NAVAL_RETREAT or side == CSA or box != WASHINGTON or not (PORT[s.place] and GREY[s.place]):
        return False
    return s.attacker == CSA or any(s.stat[p] & INVADED for p in s.pieces_at(UNION, s.place))


def runner(s: State) -> int:
    """Who leaves the battle: the side that escapes, or has lost it, or whose part of the round it is."""
    if s.winner != NOBODY:
        return 1 - s.winner
    return s.firing if s.rnd else 1 - s.attacker


@clause("AHD-4.2.6a")
def not_over_the_potomac(s: State, f: object, a: int) -> Verdict:
    """Confederates do not retreat over the Potomac."""
    return a < 0 or runner(s) == UNION or a in NEIGHBOURS_OF[CSA][s.place] or refuse()


@clause("AHD-O4.1a")
def not_into_closed_kentucky(s: State, f: object, a: int) -> Verdict:
    """With the first-turn limits nobody retreats into a white box on turn 1."""
    return a < 0 or not WHITE[a] or s.turn != 1 or not s.rules & FIRST_TURN_LIMITS or refuse(box=Name("box", a))


@clause("AHD-5.2.5c")
def not_to_the_enemy(s: State, f: object, a: int) -> Verdict:
    """Nobody retreats into a box with enemies or into an enemy recruitment city."""
    if a < 0:
        return True
    enemy = 1 - runner(s)
    return not (s.at[a] & MASK[enemy] or (s.owner[a] == enemy and NUMBERED[a])) or refuse(box=Name("box", a))


@clause("AHD-5.2.5f")
def not_where_the_enemy_came_from(s: State, f: object, a: int) -> Verdict:
    """Nobody retreats into a box from which enemies came into this battle."""
    return a < 0 or not s.came[1 - runner(s)] >> a & 1 or sails_home(s, runner(s), a) or refuse(box=Name("box", a))


def is_open(s: State, side: int, box: int) -> bool:
    """A box to which a side may leave the battle, friendly or not."""
    enemy = 1 - side
    if s.at[box] & MASK[enemy] or s.came[enemy] >> box & 1 or (s.owner[box] == enemy and NUMBERED[box]):
        return False
    return not (WHITE[box] and s.turn == 1 and s.rules & FIRST_TURN_LIMITS)


def has_friendly_way(s: State) -> bool:
    side = runner(s)
    return any(s.owner[b] == side and is_open(s, side, b) for b in NEIGHBOURS_OF[side][s.place])


@clause("AHD-5.2.5e")
def friendly_box_first(s: State, f: object, a: int) -> Verdict:
    """An army retreats to a friendly box if it can."""
    return a < 0 or s.owner[a] == runner(s) or not has_friendly_way(s) or refuse(box=Name("box", a))


MAY_RETREAT_TO = (not_over_the_potomac, not_into_closed_kentucky, not_to_the_enemy, not_where_the_enemy_came_from, friendly_box_first)
MAY_ESCAPE_TO = (not_over_the_potomac, not_into_closed_kentucky, not_to_the_enemy, not_where_the_enemy_came_from)


def ways_out(s: State, side: int) -> list[int]:
    """The boxes an army may retreat to: friendly ones if there are any (5.2.5e)."""
    found = [b for b in NEIGHBOURS_OF[side][s.place] if is_open(s, side, b)]
    owner = s.owner
    own = [b for b in found if owner[b] == side]
    if (
        s.rules & NAVAL_RETREAT
        and WASHINGTON not in NEIGHBOURS[s.place]
        and sails_home(s, side, WASHINGTON)
        and s.owner[WASHINGTON] == UNION
        and not s.has_pieces(CSA, WASHINGTON)
    ):
        return [*(own or found), WASHINGTON]
    return own or found


# --- RETREAT ----------------------------------------------------------------------------------------------


def begin_part(s: State) -> None:
    """A side's part of a round. From the second round on it may retreat or reinforce first (5.2.4a, 5.2.5a); a garrison alone never
    retreats (A5.0d)."""
    s.arrived = 0
    if s.rnd < 2:
        ch05_fire.muster(s)
    elif s.at[s.place] & MASK[s.firing] & ~s.routed and ways_out(s, s.firing):
        s.goto(AT[Box.RETREAT])
    else:
        seek_reinforcement(s)


def retreat_candidates(s: State, f: At) -> list[int]:
    """Staying, every neighbouring box, and the way home by sea."""
    boxes = [*NEIGHBOURS[s.place]]
    if (
        WASHINGTON not in boxes
        and sails_home(s, s.firing, WASHINGTON)
        and s.owner[WASHINGTON] == UNION
        and not s.has_pieces(CSA, WASHINGTON)
    ):
        boxes.append(WASHINGTON)
    return [FIGHT_ON, *boxes]


def retreat_options(s: State, f: At) -> list[int]:
    return [FIGHT_ON, *ways_out(s, s.firing)]


def retreat(s: State, f: At, a: int) -> None:
    """The whole army leaves together and has lost the battle (5.2.5)."""
    if a == FIGHT_ON:
        seek_reinforcement(s)
    else:
        ch05_battle.end_battle(s, 1 - s.firing, a)


def withdraw(s: State, side: int, box: int) -> None:
    """All that is left of an army goes to a box, its leaders with it."""
    s.tell(RETREATS, side, box)
    for p in s.pieces_at(side, s.place):
        move_out(s, p, box)
    for p in s.leaders_at(side, s.place):
        s.box[p] = box
        s.stat[p] |= RETREATED


def move_out(s: State, piece: int, box: int) -> None:
    s.stat[piece] = s.stat[piece] & (KEPT | MARCHES_MASK | MOVED) & ~LEAVES_BEHIND | RETREATED | FOUGHT
    s.put(piece, box)
    s.settle_in(piece, box)


def clear_the_field(s: State) -> None:
    """The loser's army goes where it chose; routed survivors of a beaten army look for a way out (A8.1e)."""
    loser = 1 - s.winner
    left = s.pieces_at(loser, s.place)
    if left and s.retreat_to >= 0:
        withdraw(s, loser, s.retreat_to)
    elif left:
        if ways_out(s, loser):
            s.goto(AT[Box.ROUTED_TO])
            return
        for p in left:
            s.tell(DISPERSED, loser, s.kind[p])
            s.lose(p)
    elif s.retreat_to >= 0:
        lead_away(s, loser)
    ch05_battle.leave_field(s)


def lead_away(s: State, side: int) -> None:
    """The last men of a retreating army deserted: its leaders go on alone."""
    for p in s.leaders_at(side, s.place):
        s.box[p] = s.retreat_to


def the_loser(s: State, f: object) -> Side:
    return SIDES[1 - s.winner]


def routed_candidates(s: State, f: At) -> Sequence[int]:
    return (
        NEIGHBOURS[s.place]
        if WASHINGTON not in ways_out(s, 1 - s.winner) or WASHINGTON in NEIGHBOURS[s.place]
        else (*NEIGHBOURS[s.place], WASHINGTON)
    )


def send_routed(s: State, f: At, a: int) -> None:
    withdraw(s, 1 - s.winner, a)
    ch05_battle.leave_field(s)


# --- REINFORCE --------------------------------------------------------------------------------------------


def seek_reinforcement(s: State) -> None:
    if len(reinforce_options(s, AT[Box.REINFORCE])) > 1:
        s.goto(AT[Box.REINFORCE])
    else:
        ch05_fire.muster(s)


def reinforce_candidates(s: State, f: At) -> list[int]:
    """Own pieces in the neighbouring boxes, leaders there, or enough."""
    side = s.firing
    found = [p for b in NEIGHBOURS[s.place] for p in s.pieces_at(side, b)]
    if s.rules & LEADERS_RULE:
        found += [p for b in NEIGHBOURS[s.place] for p in s.leaders_at(side, b)]
    return [*found, DONE]


@clause("AHD-4.2.6a")
def reinforcement_avoids_the_potomac(s: State, f: At, a: int) -> Verdict:
    """Confederates do not reinforce over the Potomac."""
    return a < 0 or s.firing == UNION or s.box[a] in NEIGHBOURS_OF[CSA][s.place] or refuse()


@clause("AHD-O4.1a")
def kentucky_is_closed_to_reinforcement(s: State, f: At, a: int) -> Verdict:
    """With the first-turn limits nobody enters a white box on turn 1, not even to reinforce."""
    return a < 0 or not WHITE[s.place] or s.turn != 1 or not s.rules & FIRST_TURN_LIMITS or refuse()


@clause("AHD-5.2.4b")
def one_piece_from_each_box(s: State, f: At, a: int) -> Verdict:
    """One piece a round from each neighbouring box; leaders are not counted."""
    return a < 0 or a >= PIECES or not s.arrived >> s.box[a] & 1 or refuse(box=Name("box", s.box[a]))


@clause("AHD-5.2.4c")
def did_not_retreat(s: State, f: At, a: int) -> Verdict:
    """A piece that retreated from a battle this turn does not reinforce."""
    return a < 0 or not s.stat[a] & RETREATED or refuse()


@clause("AHD-5.2.4d")
def attacker_has_no_other_fight(s: State, f: At, a: int) -> Verdict:
    """The attacker does not reinforce from a box with enemies, nor with pieces that have fought."""
    if a < 0 or s.firing != s.attacker:
        return True
    return not (s.stat[a] & FOUGHT or s.has_pieces(1 - s.firing, s.box[a])) or refuse(box=Name("box", s.box[a]))


@clause("AHD-A4.0d")
def is_not_shut_in(s: State, f: At, a: int) -> Verdict:
    """Contained Union pieces do not leave their port."""
    if a < 0 or s.firing == CSA or not s.contained >> s.box[a] & 1:
        return True
    return not s.has_pieces(CSA, s.box[a]) or refuse(box=Name("box", s.box[a]))


@clause("AHD-5.2.4e")
def leaves_enough_behind(s: State, f: At, a: int) -> Verdict:
    """The defender leaves in a threatened box at least as many pieces as the enemy has there."""
    if a < 0 or a >= PIECES or s.firing == s.attacker:
        return True
    enemy = s.count_at(1 - s.firing, s.box[a])
    return enemy == 0 or s.count_at(s.firing, s.box[a]) > enemy or refuse(box=Name("box", s.box[a]))


MAY_REINFORCE = (
    reinforcement_avoids_the_potomac,
    kentucky_is_closed_to_reinforcement,
    one_piece_from_each_box,
    did_not_retreat,
    attacker_has_no_other_fight,
    is_not_shut_in,
    leaves_enough_behind,
)


def reinforce_options(s: State, f: At) -> list[int]:
    """The same as filtering the candidates, box by box."""
    side, at, stat, place = s.firing, s.at, s.stat, s.place
    mine = MASK[side]
    attacking = side == s.attacker
    barred = RETREATED | FOUGHT if attacking else RETREATED
    found: list[int] = []
    if s.turn == 1 and WHITE[place] and s.rules & FIRST_TURN_LIMITS:
        return [DONE]
    for b in NEIGHBOURS_OF[side][place]:
        here = at[b] & mine
        if not here or s.arrived >> b & 1:
            continue
        enemies = at[b] ^ here
        if enemies and (attacking or here.bit_count() <= enemies.bit_count() or (side == UNION and s.contained >> b & 1)):
            continue
        found += [p for p in bits(here) if not stat[p] & barred]
    if s.rules & LEADERS_RULE:
        leaders = [p for b in NEIGHBOURS_OF[side][place] for p in s.leaders_at(side, b)]
        found += [p for p in leaders if all(c(s, f, p) is True for c in MAY_REINFORCE)]
    found.append(DONE)
    return found


def reinforce(s: State, f: At, a: int) -> None:
    """A piece or a leader joins the battle, at no cost in marches (5.2.4g); the next one may follow."""
    if a == DONE:
        ch05_fire.muster(s)
        return
    frm = s.box[a]
    s.came[s.firing] |= 1 << frm
    if a >= PIECES:
        s.tell(LEADER_REINFORCED, a - PIECES, frm)
        s.box[a] = s.place
        s.command[s.firing] = min(s.command[s.firing] + LEADER_VALUE[a - PIECES][s.turn], COMMAND_MAXIMUM)
    else:
        s.tell(REINFORCED, s.firing, s.kind[a], frm)
        s.arrived |= 1 << frm
        s.stat[a] = s.stat[a] & (KEPT | MARCHES_MASK | MOVED) & ~LEAVES_BEHIND | FOUGHT
        s.put(a, s.place)
        s.settle_in(a, s.place)
        if s.firing == CSA:
            s.regulars = 1
    seek_reinforcement(s)


# --- ESCAPE -----------------------------------------------------------------------------------------------


def yes_or_no(s: State, f: object) -> tuple[int, int]:
    return (YES, NO)


@clause("AHD-5.2.6a")
def only_cavalry_escapes(s: State, f: At, a: int) -> Verdict:
    """An army escapes before the battle only if all of it is cavalry (and no garrison guards the port)."""
    return a == NO or (s.only_cavalry(1 - s.attacker, s.place) and not s.garrison) or refuse()


@clause("AHD-5.2.6c")
def no_escape_from_cavalry(s: State, f: At, a: int) -> Verdict:
    """Cavalry does not escape when all enemies are cavalry too."""
    return a == NO or not s.only_cavalry(s.attacker, s.place) or refuse()


@clause("AHD-5.2.6b")
def has_somewhere_to_escape(s: State, f: At, a: int) -> Verdict:
    """Cavalry escapes to a neighbouring box that is not the enemy's city, holds no enemy and is not where he came from."""
    side = 1 - s.attacker
    return a == NO or any(is_open(s, side, b) for b in NEIGHBOURS_OF[side][s.place]) or refuse()


MAY_ESCAPE = (only_cavalry_escapes, no_escape_from_cavalry, has_somewhere_to_escape)


def escape(s: State, f: At, a: int) -> None:
    """All leave or all stay; each finds its own way (5.2.6)."""
    if a == NO:
        ch05_battle.begin_round(s)
    else:
        s.goto(Items(Box.ESCAPE_TO, s.pieces_at(1 - s.attacker, s.place)))


def escape_to(s: State, f: Items, a: int) -> None:
    """One piece is away; when the last has gone the battle is off and nobody has won it (5.2.6d)."""
    piece, rest = f.items[0], f.items[1:]
    s.tell(ESCAPED, 1 - s.attacker, s.kind[piece], a)
    move_out(s, piece, a)
    if rest:
        s.goto(Items(Box.ESCAPE_TO, rest))
        return
    for leader in s.leaders_at(1 - s.attacker, s.place):
        s.box[leader] = a
    ch05_battle.leave_field(s)
