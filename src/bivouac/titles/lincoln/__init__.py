"""Lincoln: the whole war with cards."""

from bivouac.titles.lincoln.title import TITLE

__all__ = ["TITLE"]
