"""The example title is known to every test; contract tests run for it and for every real title."""

from hypothesis import HealthCheck, settings

import toy
from bivouac.titles import register

register(toy.TITLE)

# A busy machine is slow, not wrong.
settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")
