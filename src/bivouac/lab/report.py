"""A balance report as one page: both languages, dark theme, no script, nothing from elsewhere."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Iterable, Sequence
from html import escape
from importlib import resources
from math import sqrt
from statistics import quantiles
from typing import Any

from bivouac.agents import LEVELS
from bivouac.core.ids import SIDES, Side
from bivouac.core.text import Arg, Name, Text
from bivouac.core.title import RuleOption, Title
from bivouac.i18n import LANGUAGES, catalogue, scenario_name
from bivouac.lab.balance import SURE, Balance, Effect, Level, Worth
from bivouac.lab.simulate import WORDS, ending_text, interval

RANDOM = "random"
HOTTEST = 8  # places in the list
READINGS = ("rulings", "doubts")  # groups of rules that say how a text is read
COLUMNS = 16  # of a histogram of lengths, at the most
EFFECT = 0.5  # the greatest difference that the bars of rules show


class Page:
    """The words of a title in both languages, and the boards that were drawn."""

    def __init__(self, title: Title[Any]) -> None:
        self.title = title
        self._catalogues = {language: catalogue(language, title) for language in LANGUAGES}
        self.boards: dict[str, str] = {}

    def each(self, say: Callable[[str], str], tag: str = "span") -> str:
        """Something in every language, of which the reader sees one."""
        said = {language: escape(say(language)) for language in LANGUAGES}
        if len(set(said.values())) == 1:
            return next(iter(said.values()))
        return "".join(f'<{tag} lang="{language}">{text}</{tag}>' for language, text in said.items())

    def text(self, text: Text) -> str:
        return self.each(lambda language: self._catalogues[language].say(text))

    def word(self, key: str, **facts: Any) -> str:
        return self.text(Text(f"balance.{key}", facts))

    def name(self, name: Name) -> str:
        return self.each(lambda language: self._catalogues[language].word(name, ""))

    def board(self, scenario: Any) -> str:
        """The class of a board: the same drawing is on the page once."""
        classes = []
        for language in LANGUAGES:
            svg = self.title.table.board(scenario, self._catalogues[language].say)
            classes.append(self.boards.setdefault(svg, f"board-{len(self.boards)}"))
        return " ".join(f"{language}-{name}" for language, name in zip(LANGUAGES, classes))

    def board_styles(self) -> str:
        rules = []
        for svg, name in self.boards.items():
            image = b64encode(svg.encode()).decode()
            rules.append(f":root {{ --{name}: url(data:image/svg+xml;base64,{image}); }}")
            rules.append(f".en-{name} {{ background-image: var(--{name}); }}")
            rules.append(f"#it:checked ~ main .it-{name} {{ background-image: var(--{name}); }}")
        return "\n".join(rules)


def report(title: Title[Any], balances: Sequence[Balance], command: str) -> str:
    """The whole page."""
    page = Page(title)
    name = page.text(Text("title.name"))
    sections = "".join(_scenario(page, b) for b in balances)
    names = {b.scenario.id: page.each(lambda language, s=b.scenario: scenario_name(title, s, language)) for b in balances}  # type: ignore[misc]
    links = [(f'<a href="#{escape(b.scenario.id)}">{names[b.scenario.id]}</a>', _share_bar(b.levels[0])) for b in balances]
    style = resources.files(__package__).joinpath("report.css").read_text("utf-8") + page.board_styles()
    plain = catalogue("en", title).sentence("title.name")
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(plain)}</title><style>{style}</style></head><body>"
        f'<input type="radio" name="language" id="en" checked><label for="en">English</label>'
        f'<input type="radio" name="language" id="it"><label for="it">Italiano</label>'
        f"<main><header><h1>{name}</h1><p class=sub>{page.word('page')}</p><p>{page.word('lead')}</p></header>"
        f"<nav><h2>{page.word('contents')}</h2><p>{page.word('contents_lead')}</p>{rows(links, 'overview')}</nav>{sections}"
        f"<footer>{page.word('made', command='')}<code>{escape(command)}</code></footer></main></body></html>\n"
    )


def _scenario(page: Page, balance: Balance) -> str:
    shown = page.each(lambda language: scenario_name(page.title, balance.scenario, language))
    parts = [
        (page.word("wins"), "".join(_wins(page, level) for level in balance.levels)),
        (page.word("endings"), "".join(_endings(page, level) for level in balance.levels)),
        (page.word("length"), "".join(_length(page, level) for level in balance.levels)),
        (page.word("decided"), "".join(_decided(page, level) for level in balance.levels)),
        (page.word("worth"), f"<p>{page.word('worth_lead')}</p>" + "".join(_worths(page, level) for level in balance.levels)),
        (page.word("effects"), _effects(page, balance.effects)),
        (page.word("heat"), _heat(page, balance)),
    ]
    body = "".join(f"<section><h3>{heading}</h3>{content}</section>" for heading, content in parts)
    verdict = " ".join(_verdict(page, level) for level in balance.levels)
    return (
        f'<article id="{escape(balance.scenario.id)}"><h2>{shown}</h2><p class=verdict>{verdict}</p><div class=parts>{body}</div></article>'
    )


def share_of(level: Level) -> float:
    """The Union's; a draw is half a win."""
    return (level.wins[WORDS[0]] + level.wins["draw"] / 2) / level.matches


