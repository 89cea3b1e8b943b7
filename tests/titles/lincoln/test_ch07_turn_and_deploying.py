"""The turn, its actions, hands, deploying."""

import pytest

from bivouac.core.ids import Side
from bivouac.titles.lincoln.frames import ATTACK, DEPLOY, DISCARD, LANDING, MOVE, NAVAL_MOVE, PASS, PLAY, STOP, landing
from bivouac.titles.lincoln.printed.map import PORT_HALF
from bivouac.titles.lincoln.printed.units import BLOCKADE_END, HAND_LIMIT_CSA, IS_FREE, KINDS_DATA, PRICE, TOP
from bivouac.titles.lincoln.state import CSA, UNION
from titles.lincoln.kit import FORT, TITLE, Position, box, card, control, counter, discards, field, half, loc, stack, why


def by_port(place, name):
    return LANDING + landing(loc(place), card(name))


@pytest.mark.rule("LIN-act-a", "LIN-act-c")
def test_every_kind_of_action_and_the_same_one_twice():
    p = field(union={"nashville north": [2], "washington north": [1]}, csa={"nashville south": [1]}, hand=["UB01", "UB02", "UB13", "UB03"])
    verbs = {a // 100 * 100 for a in p.options}
    assert verbs == {PASS, DEPLOY, MOVE, NAVAL_MOVE, ATTACK, PLAY}
    p = field(union={"washington north": [1], "cairo north": [1]}, hand=["UB01", "UB03"])
    p.answer(MOVE + card("UB01"), counter("cairo north", 1), half("illinois west"))
    p.answer(MOVE + card("UB03"), counter("illinois west", 1), half("cairo north"))
    assert box(p) == "closing"


@pytest.mark.rule("LIN-act-b")
def test_two_actions_and_free_cards_on_top():
    p = field(hand=["UB12", "UB01", "UB02"], options=["discard-action"])
    p.answer(DISCARD + card("UB01"), STOP, DISCARD + card("UB02"), STOP)
    assert box(p) == "closing" and PLAY + card("UB12") in p.options
    p.answer(PLAY + card("UB12"))
    assert p.question.side == Side.CHANCE


@pytest.mark.rule("LIN-act-b", refuses=True)
def test_no_third_action():
    p = field(hand=["UB13", "UB01"], actions=1, options=["discard-action"])
    p.answer(DISCARD + card("UB01"), STOP)
    assert p.refusal(PLAY + card("UB13")).rule == "LIN-act-b"


@pytest.mark.rule("LIN-act-d")
def test_the_discard_action_takes_any_number_of_cards_for_one_action():
    p = field(hand=["UB01", "UB02", "UB09"], options=["discard-action"])
    p.answer(DISCARD + card("UB01"), card("UB02"), STOP)
    assert p.state.actions == 1 and p.state.held[UNION] == 1
    p.answer(DISCARD + card("UB09"))
    assert p.state.held[UNION] == 0 and box(p) == "closing"


@pytest.mark.rule("LIN-act-d", "LIN-act-a", refuses=True)
def test_the_rulebook_has_no_discard_action():
    p = field(hand=["UB01", "UB02", "UB09"])
    assert p.refusal(DISCARD + card("UB01")).rule == "LIN-act-d" and not any(DISCARD.takes(a) for a in p.options)


@pytest.mark.rule("LIN-act-e", "LIN-act-f", "LIN-hand-b")
def test_the_union_draws_up_to_six_at_the_end_of_its_own_turn_only():
    p = field(hand=["UB01"], other=["CB01"])
    p.answer(PASS)
    drawn = 0
    while p.question.side == Side.CHANCE:
        p.answer(p.options[0])
        drawn += 1
    assert drawn == 5 and p.state.held == [6, 1]
    assert p.asked == (Side.CSA, "action")


@pytest.mark.rule("LIN-act-e", "LIN-comp-e")
def test_a_draw_is_an_answer_of_chance_whatever_the_pile_holds():
    """Else the numbers of the answers would tell the other side that the pile is down to cards of one kind."""
    kinds = [["UB01"] * 5, ["UB01", "UB02", "UB03", "UB04", "UB05"]]
    drawn = []
    for deck in kinds:
        p = field(hand=["UB01"], other=["CB01"], deck=deck)
        p.answer(PASS)
        drawn.append(0)
        while p.question.side == Side.CHANCE:
            p.answer(p.options[-1])
            drawn[-1] += 1
    assert drawn[0] == drawn[1] > 0


@pytest.mark.rule("LIN-act-g", "LIN-act-h")
def test_the_confederate_hand_limit_follows_the_blockade():
    assert (
        HAND_LIMIT_CSA[0] == 5
        and min(HAND_LIMIT_CSA) == 3
        and sorted(HAND_LIMIT_CSA, reverse=True) == list(HAND_LIMIT_CSA)
        and 4 in HAND_LIMIT_CSA
    )
    for space, limit in enumerate(HAND_LIMIT_CSA):
        p = field(active=CSA, blockade=space)
        p.answer(PASS)
        while p.question.side == Side.CHANCE:
            p.answer(p.options[0])
        assert p.state.held[CSA] == limit


@pytest.mark.rule("LIN-act-i")
def test_a_hand_above_the_limit_is_kept():
    p = field(active=CSA, hand=["CB01", "CB02", "CB03", "CB04", "CB05"], blockade=BLOCKADE_END)
    p.answer(PASS)
    assert p.asked == (Side.UNION, "action") and p.state.held[CSA] == 5


@pytest.mark.rule("LIN-deploy-a", "LIN-deploy-c", "LIN-deploy-n")
def test_an_army_is_deployed_for_its_price_and_its_card_is_gone():
    p = field(hand=["UB04", "UB01", "UB02", "UB09"])
    p.answer(DEPLOY + card("UB04"), half("washington south"), card("UB01"), card("UB02"))
    assert stack(p, UNION, "washington south") == [2] and p.state.actions == 1
    assert p.state.gone[card("UB04")] == 1 and discards(p, "UB04") == 0
    assert discards(p, "UB01") == discards(p, "UB02") == 1 and p.state.held[UNION] == 1
    assert all(PRICE[k] == TOP[k] + 1 for k in range(len(KINDS_DATA)) if 0 <= TOP[k] <= 2)


@pytest.mark.rule("LIN-deploy-b")
def test_a_hand_that_is_just_enough_is_paid_whole():
    p = field(hand=["UB04", "UB01", "UB02"])
    p.answer(DEPLOY + card("UB04"), half("washington south"))
    assert p.state.held[UNION] == 0 and box(p) == "action"


@pytest.mark.rule("LIN-deploy-b", refuses=True)
def test_too_few_cards_for_the_price():
    p = field(hand=["UB04", "UB01"])
    assert p.refusal(DEPLOY + card("UB04")).rule == "LIN-deploy-b"
    assert p.refusal(DEPLOY + card("UB04")).facts == {"price": 2, "cards": 1}


@pytest.mark.rule("LIN-deploy-d")
def test_the_card_of_a_strength_1_army_is_only_discarded():
    p = field(hand=["UB01", "UB02"])
    p.answer(DEPLOY + card("UB01"), half("ohio east"))
    assert discards(p, "UB01") == 1 and p.state.gone[card("UB01")] == 0 and stack(p, UNION, "ohio east") == [1]


@pytest.mark.rule("LIN-deploy-e")
def test_either_half_of_any_supplied_place():
    p = field(hand=["UB01", "UB02"])
    p.answer(DEPLOY + card("UB01"))
    assert set(p.options) == {
        h
        for name in ("washington", "pennsylvania", "ohio", "illinois", "harpers_ferry", "kentucky", "cairo")
        for h in (2 * loc(name), 2 * loc(name) + 1)
    }


@pytest.mark.rule("LIN-deploy-e", refuses=True)
def test_not_where_the_enemy_controls_nor_where_the_rails_do_not_reach():
    p = field(union={"memphis north": [1]}, hand=["UB01", "UB03"])
    p.answer(DEPLOY + card("UB01"))
    assert (p.refusal(half("richmond north")).rule, p.refusal(half("richmond north")).name) == ("LIN-deploy-e", "is_controlled")
    assert (p.refusal(half("memphis north")).rule, p.refusal(half("memphis north")).name) == ("LIN-deploy-e", "is_supplied")


@pytest.mark.rule("LIN-deploy-f", refuses=True)
def test_the_source_of_supply_itself_must_be_controlled():
    p = field(csa={"washington south": [3]}, hand=["UB01", "UB03"])
    assert p.refusal(DEPLOY + card("UB01")).rule == "LIN-deploy-f"
    p = field(union={"richmond north": [1]}, csa={"atlanta south": [1]}, hand=["CB01", "CB02"], active=CSA)
    p.answer(DEPLOY + card("CB01"))
    assert half("atlanta north") in p.options
    assert why(p, "manassas north") == "LIN-deploy-e", "behind Richmond, which supplies nobody now"
    union = {"richmond south": [1], "chattanooga north": [1], "charleston land": [1]}
    p = field(union=union, csa={"richmond north": [1]}, hand=["CB01", "CB02"], active=CSA).answer(DEPLOY + card("CB01"))
    assert half("mobile land") in p.options and why(p, "manassas north") == "LIN-deploy-e", "nor where it is contested"


@pytest.mark.rule("LIN-deploy-g")
def test_supply_passes_a_contested_place_only_through_the_own_half():
    union = {"chattanooga south": [1], "atlanta north": [3]}
    csa = {"nashville south": [1], "cairo south": [1]}
    p = field(union={"nashville north": [1]}, csa=csa, flags=["fort_henry_donelson"], hand=["UB01", "UB03"])
    p.answer(DEPLOY + card("UB01"))
    assert half("fort_henry_donelson north") in p.options, "over the north half of Nashville alone: Cairo is lost"
    p = field(union={"kentucky north": [1], **union}, csa={"kentucky south": [1]}, flags=["nashville"], hand=["UB01", "UB03"])
    p.answer(DEPLOY + card("UB01"))
    assert half("nashville north") not in p.options, "the Confederate holds the half of the link"


@pytest.mark.rule("LIN-deploy-h", refuses=True)
def test_not_into_a_contested_place():
    p = field(union={"kentucky north": [1]}, csa={"kentucky south": [1]}, hand=["UB01", "UB03"])
    p.answer(DEPLOY + card("UB01"))
    assert p.refusal(half("kentucky north")).rule == "LIN-deploy-h"


@pytest.mark.rule("LIN-deploy-i")
def test_forts_like_armies_one_in_each_half_or_two_in_one():
    p = field(csa={"richmond north": [FORT]}, hand=["CB07", "CB08", "CB01", "CB02", "CB03"], active=CSA)
    p.answer(DEPLOY + card("CB07"), half("richmond south"), card("CB01"), card("CB02"))
    assert stack(p, CSA, "richmond south") == [FORT] and stack(p, CSA, "richmond north") == [FORT]
    p = field(csa={"richmond north": [FORT]}, hand=["CB07", "CB01", "CB02"], active=CSA)
    p.answer(DEPLOY + card("CB07"), half("richmond north"))
    assert stack(p, CSA, "richmond north") == [FORT, FORT]


@pytest.mark.rule("LIN-deploy-j")
def test_a_controlled_port_without_supply_takes_a_unit_for_a_naval_card_more():
    p = field(union={"savannah sea": [1]}, hand=["UB01", "UB09", "UB02"])
    p.answer(DEPLOY + card("UB01"), by_port("savannah", "UB09"))
    assert stack(p, UNION, "savannah sea") == [1, 1] and PORT_HALF[loc("savannah")] == half("savannah sea")
    assert discards(p, "UB09") == 1 and discards(p, "UB02") == 1 and p.state.held[UNION] == 0


@pytest.mark.rule("LIN-deploy-j", "LIN-deploy-f")
def test_with_washington_lost_the_card_its_price_and_a_naval_card_are_just_enough():
    lost = {"union": {"savannah sea": [1]}, "csa": {"washington south": [3]}}
    assert DEPLOY + card("UB01") in field(**lost, hand=["UB01", "UB09", "UB02"]).options
    for hand in (["UB01", "UB09"], ["UB01", "UB03", "UB12"]):
        assert field(**lost, hand=hand).refusal(DEPLOY + card("UB01")).rule == "LIN-deploy-f", "a card short, or no naval one"
    only = field(**lost, hand=["UB02", "UB01", "UB03", "UB04", "UB06"])
    assert only.refusal(DEPLOY + card("UB02")).rule == "LIN-deploy-f", "the card that is deployed brings no ship"


@pytest.mark.rule("LIN-deploy-j", refuses=True)
def test_the_naval_card_must_leave_the_price_and_is_not_for_supplied_ports():
    p = field(union={"savannah sea": [1]}, hand=["UB01", "UB09"])
    p.answer(DEPLOY + card("UB01"))
    assert p.refusal(by_port("savannah", "UB09")).rule == "LIN-deploy-j"
    p = field(hand=["UB01", "UB09", "UB02"])
    p.answer(DEPLOY + card("UB01"))
    assert p.refusal(by_port("washington", "UB09")).rule == "LIN-deploy-j"


@pytest.mark.rule("LIN-deploy-j", refuses=True)
def test_ships_bring_nothing_where_the_rails_do():
    p = field(flags=["manassas", "richmond", "charleston"], hand=["UB01", "UB09", "UB02"])
    p.answer(DEPLOY + card("UB01"))
    assert half("charleston land") in p.options and half("savannah land") not in p.options
    supplied, enemy = p.refusal(by_port("charleston", "UB09")), p.refusal(by_port("savannah", "UB09"))
    assert (supplied.name, supplied.facts["location"].id) == ("is_cut_off", loc("charleston"))
    assert (enemy.name, enemy.facts["location"].id) == ("is_a_port_of_its_own", loc("savannah"))


@pytest.mark.rule("LIN-deploy-k", "LIN-deploy-l", "LIN-deploy-m")
def test_a_ship_moves_the_blockade_and_a_politician_europe():
    p = field(hand=["UB09", "UB01", "UB02", "UB10", "UB03", "UB04"])
    p.answer(DEPLOY + card("UB09"), card("UB01"), card("UB02"))
    assert p.state.blockade == 1 and p.state.gone[card("UB09")] == 1
    p.answer(DEPLOY + card("UB10"))
    assert p.state.europe == -1 and p.state.held[UNION] == 0
    p = field(hand=["CB09", "CB01", "CB02"], active=CSA)
    p.answer(DEPLOY + card("CB09"))
    assert p.state.europe == 1 and p.state.gone[card("CB09")] == 1


@pytest.mark.rule("LIN-deploy-l")
def test_a_ship_at_the_end_of_the_blockade_does_nothing():
    p = field(hand=["UB09", "UB01", "UB02"], blockade=BLOCKADE_END)
    p.answer(DEPLOY + card("UB09"))
    assert p.state.blockade == BLOCKADE_END


@pytest.mark.rule("LIN-deploy-o", "LIN-card-k")
def test_a_card_used_for_a_symbol_is_merely_discarded_and_used_in_one_way_only():
    p = field(union={"cairo north": [1]}, hand=["UB04"])
    p.answer(MOVE + card("UB04"), half("illinois west"))
    assert discards(p, "UB04") == 1 and p.state.gone[card("UB04")] == 0 and p.state.held[UNION] == 0
    assert p.state.stock[1] == field(union={"cairo north": [1]}).state.stock[1]


@pytest.mark.rule("LIN-pass-a")
@pytest.mark.parametrize("actions", [1, 2])
def test_who_passes_passes_his_turn_and_the_draw_still_comes(actions):
    p = field(hand=["UB01", "UB12"], other=["CB01"], actions=actions)
    p.answer(PASS)
    assert p.question.side == Side.CHANCE and p.told("passed")
    p.until(lambda q: q.side != Side.CHANCE)
    assert p.asked == (Side.CSA, "action") and p.state.held == [6, 1]


@pytest.mark.rule("LIN-pass-a", "LIN-deck-a")
def test_who_passes_is_told_so_before_the_pile_is_made_anew():
    p = field(active=CSA, deck=[])
    p.state.pile[card("CB01")] = 2
    p.answer(PASS)
    assert [e.kind.name for e in p.state.log if e.kind.name in ("passed", "reshuffled")] == ["passed", "reshuffled"]


def test_after_the_last_action_the_turn_is_closed_by_the_player_so_that_nothing_is_betrayed():
    p = Position.of(TITLE, TITLE.setup(None, ["discard-action"]))
    while p.question.side == Side.CHANCE:
        p.answer(p.options[0])
    for card_in_hand in [a for a in p.options if a >= DISCARD][:2]:
        p.answer(card_in_hand, STOP)
    assert p.asked == (Side.UNION, "closing") and PASS in p.options
    assert all(IS_FREE[a - PLAY] for a in p.options if a != PASS)
    assert control(p, "washington") == UNION


@pytest.mark.rule("LIN-setup-g")
def test_a_turn_has_a_half_for_each_side_the_unions_first():
    p = Position(TITLE)
    for turn, side in ((1, Side.UNION), (1, Side.CSA), (2, Side.UNION), (2, Side.CSA), (3, Side.UNION)):
        p.until(lambda q: q.side != Side.CHANCE)
        assert (p.state.turn, p.question.side) == (turn, side) and p.told("turn_begins")[-1]["turn"] == turn
        p.answer(PASS)
