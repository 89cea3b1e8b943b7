"""Sets as ints; lots."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from bivouac.core.kit import bits as module
from bivouac.core.kit.bits import bits, set_of
from bivouac.core.kit.lots import shuffle


@given(st.sets(st.integers(0, 6000), max_size=60))
def test_a_set_gives_its_members_in_order(members):
    assert list(bits(set_of(members))) == sorted(members)


@given(st.integers(0, 1 << 30), st.integers(0, 40))
def test_lots_are_drawn_as_python_draws_them(seed, size):
    ours, theirs = list(range(size)), list(range(size))
    one, other = Random(seed), Random(seed)
    shuffle(ours, one)
    other.shuffle(theirs)
    assert ours == theirs and one.random() == other.random()


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
