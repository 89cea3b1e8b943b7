"""Decks, reshuffles, gates, every way to win."""

import pytest

from bivouac.core.ids import Side
from bivouac.titles.lincoln.frames import DISCARD, MOVE, OVER, PASS, PLAY, STOP
from bivouac.titles.lincoln.printed.units import COPIES, GATES, KINDS_OF, SET, TABLES
from bivouac.titles.lincoln.rules.ch21_victory import IDLE_TURNS, MOST_ANSWERS, MOST_TURNS
from bivouac.titles.lincoln.state import CSA, UNION
from titles.lincoln.kit import TITLE, Position, box, card, control, everything, field, half, stack_deck, way

TWELVE = {f"{place} {half}": [1] for place, half in (("richmond", "north"), ("atlanta", "north"), ("chattanooga", "north"),
                                                     ("new_orleans", "sea"), ("nashville", "north"), ("memphis", "north"))}  # fmt: skip


def end_turn(p):
    return p.answer(PASS)


@pytest.mark.rule("LIN-deck-a", "LIN-deck-e")
def test_the_first_reshuffle_adds_pile_one_when_a_card_must_be_drawn_from_an_empty_pile():
    p = field(
        union={"nashville north": [1], "memphis north": [1]},
        hand=["UB01", "UB02", "UB03", "UB04", "UB05"],
        deck=["UB06"],
        options=["discard-action"],
    )
    p.state.pile[card("UB09")] = 3
    end_turn(p)
    assert p.state.shuffles[UNION] == 0 and p.told("reshuffled") == [], "the last card was there"
    p.until(lambda q: q.side == Side.UNION and q.box == "action")
    p.answer(600 + card("UB01"), 999, PASS)
    first = [k for k in KINDS_OF[UNION] if SET[k] == 1]
    assert p.state.shuffles[UNION] == 1 and p.question.side == Side.CHANCE
    assert all(p.state.deck[k] == COPIES[k] for k in first) and p.state.deck[card("UB09")] == 3
    assert p.state.left[UNION] == sum(p.state.deck[k] for k in KINDS_OF[UNION]) and p.state.pile[card("UB09")] == 0
    assert p.told("gate")[0] == {"points": 2, "gate": 2, "number": 1}


@pytest.mark.rule("LIN-deck-a", "LIN-act-e")
def test_the_log_tells_what_the_old_pile_gave_before_it_is_reshuffled():
    p = field(union={"nashville north": [1], "memphis north": [1]}, hand=["UB01", "UB02"], deck=["UB06", "UB07"])
    p.state.pile[card("UB09")] = 3
    end_turn(p).until(lambda q: bool(p.told("reshuffled")))
    told = [e.kind.name for e in p.state.log if e.kind.name in ("drew_cards", "own_draw", "reshuffled")]
    assert told == ["drew_cards", "own_draw", "reshuffled"] and p.told("drew_cards")[0]["n"] == 2


@pytest.mark.rule("LIN-deck-b")
def test_the_second_reshuffle_adds_pile_two():
    p = field(union={"atlanta north": [3], "vicksburg north": [1]}, deck=[])
    p.state.shuffles[UNION] = 1
    end_turn(p)
    assert p.state.shuffles[UNION] == 2
    assert all(p.state.deck[k] == (COPIES[k] if SET[k] == 2 else 0) for k in KINDS_OF[UNION])


@pytest.mark.rule("LIN-deck-c")
def test_the_confederate_reshuffles_without_limit_and_without_a_test():
    p = field(active=CSA, deck=[])
    p.state.shuffles[CSA] = 7
    p.state.pile[card("CB01")] = 2
    end_turn(p)
    assert p.state.outcome is None and p.state.shuffles[CSA] == 8
    p.until(lambda q: q.side != Side.CHANCE)
    assert p.state.held[CSA] == 2 and p.asked == (Side.UNION, "action")
    assert p.told("gate") == [] and p.state.shuffles[UNION] == 0


@pytest.mark.rule("LIN-deck-c")
def test_the_confederate_draws_nothing_when_he_has_no_cards_at_all():
    p = field(active=CSA, deck=[])
    p.state.shuffles[CSA] = 2
    end_turn(p)
    assert p.asked == (Side.UNION, "action") and p.state.held[CSA] == 0


@pytest.mark.rule("LIN-deck-a", "LIN-deck-b")
def test_confederate_piles_join_too():
    p = field(active=CSA, deck=[])
    end_turn(p)
    assert p.state.shuffles[CSA] == 1 and sum(p.state.deck[k] + p.state.hand[k] for k in KINDS_OF[CSA] if SET[k] == 1) == 6
    assert set(everything(p.state)) >= set(KINDS_OF[CSA])


