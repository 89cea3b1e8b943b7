"""The log: one line for each thing, as text or as JSON, and never a link that opens a seat."""

from __future__ import annotations

import json
import logging
import re
import time
import traceback

SECRETS = re.compile(r"(/(?:api/table|api/join|ws|t|join)/)[^/\s?\"']+")


def masked(words: str) -> str:
    """Without the tokens: whoever has one can sit down."""
    return SECRETS.sub(r"\1…", words)


class Masking(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        return masked(super().format(record))


class AsJson(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        told = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": masked(record.getMessage()),
        }
        if record.exc_info and record.exc_info[1] is not None:
            told["trace"] = masked("".join(traceback.format_exception(record.exc_info[1])))
        return json.dumps(told, ensure_ascii=False)


def set_up(form: str) -> None:
    """To the standard error: whoever runs it knows where that goes."""
    handler = logging.StreamHandler()
    handler.setFormatter(AsJson() if form == "json" else Masking("%(levelname)s %(name)s: %(message)s"))
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    if form == "json":
        logging.getLogger("bivouac").setLevel(logging.INFO)
