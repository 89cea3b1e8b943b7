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
    sa.Column("events_version", sa.String(16), nullable=False, server_default=""),
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

# --- people, where they want a name --------------------------------------------------------------------

PEOPLE = sa.Table(
    "people",
    META,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("name", sa.String(64), nullable=False),
    sa.Column("folded", sa.String(64), nullable=False, unique=True),
    sa.Column("mail", sa.String(254), unique=True),
    sa.Column("languages", sa.String(32), nullable=False),
    sa.Column("listed", sa.Boolean, nullable=False),
    sa.Column("created", sa.Float, nullable=False),
)

PASSKEYS = sa.Table(
    "passkeys",
    META,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("person", sa.String(32), nullable=False, index=True),
    sa.Column("public", sa.Text, nullable=False),
    sa.Column("count", sa.Integer, nullable=False),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("used", sa.Float),
)

SESSIONS = sa.Table(
    "sessions",
    META,
    sa.Column("hash", sa.String(64), primary_key=True),
    sa.Column("person", sa.String(32), nullable=False, index=True),
    sa.Column("device", sa.String(64), nullable=False),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("used", sa.Float, nullable=False),
)

DOORS = sa.Table(
    "doors",
    META,
    sa.Column("hash", sa.String(64), primary_key=True),
    sa.Column("kind", sa.String(16), nullable=False),
    sa.Column("person", sa.String(32), index=True),
    sa.Column("detail", sa.Text, nullable=False, index=True),
    sa.Column("until", sa.Float, nullable=False, index=True),
)

HOLDS = sa.Table(
    "holds",
    META,
    sa.Column("person", sa.String(32), primary_key=True),
    sa.Column("match", sa.String(32), primary_key=True, index=True),
    sa.Column("sides", sa.String(4), nullable=False),
    sa.Column("owner", sa.Boolean, nullable=False),
    sa.Column("told", sa.Integer, nullable=False, server_default="-1"),
)

LETTERS = sa.Table(
    "letters",
    META,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("reason", sa.String(160), nullable=False, unique=True),
    sa.Column("person", sa.String(32), index=True),
    sa.Column("channel", sa.String(16), nullable=False),
    sa.Column("address", sa.Text, nullable=False),
    sa.Column("subject", sa.Text, nullable=False),
    sa.Column("body", sa.Text, nullable=False),
    sa.Column("state", sa.String(16), nullable=False, index=True),
    sa.Column("tries", sa.Integer, nullable=False),
    sa.Column("due", sa.Float, nullable=False),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("problem", sa.Text),
    sa.Column("kind", sa.String(16), nullable=False, server_default=""),
    sa.Column("match", sa.String(32), index=True),
)

NEWS = sa.Table(
    "news",
    META,
    sa.Column("person", sa.String(32), primary_key=True),
    sa.Column("home", sa.Text, nullable=False),
    sa.Column("quiet_from", sa.Integer),
    sa.Column("quiet_until", sa.Integer),
    sa.Column("zone", sa.String(64), nullable=False),
)

NEWS_WAYS = sa.Table(
    "news_ways",
    META,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("person", sa.String(32), nullable=False, index=True),
    sa.Column("channel", sa.String(16), nullable=False),
    sa.Column("name", sa.String(64), nullable=False),
    sa.Column("address", sa.Text, nullable=False),
    sa.Column("created", sa.Float, nullable=False),
)

NEWS_SWITCHES = sa.Table(
    "news_switches",
    META,
    sa.Column("person", sa.String(32), primary_key=True),
    sa.Column("match", sa.String(32), primary_key=True, index=True),
    sa.Column("channel", sa.String(16), primary_key=True),
    sa.Column("is_on", sa.Boolean, nullable=False),
)

CHALLENGES = sa.Table(
    "challenges",
    META,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("maker", sa.String(32), nullable=False, index=True),
    sa.Column("whom", sa.String(32), index=True),
    sa.Column("title", sa.String(64), nullable=False),
    sa.Column("scenario", sa.String(128), nullable=False),
    sa.Column("options", sa.Text, nullable=False),
    sa.Column("side", sa.SmallInteger),
    sa.Column("pace", sa.Text, nullable=False),
    sa.Column("rated", sa.Boolean, nullable=False),
    sa.Column("after", sa.String(32)),
    sa.Column("created", sa.Float, nullable=False),
)

AGREEMENTS = sa.Table(
    "agreements",
    META,
    sa.Column("match", sa.String(32), primary_key=True),
    sa.Column("pace", sa.Text, nullable=False),
    sa.Column("rated", sa.Boolean, nullable=False),
    sa.Column("public", sa.Boolean, nullable=False),
    sa.Column("side", sa.SmallInteger),
    sa.Column("since", sa.Float, nullable=False),
    sa.Column("union_left", sa.Float, nullable=False),
    sa.Column("csa_left", sa.Float, nullable=False),
    sa.Column("due", sa.Float, index=True),
    sa.Column("late", sa.SmallInteger),
)

VACATIONS = sa.Table(
    "vacations",
    META,
    sa.Column("person", sa.String(32), primary_key=True),
    sa.Column("start", sa.Float, primary_key=True),
    sa.Column("until", sa.Float, nullable=False),
)

ORDERS = sa.Table(
    "orders",
    META,
    sa.Column("match", sa.String(32), primary_key=True),
    sa.Column("side", sa.SmallInteger, primary_key=True, autoincrement=False),
    sa.Column("orders", sa.Text, nullable=False),
)

AHEAD = sa.Table(
    "ahead",
    META,
    sa.Column("match", sa.String(32), primary_key=True),
    sa.Column("side", sa.SmallInteger, primary_key=True, autoincrement=False),
    sa.Column("copy", sa.String(32), nullable=False),
    sa.Column("plan", sa.Text, nullable=False),
)

