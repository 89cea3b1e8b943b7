"""The tables of the database, as they are today. What they were before is in migrations/."""

from __future__ import annotations

import sqlalchemy as sa

META = sa.MetaData()

MATCHES = sa.Table(
    "matches",
    META,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("title", sa.String(64), nullable=False),
    sa.Column("rules", sa.Integer, nullable=False),
    sa.Column("scenario", sa.String(128), nullable=False),
    sa.Column("scenario_text", sa.Text),
    sa.Column("options", sa.Text, nullable=False),
    sa.Column("dice", sa.Text, nullable=False),
    sa.Column("undone", sa.Text, nullable=False),
    sa.Column("seats", sa.Text, nullable=False),
    sa.Column("watch", sa.String(64), nullable=False, index=True),
    sa.Column("opening", sa.Text, nullable=False),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("updated", sa.Float, nullable=False, index=True),
    sa.Column("revision", sa.Integer, nullable=False),
    sa.Column("serial", sa.Integer, nullable=False),
    sa.Column("asked", sa.Integer),
    sa.Column("outcome", sa.Text),
    sa.Column("conceded", sa.Text),
    sa.Column("state", sa.Text),
    sa.Column("rewound", sa.Integer, nullable=False, server_default="0"),
    sa.Column("dropped", sa.Integer, nullable=False, server_default="0"),
    sa.Column("request", sa.Integer),
    sa.Column("closed", sa.Boolean, nullable=False, server_default=sa.false()),
)

ANSWERS = sa.Table(
    "answers",
    META,
    sa.Column("match", sa.String(32), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("answer", sa.Integer, nullable=False),
    sa.Column("side", sa.SmallInteger, nullable=False),
    sa.Column("events", sa.Text, nullable=False),
)

SNAPSHOTS = sa.Table(
    "snapshots",
    META,
    sa.Column("match", sa.String(32), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("state", sa.Text, nullable=False),
)

KEYS = sa.Table(
    "seat_keys",
    META,
    sa.Column("hash", sa.String(64), primary_key=True),
    sa.Column("match", sa.String(32), nullable=False, index=True),
    sa.Column("sides", sa.String(4), nullable=False),
    sa.Column("owner", sa.Boolean, nullable=False),
)

MOVES = sa.Table("moves", META, sa.Column("match", sa.String(32), primary_key=True), sa.Column("moves", sa.Text, nullable=False))

HOUSE = sa.Table("house", META, sa.Column("name", sa.String(32), primary_key=True), sa.Column("value", sa.Text, nullable=False))

COURSES = sa.Table("courses", META, sa.Column("match", sa.String(32), primary_key=True), sa.Column("points", sa.Text, nullable=False))

INVITES = sa.Table(
    "invites",
    META,
    sa.Column("token", sa.String(64), primary_key=True),
    sa.Column("match", sa.String(32), nullable=False, index=True),
    sa.Column("side", sa.SmallInteger, nullable=False),
    sa.Column("taken", sa.Boolean, nullable=False),
)

THOUGHTS = sa.Table(
    "thoughts",
    META,
    sa.Column("match", sa.String(32), primary_key=True),
    sa.Column("revision", sa.Integer, nullable=False),
    sa.Column("rank", sa.Integer, nullable=False),
    sa.Column("asked", sa.Float, nullable=False),
    sa.Column("worker", sa.String(64)),
    sa.Column("lease", sa.Float, nullable=False, server_default="0"),
)

BANS = sa.Table(
    "bans",
    META,
    sa.Column("address", sa.String(64), primary_key=True),
    sa.Column("until", sa.Float, nullable=False),
    sa.Column("why", sa.Text, nullable=False),
)

OF_A_MATCH = (ANSWERS, SNAPSHOTS, KEYS, MOVES, COURSES, INVITES, THOUGHTS)  # all of them have a column `match`
