"""Two players, many matches: seats swapped on the same seeds, the processor's seconds, win rates with 95 % intervals.

    python benchmarks/duel.py gettysburg crack turtle --matches 40 --seconds 1
    python benchmarks/duel.py hold-the-line crack@4 crack@0.4 --scenario shiloh
    python benchmarks/duel.py lincoln veteran veteran-1 --until 0.6
    python benchmarks/duel.py --ladder benchmarks/duels.toml --journal docs/ladder/duels.jsonl --minutes 600
    python benchmarks/duel.py --ladder benchmarks/duels.toml --only thinking-pays --journal docs/ladder/duels.jsonl
    python benchmarks/duel.py --show docs/ladder/duels.jsonl
    python benchmarks/duel.py --docs

A player is a level, `NAME@SECONDS` for its own seconds a turn, `crack-1` or `veteran-1` (as they were before plans), a sparring partner
(grabber, rush, turtle, raider), `plan:UNION/CONFEDERACY`, the script with one plan for each side (a word for both if they share it), or
`module:Class`, anybody's agent.
`--until P`: a sequential test; it ends as soon as the rate is P or more, or 1 - P or less, beyond doubt (5 %).

With a journal every match is written down when it is over, and a run that was broken off goes on where it was, as long as the players are
the same: a duel's matches are known by a fingerprint of the scripts, evaluations and agents, and by the build (plain Python thinks a third
or a quarter as much in the same time). `--ladder` plays those duels of a file that are for the build that runs, in turn, a few matches of
each, so that the figures of all of them gather bit by bit; `--show` tells what a journal holds, `--docs` puts what today's players have
shown of benchmarks/duels.toml into docs/agents.md.
"""

from __future__ import annotations

import argparse
import gc
import json
import sys
import time
import tomllib
from collections.abc import Iterator, Sequence
from itertools import product
from math import ceil, log
from pathlib import Path
from random import Random, SystemRandom
from typing import Any, NamedTuple

HERE = Path(__file__).resolve().parent
DOCS = HERE.parent / "docs"
sys.path[:0] = [str(HERE)]
sys.path.append(str(HERE.parent / "src"))

from bivouac.core.build import build  # noqa: E402
from bivouac.lab.crew import Crew, Journal, processes  # noqa: E402
from bivouac.lab.origin import digest  # noqa: E402

MARK, END = "<!-- duels, made by benchmarks/duel.py --docs -->\n", "<!-- end of the duels -->\n"
AT_A_TIME = 4  # matches of a ladder's duel before the next one's turn
AGENTS = ("agent.py", "clock.py", "futures.py", "search.py")  # the others of that folder look on, or are not called where one thinks alone
PURE = "-pure"  # behind the fingerprint of players in plain Python


class Duel(NamedTuple):
    """`players`: who plays (`players_of`), so that a figure is never made of two different ones."""

    title: str
    scenario: str | None
    first: str
    second: str
    seconds: float
    players: str


class Wanted(NamedTuple):
    """A duel of a ladder: how many matches, the share of them, in hundredths, that the first is to win, and whether they are counted
    together with those of the entry's other scenarios."""

    duel: Duel
    matches: int
    aim: float
    is_together: bool


class Job(NamedTuple):
    duel: Duel
    seed: str
    swapped: bool


class Played(NamedTuple):
    """`points` of the first; its slowest turn as a share of its seconds."""

    job: Job
    points: float
    slowest: float


def fingerprint(title: str) -> str:
    """Of whatever decides how a title's computers play."""
    package, name = HERE.parent / "src" / "bivouac", title.replace("-", "_")
    agents, home = package / "agents", package / "titles" / name
    advice = sorted([*home.glob("advice/*.py"), *home.glob("data/*.toml")])
    return digest([*map(agents.joinpath, AGENTS), *advice, HERE / f"sparring/{name}.py"])


