"""Every letter of every board and every piece against the pixels behind it, as a browser draws them."""

from __future__ import annotations

import base64
import importlib.util

import pytest

import bivouac
from bivouac.i18n import catalogue
from server.harness import ROOT, new
from web import hands

SPEC = importlib.util.spec_from_file_location("boards", ROOT / "tools" / "boards.py")
boards = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(boards)
PAGE = "<!doctype html><meta charset=utf-8><style>svg { display: block }</style>"


def pale(page, which):
    """What has too little contrast: text and ratio."""
    found = [row for drawing in page.query_selector_all(which) for row in drawing.evaluate(boards.MEASURE)]
    assert found
    return [(text, round(ratio, 1)) for text, _, ratio in found if ratio < 4.5]


@pytest.mark.parametrize("name", bivouac.titles())
def test_letters_on_boards_stand_out(browser, name):
    title = bivouac.load(name)
    drawn = {title.table.board(scenario, catalogue("it", title).say) for scenario in title.scenarios.values()}
    page = browser.new_page()
    for svg in sorted(drawn)[:4]:
        body, _ = boards.sized(svg, 1200)
        page.set_content(PAGE + body)
        assert pale(page, "svg") == []
    page.close()


@pytest.mark.parametrize("name", bivouac.titles())
def test_letters_on_pieces_and_cards_stand_out(browser, name):
    page = browser.new_page()
    page.set_content(PAGE + boards.sheet(name, matches=1))
    assert pale(page, "svg.large:has(text)") == []
    page.close()


# Whatever lies over a board as a tint, laid over all of it: the group it belongs to, its class, the class of what it lies in.
TINTS = {
    "lit": ("rings", "hit", "ring"),
    "subject": ("subjects", "subject", ""),
    "mark": ("marks", "mark", ""),
    "reach": ("scouted", "reach", ""),
    "fire": ("scouted", "fire", ""),
    "seen": ("lens", "seen", ""),
    "blocks": ("lens", "blocks", ""),
}
COVER = """([group, tint, inside]) => {
    document.querySelectorAll('.tinting').forEach((x) => x.remove());
    const svg = (name, cls) => {
        const made = document.createElementNS('http://www.w3.org/2000/svg', name);
        made.setAttribute('class', cls);
        return made;
    };
    const { x, y, width, height } = document.querySelector('.board').viewBox.baseVal;
    const rect = svg('rect', tint);
    for (const [name, value] of Object.entries({ x, y, width, height })) rect.setAttribute(name, value);
    rect.style.animation = 'none';
    const around = svg('g', `tinting ${inside}`);
    around.append(rect);
    document.querySelector(`.board .${group}`).append(around);
}"""
# Names that nothing lies on: where each is, and whether its letters are darker than what they stand on.
WRITTEN = """() => {
    const stage = document.querySelector('.holder').getBoundingClientRect();
    const boxes = [...document.querySelectorAll('.board .token use, .board .count')].map((x) => x.getBoundingClientRect());
    const apart = (a, b) => a.right < b.left || b.right < a.left || a.bottom < b.top || b.bottom < a.top;
    const within = (r) => r.left > stage.left && r.right < stage.right && r.top > stage.top && r.bottom < stage.bottom;
    return [...document.querySelectorAll('.board .art text')]
        .filter((t) => t.checkVisibility() && !t.closest('[transform]') && /\\p{L}{3}/u.test(t.textContent))
        .map((t) => [t, t.getBoundingClientRect()])
        .filter(([, r]) => within(r) && boxes.every((b) => apart(r, b)))
        .map(([t, r]) => [t.textContent, r.x - stage.x, r.y - stage.y, r.width, r.height]);
}"""
# In each of those boxes: the letters against the middle of what is there. Letters are the few pixels farthest from it.
STANDING_OUT = """async ([png, boxes]) => {
    const image = new Image();
    image.src = `data:image/png;base64,${png}`;
    await image.decode();
    const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height });
    const pen = canvas.getContext('2d');
    pen.drawImage(image, 0, 0);
    const channel = (v) => (v / 255 <= 0.04045 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4);
    return boxes.map(([text, x, y, w, h]) => {
        const { data } = pen.getImageData(x, y + h * 0.15, w, h * 0.7);
        const light = [];
        for (let i = 0; i < data.length; i += 4)
            light.push(0.2126 * channel(data[i]) + 0.7152 * channel(data[i + 1]) + 0.0722 * channel(data[i + 2]));
        light.sort((a, b) => a - b);
        const few = Math.max(2, Math.round(light.length * 0.02));
        const [dark, bright, middle] = [light[few], light[light.length - 1 - few], light[light.length >> 1]];
        return [text, Math.max((middle + 0.05) / (dark + 0.05), (bright + 0.05) / (middle + 0.05))];
    });
}"""


@pytest.mark.parametrize("game", bivouac.titles())
def test_names_stand_out_under_every_tint(browser, visit, server, game):
    """What can be chosen, what is spoken of or pointed at, reach, fields of fire, lines of sight: names on it can be read as well."""
    page, canvas = visit(), browser.new_page()
    page.goto(f"{server.url}{new(server, game, csa='computer:recruit')['url']}")
    hands.ready(page)
    page.wait_for_timeout(300)
    for name, where in TINTS.items():
        if not page.query_selector(f".board .{where[0]}"):
            continue
        page.evaluate(COVER, where)
        boxes = page.evaluate(WRITTEN)
        assert boxes
        shot = base64.b64encode(page.locator(".holder").screenshot()).decode()
        pale = [(text, round(ratio, 1)) for text, ratio in canvas.evaluate(STANDING_OUT, [shot, boxes]) if ratio < 4.5]
        assert pale == [], name
    canvas.close()
