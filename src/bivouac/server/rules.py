"""The rules of a title to read: its clauses in our own words, with tables, switches, and examples drawn from real positions."""

from __future__ import annotations

from functools import cache

import msgspec
from litestar import Response, get

from bivouac.core.rulebook import ClauseText
from bivouac.core.state import State
from bivouac.core.title import Title
from bivouac.i18n import catalogue
from bivouac.lab.charts import charts
from bivouac.lab.examples import Example, drawing, example, examples, picture, played
from bivouac.server import protocol
from bivouac.server.errors import Refused
from bivouac.server.files import File, page, send_file
from bivouac.server.home import option_row
from bivouac.server.render import chart_row, log_lines
from bivouac.server.requests import Req, hub_of, language, reply_is, title_of
from bivouac.titles import load


@get("/rules/{title:str}", include_in_schema=False)
async def rules_page(request: Req, title: str) -> Response[bytes]:
    return page(request, "rules")


@get("/api/titles/{name:str}/rules", opt=reply_is(protocol.Rules))
async def rules(request: Req, name: str) -> Response[bytes]:
    """The clauses of a title's rulebook in our own words, its tables and examples."""
    return send_file(request, await hub_of(request).looking(rules_file, title_of(name).id, language(request)))


@cache
def rules_file(name: str, lang: str) -> File:
    title = load(name)
    c, book = catalogue(lang, title), title.rulebook
    told = protocol.Rules(
        title=name,
        name=c.sentence("title.name"),
        howto=c.sentence("title.howto") if c.has("title.howto") else "",
        prefix=title.prefix,
        chapters=[protocol.Chapter(ch.id, ch.name.in_language(lang)) for ch in book.chapters],
        clauses=[clause_row(clause, lang) for clause in book],
        options=[option_row(title, o, lang) for o in title.options.values()],
        examples=[example_row(title, e, lang) for e in examples(title)],
        charts=[chart_row(chart) for chart in charts(title, lang)],
    )
    return File("rules.json", msgspec.json.encode(told))


def clause_row(clause: ClauseText, lang: str) -> protocol.Clause:
    ruling = clause.ruling
    return protocol.Clause(
        id=clause.id,
        chapter=clause.chapter,
        topic=clause.topic.in_language(lang),
        text=clause.text.in_language(lang),
        status=clause.status,
        source=clause.source,
        place=clause.place,
        ruling=ruling.in_language(lang) if ruling else None,
        ruling_kind=ruling.kind if ruling else None,
        departs_because=ruling.why.in_language(lang) if ruling and ruling.why else None,
        reason=clause.reason.in_language(lang) if clause.reason else None,
    )


def example_row(title: Title[State], wanted: Example, lang: str) -> protocol.Example:
    moment = played(title, wanted)
    words, refused = catalogue(lang, title), moment.refusal
    return protocol.Example(
        id=wanted.id,
        rule=wanted.rule,
        name=wanted.name.in_language(lang),
        lines=log_lines(title, lang, moment.told, None, ()),
        refusal=None if refused is None else protocol.Refusal("", [], words.refusal(refused), refused.rule),
        picture=f"/api/titles/{title.id}/examples/{wanted.id}.svg?lang={lang}" if drawing(title, wanted, moment).about else None,
    )


@get("/api/titles/{name:str}/examples/{wanted:str}", media_type="image/svg+xml")
async def example_picture(request: Req, name: str, wanted: str) -> Response[bytes]:
    """The part of the board that an example is about."""
    title, found = title_of(name), wanted.removesuffix(".svg")
    file = await hub_of(request).looking(example_file, title.id, found, language(request))
    return send_file(request, file, cache_seconds=3600)


@cache
def example_file(name: str, wanted: str, lang: str) -> File:
    title = load(name)
    found = example(title, wanted)
    drawn = None if found is None else picture(title, found, lang)
    if drawn is None:
        raise Refused(404, "errors.no_page")
    return File("example.svg", drawn.encode())


HANDLERS = (rules_page, rules, example_picture)
