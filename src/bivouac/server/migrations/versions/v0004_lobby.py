"""Challenges that wait to be taken, what was agreed for a match, its clock, and who is away."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_table(
        "challenges",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("maker", sa.String(32), nullable=False),
        sa.Column("whom", sa.String(32)),
        sa.Column("title", sa.String(64), nullable=False),
        sa.Column("scenario", sa.String(128), nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("side", sa.SmallInteger),
        sa.Column("pace", sa.Text, nullable=False),
        sa.Column("rated", sa.Boolean, nullable=False),
        sa.Column("after", sa.String(32)),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_index("ix_challenges_maker", "challenges", ["maker"])
    op.create_index("ix_challenges_whom", "challenges", ["whom"])
    _agreed()


def _agreed() -> None:
    op.create_table(
        "agreements",
        sa.Column("match", sa.String(32), primary_key=True),
        sa.Column("pace", sa.Text, nullable=False),
        sa.Column("rated", sa.Boolean, nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("side", sa.SmallInteger),
        sa.Column("since", sa.Float, nullable=False),
        sa.Column("union_left", sa.Float, nullable=False),
        sa.Column("csa_left", sa.Float, nullable=False),
        sa.Column("due", sa.Float),
        sa.Column("late", sa.SmallInteger),
    )
    op.create_index("ix_agreements_due", "agreements", ["due"])
    op.create_table(
        "vacations",
        sa.Column("person", sa.String(32), primary_key=True),
        sa.Column("start", sa.Float, primary_key=True),
        sa.Column("until", sa.Float, nullable=False),
    )
