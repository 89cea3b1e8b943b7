"""The pickets as small drawings."""

COLOURS = {"union": "#1f3a5f", "csa": "#8a7f6a"}


def face(name: str) -> str:
    return f'<rect x="4" y="4" width="40" height="40" fill="{COLOURS[name]}"/>'
