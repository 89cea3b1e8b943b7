"""Titles and rules: titles, rules, check."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

import typer
from rich.padding import Padding
from rich.table import Table as Grid

from bivouac.cli.common import AsJson, Language, TitleName, app, explain, fail, out, print_json, the_title, w
from bivouac.core.broken import Broken
from bivouac.core.rulebook import ClauseText
from bivouac.core.text import Both, Text
from bivouac.core.title import Title
from bivouac.i18n import catalogue
from bivouac.lab.charts import charts
from bivouac.lab.coverage import coverage, folder_of, project_root
from bivouac.lab.examples import Example, examples, played
from bivouac.titles import broken_titles, load, titles


@app.command("titles", help=w("help.titles"))
def show_titles(as_json: AsJson = False) -> None:
    rows, broken = [_title_row(load(name)) for name in titles()], broken_titles()
    if as_json:
        print_json([*rows, *map(_broken_row, broken)])
        return
    grid = Grid(w("title"), w("name"), w("scenarios"), w("options"), w("clauses"))
    for row in rows:
        grid.add_row(row["title"], row["name"], ", ".join(row["scenarios"]), ", ".join(row["options"]) or "–", str(row["clauses"]["total"]))
    out.print(grid)
    for one in broken:
        out.print(explain(one.text), style="bold red", markup=False, soft_wrap=True)


def _broken_row(broken: Broken) -> dict[str, Any]:
    told = {"file": broken.file, "line": broken.line, "reason": broken.reason.in_language(Language.now)}
    return {"title": broken.id, "broken": told}


def _title_row(title: Title[Any]) -> dict[str, Any]:
    by_status = {s: sum(c.status == s for c in title.rulebook) for s in ("enforced", "automatic", "not_applicable")}
    return {
        "title": title.id,
        "name": catalogue(Language.now, title).sentence("title.name"),
        "scenarios": list(title.scenarios),
        "options": list(title.options),
        "clauses": {"total": len(title.rulebook), **by_status},
    }


@app.command("rules", help=w("help.rules"))
def show_rules(
    name: TitleName,
    number: Annotated[str | None, typer.Argument(help=w("help.clause"), metavar="CLAUSE")] = None,
    find: Annotated[str, typer.Option("--find", help=w("help.find"))] = "",
    show_coverage: Annotated[bool, typer.Option("--coverage", help=w("help.coverage"))] = False,
    as_json: AsJson = False,
) -> None:
    title = the_title(name)
    if show_coverage:
        _show_coverage(title, as_json)
        return
    hits = {c.id for c in title.rulebook.find(find)}
    wanted = [rule for rule in _clauses(title, number) if rule in hits]
    if as_json:
        print_json([_clause_row(title, rule) for rule in wanted])
        return
    chapters = {c.id: c.name.in_language(Language.now) for c in title.rulebook.chapters}
    chapter = None
    for rule in wanted:
        if title.rulebook[rule].chapter != chapter:
            chapter = title.rulebook[rule].chapter
            out.print(f"[bold underline]{chapters[chapter]}[/bold underline]")
        _show_clause(title, rule)


def _show_clause(title: Title[Any], rule: str) -> None:
    c, lang, words = title.rulebook[rule], Language.now, catalogue(Language.now, title)
    out.print(f"[bold]{c.id}[/bold]  [italic]{c.topic.in_language(lang)}[/italic]  ({w('status.' + c.status)})")
    out.print(f"    {c.text.in_language(lang)}", markup=False)
    for key, both in _remarks(c):
        out.print(f"    {w(key)}: {both.in_language(lang)}", markup=False)
    out.print(f"    {w('place')}: {c.place}" if c.place else f"    {w('source_' + c.source)}", markup=False)
    for option in (o for o in title.options.values() if o.rule == rule):
        out.print(f"    {w('switch')} (--options {option.id}): {words.sentence(f'options_help.{option.id}')}", markup=False)
    for chart in (chart for chart in charts(title, lang) if chart.rule == rule):
        grid = Grid(*chart.head, title=chart.name, title_justify="left")
        for row in chart.rows:
            grid.add_row(*row.cells)
        out.print(Padding(grid, (0, 0, 0, 4)))
    for example in (e for e in examples(title) if e.rule == rule):
        _show_example(title, example)


def _show_example(title: Title[Any], example: Example) -> None:
    words, moment = catalogue(Language.now, title), played(title, example)
    out.print(f"    {w('example')}: {example.name.in_language(Language.now)}", markup=False)
    for event in (e for _, events in moment.told for e in events if not e.kind.effect):
        out.print(f"      {words.say(event.text)}", markup=False)
    if moment.refusal is not None:
        out.print(f"      {words.refusal(moment.refusal)}", markup=False)


def _clauses(title: Title[Any], number: str | None) -> list[str]:
    """The clause with this number, or all whose number begins with it ("4.2"), or all."""
    if number is None:
        return list(title.rulebook.clauses)
    full = number if number.startswith(title.prefix + "-") else f"{title.prefix}-{number}"
    found = [full] if full in title.rulebook else [c for c in title.rulebook.clauses if c.startswith(full)]
    if not found:
        fail(explain(Text("errors.no_clause", {"name": full, "known": tuple(title.rulebook.clauses)})))
    return found


def _clause_row(title: Title[Any], rule: str) -> dict[str, Any]:
    c, lang = title.rulebook[rule], Language.now
    row = {"id": c.id, "chapter": c.chapter, "topic": c.topic.in_language(lang), "text": c.text.in_language(lang), "status": c.status}
    source = {"source": c.source, "place": c.place, "ruling_kind": c.ruling.kind if c.ruling else None}
    texts = {"ruling": c.ruling, "departs_because": c.ruling.why if c.ruling else None, "reason": c.reason}
    return row | source | {key: both.in_language(lang) for key, both in texts.items() if both}


def _remarks(c: ClauseText) -> Iterator[tuple[str, Both]]:
    """The ruling under a heading that says of what kind it is, and the reasons."""
    if c.ruling:
        yield f"ruling_{c.ruling.kind}", c.ruling
        if c.ruling.why:
            yield "because", c.ruling.why
    if c.reason:
        yield "reason", c.reason


def _show_coverage(title: Title[Any], as_json: bool) -> None:
    root = project_root()
    if root is None:
        fail(w("no_tests"))
    found = coverage(title, folder_of(title, root))
    if as_json:
        print_json(found._asdict())
        return
    for status in ("enforced", "automatic", "not_applicable", "missing"):
        rules: list[str] = getattr(found, status)
        out.print(f"[bold]{w('status.' + status)}: {len(rules)}[/bold]")
        for rule in rules:
            tests = ", ".join(found.tests.get(rule, [])[:3])
            reason = title.rulebook[rule].reason
            detail = reason.in_language(Language.now) if status == "not_applicable" and reason else tests
            out.print(f"  {rule}  {detail}", markup=False)
    out.print(f"{w('total')}: {found.total}")


@app.command("check", help=w("help.check"))
def check(name: TitleName, as_json: AsJson = False) -> None:
    title = the_title(name)
    problems = [catalogue(Language.now, title).say(p) for p in title.check()]
    if as_json:
        print_json({"title": title.id, "problems": problems})
    else:
        for problem in problems:
            out.print(problem, markup=False)
        if not problems:
            out.print(w("check_ok"))
    raise typer.Exit(1 if problems else 0)
