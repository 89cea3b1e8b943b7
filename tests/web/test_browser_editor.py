"""The editor of battles: one made from blank, played, shared, opened by another browser, copied; wide and narrow, in both languages."""

from importlib import resources

import pytest

from web import hands

SPOTS = """() => Object.fromEntries([...document.querySelectorAll('.battle-map .ground [data-id^="hex:"]')].map(x => {
    const box = x.getBoundingClientRect(); return [x.dataset.id, [box.x + box.width / 2, box.y + box.height / 2]]; }))"""


def at(page, name):
    """Where a hex is on the screen."""
    page.locator(".battle-map").scroll_into_view_if_needed()
    number = (int(name[1:]) - 1) * 13 + ord(name[0]) - 65
    return page.evaluate(SPOTS)[f"hex:{number}"]


def use(page, tool, *hexes, tap):
    page.click(f'[data-tool="{tool}"]')
    for name in hexes:
        x, y = at(page, name)
        page.touchscreen.tap(x, y) if tap else page.mouse.click(x, y)


def stroke(page, tool, *hexes):
    page.click(f'[data-tool="{tool}"]')
    spots = [at(page, name) for name in hexes]
    page.mouse.move(*spots[0])
    page.mouse.down()
    for spot in spots[1:]:
        page.mouse.move(*spot, steps=3)
    page.mouse.up()


def said(page, kind):
    try:
        page.wait_for_selector(f".verdict.{kind}", timeout=30_000)
    except Exception:
        raise AssertionError(page.inner_text(".remarks")) from None


@pytest.mark.parametrize(("size", "locale"), [((1280, 800), "en-GB"), ((360, 740), "it-IT")])
def test_a_battle_from_blank_is_played_shared_opened_and_copied(visit, server, size, locale):
    tap = size[0] < 500
    page = visit(size=size, locale=locale, touch=tap)
    page.goto(f"{server.url}/editor")
    said(page, "wrong")
    stroke(page, "ground-~", "G1", "G2", "G3", "G4")
    use(page, "ground-f", "C3", "K7", tap=tap)
    use(page, "ground-=", "G3", tap=tap)
    use(page, "ground-x", "J5", tap=tap)
    stroke(page, "road-road", "A3", "B3", "C3", "D3")
    use(page, "cover-fence", "D6", tap=tap)
    use(page, "unit-infantry", "E5", "E6", tap=tap)
    use(page, "unit-leader", "E5", tap=tap)
    page.select_option("#tool-side", "csa")
    use(page, "unit-infantry", "F5", tap=tap)
    use(page, "block-capture", "E6", tap=tap)
    said(page, "good")
    use(page, "unit-gunboat", "B8", tap=tap)
    said(page, "wrong")
    assert page.locator(".battle-map .marks .wrong").count() == 1
    page.locator(".battle-map").focus()
    page.keyboard.press("Control+z")
    said(page, "good")
    page.click("#redo")
    said(page, "wrong")
    page.click("#undo")
    said(page, "good")
    page.click("#part-union summary")
    page.locator("#part-union .row button").last.click()
    page.locator("#part-union .entry .row button").first.click()
    page.click("#part-rules summary")
    said(page, "good")
    page.click("#keep-here")
    page.click("#share")
    link = page.input_value("#battle-link")
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), "nothing sticks out"

    other = visit(size=size, locale=locale)
    other.goto(link)
    said(other, "good")
    assert other.locator(".battle-map .things use").count() == 5
    other.click("#mirror-down")
    said(other, "good")
    other.click("#share")
    other.wait_for_selector("#battle-link")
    other.goto(f"{server.url}/battles")
    copy = other.locator(".kept-battle").first
    assert copy.locator("a").first.get_attribute("href") == link.removeprefix(server.url), "a copy names its ancestor"
    other.click(".kept-battle .who-wins >> nth=0")
    other.wait_for_selector(".kept-battle .balance")
    other.click(".kept-battle .who-wins >> nth=0")
    other.click(".kept-battle .play >> nth=0")
    hands.ready(other)
    hands.give_up(other)

    page.click("#play")
    hands.ready(page)
    hands.click_something(page, 0, tap=tap)
    hands.give_up(page)


def fill(page, part, **values):
    """The text fields of a part of the forms, by the language or the place that they are for."""
    for lang, words in values.items():
        for box in page.locator(f"#part-{part} .entry input[lang={lang}]").all():
            box.fill(words)
            box.dispatch_event("change")


@pytest.mark.parametrize(("size", "locale"), [((1280, 800), "en-GB"), ((360, 740), "it-IT")], ids=["1280", "360"])
def test_a_battle_with_every_kind_of_thing_is_played_to_its_end(visit, server, size, locale):
    tap = size[0] < 500
    page = visit(size=size, locale=locale, touch=tap)
    page.goto(f"{server.url}/editor")
    page.select_option("#begin-from", "blank")
    said(page, "wrong")
    for letter, name in zip("fohtso", ("B2", "C2", "D2", "E2", "F2", "K2")):
        use(page, f"ground-{letter}", name, tap=tap)
    stroke(page, "ground-~", "G1", "G2", "G3", "G4")
    use(page, "ground-=", "G3", tap=tap)
    use(page, "cover-fence", "D6", tap=tap)
    use(page, "cover-trench", "J6", tap=tap)
    stroke(page, "road-road", "A3", "B3", "C3", "D3")
    stroke(page, "road-railroad", "J8", "K8", "L8")
    use(page, "unit-gunboat", "G1", tap=tap)
    for side, column in (("union", "E"), ("csa", "I")):
        page.select_option("#tool-side", side)
        for row, kind in enumerate(("infantry", "cavalry", "artillery", "leader"), 4):
            use(page, f"unit-{kind}", f"{column}{min(row, 6)}", tap=tap)
    use(page, "block-capture", "E4", tap=tap)
    use(page, "block-control", "E5", tap=tap)
    said(page, "good")
    page.click("#part-union summary")
    page.locator("#part-union .row button").last.click()
    page.locator("#part-union .entry .row button").first.click()
    said(page, "good")
    special_rules(page)
    said(page, "good")
    page.click("#play")
    page.wait_for_url("**/t/*")
    hands.ready(page)
    hands.hand_over(page)
    page.wait_for_selector("dialog.victory", timeout=200_000)


def special_rules(page):
    """A sentence, a waiting group, a barrier, a ford, a bombardment."""
    page.click("#part-rules summary")
    for name in ("add_sentence", "add_hold", "add_barrier", "add_ford", "add_bombardment"):
        words = page.evaluate("async key => (await import('/static/js/words.js')).t(`editor.${key}`)", name)
        page.click(f'#part-rules button:text-is("{words}")')
    fill(page, "rules", en="Fog until noon", it="Nebbia fino a mezzogiorno")


def test_the_eleven_are_opened_and_saved_without_a_change(visit, server):
    page = visit()
    page.goto(f"{server.url}/editor?from=antietam")
    said(page, "good")
    battles = page.evaluate("() => [...document.querySelectorAll('#begin-from option')].map(x => x.value).filter(x => x && x !== 'blank')")
    files = resources.files("bivouac.titles.hold_the_line").joinpath("data", "scenarios")
    texts = [path.read_text("utf-8") for path in files.iterdir()]
    assert len(battles) == len(texts) == 11
    for name in battles:
        page.select_option("#begin-from", name)
        page.wait_for_timeout(300)
        said(page, "good")
        with page.expect_download() as saved:
            page.click("#download")
        assert saved.value.path().read_text("utf-8") in texts, name
        assert saved.value.suggested_filename == f"{name}.toml"
