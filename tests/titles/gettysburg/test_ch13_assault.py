"""Assaults: the worked example and every step of it (chapters assault, flank, art, disrupt)."""

from __future__ import annotations

import pytest

from bivouac.core.ids import Side
from bivouac.titles.gettysburg import TITLE
from bivouac.titles.gettysburg.frames import AT, DONE, DOUBLE_ORDER, MOVE, YES, Box
from bivouac.titles.gettysburg.printed.map import BIT
from bivouac.titles.gettysburg.printed.units import (
    COLOUR,
    COUNTER,
    CUBES,
    DISRUPTED,
    ELIMINATED,
    LONG_RANGE,
    NOTHING,
    OK,
    RETREAT,
    SHAKEN,
    TABLE_1,
    TABLE_2,
    TABLE_3,
    TABLE_4,
    TABLE_5,
    TABLES,
    fire_row,
)
from bivouac.titles.gettysburg.rules.ch13_assault import attacker_column, defender_column, wounds
from bivouac.titles.gettysburg.state import AREA, ENTRENCHED, FLANKED, HAND, ROUND, UNSETTLED
from titles.gettysburg.kit import P, Scene

U, C = Side.UNION, Side.CSA


class Duel(Scene):
    """Confederates in one area attack Unionists in another; blocks stand so that both can retreat."""

    def __init__(self, attackers, defenders, frm="HER", to="MCP", cubes=None, haven="SMN", **scene):
        super().__init__(side=C, **scene)
        self.frm, self.to = frm, to
        self.a = self.put(frm, C, **attackers)
        self.d = self.put(to, U, **defenders)
        if haven:
            self.block(haven, U, 5)
        self.block(frm, C, 5)

    def begin(self, *pieces):
        """The attackers go: those named, or the first two."""
        self.go().order(self.frm, MOVE)
        if self.question.box == "from":
            self.answer(P[self.frm])
        self.charge_with(pieces or self.a[:2])
        return self

    def charge_with(self, pieces):
        for x in pieces:
            if self.question.box == "pick":
                self.answer(x)
            while self.question.box in ("carry", "to"):
                self.answer(self.options[0] if self.question.box == "carry" else P[self.to])
        if self.question.box == "pick":
            self.answer(DONE)

    def column(self, p):
        return defender_column(self.state, p)


# --- the worked example -----------------------------------------------------------------------------


def example():
    """The start of the example: entrenched on a hill towards the attack, already disrupted; four attack with two double discs."""
    p = Scene(side=C)
    a, b, c, elite = p.put("LON", C, regular=3, elite=1)
    r1, r2, bad, gun = p.put("CEM", U, regular=2, inferior=1, artillery=1)
    p.hurt(**{f"p{a}": 1, f"p{b}": 1, f"p{r1}": 1, f"p{bad}": 1})
    p.sticks("CEM", "LON", "LON")
    p.disrupt("CEM")
    p.block("PAT", U, 3)
    p.block("LON", C, 5)
    p.go().tell(act=[DOUBLE_ORDER], block=["LON"], kind=[MOVE], pick=[a], carry=[1], to=["CEM"])
    p.tell(pick=[b], carry=[1], to=["CEM"])
    p.tell(pick=[DONE], block=["LON"], kind=[MOVE])
    p.tell(pick=[c], to=["CEM"])
    p.tell(pick=[elite], to=["CEM"])
    return p, (a, b, c, elite), (r1, r2, bad, gun)


@pytest.mark.rule("GET-ex-assault-1", "GET-ex-assault-2", "GET-order-h", "GET-assault-e", "GET-assault-1d", "GET-cubes-j")
def test_example_forces_and_step_1():
    p, (a, b, c, elite), _ = example()
    assert [p.state.cubes[x] for x in (a, b, c, elite)] == [1, 1, 0, 0]
    assert p.state.fight[ENTRENCHED] == 1 and p.state.fight[FLANKED] == 0
    assert p.asked == (Side.CHANCE, "battery")
    p.rolls(4)
    assert p.asked == (C, "hit") and p.options == [c, elite], "it must go to one without a cube"
    p.answer(elite)
    assert [p.state.cubes[x] for x in (a, b, c, elite)] == [1, 1, 0, 1]
    assert p.state.fired == 0, "no fire marker"


@pytest.mark.rule("GET-ex-assault-3", "GET-ex-assault-4", "GET-assault-2d", "GET-assault-3b", "GET-assault-3c", "GET-assault-3e")
def test_example_steps_2_and_3():
    p, (a, b, c, elite), (_r1, _r2, _bad, _gun) = example()
    p.rolls(4)
    p.answer(elite)
    p.rolls(2, 4, 4)
    assert p.said("defenders_fired") == ["The defenders fire and roll 2, 4 and 4: 2 cubes and the attackers are shaken."], "an M"
    assert p.asked == (C, "hit") and p.state.cubes[c] == 1, "the first went to the one without a cube"
    assert p.options == [a, elite], "the second is free: equal regulars are one choice"
    p.answer(a)
    assert [p.state.cubes[x] for x in (a, b, c, elite)] == [2, 1, 1, 1]
    p.rolls(2, 5, 5, 1)
    assert [t["column"] for t in p.told("attacker_tested")] == [2, 1, 1, 0]
    assert p.at("LON") == [a] and p.state.cubes[a] == 2, "it went home with both cubes"
    assert [x[0] for x in p.state.attack] == [b, c, elite]


