"""5.1, 5.2.1 to 5.2.3, O2.2 and A8.2.2: who fires at whom, with what value, and what comes of it.

muster   the pieces that fire: all that stand, or as many as the command allows (ENGAGE, A7.0)
BONUS    each point of a leader goes to one of them (A8.2.2)
AIM      each announces its target, before any die is rolled (5.1i)
SHOT     a die for each that can hit
"""

from __future__ import annotations

from collections.abc import Sequence

from bivouac.core.events import EventKind
from bivouac.core.legality import Verdict, clause, refuse
from bivouac.core.text import Name
from bivouac.titles.house_divided.events import BONUS_GIVEN, GARRISON_FELL, HELD_FIRE, HIT, HOPELESS, KILLED, MISSED, WASTED
from bivouac.titles.house_divided.frames import AT, HOLD_FIRE, At, Box
from bivouac.titles.house_divided.printed.map import CSA, FORT, GARRISON_VALUE, UNION
from bivouac.titles.house_divided.printed.units import CAVALRY, DEFENCE, FIRE, GARRISON, KINDS, SIDE_OF, TABLES
from bivouac.titles.house_divided.rules import ch05_battle, chA8_morale
from bivouac.titles.house_divided.setup import BATTLE_COMMAND, BATTLEFIELD_TARGETS, LEADERS_RULE, MORALE_RULE
from bivouac.titles.house_divided.state import CROSSED, ENTRENCHED, MASK, REDUCED, State, bits

CROSSING = TABLES.battle.crossing
CROSSING_ROUNDS = TABLES.battle.crossing_rounds
IN_WORKS = TABLES.battle.entrenched
THE_GARRISON = len(KINDS)  # the name of a garrison among the kinds


def kind_name(s: State, piece: int) -> int:
    """The number under which a firer or a target is named."""
    return THE_GARRISON if piece == GARRISON else s.kind[piece]


def is_cavalry(s: State, piece: int) -> bool:
    return piece != GARRISON and CAVALRY[s.kind[piece]]


# --- who fires --------------------------------------------------------------------------------------------


def standing(s: State, side: int) -> tuple[int, ...]:
    """A side's pieces in the battle that have not routed, its garrison last."""
    here = bits(s.at[s.place] & MASK[side] & ~s.routed)
    return (*here, GARRISON) if s.garrison and side == CSA else here


def muster(s: State) -> None:
    """Line up both sides for this fire."""
    side = s.firing
    s.aims = s.bonus = ()
    s.shot = s.hits = 0
    firers = standing(s, side)
    if s.garrison and side == UNION:
        s.enemies = (GARRISON,)
    else:
        s.enemies = standing(s, 1 - side)
    if s.rules & BATTLE_COMMAND and len(firers) > s.command[side]:
        s.firers = ()
        s.goto(AT[Box.ENGAGE])
    else:
        form_up(s, firers)


def form_up(s: State, firers: tuple[int, ...]) -> None:
    """With the battlefield targets cavalry announces first (O2.2c)."""
    if s.rules & BATTLEFIELD_TARGETS:
        firers = tuple(sorted(firers, key=lambda p: not is_cavalry(s, p)))
    s.firers = firers
    if s.rules & LEADERS_RULE and s.leadership(s.firing, s.place):
        s.goto(AT[Box.BONUS])
    else:
        take_aim(s)


def engage_candidates(s: State, f: At) -> Sequence[int]:
    return standing(s, s.firing)


@clause("AHD-5.1a")
def fires_once_a_round(s: State, f: At, a: int) -> Verdict:
    """A piece fires once a round."""
    return a not in s.firers or refuse()


def engage(s: State, f: At, a: int) -> None:
    """One more piece fires, up to the command value (A7.0c)."""
    s.firers = (*s.firers, a)
    if len(s.firers) == s.command[s.firing]:
        form_up(s, tuple(sorted(s.firers)))


def bonus_candidates(s: State, f: At) -> Sequence[int]:
    return s.firers


def give_bonus(s: State, f: At, a: int) -> None:
    """A leader's point makes one firer's value one higher; points may be heaped or split (A8.2.2d)."""
    s.bonus = (*s.bonus, a)
    s.tell(BONUS_GIVEN, s.firing, kind_name(s, a))
    if len(s.bonus) == s.leadership(s.firing, s.place):
        take_aim(s)


# --- at whom ----------------------------------------------------------------------------------------------


def take_aim(s: State) -> None:
    """Against a single enemy there is nothing to choose, unless infantry must hold its fire (O2.2a)."""
    if len(s.enemies) == 1 and not s.rules & BATTLEFIELD_TARGETS:
        s.aims = s.enemies * len(s.firers)
        next_shot(s)
    else:
        s.goto(AT[Box.AIM])


def aim_candidates(s: State, f: At) -> Sequence[int]:
    """Every enemy that stands; with the battlefield targets also holding fire."""
    if s.rules & BATTLEFIELD_TARGETS:
        return [*standing(s, 1 - s.firing), HOLD_FIRE]
    return standing(s, 1 - s.firing)


def firer(s: State) -> int:
    """The piece that announces its target now."""
    return s.firers[len(s.aims)]


def left_after(s: State) -> int:
    return len(s.firers) - len(s.aims) - 1


