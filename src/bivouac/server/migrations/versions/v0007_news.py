"""News for who is not at the table: the ways to reach somebody, which of them are on, quiet hours, and what each has been told."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.add_column("holds", sa.Column("told", sa.Integer, nullable=False, server_default="-1"))
    op.add_column("letters", sa.Column("kind", sa.String(16), nullable=False, server_default=""))
    op.add_column("letters", sa.Column("match", sa.String(32)))
    op.create_index("ix_letters_match", "letters", ["match"])
    op.create_table(
        "news",
        sa.Column("person", sa.String(32), primary_key=True),
        sa.Column("home", sa.Text, nullable=False),
        sa.Column("quiet_from", sa.Integer),
        sa.Column("quiet_until", sa.Integer),
        sa.Column("zone", sa.String(64), nullable=False),
    )
    op.create_table(
        "news_ways",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("channel", sa.String(16), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("address", sa.Text, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_index("ix_news_ways_person", "news_ways", ["person"])
    op.create_table(
        "news_switches",
        sa.Column("person", sa.String(32), primary_key=True),
        sa.Column("match", sa.String(32), primary_key=True),
        sa.Column("channel", sa.String(16), primary_key=True),
        sa.Column("is_on", sa.Boolean, nullable=False),
    )
    op.create_index("ix_news_switches_match", "news_switches", ["match"])