@pytest.mark.rule(
    "GET-ex-assault-5",
    "GET-ex-assault-6",
    "GET-ex-assault-7",
    "GET-assault-4c",
    "GET-assault-4e",
    "GET-assault-5e",
    "GET-retreat-c",
    "GET-disrupt-c",
    "GET-trench-k",
)
def test_example_steps_4_and_5():
    p, (a, _b, _c, elite), (r1, r2, bad, gun) = example()
    p.rolls(4)
    p.answer(elite)
    p.rolls(2, 4, 4)
    p.answer(a)
    p.rolls(2, 5, 5, 1)
    p.rolls(6, 5, 4)
    assert p.said("attackers_fired") == ["The attackers fire and roll 6, 5 and 4 (with modifiers 5, 4 and 3): 2 cubes and disruption."]
    assert p.state.disrupted == BIT[P["CEM"]] and not p.told("now_disrupted"), "no second marker"
    assert p.asked == (U, "hit") and p.state.cubes[r2] == 1, "one to the unhurt regular"
    p.answer(bad)
    assert [defender_column(p.state, x) for x in (r1, r2, bad)] == [0, 0, 2]
    p.rolls(2, 3, 2)
    assert p.at("LEI") == [bad] and p.state.cubes[bad] == 2, "Leister Farm is next to the block at Patterson's"
    assert p.asked == (U, "pull_out") and gun in p.options
    p.answer(DONE)
    assert p.at("CEM") == [r1, r2, gun] and p.state.fight[ROUND] == 2


@pytest.mark.rule(
    "GET-ex-assault-8",
    "GET-assault-1e",
    "GET-assault-c",
    "GET-assault-end-c",
    "GET-assault-end-d",
    "GET-assault-2c",
    "GET-assault-4b",
    "GET-retreat-b",
)
def test_example_second_round():
    p, (a, b, c, elite), (_r1, r2, bad, gun) = example()
    p.rolls(4)
    p.answer(elite)
    p.rolls(2, 4, 4)
    p.answer(a)
    p.rolls(2, 5, 5, 1, 6, 5, 4)
    p.answer(bad)
    p.rolls(2, 3, 2)
    p.answer(DONE)
    assert p.asked == (Side.CHANCE, "volley"), "guns do not fire again"
    p.rolls(4, 4)
    p.answer(b, elite)
    assert [p.state.cubes[x] for x in (b, c, elite)] == [2, 1, 2]
    p.rolls(6, 6, 6)
    p.rolls(6, 1, 1)
    assert p.told("attackers_fired")[1]["mod"].args == {"sums": (4, 0, -1)}, "one for two cubes, one for the entrenchment"
    assert p.asked == (Side.CHANCE, "hold_die")
    p.rolls(1, 5)
    assert p.at("CEM") == [r2, gun], "one infantry piece is enough"
    assert p.at("LON") == [a, b, c, elite] and not p.state.attack
    regulars = sum(p.state.cubes[x] for x in (a, b, c))
    assert regulars == 5 and sorted(p.state.cubes[x] for x in (a, b, c)) == [1, 2, 2], "pooled: they lie level in the area"
    for cubes, mod in ((0, 0), (1, 0), (2, -1), (3, -1), (4, -2), (5, -2)):
        p.state.cubes[a] = cubes
        assert wounds(p.state, a) == mod


# --- the tables -------------------------------------------------------------------------------------


def letters(table):
    """The rows of a morale table as they are printed, die 1 to 6."""
    letter = {OK: ".", RETREAT: "R", ELIMINATED: "E", DISRUPTED: "D", COUNTER: "C"}
    return ["".join(letter[cell] for cell in row) for row in table[1:]]


@pytest.mark.rule("GET-assault-1f", "GET-assault-3f", "GET-assault-4f", "GET-assault-5k", "GET-fire-i")
def test_the_tables():
    assert TABLE_1 == (0, 0, 1, 1, 1, 1, 1)
    assert TABLE_2 == (0, 0, SHAKEN, 1, 1, 1, 1)
    assert TABLE_4 == (0, 0, SHAKEN, SHAKEN, 1, 1, 1)
    assert LONG_RANGE == (0, 0, 0, 0, SHAKEN, 1, 1)
    assert TABLE_1[0] == TABLE_2[0] == TABLE_4[0] == NOTHING, "below one there is nothing"
    assert fire_row(TABLES.fire.defence_guns, 2)[6] == 2 and fire_row(TABLES.fire.attack_foot, 2)[5] == 1
    assert letters(TABLE_3) == [".RREEE", "..RREE", "...RRE", "....RE", ".....R", "......"]
    assert letters(TABLE_5) == ["RREEEE", ".DREEE", "..DREE", "...DRE", "....RR", "..CCCR"]


# --- step by step -----------------------------------------------------------------------------------


