"""The rules, one file per chapter, functions in clause order."""
