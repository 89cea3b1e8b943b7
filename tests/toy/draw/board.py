"""The bare board as SVG."""

from bivouac.core.table import Say
from bivouac.core.title import Scenario
from toy.table import places


def board(scenario: Scenario, say: Say) -> str:
    posts = "".join(
        f'<g data-id="{p.id}"><circle cx="{p.x}" cy="{p.y}" r="{p.size}" fill="#efe6d0" stroke="#3b2f22"/>'
        f'<text x="{p.x}" y="{p.y + 55}" text-anchor="middle" font-size="16">{say(p.name)}</text></g>'
        for p in places(scenario)
    )
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 620 130">{posts}</svg>'
