"""5.1, 5.2.1 to 5.2.3, O2.2 and A8.2.2: who fires at whom, with what value, and what comes of it.

muster   the pieces that fire: all that stand, or as many as the command allows (ENGAGE, A7.0)
BONUS    each point of a leader goes to one of them (A8.2.2)
AIM      each announces its target, before any die is rolled (5.1i); where their order matters (O2.2), ANNOUNCE asks who is next
SHOT     a die for each that can hit
"""

from __future__ import annotations

from typing import Final

from bivouac.core.kit.bits import bits, set_of
from bivouac.core.legality import Verdict, clause, closes, offers
from bivouac.titles.house_divided.events import (
    BONUS_GIVEN,
    FELL,
    FIRES,
    GARRISON_FELL,
    HELD_FIRE,
    HIT,
    HOPELESS,
    KILLED,
    MISSED,
    NOT_HIT,
    STEP_LOST,
    WASTED,
)
from bivouac.titles.house_divided.frames import AT, HOLD_FIRE, At, Box
from bivouac.titles.house_divided.printed.map import CSA, GARRISON_VALUE, UNION
from bivouac.titles.house_divided.printed.units import DEFENCE, FIRE, GARRISON, SIDE_OF, TABLES, THE_GARRISON
from bivouac.titles.house_divided.rules import ch05_battle, chA8_morale, in_this_battle
from bivouac.titles.house_divided.setup import BATTLE_COMMAND, BATTLEFIELD_TARGETS, LEADERS_RULE, MORALE_RULE
from bivouac.titles.house_divided.state import MASK, State

CROSSING = TABLES.battle.crossing
CROSSING_ROUNDS = TABLES.battle.crossing_rounds
IN_WORKS = TABLES.battle.entrenched


def kind_name(s: State, piece: int) -> int:
    """The number under which a firer or a target is named."""
    return THE_GARRISON if piece == GARRISON else s.kind[piece]


def is_cavalry(s: State, piece: int) -> bool:
    return s.cavalry >> piece & 1 == 1


# --- who fires --------------------------------------------------------------------------------------------


def standing(s: State, side: int) -> int:
    """A side's pieces in the battle that have not routed, and its garrison, as a set."""
    here = s.at[s.place] & MASK[side] & ~s.routed
    return here | 1 << GARRISON if s.garrison and side == CSA else here


def muster(s: State) -> None:
    """Line up for this fire."""
    s.aims = s.bonus = ()
    s.shot = s.hits = 0
    firers = bits(standing(s, s.firing))
    if s.rules & BATTLE_COMMAND and len(firers) > s.command[s.firing]:
        s.firers = ()
        s.goto(AT[Box.ENGAGE])
    else:
        form_up(s, firers)


def form_up(s: State, firers: tuple[int, ...]) -> None:
    s.firers = firers
    if s.rules & LEADERS_RULE and s.leadership(s.firing, s.place):
        s.goto(AT[Box.BONUS])
    else:
        take_aim(s)


@offers("AHD-A7.0c", in_this_battle)
def can_be_engaged(s: State, f: At) -> int:
    """The command says how many of the pieces in the battle fire."""
    return standing(s, s.firing)


@closes("AHD-5.1a")
def fires_once_a_round(s: State, f: At) -> int:
    """A piece fires once a round."""
    return set_of(s.firers)


def engage(s: State, f: At, piece: int) -> None:
    """One more piece fires, up to the command value (A7.0c)."""
    s.firers = (*s.firers, piece)
    if len(s.firers) == s.command[s.firing]:
        form_up(s, tuple(sorted(s.firers)))


@offers("AHD-A8.2.2d", in_this_battle)
def is_about_to_fire(s: State, f: At) -> int:
    """A leader's points go to pieces that fire in this round."""
    return set_of(s.firers)


def give_bonus(s: State, f: At, piece: int) -> None:
    """A leader's point makes one firer's value one higher; points may be heaped or split (A8.2.2d)."""
    s.bonus = (*s.bonus, piece)
    s.tell(BONUS_GIVEN, s.firing, kind_name(s, piece))
    if len(s.bonus) == s.leadership(s.firing, s.place):
        take_aim(s)


# --- at whom ----------------------------------------------------------------------------------------------


