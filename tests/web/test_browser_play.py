"""Whole matches in a real browser: by mouse, by keyboard, by finger, at one screen, by link; a server that dies; two languages."""

from __future__ import annotations

import contextlib
import json
import re

from bivouac import load
from bivouac.server.even import handicaps
from server.harness import Seat, Server, friends, known, known_save, post
from web import hands

CLICKS = 8
PATIENCE = 10
IN_HAND = "() => document.querySelector('[data-keep=down]') && !document.querySelector('.curtain:not([hidden])')"
HANDED_OVER = "hold-the-line"  # the title whose match the computer plays out


def test_from_home_page_to_victory_by_mouse(visit, server, title):
    """Two clicks to the table, answers by mouse; then one match is played out by the computer, and the long ones are given up."""
    page = visit()
    hands.start(page, server, title, **({} if title == "pickets" else {"seat_1": "computer:recruit"}))
    answered = 0
    for n in range(CLICKS):
        if hands.over(page):
            break
        before = hands.serial(page)
        hands.click_something(page, 7 * n)
        answered += before != hands.serial(page)
    assert answered >= min(3, CLICKS) or hands.over(page)
    if not hands.over(page) and title == HANDED_OVER:
        hands.hand_over(page)
        with contextlib.suppress(Exception):
            page.wait_for_selector("dialog.victory", timeout=PATIENCE * 1000)
    if not hands.over(page):
        with contextlib.suppress(Exception):  # it may end by itself while the hand is on its way
            hands.give_up(page)
        page.wait_for_selector("dialog.victory")
    assert page.inner_text("dialog.victory .winner")
    page.click("dialog.victory .main")
    assert page.inner_text(".bar .prompt")
    page.goto(server.url)
    page.wait_for_selector("#matches li")
    assert page.inner_text("#matches h3") == "Finished"


def tab_to(page, wanted, limit=60):
    """Press Tab until the focus is on something that `wanted` describes."""
    for _ in range(limit):
        page.keyboard.press("Tab")
        if page.evaluate("w => document.activeElement?.matches(w)", wanted):
            return
    raise AssertionError(f"Tab never comes to {wanted}")


def test_from_home_page_to_victory_by_keyboard_alone(visit, server):
    page = visit()
    page.goto(server.url)
    page.wait_for_selector(".title-card")
    tab_to(page, '.title-card[href="#pickets"]')
    page.keyboard.press("Enter")
    page.wait_for_selector("#start")
    tab_to(page, "#start")
    page.keyboard.press("Enter")
    page.wait_for_selector(".bar .prompt")
    for n in range(160):
        hands.ready(page)
        if hands.over(page):
            break
        before = hands.serial(page)
        held = page.query_selector("[data-keep=down]") is not None
        if n % 3 == 2 and not held:
            page.keyboard.press("o")
            assert page.evaluate("() => document.activeElement.closest('.pane.list') !== null"), "o leads to the list of options"
        elif not page.evaluate("() => document.activeElement?.matches('.lit, .answer')"):
            tab_to(page, ".board .lit, .bar .answer")
        page.keyboard.press("Enter")
        page.wait_for_function(
            "([b, held]) => document.querySelector('dialog.victory') || document.querySelector('.table').dataset.rev !== b "
            "|| (document.querySelector('[data-keep=down]') !== null) !== held",
            arg=[before, held],
        )
    assert hands.over(page)
    assert page.evaluate("() => document.activeElement.closest('dialog') !== null"), "the focus is in the victory screen"
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog.victory", state="detached")


def test_on_a_phone_by_finger(visit, server):
    page = visit(size=(360, 740), touch=True)
    hands.start(page, server, "pickets")
    for n in range(60):
        if hands.over(page):
            break
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), "nothing sticks out at the side"
        small = page.evaluate("""() => [...document.querySelectorAll('button, a.button, select')]
            .filter((b) => b.checkVisibility({visibilityProperty: true}) && !b.closest('[inert]'))
            .filter((b) => b.getBoundingClientRect().height < 43.5)
            .map((b) => b.outerHTML.slice(0, 80))""")
        assert small == []
        hands.click_something(page, n, tap=True)
    assert hands.over(page)


