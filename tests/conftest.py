"""The example title is known to every test; contract tests run for it and for every real title."""

import toy
from bivouac.titles import register

register(toy.TITLE)
