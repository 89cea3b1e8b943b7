"""People, and how they come in: passkeys, sessions, links that are used once, the seats they hold, letters."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    _who_they_are()
    _what_they_have()


def _who_they_are() -> None:
    op.create_table(
        "people",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("folded", sa.String(64), nullable=False),
        sa.Column("mail", sa.String(254)),
        sa.Column("languages", sa.String(32), nullable=False),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.UniqueConstraint("folded"),
        sa.UniqueConstraint("mail"),
    )
    op.create_table(
        "passkeys",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("public", sa.Text, nullable=False),
        sa.Column("count", sa.Integer, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("used", sa.Float),
    )
    op.create_index("ix_passkeys_person", "passkeys", ["person"])
    op.create_table(
        "sessions",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("device", sa.String(64), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("used", sa.Float, nullable=False),
    )
    op.create_index("ix_sessions_person", "sessions", ["person"])


def _what_they_have() -> None:
    op.create_table(
        "doors",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("person", sa.String(32)),
        sa.Column("detail", sa.Text, nullable=False),
        sa.Column("until", sa.Float, nullable=False),
    )
    op.create_index("ix_doors_person", "doors", ["person"])
    op.create_index("ix_doors_detail", "doors", ["detail"])
    op.create_index("ix_doors_until", "doors", ["until"])
    op.create_table(
        "holds",
        sa.Column("person", sa.String(32), primary_key=True),
        sa.Column("match", sa.String(32), primary_key=True),
        sa.Column("sides", sa.String(4), nullable=False),
        sa.Column("owner", sa.Boolean, nullable=False),
    )
    op.create_index("ix_holds_match", "holds", ["match"])
    op.create_table(
        "letters",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("reason", sa.String(160), nullable=False),
        sa.Column("person", sa.String(32)),
        sa.Column("channel", sa.String(16), nullable=False),
        sa.Column("address", sa.Text, nullable=False),
        sa.Column("subject", sa.Text, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("due", sa.Float, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("problem", sa.Text),
        sa.UniqueConstraint("reason"),
    )
    op.create_index("ix_letters_person", "letters", ["person"])
    op.create_index("ix_letters_state", "letters", ["state"])