@pytest.mark.rule("GET-assault-b", "GET-assault-1a", "GET-assault-1b")
def test_the_five_steps_in_order():
    p = Duel({"regular": 2}, {"regular": 1, "artillery": 2}).begin()
    asked = []
    while p.state.fight[ROUND] == 1 and p.question.box != "pull_out":
        if p.question.side == Side.CHANCE:
            asked.append(p.question.box)
        p.answer(4 if p.question.side == Side.CHANCE else p.options[0])
    assert asked == ["battery"] * 2 + ["volley"] + ["nerve_die"] * 2 + ["charge_die"] * 2 + ["hold_die"]
    assert p.said("battery_fired") == ["The defending guns roll 4 and 4: 2 cubes."]


@pytest.mark.rule("GET-assault-1c", "GET-art-f")
def test_a_damaged_gun_subtracts_one():
    p = Duel({"regular": 2}, {"regular": 1, "artillery": 1})
    p.state.cubes[p.d[1]] = 1
    p.begin().rolls(2)
    assert p.said("battery_fired") == ["The defending guns roll 2 (with modifiers 1): 0 cubes."]
    assert p.state.cubes[p.a[0]] == p.state.cubes[p.a[1]] == 0


@pytest.mark.rule("GET-assault-2a", "GET-assault-2e", "GET-cubes-l")
def test_the_defender_hands_out_the_cubes_that_lay_there():
    p = Duel({"regular": 2}, {"regular": 2})
    p.hurt(**{f"p{p.d[0]}": 2, f"p{p.d[1]}": 1})
    p.begin()
    assert p.asked == (U, "share_out") and p.options == [2, 3], "the first of equals takes no less than the other"
    assert p.refusal(1).rule == "GET-cubes-h" and p.refusal(4).rule == "GET-cubes-e"
    p.answer(3)
    assert [p.state.cubes[x] for x in p.d] == [3, 0]
    p.rolls(1, 1, 1, 1)
    assert [p.state.cubes[x] for x in p.d] == [3, 0], "they stay so for the rest of the assault"


@pytest.mark.rule("GET-assault-2b", "GET-cav-a")
def test_infantry_and_cavalry_fire_and_guns_only_once():
    p = Duel({"regular": 2}, {"regular": 1, "cavalry": 1, "artillery": 1}).begin().rolls(1)
    assert p.state.stack[-1].queue == (p.d[0], p.d[1])
    p.rolls(1, 1)
    assert p.asked == (Side.CHANCE, "charge_die"), "nobody was hit or shaken, so nobody tests"


@pytest.mark.rule("GET-assault-3a")
@pytest.mark.parametrize(("die", "box"), [(1, "charge_die"), (2, "nerve_die"), (3, "nerve_die")])
def test_when_the_attackers_test(die, box):
    p = Duel({"regular": 2}, {"regular": 1}).begin().rolls(die)
    if p.question.box == "hit":
        p.answer(p.options[0])
    assert p.asked == (Side.CHANCE, box)


@pytest.mark.rule("GET-assault-3a", "GET-cav-c")
def test_an_ignored_cube_makes_nobody_test():
    """The only hit falls on cavalry that evades: its companion does not test."""
    p = Scene(side=U)
    (horse,) = p.put("MCP", U, cavalry=1)
    p.put("HER", C, regular=1)
    p.block("MCP", U, 4)
    p.go().march("MCP", "MCP", (horse, "HER")).rolls(5)
    assert p.asked == (U, "evade")
    p.answer(1)
    assert p.at("MCP") == [horse] and p.state.cubes[horse] == 0 and not p.told("attacker_tested")


@pytest.mark.rule("GET-assault-3d", "GET-cubes-n")
def test_an_attacker_is_eliminated():
    p = Duel({"regular": 1}, {"regular": 1})
    p.hurt(**{f"p{p.a[0]}": 3})
    p.begin().rolls(6, 1)
    assert p.state.stock[COLOUR[p.a[0]]] == CUBES[COLOUR[p.a[0]]] and not p.state.attack and p.at("HER") == []


@pytest.mark.rule("GET-assault-3b")
def test_elite_attackers_test_one_column_to_the_left():
    p = Duel({"regular": 1, "elite": 1}, {"regular": 1})
    p.hurt(**{f"p{p.a[0]}": 2, f"p{p.a[1]}": 2})
    assert [attacker_column(p.state, x) for x in p.a] == [2, 1]
    p.state.cubes[p.a[1]] = 0
    assert attacker_column(p.state, p.a[1]) == 0


@pytest.mark.rule("GET-assault-4a", "GET-assault-4d", "GET-assault-5a")
@pytest.mark.parametrize(("die", "box"), [(1, "volley"), (2, "hold_die"), (3, "hold_die"), (4, "hold_die")])
def test_when_the_defenders_test(die, box):
    """Without a hit or a D nobody tests and the second round begins."""
    p = Duel({"regular": 1}, {"regular": 1}).begin().rolls(1, die)
    assert p.asked == (Side.CHANCE, box)
    assert p.state.cubes[p.d[0]] == int(die == 4)
    assert bool(p.state.disrupted) == (die in (2, 3))


@pytest.mark.rule("GET-assault-4e", "GET-disrupt-b", "GET-disrupt-a")
def test_disruption_falls_on_the_defender_alone():
    p = Duel({"regular": 1}, {"regular": 1}, to="FOR", frm="HER", haven="OKR")
    p.disrupt("HER")
    p.put("HER", C, regular=1)
    p.begin(p.a[0]).rolls(2)
    assert p.asked == (Side.CHANCE, "nerve_die") and attacker_column(p.state, p.a[0]) == 0, "it counts for no attacker"
    p.rolls(6, 2)
    assert p.state.disrupted & BIT[P["FOR"]] and p.column(p.d[0]) == 1


