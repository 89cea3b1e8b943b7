"""The wheel: compiled where a C compiler is at hand, plain Python otherwise or with BIVOUAC_PURE=1 (see tools/native)."""

from __future__ import annotations

import shutil
import sys
import sysconfig
from pathlib import Path

from setuptools import Distribution, setup
from setuptools.command.build_py import build_py

sys.path.insert(0, str(Path(__file__).parent / "tools" / "native"))

import build as native

OBSTACLE = native.obstacle() or native.missing_tool()


class BuildBoth(build_py):
    """The package as it is, and over it what was compiled."""

    def run(self) -> None:
        super().run()
        if self.editable_mode:
            return
        why = OBSTACLE
        if why is None:
            try:
                self.lay_over()
            except (RuntimeError, OSError) as error:
                why = str(error)
        if why is not None:
            print(f"Bivouac is installed as plain Python: {why}.", file=sys.stderr)

    def lay_over(self) -> None:
        if not native.is_current(native.MADE):
            native.make(native.MADE, native.all_titles())
        shutil.copytree(native.MADE / "bivouac", Path(self.build_lib) / "bivouac", dirs_exist_ok=True)
        for shared in native.MADE.glob(f"*{sysconfig.get_config_var('EXT_SUFFIX')}"):
            shutil.copy(shared, self.build_lib)


class OfThisMachine(Distribution):
    def has_ext_modules(self) -> bool:
        return OBSTACLE is None


setup(cmdclass={"build_py": BuildBoth}, distclass=OfThisMachine)
