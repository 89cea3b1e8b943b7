"""5.0 and 5.2.7: which battles are fought, how one runs from round to round, and how it ends.

COMBAT         boxes with both sides; contained ports may be left alone (A4.0)
NEXT_BATTLE    the attacker chooses the order
battle:        ESCAPE?  the defender's cavalry leaves before the first round
               round:   [COMMAND_DIE at the start of a day]
                        the defender: RETREAT? REINFORCE? ENGAGE BONUS AIM SHOT... ROUT...
                        the attacker: the same
                        RALLY? at the end of a day
               over:    DESERT... ROUTED_TO? VICTOR?
RECOVER        reduced pieces are whole again
"""

from __future__ import annotations

from bivouac.core.ids import SIDES, Side
from bivouac.core.kit.bits import bits, set_of
from bivouac.core.legality import offers
from bivouac.titles.house_divided.events import BATTLE_BEGINS, GARRISON_CAME, GARRISON_OFF, RECOVERED, ROUND_BEGINS, STEP_REGAINED, WON
from bivouac.titles.house_divided.frames import AT, At, Box, One
from bivouac.titles.house_divided.printed.map import CSA, GARRISON_VALUE, NOBODY, OFF, UNION
from bivouac.titles.house_divided.printed.units import GARRISON, GARRISON_HITS, PROMOTED, ROUNDS_A_DAY
from bivouac.titles.house_divided.rules import ch05_retreat, chA4_containment, chA8_leaders, chA8_morale
from bivouac.titles.house_divided.rules.ch11_victory import settle_alarm
from bivouac.titles.house_divided.setup import BATTLE_COMMAND, COASTAL_DEFENCE, CONTAINMENT, DESERTION, LEADERS_RULE, RALLY
from bivouac.titles.house_divided.state import MASK, State


def has_garrison(s: State, box: int) -> bool:
    """A harbour garrison meets this turn's invasion (A5.0)."""
    return bool(s.rules & COASTAL_DEFENCE) and s.landings >> box & 1 == 1 and GARRISON_VALUE[box] > 0 and s.owner[box] == CSA


# --- which battles ----------------------------------------------------------------------------------------


def begin_combat(s: State, f: At) -> None:
    """Every box with pieces of both sides is a battle (5.0a), and so is a guarded harbour that was invaded (A5.0)."""
    if s.rules & LEADERS_RULE:
        chA8_leaders.drive_off_lone_leaders(s)
    fights = s.here[UNION] & s.here[CSA]
    s.fights = fights | set_of([b for b in bits(s.landings & s.here[UNION]) if has_garrison(s, b)])
    s.goto(AT[Box.NEXT_BATTLE])
    if s.rules & CONTAINMENT:
        chA4_containment.sort_out_contained(s)


def next_battle(s: State, f: At) -> None:
    if s.fights:
        s.goto(AT[Box.CHOOSE_BATTLE])
    else:
        s.pop()


@offers("AHD-5.0c")
def has_a_battle(s: State, f: At) -> int:
    """A battle is fought where both sides stand, one after the other."""
    return s.fights


def choose_battle(s: State, f: At, box: int) -> None:
    """One battle after the other, in the order the attacker likes (5.0c)."""
    s.fights &= ~(1 << box)
    s.goto(AT[Box.NEXT_BATTLE])
    begin_battle(s, box)


# --- one battle -------------------------------------------------------------------------------------------


def begin_battle(s: State, box: int) -> None:
    """The active side attacks (5.0b). Attackers inside a contained port leave their works (A4.0c)."""
    side = s.active
    s.place, s.attacker, s.rnd, s.routed, s.retreat_to, s.winner = box, side, 0, 0, OFF, NOBODY
    s.came = [0, 0]
    s.command = [0, 0]
    s.garrison = GARRISON_HITS if has_garrison(s, box) else 0
    s.regulars = 1 if s.has_pieces(1 - side, box) else 0
    s.came[side] = set_of([s.origin[p] for p in s.pieces_at(side, box) if s.origin[p] != OFF])
    s.tell(BATTLE_BEGINS, box, side)
    s.leave_works(s.at[box] & MASK[side])
    if s.garrison:
        s.tell(GARRISON_CAME, GARRISON, box, s.garrison)
    s.push(AT[Box.ESCAPE])
    if s.garrison or not s.only_cavalry(1 - side, box):
        begin_round(s)


def the_defender(s: State, f: object) -> Side:
    return SIDES[1 - s.attacker]


def the_firer(s: State, f: object) -> Side:
    """The side whose part of the round it is."""
    return SIDES[s.firing]


def begin_round(s: State) -> None:
    """The defender fires first (5.0e); a new day brings new command (A7.0b)."""
    s.rnd += 1
    s.firing = 1 - s.attacker
    if s.rnd == 1:
        s.fought |= s.at[s.place] & MASK[s.attacker] | set_of(s.leaders_at(s.attacker, s.place))
    s.tell(ROUND_BEGINS, s.rnd)
    if s.rules & BATTLE_COMMAND and s.rnd % ROUNDS_A_DAY == 1:
        s.goto(One(Box.COMMAND_DIE, s.firing))
    else:
        ch05_retreat.begin_part(s)


def end_part(s: State) -> None:
    """A side has fired: the enemy may be gone; otherwise it is the other side's part, or the round is over."""
    enemy = 1 - s.firing
    standing = s.at[s.place] & MASK[enemy] & ~s.routed
    if not standing and not (s.garrison and enemy == CSA):
        end_battle(s, s.firing, OFF)
    elif s.firing != s.attacker:
        s.firing = s.attacker
        ch05_retreat.begin_part(s)
    elif s.rules & RALLY and s.routed and s.rnd % ROUNDS_A_DAY == 0:
        chA8_morale.begin_rally(s, 1 - s.attacker)
    else:
        begin_round(s)


def end_battle(s: State, winner: int, retreat_to: int) -> None:
    """The side that remains has won (5.0g); nobody yet, where a garrison fights on. Desertion is tested before anybody leaves (A8.12)."""
    s.winner, s.retreat_to = winner, retreat_to
    if winner != NOBODY:
        s.tell(WON, winner, s.place)
    if s.rules & DESERTION:
        chA8_morale.begin_desertion(s)
    else:
        ch05_retreat.clear_the_field(s)


def leave_field(s: State) -> None:
    """Everybody who leaves has left. The winner may promote a piece that was there (6.0d)."""
    box, winner = s.place, s.winner
    s.end_rout(s.routed)
    s.contained &= ~(1 << box) | s.here[UNION] & s.here[CSA]
    if s.rules & LEADERS_RULE:
        chA8_leaders.drive_off_lone_leaders(s)
    if winner != NOBODY and (winner == CSA or s.regulars) and any(PROMOTED[s.kind[p]] != OFF for p in s.pieces_at(winner, box)):
        s.goto(AT[Box.VICTOR])
    else:
        close_battle(s)


def close_battle(s: State) -> None:
    if s.garrison:
        s.tell(GARRISON_OFF, GARRISON, s.place)
    s.place = OFF
    s.firers = s.aims = s.bonus = ()
    s.garrison = s.shot = s.hits = s.arrived = 0
    s.pop()
    if s.alarm:
        settle_alarm(s)


def recover(s: State, f: At) -> None:
    """After the Combat segment reduced pieces are whole again (5.2.7)."""
    if s.reduced:
        s.tell(RECOVERED, s.reduced.bit_count())
        for piece in bits(s.reduced):
            s.tell(STEP_REGAINED, piece, 1, s.box[piece])
        s.reduced = 0
    s.pop()
