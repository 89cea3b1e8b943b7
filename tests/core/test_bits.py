"""Sets as ints."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from bivouac.core.kit.bits import bits, set_of


@given(st.sets(st.integers(0, 6000), max_size=60))
def test_a_set_gives_its_members_in_order(members):
    assert list(bits(set_of(members))) == sorted(members)
