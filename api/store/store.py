"""The log of each table: read, and appended to. Every call is one transaction; what it has written is on the disk.

Blocking: the service calls it from threads. Raises `Conflict` when another process has appended meanwhile, and
`RefereeError` `store_unavailable` when the database can't be reached or is full.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, and_, delete, func, insert, select, text, update
from sqlalchemy.exc import DBAPIError, IntegrityError

from api.domain.events import event_of
from api.domain.state import TableState
from api.store import schema as s
from api.store.engine import WRITE, make_engine
from api.store.migrate import migrate
from api.store.projection import project
from referee.errors import RefereeError
from referee.events import Event

CHANNEL = "fairdrop"
"""PostgreSQL's channel on which processes tell each other of new events: `table:seq`."""


class Conflict(Exception):
    """The log has grown since the state was made: read on, decide again."""


@dataclass(frozen=True)
class TableRow:
    """A table as it was set up. flipped: its camera sees left and right the other way round; None: not asked yet."""

    id: str
    name: str
    key_hash: str
    created_at: str
    flipped: bool | None = None


@dataclass(frozen=True)
class Stored:
    """An event of the log. `at`: when it was stored, ISO 8601 in UTC."""

    seq: int
    at: str
    game: str | None
    data: Mapping[str, Any]

    @property
    def event(self) -> Event:
        return event_of(dict(self.data))


@dataclass(frozen=True)
class Picture:
    """A picture to keep. `about`: plain JSON values, such as where the cells are in it."""

    id: str
    game: str
    reason: str
    jpeg: bytes = field(repr=False)
    about: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Done:
    """An act that was done under an idempotency key: what it was, and the events it made."""

    digest: str
    first_seq: int
    last_seq: int


@dataclass(frozen=True)
class Append:
    """What one transaction adds. steps: each event with the state after it. players: new ones, id → name."""

    steps: Sequence[tuple[Event, TableState]]
    key: str | None = None
    digest: str = ""
    players: Mapping[str, str] = field(default_factory=dict)
    pictures: Sequence[Picture] = ()
    dropped_pictures: Sequence[str] = ()