def players_of(title: str, build: str) -> str:
    """Those of a title in a build, the compiled one unless it is said."""
    return fingerprint(title) + (PURE if build == "pure" else "")


# --- a match --------------------------------------------------------------------------------------------


class ByPlan:
    """The script with one plan for each side."""

    def __init__(self, name: str, title: Any, rng: Random) -> None:
        names = name.removeprefix("plan:").split("/")
        known = title.advice.plans.names
        self._plans = (known[0].index(names[0]), known[1].index(names[-1]))
        self._order, self._rng = title.advice.plans.order, rng

    def decide(self, view: Any, question: Any, clock: Any) -> int:
        return int(self._order(view.sample(self._rng), self._plans)[0])


def player(name: str, title: Any, rng: Random) -> Any:
    from sparring import NAMES, partner

    from bivouac.agents import hire_agent

    if name in NAMES:
        return partner(title.id, name, rng)
    if name in ("crack-1", "veteran-1"):
        from crack_1 import Old

        return Old(name, title, rng)
    return ByPlan(name, title, rng) if name.startswith("plan:") else hire_agent(name, rng)


def play(job: Job) -> Played:
    from bivouac import Match, load
    from bivouac.agents import Clock
    from bivouac.core.ids import SIDES

    gc.collect()
    gc.freeze()  # nobody's turn is to pay for going through all that is loaded: 7 ms
    duel, title = job.duel, load(job.duel.title)
    match = Match.new(title, scenario=duel.scenario, seed=job.seed, keep_log=False)
    names = [n.partition("@") for n in (duel.first, duel.second)]
    seats = [player(name, title, Random(f"{job.seed}:{i}")) for i, (name, _, _) in enumerate(names)]
    clocks = [Clock(float(own or duel.seconds), time.process_time) for _, _, own in names]
    turn, spent, slowest = -1, 0.0, 0.0
    while (question := match.question) is not None:
        who = int(question.side) ^ job.swapped
        now = title.advice.turn(match.state)
        if now != turn:
            turn, spent = now, 0.0
        started = time.process_time()
        answer = seats[who].decide(match.view(question.side), question, clocks[who])
        if who == 0:
            spent += time.process_time() - started
            slowest = max(slowest, spent)
        match.submit(answer, side=question.side, serial=question.serial)
    assert match.outcome is not None
    return Played(job, match.outcome.worth(SIDES[job.swapped]), round(slowest / (clocks[0].seconds or 1.0), 3))


# --- a duel ---------------------------------------------------------------------------------------------


def decided(points: float, matches: int, goal: float) -> str | None:
    """Wald's test between a rate of `goal` and one of 1 - `goal`; a draw is half a point."""
    ahead = (2 * points - matches) * log(goal / (1 - goal))
    return "better" if ahead > log(19) else "worse" if ahead < -log(19) else None


def row(results: Sequence[Played]) -> dict[str, Any]:
    from bivouac.lab.simulate import interval

    points = sum(r.points for r in results)
    low, high = interval(round(points), len(results))
    rate = points / len(results) if results else 0.5
    return {"matches": len(results), "points": points, "rate": round(rate, 3), "low": round(low, 3), "high": round(high, 3)}


def summary(results: Sequence[Played]) -> dict[str, Any]:
    return {
        **results[0].job.duel._asdict(),
        **row(results),
        "as_union": row([r for r in results if not r.job.swapped]),
        "as_confederacy": row([r for r in results if r.job.swapped]),
        "draws": sum(r.points == 0.5 for r in results),
        "slowest_turn": max(r.slowest for r in results),
    }


def jobs_of(duel: Duel, seed: str, matches: int) -> list[Job]:
    return [Job(duel, f"{seed}:{i // 2}", bool(i % 2)) for i in range(matches)]


def held(journal: Path | None) -> list[Played]:
    """What a journal has."""
    import msgspec

    lines = journal.read_bytes().splitlines() if journal is not None and journal.exists() else []
    return [msgspec.json.decode(line, type=tuple[str, Played])[1] for line in lines]


