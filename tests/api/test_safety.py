"""What comes from outside is hostile: each line of the list is refused, or harmless."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from api.app import Settings
from api.door import Door, DoorRules, host_name, is_local
from api.service.keys import hash_of, new_key, opens
from api.service.limits import Limits, for_tables
from tests.api.phone import ADA_AND_BO, Phone, picture
from tests.api.server import serving

NASTY = [
    "<svg onload=alert(1)>", "=1+2", "../../etc/passwd", "'; DROP TABLE players; --", "{disc:colour}", "%00", "${x}",
    "\u05d0\u05d1", "🏆" * 10,
]  # fmt: skip
IMPOSSIBLE = ["\0", "a\0b", "", "   ", "x" * 41, "\ud800", "a\u202eb", "line\nbreak", "\x1b[31m", 7, None, [], {"a": 1}]


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with serving(Settings(limits=Limits(tables=1000, tables_per_minute=1000))) as address:
        yield address


# Keys -----------------------------------------------------------------------------------------------------------------


def requests_that_act(phone: Phone) -> list[tuple[str, str, dict[str, Any]]]:
    return [
        ("POST", f"{phone.path}/acts", {"json": ADA_AND_BO, "headers": {"idempotency-key": "some-key1"}}),
        ("POST", f"{phone.path}/frames", {"content": bytes(30), "headers": {"camera": "camera-1234"}}),
        ("DELETE", phone.path, {}),
        ("GET", f"{phone.path}/key", {}),
        ("GET", f"{phone.path}/picture", {}),
        ("GET", f"{phone.path}/pictures", {}),
        ("GET", f"{phone.path}/pictures/abcd2345", {}),
        ("DELETE", f"{phone.path}/pictures/abcd2345", {}),
        ("DELETE", f"{phone.path}/games/abcd2345", {}),
    ]


@pytest.mark.parametrize("number", range(9))
@pytest.mark.parametrize(
    ("kind", "status", "code"),
    [
        ("none", 401, "key_missing"),
        ("wrong", 403, "key_wrong"),
        ("another table's", 403, "key_wrong"),
        ("no key at all", 403, "key_wrong"),
    ],
)
def test_only_key_holders_act(phone: Phone, number: int, kind: str, status: int, code: str) -> None:
    method, path, more = requests_that_act(phone)[number]
    other = Phone(phone.address)
    key = {"wrong": new_key(), "another table's": other.key, "no key at all": "' OR 1=1"}.get(kind)
    headers = more.pop("headers", {}) | ({"authorization": f"Bearer {key}"} if key else {})
    refused = phone.http.request(method, path, headers=headers, **more)
    other.close()

    assert (refused.status_code, refused.json()["code"]) == (status, code)
    assert phone.log() == []


@pytest.mark.parametrize("key", ["", "wrong-key-that-is-long-enough"])
def test_a_camera_needs_the_key_too(phone: Phone, key: str) -> None:
    with phone.camera(key=key) as camera:
        told = json.loads(camera.recv(timeout=10))

    assert told["error"]["code"] == ("key_wrong" if key else "key_missing")
    assert phone.snapshot()["camera"]["state"] == "none"


def test_watchers_may_look(phone: Phone) -> None:
    for path in ("", "/log", "/games", "/disputes"):
        assert phone.http.get(phone.path + path).status_code == 200


def test_keys_are_long_stored_as_hashes_and_compared_whole(phone: Phone) -> None:
    key = new_key()

    assert len(key) >= 32
    assert key not in hash_of(key)
    assert opens(key, hash_of(key))
    assert not opens(key[:-1], hash_of(key))
    assert not opens(None, hash_of(key))


# Doors ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://localhost", "http://[", "file://"])
def test_B128_a_foreign_origin_is_refused(phone: Phone, origin: str) -> None:
    for method, path in (("GET", phone.path), ("POST", f"{phone.path}/acts"), ("POST", "/api/v1/tables")):
        refused = phone.http.request(method, path, headers=phone.bearer | {"origin": origin})
        assert (refused.status_code, refused.json()["code"]) == (403, "other_origin")
    with pytest.raises(InvalidStatus) as caught, phone.camera(origin=origin):
        pass
    assert caught.value.response.status_code == 403


def test_B128_the_own_page_may_open_a_socket(phone: Phone) -> None:
    with phone.camera(origin=phone.address) as camera:
        camera.send(b"x")
        assert json.loads(camera.recv(timeout=10))["why"]["code"] == "frame_header"


def test_a_picture_tag_on_a_foreign_page_is_refused(phone: Phone) -> None:
    headers = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors"}

    assert phone.http.get(phone.path, headers=headers).json()["code"] == "other_origin"


@pytest.mark.parametrize("host", ["evil.example", "localhost.evil.example", "", "a@b", "127.0.0.1.evil.example", "x y"])
def test_a_foreign_host_is_refused(phone: Phone, host: str) -> None:
    """DNS rebinding: a name of somebody else's that leads here."""
    refused = phone.http.get(phone.path, headers={"host": host})

    assert refused.status_code in (400, 403)
    assert phone.key not in refused.text


