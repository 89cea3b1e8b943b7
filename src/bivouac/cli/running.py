"""For who runs a table for others: work, admin."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from bivouac.cli.common import AsJson, Language, app, fail, out, print_json, told_plainly, w
from bivouac.core.text import Text
from bivouac.i18n import catalogue

if TYPE_CHECKING:
    from bivouac.server.store import Store

DataFolder = Annotated[Path, typer.Option("--data", help=w("help.data"))]
MatchId = Annotated[str, typer.Argument(help=w("help.admin_match"), metavar="MATCH")]
Address = Annotated[str, typer.Argument(help=w("help.admin_address"), metavar="ADDRESS")]
BackupFile = Annotated[Path, typer.Argument(help=w("help.admin_file"), metavar="FILE")]
HERE = Path("bivouac-data")

admin = typer.Typer(help=w("help.admin"), no_args_is_help=True, rich_markup_mode=None)
app.add_typer(admin, name="admin")


@contextmanager
def database(data: Path) -> Iterator[Store]:
    """The database that the server uses; it may be running."""
    try:
        from bivouac.server.settings import Settings
        from bivouac.server.store import Store
    except ModuleNotFoundError as e:
        fail(w("no_server", package=e.name))
    with told_plainly():
        store = Store(Settings.in_folder(data).database)
        try:
            yield store
        finally:
            store.close()


@app.command("work", help=w("help.work"))
def work(data: DataFolder = HERE) -> None:
    from bivouac.core.title import BadSetup
    from bivouac.server.logs import set_up
    from bivouac.server.settings import Settings, playable
    from bivouac.server.work import work as think

    with database(data) as store, told_plainly():
        settings = Settings.in_folder(data)
        if not store.is_shared:
            raise BadSetup(Text("errors.database_shared", {"url": str(store.engine.url.database)}))
        set_up(settings.log)
        playable()
        think(settings, store)


def day(seconds: float) -> str:
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(seconds))


@admin.command("list", help=w("help.admin_list"))
def list_matches(
    data: DataFolder = HERE, limit: Annotated[int, typer.Option(help=w("help.admin_limit"))] = 50, as_json: AsJson = False
) -> None:
    from bivouac.server.admin import listed

    with database(data) as store:
        found = listed(store, limit)
    if as_json:
        print_json([row._asdict() for row in found])
        return
    for row in found:
        marks = " ".join(w(f"admin.{mark}") for mark, is_so in (("over", row.over), ("closed", row.closed)) if is_so)
        out.print(
            f"{row.id}  {day(row.updated)}  {row.title} / {row.scenario}  {w('admin.answers', n=row.answers)}  {marks}".rstrip(),
            markup=False,
        )


@admin.command("check", help=w("help.admin_check"))
def check_matches(data: DataFolder = HERE, as_json: AsJson = False) -> None:
    from bivouac.server.admin import looked_through

    with database(data) as store:
        found = list(looked_through(store))
    bad = [(one.match, told(one.why)) for one in found if one is not None]
    if as_json:
        print_json({"matches": len(found), "unreadable": [{**row._asdict(), "why": why} for row, why in bad]})
    else:
        for row, why in bad:
            out.print(f"{row.id}  {day(row.updated)}  {row.title} / {row.scenario}: {why}", markup=False, soft_wrap=True)
        out.print(w("admin.checked", n=len(found), bad=len(bad)))
    if bad:
        raise typer.Exit(1)


def told(why: Exception) -> str:
    """What is wrong with a match, in a sentence; what no sentence is made for, by its name."""
    text = getattr(why, "text", None)
    return catalogue(Language.now).say(text) if isinstance(text, Text) else f"{type(why).__name__}: {why}"


@admin.command("close", help=w("help.admin_close"))
def close_match(
    match: MatchId, data: DataFolder = HERE, reopen: Annotated[bool, typer.Option(help=w("help.admin_reopen"))] = False
) -> None:
    from bivouac.server.admin import close

    with database(data) as store:
        close(store, match, closed=not reopen)
    out.print(w("admin.reopened" if reopen else "admin.was_closed", name=match), markup=False)


@admin.command("delete", help=w("help.admin_delete"))
def delete_matches(matches: Annotated[list[str], typer.Argument(metavar="MATCH...")], data: DataFolder = HERE) -> None:
    with database(data) as store:
        out.print(w("admin.deleted", n=store.delete(matches)))


@admin.command("reissue", help=w("help.admin_reissue"))
def reissue_link(
    match: MatchId, side: Annotated[int, typer.Argument(help=w("help.admin_side"), min=0, max=1, metavar="SIDE")], data: DataFolder = HERE
) -> None:
    from bivouac.server.admin import reissue

    with database(data) as store:
        out.print(w("admin.reissued", url=f"/t/{reissue(store, match, side)}"), markup=False)


@admin.command("ban", help=w("help.admin_ban"))
def ban_address(
    address: Address,
    data: DataFolder = HERE,
    days: Annotated[float, typer.Option(help=w("help.admin_days"))] = 1.0,
    why: Annotated[str, typer.Option(help=w("help.admin_why"))] = "",
) -> None:
    from bivouac.server.admin import ban
    from bivouac.server.guard import block_of

    with database(data) as store:
        ban(store, block_of(address), days, why)
    out.print(w("admin.banned", name=block_of(address), n=f"{days:g}"), markup=False)


@admin.command("unban", help=w("help.admin_unban"))
def unban_address(address: Address, data: DataFolder = HERE) -> None:
    from bivouac.server.admin import lift
    from bivouac.server.guard import block_of

    with database(data) as store:
        lifted = lift(store, block_of(address))
    out.print(w("admin.unbanned" if lifted else "admin.not_banned", name=block_of(address)), markup=False)


@admin.command("bans", help=w("help.admin_bans"))
def list_bans(data: DataFolder = HERE) -> None:
    from bivouac.server.admin import bans

    with database(data) as store:
        for address, until, why in bans(store):
            out.print(f"{address}  {day(until)}  {why}".rstrip(), markup=False)


@admin.command("battles", help=w("help.admin_battles"))
def battles_command(
    data: DataFolder = HERE, limit: Annotated[int, typer.Option(help=w("help.admin_limit"))] = 50, as_json: AsJson = False
) -> None:
    from bivouac.server.shelf import Shelf

    with database(data) as store:
        rows = Shelf(store).all(limit)
    if as_json:
        print_json([{"id": b.id, "name": b.name.en, "created": b.created, "listed": b.listed, "played": b.played} for b in rows])
        return
    for row in rows:
        mark = "" if row.listed else f"  {w('admin.unlisted')}"
        out.print(f"{row.id}  {day(row.created)}  {row.name.en}  {w('admin.played', n=row.played)}{mark}", markup=False)


@admin.command("drop-battle", help=w("help.admin_drop_battle"))
def drop_battle_command(
    battles: Annotated[list[str], typer.Argument(help=w("help.admin_battle"), metavar="BATTLE...")], data: DataFolder = HERE
) -> None:
    from bivouac.server.shelf import Shelf

    with database(data) as store:
        out.print(w("admin.battles_gone", n=Shelf(store).remove(battles)))


@admin.command("expire", help=w("help.admin_expire"))
def expire_matches(
    days: Annotated[float, typer.Argument(help=w("help.admin_days"), min=0, metavar="DAYS")], data: DataFolder = HERE
) -> None:
    from bivouac.server.admin import expire

    gone = 0
    with database(data) as store:
        while found := expire(store, days):
            gone += found
    out.print(w("admin.deleted", n=gone))


@admin.command("backup", help=w("help.admin_backup"))
def backup_all(file: BackupFile, data: DataFolder = HERE) -> None:
    from bivouac.server.backup import backup

    with database(data) as store:
        out.print(w("admin.kept", n=backup(store, file), name=str(file)), markup=False)


@admin.command("restore", help=w("help.admin_restore"))
def restore_all(file: BackupFile, data: DataFolder = HERE) -> None:
    from bivouac.server.backup import restore

    with database(data) as store:
        found = restore(store, file)
    out.print(w("admin.put_back", n=found.matches, there=found.here))
    if found.renamed:
        out.print(w("admin.renamed", n=found.renamed))
