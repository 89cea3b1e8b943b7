"""Questions are written out from the text of their clauses, whoever asks first."""

from __future__ import annotations

import gc
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import bivouac.core
from bivouac.core.writing import _functions_in


def passing_on(phase, info):
    """What runs while rubbish is collected lets the others go on."""
    time.sleep(0)


def test_several_threads_may_read_the_sources_at_once():
    """Where two of them parsed at once, Python 3.11 raised a SystemError, and somebody's table did not open."""
    files = [str(file) for file in Path(bivouac.core.__file__).parent.glob("*.py")]
    interval, thresholds = sys.getswitchinterval(), gc.get_threshold()
    sys.setswitchinterval(1e-6)
    gc.set_threshold(100)  # threads take turns within the parser only where it collects rubbish
    gc.callbacks.append(passing_on)
    try:
        with ThreadPoolExecutor(8) as pool:
            found = list(pool.map(_functions_in.__wrapped__, files * 3))
    finally:
        gc.callbacks.remove(passing_on)
        gc.set_threshold(*thresholds)
        sys.setswitchinterval(interval)
    assert sum(map(len, found)) > 100
