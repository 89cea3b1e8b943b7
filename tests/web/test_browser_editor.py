"""The editor of battles: one made from blank, played, shared, opened by another browser, copied; wide and narrow, in both languages."""

from importlib import resources

import pytest

from bivouac.server.words import say_web
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


GROUND = {"ground-s": "B6", "ground-f": "C3", "ground-o": "D8", "ground-h": "K3", "ground-t": "J7", "ground-r": "D6", "ground-x": "J5"}


def has(page, *tools):
    """That these and no other tools lie there: a new one has to be tried, too."""
    found = page.evaluate("() => [...document.querySelectorAll('[data-tool]')].map(x => x.dataset.tool)")
    assert sorted(found) == sorted({"pan", "choose", "erase", *tools})


def press(page, part, key):
    """A button of a part of the forms, by its words."""
    page.locator(f"#part-{part}").get_by_role("button", name=say_web(lang(page), f"editor.{key}"), exact=True).last.click()


def set_in(page, part, key, value):
    field = page.locator(f"#part-{part}").get_by_label(say_web(lang(page), f"editor.{key}"), exact=True).first
    field.fill(value)
    field.press("Tab")


def lang(page):
    return page.evaluate("document.documentElement.lang")


@pytest.mark.parametrize("size", [(1280, 800), (360, 740)], ids=["1280", "360"])
@pytest.mark.parametrize("locale", ["en-GB", "it-IT"])
def test_a_battle_with_every_kind_of_thing_is_played_to_its_end(visit, server, size, locale):
    """Every tool of the palette, every part of the forms; then the computer plays it for both, and it is shared, opened and copied."""
    tap = size[0] < 500
    page = visit(size=size, locale=locale, touch=tap)
    page.goto(f"{server.url}/editor")
    said(page, "wrong")
    units = [f"unit-{kind}" for kind in ("infantry", "cavalry", "artillery", "gunboat", "leader")]
    roads, blocks = ("road-road", "road-railroad", "cover-fence", "cover-trench"), ("block-capture", "block-control")
    has(page, "ground-.", "ground-~", "ground-=", *GROUND, *roads, *units, *blocks)
    stroke(page, "ground-~", "G1", "G2", "G3", "G4", "G5", "G6", "G7", "G8", "G9")
    use(page, "ground-=", "G4", "G6", tap=tap)
    for tool, at_hex in GROUND.items():
        use(page, tool, at_hex, tap=tap)
    use(page, "ground-.", "B6", tap=tap)
    use(page, "ground-s", "B6", tap=tap)
    stroke(page, "road-road", "E4", "F4", "G4", "H4")
    stroke(page, "road-railroad", "E6", "F6", "G6", "H6")
    use(page, "cover-fence", "D6", tap=tap)
    use(page, "cover-trench", "J5", tap=tap)
    for side, column in (("union", "E"), ("csa", "I")):
        page.select_option("#tool-side", side)
        for row, kind in ((3, "infantry"), (4, "cavalry"), (5, "artillery"), (3, "leader"), (6, "infantry")):
            use(page, f"unit-{kind}", f"{column}{row}", tap=tap)
    use(page, "unit-gunboat", "G2", tap=tap)
    use(page, "block-capture", "E6", tap=tap)
    use(page, "block-control", "K3", tap=tap)
    said(page, "good")

    set_in(page, "battle", "turns", "3")
    for part in ("union", "csa"):
        page.click(f"#part-{part} summary")
        press(page, part, "add_cap")
        press(page, part, "add_group")
        page.locator(f"#part-{part} .entry .row button").first.click()
        set_in(page, part, "vp", "9")
    page.click("#part-rules summary")
    press(page, "rules", "add_sentence")
    press(page, "rules", "add_hold")
    press(page, "rules", "add_barrier")
    press(page, "rules", "add_ford")
    press(page, "rules", "add_bombardment")
    for sentence in page.locator("#part-rules .entry").first.locator("input").all():
        sentence.fill("Hold on")
        sentence.press("Tab")
    use(page, "choose", "I6", tap=tap)
    page.locator("#part-hex select").last.select_option(index=1)
    press(page, "hex", "name_place")
    said(page, "good")
    for turn in ("mirror-across", "mirror-down", "rotate"):
        page.click(f"#{turn}")
        said(page, "good")
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), "nothing sticks out"
    with page.expect_download() as saved:
        page.click("#download")
    text = saved.value.path().read_text("utf-8")
    for word in (
        "[[hold]]",
        "[[barrier]]",
        "[ford]",
        "[bombardment]",
        "special",
        "cap_from",
        "reinforcements",
        "gunboat",
        "control",
        "group",
    ):
        assert word in text, word
    page.click("#share")
    link = page.input_value("#battle-link")

    other = visit(size=size, locale=locale)
    other.goto(link)
    said(other, "good")
    other.click("#rotate")
    said(other, "good")
    other.click("#share")
    other.wait_for_selector("#battle-link")
    assert other.input_value("#battle-link") != link, "a copy of one's own"

    page.click("#play")
    hands.ready(page)
    hands.hand_over(page)
    page.wait_for_selector("dialog.victory", timeout=240_000)


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
