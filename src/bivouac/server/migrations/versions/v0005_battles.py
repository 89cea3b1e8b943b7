"""Battles of players' own, kept and shared."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.create_table(
        "battles",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("owner", sa.String(64), nullable=False),
        sa.Column("maker", sa.String(64), nullable=False),
        sa.Column("title", sa.String(64), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("about", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("ancestor", sa.String(128), nullable=False),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("played", sa.Integer, nullable=False, server_default="0"),
        sa.Column("tried", sa.Integer, nullable=False, server_default="0"),
        sa.Column("union_won", sa.Integer, nullable=False, server_default="0"),
        sa.Column("drawn", sa.Integer, nullable=False, server_default="0"),
    )
    op.create_index("ix_battles_maker", "battles", ["maker"])
    op.create_index("ix_battles_created", "battles", ["created"])