def seed_of(duel: Duel, args: argparse.Namespace) -> str:
    """That of the journal's matches of the duel, so that they count; fresh unless given."""
    known = [played.job.seed.rpartition(":")[0] for played in held(args.journal) if played.job.duel == duel]
    return args.seed or (known[0] if known else str(SystemRandom().randrange(10**9)))


def fight(duel: Duel, matches: int, args: argparse.Namespace, deadline: float) -> list[Played]:
    journal = Journal(args.journal) if args.journal else None
    jobs, known = jobs_of(duel, seed_of(duel, args), matches), {played.job: played for played in held(args.journal)}
    results = [
        known[job] for job in jobs if job in known
    ]  # by what they are: a match that was given other players' names keeps its old key
    with processes(args.jobs) as executor:
        for played in Crew(executor, journal).each(play, [job for job in jobs if job not in known], Played):
            results.append(played)
            rate = sum(r.points for r in results) / len(results)
            print(f"\r{len(results)} matches, {100 * rate:.1f} %  ", end="", file=sys.stderr, flush=True)
            enough = args.until and len(results) % 2 == 0 and decided(rate * len(results), len(results), args.until)
            if time.monotonic() > deadline or enough:
                break
    print(file=sys.stderr)
    return results


# --- many duels -----------------------------------------------------------------------------------------


def duels_of(file: Path, only: Sequence[str] = ()) -> Iterator[Wanted]:
    """The duels of a ladder: for each entry, or each of these names, every title, scenario, build and pair. Where an entry's scenarios
    count together they share its matches out, as many with the one seat as with the other."""
    entries = tomllib.loads(file.read_text("utf-8"))["duel"]
    if unknown := set(only) - {entry["name"] for entry in entries}:
        raise SystemExit(f"{file} has no {', '.join(sorted(unknown))}; it has {', '.join(dict.fromkeys(e['name'] for e in entries))}")
    for entry in entries:
        together = entry.get("together", False)
        matches = 2 * ceil(entry["matches"] / len(entry["where"]) / 2) if together else entry["matches"]
        for where in entry["where"] if not only or entry["name"] in only else ():
            title, _, scenario = where.partition(":")
            for made, second in product(entry.get("builds", ["compiled"]), entry["second"]):
                duel = Duel(title, scenario or None, entry["first"], second, float(entry["seconds"]), players_of(title, made))
                yield Wanted(duel, matches, entry["aim"], together)


def climb(args: argparse.Namespace, deadline: float) -> None:
    """A few matches of every duel for this build in turn, until all are played or the time is up."""
    wanted = [w for w in duels_of(args.ladder, args.only) if w.duel.players == players_of(w.duel.title, build())]
    if not wanted:
        raise SystemExit(f"none of these duels is for the {build()} build, which runs now")
    for matches in range(AT_A_TIME, max(w.matches for w in wanted) + AT_A_TIME, AT_A_TIME):
        for duel, most, _, _ in wanted:
            if matches - AT_A_TIME < most and time.monotonic() < deadline:
                fight(duel, min(matches, most), args, deadline)


def found_in(journal: Path) -> dict[Duel, list[Played]]:
    """The matches of each duel that a journal holds."""
    found: dict[Duel, list[Played]] = {}
    for played in held(journal):
        found.setdefault(played.job.duel, []).append(played)
    return found


def cells(results: Sequence[Played]) -> list[str]:
    """A duel's points in all, as the Union and as the Confederacy, and the interval of its rate."""
    every, north, south = row(results), *(row([r for r in results if r.job.swapped == seat]) for seat in (False, True))
    counts = [f"{r['points']:g} of {r['matches']}" for r in (every, north, south)]
    return [*counts, f"{100 * every['low']:.0f}–{100 * every['high']:.0f}"]