def test_a_few_answers_at_every_title_on_a_phone(visit, server, title):
    page = visit(size=(360, 740), touch=True, locale="it-IT")
    hands.start(page, server, title)
    for n in range(4):
        if not hands.over(page):
            hands.click_something(page, n, tap=True)
            assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    assert page.evaluate("() => document.documentElement.lang") == "it"


def test_a_few_answers_at_every_title_by_keyboard(visit, server, title):
    page = visit()
    hands.start(page, server, title, seat_1="computer:recruit")
    for _ in range(5):
        hands.ready(page)
        if hands.over(page):
            return
        before = hands.serial(page)
        if not page.evaluate("() => document.activeElement?.matches('.lit, .answer')"):
            tab_to(page, ".board .lit, .bar .answer, .hands .lit", 200)
        page.keyboard.press("Enter")
        page.wait_for_function(
            "b => document.querySelector('dialog[open], .pop, .curtain:not([hidden]), [data-keep=down]') "
            "|| document.querySelector('.table').dataset.rev !== b",
            arg=before,
        )
        if page.query_selector("dialog[open] .anyway, .pop"):
            page.keyboard.press("Tab") if page.query_selector("dialog[open] .anyway") else None
            page.keyboard.press("Enter")
            page.wait_for_function("() => !document.querySelector('dialog[open], .pop')")


def listened(page):
    """Everything this page is told, by socket or otherwise."""
    heard = []
    page.on("websocket", lambda ws: ws.on("framereceived", lambda data: heard.append(data if isinstance(data, str) else data.decode())))
    page.on("response", lambda r: heard.append(r.text()) if "/api/table/" in r.url and r.ok and "/board" not in r.url else None)
    return heard


def test_two_browsers_by_link(visit, server):
    union, csa, watcher = visit(), visit(), visit()
    told = {"csa": listened(csa), "union": listened(union), "watcher": listened(watcher)}
    hands.start(union, server, "pickets", seat_1="link")
    union.wait_for_selector("dialog .link input")
    links = [field.input_value() for field in union.query_selector_all("dialog .link input")]
    union.click("dialog .main")
    csa.goto(links[0])
    csa.click("button.main")
    csa.wait_for_selector(".bar .prompt")
    watcher.goto(links[1])
    watcher.wait_for_selector(".bar .prompt")
    for n in range(120):
        if hands.over(union):
            break
        for page in (union, csa):
            page.wait_for_function("() => document.querySelector('dialog.victory, .bar .prompt')")
        asked = union if union.query_selector(".presence .side-0.asked") else csa
        if asked.query_selector(".board .lit"):
            hands.click_something(asked, n)
        else:
            union.wait_for_timeout(30)
    for page in (union, csa, watcher):
        page.wait_for_selector("dialog.victory")
    secret = re.compile(r"The (Union|Confederacy) draws (the \w+|Oak Hill)\.")
    heard = {name: {m[1] for text in texts for m in secret.finditer(text)} for name, texts in told.items()}
    assert heard == {"union": {"Union"}, "csa": {"Confederacy"}, "watcher": set()}
    assert not any("Your secret post" in text for text in told["watcher"])


def test_the_other_browser_is_told_at_once(visit, server):
    union, csa, _ = friends(server)
    page = visit()
    page.goto(f"{server.url}/t/{csa.token}")
    page.wait_for_selector(".presence .side-0.asked")
    union.answer_first()
    page.wait_for_selector(".presence .side-1.asked", timeout=10_000)
    page.wait_for_selector(".board .lit")


def test_without_sockets_the_table_is_asked_for_again(visit, server):
    union, csa, _ = friends(server)
    page = visit(expected=("WebSocket",))
    page.add_init_script("window.WebSocket = class { constructor() { throw new Error('no sockets here'); } };")
    page.goto(f"{server.url}/t/{csa.token}")
    page.wait_for_selector(".presence .side-0.asked")
    union.answer_first()
    page.wait_for_selector(".board .lit", timeout=20_000)
    page.query_selector(".board .lit").dispatch_event("click")
    page.wait_for_selector(".presence .side-0.asked", timeout=20_000)


