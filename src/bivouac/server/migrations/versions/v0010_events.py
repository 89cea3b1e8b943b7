"""The version of the events that a game's log was written with; games from before have none and rebuild their logs."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    op.add_column("matches", sa.Column("events_version", sa.String(16), nullable=False, server_default=""))