# --- the club: ratings, words, care, tournaments ---------------------------------------------------------------------------------

RATINGS = sa.Table(
    "ratings",
    META,
    sa.Column("person", sa.String(64), primary_key=True),
    sa.Column("title", sa.String(64), primary_key=True),
    sa.Column("side", sa.SmallInteger, primary_key=True, autoincrement=False),
    sa.Column("rating", sa.Float, nullable=False),
    sa.Column("deviation", sa.Float, nullable=False),
    sa.Column("volatility", sa.Float, nullable=False),
    sa.Column("matches", sa.Integer, nullable=False),
    sa.Column("updated", sa.Float, nullable=False),
)

RATED = sa.Table(
    "rated",
    META,
    sa.Column("match", sa.String(32), primary_key=True),
    sa.Column("ended", sa.Float, nullable=False),
    sa.Column("union_before", sa.Float),
    sa.Column("csa_before", sa.Float),
    sa.Column("union_after", sa.Float),
    sa.Column("csa_after", sa.Float),
)

WORDS = sa.Table(
    "words",
    META,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("match", sa.String(32), nullable=False, index=True),
    sa.Column("room", sa.String(16), nullable=False),
    sa.Column("at", sa.Integer),
    sa.Column("voice", sa.String(64), nullable=False, index=True),
    sa.Column("side", sa.SmallInteger),
    sa.Column("ready", sa.String(32)),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("hidden", sa.Boolean, nullable=False),
)

NOTES = sa.Table(
    "notes",
    META,
    sa.Column("match", sa.String(32), primary_key=True),
    sa.Column("side", sa.SmallInteger, primary_key=True, autoincrement=False),
    sa.Column("at", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("updated", sa.Float, nullable=False),
)

MUTES = sa.Table(
    "mutes",
    META,
    sa.Column("who", sa.String(64), primary_key=True),
    sa.Column("whom", sa.String(64), primary_key=True),
    sa.Column("match", sa.String(32), nullable=False, index=True),
)

REPORTS = sa.Table(
    "reports",
    META,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("word", sa.String(32), nullable=False, index=True),
    sa.Column("of_match", sa.String(32), nullable=False),
    sa.Column("by", sa.String(64), nullable=False),
    sa.Column("about", sa.String(64), nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("why", sa.Text, nullable=False),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("handled", sa.Float),
    sa.Column("verdict", sa.String(16)),
)

SANCTIONS = sa.Table(
    "sanctions",
    META,
    sa.Column("person", sa.String(64), primary_key=True),
    sa.Column("kind", sa.String(16), primary_key=True),
    sa.Column("until", sa.Float, nullable=False),
    sa.Column("why", sa.Text, nullable=False),
)

TOURNAMENTS = sa.Table(
    "tournaments",
    META,
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
    sa.Column("maker", sa.String(32), nullable=False, index=True),
    sa.Column("state", sa.String(16), nullable=False, index=True),
    sa.Column("round", sa.SmallInteger, nullable=False),
    sa.Column("due", sa.Float),
    sa.Column("created", sa.Float, nullable=False),
)

ENTRIES = sa.Table(
    "entries",
    META,
    sa.Column("tournament", sa.String(32), primary_key=True),
    sa.Column("player", sa.String(64), primary_key=True, index=True),
    sa.Column("joined", sa.Float, nullable=False),
    sa.Column("withdrawn", sa.Boolean, nullable=False),
    sa.Column("nonce", sa.String(32)),
)

PAIRINGS = sa.Table(
    "pairings",
    META,
    sa.Column("tournament", sa.String(32), primary_key=True),
    sa.Column("round", sa.SmallInteger, primary_key=True, autoincrement=False),
    sa.Column("number", sa.SmallInteger, primary_key=True, autoincrement=False),
    sa.Column("leg", sa.SmallInteger, primary_key=True, autoincrement=False),
    sa.Column("union_player", sa.String(64), nullable=False, index=True),
    sa.Column("csa_player", sa.String(64), index=True),
    sa.Column("match", sa.String(32)),
    sa.Column("union_score", sa.Float),
    sa.Column("csa_score", sa.Float),
)

# --- battles of players' own ---------------------------------------------------------------------------

BATTLES = sa.Table(
    "battles",
    META,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("owner", sa.String(64), nullable=False),
    sa.Column("maker", sa.String(64), nullable=False, index=True),
    sa.Column("title", sa.String(64), nullable=False),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("about", sa.Text, nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("ancestor", sa.String(128), nullable=False),
    sa.Column("listed", sa.Boolean, nullable=False),
    sa.Column("created", sa.Float, nullable=False, index=True),
    sa.Column("played", sa.Integer, nullable=False, server_default="0"),
    sa.Column("tried", sa.Integer, nullable=False, server_default="0"),
    sa.Column("union_won", sa.Integer, nullable=False, server_default="0"),
    sa.Column("drawn", sa.Integer, nullable=False, server_default="0"),
)

OF_A_MATCH = (  # all of them have a column `match`
    *(ANSWERS, SNAPSHOTS, KEYS, MOVES, COURSES, INVITES, THOUGHTS),
    *(HOLDS, AGREEMENTS, ORDERS, AHEAD, LETTERS, NEWS_SWITCHES, RATED, WORDS, NOTES, MUTES),
)
OF_A_PERSON = (  # all of them have a column `person`
    *(PASSKEYS, SESSIONS, DOORS, HOLDS, LETTERS, VACATIONS),
    *(NEWS, NEWS_WAYS, NEWS_SWITCHES, RATINGS, SANCTIONS),
)