@pytest.mark.rule("LIN-vic-a", "LIN-vic-b", "LIN-vic-c", "LIN-deck-d")
@pytest.mark.parametrize(
    ("shuffles", "rule", "ending"), [(0, "LIN-vic-a", "first_gate"), (1, "LIN-vic-b", "second_gate"), (2, "LIN-vic-c", "last_gate")]
)
def test_too_few_points_at_a_gate(shuffles, rule, ending):
    p = field(deck=[], blockade=0)
    p.state.shuffles[UNION] = shuffles
    end_turn(p)
    assert p.state.outcome == (Side.CSA, rule, ending) and GATES == (2, 5, 12)


@pytest.mark.rule("LIN-vic-a", "LIN-vic-b")
@pytest.mark.parametrize(
    ("shuffles", "union"), [(0, {"nashville north": [1], "memphis north": [1]}), (1, {"atlanta north": [3], "vicksburg north": [1]})]
)
def test_just_enough_points_at_a_gate(shuffles, union):
    p = field(union=union, deck=[])
    p.state.shuffles[UNION] = shuffles
    assert p.state.points() == GATES[shuffles]
    end_turn(p)
    assert p.state.outcome is None and p.question.side == Side.CHANCE


@pytest.mark.rule("LIN-vic-f", "LIN-deck-d")
def test_twelve_points_at_the_third_exhaustion():
    p = field(union=TWELVE, deck=[])
    p.state.shuffles[UNION] = 2
    assert p.state.points() == 12
    end_turn(p)
    assert p.state.outcome == (Side.UNION, "LIN-vic-f", "points")


@pytest.mark.rule("LIN-deck-d", "LIN-deck-e", "LIN-vic-c", "LIN-vic-f")
@pytest.mark.parametrize(("union", "outcome"), [(TWELVE, (Side.UNION, "LIN-vic-f", "points")), ({}, (Side.CSA, "LIN-vic-c", "last_gate"))])
def test_the_third_deck_ends_the_match_as_soon_as_its_last_card_is_drawn(union, outcome):
    p = field(union=union, hand=["UB01", "UB02", "UB03", "UB04"], deck=["UB06", "UB07"])
    p.state.shuffles[UNION] = 2
    end_turn(p)
    p.answer(card("UB06"))
    assert p.state.outcome is None
    p.answer(card("UB07"))
    assert p.state.outcome == outcome and p.told("drew_cards")[0]["n"] == 2 and p.told("gate")[0]["number"] == 3


@pytest.mark.rule("LIN-deck-e")
def test_the_second_deck_may_be_drawn_to_its_last_card():
    p = field(hand=["UB01", "UB02", "UB03", "UB04", "UB05"], deck=["UB06"])
    p.state.shuffles[UNION] = 1
    end_turn(p)
    p.answer(card("UB06"))
    assert p.state.outcome is None and p.asked == (Side.CSA, "action") and p.told("gate") == []


@pytest.mark.rule("LIN-deck-e")
def test_a_draft_in_the_middle_of_a_turn_meets_the_gate_too():
    p = field(hand=["UB12"], deck=[])
    p.answer(PLAY + card("UB12"))
    assert p.state.outcome.rule == "LIN-vic-a"


@pytest.mark.rule("LIN-vic-e")
def test_washington_in_confederate_hands_at_the_end_of_a_union_turn():
    p = field(csa={"washington south": [1]})
    end_turn(p)
    p.until(lambda q: False)
    assert p.state.outcome == (Side.CSA, "LIN-vic-e", "washington")


@pytest.mark.rule("LIN-vic-e", "LIN-vic-h")
def test_washington_taken_in_the_confederate_turn_can_still_be_retaken():
    p = field(csa={"manassas north": [3]}, hand=["CB01"], active=CSA, union={"pennsylvania east": [3]}, other=["UB01", "UB19"])
    p.answer(MOVE + card("CB01"), half("washington south"), PASS)
    p.until(lambda q: q.side != Side.CHANCE)
    assert p.asked == (Side.UNION, "action") and control(p, "washington") == CSA and p.state.outcome is None
    p.answer(MOVE + card("UB01"), OVER + way("pennsylvania", "washington"), card("UB19"), 1)
    assert control(p, "washington") != CSA
    p.answer(PASS).until(lambda q: q.side == Side.CSA)
    assert p.state.outcome is None


@pytest.mark.rule("LIN-vic-g")
def test_vicksburg_and_richmond_at_the_end_of_a_confederate_turn():
    p = field(union={"vicksburg north": [1], "richmond north": [1]}, active=CSA)
    end_turn(p)
    p.until(lambda q: False)
    assert p.state.outcome == (Side.UNION, "LIN-vic-g", "cities")
    for only in ("vicksburg north", "richmond north"):
        q = field(union={only: [1]}, active=CSA)
        end_turn(q).until(lambda q: q.side == Side.UNION)
        assert q.state.outcome is None, "either city alone is not enough"
    p = field(union={"vicksburg north": [1], "richmond north": [1]})
    end_turn(p).until(lambda q: q.side != Side.CHANCE)
    assert p.state.outcome is None, "not at the end of the Union's own turn"