COLUMN = [
    ("open", {"regular": 1}, 1, {}, 1),
    ("hill", {"regular": 1}, 1, {}, 0),
    ("ridge", {"regular": 1}, 2, {}, 1),
    ("town", {"regular": 1}, 1, {}, 3),
    ("open", {"elite": 1}, 2, {}, 1),
    ("open", {"inferior": 1}, 0, {}, 1),
    ("open", {"regular": 1}, 0, {UNSETTLED: 1}, 1),
    ("open", {"regular": 1}, 2, {ENTRENCHED: 1}, 1),
    ("open", {"regular": 1}, 1, {FLANKED: 1}, 3),
    ("hill", {"elite": 1}, 0, {ENTRENCHED: 1}, 0),
    ("town", {"inferior": 1}, 4, {FLANKED: 1, UNSETTLED: 1}, 5),
    ("open", {"cavalry": 1}, 2, {}, 2),
]


@pytest.mark.rule("GET-assault-5b", "GET-assault-5c", "GET-assault-5d", "GET-assault-5e", "GET-cav-a", "GET-flank-b")
@pytest.mark.parametrize(("ground", "piece", "cubes", "fight", "column"), COLUMN)
def test_the_column_of_a_defender(ground, piece, cubes, fight, column):
    place = {"open": "FOR", "hill": "CEM", "ridge": "MCP", "town": "GET"}[ground]
    p = Scene(side=C)
    (x,) = p.put(place, U, **piece)
    p.state.cubes[x] = cubes
    p.state.fight[0] = P[place]
    for key, value in fight.items():
        p.state.fight[key] = value
    assert defender_column(p.state, x) == column


@pytest.mark.rule("GET-assault-5f", "GET-retreat-h", "GET-retreat-a")
def test_a_defender_retreats_with_its_own_cubes():
    p = Duel({"regular": 1}, {"regular": 2}, to="FOR", haven="OKR")
    p.hurt(**{f"p{p.d[0]}": 2, f"p{p.d[1]}": 1})
    p.begin()
    p.answer(3)
    p.rolls(1, 1, 4, 3)
    assert p.asked == (U, "haven")
    p.tell(haven=["OKH"])
    assert p.at("OKH") == [p.d[0]] and p.state.cubes[p.d[0]] == 3
    assert p.at("FOR") == [p.d[1]] and p.state.cubes[p.d[1]] == 1, "the new cube stays with the other"


@pytest.mark.rule("GET-assault-5g", "GET-assault-5j")
def test_a_disruption_rolled_in_the_test_does_not_count_in_the_same_step():
    p = Duel({"regular": 1}, {"regular": 2}, to="FOR", haven="OKR").begin().rolls(1, 1, 4)
    if p.question.box == "hit":
        p.answer(p.options[0])
    hurt = next(x for x in p.d if p.state.cubes[x] == 1)
    assert [p.column(x) for x in p.d] == [int(x == hurt) for x in p.d]
    p.rolls(2)
    assert p.state.disrupted & BIT[P["FOR"]], "column 1, die 2: D, and the piece stays"
    assert p.column(p.d[1]) == int(p.d[1] == hurt), "the second test is not the worse for it"


@pytest.mark.rule("GET-assault-5h")
def test_a_defender_is_eliminated():
    p = Duel({"regular": 1}, {"regular": 1}, to="FOR", haven="OKR")
    p.hurt(**{f"p{p.d[0]}": 3})
    p.begin().rolls(1, 4, 1)
    assert p.at("FOR") == [p.a[0]] and p.state.cubes[p.d[0]] == 0 and p.state.stock[0] == 30


@pytest.mark.rule("GET-assault-5i")
def test_a_counter_attack_sends_one_attacker_back():
    p = Duel({"regular": 1, "elite": 1}, {"regular": 1}, to="FOR", haven="OKR")
    p.hurt(**{f"p{p.d[0]}": 1})
    p.begin().rolls(1, 4, 1, 6)
    assert p.asked == (C, "recoil") and p.options == p.a
    p.answer(p.a[1])
    assert p.at("HER") == [p.a[1]] and p.at("FOR") == p.d and [x[0] for x in p.state.attack] == [p.a[0]]


@pytest.mark.rule("GET-assault-5i", refuses=True)
def test_only_an_attacker_can_recoil():
    p = Duel({"regular": 2, "elite": 1}, {"regular": 1}, to="FOR", haven="OKR")
    p.hurt(**{f"p{p.d[0]}": 1})
    p.begin(p.a[0], p.a[2]).rolls(1, 4, 1, 6)
    assert p.why(p.a[1]) == "GET-assault-5i" and p.why(p.d[0]) == "GET-assault-5i"


@pytest.mark.rule("GET-assault-end-a", "GET-assault-end-b", "GET-trench-h", "GET-disrupt-d")
def test_the_attacker_takes_the_area():
    p = Duel({"regular": 2}, {"regular": 1}, to="FOR", haven="OKR")
    p.sticks("FOR", "HER", "HER")
    p.disrupt("FOR")
    p.hurt(**{f"p{p.d[0]}": 2})
    p.begin().rolls(1, 5, 1, 3).tell(haven=["OKR"])
    assert p.at("FOR") == p.a and p.state.sticks[P["FOR"]] == ()
    assert p.state.disrupted == BIT[P["OKR"]], "the last defender took the marker along"


