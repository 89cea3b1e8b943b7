"""Titles and rules: titles, rules, check."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from rich.table import Table as Grid

from bivouac.cli.common import AsJson, Language, TitleName, app, explain, fail, out, print_json, the_title, w
from bivouac.core.text import Text
from bivouac.core.title import Title
from bivouac.i18n import catalogue
from bivouac.lab.coverage import coverage, folder_of, project_root
from bivouac.titles import load, titles


@app.command("titles", help=w("help.titles"))
def show_titles(as_json: AsJson = False) -> None:
    rows = [_title_row(load(name)) for name in titles()]
    if as_json:
        print_json(rows)
        return
    grid = Grid(w("title"), w("name"), w("scenarios"), w("options"), w("clauses"))
    for row in rows:
        grid.add_row(row["title"], row["name"], ", ".join(row["scenarios"]), ", ".join(row["options"]) or "–", str(row["clauses"]["total"]))
    out.print(grid)


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
    show_coverage: Annotated[bool, typer.Option("--coverage", help=w("help.coverage"))] = False,
    as_json: AsJson = False,
) -> None:
    title = the_title(name)
    if show_coverage:
        _show_coverage(title, as_json)
        return
    wanted = _clauses(title, number)
    if as_json:
        print_json([_clause_row(title, rule) for rule in wanted])
        return
    for rule in wanted:
        c, lang = title.rulebook[rule], Language.now
        out.print(f"[bold]{c.id}[/bold]  [italic]{c.topic.in_language(lang)}[/italic]  ({w('status.' + c.status)})")
        out.print(f"    {c.text.in_language(lang)}", markup=False)
        for key, both in (("ruling", c.ruling), ("reason", c.reason)):
            if both:
                out.print(f"    {w(key)}: {both.in_language(lang)}", markup=False)


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
    return row | {key: both.in_language(lang) for key, both in (("ruling", c.ruling), ("reason", c.reason)) if both}


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
