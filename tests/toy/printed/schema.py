"""The data files: what they may say."""

from bivouac.core.kit.printed import Source, Strict


class MapFile(Strict, frozen=True):
    source: Source
    posts: list[str]
    lots: list[int]


class ScenarioFile(Strict, frozen=True):
    source: Source
    moves: int
    posts: list[str]  # of the Union's two pickets and of the Confederacy's