def _share_bar(level: Level) -> str:
    return bar(share_of(level), level.matches, "union half")


def _verdict(page: Page, level: Level) -> str:
    """Who has the better side, as far as the matches of a level show it."""
    share = share_of(level)
    low, high = interval(share * level.matches, level.matches)
    better = "union" if low > 0.5 else "csa" if high < 0.5 else "open"
    percents = {"share": round(100 * share), "low": round(100 * low), "high": round(100 * high)}
    return page.word(f"verdict.{better}", name=_named(level.players), **percents)


def _named(players: str) -> Arg:
    """What a level is called; an agent of anybody's own by its name."""
    return Text(f"balance.levels.{players}") if players in (RANDOM, *LEVELS) else players


def _level(page: Page, level: Level) -> str:
    timed = {"seconds": f"{level.seconds:g}"} if level.seconds is not None else {}
    return f"<h4>{page.word('level_timed' if timed else 'level', name=_named(level.players), n=level.matches, **timed)}</h4>"


def percent(share: float) -> str:
    return f"{100 * share:.0f} %"


def bar(share: float, matches: int, kind: str) -> str:
    """A share as a bar with its interval."""
    low, high = interval(share * matches, matches)
    return (
        f'<span class="bar {kind}"><i style="width:{100 * share:.1f}%"></i>'
        f'<b style="left:{100 * low:.1f}%;width:{100 * (high - low):.1f}%"></b></span>'
        f"<span class=figure>{percent(share)} <small>{100 * low:.0f}–{100 * high:.0f}</small></span>"
    )


def rows(lines: Iterable[tuple[str, str]], kind: str = "") -> str:
    body = "".join(f"<div class=row><span class=label>{label}</span>{content}</div>" for label, content in lines)
    return f'<div class="rows {kind}">{body}</div>'


def _wins(page: Page, level: Level) -> str:
    lines = [
        (page.name(Name("side", side)), bar(level.wins[WORDS[side]] / level.matches, level.matches, WORDS[side]))
        for side in map(int, SIDES)
    ]
    if level.wins["draw"]:
        lines.append((page.word("draws"), bar(level.wins["draw"] / level.matches, level.matches, "draw")))
    return _level(page, level) + rows(lines)