def test_two_people_at_one_screen(visit, server):
    page = visit()
    page.goto(server.url + known(server, csa="here")["url"])
    seen = set()
    for n in range(200):
        hands.ready(page)
        if hands.over(page):
            break
        curtain = page.query_selector(".curtain:not([hidden])")
        if curtain:
            assert page.query_selector_all(".board .token") == [], "behind the curtain nothing lies on the table"
            assert "secret post" not in page.inner_text("body")
            seen.add(page.inner_text(".curtain h2"))
        hands.click_something(page, n)
    assert hands.over(page) and len(seen) == 2


def test_a_killed_server_is_found_again_in_mid_turn(visit, tmp_path):
    server = Server(tmp_path).start()
    try:
        page = visit(expected=("WebSocket", "Failed to load", "net::"))
        hands.sit_until(page, server, lambda: known(server, csa="here"), IN_HAND)
        before = page.inner_text(".pane.log")
        asked = page.inner_text(".bar .prompt")
        server.kill()
        page.wait_for_selector('.table[data-line="lost"]', timeout=30_000)
        server.start()
        page.wait_for_selector('.table[data-line="live"]', timeout=60_000)
        assert page.inner_text(".pane.log") == before
        assert asked in page.inner_text(".bar .prompt")
        hands.click_until(page, "() => document.querySelector('.curtain:not([hidden]), dialog.victory')")
    finally:
        server.stop()


def test_the_language_changes_at_any_moment(visit, server):
    union, _, _ = friends(server)
    page = visit()
    page.goto(f"{server.url}/t/{union.token}")
    page.wait_for_selector(".bar .prompt")
    assert page.inner_text(".bar .prompt") == "Which picket moves?"
    page.click(".languages [lang=it]")
    page.wait_for_function("() => document.querySelector('.bar .prompt')?.textContent === 'Quale picchetto muove?'")
    assert "L'Unione pesca" in page.inner_text(".pane.log") and page.evaluate("() => document.documentElement.lang") == "it"
    assert "Il mulino" in page.inner_html(".board .art")
    hands.click_something(page, 0)
    page.goto(server.url)
    page.wait_for_selector(".masthead")
    assert "Scegli un titolo" in page.inner_text("main")
    page.click(".languages [lang=en]")
    page.wait_for_function("() => document.querySelector('main').innerText.includes('Choose a title')")


def test_unlit_things_say_why_not(visit, server):
    union, csa, _ = friends(server)
    union.answer_first()
    csa.answer_first()
    union.answer_first()
    page = visit()
    page.goto(f"{server.url}/t/{union.token}")
    page.wait_for_selector(".board .lit")
    place = page.query_selector('.board .art [data-id="post:1"]')
    place.hover(force=True)
    page.wait_for_selector(".tip:not([hidden]) .no")
    assert "is not next to" in page.inner_text(".tip") and "TOY-3c" in page.inner_text(".tip")
    page.click("#tab-list")
    page.click("details.why summary")
    page.wait_for_selector(".refused li")
    assert page.inner_text(".refused").strip()