@pytest.mark.parametrize(
    ("host", "name"),
    [
        ("192.168.1.5:8400", "192.168.1.5"),
        ("[fe80::1]:8443", "fe80::1"),
        ("Fairdrop.local", "fairdrop.local"),
        ("localhost.", "localhost"),
        ("a/b", None),
        ("a:b", None),
        ("[::1", None),
        ("user@localhost", None),
    ],
)
def test_names_in_host_headers(host: str, name: str | None) -> None:
    assert host_name(host) == name


def test_hosts_of_ones_own_are_known() -> None:
    door = Door(lambda *_: None, DoorRules(names=("club.example",)))  # type: ignore[arg-type,return-value]

    assert all(map(door.knows_host, ["club.example", "10.0.0.1:8400", "[::1]", "kitchen.local", "localhost:1"]))
    assert not any(map(door.knows_host, ["www.club.example", "local", "evil.example", ""]))


@pytest.mark.parametrize(
    ("client", "local"),
    [
        ("127.0.0.1", True), ("192.168.7.9", True), ("10.1.2.3", True), ("172.16.0.1", True), ("169.254.3.4", True),
        ("::1", True), ("fe80::1%eth0", True), ("fd00::1", True), ("::ffff:192.168.1.2", True), ("8.8.8.8", False),
        ("172.32.0.1", False), ("2001:4860:4860::8888", False), ("::ffff:8.8.8.8", False), ("nonsense", False),
    ],
)  # fmt: skip
def test_only_the_local_network_is_served(client: str, local: bool) -> None:
    assert is_local(client) is local
    scope = {"type": "http", "client": (client, 1), "headers": [(b"host", b"localhost")]}
    refusal = Door(lambda *_: None).refusal  # type: ignore[arg-type,return-value]

    assert refusal(scope) == (None if local else "not_local")


def test_what_is_wished_is_served_to_all() -> None:
    scope = {"type": "http", "client": ("8.8.8.8", 1), "headers": [(b"host", b"localhost")]}

    assert Door(lambda *_: None, DoorRules(public=True)).refusal(scope) is None  # type: ignore[arg-type,return-value]


# Strings --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NASTY)
def test_nasty_names_are_names_and_nothing_else(phone: Phone, name: str) -> None:
    """`<svg onload>` stays JSON, a path stays a name, a formula stays text in the season's CSV."""
    started = phone.act({"act": "start", "players": [{"name": name}, {"name": "Bo"}], "opener": "R"})
    assert started.status_code == 200
    assert started.headers["content-type"] == "application/json"
    assert started.json()["snapshot"]["game"]["players"][0]["name"] == name
    phone.act("begin")
    phone.act("resign", disc="Y")
    phone.act("close")
    season = phone.http.get("/api/v1/season.csv")
    rows = [row for row in csv.reader(io.StringIO(season.text.removeprefix("\ufeff"))) if name in row[2]]

    assert season.headers["content-type"].startswith("text/csv")
    assert season.headers["x-content-type-options"] == "nosniff"
    assert rows[0][2] == (f"'{name}" if name.startswith(("=", "'")) else name)
    assert not any(cell.startswith(("=", "+", "-", "@")) for row in rows for cell in row)


@pytest.mark.parametrize("name", IMPOSSIBLE, ids=repr)
def test_impossible_names_are_refused(phone: Phone, name: object) -> None:
    body = json.dumps({"act": "start", "players": [{"name": name}, {"name": "Bo"}]}).encode()
    headers = phone.bearer | {"idempotency-key": "some-key1", "content-type": "application/json"}
    refused = phone.http.post(f"{phone.path}/acts", content=body, headers=headers)

    assert (refused.status_code, refused.json()["code"]) == (400, "bad_request")
    assert phone.log() == []


