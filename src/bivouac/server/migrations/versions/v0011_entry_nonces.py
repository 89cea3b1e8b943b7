"""What the browsers of tournament players give to the dice when they enter."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    op.add_column("entries", sa.Column("nonce", sa.String(32)))
