"""Before one chooses, for every title: what a thing could do where it lies can be said, and is what the rules would allow."""

from __future__ import annotations

from random import Random

import pytest

from bivouac import load
from bivouac.core.ids import SIDES
from bivouac.core.text import Name
from bivouac.i18n import LANGUAGES, catalogue

STEPS, EVERY = 240, 40


def positions(title, word="outlook"):
    """Some positions of a match by the script."""
    rng, state = Random(f"{word} {title.id}"), title.setup()
    for n in range(STEPS):
        if not state.stack:
            return
        if n % EVERY == EVERY - 1:
            yield state
        chance = title.flow.is_chance(state)
        title.play(state, rng.choices(state.options, title.flow.weights(state))[0] if chance else title.advice.order(state)[0])


def things(title, state):
    return [name for t in title.table.layout(title.view(state, SIDES[0])).tokens if (name := Name.parse(t.id)) is not None]


def test_every_outlook_can_be_said_and_names_places_of_the_board(title):
    if title.advice is None:
        pytest.skip("no script")
    words = [catalogue(language, title) for language in LANGUAGES]
    places = {p.id for p in title.table.places(title.scenario(None))}
    told = 0
    for state in positions(title):
        before = state.key()
        for found in filter(None, (title.outlook(state, thing) for thing in things(title, state))):
            told += 1
            named = [*(place for place, _ in found.reach), *found.fire, *(found.retreat or ())]
            assert {str(place) for place in named} <= places
            for c in words:
                assert all(c.say(cost) for _, cost in found.reach)
                assert found.retreat != () or (c.say(found.cornered) and found.rule in title.rulebook)
        assert state.key() == before
    assert told or title.id == "pickets"


def test_what_is_no_thing_of_the_board_has_no_outlook(title):
    state = title.setup()
    for name in (Name("nothing", 3), Name("piece", 99_999), Name("unit", 99_999)):
        assert title.outlook(state, name) is None
    assert title.sight is None or title.sight(state, Name("hex", 99_999), Name("place", 99_999)) is None


def test_a_line_of_sight_is_the_same_both_ways_and_says_what_closes_it(title):
    if title.sight is None:
        pytest.skip("no lines of sight")
    words = [catalogue(language, title) for language in LANGUAGES]
    ends = [name for p in title.table.places(title.scenario(None)) if (name := Name.parse(p.id)) is not None]
    rng, closed = Random(5), 0
    for state in positions(title):
        for a, b in (rng.sample(ends, 2) for _ in range(40)):
            found = title.sight(state, a, b)
            if found is None:
                continue
            assert found.rule in title.rulebook and all(c.say(found.text) for c in words)
            closed += not found.free
            assert bool(found.blocks) <= (not found.free)
            if title.id not in ("gettysburg", "yankees-rebels"):  # where range or line of fire depends on the ground of the gun
                assert title.sight(state, b, a).free == found.free
    assert closed


def test_lines_of_sight_are_those_of_the_rules():
    from bivouac.titles.hold_the_line.printed.map import DISTANCE, FAR
    from bivouac.titles.hold_the_line.rules.ch08_fire import screened

    title = load("hold-the-line")
    for state in positions(title):
        for a in range(0, 117, 5):
            seen = ~(state.field.hidden[a] | screened(state, a, (1 << 117) - 1 & ~state.field.hidden[a]))
            for b in range(117):
                if 0 < DISTANCE[a][b] <= FAR:
                    assert title.sight(state, Name("hex", a), Name("hex", b)).free == bool(seen >> b & 1), (a, b)


def test_lines_of_sight_and_marches_are_those_of_the_rules():
    from bivouac.titles.yankees_rebels.printed.map import DIST, LEVEL, sees
    from bivouac.titles.yankees_rebels.rules.ch04_movement import reach

    title = load("yankees-rebels")
    for state in positions(title):
        for a in range(0, 273, 13):
            for b in range(a + 1, 273, 3):
                free = DIST[a][b] == 1 or sees(a, b, state.ground[0] | state.ground[1], LEVEL[a], state.works)
                assert title.sight(state, Name("hex", a), Name("hex", b)).free == free, (a, b)
        for u, h in enumerate(state.where):
            if h >= 0:
                found = title.outlook(state, Name("unit", u))
                assert sum(1 << place.id for place, _ in found.reach) == reach(state, u)


def test_a_surrounded_unit_is_warned_of():
    from bivouac.titles.hold_the_line.printed.map import DISTANCE

    title = load("hold-the-line")
    state = title.setup()
    unit = next(p for p, at in enumerate(state.pos) if at >= 0 and state.field.kind_of[p] == 0)
    around = [n for n, far in enumerate(DISTANCE[state.pos[unit]]) if far == 1]
    enemies = [p for p, at in enumerate(state.pos) if at >= 0 and state.field.side_of[p] and state.field.kind_of[p] == 0]
    assert title.outlook(state, Name("piece", unit)).retreat
    for friend in [p for n in around for p in state.all_in(n)]:
        state.lift(friend)
    for enemy, n in zip(enemies, around, strict=False):
        state.lift(enemy)
        state.put(enemy, n)
    assert title.outlook(state, Name("piece", unit)).retreat == ()


def test_who_can_still_reinforce_is_who_may_answer_then():
    title, rng = load("house-divided"), Random(8)
    state, asked = title.setup("1862"), 0
    for _ in range(6000):
        if asked > 5:
            break
        if not state.stack:
            state = title.setup("1862")
        if title.question(state).box == "reinforce":
            (piece, *_) = state.pieces_at(state.firing, state.place)
            helps = {name.id for name in title.outlook(state, Name("piece", piece)).helps}
            assert helps == {a for a in state.options if title.choice(state, a).targets}
            asked += 1
        chance = title.flow.is_chance(state)
        title.play(state, rng.choices(state.options, title.flow.weights(state))[0] if chance else title.advice.order(state)[0])
    assert asked


def test_nobody_reinforces_an_attacker_in_lincoln_and_neighbours_a_defender():
    title = load("lincoln")
    for state in positions(title):
        seen = title.table.layout(title.view(state, SIDES[0])).tokens
        for token in (t for t in seen if t.side in (0, 1) and t.id.startswith("piece:")):
            found = title.outlook(state, Name.parse(token.id))
            if found is not None:
                assert (found.helps is None) == (token.side == state.active)
                assert {t.side for t in seen if t.id in {str(name) for name in found.helps or ()}} <= {token.side}