def _length(page: Page, level: Level) -> str:
    middle = level.matches // 2
    least, most = level.turns[0], level.turns[-1]
    facts = {"turns": level.turns[middle], "answers": level.answers[middle], "least": least, "most": most}
    said = f"{_level(page, level)}<p>{page.word('length_of', **facts)}</p>"
    if least == most:
        return said
    wide = -(-(most - least + 1) // COLUMNS)
    starts = range(least, most + 1, wide)
    counts = [sum(start <= turns < start + wide for turns in level.turns) for start in starts]
    columns = [(str(start), n, page.word("length_turns", low=start, high=start + wide - 1, n=n)) for start, n in zip(starts, counts)]
    return said + histogram(columns)


def _endings(page: Page, level: Level) -> str:
    lines = []
    for (ending, winner), n in level.endings.most_common():
        lines.append((page.text(ending_text(ending, winner)), bar(n / level.matches, level.matches, winner)))
    return _level(page, level) + rows(lines, "long")


def _decided(page: Page, level: Level) -> str:
    """A histogram over ten tenths of a match."""
    if len(level.decided) < 2:
        return ""
    early, half, late = (round(100 * q) for q in quantiles(level.decided, n=4))
    tenths = [sum(min(int(10 * d), 9) == tenth for d in level.decided) for tenth in range(10)]
    columns = [(str(10 * t), n, page.word("decided_tenth", low=10 * t, high=10 * t + 10, n=n)) for t, n in enumerate(tenths)]
    said = page.word("decided_of", early=max(early, 0), half=half, late=min(late, 100), sure=round(100 * SURE))
    return f"{_level(page, level)}<p>{said}</p>{histogram(columns)}"


def histogram(columns: Sequence[tuple[str, int, str]]) -> str:
    """Columns side by side: what stands below each, how many it counts, and the same in words."""
    most = max(n for _, n, _ in columns)
    drawn = "".join(
        f'<div style="--h:{100 * n / most:.0f}%"><small>{n or ""}</small><i></i><span>{below}</span><em>{words}</em></div>'
        for below, n, words in columns
    )
    return f"<div class=histogram>{drawn}</div>"


def _worths(page: Page, level: Level) -> str:
    if not level.worths:
        return f"{_level(page, level)}<p>{page.word('nothing')}</p>"
    parts = []
    for side in SIDES:
        usual = share_of(level) if side == Side.UNION else 1 - share_of(level)
        own = [worth for worth in level.worths if worth.side == side]
        telling = [worth for worth in own if is_telling(worth, usual)]
        told = _worth_rows(page, telling, "") if telling else f"<p>{page.word('nothing')}</p>"
        if others := [worth for worth in own if worth not in telling]:
            told += f"<details><summary>{page.word('within_luck', n=len(others))}</summary>{_worth_rows(page, others, ' pale')}</details>"
        parts.append(f"<div><h5>{page.name(Name('side', side))}</h5>{told}</div>")
    return f"{_level(page, level)}<div class=sides>{''.join(parts)}</div>"


def is_telling(worth: Worth, usual: float) -> bool:
    """Whether a side won more or less often with it than it does anyway, beyond luck."""
    low, high = interval(worth.wins, worth.matches)
    return usual < low or usual > high


def _worth_rows(page: Page, worths: Sequence[Worth], kind: str) -> str:
    bars = [bar(w.wins / w.matches, w.matches, f"{WORDS[w.side]}{kind}") + f"<small>{w.matches}</small>" for w in worths]
    return rows(zip((_what(page, w) for w in worths), bars), "long counted")


def _what(page: Page, worth: Worth) -> str:
    if worth.which:
        name = page.each(lambda language: worth.name[LANGUAGES.index(language)])
        return f"<small>{page.word('first', n=worth.which)}</small> {name}"
    return f"<small>{page.word('plan')}</small> {page.text(Text(f'plans.{worth.name[0]}'))}"


# --- where units die ----------------------------------------------------------------------------------------------


def _heat(page: Page, balance: Balance) -> str:
    """The board with a spot in every place, the larger and darker the more pieces fell there; and the worst places by name."""
    matches = sum(level.matches for level in balance.levels)
    fallen: dict[str, list[int]] = {}
    for level in balance.levels:
        for place, lost in level.fallen.items():
            fallen[place] = [a + b for a, b in zip(fallen.get(place, [0, 0]), lost)]
    if not fallen:
        return f"<p>{page.word('nobody_fell')}</p>"
    places = {place.id: place for place in page.title.table.places(balance.scenario)}
    worst = sorted(fallen, key=lambda place: -sum(fallen[place]))
    top = sum(fallen[worst[0]])
    spots = "".join(_spot(places[place], sum(fallen[place]) / top, sum(fallen[place]) / matches) for place in reversed(worst))
    lines = [
        (page.text(places[place].name), "".join(f'<span class="lost {WORDS[s]}">{fallen[place][s] / matches:.2f}</span>' for s in SIDES))
        for place in worst[:HOTTEST]
    ]
    head = f"<p>{page.word('heat_lead')}</p>"
    sides = "".join(f'<span class="lost {WORDS[s]}">{page.name(Name("side", s))}</span>' for s in map(int, SIDES))
    key = rows([(page.word("place"), sides)], "key")
    wide, high = _size(page.title.table.board(balance.scenario, catalogue("en", page.title).say))
    board = f'<svg class="heat {page.board(balance.scenario)}" viewBox="0 0 {wide:g} {high:g}" role="img">{spots}</svg>'
    return f"{head}{board}{key}{rows(lines, 'losses')}"


def _spot(place: Any, heat: float, per_match: float) -> str:
    radius = place.size * (0.22 + 0.5 * sqrt(heat))
    return (
        f'<circle cx="{place.x:.0f}" cy="{place.y:.0f}" r="{radius:.0f}" fill="hsl({44 - 40 * heat:.0f} 88% {56 - 18 * heat:.0f}%)" '
        f'fill-opacity="{0.5 + 0.35 * heat:.2f}"><title>{per_match:.2f}</title></circle>'
    )


def _size(svg: str) -> tuple[float, float]:
    box = svg.split('viewBox="', 1)[1].split('"', 1)[0].split()
    return float(box[2]), float(box[3])


# --- optional rules -----------------------------------------------------------------------------------------------


def _effects(page: Page, effects: Sequence[Effect]) -> str:
    if not effects:
        return f"<p>{page.word('no_effects')}</p>"
    ordered = sorted(effects, key=lambda e: -abs(e.difference))
    lines = [(_rule(page, e.option), _difference(e)) for e in ordered]
    return f"<p>{page.word('effects_lead', n=effects[0].matches)}</p>{rows(lines, 'effects')}"


def _rule(page: Page, option: RuleOption) -> str:
    name = page.text(Text(f"options.{option.id}"))
    return f"<small>{page.word('ruling')}</small> {name}" if option.group in READINGS else name


def _difference(e: Effect) -> str:
    def at(value: float) -> float:
        return 50 + 50 * max(-1.0, min(1.0, value / EFFECT))

    low, high = max(e.difference - e.half, -1.0), min(e.difference + e.half, 1.0)
    start, end = sorted((50.0, at(e.difference)))
    kind = ("union" if e.difference > 0 else "csa") + (" sure" if low > 0 or high < 0 else "")
    shown = f"{100 * e.difference:+.0f}".replace("-", "−")
    span = f"{100 * low:+.0f} … {100 * high:+.0f}".replace("-", "−")
    return (
        f'<span class="bar centred {kind}"><i style="left:{start:.1f}%;width:{end - start:.1f}%"></i>'
        f'<b style="left:{at(low):.1f}%;width:{at(high) - at(low):.1f}%"></b></span>'
        f"<span class=figure>{shown} <small>{span}</small></span>"
    )