def take_aim(s: State) -> None:
    """Against a single enemy there is nothing to choose, unless infantry must hold its fire (O2.2a)."""
    enemies = standing(s, 1 - s.firing)
    if enemies & enemies - 1 == 0 and not s.rules & BATTLEFIELD_TARGETS:
        s.aims = bits(enemies) * len(s.firers)
        next_shot(s)
    else:
        s.goto(AT[Box.ANNOUNCE if order_matters(s) else Box.AIM])


def firer(s: State) -> int:
    """The piece that announces its target now."""
    return s.firers[len(s.aims)]


def bound(s: State) -> int:
    """The invaders, who must fire at the harbour garrison (A5.0b); who came by land is free."""
    return s.invaders() if s.garrison and s.firing == UNION else 0


def is_bound(s: State) -> bool:
    return bound(s) >> firer(s) & 1 == 1


def aimed(s: State) -> int:
    """The targets announced so far."""
    return set_of([a for a in s.aims if a != HOLD_FIRE])


def uncovered(s: State) -> int:
    """The enemies that still need a firer: the garrison has those who are bound to it."""
    found = standing(s, 1 - s.firing) & ~aimed(s)
    return found & ~(1 << GARRISON) if bound(s) & set_of(s.firers) else found


def left_after(s: State) -> int:
    """How many announce their target after this piece and are free to choose it."""
    return (set_of(s.firers[len(s.aims) + 1 :]) & ~bound(s)).bit_count()


@offers("AHD-5.1b", in_this_battle)
def is_an_enemy_in_this_battle(s: State, f: At) -> int:
    """Each piece fires at an enemy of its choice in the battle."""
    return standing(s, 1 - s.firing)


@closes("AHD-A5.0b", in_this_battle)
def garrison_first(s: State, f: At) -> int:
    """Invaders destroy the harbour garrison before they fire at anybody else."""
    return ~(1 << GARRISON) if is_bound(s) else 0


@closes("AHD-5.1d")
def everyone_must_be_covered(s: State, f: At) -> int:
    """Nobody is fired at twice unless enough firers are left for every enemy not covered yet."""
    if not s.aims or s.rules & BATTLEFIELD_TARGETS or is_bound(s):
        return 0
    return aimed(s) if left_after(s) < uncovered(s).bit_count() else 0


@closes("AHD-O2.2a")
def infantry_leaves_targeted_cavalry(s: State, f: At) -> int:
    """Battlefield targets: infantry does not fire at cavalry that is a target already."""
    return s.cavalry & aimed(s) if s.rules & BATTLEFIELD_TARGETS and not is_cavalry(s, firer(s)) else 0


@closes("AHD-O2.2b")
def infantry_is_covered_first(s: State, f: At) -> int:
    """Battlefield targets: enemy cavalry may be left alone, but nobody is a target twice before all enemy infantry will be covered."""
    if not s.rules & BATTLEFIELD_TARGETS or is_bound(s):
        return 0
    return aimed(s) if left_for_infantry(s) < (uncovered(s) & ~s.cavalry).bit_count() else 0


def left_for_infantry(s: State) -> int:
    """How many of those who announce after this piece can cover enemy infantry: cavalry must first see to enemy cavalry (O2.2c)."""
    after = set_of(s.firers[len(s.aims) + 1 :]) & ~bound(s)
    riders = (after & s.cavalry).bit_count()
    return after.bit_count() - min(riders, (uncovered(s) & s.cavalry).bit_count())


@closes("AHD-O2.2c")
def cavalry_seeks_cavalry(s: State, f: At) -> int:
    """Battlefield targets: cavalry fires at enemy cavalry that is no target yet, before anything else."""
    if not s.rules & BATTLEFIELD_TARGETS or not is_cavalry(s, firer(s)) or is_bound(s):
        return 0
    sought = s.cavalry & uncovered(s)
    return ~sought if sought else 0


MAY_AIM_AT: Final = (
    garrison_first,
    everyone_must_be_covered,
    infantry_leaves_targeted_cavalry,
    infantry_is_covered_first,
    cavalry_seeks_cavalry,
)


def aim(s: State, f: At, target: int) -> None:
    s.aims = (*s.aims, target)
    if len(s.aims) == len(s.firers):
        next_shot(s)
    elif order_matters(s):
        s.goto(AT[Box.ANNOUNCE])


