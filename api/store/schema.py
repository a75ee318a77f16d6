"""The tables of the database, the same on SQLite and PostgreSQL. Times are ISO 8601 in UTC, with their offset."""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
)  # fmt: skip

ID_CHARS = 24
metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)

tables = Table(
    "tables", metadata,
    Column("id", String(ID_CHARS), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("key_hash", String(64), nullable=False),
    Column("created_at", String(40), nullable=False),
    Column("used_at", String(40), nullable=False),
    Column("flipped", Boolean),
)  # fmt: skip
"""`flipped`: whether the camera sees left and right the other way round; null: nobody has asked yet."""

events = Table(
    "events", metadata,
    Column("table_id", String(ID_CHARS), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("at", String(40), nullable=False),
    Column("event", String(40), nullable=False),
    Column("game_id", String(ID_CHARS), nullable=True),
    Column("data", Text, nullable=False),
    Index("ix_events_game_id", "game_id"),
    Index("ix_events_table_id_event", "table_id", "event", "seq"),
)  # fmt: skip

acts = Table(
    "acts", metadata,
    Column("table_id", String(ID_CHARS), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("key", String(64), primary_key=True),
    Column("digest", String(64), nullable=False),
    Column("first_seq", Integer, nullable=False),
    Column("last_seq", Integer, nullable=False),
    Column("at", String(40), nullable=False),
)  # fmt: skip

players = Table(
    "players", metadata,
    Column("id", String(ID_CHARS), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("name_key", String(120), nullable=False, unique=True),
    Column("created_at", String(40), nullable=False),
)  # fmt: skip

matches = Table(
    "matches", metadata,
    Column("id", String(ID_CHARS), primary_key=True),
    Column("table_id", String(ID_CHARS), ForeignKey("tables.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("format", String(20), nullable=False),
    Column("practice", Boolean, nullable=False),
    Column("started_at", String(40), nullable=False),
    Column("ended_at", String(40)),
    Column("broken_off", Boolean, nullable=False, default=False),
    Column("winner_side", Integer),
)  # fmt: skip

games = Table(
    "games", metadata,
    Column("id", String(ID_CHARS), primary_key=True),
    Column("table_id", String(ID_CHARS), ForeignKey("tables.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("match_id", String(ID_CHARS), ForeignKey("matches.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("number", Integer, nullable=False),
    Column("variant", String(20), nullable=False),
    Column("opener", String(1), nullable=False),
    Column("practice", Boolean, nullable=False),
    Column("started_at", String(40), nullable=False),
    Column("ended_at", String(40), index=True),
    Column("result", String(1)),
    Column("ending", String(20)),
    Column("marked", Boolean, nullable=False, default=False),
    Column("discs", Integer, nullable=False, default=0),
)  # fmt: skip
"""`result`: `R`, `Y`, `D` for a draw, null for none."""

seats = Table(
    "seats", metadata,
    Column("game_id", String(ID_CHARS), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("player_id", String(ID_CHARS), nullable=False, index=True),
    Column("disc", String(1), nullable=False),
    Column("points", Float),
)  # fmt: skip
"""Who sat where; `points`: 1 for a win, ½ for a draw, 0; null without a result. The player may have been forgotten."""

pictures = Table(
    "pictures", metadata,
    Column("id", String(ID_CHARS), primary_key=True),
    Column("table_id", String(ID_CHARS), ForeignKey("tables.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("game_id", String(ID_CHARS), nullable=False, index=True),
    Column("at", String(40), nullable=False, index=True),
    Column("reason", String(20), nullable=False),
    Column("bytes", Integer, nullable=False),
    Column("about", Text, nullable=False),
    Column("jpeg", LargeBinary, nullable=False),
)  # fmt: skip