def show(journal: Path) -> None:
    """A row for each duel that a journal holds."""
    print("| title | first | second | seconds | points | as Union | as Confederacy | 95 % | players |\n|" + " --- |" * 9)
    for duel, results in found_in(journal).items():
        where = f"{duel.title} {duel.scenario or ''}".strip()
        print("|", " | ".join([where, duel.first, duel.second, f"{duel.seconds:g}", *cells(results), duel.players]), "|")


def counted(wanted: Wanted, found: dict[Duel, list[Played]]) -> list[Played]:
    """The matches that a ladder wants of a duel, and none beyond them: of scenarios that count together none is to weigh more."""
    return [played for played in found.get(wanted.duel, []) if int(played.job.seed.rpartition(":")[2]) < wanted.matches // 2]


def write_down(journal: Path, ladder: Path, page: Path) -> None:
    """What today's players have shown so far of a ladder, as the table of a page of the docs."""
    from bivouac import load
    from bivouac.i18n import catalogue, scenario_name

    head = ["title", "duel", "seconds a turn", "aim", "points", "as Union", "as Confederacy", "95 %"]
    rows, found, groups = [head, ["---"] * len(head)], found_in(journal), dict[Duel, list[Wanted]]()
    for wanted in duels_of(ladder):
        groups.setdefault(wanted.duel._replace(scenario=None) if wanted.is_together else wanted.duel, []).append(wanted)
    for duel, group in groups.items():
        results = [played for wanted in group for played in counted(wanted, found)]
        if results:
            title = load(duel.title)
            where = catalogue("en", title).sentence("title.name")
            if group[0].is_together:
                where += f", {len({played.job.duel.scenario for played in results})} scenarios together"
            elif duel.scenario:
                where += f", {scenario_name(title, title.scenario(duel.scenario), 'en')}"
            if duel.players.endswith(PURE):
                where += ", plain Python"
            names, _, times = zip(*(name.partition("@") for name in (duel.first, duel.second)))
            seconds = " – ".join(times) if all(times) else f"{duel.seconds:g}"
            rows.append([where, " – ".join(names), seconds, f"{group[0].aim} %", *cells(results)])
    table = "\n".join(f"| {' | '.join(line)} |" for line in rows)
    told, _, rest = page.read_text("utf-8").partition(MARK)
    page.write_text(f"{told}{MARK}\n{table}\n\n{END}" + rest.partition(END)[2], "utf-8")


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("title", nargs="?")
    parser.add_argument("first", nargs="?")
    parser.add_argument("second", nargs="?")
    parser.add_argument("--scenario")
    parser.add_argument("--matches", type=int, default=40)
    parser.add_argument("--seconds", type=float, default=0.5, help="for a whole turn")
    parser.add_argument("--seed", default=None, help="fresh unless given")
    parser.add_argument("--until", type=float)
    parser.add_argument("--minutes", type=float, default=float("inf"), help="no new matches after so many")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--log", type=Path, help="the result is added to this file, a line of JSON")
    parser.add_argument("--journal", type=Path, help="every match is written down here, and not played again")
    parser.add_argument("--ladder", type=Path, help="the duels of this file, in turn")
    parser.add_argument("--only", nargs="*", default=(), help="of a ladder, those of these names")
    parser.add_argument("--show", type=Path, help="what a journal holds")
    parser.add_argument("--docs", action="store_true", help="the table of docs/agents.md is made anew")
    return parser.parse_args()


def main() -> int:
    args = arguments()
    deadline = time.monotonic() + 60 * args.minutes
    if args.show:
        show(args.show)
    elif args.docs:
        write_down(DOCS / "ladder" / "duels.jsonl", HERE / "duels.toml", DOCS / "agents.md")
    elif args.ladder:
        climb(args, deadline)
    else:
        duel = Duel(args.title, args.scenario, args.first, args.second, args.seconds, players_of(args.title, build()))
        found = summary(fight(duel, args.matches, args, deadline))
        print(json.dumps(found))
        if args.log:
            with args.log.open("a") as file:
                file.write(json.dumps(found) + "\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
