"""Beliefs: what the other side's doings tell about its secrets is learned, kept in a strict file, and believed by the planner."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from random import Random

import pytest
from typer.testing import CliRunner

from bivouac import load
from bivouac.agents import Effort
from bivouac.agents.search import Search
from bivouac.cli import app
from bivouac.core.beliefs import FILE, Beliefs, BeliefsFile
from bivouac.core.data import read, read_resource
from bivouac.core.ids import SIDES, Side
from bivouac.core.kit.lots import drawn
from bivouac.lab import beliefs as lab
from bivouac.match import View
from bivouac.titles import register
from bivouac.titles.gettysburg.printed.units import EACH
from bivouac.titles.gettysburg.state import HAND
from bivouac.titles.lincoln.printed.units import LEADERSHIP
from toy import TITLE

SECRET = ("lincoln", "gettysburg")


def file_of(name):
    return read_resource(BeliefsFile, f"bivouac.titles.{name}", *FILE)


def believing(name):
    title = load(name)
    assert title.advice.beliefs is not None
    return title, title.advice.beliefs


def test_the_heavier_is_drawn_the_earlier():
    rng = Random(1)
    first = Counter(drawn([0, 1, 2], (1.0, 2.0, 5.0), rng)[0] for _ in range(4000))
    assert [first[n] / 4000 for n in range(3)] == pytest.approx([1 / 8, 2 / 8, 5 / 8], abs=0.03)
    assert sorted(drawn([2, 0, 0], (1.0, 2.0, 5.0), rng)) == [0, 0, 2]


class Coin:
    """A hidden coin; the clue is whether it was tossed high."""

    def __init__(self, high, side):
        self.high, self.side = high, side


def tossed(s, side, rng, odds):
    heads = odds[s.high]
    return Coin(s.high, rng.random() < heads / (1 + heads))


def test_what_lies_behind_a_clue_is_learned(monkeypatch):
    """High tosses come up heads nine times in ten, low ones as often as not."""
    rng = Random(2)
    truth = [(Coin(high, rng.random() < (0.9 if high else 0.5)), Side.UNION) for high in (True, False) * 3000]
    coins = Beliefs(
        "nowhere",
        lambda s, side: [(f"high_{s.high}", "heads" if s.side else "tails")],
        lambda odds: {h: odds.get(f"high_{h}", {}).get("heads", 1.0) / odds.get(f"high_{h}", {}).get("tails", 1.0) for h in (True, False)},
        tossed,
    )
    monkeypatch.setattr(lab, "gather", lambda *asked: lab.Views(truth[:5000], truth[5000:]))
    monkeypatch.setattr(lab, "advice_of", lambda title: load("lincoln").advice._replace(beliefs=coins))
    found = lab.learn_beliefs("lincoln", "war", 1, "3", "by hand")
    high, low = (found.of[f"high_{h}"]["heads"] / found.of[f"high_{h}"]["tails"] for h in (True, False))
    assert high == pytest.approx(9, rel=0.25) and low == pytest.approx(1, rel=0.15)
    assert found.right > found.blind + 0.1 and found.positions == 6000
    assert read(BeliefsFile, lab.as_toml(found), "beliefs.toml") == found


@pytest.mark.parametrize("name", SECRET)
def test_what_a_title_believes_is_better_than_a_blind_deal(name):
    file = file_of(name)
    assert file.right > file.blind + 0.01
    assert all(1 / lab.MOST - 1e-3 <= odds <= lab.MOST for clue in file.of.values() for odds in clue.values())


@pytest.mark.parametrize("name", SECRET)
def test_whatever_is_seen_in_a_match_has_its_place_in_the_file(name):
    title, beliefs = believing(name)
    file = file_of(name)
    views = lab.gather(name, title.scenario(None).id, 2, "fresh")
    seen = lab.secrets_in(beliefs, [*views.known, *views.aside])
    assert seen and not [found for found in seen if found[1] not in file.of.get(found[0], {}) and seen[found] > 20]


def test_titles_without_secrets_have_nothing_to_guess():
    for name in ("house-divided", "hold-the-line", "yankees-rebels"):
        title = load(name)
        assert not title.secrets and title.advice.beliefs is None
        state = title.setup()
        assert View(title, state, Side.UNION).likely(Random(1)).key() == state.key()


def test_a_block_that_is_bare_again_has_shown_all_that_it_has():
    """Gettysburg: blindly dealt, a block that has shown two or three has more than that in a third of all cases."""
    title, _ = believing("gettysburg")
    rng, right = Random(4), ([], [])
    for state, side in lab.gather("gettysburg", "battle", 12, "bare").known:
        view, others = View(title, state, side), range(EACH * (1 - side), EACH * (2 - side))
        for b in others:
            if state.block_at[b] != HAND and state.block_shown[b] in (2, 3) and not state.block_discs[b]:
                for found, deal in zip(right, (view.likely, view.sample)):
                    found += [deal(rng).block_value[b] == state.block_shown[b] for _ in range(4)]
    likely, blind = (sum(found) / len(found) for found in right)
    assert likely > 0.85 and blind < 0.7


def test_what_lies_face_down_was_chosen_to_win():
    """Lincoln: the leadership of the card that an attacker lays down is above that of a card by chance."""
    title, _ = believing("lincoln")
    rng, led = Random(5), ([], [])
    for state, side in islice(face_down(title), 20):
        view = View(title, state, side)
        twin = View(title, view.sample(rng), side)
        assert view.likely(Random(6)).key() == twin.likely(Random(6)).key()  # the true card has no say in it
        for found, deal in zip(led, (view.likely, view.sample)):
            found += [LEADERSHIP[deal(rng).combat.card] for _ in range(20)]
    likely, blind = (sum(found) / len(found) for found in led)
    assert likely > blind + 0.5


def face_down(title):
    """States in which the other side has laid a card face down."""
    for seed in range(50):
        rng, state = Random(seed), title.setup()
        while state.stack:
            if state.combat is not None and state.combat.card >= 0 and title.flow.side(state) == 1 - state.active:
                yield state.clone(), SIDES[1 - state.active]
            chance = title.flow.is_chance(state)
            title.play(state, rng.choices(state.options, title.flow.weights(state))[0] if chance else title.advice.order(state)[0])


def test_the_planner_thinks_in_likely_worlds(monkeypatch):
    title, _ = believing("lincoln")
    state, side = next((s, side) for s, side in lab.gather("lincoln", "war", 2, "any").known if len(s.options) > 3)
    dealt = []
    view = View(title, state, side)
    monkeypatch.setattr(view, "likely", lambda rng: dealt.append(1) or state.clone())
    monkeypatch.setattr(view, "sample", lambda rng: pytest.fail("dealt blindly"))
    Search(view, title.advice, side, Random(1), Effort(samples=4, worlds=3)).values()
    assert len(dealt) == 3


def test_the_command_writes_beliefs_and_tells_how_good_they_are(tmp_path):
    file = tmp_path / "beliefs.toml"
    result = CliRunner().invoke(app, ["learn", "lincoln", "--beliefs", "--matches", "16", "--seed", "7", "-o", str(file)])
    assert result.exit_code == 0 and "blindly" in result.output
    made = read(BeliefsFile, file.read_text("utf-8"), "beliefs.toml")
    assert made.command == "bivouac learn lincoln --scenarios war --beliefs --matches 16 --seed 7" and made.positions > 100


def test_where_there_are_no_secrets_the_command_says_so():
    register(TITLE)
    for name in ("hold-the-line", TITLE.id):
        result = CliRunner().invoke(app, ["learn", name, "--beliefs", "--matches", "16"])
        assert result.exit_code == 2 and "no secrets" in result.output
