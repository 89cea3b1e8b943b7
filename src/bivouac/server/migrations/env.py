"""What Alembic runs: the connection comes from database.py, which holds the lock and the transaction."""

from __future__ import annotations

from alembic import context

from bivouac.server.schema import META

context.configure(connection=context.config.attributes["connection"], target_metadata=META)
context.run_migrations()
