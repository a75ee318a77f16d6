"""What people want gone is gone: overwritten on SQLite, vacuumed on PostgreSQL, and nowhere in the log."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from sqlalchemy import delete, select

from api.domain.events import MatchOver
from api.store import schema as s
from api.store.store import Store, name_key
from referee.errors import RefereeError


def forget_player(store: Store, name: str) -> None:
    """A player's name; the games stay, played by nobody in particular. Raises `RefereeError` `no_such_player`."""
    with store.writing() as connection:
        if not connection.execute(delete(s.players).where(s.players.c.name_key == name_key(name))).rowcount:
            raise RefereeError("no_such_player")
        connection.execute(delete(s.acts))
    clean(store)


def forget_game(store: Store, game: str, table: str | None = None) -> None:
    """A game with its events and pictures. Raises `RefereeError` `no_such_game`, `not_while_playing`."""
    with store.writing() as connection:
        found = connection.execute(select(s.games.c.ended_at, s.games.c.table_id).where(s.games.c.id == game)).first()
        if found is None or table not in (None, found.table_id):
            raise RefereeError("no_such_game")
        if found.ended_at is None:
            raise RefereeError("not_while_playing")
        gone = (s.events.c.game_id == game) & (s.events.c.event != MatchOver.name)
        connection.execute(delete(s.events).where(gone))
        connection.execute(delete(s.pictures).where(s.pictures.c.game_id == game))
        connection.execute(delete(s.games).where(s.games.c.id == game))
    clean(store)


def forget_pictures(store: Store, picture: str | None = None, table: str | None = None) -> int:
    """All pictures, or one of a table; how many there were."""
    gone = delete(s.pictures)
    if picture is not None:
        gone = gone.where(s.pictures.c.id == picture, s.pictures.c.table_id == table)
    with store.writing() as connection:
        count = connection.execute(gone).rowcount
    clean(store)
    return count


def forget_old_pictures(store: Store, most: int, days: int) -> None:
    """Pictures beyond so many, or older than so many days."""
    before = (datetime.now(UTC) - timedelta(days=days)).isoformat(timespec="milliseconds")
    kept = select(s.pictures.c.id).order_by(s.pictures.c.at.desc()).limit(most).subquery()
    with store.writing() as connection:
        connection.execute(delete(s.pictures).where(s.pictures.c.at < before))
        connection.execute(delete(s.pictures).where(s.pictures.c.id.not_in(select(kept.c.id))))


def clean(store: Store) -> None:
    """Leave nothing of what was deleted in the database's files."""
    with store.engine.connect() as connection:
        raw = connection.execution_options(isolation_level="AUTOCOMMIT") if store.is_postgres else connection
        if store.is_postgres:
            for table in ("players", "games", "events", "pictures", "acts", "seats"):
                raw.exec_driver_sql(f"VACUUM (FULL) {table}")
            return
    direct = store.engine.raw_connection()
    try:
        direct.execute("VACUUM")
        direct.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    finally:
        direct.close()
