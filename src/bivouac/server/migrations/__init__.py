"""How a database of an earlier Bivouac becomes one of today, by Alembic. `database.py` runs it at the start where it is needed."""
