"""Ratings, words and private notes, who hears whom, reports and what came of them, tournaments."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    _ratings()
    _words()
    _care()
    _tournaments()
    _rounds()


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


def _words() -> None:
    op.create_table(
        "words",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("match", sa.String(32), nullable=False),
        sa.Column("room", sa.String(16), nullable=False),
        sa.Column("at", sa.Integer),
        sa.Column("voice", sa.String(64), nullable=False),
        sa.Column("side", sa.SmallInteger),
        sa.Column("ready", sa.String(32)),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("hidden", sa.Boolean, nullable=False),
    )
    op.create_index("ix_words_match", "words", ["match"])
    op.create_index("ix_words_voice", "words", ["voice"])
    op.create_table(
        "notes",
        sa.Column("match", sa.String(32), primary_key=True),
        sa.Column("side", sa.SmallInteger, primary_key=True, autoincrement=False),
        sa.Column("at", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("updated", sa.Float, nullable=False),
    )
    op.create_table(
        "mutes",
        sa.Column("who", sa.String(64), primary_key=True),
        sa.Column("whom", sa.String(64), primary_key=True),
        sa.Column("match", sa.String(32), nullable=False),
    )
    op.create_index("ix_mutes_match", "mutes", ["match"])


def _care() -> None:
    op.create_table(
        "reports",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("word", sa.String(32), nullable=False),
        sa.Column("of_match", sa.String(32), nullable=False),
        sa.Column("by", sa.String(64), nullable=False),
        sa.Column("about", sa.String(64), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("why", sa.Text, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("handled", sa.Float),
        sa.Column("verdict", sa.String(16)),
    )
    op.create_index("ix_reports_word", "reports", ["word"])
    op.create_table(
        "sanctions",
        sa.Column("person", sa.String(64), primary_key=True),
        sa.Column("kind", sa.String(16), primary_key=True),
        sa.Column("until", sa.Float, nullable=False),
        sa.Column("why", sa.Text, nullable=False),
    )


def _tournaments() -> None:
    op.create_table(
        "tournaments",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("title", sa.String(64), nullable=False),
        sa.Column("scenario", sa.String(128), nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("pace", sa.Text, nullable=False),
        sa.Column("days", sa.Float, nullable=False),
        sa.Column("rounds", sa.SmallInteger, nullable=False),
        sa.Column("rated", sa.Boolean, nullable=False),
        sa.Column("maker", sa.String(32), nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("round", sa.SmallInteger, nullable=False),
        sa.Column("due", sa.Float),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_index("ix_tournaments_maker", "tournaments", ["maker"])
    op.create_index("ix_tournaments_state", "tournaments", ["state"])


def _rounds() -> None:
    op.create_table(
        "entries",
        sa.Column("tournament", sa.String(32), primary_key=True),
        sa.Column("player", sa.String(64), primary_key=True),
        sa.Column("joined", sa.Float, nullable=False),
        sa.Column("withdrawn", sa.Boolean, nullable=False),
    )
    op.create_index("ix_entries_player", "entries", ["player"])
    op.create_table(
        "pairings",
        sa.Column("tournament", sa.String(32), primary_key=True),
        sa.Column("round", sa.SmallInteger, primary_key=True, autoincrement=False),
        sa.Column("number", sa.SmallInteger, primary_key=True, autoincrement=False),
        sa.Column("leg", sa.SmallInteger, primary_key=True, autoincrement=False),
        sa.Column("union_player", sa.String(64), nullable=False),
        sa.Column("csa_player", sa.String(64)),
        sa.Column("match", sa.String(32)),
        sa.Column("union_score", sa.Float),
        sa.Column("csa_score", sa.Float),
    )
    op.create_index("ix_pairings_union_player", "pairings", ["union_player"])
    op.create_index("ix_pairings_csa_player", "pairings", ["csa_player"])
