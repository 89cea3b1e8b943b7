"""Sets as ints."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor

from hypothesis import given
from hypothesis import strategies as st

from bivouac.core.kit import bits as module
from bivouac.core.kit.bits import bits, set_of


@given(st.sets(st.integers(0, 6000), max_size=60))
def test_a_set_gives_its_members_in_order(members):
    assert list(bits(set_of(members))) == sorted(members)


def test_sets_are_read_rightly_however_many_read_the_first_ones_at_once():
    """Two threads that made the same row of the table once shifted all rows after it, for good."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        for _ in range(20):
            module._OF_PLACES.clear()
            with ThreadPoolExecutor(4) as pool:
                list(pool.map(module._places, [8] * 8))
            assert [row[1] for row in module._OF_PLACES] == [(8 * n,) for n in range(8)]
    finally:
        sys.setswitchinterval(before)
