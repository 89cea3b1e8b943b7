"""What several processes need to know of a match; the present position beside its other facts; who may not come in."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    for column in (
        sa.Column("state", sa.Text),
        sa.Column("rewound", sa.Integer, nullable=False, server_default="0"),
        sa.Column("dropped", sa.Integer, nullable=False, server_default="0"),
        sa.Column("request", sa.Integer),
        sa.Column("closed", sa.Boolean, nullable=False, server_default=sa.false()),
    ):
        op.add_column("matches", column)
    op.create_index("ix_matches_watch", "matches", ["watch"])
    op.create_index("ix_matches_updated", "matches", ["updated"])
    op.execute(
        "UPDATE matches SET state = (SELECT s.state FROM snapshots s WHERE s.match = matches.id AND s.number = matches.serial), "
        "rewound = revision"
    )
    op.execute("DELETE FROM snapshots WHERE number % 64 != 0")
    op.create_table(
        "thoughts",
        sa.Column("match", sa.String(32), primary_key=True),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("rank", sa.Integer, nullable=False),
        sa.Column("asked", sa.Float, nullable=False),
        sa.Column("worker", sa.String(64)),
        sa.Column("lease", sa.Float, nullable=False, server_default="0"),
    )
    op.create_table(
        "bans",
        sa.Column("address", sa.String(64), primary_key=True),
        sa.Column("until", sa.Float, nullable=False),
        sa.Column("why", sa.Text, nullable=False),
    )