@clause("AHD-5.1a")
def holds_fire_only_without_target(s: State, f: At, _: int) -> Verdict:
    """Every piece fires if there is anything it may fire at."""
    return False


def hold_fire(s: State, f: At, _: int) -> None:
    aim(s, f, HOLD_FIRE)


# --- who announces first ----------------------------------------------------------------------------------


def order_matters(s: State) -> bool:
    """With the battlefield targets, while both arms have yet to announce and enemy cavalry is no target yet."""
    if not s.rules & BATTLEFIELD_TARGETS or not s.cavalry & uncovered(s):
        return False
    rest = set_of(s.firers[len(s.aims) :])
    return 0 != rest & s.cavalry != rest


@offers("AHD-5.1i", in_this_battle)
def has_not_announced(s: State, f: At) -> int:
    """The targets are announced in any order."""
    return set_of(s.firers[len(s.aims) :])


def announce(s: State, f: At, piece: int) -> None:
    """This piece names its target next."""
    done, rest = s.firers[: len(s.aims)], s.firers[len(s.aims) :]
    s.firers = (*done, piece, *[p for p in rest if p != piece])
    s.goto(AT[Box.AIM])


# --- the shots --------------------------------------------------------------------------------------------


def value_against(s: State, shooter: int, target: int) -> int:
    """The value with all its modifiers: a die of that or less hits (5.2a)."""
    value = GARRISON_VALUE[s.place] if shooter == GARRISON else FIRE[s.kind[shooter]]
    if s.bonus:
        value += s.bonus.count(shooter)
    if target == GARRISON:
        return value + IN_WORKS
    value += DEFENCE[s.kind[target]]
    if SIDE_OF[target] == s.attacker:
        if s.rnd <= CROSSING_ROUNDS and s.crossed >> target & 1:
            value += CROSSING
    elif s.in_works(target):
        value += IN_WORKS
    return value


def is_gone(s: State, target: int) -> bool:
    return s.garrison == 0 if target == GARRISON else s.box[target] != s.place


def next_shot(s: State) -> None:
    """On to the next die; shots at fallen targets are wasted (5.1x2), hopeless ones are not rolled."""
    firers, aims = s.firers, s.aims
    if not s.shot:
        s.tell(FIRES, s.firing)
    while s.shot < len(firers):
        shooter, target = firers[s.shot], aims[s.shot]
        if target == HOLD_FIRE:
            s.tell(HELD_FIRE, s.firing, kind_name(s, shooter))
        elif is_gone(s, target):
            s.tell(WASTED, s.firing, kind_name(s, shooter))
        elif value_against(s, shooter, target) <= 0:
            s.tell(HOPELESS, s.firing, kind_name(s, shooter), kind_name(s, target))
        else:
            s.goto(AT[Box.SHOT])
            return
        s.shot += 1
    after_volley(s)


def fire(s: State, f: At, die: int) -> None:
    shooter, target = s.firers[s.shot], s.aims[s.shot]
    need = value_against(s, shooter, target)
    s.shot += 1
    told = MISSED if die > need else KILLED if s.reduced >> target & 1 else HIT
    s.tell(told, s.firing, kind_name(s, shooter), kind_name(s, target), die, need)
    if die <= need:
        take_hit(s, target)
    else:
        s.tell(NOT_HIT, target, s.place)
    next_shot(s)


def take_hit(s: State, target: int) -> None:
    """The first hit reduces, the second destroys (5.1f, 5.1g)."""
    if target == GARRISON:
        s.garrison -= 1
        if s.garrison == 0:
            s.tell(GARRISON_FELL, s.place)
            s.tell(FELL, GARRISON, s.place)
        else:
            s.tell(STEP_LOST, GARRISON, 1, s.place)
    elif s.reduced >> target & 1:
        s.lose(target)
    else:
        s.reduced |= 1 << target
        s.hits |= 1 << target
        s.tell(STEP_LOST, target, 1, s.place)


def after_volley(s: State) -> None:
    """Pieces that were just reduced may rout (A8.1); then the part is over."""
    if s.rules & MORALE_RULE and s.hits:
        chA8_morale.begin_rout_tests(s)
    else:
        ch05_battle.end_part(s)
