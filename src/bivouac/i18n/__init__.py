"""Texts into sentences, in Italian and English."""

from bivouac.i18n.catalogue import LANGUAGES, Catalogue, catalogue, say, scenario_name

__all__ = ["LANGUAGES", "Catalogue", "catalogue", "say", "scenario_name"]