@clause("AHD-A5.0b")
def garrison_first(s: State, f: At, a: int) -> Verdict:
    """Invaders destroy the harbour garrison before they fire at anybody else."""
    return a == GARRISON or not s.garrison or s.firing == CSA or refuse(box=Name("box", s.place))


@clause("AHD-5.1d")
def everyone_must_be_covered(s: State, f: At, a: int) -> Verdict:
    """Nobody is fired at twice unless enough firers are left for every enemy not covered yet."""
    if a == HOLD_FIRE or s.rules & BATTLEFIELD_TARGETS or (s.garrison and s.firing == UNION) or a not in s.aims:
        return True
    return left_after(s) >= len([e for e in s.enemies if e not in s.aims]) or refuse()


@clause("AHD-O2.2a")
def infantry_leaves_targeted_cavalry(s: State, f: At, a: int) -> Verdict:
    """Battlefield targets: infantry does not fire at cavalry that is a target already."""
    if a == HOLD_FIRE or not s.rules & BATTLEFIELD_TARGETS or is_cavalry(s, firer(s)):
        return True
    return not (is_cavalry(s, a) and a in s.aims) or refuse()


@clause("AHD-O2.2b")
def every_infantry_is_covered_first(s: State, f: At, a: int) -> Verdict:
    """Battlefield targets: enemy cavalry may be left alone, but infantry is doubled up only when all enemy infantry will be covered."""
    if a == HOLD_FIRE or not s.rules & BATTLEFIELD_TARGETS or (s.garrison and s.firing == UNION):
        return True
    if a not in s.aims and (not is_cavalry(s, a) or is_cavalry(s, firer(s))):
        return True
    open_infantry = len([e for e in s.enemies if e not in s.aims and not is_cavalry(s, e)])
    return left_after(s) >= open_infantry or refuse()


@clause("AHD-O2.2c")
def cavalry_seeks_cavalry(s: State, f: At, a: int) -> Verdict:
    """Battlefield targets: cavalry fires at enemy cavalry that is no target yet, before anything else."""
    if not s.rules & BATTLEFIELD_TARGETS or not is_cavalry(s, firer(s)) or (is_cavalry(s, a) and a not in s.aims):
        return True
    return not any(is_cavalry(s, e) and e not in s.aims for e in s.enemies) or refuse()


@clause("AHD-5.1a")
def holds_fire_only_without_target(s: State, f: At, a: int) -> Verdict:
    """Every piece fires if there is anything it may fire at."""
    if a != HOLD_FIRE:
        return True
    return not any(all(c(s, f, e) is True for c in MAY_AIM_AT) for e in standing(s, 1 - s.firing)) or refuse()


MAY_AIM_AT = (
    garrison_first,
    everyone_must_be_covered,
    infantry_leaves_targeted_cavalry,
    every_infantry_is_covered_first,
    cavalry_seeks_cavalry,
    holds_fire_only_without_target,
)


def aim_options(s: State, f: At) -> Sequence[int]:
    """The same as filtering the candidates."""
    if s.rules & BATTLEFIELD_TARGETS:
        found = [a for a in aim_candidates(s, f) if a != HOLD_FIRE and all(c(s, f, a) is True for c in MAY_AIM_AT)]
        return found or [HOLD_FIRE]
    enemies, aims = s.enemies, s.aims
    uncovered = [e for e in enemies if e not in aims]
    return enemies if len(s.firers) - len(aims) > len(uncovered) or len(uncovered) == len(enemies) else uncovered or enemies


def aim(s: State, f: At, a: int) -> None:
    s.aims = (*s.aims, a)
    if len(s.aims) == len(s.firers):
        next_shot(s)


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
        if s.rnd <= CROSSING_ROUNDS and s.stat[target] & CROSSED:
            value += CROSSING
    elif s.stat[target] & ENTRENCHED or (FORT[s.place] and s.owner[s.place] != s.attacker and s.owner[s.place] == SIDE_OF[target]):
        value += IN_WORKS
    return value


def is_gone(s: State, target: int) -> bool:
    return s.garrison == 0 if target == GARRISON else s.box[target] != s.place


def next_shot(s: State) -> None:
    """On to the next die; shots at fallen targets are wasted (5.1x2), hopeless ones are not rolled."""
    firers, aims = s.firers, s.aims
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
    told = MISSED
    if die <= need:
        told = take_hit(s, target)
    if s.log is not None:
        named = THE_GARRISON if target == GARRISON else s.kind[target]
        s.tell(told, s.firing, kind_name(s, shooter), named, die, need)
    next_shot(s)


def take_hit(s: State, target: int) -> EventKind:
    """The first hit reduces, the second destroys (5.1f, 5.1g)."""
    if target == GARRISON:
        s.garrison -= 1
        if s.garrison == 0:
            s.tell(GARRISON_FELL, s.place)
        return HIT
    if s.stat[target] & REDUCED:
        s.lose(target)
        return KILLED
    s.stat[target] |= REDUCED
    s.hits |= 1 << target
    return HIT


def after_volley(s: State) -> None:
    """Pieces that were just reduced may rout (A8.1); then the part is over."""
    if s.rules & MORALE_RULE and s.hits:
        chA8_morale.begin_rout_tests(s)
    else:
        ch05_battle.end_part(s)
