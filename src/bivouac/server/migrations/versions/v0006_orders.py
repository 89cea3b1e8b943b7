"""What is answered for a side in the other one's turn."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.create_table(
        "orders",
        sa.Column("match", sa.String(32), primary_key=True),
        sa.Column("side", sa.SmallInteger, primary_key=True, autoincrement=False),
        sa.Column("orders", sa.Text, nullable=False),
    )
