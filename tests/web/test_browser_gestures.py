"""A turn in a few gestures, in a real browser: by mouse, by finger, by keyboard; refused as a whole; taken back as a whole."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import NamedTuple

import pytest

from bivouac import Match, load
from bivouac.match import format_save
from bivouac.match.gestures import Reach
from server.harness import Seat, uploaded
from web import hands


class Army(NamedTuple):
    """A match before a march of the Union, the box where six of its pieces stand, one that is two boxes away, and one out of reach."""

    save: str
    box: str
    far: str
    beyond: str


@cache
def army_of_six() -> Army:
    title = load("house-divided")
    for seed in range(40):
        match = Match.new(title, scenario="1863", seed=seed)
        while match.question is not None and len(match.answers) < 900:
            found = found_army(match)
            if found is not None:
                return found
            match.submit(title.advice.order(match.state)[0])
    raise AssertionError("no army of six ever marches")


def found_army(match: Match) -> Army | None:
    state = match.state
    if match.question.box != "march" or match.question.side != 0 or state.marches < 3:
        return None
    reach = Reach(match.title, state.clone())
    boxes = Counter(at for piece, at in reach.places.items() if piece in reach.own and piece.startswith("piece:"))
    for box in (b for b, n in boxes.items() if n == 6 and b.startswith("box:")):
        picks = [p for p, at in reach.places.items() if at == box and p.startswith("piece:") and p in reach.own]
        ways = [[g.targets[0] for g in reach.of(p) if len(g.targets) == 1 and g.whole] for p in picks]
        once = [t for t in ways[0] if all(w.count(t) == 1 for w in ways) and t != box and t not in reach.hostile]
        two_boxes = [g.targets[0] for g in reach.of(picks[0]) if g.targets and len(g.answers) == 4]
        far = [t for t in two_boxes if t in once and not boxes[t]]
        if far and len({reach.faces[p] for p in picks[:2]}) == 1:
            reached = {t for w in ways for t in w} | {box}
            beyond = next(f"box:{b}" for b in range(100) if f"box:{b}" not in reached)
            return Army(format_save(match.save(reveal=True)), box, far[0], beyond)
    return None


@pytest.fixture
def match(server):
    """Both sides at one screen."""
    return Seat(server, uploaded(server, army_of_six().save)["token"])


def sit(visit, server, match, **how):
    page = visit(**how)
    page.goto(f"{server.url}/t/{match.token}")
    hands.ready(page)
    return page


def army(match, at=None):
    at = at or army_of_six().box
    return sorted(t["id"] for t in match.look()["scene"]["tokens"] if t["at"] == at and t["id"].startswith("piece:"))


def spot(page, place):
    """The middle of the top edge of a lit place: the box itself, not what lies on it; looked for where it is out of sight."""
    page.wait_for_selector(f".ring[data-id='{place}']")
    for _ in range(40):
        box = page.query_selector(f".ring[data-id='{place}']").bounding_box()
        x, y = box["x"] + box["width"] / 2, box["y"] + 4
        is_seen = page.evaluate("([x, y, id]) => document.elementFromPoint(x, y)?.closest('[data-id]')?.dataset.id === id", [x, y, place])
        if is_seen and 10 < x < page.viewport_size["width"] - 10:
            return x, y
        page.eval_on_selector(".bar [data-keep=lit]", "x => x.click()")
    raise AssertionError(f"{place} never comes into sight")


def held(page):
    page.wait_for_selector(".bar .chips .chip.held")
    return len(page.query_selector_all(".bar .chips .chip.held"))


def arrived(page, match, serial):
    page.wait_for_function("s => document.querySelector('.bar .prompt') && !document.querySelector('.bar .chips')", arg=serial)
    for _ in range(50):
        if match.look()["serial"] > serial:
            return
        page.wait_for_timeout(50)


def test_an_army_of_six_marches_by_two_clicks(visit, server, match):
    page = sit(visit, server, match)
    serial, before = match.look()["serial"], army(match)
    assert len(before) == 6
    page.mouse.click(*spot(page, army_of_six().box))
    assert held(page) == 6
    page.mouse.click(*spot(page, army_of_six().far))
    arrived(page, match, serial)
    assert set(before) <= set(army(match, army_of_six().far))
    page.wait_for_selector(".bar [data-keep=undo]")
    page.click(".bar [data-keep=undo]")
    page.wait_for_selector(".bar [data-keep=undo]", state="detached")
    assert (army(match), match.look()["serial"]) == (before, serial), "one take-back, the whole army"


def test_an_army_of_six_marches_by_two_taps_on_a_phone(visit, server, match):
    page = sit(visit, server, match, size=(360, 740), touch=True)
    serial, before = match.look()["serial"], army(match)
    page.touchscreen.tap(*spot(page, army_of_six().box))
    assert held(page) == 6
    page.touchscreen.tap(*spot(page, army_of_six().far))
    arrived(page, match, serial)
    assert set(before) <= set(army(match, army_of_six().far))


def test_an_army_of_six_marches_by_keyboard(visit, server, match):
    page = sit(visit, server, match)
    serial, before = match.look()["serial"], army(match)
    for place in (army_of_six().box, army_of_six().far):
        page.focus(f".ring[data-id='{place}']")
        page.keyboard.press("Enter")
        if place == army_of_six().box:
            assert held(page) == 6
            assert page.evaluate("() => document.activeElement.matches('.lit, .answer')"), "the focus goes on to where they can go"
    arrived(page, match, serial)
    assert set(before) <= set(army(match, army_of_six().far))


def test_a_piece_is_dragged(visit, server, match):
    page = sit(visit, server, match)
    serial, before = match.look()["serial"], army(match)
    page.mouse.click(*spot(page, army_of_six().box))
    held(page)
    for chip in page.query_selector_all(".bar .chips .chip.held")[1:]:
        count = len(page.query_selector_all(".bar .chips .chip.held"))
        page.click(f".bar [data-keep='{chip.get_attribute('data-keep')}']")
        page.wait_for_function("n => document.querySelectorAll('.bar .chips .chip.held').length < n", arg=count)
    (piece,) = page.eval_on_selector_all(".bar .chips .chip.held", "all => all.map(x => x.dataset.keep.slice(5))")
    x, y = spot(page, army_of_six().far)
    token = page.query_selector(f".token[data-id='{piece}']").bounding_box()
    page.mouse.move(token["x"] + token["width"] / 2, token["y"] + token["height"] / 2)
    page.mouse.down()
    page.mouse.move(x - 20, y + 5, steps=5)
    page.mouse.move(x, y, steps=3)
    page.mouse.up()
    arrived(page, match, serial)
    assert len(army(match)) < len(before)


def test_a_gesture_that_is_refused_leaves_nothing_behind(visit, server, match):
    """It is let go over a box that is out of reach, and the reason is told; then the server refuses a list with one wrong answer."""
    page = sit(visit, server, match)
    serial, before = match.look()["serial"], army(match)
    page.mouse.click(*spot(page, army_of_six().box))
    held(page)
    piece = page.eval_on_selector(".bar .chips .chip.held", "x => x.dataset.keep.slice(5)")
    refused = match.get("/gestures", pick=",".join(before), to=army_of_six().beyond)
    assert refused["refusal"]["why"] and not refused["gestures"]
    way = next(g for g in match.get("/gestures", pick=piece)["gestures"] if g["to"] == army_of_six().far)
    assert match.post("/answer", answers=[*way["answers"], 9999], serial=serial).status_code == 400
    assert (army(match), match.look()["serial"]) == (before, serial)
    page.keyboard.press("Escape")
    page.wait_for_selector(".bar .chips", state="detached")
    assert page.query_selector(f".ring[data-id='{army_of_six().box}']"), "what was lit before is lit again"


def test_again_repeats_with_the_next_piece(visit, server, match):
    page = sit(visit, server, match)
    serial, before = match.look()["serial"], army(match)
    page.mouse.click(*spot(page, army_of_six().box))
    held(page)
    for chip in page.query_selector_all(".bar .chips .chip.held")[1:]:
        count = len(page.query_selector_all(".bar .chips .chip.held"))
        page.click(f".bar [data-keep='{chip.get_attribute('data-keep')}']")
        page.wait_for_function("n => document.querySelectorAll('.bar .chips .chip.held').length < n", arg=count)
    page.mouse.click(*spot(page, army_of_six().far))
    arrived(page, match, serial)
    one = len(before) - len(army(match))
    page.wait_for_selector(".bar [data-keep=again]")
    serial = match.look()["serial"]
    page.keyboard.press("a")
    arrived(page, match, serial)
    assert one == 1 and len(before) - len(army(match)) == 2
