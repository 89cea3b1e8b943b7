"""Ratings, and which matches were rated."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0006"


def upgrade() -> None:
    _ratings()


def _ratings() -> None:
    op.create_table(
        "ratings",
        sa.Column("person", sa.String(64), primary_key=True),
        sa.Column("title", sa.String(64), primary_key=True),
        sa.Column("side", sa.SmallInteger, primary_key=True, autoincrement=False),
        sa.Column("rating", sa.Float, nullable=False),
        sa.Column("deviation", sa.Float, nullable=False),
        sa.Column("volatility", sa.Float, nullable=False),
        sa.Column("matches", sa.Integer, nullable=False),
        sa.Column("updated", sa.Float, nullable=False),
    )
    op.create_table(
        "rated",
        sa.Column("match", sa.String(32), primary_key=True),
        sa.Column("ended", sa.Float, nullable=False),
        sa.Column("union_before", sa.Float),
        sa.Column("csa_before", sa.Float),
        sa.Column("union_after", sa.Float),
        sa.Column("csa_after", sa.Float),
    )
