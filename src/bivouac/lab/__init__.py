"""The laboratory: many matches, exact odds, coverage, speed."""
