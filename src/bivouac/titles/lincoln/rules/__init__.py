"""The rules of Lincoln, one file per chapter."""
