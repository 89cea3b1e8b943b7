"""Packages with titles that cannot be loaded, for tests: a syntax error, a missing file or module, an exception at import."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
HEALTHY = ["house-divided", "lincoln", "hold-the-line", "yankees-rebels", "gettysburg"]
PACKAGES = {
    "torn": {"__init__.py": "from torn.rules import TITLE\n", "rules.py": "import toy\n\nTITLE = toy.TITLE if\n"},
    "bare": {
        "__init__.py": "from bare.data import TITLE\n",
        "data.py": "from importlib import resources\n\nTEXT = resources.files('bare').joinpath('data/map.toml').read_text('utf-8')\n",
    },
    "loud": {"__init__.py": "COUNT = 0\n\n\ndef share(n):\n    return n // COUNT\n\n\nTITLE = share(7)\n"},
    "lost": {"__init__.py": "from lost.flow import TITLE\n"},
    "mute": {"__init__.py": "from dataclasses import replace\nimport toy\nTITLE = replace(toy.TITLE, id='mute', package='mute')\n"},
    "quit": {"__init__.py": "raise SystemExit(3)\n"},
}
FAULTS = {
    "torn": ("torn/rules.py", 3, "invalid syntax"),
    "bare": ("bare/data.py", 3, "bare/data/map.toml is missing"),
    "loud": ("loud/__init__.py", 5, "ZeroDivisionError"),
    "lost": ("lost/__init__.py", 1, "No module named 'lost.flow'"),
    "mute": ("mute/locale/it.toml", None, "mute/locale/it.toml is missing"),
    "quit": ("quit/__init__.py", 1, "SystemExit"),
}


def bring_broken(folder: Path) -> dict[str, str]:
    """Packages with broken titles and one that is sound, known by entry points; the environment in which they are found."""
    for package, files in PACKAGES.items():
        for name, text in files.items():
            (folder / package).mkdir(exist_ok=True)
            (folder / package / name).write_text(text, "utf-8")
    toy = ROOT / "tests" / "toy"
    shutil.copy(toy / "rulebook.toml", folder / "mute")
    (folder / "mute" / "locale").mkdir()
    shutil.copy(toy / "locale" / "en.toml", folder / "mute" / "locale")
    (folder / "sound.py").write_text("from dataclasses import replace\nimport toy\nTITLE = replace(toy.TITLE, id='sound')\n", "utf-8")
    about = folder / "valley-1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: valley\nVersion: 1\n")
    points = "".join(f"{package} = {package}:TITLE\n" for package in (*PACKAGES, "sound", "nowhere"))
    (about / "entry_points.txt").write_text(f"[bivouac.titles]\n{points}")
    return {**os.environ, "PYTHONPATH": os.pathsep.join((str(ROOT / "src"), str(ROOT / "tests"), str(folder)))}
