"""The JSON schema of a data file, for editors of text."""

from __future__ import annotations

from typing import Any

import msgspec


def schema_of(form: type, name: str) -> dict[str, Any]:
    """What a file of this form may say. Whoever writes one in an editor that knows schemas is told while he writes."""
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": name, **msgspec.json.schema(form)}
