"""The ring as tables of ints."""

from bivouac.core.kit.bits import set_of
from bivouac.core.kit.printed import Files
from toy.printed.schema import MapFile

FILES = Files("toy")
MAP = FILES.read(MapFile, "map.toml")
POST_NAMES = tuple(MAP.posts)
POSTS = len(POST_NAMES)
LOTS = tuple(MAP.lots)
NEAR = tuple(set_of(((p - 1) % POSTS, (p + 1) % POSTS)) for p in range(POSTS))
