"""For who runs a table for others: care. Reports, and what comes of them: admin reports, handle, mute, expel, sanctions."""

from __future__ import annotations

from typing import Annotated

import typer

from bivouac.cli.common import AsJson, out, print_json, w
from bivouac.cli.running import HERE, DataFolder, admin, database, day

PersonName = Annotated[str, typer.Argument(help=w("help.admin_person"), metavar="NAME")]
Days = Annotated[float, typer.Option(help=w("help.admin_days_none"), min=0)]
Why = Annotated[str, typer.Option(help=w("help.admin_why"))]


@admin.command("reports", help=w("help.admin_reports"))
def list_reports(
    data: DataFolder = HERE, handled: Annotated[bool, typer.Option("--all", help=w("help.admin_all"))] = False, as_json: AsJson = False
) -> None:
    from bivouac.server.club.care import reports

    with database(data) as store:
        found = reports(store, handled=handled)
    if as_json:
        print_json([row._asdict() for row in found])
        return
    for row in found:
        done = "" if row.verdict is None else f"  [{w(f'admin.verdict_{row.verdict}')}]"
        out.print(f"{row.id}  {day(row.created)}  {w('admin.report', by=row.by, about=row.about)}{done}", markup=False)
        out.print(f"    “{row.text}”" + (f"  ({row.why})" if row.why else ""), markup=False)
    if not found:
        out.print(w("admin.no_reports"))


@admin.command("handle", help=w("help.admin_handle"))
def handle_report(
    report: Annotated[str, typer.Argument(help=w("help.admin_report"), metavar="REPORT")],
    verdict: Annotated[str, typer.Argument(help=w("help.admin_verdict"), metavar="VERDICT")],
    data: DataFolder = HERE,
    days: Annotated[float, typer.Option(help=w("help.admin_days"))] = 7.0,
) -> None:
    from bivouac.server.club.care import handle

    with database(data) as store:
        handle(store, report, verdict, days)
    out.print(w("admin.handled", name=report, what=w(f"admin.verdict_{verdict}")), markup=False)


@admin.command("mute", help=w("help.admin_mute"))
def mute_person(name: PersonName, data: DataFolder = HERE, days: Days = 7.0, why: Why = "") -> None:
    from bivouac.server.club.care import sanction
    from bivouac.server.club.words import MUTE

    with database(data) as store:
        sanction(store, name, MUTE, days, why)
    out.print(w("admin.silenced" if days else "admin.lifted", name=name, n=f"{days:g}"), markup=False)


@admin.command("expel", help=w("help.admin_expel"))
def expel_person(name: PersonName, data: DataFolder = HERE, days: Days = 7.0, why: Why = "") -> None:
    from bivouac.server.club.care import sanction
    from bivouac.server.club.words import BAN

    with database(data) as store:
        sanction(store, name, BAN, days, why)
    out.print(w("admin.expelled" if days else "admin.lifted", name=name, n=f"{days:g}"), markup=False)


@admin.command("sanctions", help=w("help.admin_sanctions"))
def list_sanctions(data: DataFolder = HERE) -> None:
    from bivouac.server.club.care import sanctions

    with database(data) as store:
        for name, kind, until, why in sanctions(store):
            out.print(f"{name}  {w(f'admin.kind_{kind}')}  {day(until)}  {why}".rstrip(), markup=False)