@pytest.mark.rule("GET-assault-end-b")
def test_the_marker_goes_with_the_last_eliminated_defender():
    p = Duel({"regular": 2}, {"regular": 1}, to="FOR", haven=None)
    p.disrupt("FOR")
    p.begin().rolls(1, 5, 1, 1)
    assert p.at("FOR") == p.a and p.state.disrupted == 0


@pytest.mark.rule("GET-assault-end-c", "GET-assault-c")
def test_after_two_rounds_the_attackers_go_back():
    p = Duel({"regular": 2}, {"regular": 1}).begin()
    p.rolls(1, 1, 1, 1, 1, 1)
    assert p.at("HER") == p.a and p.at("MCP") == p.d and p.told("repulsed") and p.question.side == U


@pytest.mark.rule("GET-assault-end-e", "GET-art-a")
def test_guns_alone_fire_once_and_fall():
    p = Duel({"regular": 2}, {"artillery": 2}).begin()
    p.rolls(1, 2)
    p.until(lambda q: q.box == "nerve_die")
    p.rolls(6, 6)
    assert p.at("MCP") == p.a and len(p.told("guns_lost")) == 2
    q = Duel({"regular": 1}, {"artillery": 1})
    q.hurt(**{f"p{q.a[0]}": 1})
    q.begin().rolls(6, 1)
    assert q.at("MCP") == q.d and q.at("HER") == q.a, "if no attacker is left the guns stay"


# --- guns with their infantry -----------------------------------------------------------------------


@pytest.mark.rule("GET-art-a", "GET-assault-5h")
def test_guns_whose_infantry_is_eliminated_are_lost():
    p = Duel({"regular": 2}, {"regular": 1, "artillery": 1}, to="FOR", haven="OKR")
    p.hurt(**{f"p{p.d[0]}": 3})
    p.begin().rolls(1, 1, 4, 1, 1)
    assert p.at("FOR") == p.a and len(p.told("guns_lost")) == 1


@pytest.mark.rule("GET-art-b", "GET-art-e", "GET-fire-t")
def test_guns_go_with_their_infantry_and_are_damaged():
    p = Duel({"regular": 2}, {"regular": 1, "artillery": 2}, to="FOR", haven="OKR")
    p.state.cubes[p.d[2]] = 1
    p.mark("FOR")
    p.begin().rolls(1, 1, 1, 4, 1)
    p.rolls(1)
    p.until(lambda q: q.box == "act" or q.side == Side.CHANCE)
    assert p.at("FOR") == p.a
    assert p.state.cubes[p.d[1]] == 1 and any(p.d[1] in here for here in p.state.at), "one is laid on its side and saved"
    assert not any(p.d[2] in here for here in p.state.at), "the one that lay already is lost"
    assert p.state.fired == 0, "a fire marker goes when guns leave"


@pytest.mark.rule("GET-art-b")
def test_one_retreating_infantry_piece_saves_the_guns():
    p = Duel({"regular": 2}, {"regular": 2, "artillery": 1}, to="FOR", haven="OKR")
    p.hurt(**{f"p{p.d[0]}": 3})
    p.begin().rolls(1)
    p.answer(3)
    p.rolls(1, 1, 4, 1, 1)
    assert len(p.told("eliminated")) == 1, "three cubes, die 1"
    p.rolls(1).tell(haven=["OKH", "OKR"])
    assert len(p.told("eliminated")) == 1 and len(p.told("gun_damaged")) == 1
    assert any(p.d[2] in here for here in p.state.at)


@pytest.mark.rule("GET-art-c", "GET-art-b")
@pytest.mark.parametrize("first", [0, 1])
def test_guns_of_the_first_round_and_infantry_that_has_routed(first):
    """The rule: guns go with all their routed infantry and are damaged. By the ruling they may leave first, and do so unharmed."""
    p = Duel({"regular": 2}, {"regular": 1, "artillery": 2}, to="FOR", haven="OKR")
    p.state.guns_first = first
    p.begin().rolls(1, 1, 1, 4, 1).rolls(1).tell(haven=["OKR"])
    if first:
        assert p.asked == (U, "pull_out")
        p.tell(pull_out=[p.d[1]], haven=["OKR"])
        p.tell(pull_out=[DONE], haven=["OKR"])
    else:
        p.tell(haven=["OKR", "OKR"])
    assert p.at("OKR") == p.d and p.at("FOR") == p.a
    assert [p.state.cubes[gun] for gun in p.d[1:]] == [1 - first, 1], "who stayed for the rout is damaged"


@pytest.mark.rule("GET-art-c", "GET-art-a")
def test_by_the_ruling_guns_leave_though_their_infantry_is_lost():
    p = Duel({"regular": 2}, {"regular": 1, "artillery": 1}, to="FOR", haven="OKR")
    p.state.guns_first = 1
    p.hurt(**{f"p{p.d[0]}": 3})
    p.begin().rolls(1, 1, 4, 1, 1)
    assert p.asked == (U, "pull_out")
    p.tell(pull_out=[p.d[1]], haven=["OKR"])
    assert p.at("OKR") == [p.d[1]] and p.at("FOR") == p.a and not p.told("guns_lost")