@pytest.mark.rule("LIN-vic-h")
def test_the_draw_with_its_test_comes_before_the_city():
    p = field(csa={"washington south": [1]}, deck=[])
    end_turn(p)
    assert p.state.outcome.rule == "LIN-vic-a"


@pytest.mark.rule("LIN-vic-c")
def test_a_union_that_lets_its_clock_stand_still_has_given_up():
    p = field(hand=["UB01", "UB02", "UB03", "UB04", "UB05", "UB06"])
    for turn in range(TABLES.patience.idle_turns):
        assert p.asked == (Side.UNION, "action"), turn
        end_turn(p)
        p.until(lambda q: q.side == Side.CSA or q.side == Side.UNION)
        if p.state.stack:
            end_turn(p)
            p.until(lambda q: q.side == Side.UNION)
    assert p.state.outcome == (Side.CSA, "LIN-vic-c", "given_up") and box_is_over(p)


@pytest.mark.rule("LIN-vic-c")
def test_idle_turns_count_until_the_next_reshuffle_and_not_only_in_a_row():
    p = field(hand=["UB01", "UB02", "UB03", "UB04", "UB05"])
    p.state.idle = 7
    end_turn(p).until(lambda q: q.side == Side.CSA)
    assert p.state.idle == 7, "a card was drawn"
    end_turn(p).until(lambda q: q.side == Side.UNION)
    end_turn(p).until(lambda q: q.side == Side.CSA)
    assert p.state.idle == 8
    p = field(union={"nashville north": [1], "memphis north": [1]}, hand=["UB01", "UB02", "UB03", "UB04", "UB05"], deck=[])
    p.state.idle = 7
    end_turn(p).until(lambda q: q.side == Side.CSA)
    assert p.state.idle == 0, "a new deck"


def stalled(union_draws):
    """The turns and answers of a match in which the Union passes, or moves one army to and fro where it should draw, and the other side
    passes."""
    p, answers = Position(TITLE), 0
    while p.state.stack:
        a = p.options[0]
        if p.asked == (Side.UNION, "action") and union_draws(p):
            a = next((a for a in p.options if MOVE.takes(a)), a)
        elif p.asked == (Side.UNION, "go"):
            a = next(a for a in p.options if a < OVER)
        p.answer(a)
        answers += 1
    return p.state.turn, answers


@pytest.mark.rule("LIN-vic-c")
@pytest.mark.parametrize("draws", [lambda p: False, lambda p: p.state.turn % 10 == 0, lambda p: p.state.idle >= 9, lambda p: True])
def test_no_stalling_makes_a_match_longer_than_its_bound(draws):
    assert IDLE_TURNS == TABLES.patience.idle_turns == 10 and MOST_TURNS == 195
    turns, answers = stalled(draws)
    assert turns <= 60 and turns <= MOST_TURNS and answers <= 1000 < MOST_ANSWERS


@pytest.mark.rule("LIN-vic-c")
def test_even_a_union_that_has_won_and_draws_one_card_a_turn_ends_the_match_within_the_bound():
    p, answers = field(union=TWELVE, hand=["UB15"] * 2 + ["UB17"] * 2 + ["UB19", "UB12"], options=["discard-action"]), 0
    while p.state.stack:
        discards = [a for a in p.options if DISCARD.takes(a)] if p.asked == (Side.UNION, "action") else []
        idles = p.state.idle < IDLE_TURNS - 1 or p.state.actions < 2
        p.answer(STOP if STOP in p.options else p.options[0] if idles or not discards else discards[0])
        answers += 1
    assert p.state.outcome.ending == "points" and 150 < p.state.turn <= MOST_TURNS and answers < MOST_ANSWERS


@pytest.mark.rule("LIN-vic-c")
def test_a_union_that_draws_every_tenth_turn_does_not_reach_the_first_gate():
    assert stalled(lambda p: p.state.turn % 10 == 0)[0] <= 12


@pytest.mark.rule("LIN-vic-c", "LIN-vic-f")
def test_with_twelve_points_a_union_that_stands_still_has_won():
    p = field(union=TWELVE, hand=["UB01", "UB02", "UB03", "UB04", "UB05", "UB06"])
    p.state.idle = TABLES.patience.idle_turns - 1
    end_turn(p)
    assert p.state.outcome == (Side.UNION, "LIN-vic-f", "points")


def box_is_over(p):
    return p.title.question(p.state) is None


def test_stacking_the_deck_in_the_kit_keeps_every_card():
    p = field()
    before = everything(p.state)
    stack_deck(p.state, UNION, ["UB01"])
    assert everything(p.state) == before and TITLE.id == "lincoln" and box(p) == "action"
