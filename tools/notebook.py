"""Runs a notebook and keeps what it says: python tools/notebook.py examples/matches.ipynb

A notebook is JSON: its cells of code are run one after the other in one namespace, and what each prints becomes its output. Nothing else of
Jupyter is needed for that.
"""

from __future__ import annotations

import contextlib
import io
import json
import sys
from pathlib import Path
from typing import Any


def run(path: Path) -> dict[str, Any]:
    """The notebook with fresh outputs."""
    book: dict[str, Any] = json.loads(path.read_text("utf-8"))
    known: dict[str, Any] = {"__name__": "__main__"}
    for number, cell in enumerate((c for c in book["cells"] if c["cell_type"] == "code"), 1):
        heard = io.StringIO()
        with contextlib.redirect_stdout(heard):
            exec(compile("".join(cell["source"]), f"{path.name}, cell {number}", "exec"), known)
        text = heard.getvalue().splitlines(keepends=True)
        cell["execution_count"] = number
        cell["outputs"] = [{"name": "stdout", "output_type": "stream", "text": text}] if text else []
    return book


if __name__ == "__main__":
    for name in sys.argv[1:]:
        made = run(Path(name))
        Path(name).write_text(json.dumps(made, indent=1, ensure_ascii=False) + "\n", "utf-8")