@pytest.mark.rule("GET-art-c")
def test_the_ruling_on_guns_is_chosen_with_the_match():
    assert TITLE.setup(options=["guns-leave-first"]).guns_first == 1 and TITLE.setup().guns_first == 0
    assert TITLE.options["guns-leave-first"].group == "rulings"


@pytest.mark.rule("GET-art-c", "GET-ex-assault-7")
def test_guns_may_be_pulled_out_after_the_first_test():
    p = Duel({"regular": 1}, {"regular": 1, "artillery": 2}, to="FOR", haven="OKR").begin().rolls(1, 1, 1, 2, 6)
    assert p.asked == (U, "pull_out")
    p.answer(p.d[1])
    if p.question.box == "haven":
        p.answer(p.options[0])
    assert p.asked == (U, "pull_out") and p.state.cubes[p.d[1]] == 0
    p.answer(DONE)
    assert p.at("FOR") == [p.d[0], p.d[2]] and p.asked == (Side.CHANCE, "volley")


@pytest.mark.rule("GET-art-c")
def test_guns_are_not_pulled_out_before_the_defender_has_tested():
    """Nobody had to test in the first round: the choice comes after the test of the second one, and once."""
    p = Duel({"regular": 1}, {"regular": 1, "artillery": 1}, to="FOR", haven="OKR").begin().rolls(1, 1, 1)
    assert p.asked == (Side.CHANCE, "volley") and p.state.fight[ROUND] == 2
    p.rolls(1, 2, 6)
    assert p.asked == (U, "pull_out")
    p.answer(DONE)
    assert p.at("FOR") == p.d and p.at("HER") == p.a
    q = Duel({"regular": 1}, {"regular": 1, "artillery": 1}, to="FOR", haven="OKR").begin().rolls(1, 1, 2, 6)
    q.answer(DONE)
    q.rolls(1, 2, 6)
    assert q.at("HER") == q.a and q.told("repulsed"), "one choice in an assault"


@pytest.mark.rule("GET-art-e", refuses=True)
def test_guns_without_a_haven_cannot_be_pulled_out():
    p = Duel({"regular": 1}, {"regular": 1, "artillery": 1}, to="FOR", haven=None)
    p.begin().rolls(1, 1, 2, 6)
    assert not p.told("fled_to") and p.asked == (Side.CHANCE, "volley"), "nothing to ask: it can only stay"
    q = Duel({"regular": 1}, {"regular": 1, "artillery": 1}, to="FOR", haven="OKR").begin().rolls(1, 1, 2, 6)
    assert q.asked == (U, "pull_out") and q.d[1] in q.options
    q.state.block_at = [HAND if place == P["OKR"] else place for place in q.state.block_at]
    q.title.flow.run(q.state)
    assert q.asked == (Side.CHANCE, "volley"), "with its block gone it can only stay"
    r = Duel({"regular": 1}, {"regular": 1, "artillery": 1}, to="FOR", haven="OKR").begin().rolls(1, 1, 2, 6)
    r.state.block_at = [HAND if place == P["OKR"] else place for place in r.state.block_at]
    r.state.options = [DONE]
    assert r.why(r.d[1]) == "GET-art-e"


@pytest.mark.rule("GET-art-d")
def test_guns_with_cavalry_go_unharmed():
    p = Duel({"regular": 2}, {"cavalry": 1, "artillery": 1}, to="FOR", haven="OKR")
    p.begin().rolls(1, 1, 2, 1)
    assert p.asked == (Side.CHANCE, "hold_die")
    p.rolls(1).tell(haven=["OKR"])
    assert p.asked == (U, "pull_out") and p.options == [DONE, p.d[1]], "they may go; the gun that stays is lost"
    q = p.state.clone()
    p.tell(pull_out=[p.d[1]], haven=["OKR"])
    assert p.at("FOR") == p.a and p.state.cubes[p.d[1]] == 0 and p.at("OKR") == p.d
    TITLE.flow.play(q, DONE)
    assert list(q.at[P["FOR"]]) == p.a and not any(p.d[1] in here for here in q.at)


def mixed(hold, *, cavalry=1, first=0):
    """An assault on disrupted infantry, cavalry and a gun on a ridge; the defenders' morale dice are given."""
    p = Duel({"regular": 2}, {"regular": 1, "cavalry": cavalry, "artillery": 1})
    p.state.guns_first = first
    p.disrupt("MCP")
    p.begin().rolls(1, 1, 1, *[1] * (cavalry - 1), 2, 1)
    for die in hold:
        assert p.asked == (Side.CHANCE, "hold_die")
        p.rolls(die)
        while p.question.box == "haven":
            p.tell(haven=["SMN"])
    return p, p.d[-1]


@pytest.mark.rule("GET-art-b")
def test_guns_go_with_their_routed_infantry_though_cavalry_stands():
    p, gun = mixed((1, 6))
    assert p.state.cubes[gun] == 1 and gun in p.at("SMN") and p.at("MCP") == [p.d[1]]
    assert p.asked == (Side.CHANCE, "volley"), "the cavalry fights on"