def now() -> str:
    """The time as it is stored."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


class Store:
    """A database at a URL, at its newest schema once `open` has run."""

    def __init__(self, url: str) -> None:
        self.engine = make_engine(url)
        self._writer = self.engine.execution_options(**WRITE)
        self.is_postgres = self.engine.dialect.name == "postgresql"

    def open(self) -> None:
        """Bring the schema up to date."""
        with _guarded():
            migrate(self.engine)

    def close(self) -> None:
        """Let go of all connections."""
        self.engine.dispose()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A transaction that only reads."""
        with _guarded(), self.engine.begin() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction that writes."""
        with _guarded(), self._writer.begin() as connection:
            yield connection

    # --- Tables ---

    def create_table(self, row: TableRow) -> None:
        """A new table with an empty log."""
        with self.writing() as connection:
            connection.execute(insert(s.tables).values(**vars(row), used_at=row.created_at))

    def table(self, table: str) -> TableRow | None:
        """A table by its id."""
        with self.reading() as connection:
            row = connection.execute(_TABLE.where(s.tables.c.id == table)).first()
        return TableRow(*row) if row else None

    def tables(self) -> list[TableRow]:
        """All tables, oldest first."""
        with self.reading() as connection:
            return [TableRow(*row) for row in connection.execute(_TABLE.order_by(s.tables.c.created_at, s.tables.c.id))]

    def set_flipped(self, table: str, flipped: bool | None) -> None:
        """How the table's camera looks at the board."""
        with self.writing() as connection:
            connection.execute(update(s.tables).where(s.tables.c.id == table).values(flipped=flipped))

    def delete_table(self, table: str) -> None:
        """A table with all that belongs to it."""
        with self.writing() as connection:
            connection.execute(delete(s.tables).where(s.tables.c.id == table))

    def delete_unused(self, before: str) -> int:
        """Tables at which nothing was ever begun, older than that; how many there were."""
        used = select(s.events.c.table_id)
        with self.writing() as connection:
            gone = delete(s.tables).where(s.tables.c.created_at < before, s.tables.c.id.not_in(used))
            return connection.execute(gone).rowcount

    # --- The log ---

    def tail(self, table: str) -> tuple[int, list[Event]]:
        """The last number, and the events since the latest match began: all that the state is made of."""
        with self.reading() as connection:
            begun = connection.scalar(
                select(func.max(s.events.c.seq)).where(
                    s.events.c.table_id == table, s.events.c.event == "match_started"
                )
            )
            rows = connection.execute(_events(table, (begun or 1) - 1, None)).all()
            last = connection.scalar(select(func.max(s.events.c.seq)).where(s.events.c.table_id == table))
        return last or 0, [_stored(row).event for row in rows]

    def events(self, table: str, after: int, limit: int, last: int | None = None) -> list[Stored]:
        """The events after a number, in order, at most so many, and none beyond `last`."""
        with self.reading() as connection:
            query = _events(table, after, limit)
            rows = connection.execute(query if last is None else query.where(s.events.c.seq <= last)).all()
        return [_stored(row) for row in rows]

    def last_seq(self, table: str) -> int:
        """The number of the last event; 0 before the first."""
        with self.reading() as connection:
            return connection.scalar(select(func.max(s.events.c.seq)).where(s.events.c.table_id == table)) or 0

    def append(self, table: str, expected: int, what: Append) -> list[Stored]:
        """Add events after number `expected`, with all that hangs on them, or nothing at all."""
        at = now()
        stored = [_numbered(expected + n, at, event, state) for n, (event, state) in enumerate(what.steps, 1)]
        try:
            with self.writing() as connection:
                self._append(connection, table, expected, what, stored, at)
        except IntegrityError as error:
            raise Conflict from error
        return stored

    def _append(
        self, connection: Connection, table: str, expected: int, what: Append, stored: list[Stored], at: str
    ) -> None:
        last = connection.scalar(select(func.max(s.events.c.seq)).where(s.events.c.table_id == table)) or 0
        if last != expected:
            raise Conflict
        for player, name in what.players.items():
            row = {"id": player, "name": name, "name_key": name_key(name), "created_at": at}
            connection.execute(insert(s.players).values(**row))
        for each in stored:
            connection.execute(insert(s.events).values(table_id=table, **_row(each)))
        for event, state in what.steps:
            project(connection, table, at, event, state)
        for picture in what.pictures:
            connection.execute(insert(s.pictures).values(table_id=table, at=at, **_picture_row(picture)))
        if what.dropped_pictures:
            gone = and_(s.pictures.c.table_id == table, s.pictures.c.id.in_(what.dropped_pictures))
            connection.execute(delete(s.pictures).where(gone))
        if what.key is not None:
            span = {"first_seq": expected + 1, "last_seq": expected + len(stored)}
            connection.execute(insert(s.acts).values(table_id=table, key=what.key, digest=what.digest, at=at, **span))
        connection.execute(update(s.tables).where(s.tables.c.id == table).values(used_at=at))
        if self.is_postgres:
            news = f"{table}:{expected + len(stored)}"
            connection.execute(text("SELECT pg_notify(:channel, :news)"), {"channel": CHANNEL, "news": news})

    # --- Acts and players ---

    def done(self, table: str, key: str) -> Done | None:
        """What was done at a table under an idempotency key."""
        query = select(s.acts.c.digest, s.acts.c.first_seq, s.acts.c.last_seq)
        with self.reading() as connection:
            row = connection.execute(query.where(s.acts.c.table_id == table, s.acts.c.key == key)).first()
        return Done(*row) if row else None

    def forget_acts(self, before: str) -> None:
        """Idempotency keys older than that."""
        with self.writing() as connection:
            connection.execute(delete(s.acts).where(s.acts.c.at < before))

    def players_named(self, names: Iterable[str]) -> dict[str, str]:
        """Known players among those names: name → id. Names are the same whatever their case."""
        wanted = {name_key(name): name for name in names}
        with self.reading() as connection:
            rows = connection.execute(
                select(s.players.c.name_key, s.players.c.id).where(s.players.c.name_key.in_(wanted))
            ).all()
        return {wanted[key]: player for key, player in rows}

    def names(self, players: Iterable[str]) -> dict[str, str]:
        """Names by id; who has been forgotten is left out."""
        with self.reading() as connection:
            rows = connection.execute(
                select(s.players.c.id, s.players.c.name).where(s.players.c.id.in_(tuple(players)))
            ).all()
        return dict(rows)

    # --- Pictures ---

    def pictures(self, table: str) -> list[dict[str, Any]]:
        """What was kept at a table, newest first, without the pictures themselves."""
        p = s.pictures.c
        query = select(p.id, p.game_id, p.at, p.reason, p.bytes, p.about).where(p.table_id == table)
        with self.reading() as connection:
            rows = connection.execute(query.order_by(p.at.desc())).mappings().all()
        return [{**row, "about": json.loads(row["about"])} for row in rows]

    def picture(self, table: str, picture: str) -> bytes | None:
        """One of them."""
        query = select(s.pictures.c.jpeg).where(s.pictures.c.table_id == table, s.pictures.c.id == picture)
        with self.reading() as connection:
            found = connection.scalar(query)
        return None if found is None else bytes(found)


def name_key(name: str) -> str:
    """What two spellings of one name have in common."""
    return name.casefold()


_TABLE = select(s.tables.c.id, s.tables.c.name, s.tables.c.key_hash, s.tables.c.created_at, s.tables.c.flipped)


def _events(table: str, after: int, limit: int | None) -> Any:
    columns = (s.events.c.seq, s.events.c.at, s.events.c.game_id, s.events.c.data)
    query = select(*columns).where(s.events.c.table_id == table, s.events.c.seq > after).order_by(s.events.c.seq)
    return query if limit is None else query.limit(limit)


def _stored(row: Any) -> Stored:
    return Stored(row[0], row[1], row[2], json.loads(row[3]))


def _numbered(seq: int, at: str, event: Event, state: TableState) -> Stored:
    return Stored(seq, at, state.current.id if state.current else None, event.as_dict())


def _row(stored: Stored) -> dict[str, Any]:
    data = json.dumps(stored.data, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return {"seq": stored.seq, "at": stored.at, "event": stored.data["event"], "game_id": stored.game, "data": data}


def _picture_row(picture: Picture) -> dict[str, Any]:
    return {
        "id": picture.id,
        "game_id": picture.game,
        "reason": picture.reason,
        "bytes": len(picture.jpeg),
        "about": json.dumps(dict(picture.about)),
        "jpeg": picture.jpeg,
    }


@contextmanager
def _guarded() -> Iterator[None]:
    """A database that can't be reached, is full or locked is one coded refusal; a conflict of keys stays what it is."""
    try:
        yield
    except IntegrityError:
        raise
    except DBAPIError as error:
        raise RefereeError("store_unavailable") from error
