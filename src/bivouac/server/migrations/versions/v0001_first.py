"""The tables before they had numbers. Databases without one are of this kind, whichever of its tables they lack."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Tables that came one by one while nobody counted."""
    present = sa.inspect(op.get_bind()).get_table_names()
    for name, column in (("moves", "moves"), ("courses", "points")):
        if name not in present:
            op.create_table(name, sa.Column("match", sa.String(32), primary_key=True), sa.Column(column, sa.Text, nullable=False))
    if "house" not in present:
        op.create_table("house", sa.Column("name", sa.String(32), primary_key=True), sa.Column("value", sa.Text, nullable=False))
