"""Whole matches: nothing is lost, nothing is betrayed, nobody shuffles for ever; the table and the advice."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from random import Random
from xml.etree import ElementTree

import pytest

from bivouac.core.ids import SIDES, Side
from bivouac.core.text import Name
from bivouac.core.title import BadSetup
from bivouac.i18n import LANGUAGES, catalogue
from bivouac.lab.odds import distribution
from bivouac.titles.gettysburg import TITLE
from bivouac.titles.gettysburg.draw.faces import face
from bivouac.titles.gettysburg.frames import GIVE_ORDER, MOVE, PLACE_BLOCK, REMOVE_BLOCK, Box
from bivouac.titles.gettysburg.printed.map import AREAS, BORDERS, BOX_AREA, BOX_SIDE, BOXES, PLACES, REACH
from bivouac.titles.gettysburg.printed.scenarios import BATTLE, moment
from bivouac.titles.gettysburg.printed.units import AFTERNOON, NOON, PIECES, SIDE, STACK
from bivouac.titles.gettysburg.state import AREA, OCCUPIED
from bivouac.titles.gettysburg.table import layout, places
from titles.gettysburg.kit import P, Scene

FLOW = TITLE.flow


def lively(s, rng):
    """Random play that fights: blocks near the pieces, orders rather than blocks, marches towards the enemy."""
    options, box = list(s.options), s.stack[-1][0]
    enemy = s.sets[OCCUPIED + 1 - s.active]
    if box == Box.PLACE:
        near = [a for a in options if REACH[a] & s.sets[OCCUPIED + s.active]]
        return rng.choice(near or options)
    if box == Box.ACT and rng.random() < 0.8:
        return rng.choice([a for a in options if a >= GIVE_ORDER] or options)
    if box in (Box.TO, Box.TO_FIRST, Box.RIDE_ON) and rng.random() < 0.8:
        return rng.choice([a for a in options if a >= 0 and enemy >> a & 1] or options)
    if box == Box.KIND and rng.random() < 0.5 and MOVE in options:
        return MOVE
    return rng.choice(options)


def walk(seed, steps=100_000, choose=lively):
    s = TITLE.setup()
    rng = Random(seed)
    for _ in range(steps):
        if not s.stack:
            return
        yield s
        FLOW.play(s, choose(s, rng))


def everything_is_there(s):
    """Every piece stands somewhere, is still to come, or is lost; areas belong to one side and hold no more than four."""
    standing = Counter(p for here in s.at for p in here) + Counter(a[0] for a in s.attack)
    assert not standing or max(standing.values()) == 1
    waiting = [p for p in range(PIECES) if BATTLE.arrives[p] > moment(s.day, s.period)]
    assert not set(waiting) & set(standing)
    for area in range(AREAS):
        assert len({SIDE[p] for p in s.at[area]}) <= 1
        assert s.at[area] or not s.sticks[area] or area == s.fight[AREA]
    if s.stack and s.stack[-1][0] in (Box.ACT, Box.AFTER):
        assert all(len(here) <= STACK for here in s.at[:AREAS])
        assert all(origin >= AREAS for _, _, origin, _ in s.attack) and (not s.attack or s.stack[-1][0] == Box.ACT), "out of boxes alone"
    assert s.is_sound()


@pytest.mark.rule("GET-stack-a", "GET-comp-f", "GET-comp-g")
@pytest.mark.parametrize("seed", range(6))
def test_pieces_and_cubes_are_conserved(seed):
    lost = 0
    for s in walk(seed):
        everything_is_there(s)
        now = sum(map(len, s.at)) + len(s.attack) + sum(t > moment(s.day, s.period) for t in BATTLE.arrives)
        if s.stack[-1][0] == Box.ACT:
            assert PIECES - now >= lost, "nobody comes back"
            lost = PIECES - now
    assert s.outcome is not None


UNION_ORDERS = 102  # the most in a match: the discs of eleven periods
BLOCK_ACTIONS = 24  # the most between two of them, and one more for every block that is overrun
A_TURN = 60  # answers of one turn, dice included


@pytest.mark.rule("GET-act-d", "GET-seq-d")
@pytest.mark.parametrize("seed", range(3))
def test_no_side_can_prolong_a_match_with_blocks(seed):
    """Both sides place and remove blocks whenever they may: the match ends within a bound that can be stated in turns and in answers."""

    def stubborn(s, rng):
        options = list(s.options)
        if s.stack[-1][0] == Box.ACT:
            first = PLACE_BLOCK if rng.random() < 0.5 else REMOVE_BLOCK
            blocks = [a for a in options if a in (PLACE_BLOCK, REMOVE_BLOCK)]
            return first if first in blocks else rng.choice(blocks or options)
        return rng.choice(options)

    s, rng, answers, actions, orders, turns, overrun = TITLE.setup(log=True), Random(seed), 0, 0, 0, 0, 0
    while s.stack:
        if s.stack[-1][0] == Box.ACT:
            turns += 1
        told = len(s.log)
        FLOW.play(s, stubborn(s, rng))
        answers += 1
        for event in s.log[told:]:
            kind, side = event.kind.name, event.values[0] if event.values else None
            overrun += kind == "captured"
            if kind in ("placed", "removed") and side == Side.UNION:
                actions += 1
                assert actions <= BLOCK_ACTIONS + overrun
            elif kind in ("ordered", "forced") and side == Side.UNION:
                actions, orders = 0, orders + 1
    most_turns = 2 * (UNION_ORDERS * (1 + BLOCK_ACTIONS) + overrun)
    assert s.outcome is not None and orders <= UNION_ORDERS
    assert UNION_ORDERS < turns <= most_turns and answers <= A_TURN * most_turns


@pytest.mark.rule("GET-act-b", "GET-entry-b")
@pytest.mark.parametrize("seed", range(2))
def test_the_two_generators_give_what_the_clauses_allow(seed):
    compared = 0
    for n, s in enumerate(walk(50 + seed)):
        f = s.stack[-1]
        for way in FLOW.boxes[f[0]].ways if n % 2 == 0 and not FLOW.is_chance(s) else ():
            if way.options is not None:
                assert list(way.options(s, f)) == list(way.filtered(s, f))
                compared += 1
    assert compared > 100


# --- secrets ----------------------------------------------------------------------------------------


def what_it_sees(s, side):
    view = TITLE.view(s, side)
    question = TITLE.question(s)
    seen = [view, layout(view), question.side]
    if question.side == side:
        seen += [
            question.box,
            list(question.options),
            dict(question.facts),
            [TITLE.choice(s, a) for a in FLOW.candidates(s)],
            [TITLE.refusal(s, a) for a in FLOW.candidates(s)],
            [TITLE.why(s, Name.parse(t.id)) for t in layout(view).tokens if not t.id.startswith(("disc:", "clock:"))],
        ]
    return seen


@pytest.mark.rule("GET-block-g", "GET-block-h")
@pytest.mark.parametrize("seed", range(3))
def test_positions_that_differ_in_hidden_values_look_alike(seed):
    rng = Random(seed)
    for n, s in enumerate(walk(100 + seed)):
        if n % 9:
            continue
        for side in SIDES:
            world = TITLE.determinize(s, side, rng)
            assert what_it_sees(world, side) == what_it_sees(s, side)


def heard(s, side, since):
    return [e for e in s.log[since:] if e.visible_to(side)]


@pytest.mark.rule("GET-block-g", "GET-block-h")
@pytest.mark.parametrize("seed", range(12))
def test_whole_matches_that_differ_in_hidden_values_sound_alike(seed):
    """Two matches with the same open actions, but the Confederate blocks dealt differently: the Union hears and sees the same and is asked
    the same, answer by answer, until the Confederacy can do in one what it cannot do in the other, and that is told openly."""
    rng = Random(seed)
    one, two = TITLE.setup(log=True), TITLE.setup(log=True)
    deal = {2: 5, 5: 2, 3: 4, 4: 3}
    alike = 0
    while one.stack and two.stack:
        answer = lively(one, rng)
        other = deal[answer] if one.stack[-1][0] == Box.VALUE and one.active == Side.CSA else answer
        if other not in two.options:
            assert FLOW.side(two) == Side.CSA, "only the owner's options hang on the values"
            break
        told = len(one.log), len(two.log)
        FLOW.play(one, answer)
        FLOW.play(two, other)
        new = [[e.kind.name for e in heard(s, Side.UNION, since)] for s, since in zip((one, two), told)]
        if new[0] != new[1]:
            assert {"lapsed", "skipped"} & (set(new[0]) ^ set(new[1])), new
            break
        assert heard(one, Side.UNION, told[0]) == heard(two, Side.UNION, told[1])
        assert (one.stack[-1][0], what_it_sees(one, Side.UNION)) == (two.stack[-1][0], what_it_sees(two, Side.UNION))
        alike += 1
    assert alike > 15


# --- why not ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("choose", [lively, lambda s, rng: script(s, rng)], ids=["lively", "script"])
def test_everything_on_the_table_that_is_not_lit_says_why(choose):
    """Every piece, block, marker and place has a clause of the rulebook; where the question is about none of them, that is said."""
    reasons = Counter()
    for n, s in enumerate(walk(7, 2_500, choose)):
        if n % 29 or FLOW.is_chance(s):
            continue
        tokens = layout(TITLE.view(s, FLOW.side(s))).tokens
        things = [Name.parse(t.id) for t in tokens if not t.id.startswith(("disc:", "clock:"))] + [Name("place", p) for p in range(PLACES)]
        lit = {t for a in s.options for t in TITLE.choice(s, a).targets}
        for thing in things:
            refusal = TITLE.why(s, thing)
            if refusal is None:
                assert lit & {str(thing), *map(str, TITLE.meant(s, thing))}
            else:
                assert refusal.rule in TITLE.rulebook.clauses and refusal.name != "not_offered"
                reasons[refusal.name not in ("another_kind_is_asked", "a_button_answers")] += 1
    assert reasons[True] > reasons[False] > 0


# --- the table --------------------------------------------------------------------------------------


@pytest.mark.rule("GET-board-a", "GET-setup-b", "GET-fire-n")
def test_everything_can_be_seen_and_counted():
    p = Scene(side=Side.UNION)
    one, gun, down = p.put("CEM", Side.UNION, regular=1, artillery=2)
    p.hurt(**{f"p{one}": 3})
    p.state.cubes[down] = 1
    p.sticks("CEM", "GET", "LON")
    p.disrupt("CEM")
    p.mark("CEM")
    slot = p.block("CEM", Side.UNION, 4, 2)
    p.go()
    tokens = {t.id: t for t in layout(TITLE.view(p.state, Side.UNION)).tokens}
    assert tokens[f"piece:{one}"].face == "union regular 3"
    assert (tokens[f"piece:{gun}"].face, tokens[f"piece:{down}"].face) == ("union artillery up", "union artillery down")
    assert tokens[f"block:{slot}"].face == "block union 4 2"
    assert {f"disrupted:{P['CEM']}", f"fired:{P['CEM']}"} <= set(tokens)
    sticks = [t for t in tokens.values() if t.id.startswith("stick:")]
    assert len(sticks) == 2 and len({(t.dx, t.dy) for t in sticks}) == 2
    assert sum(t.face == "disc blue" for t in tokens.values()) == p.state.discs[0]
    shown = ElementTree.fromstring(f"<g>{face('union regular 3')}</g>")
    assert sum(e.get("width") == "8.2" for e in shown.iter("rect")) == 3, "one square a cube"
    stacked = ElementTree.fromstring(f"<g>{face('block csa 0 3')}</g>")
    assert sum(1 for _ in stacked.iter("circle")) == 3 and not list(stacked.iter("text")), "three discs, no value"


def test_tokens_lie_within_their_areas():
    """Sticks lie at their border, on the side of the area that is entrenched."""
    spots = {pl.id: pl for pl in places(TITLE.scenarios["battle"])}
    p = Scene(side=Side.UNION)
    p.put("CEM", Side.UNION, regular=1)
    for near in BORDERS[P["CEM"]]:
        p.state.sticks[P["CEM"]] = (near, near)
        tokens = [t for t in layout(TITLE.view(p.state, None)).tokens if t.id.startswith("stick:")]
        here, there = spots[f"place:{P['CEM']}"], spots[f"place:{near}"]
        for t in tokens:
            x, y = here.x + t.dx, here.y + t.dy
            assert (x - here.x) ** 2 + (y - here.y) ** 2 < (there.x - here.x) ** 2 + (there.y - here.y) ** 2
        assert (tokens[0].dx, tokens[0].dy) != (tokens[1].dx, tokens[1].dy)


@pytest.mark.rule("GET-trench-b")
@pytest.mark.parametrize("box", BOXES)
def test_a_stick_towards_an_entry_box_lies_between_the_area_and_the_box(box):
    spots = {pl.id: pl for pl in places(TITLE.scenarios["battle"])}
    p = Scene(side=BOX_SIDE[box])
    area = BOX_AREA[box]
    p.state.sticks[area] = (box,)
    (stick,) = [t for t in layout(TITLE.view(p.state, None)).tokens if t.id.startswith("stick:")]
    here, there = spots[f"place:{area}"], spots[f"place:{box}"]
    to_box = (here.x + stick.dx - there.x) ** 2 + (here.y + stick.dy - there.y) ** 2
    assert to_box < (here.x - there.x) ** 2 + (here.y - there.y) ** 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_board_names_every_area(language):
    svg = TITLE.table.board(TITLE.scenarios["battle"], catalogue(language, TITLE).say)
    root = ElementTree.fromstring(svg)
    titles = [e.text for e in root.iter("{http://www.w3.org/2000/svg}title")]
    assert "Little Round Top - Round Top" in titles and len(titles) == 65


# --- the advice -------------------------------------------------------------------------------------


def script(s, rng):
    return rng.choice(list(s.options)) if FLOW.is_chance(s) else TITLE.advice.order(s)[0]


@pytest.mark.parametrize("side", SIDES)
def test_the_script_beats_random_play(side):
    def mixed(s, rng):
        return script(s, rng) if FLOW.is_chance(s) or FLOW.side(s) == side else rng.choice(list(s.options))

    for seed in range(3):
        *_, s = walk(seed, 30_000, mixed)
        assert s.outcome is not None and s.outcome.winner == side


def test_the_script_fights_a_whole_battle():
    endings = Counter()
    for seed in range(4):
        assaults = 0
        for s in walk(seed, 30_000, script):
            assaults += s.stack[-1][0] == Box.VOLLEY
        assert assaults > 0
        endings[s.outcome.winner] += 1
    assert sum(endings.values()) == 4


def test_the_evaluation_knows_who_is_winning():
    p = Scene(side=Side.CSA, day=3)
    p.put("CEM", Side.CSA, regular=3)
    p.put("CUL", Side.CSA, regular=3)
    p.put("GET", Side.UNION, regular=2)
    p.go()
    assert TITLE.advice.evaluate(p.state, Side.CSA) > 0.8
    assert TITLE.advice.evaluate(p.state, Side.UNION) < 0.2
    named = TITLE.advice.features(p.state, Side.CSA)
    assert named["winning"] == named["cem_csa"] == named["cul_csa"] == 1 and named["one_star"] == named["crs_csa"] == 0
    assert named["cem_csa_guard"] == 3 and named["csa_lost"] > named["union_lost"] - 60
    assert TITLE.advice.features(p.state, Side.UNION)["winning"] == -1
    q = Scene(side=Side.CSA, day=3)
    q.put("CEM", Side.UNION, regular=3)
    q.put("HER", Side.CSA, regular=3)
    q.go()
    assert TITLE.advice.evaluate(q.state, Side.UNION) > TITLE.advice.evaluate(p.state, Side.UNION) + 0.3


def test_the_round_tops_win_in_an_afternoon_alone():
    for period, winning in ((NOON, 0), (AFTERNOON, 1)):
        p = Scene(side=Side.CSA, day=2, period=period)
        p.put("LRT", Side.CSA, regular=3)
        p.put("GET", Side.UNION, regular=2)
        p.go()
        named = TITLE.advice.features(p.state, Side.CSA)
        assert named["winning"] == winning and named["one_star"] == 1 - winning


# --- exact odds -------------------------------------------------------------------------------------


def odds_of(words):
    return distribution(TITLE, TITLE.odds, TITLE.odds.parse(words.split()))


def test_odds_of_one_piece_against_a_gun_alone():
    """The gun misses on a 1; hit once, the attacker goes back on a 1."""
    shares = odds_of("regular vs artillery")
    taken = sum(v for k, v in shares.items() if "taken:1" in k)
    assert taken == Fraction(1, 6) + Fraction(5, 6) * Fraction(5, 6) and sum(shares.values()) == 1
    elite = odds_of("elite vs artillery")
    assert sum(v for k, v in elite.items() if "taken:1" in k) == 1, "column 0 holds on any die"


def test_odds_follow_the_ground_and_the_works():
    taken = {
        words: sum(v for k, v in odds_of(f"regular regular vs regular {words}").items() if "taken:1" in k)
        for words in ("open", "hill", "town", "hill entrenched", "hill flank", "open disrupted")
    }
    assert taken["hill entrenched"] < taken["hill"] < taken["open"] < taken["town"]
    assert taken["hill"] < taken["hill flank"] and taken["open"] < taken["open disrupted"]


@pytest.mark.parametrize("words", ["regular:1 regular vs regular:1 inferior artillery flank", "union cavalry inferior vs regular:2 elite"])
def test_taking_equal_pieces_for_alike_changes_no_odds(words):
    told_apart = TITLE.odds._replace(alike=lambda s: s.key())
    assert odds_of(words) == distribution(TITLE, told_apart, TITLE.odds.parse(words.split()))


def test_odds_of_the_assault_at_hand_and_bad_words():
    p = Scene(side=Side.CSA)
    one, two = p.put("HER", Side.CSA, regular=2)
    p.put("FOR", Side.UNION, regular=1)
    p.block("OKR", Side.UNION, 3)
    p.block("HER", Side.CSA, 4)
    p.go()
    assert TITLE.odds.ask(p.state, []) is None
    p.march("HER", "HER", (one, "FOR"), (two, "FOR"))
    assert distribution(TITLE, TITLE.odds, TITLE.odds.ask(p.state, [])) == odds_of("regular regular vs regular")
    assert TITLE.odds.parse(["regular"]) is None
    for words in ("artillery vs regular", "zouave vs regular", "vs regular", "regular:x vs regular"):
        with pytest.raises(BadSetup):
            TITLE.odds.parse(words.split())


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_tells_what_is_reconstructed(language):
    c = catalogue(language, TITLE)
    scenario = TITLE.scenarios["battle"]
    page = [c.say(text) for text in TITLE.scenario_page(scenario)]
    assert len(page) == 3 and "58" in page[2] and scenario.source == "reconstructed"
    assert "58" in c.sentence("about.reconstructed") and c.sentence("about.original")
