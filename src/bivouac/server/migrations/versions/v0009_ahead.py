"""Turns that are planned ahead, and the private copies on which they are."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.create_table(
        "ahead",
        sa.Column("match", sa.String(32), primary_key=True),
        sa.Column("side", sa.SmallInteger, primary_key=True, autoincrement=False),
        sa.Column("copy", sa.String(32), nullable=False),
        sa.Column("plan", sa.Text, nullable=False),
    )
