"""The pickets as small drawings."""

from bivouac.core.table import Say

COLOURS = {"union": "#1f3a5f", "csa": "#8a7f6a"}


def face(name: str, say: Say) -> str:
    return picket(name)


def picket(name: str) -> str:
    return f'<rect x="4" y="4" width="40" height="40" fill="{COLOURS[name]}"/>'