def test_replay_save_and_dice(visit, server, tmp_path):
    page = visit()
    made = post(f"{server.url}/api/saves", json={"save": known_save(), "seats": {"0": "me", "1": "me"}}).json()
    seat = Seat(server, made["token"])
    for side in (0, 1, 0, 0, 1, 1):
        if not seat.look()["outcome"] and seat.look()["question"]["side"] == side:
            seat.answer_first(**{"as": side})
    if not seat.look()["outcome"]:
        seat.post("/concede", side=0)
    last = seat.look()["serial"]
    page.goto(f"{server.url}{made['url']}?at=3")
    page.wait_for_selector(".bar input[type=range]")
    assert f"Position 3 of {last}" in page.inner_text(".bar")
    page.focus(".bar input[type=range]")
    page.keyboard.press("ArrowRight")
    page.wait_for_function("() => location.search === '?at=4'")
    page.click(".bar [data-keep=first]")
    page.wait_for_function("() => location.search === '?at=0'")
    page.click(".bar .main")
    page.wait_for_function("() => !document.querySelector('.bar input[type=range]')")
    if hands.over(page):
        page.click("dialog.victory .main")
    page.click("#tab-match")
    page.click("text=Check the dice")
    page.wait_for_selector("dialog .verdict h3")
    assert "came in a file" in page.inner_text("dialog") and "2 results follow" in page.inner_text("dialog .verdict")
    page.keyboard.press("Escape")
    with page.expect_download() as download:
        page.click("text=Download save")
    file = tmp_path / "save.json"
    download.value.save_as(file)
    assert json.loads(file.read_text())["title"] == "pickets"
    page.goto(server.url)
    page.set_input_files("#save-file", file)
    page.click(".upload button")
    page.wait_for_selector(".bar .prompt")
    assert "/t/" in page.url and made["token"] not in page.url


def test_the_dice_are_checked_here_and_without_the_net(visit, server, tmp_path):
    page = visit()
    made = post(f"{server.url}/api/matches", json={"title": "pickets", "seats": {"0": "me", "1": "computer:recruit"}}).json()
    seat = Seat(server, made["token"])
    assert seat.look()["serial"] == 0, "the dice wait for the browser"
    page.goto(server.url + made["url"])
    page.wait_for_selector(".bar .prompt")
    assert seat.look()["serial"] >= 2 and not seat.look()["dice"]["wanted"]
    seat.post("/concede", side=0)
    page.wait_for_selector("dialog.victory .main")
    page.click("dialog.victory .main")
    page.click("#tab-match")
    page.click("text=Check the dice")
    page.wait_for_selector("dialog .verdict h3")
    said = page.inner_text("dialog .verdict")
    assert (
        "results follow" in said
        and "1 promise that this browser kept was honoured" in said
        and not page.query_selector(".verdict .trouble")
    )
    with page.expect_download() as download:
        page.click("text=Download for checking")
    file = tmp_path / "dice.json"
    download.value.save_as(file)
    page.goto(f"{server.url}/dice")
    page.wait_for_selector("#evidence")
    page.context.set_offline(True)
    page.set_input_files("#evidence", file)
    page.wait_for_selector(".verdict h3")
    assert page.inner_text(".verdict") == said
    evidence = json.loads(file.read_text())
    evidence["rolls"][0][2] = (evidence["rolls"][0][2] + 1) % 6
    spoilt = tmp_path / "spoilt.json"
    spoilt.write_text(json.dumps(evidence))
    page.set_input_files("#evidence", spoilt)
    page.wait_for_selector(".verdict .trouble")
    assert "should have been" in page.inner_text(".verdict")
    page.context.set_offline(False)


def test_undo_and_restart(visit, server):
    union, csa, _ = friends(server)
    union.answer_first()
    csa.answer_first()
    page = visit()
    page.goto(f"{server.url}/t/{union.token}")
    page.wait_for_selector(".board .lit")
    before = page.inner_text(".bar .prompt")
    page.query_selector('.board .lit[data-id="picket:0"]').dispatch_event("click")
    page.click("[data-keep=step]")
    page.wait_for_selector("[data-keep=undo]")
    assert page.inner_text(".bar .prompt") != before
    page.keyboard.press("u")
    page.wait_for_function("b => document.querySelector('.bar .prompt').textContent === b", arg=before)


def test_the_computers_turn_can_be_followed_stepped_and_skipped(visit, server):
    page = visit(motion="no-preference")
    made = known(server, csa="computer:random")
    page.goto(f"{server.url}{made['url']}")
    for _ in range(6):
        hands.click_something(page, 0)
        page.wait_for_timeout(100)
        if hands.over(page):
            page.click("dialog.victory .main")
        if page.query_selector("[data-keep=recap]"):
            break
        hands.ready(page)
    page.click("[data-keep=recap]")
    page.wait_for_selector(".bar[data-mode=recap]")
    page.click("[data-keep=first]")
    page.click("[data-keep=forward]")
    assert "1 of" in page.inner_text(".bar .prompt")
    page.click(".bar .main")
    page.wait_for_selector(".bar[data-mode=live]")


