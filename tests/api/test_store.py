"""The store, on SQLite and on a real PostgreSQL: all or nothing, in order, once, and there again after a new start."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import select, text

from api.domain.state import replayed
from api.service.keys import hash_of
from api.store import schema as s
from api.store.lock import StoreLock
from api.store.store import Append, Conflict, Picture, Store, TableRow, now
from referee.errors import RefereeError
from tests.api.acting import Acting

TABLE = "abcd2345"

PATIENCE_S = 120.0
"""Longer than anything here takes on a busy machine."""
BETWEEN_READS_S = 0.01
"""Readers that never rest would keep the writers of one process from their turn."""


@pytest.fixture
def table(store: Store) -> str:
    store.create_table(TableRow(TABLE, "Kitchen", hash_of("k" * 32), now()))
    return TABLE


def played(name: str = "") -> Acting:
    return Acting(name).play("1212121")


def test_the_migrations_make_the_schema_that_the_code_uses(store: Store) -> None:
    with store.reading() as connection:
        assert compare_metadata(MigrationContext.configure(connection), s.metadata) == []


def test_a_store_of_a_newer_version_is_left_alone(store: Store) -> None:
    with store.writing() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))

    with pytest.raises(RefereeError) as caught:
        store.open()
    assert caught.value.code == "store_too_new"


@pytest.mark.parametrize("url", ["", "nonsense", "mysql://x/y", "sqlite://", "sqlite:///:memory:"])
def test_other_addresses_are_refused(url: str) -> None:
    with pytest.raises(RefereeError) as caught:
        Store(url)
    assert caught.value.code == "store_url"


def test_events_come_back_as_they_were_and_make_the_same_state(store: Store, table: str) -> None:
    acting = played()
    stored = store.append(table, 0, Append(acting.steps))

    assert [each.seq for each in stored] == list(range(1, len(acting.log) + 1))
    assert [each.event for each in store.events(table, 0, 1000)] == acting.log
    assert store.events(table, 3, 2) == stored[3:5]
    last, events = store.tail(table)
    assert (last, replayed(events)) == (len(acting.log), acting.state)


def test_the_tail_begins_with_the_latest_match(store: Store, table: str) -> None:
    acting = played()
    acting.act("end")
    acting.play("4")
    store.append(table, 0, Append(acting.steps))

    assert [event.name for event in store.tail(table)[1]] == ["match_started", "game_started", "started", "move"]


def test_who_comes_too_late_changes_nothing(store: Store, table: str) -> None:
    acting = played()
    store.append(table, 0, Append(acting.steps[:4]))

    with pytest.raises(Conflict):
        store.append(table, 3, Append(acting.steps[4:5], key="another-key", players={"p1": "Ada"}))
    assert store.last_seq(table) == 4
    assert store.done(table, "another-key") is None
    assert store.players_named(["Ada"]) == {}


def test_an_act_is_remembered_with_its_events(store: Store, table: str) -> None:
    store.append(table, 0, Append(played().steps[:2], key="first-key", digest="d"))
    done = store.done(table, "first-key")

    assert done is not None
    assert (done.digest, done.first_seq, done.last_seq) == ("d", 1, 2)
    assert store.done("other234", "first-key") is None


def test_results_are_written_with_the_events_that_made_them(store: Store, table: str) -> None:
    acting = played()
    acting.act("close")
    store.append(table, 0, Append(acting.steps))
    with store.reading() as connection:
        game = connection.execute(select(s.games).order_by(s.games.c.number)).first()
        seats = select(s.seats.c.player_id, s.seats.c.points).where(s.seats.c.game_id == game.id)
        points = connection.execute(seats).all()

    assert (game.result, game.ending, game.discs, game.opener) == ("R", "line", 7, "R")
    assert dict(points) == {"ada": 1.0, "bo": 0.0}


def test_a_store_that_cant_be_written_says_so_and_nothing_is_lost(store: Store, table: str) -> None:
    store.append(table, 0, Append(played().steps[:2]))
    with store.writing() as connection:
        connection.execute(text("DROP TABLE acts"))

    with pytest.raises(RefereeError) as caught:
        store.append(table, 2, Append(played().steps[2:3], key="some-key1"))
    assert caught.value.code == "store_unavailable"
    assert store.last_seq(table) == 2


def test_a_table_goes_with_all_that_belongs_to_it(store: Store, table: str) -> None:
    picture = Picture("pict2345", "game1", "dispute", b"\xff\xd8jpeg")
    store.append(table, 0, Append(played().steps, key="some-key1", pictures=(picture,)))
    store.delete_table(table)

    with store.reading() as connection:
        for each in (s.events, s.acts, s.games, s.matches, s.seats, s.pictures, s.tables):
            assert connection.execute(select(each)).all() == []


def test_names_are_the_same_whatever_their_case(store: Store, table: str) -> None:
    store.append(table, 0, Append(played().steps[:2], players={"p1": "Ada", "p2": "Straße"}))

    assert store.players_named(["ADA", "strasse", "Bo"]) == {"ADA": "p1", "strasse": "p2"}
    assert store.names(["p2", "p9"]) == {"p2": "Straße"}


def test_B120_many_writers_lose_nothing(store: Store) -> None:
    """Twenty threads append to two tables while others read them whole."""
    games = {name: played(name) for name in ("abcd2345", "efgh2345")}
    tables = list(games)
    for name in tables:
        store.create_table(TableRow(name, name, "h", now()))
    stop = threading.Event()

    def write(number: int) -> int:
        name, tries = tables[number % 2], 0
        while True:
            tries += 1
            seq = store.last_seq(name)
            if seq >= len(games[name].steps):
                return tries
            try:
                store.append(name, seq, Append(games[name].steps[seq : seq + 1]))
            except Conflict:
                continue

    def read() -> None:
        while not stop.wait(BETWEEN_READS_S):
            for name in tables:
                store.events(name, 0, 1000)

    with ThreadPoolExecutor(24) as pool:
        readers = [pool.submit(read) for _ in range(4)]
        writers = [pool.submit(write, number) for number in range(20)]
        try:
            assert all(writer.result(PATIENCE_S) for writer in writers)
        finally:
            stop.set()
        assert all(reader.result(PATIENCE_S) is None for reader in readers)
    for name in tables:
        assert [each.event for each in store.events(name, 0, 1000)] == games[name].log


def test_sqlite_syncs_fully_and_overwrites_what_is_deleted(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'a.db'}")
    store.open()
    with store.reading() as connection:
        told = [connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in ("journal_mode", "synchronous")]
        assert told == ["wal", 2]
        assert connection.exec_driver_sql("PRAGMA secure_delete").scalar() == 1
        assert connection.exec_driver_sql("PRAGMA foreign_keys").scalar() == 1
    store.close()


def test_B118_a_second_process_is_refused_the_same_sqlite_store(tmp_path: Path) -> None:
    lock = StoreLock(tmp_path / "a.db")
    with pytest.raises(RefereeError) as caught:
        StoreLock(tmp_path / "a.db")
    lock.close()

    assert caught.value.code == "store_in_use"
    StoreLock(tmp_path / "a.db").close()


def test_a_damaged_file_is_said_to_be_unusable_and_left_as_it_is(tmp_path: Path) -> None:
    """B126: a half-written file is never taken for an empty store."""
    path = tmp_path / "a.db"
    path.write_bytes(b"SQLite format 3\0" + b"\x13" * 5000)
    store = Store(f"sqlite:///{path}")

    with pytest.raises(RefereeError) as caught:
        store.open()
    assert caught.value.code == "store_unavailable"
    assert path.read_bytes() == b"SQLite format 3\0" + b"\x13" * 5000
    store.close()
