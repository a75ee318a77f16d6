"""What is kept: results, what is forgotten for good, backups that come back whole, also on the other database."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from sqlalchemy import select

from api.app import Settings
from api.cli import main
from api.service.keys import hash_of
from api.store import forgetting, results
from api.store import schema as s
from api.store.backup import backup, restore
from api.store.results import Span
from api.store.store import Append, Picture, Store, TableRow, now
from referee.errors import RefereeError
from referee.records import write_record
from tests.api.acting import Acting
from tests.api.phone import Phone
from tests.api.server import serving

TABLE, SECRET = "abcd2345", "Wilhelmina"
JPEG = b"\xff\xd8" + b"SecretPicture" * 100


def two_games() -> Acting:
    """Ada wins the first as red, Bo the second."""
    acting = Acting().play("1212121")
    acting.act("close")
    acting.act("begin")
    acting.act("resign", disc="R")
    acting.act("close")
    return acting


def fill(store: Store) -> Acting:
    acting = two_games()
    store.create_table(TableRow(TABLE, "Kitchen", hash_of("k"), now()))
    shot = Picture("pict2345", "game1", "dispute", JPEG, {"width": 10})
    names = {"ada": SECRET, "bo": "Bo"}
    store.append(TABLE, 0, Append(acting.steps, key="some-key1", digest="d", players=names, pictures=(shot,)))
    return acting


def rows(store: Store) -> dict[str, list[tuple[object, ...]]]:
    with store.reading() as connection:
        return {
            table.name: [tuple(row) for row in connection.execute(select(table))] for table in s.metadata.sorted_tables
        }


def test_standings_and_head_to_head(store: Store) -> None:
    fill(store)
    ada, bo = results.standings(store, Span())

    assert [ada["games"], ada["wins"], ada["losses"], ada["points"], bo["points"]] == [2, 1, 1, 1.0, 1.0]
    assert results.head_to_head(store, "ada", "bo", Span()) == {
        "players": ["ada", "bo"], "games": 2, "wins": [1, 1], "draws": 0,
    }  # fmt: skip
    assert results.standings(store, Span(since="2999-01-01")) == []


def test_a_record_can_be_written_of_every_game(store: Store) -> None:
    fill(store)
    first, second = results.records(store, Span())

    assert f'[Player1 "{SECRET}"]' in write_record(first)
    assert second.headers["Round"] == "2"
    assert second.headers["Date"].endswith("+00:00")


def test_a_forgotten_player_is_nowhere_in_the_store(store_url: str) -> None:
    store = Store(store_url)
    store.open()
    fill(store)
    forgetting.forget_player(store, SECRET.upper())

    assert results.standings(store, Span())[0]["name"] is None
    assert '[Player1 "?"]' in write_record(next(results.records(store, Span())))
    assert SECRET not in repr(rows(store))
    store.close()
    if store_url.startswith("sqlite"):
        folder = Path(store_url.removeprefix("sqlite:///")).parent
        assert not any(SECRET.encode() in path.read_bytes() for path in folder.iterdir())


def test_a_forgotten_game_goes_with_its_events_and_pictures(store: Store) -> None:
    acting = fill(store)
    forgetting.forget_game(store, "game1")
    left = rows(store)

    assert "game1" not in [row[0] for row in left["games"]]
    assert left["pictures"] == []
    assert "game1'" not in repr(left["events"])
    assert [record.headers["Round"] for record in results.records(store, Span())] == ["2"]
    with pytest.raises(RefereeError) as caught:
        forgetting.forget_game(store, "game1")
    assert caught.value.code == "no_such_game"
    assert acting.state.current is not None
    with pytest.raises(RefereeError) as caught:
        forgetting.forget_game(store, acting.state.current.id)
    assert caught.value.code == "not_while_playing"


def test_forgotten_pictures_leave_no_bytes(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'a.db'}")
    store.open()
    fill(store)
    assert forgetting.forget_pictures(store) == 1
    store.close()

    assert not any(b"SecretPicture" in path.read_bytes() for path in tmp_path.iterdir())


def test_pictures_are_bounded_in_number_and_age(store: Store) -> None:
    fill(store)
    forgetting.forget_old_pictures(store, most=5, days=1)
    assert len(store.pictures(TABLE)) == 1
    forgetting.forget_old_pictures(store, most=0, days=1)
    assert store.pictures(TABLE) == []


def test_a_backup_comes_back_whole(store: Store, tmp_path: Path) -> None:
    fill(store)
    path = tmp_path / "copy.gz"
    count = backup(store, path)
    again = Store(f"sqlite:///{tmp_path / 'again.db'}")
    again.open()

    assert restore(again, path) == count
    assert {name: sorted(map(repr, each)) for name, each in rows(again).items()} == {
        name: sorted(map(repr, each)) for name, each in rows(store).items()
    }
    assert path.stat().st_mode & 0o077 == 0
    with pytest.raises(RefereeError) as caught:
        restore(again, path)
    assert caught.value.code == "store_not_empty"
    again.close()


@pytest.mark.parametrize("damage", ["cut", "text", "other", "row", "missing"])
def test_a_damaged_backup_changes_nothing(store: Store, tmp_path: Path, damage: str) -> None:
    fill(store)
    path = tmp_path / "copy.gz"
    backup(store, path)
    whole = path.read_bytes()
    bad = {
        "cut": whole[: len(whole) // 2],
        "text": b"hello",
        "other": gzip.compress(b'{"something": 1}\n'),
        "row": gzip.compress(b'{"fairdrop_backup": 1}\n["tables", {"id": 1}]\n'),
    }
    path.unlink() if damage == "missing" else path.write_bytes(bad[damage])
    again = Store(f"sqlite:///{tmp_path / 'again.db'}")
    again.open()

    with pytest.raises(RefereeError) as caught:
        restore(again, path)
    assert caught.value.code == ("no_backup_file" if damage == "missing" else "bad_backup")
    assert again.tables() == []
    again.close()


def test_the_commands_back_up_forget_and_restore(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'fairdrop.db'}")
    store.open()
    fill(store)
    store.close()
    run, here = CliRunner().invoke, ["--data", str(tmp_path)]
    copy, other = str(tmp_path / "copy.gz"), ["--data", str(tmp_path / "other")]
    told = [
        run(main, ["--lang", "en", "backup", copy, *here]),
        run(main, ["--lang", "en", "forget", "player", "wilhelmina", *here]),
        run(main, ["--lang", "en", "forget", "player", "wilhelmina", *here]),
        run(main, ["--lang", "en", "forget", "game", *here]),
        run(main, ["--lang", "en", "forget", "pictures", *here]),
        run(main, ["--lang", "en", "restore", copy, *other]),
    ]

    assert [each.exit_code for each in told] == [0, 0, 1, 1, 0, 0], [each.output for each in told]
    assert "no_such_player" in told[2].stderr
    assert "forget_whom" in told[3].stderr


@pytest.fixture
def phone() -> Iterator[Phone]:
    with serving(Settings()) as address:
        phone = Phone(address)
        yield phone
        phone.close()


def test_results_over_http(phone: Phone) -> None:
    phone.play("1212121")
    phone.act("dispute", claim="we_have_a_line")
    phone.act("settle")
    phone.act("close")
    get = phone.http.get
    game = get(f"{phone.path}/games").json()[-1]
    ada, bo = get("/api/v1/players").json()

    assert (game["result"], game["ending"], game["discs"]) == ("R", "line", 7)
    assert get(f"/api/v1/games/{game['id']}").json()["result"]["outcome"]["winner"] == "R"
    assert get(f"/api/v1/games/{game['id']}/record").text.startswith('[Fairdrop "1"]')
    assert get("/api/v1/standings").json()[0]["name"] == "Ada"
    assert get("/api/v1/head-to-head", params={"first": ada["id"], "second": bo["id"]}).json()["wins"] == [1, 0]
    assert get(f"{phone.path}/disputes").json()[0]["answer"]["upheld"] is True
    assert len(get("/api/v1/season.json?since=2020-01-01").json()) == 1
    assert json.loads(get("/api/v1/season.json?since=2999-01-01").text) == []
    assert get("/api/v1/season.exe").status_code == 404
    assert get("/api/v1/season.csv?since='").status_code == 400
    assert get("/api/v1/games/abcd2345").json()["code"] == "no_such_game"
    assert phone.http.delete(f"{phone.path}/games/{game['id']}", headers=phone.bearer).status_code == 204
    assert get("/api/v1/standings").json() == []