@pytest.mark.rule("GET-art-b", "GET-art-d")
def test_guns_are_damaged_when_infantry_and_cavalry_are_routed_in_one_test():
    p, gun = mixed((1, 1))
    assert p.state.cubes[gun] == 1 and gun in p.at("SMN") and p.at("MCP") == p.a


@pytest.mark.rule("GET-art-c")
def test_by_the_ruling_guns_of_routed_infantry_leave_first_though_cavalry_stands():
    p, gun = mixed((1, 6), first=1)
    assert p.asked == (U, "pull_out")
    p.tell(pull_out=[gun], haven=["SMN"])
    assert p.state.cubes[gun] == 0 and gun in p.at("SMN")


@pytest.mark.rule("GET-art-c", "GET-art-d")
def test_guns_that_stand_with_cavalry_alone_choose_as_others_do():
    p = Duel({"regular": 2}, {"cavalry": 1, "artillery": 1}).begin().rolls(1, 1, 2, 1, 6)
    assert p.asked == (U, "pull_out") and p.options == [DONE, p.d[1]]


@pytest.mark.rule("GET-art-a", "GET-art-d")
@pytest.mark.parametrize(("dice", "saved"), [((1, 5), True), ((5, 1), True), ((1, 1), False)])
def test_of_two_cavalry_that_leave_guns_alone_one_that_retreats_saves_them(dice, saved):
    """Whichever of the two is tested first."""
    p = Duel({"regular": 1}, {"cavalry": 2, "artillery": 1}, to="FOR", haven="OKR")
    p.hurt(**{f"p{p.d[0]}": 3, f"p{p.d[1]}": 3})
    p.disrupt("FOR")
    p.state.cubes[p.d[2]] = 0
    p.begin().rolls(1, 1, 1, 2)
    p.until(lambda q: q.box == "hold_die", lambda q: q.options[-1])
    columns = [p.column(x) for x in p.d[:2]]
    assert columns == [4, 4]
    p.rolls(dice[0])
    p.until(lambda q: q.box == "hold_die" or q.side == C, lambda q: q.options[0])
    if p.question.box == "hold_die":
        p.rolls(dice[1])
    p.until(lambda q: q.box in ("pull_out", "act"), lambda q: q.options[0])
    assert (p.question.box == "pull_out") == saved


@pytest.mark.rule("GET-art-a", "GET-cav-d")
def test_cavalry_that_has_evaded_before_does_not_save_the_guns():
    """Guns that stay when the cavalry evades stand with their infantry, and are lost with it."""
    p = Duel({"regular": 2}, {"regular": 1, "cavalry": 1, "artillery": 1}, to="FOR", haven="OKR")
    p.hurt(**{f"p{p.d[0]}": 3, f"p{p.d[1]}": 2})
    p.begin().rolls(1, 1, 1, 4, 4)
    p.tell(evade=[YES], haven=["OKR"], escort=[DONE]).rolls(1)
    assert p.at("FOR") == p.a and len(p.told("guns_lost")) == 1


@pytest.mark.rule("GET-flank-b")
@pytest.mark.parametrize(
    ("options", "sticks", "columns"), [((), 1, 2), ((), 2, 2), (["flank-by-sticks"], 1, 1), (["flank-by-sticks"], 2, 2)]
)
def test_how_far_a_flank_attack_shifts(options, sticks, columns):
    p = Duel({"regular": 1}, {"regular": 1}, to="FOR")
    p.state.battle = TITLE.setup(options=options).battle
    p.sticks("FOR", *["OKH"] * sticks)
    p.begin()
    assert p.state.fight[FLANKED] and p.column(p.d[0]) == columns
    chart = next(chart for chart in TITLE.charts(p.state) if chart.rule == "GET-assault-5b" and len(chart.head) == 2)
    assert chart.rows[0].cells[1] == ("+1, +2" if options else "+2")


# --- flanks -----------------------------------------------------------------------------------------


def attacked(sticks, frm=("HER",), to="MCP"):
    p = Scene(side=C)
    for place in frm:
        p.put(place, C, regular=1)
    (defender,) = p.put(to, U, regular=1)
    p.sticks(to, *sticks)
    p.block(frm[0], C, 5)
    if len(frm) > 1:
        p.block(frm[1], C, 5)
        p.go().tell(act=[DOUBLE_ORDER], block=[frm[0]], kind=[MOVE])
        for i, place in enumerate(frm):
            if i:
                p.tell(block=[place], kind=[MOVE])
            if p.question.box == "from":
                p.tell(from_=[place])
            p.tell(pick=[p.at(place)[0]], to=[to])
    else:
        p.go().march(frm[0], frm[0], (p.at(frm[0])[0], to))
    return p, defender


