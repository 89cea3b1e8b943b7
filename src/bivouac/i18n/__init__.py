"""Texts into sentences, in Italian and English."""

from bivouac.i18n.catalogue import LANGUAGES, Catalogue, catalogue, say

__all__ = ["LANGUAGES", "Catalogue", "catalogue", "say"]