def test_rules_can_be_read_and_searched(visit, server, title):
    page = visit()
    page.goto(f"{server.url}/rules/{title}")
    page.wait_for_selector(".clause")
    every = len(page.query_selector_all(".clause"))
    number = page.inner_text(".clause .number >> nth=-1")
    page.fill("#search", number)
    assert 1 <= len(page.query_selector_all(".clause")) <= every
    assert number in page.inner_text(".clauses")
    page.goto(f"{server.url}/rules/{title}#{number}")
    page.reload()
    page.wait_for_selector(".clause.meant")


def test_the_first_board_needs_little(visit, server, title):
    """How soon it is there is measured by the benchmark; here how much has to be fetched for it."""
    page = visit()
    page.goto(f"{server.url}/#{title}")
    page.wait_for_selector("#start")
    page.click("#start")
    page.wait_for_selector(".board .art svg")
    sizes = page.evaluate("() => performance.getEntriesByType('resource').map((x) => x.encodedBodySize)")
    assert len(sizes) < 90 and sum(sizes) < 500_000


def test_what_a_line_of_the_log_speaks_of_is_marked_where_it_lies(visit, server):
    union, _, _ = friends(server)
    union.answer_first()
    page = visit()
    page.goto(f"{server.url}/t/{union.token}")
    page.hover(".pane.log .line.places >> nth=-1")
    page.wait_for_selector(".board .mark", state="attached")
    off = page.evaluate("""() => {
        const middle = (e) => { const b = e.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; };
        const near = [...document.querySelectorAll('.board .token, .board .art [data-id] > :first-of-type')].map(middle);
        const off = ([x, y]) => Math.min(...near.map((n) => Math.hypot(n[0] - x, n[1] - y)));
        return [...document.querySelectorAll('.board .mark')].map(middle).map(off);
    }""")
    assert off and max(off) < 2


def test_an_uneven_scenario_is_evened_with_one_tick(visit, server):
    """How even a scenario is stands beside it; the handicap is ticked at once, follows its options, and goes with its scenario."""
    page = visit()
    page.goto(f"{server.url}/#yankees-rebels")
    page.select_option("#scenario", "july-1")
    assert "of 100 matches" in page.inner_text(".balance") and "4 points more" in page.inner_text(".balance")
    page.check("#o-csa-plus-2")
    page.check("#even")
    assert page.is_checked("#o-union-plus-4") and not page.is_checked("#o-csa-plus-2"), "what it excludes goes"
    page.uncheck("#o-union-plus-4")
    assert not page.is_checked("#even")
    page.check("#even")
    page.select_option("#scenario", "july-3")
    assert page.locator("#even").count() == 0 and not page.is_checked("#o-union-plus-4")


def test_against_a_computer_that_thinks_another_handicap_evens_it(visit, server):
    """Who plays decides which handicap is the right one; it goes over to the other as the seats change."""
    equal, thinking = handicaps(load("yankees-rebels"), "july-2-3")
    assert equal and set(equal) != set(thinking)
    page = visit()
    page.goto(f"{server.url}/#yankees-rebels")
    page.select_option("#scenario", "july-2-3")
    page.check("#even")
    ticked = "() => [...document.querySelectorAll('.option input:checked')].map((box) => box.id.slice(2))"
    assert set(page.evaluate(ticked)) == set(equal)
    page.select_option("#seat-1", "computer:crack")
    assert set(page.evaluate(ticked)) == set(thinking) and page.locator("#even").count() == bool(thinking)
    page.select_option("#seat-1", "computer:veteran")
    assert page.locator("#even").count() == 1 and set(page.evaluate(ticked)) == set(equal if thinking else ())