@pytest.mark.rule("GET-flank-a", "GET-flank-b", "GET-flank-c", "GET-ex-flank", "GET-trench-c", "GET-trench-f", "GET-flank-d")
@pytest.mark.parametrize(
    ("sticks", "frm", "flanked", "entrenched"),
    [
        ((), ("HER",), 0, 0),
        (("HER",), ("HER",), 0, 0),
        (("HER", "HER"), ("HER",), 0, 1),
        (("HER", "HER"), ("OKR",), 1, 0),
        (("HER",), ("OKR",), 1, 0),
        (("HER", "FOR"), ("HER",), 0, 0),
        (("HER", "FOR"), ("FOR",), 0, 0),
        (("HER", "FOR"), ("OKR",), 1, 0),
        (("HER", "HER"), ("HER", "OKR"), 1, 0),
    ],
)
def test_flank_and_works_by_border(sticks, frm, flanked, entrenched):
    p, defender = attacked(sticks, frm)
    assert (p.state.fight[FLANKED], p.state.fight[ENTRENCHED]) == (flanked, entrenched)
    p.state.cubes[defender] = 1
    assert defender_column(p.state, defender) == max(0, 1 - 1 + 2 * flanked - entrenched), "one cube, on a ridge"


@pytest.mark.rule("GET-assault-4c", "GET-flank-c")
def test_no_fire_modifier_in_a_flank_attack():
    p, _ = attacked(("HER", "HER"), ("OKR",))
    p.rolls(1, 4)
    assert p.said("attackers_fired") == ["The attackers fire and roll 4: 1 cube."]
    q, _ = attacked(("HER", "HER"), ("HER",))
    q.rolls(1, 4)
    assert q.said("attackers_fired") == ["The attackers fire and roll 4 (with modifiers 3): disruption."]


@pytest.mark.rule("GET-disrupt-d", "GET-retreat-i")
def test_the_last_defender_takes_the_marker_along():
    """Where one lies already a cube is added instead."""
    for second in (False, True):
        p = Duel({"regular": 2}, {"regular": 1}, to="FOR", haven="OKH")
        (there,) = p.put("OKH", U, regular=1)
        p.put("MCP", C, regular=1)
        p.put("OKR", C, regular=1)
        p.put("HOF", C, regular=1)
        p.disrupt("FOR", *(["OKH"] if second else []))
        p.begin()
        p.rolls(1, 4, 1, 2)
        assert sorted(p.at("OKH")) == sorted([there, p.d[0]])
        assert p.state.disrupted == BIT[P["OKH"]]
        assert p.state.cubes[there] + p.state.cubes[p.d[0]] == 1 + second


@pytest.mark.rule("GET-art-a", "GET-assault-end-e")
def test_the_log_tells_why_guns_are_lost_and_that_the_area_is_taken_before_its_block():
    p = Duel({"regular": 2}, {"artillery": 1})
    p.block("MCP", U, 2)
    p.begin().until(lambda q: q.box not in ("battery", "hit", "nerve_die"), lambda q: 1 if q.side == Side.CHANCE else q.options[0])
    told = [e.kind.name for e in p.state.log if e.kind.name in ("guns_lost", "eliminated", "taken", "captured")]
    assert told == ["guns_lost", "eliminated", "taken", "captured"]


@pytest.mark.rule("GET-assault-2a")
def test_cubes_that_can_lie_in_one_way_only_are_not_handed_out():
    p = Duel({"regular": 2}, {"regular": 1})
    p.hurt(**{f"p{p.d[0]}": 2})
    p.begin()
    assert p.told("shared") == [] and p.state.cubes[p.d[0]] == 2


@pytest.mark.rule("GET-assault-end-a")
def test_an_area_that_has_become_empty_is_taken_without_an_assault():
    p = Duel({"regular": 2}, {"regular": 1})
    (one, two), s = p.a, p.state
    s.take(p.d[0], P["MCP"])
    s.put(p.d[0], P["SMN"])
    s.take(one, P["HER"])
    s.attack = ((one, P["MCP"], P["HER"], P["HER"]),)
    s.fight[AREA] = P["MCP"]
    s.stack = (AT[Box.NEXT], AT[Box.AFTER], AT[Box.FIGHT])
    TITLE.flow.run(s)
    assert p.at("MCP") == [one] and p.at("HER") == [two] and p.told("assault") == [] and len(p.told("taken")) == 1


@pytest.mark.rule("GET-assault-2a")
def test_the_cubes_of_each_class_are_handed_out():
    p = Duel({"regular": 2}, {"regular": 1, "inferior": 2})
    r, e1, e2 = p.d
    p.hurt(**{f"p{r}": 1, f"p{e1}": 2, f"p{e2}": 1})
    p.begin()
    assert p.asked == (U, "share_out") and p.options == [2, 3], "the inferior ones'; the regular has no choice"
    p.answer(3)
    assert [p.state.cubes[x] for x in p.d] == [1, 3, 0]


@pytest.mark.rule("GET-art-a", "GET-art-c")
def test_a_gun_that_was_pulled_out_does_not_save_the_other():
    """Its going is no retreat of the infantry: when that is eliminated in the second round, the gun that stayed is lost."""
    p = Duel({"regular": 2}, {"regular": 1, "artillery": 2}, to="FOR", haven="OKR")
    p.hurt(**{f"p{p.d[0]}": 3})
    p.begin().rolls(1, 1, 1, 2, 1, 6)
    assert p.asked == (U, "pull_out")
    p.answer(p.d[1])
    if p.question.box == "haven":
        p.answer(p.options[0])
    p.answer(DONE).rolls(1, 4, 1)
    assert p.at("FOR") == [p.a[1]] and [facts["piece"].id for facts in p.told("guns_lost")] == [p.d[2]]
