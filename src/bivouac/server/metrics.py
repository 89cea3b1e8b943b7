"""What can be counted of a process, in the form that Prometheus reads."""

from __future__ import annotations

import os
import resource
import time
from collections import Counter
from dataclasses import dataclass, field

BUCKETS = (0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


@dataclass
class Metrics:
    """Counters only grow; the others are as they are now."""

    started: float = field(default_factory=time.time)
    answered: Counter[int] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    answers: int = 0
    overtaken: int = 0
    broken: int = 0
    sockets: int = 0
    thoughts: int = 0
    answer_seconds: float = 0.0
    answer_buckets: list[int] = field(default_factory=lambda: [0] * len(BUCKETS))

    def took(self, seconds: float) -> None:
        """An answer was checked, stored and told in so many seconds."""
        self.answers += 1
        self.answer_seconds += seconds
        for n, most in enumerate(BUCKETS):
            self.answer_buckets[n] += seconds <= most

    def shown(self, tables: int, waiting: int) -> str:
        usage = resource.getrusage(resource.RUSAGE_SELF)
        lines = [
            *_one("process_start_time_seconds", "gauge", "When this process began.", self.started),
            *_one("process_cpu_seconds_total", "counter", "Seconds of the processor.", usage.ru_utime + usage.ru_stime),
            *_one("process_resident_memory_bytes", "gauge", "Memory in use.", _memory()),
            *_one("bivouac_tables", "gauge", "Matches that are open here.", tables),
            *_one("bivouac_sockets", "gauge", "Pages and bots that listen.", self.sockets),
            *_one("bivouac_thoughts_waiting", "gauge", "Computer players that wait for a turn to think.", waiting),
            *_one("bivouac_thoughts_total", "counter", "Decisions of computer players.", self.thoughts),
            *_one("bivouac_overtaken_total", "counter", "Changes that another process was faster with.", self.overtaken),
            *_one("bivouac_failures_total", "counter", "Changes that could not be stored.", self.broken),
            "# HELP bivouac_responses_total Responses by the first digit of their status.",
            "# TYPE bivouac_responses_total counter",
            *(f'bivouac_responses_total{{class="{kind}xx"}} {n}' for kind, n in sorted(self.answered.items())),
            "# HELP bivouac_refused_total Requests that were turned away at the door.",
            "# TYPE bivouac_refused_total counter",
            *(f'bivouac_refused_total{{why="{why}"}} {n}' for why, n in sorted(self.refused.items())),
            "# HELP bivouac_answer_seconds How long it took to check, store and tell an answer.",
            "# TYPE bivouac_answer_seconds histogram",
            *(f'bivouac_answer_seconds_bucket{{le="{most}"}} {n}' for most, n in zip(BUCKETS, self.answer_buckets)),
            f'bivouac_answer_seconds_bucket{{le="+Inf"}} {self.answers}',
            f"bivouac_answer_seconds_sum {self.answer_seconds:.6f}",
            f"bivouac_answer_seconds_count {self.answers}",
        ]
        return "\n".join(lines) + "\n"


def _one(name: str, kind: str, words: str, value: float) -> tuple[str, str, str]:
    return f"# HELP {name} {words}", f"# TYPE {name} {kind}", f"{name} {value:.6g}" if isinstance(value, float) else f"{name} {value}"


def _memory() -> int:
    try:
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:  # not Linux: the most it ever was
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


METRICS = Metrics()
