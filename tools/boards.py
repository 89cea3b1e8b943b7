"""Every board and every face of the pieces as pictures, to be looked at: `python tools/boards.py [FOLDER] [TITLE …]`.

For each title: its boards bare and with the pieces of the start (`-table`), and as windows of a desk and of a phone show them, near, and
turned round; a sheet of the faces that some random matches show, and the legend. What is lettered is measured against the pixels behind
it, and what is below 4.5 : 1 is printed.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "src")]

from playwright.sync_api import Page, sync_playwright  # noqa: E402

from bivouac import load, titles  # noqa: E402
from bivouac.core.draw.palette import READABLE  # noqa: E402
from bivouac.core.state import State  # noqa: E402
from bivouac.core.title import Scenario, Title  # noqa: E402
from bivouac.i18n import catalogue  # noqa: E402
from bivouac.lab.picture import board_svg  # noqa: E402

CSS = (ROOT / "src/bivouac/web/css/house.css").read_text("utf-8")
FACES = "\n".join(line for line in CSS.splitlines() if line.startswith("@font-face")).replace(
    "../fonts", (ROOT / "src/bivouac/web/fonts").as_uri()
)
SVG = "http://www.w3.org/2000/svg"
WINDOWS = (
    ("desk", (1280, 800), 36.0),
    ("wide", (1920, 1080), 40.0),
    ("phone", (360, 740), 36.0),
    ("near", (1280, 800), 72.0),
    ("turned", (1280, 800), 36.0),
)
TURNED = ".upright { rotate: 180deg; transform-box: fill-box; transform-origin: center }"
PAGE = "<!doctype html><meta charset=utf-8><style>{faces} body {{ margin: 0; background: #f4ecd8 }} svg {{ display: block }}</style>{body}"

# For every text: the colour of the letters, and the pixel in the middle of what is behind it, brightest and darkest tenth left out.
MEASURE = """async (svg) => {
  const box = svg.viewBox.baseVal, copy = svg.cloneNode(true);
  for (const t of copy.querySelectorAll('text')) t.remove();
  copy.setAttribute('width', box.width); copy.setAttribute('height', box.height);
  const image = new Image();
  image.src = 'data:image/svg+xml;charset=utf-8,' + encodeURIComponent(new XMLSerializer().serializeToString(copy));
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = box.width; canvas.height = box.height;
  const pen = canvas.getContext('2d');
  pen.drawImage(image, 0, 0);
  const light = ([r, g, b]) => [r, g, b].map((v) => v / 255).map((v) => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
    .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
  const rgb = (css) => css.match(/[\\d.]+/g).map(Number);
  const found = [];
  for (const t of svg.querySelectorAll('text')) {
    if (t.closest('[display=none]')) continue;
    const style = getComputedStyle(t), size = parseFloat(style.fontSize);
    let under;
    if (style.paintOrder.startsWith('stroke') && style.stroke !== 'none' && +style.strokeOpacity === 1) under = [light(rgb(style.stroke))];
    else {
      const r = t.getBoundingClientRect(), at = svg.getBoundingClientRect(), k = box.width / at.width;
      const data = pen.getImageData((r.x - at.x) * k, (r.y - at.y) * k, Math.max(1, r.width * k), Math.max(1, r.height * k)).data;
      under = [];
      for (let i = 0; i < data.length; i += 4) under.push(light(data.slice(i, i + 3)));
      under.sort((a, b) => a - b);
    }
    const back = under[under.length >> 1], ink = light(rgb(style.fill)), o = +style.fillOpacity * +style.opacity;
    const mixed = ink * o + back * (1 - o);
    found.push([t.textContent, size, (Math.max(mixed, back) + 0.05) / (Math.min(mixed, back) + 0.05)]);
  }
  return found;
}"""


def seen_faces(name: str, matches: int = 2) -> list[str]:
    """The faces that some random matches show, by name."""
    title, rng = load(name), Random(1)
    found: set[str] = set()
    for scenario in title.scenarios.values():
        for _ in range(matches):
            state = title.setup(scenario)
            for n in range(1500):
                if n % 20 == 0:
                    found |= {t.face for side in (0, 1) for t in title.table.layout(title.view(state, side)).tokens}
                if not state.stack:
                    break
                title.play(state, rng.choices(state.options, title.flow.weights(state))[0])
    return sorted(found)


def sheet(name: str, matches: int = 2) -> str:
    """All faces in rows, each at 96 and at 24 pixels; cards in their own format."""
    title = load(name)
    cells = []
    for face in seen_faces(name, matches):
        box = "0 0 90 126" if face.startswith(("card", "back")) else "0 0 48 48"
        drawn = title.table.face(face, catalogue("it", title).say)
        large, small = ((90, 126), (45, 63)) if box.endswith("126") else ((96, 96), (24, 24))
        shown = "".join(
            f'<svg xmlns="{SVG}" class="{kind}" viewBox="{box}" width="{wide}" height="{high}" style="display:inline">{drawn}</svg>'
            for kind, (wide, high) in (("large", large), ("small", small))
        )
        cells.append(f'<div style="display:inline-block;margin:4px;font:9px sans-serif;width:130px">{shown}<br>{face}</div>')
    return "".join(cells)


def shoot(page: Page, body: str, file: Path, width: int | None = None, height: int | None = None) -> None:
    page.set_viewport_size({"width": width or 1400, "height": height or 900})
    page.set_content(PAGE.format(faces=FACES, body=body))
    page.evaluate("document.fonts.ready")
    page.screenshot(path=file, full_page=True)
    print(file)


def sized(svg: str, width: int) -> tuple[str, int]:
    """A board at a width in pixels, and its height there."""
    wide, high = (float(n) for n in svg.split('viewBox="0 0 ')[1].split('"')[0].split())
    return svg.replace("<svg ", f'<svg width="{width}" height="{width * high / wide:.0f}" ', 1), round(width * high / wide)


def complain(page: Page, which: str) -> None:
    """Print what cannot be read well."""
    for drawing in page.query_selector_all(which):
        for text, size, ratio in drawing.evaluate(MEASURE):
            if ratio < READABLE:
                print(f"  {ratio:4.1f} : 1  size {size:g}  {text!r}")


def window(title: Title[State], scenario: Scenario, language: str, size: tuple[int, int], counter: float, *, turned: bool = False) -> str:
    """The middle of the table as a window of a size shows it, with counters so many pixels wide; turned, as the other side has it."""
    svg = board_svg(title, scenario, language, pieces=True)
    wide, high = (float(n) for n in svg.split('viewBox="0 0 ')[1].split('"')[0].split())
    scale = counter / min(p.size for p in title.table.places(scenario))
    w, h = size[0] / scale, size[1] / scale
    box = f'viewBox="{(wide - w) / 2:.1f} {(high - h) / 2:.1f} {w:.1f} {h:.1f}"'
    turn = f"<style>svg > * {{ rotate: 180deg; transform-origin: {wide / 2}px {high / 2}px }} {TURNED}</style>" if turned else ""
    return turn + svg.replace(f'viewBox="0 0 {wide:.0f} {high:.0f}"', f'{box} width="{size[0]}" height="{size[1]}"', 1)


def look_at(page: Page, name: str, folder: Path) -> None:
    title = load(name)
    for n, scenario in enumerate(title.scenarios.values()):
        bare = title.table.board(scenario, catalogue("en", title).say)
        if n and bare == title.table.board(next(iter(title.scenarios.values())), catalogue("en", title).say):
            continue
        full = round(float(bare.split('viewBox="0 0 ')[1].split()[0]))
        for label, svg, width in (("", bare, full), ("-table", board_svg(title, scenario, "it", pieces=True), max(full, 1600))):
            body, height = sized(svg, width)
            shoot(page, body, folder / f"{name}-{scenario.id}{label}.png", width, height)
            if not label:
                complain(page, "svg")
        for label, size, counter in WINDOWS:
            shoot(
                page,
                window(title, scenario, "en", size, counter, turned="turned" in label),
                folder / f"{name}-{scenario.id}-{label}.png",
                *size,
            )
    shoot(page, sheet(name), folder / f"{name}-faces.png", 1400)
    complain(page, "svg.large")
    shoot(page, key(name), folder / f"{name}-legend.png", 900)


def key(name: str) -> str:
    """The legend in rows."""
    title = load(name)
    scenario = next(iter(title.scenarios.values()))
    rows = []
    for sign in title.table.legend(scenario):
        drawn = f'<svg xmlns="{SVG}" viewBox="{-sign.half} -24 {2 * sign.half} 48" width="{2 * sign.half}" height="48">{sign.drawing}</svg>'
        told = catalogue("it", title).say(sign.meaning)
        rows.append(f'<div style="display:flex;gap:12px;align-items:center;font:16px sans-serif">{drawn}{told}</div>')
    return f'<div style="columns:2">{"".join(rows)}</div>'


def main() -> None:
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "boards")
    folder.mkdir(parents=True, exist_ok=True)
    chromium = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if chromium is None:
        raise SystemExit("No Chromium here: apt install chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium, args=["--no-sandbox", "--disable-gpu", "--allow-file-access-from-files"]
        )
        page = browser.new_page()
        page.goto((ROOT / "README.md").as_uri())
        for name in sys.argv[2:] or titles():
            look_at(page, name, folder)
        browser.close()


if __name__ == "__main__":
    main()
