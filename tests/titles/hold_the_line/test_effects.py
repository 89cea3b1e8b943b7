"""Effects add up in crowded battles, and say what kind of change it was."""

from __future__ import annotations

from random import Random

from bivouac.core.events import EVENT_KINDS
from bivouac.titles.hold_the_line import TITLE
from bivouac.titles.hold_the_line.frames import RALLY
from bivouac.titles.hold_the_line.printed.map import HEX_NUMBERS
from bivouac.titles.hold_the_line.printed.scenarios import read_scenario
from bivouac.titles.hold_the_line.printed.units import BLACK, GOLD, GREEN
from bivouac.titles.hold_the_line.workshop import from_values
from effects import add_effects, differences
from kit import option_sets
from titles.hold_the_line.kit import C, Field, U, things
from titles.hold_the_line.made_battles import made
from titles.hold_the_line.test_oracle import as_brawlers, at_random

BATTLES = 6
ALL = {kind for (prefix, _), kind in EVENT_KINDS.items() if prefix == "HTL" and kind.effect}
H = HEX_NUMBERS
NARROW = dict.fromkeys(("F4", "E4", "E6", "F6"), "s")  # only G5 is open behind F5


def played(seed):
    """Play a battle made at random; check the effects of each answer; return the kinds that were told."""
    rng, found = Random(f"effects {seed}"), set()
    scenario = read_scenario(from_values(made(rng), "made.toml")[1], "made.toml")
    s = TITLE.setup(scenario, list(option_sets(TITLE, scenario, rng, 1))[1], log=True)
    choose = (as_brawlers, at_random)[seed % 2](rng)
    while s.stack:
        before, first = things(s), len(s.log)
        TITLE.play(s, RALLY if RALLY in s.options else choose(s))
        events = s.log[first:]
        assert differences(add_effects(before, events), things(s)) == [], events
        found |= {event.kind for event in events if event.kind.effect}
    return found


def test_effects_add_up_in_crowded_battles_and_every_kind_of_them_is_told():
    assert set.union(*map(played, range(BATTLES))) == ALL


def effects_of(f):
    """The effects that were told: kind, and what they say."""
    return [(e.kind.effect, *e.values) for e in f.state.log if e.kind.effect]


def test_a_volley_without_a_hit_misses_the_unit_that_would_lose_first():
    f = Field("infantry E5 black", "infantry F5 green A, artillery F5 gold").order("E5", "fire F5").rolls(2, 2, 2)
    assert effects_of(f) == [("miss", f.at("A"), H["F5"])]


def test_hits_that_one_unit_cannot_take_are_losses_of_the_other():
    f = Field("infantry E5 black", "infantry F5 green 1 A, artillery F5 gold G").order("E5", "fire F5").rolls(6, 6, 2)
    a, g = f.at("A"), f.at("G")
    assert effects_of(f) == [("loss", a, 1, H["F5"]), ("destroyed", a, H["F5"]), ("loss", g, 1, H["F5"])]


def test_the_die_for_a_leader_misses_or_destroys_him():
    for die, effect in ((2, "miss"), (1, "destroyed")):
        f = Field("infantry E5 black", "infantry F5 green A, leader F5 L").order("E5", "fire F5").rolls(1, 2, 2, die)
        assert effects_of(f) == [("miss", f.at("A"), H["F5"]), (effect, f.at("L"), H["F5"])]


def test_a_leader_who_escapes_retreats():
    f = Field("infantry E5 black", "infantry F5 green 1 A, leader F5 L").order("E5", "fire F5").rolls(6, 2, 2).do("move H5")
    assert effects_of(f)[-1] == ("retreat", f.at("L"), H["F5"], H["H5"])


def test_a_unit_and_its_leader_retreat_while_a_friend_who_makes_room_moves():
    f = Field("infantry E5 black", "infantry F5 green A, leader F5 L, infantry G5 green B", ground={**NARROW, "G4": "s", "G6": "s"})
    f.order("E5", "assault F5").rolls(6, 2, 2).rolls(BLACK)
    a, b = f.at("A"), f.at("B")
    moved = [("move", b, H["G5"], H["H5"]), ("retreat", a, H["F5"], H["G5"]), ("retreat", f.at("L"), H["F5"], H["G5"])]
    assert effects_of(f) == [("loss", a, 1, H["F5"]), *moved]


def test_an_advance_is_a_move():
    f = Field("infantry E5 black A", "infantry F5 green B", ground=NARROW).order("A", "assault F5").rolls(6, 2, 2).rolls(GREEN)
    assert effects_of(f.do("advance"))[-1] == ("move", f.at("A"), H["E5"], H["F5"])


def test_a_rally_regains_one_and_a_failed_one_nothing():
    for color, told in ((GOLD, 1), (BLACK, 0)):
        f = Field("infantry E5 black A, leader E5 L")
        a = f.at("A")
        f.state.sp[a] -= 1
        f.order("L", "rally").rolls(color)
        assert effects_of(f) == [("rally", a, 1, H["E5"])] * told


def test_a_leader_who_rides_along_moves_and_a_lone_enemy_leader_is_destroyed():
    f = Field("infantry E5 black A, leader E5 L", "leader F5 M").order("A", "ride F5")
    way = (H["E5"], H["F5"])
    assert effects_of(f) == [("destroyed", f.at("M"), H["F5"]), ("move", f.at("A"), *way), ("move", f.at("L"), *way)]


def test_a_block_is_captured_once_and_a_controlled_one_each_time_it_changes_hands():
    top = 'blocks = [{ hex = "F5", scores = "union", kind = "capture" }, { hex = "F6", scores = "union", kind = "control" }]'
    f = Field("infantry E5 black A, infantry E6 black B", "infantry G5 black D", top=top)
    f.order("A", "move F5")
    assert effects_of(f)[-1] == ("capture", U, 0, H["F5"])
    f = Field("infantry E5 black A", "infantry G6 black D", top=top, first="csa").order("D", "move F6")
    assert effects_of(f)[-1] == ("capture", C, 1, H["F6"])
