"""A hook of mkdocs: pages taken from the project's root keep links that work there; here they lead to the pages of the site."""

from __future__ import annotations

import re
from typing import Any

MOVED = {"STYLE.md": "style.md", "CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changelog.md", "README.md": "index.md"}


def on_page_markdown(markdown: str, page: Any, config: Any, **kwargs: Any) -> str:
    """Put in the text of the root's file and turn its links."""
    included = re.fullmatch(r'--8<-- "(\w+\.md)"\s*', markdown)
    if included:
        with open(f"{config['config_file_path'].rsplit('/', 1)[0]}/{included[1]}", encoding="utf-8") as file:
            markdown = file.read()
    markdown = re.sub(r"\[([^\]]+)\]\(LICENSE\)", r"\1", markdown)
    return re.sub(r"\]\((?:\.\./|docs/)?([\w-]+\.md)", lambda m: f"]({MOVED.get(m[1], m[1])}", markdown)