@pytest.mark.parametrize(
    "body",
    [
        b"", b"{", b"[]", b"null", b'"x"', b"\xff\xfe", b'{"act": "start", "\\ud800": 1}', b"[" * 60_000,
        b'{"act": "start", "seen": 1e400}', b'{"act": "start", "ages": [NaN], "opener": "youngest"}',
        b'{"act": "play", "column": true}', b'{"act": "play", "column": 4.0001}', b'{"act": "play", "column": "4"}',
        b'{"act": "play", "column": 99999999999999999999}', b'{"act": "start", "variant": "\\u0000"}',
        b'{"act": "start", "start": ["<svg>....", "......."]}', b'{"act": "start", "extra": 1}',
    ],
    ids=lambda body: repr(body[:30]),
)  # fmt: skip
def test_senseless_bodies_are_refused_without_an_echo(phone: Phone, body: bytes) -> None:
    headers = phone.bearer | {"idempotency-key": "some-key1", "content-type": "application/json"}
    refused = phone.http.post(f"{phone.path}/acts", content=body, headers=headers)

    assert 400 <= refused.status_code < 500
    assert set(refused.json()) >= {"code", "message"}
    assert "svg" not in refused.text
    assert phone.log() == []


@pytest.mark.parametrize(
    "table",
    ["../etc", "..%2f..%2fetc", "a%00b", "%2e%2e", "' OR 1=1", "<svg onload=1>", "a" * 300, "ABCD", "kein", "é"],
)
def test_nothing_from_outside_becomes_a_path_or_a_query(phone: Phone, table: str) -> None:
    for path in (f"/api/v1/tables/{table}", f"/api/v1/tables/{table}/events", f"/api/v1/games/{table}", f"/{table}"):
        refused = phone.http.get(path)
        assert refused.status_code in (400, 404)
        assert "onload" not in refused.text
        assert "root:" not in refused.text


@pytest.mark.parametrize("query", ["lang=..%2F..%2Fen", "lang=%00", "after=-1", "after=1e9", "after=99999999999999"])
def test_senseless_queries_are_refused(phone: Phone, query: str) -> None:
    assert phone.http.get(f"{phone.path}/log?{query}").status_code == 400


# Bounds ---------------------------------------------------------------------------------------------------------------


def test_a_body_has_its_bound(phone: Phone) -> None:
    headers = phone.bearer | {"idempotency-key": "some-key1"}
    refused = phone.http.post(f"{phone.path}/acts", content=b" " * 70_000, headers=headers)

    assert (refused.status_code, refused.json()["code"]) == (413, "body_too_large")


def test_tables_have_their_bound_and_unused_ones_make_room() -> None:
    with serving(Settings(limits=Limits(tables=2, unused_table_s=3600))) as address:
        one, two = Phone(address), Phone(address)
        refused = httpx.post(f"{address}/api/v1/tables", json={"name": "three"})
        assert (refused.status_code, refused.json()["code"]) == (503, "too_many_tables")
        one.close()
        two.close()
    with serving(Settings(limits=Limits(tables=2, unused_table_s=-1))) as address:
        used = Phone(address)
        used.act(ADA_AND_BO)
        Phone(address).close()
        assert httpx.post(f"{address}/api/v1/tables", json={"name": "three"}).status_code == 201
        assert used.snapshot()["phase"] == "awaiting_start"
        used.close()


def test_setting_up_tables_has_its_pace() -> None:
    with serving(Settings(limits=Limits(tables_per_minute=2))) as address:
        told = [httpx.post(f"{address}/api/v1/tables", json={"name": "x"}).status_code for _ in range(3)]

    assert told == [201, 201, 429]


def test_connections_have_their_bound() -> None:
    with serving(Settings(limits=Limits(listeners_per_address=1, cameras=1))) as address:
        phone = Phone(address)
        with phone.listening() as heard:
            next(heard)
            assert phone.http.get(f"{phone.path}/events").json()["code"] == "too_many_connections"
        with phone.camera() as first:
            first.send(b"x")
            first.recv(timeout=10)
            with phone.camera() as second:
                assert json.loads(second.recv(timeout=10))["error"]["code"] == "too_many_connections"
        phone.close()


# Secrets --------------------------------------------------------------------------------------------------------------


def test_no_key_and_no_name_gets_into_the_log(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level("DEBUG"), serving() as address:
        phone = Phone(address)
        phone.play("4")
        with phone.camera() as camera:
            camera.send(picture())
            camera.recv(timeout=10)
        phone.close()
    requests = [json.loads(record.getMessage()) for record in caplog.records if record.name == "fairdrop.request"]
    ours = "\n".join(
        record.getMessage() for record in caplog.records if record.name.startswith(("fairdrop", "uvicorn"))
    )

    assert {"request", "method", "path", "status", "ms", "client"} <= set(requests[0])
    assert phone.key not in ours
    assert "Ada" not in ours


def test_a_club_gets_as_many_tables_as_it_asks_for_and_connections_for_them() -> None:
    club, home = for_tables(200), for_tables(1)

    assert (club.tables, home.tables) == (200, 1)
    assert club.cameras > 200
    assert club.listeners > 1000
    assert (home.cameras, home.listeners) == (Limits().cameras, Limits().listeners)
