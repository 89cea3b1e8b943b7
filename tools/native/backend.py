"""How pip builds the package: as setuptools does, with the compiler's tools at hand where a wheel can be compiled (see setup.py)."""

from __future__ import annotations

from typing import Any

import build as native
from setuptools import build_meta
from setuptools.build_meta import *  # noqa: F403 (every other hook is setuptools' own)

TOOLS = ["mypy>=1.18", "msgspec>=0.18"]


def get_requires_for_build_wheel(config_settings: Any = None) -> list[str]:
    """A checkout that is installed in place is not compiled by pip, and asks for none of this."""
    return [*build_meta.get_requires_for_build_wheel(config_settings), *([] if native.obstacle() else TOOLS)]
