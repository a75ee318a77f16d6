"""`fairdrop doctor`: each finding with what to do, nothing changed, an exit status that scripts can use."""

from __future__ import annotations

import ast
import json
import os
import socket
import sqlite3
import sys
import threading
from collections import namedtuple
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from importlib import metadata
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from api.checkup import camera, kept, libraries, network
from api.checkup.camera import check_camera
from api.checkup.finding import Finding, Level
from api.checkup.kept import check_certificates, check_folder, check_store
from api.checkup.network import check_network, check_port
from api.cli import main
from api.https.authority import certificates
from api.store.lock import StoreLock
from api.store.store import Store
from api.texts import LANGUAGES, texts
from vision.errors import SourceError
from vision.frame import Frame

ROOT = Path(__file__).parents[2]
NAMES = ("localhost", "127.0.0.1")


def codes(findings: Iterator[Finding] | list[Finding]) -> list[str]:
    return [finding.code for finding in findings]


# --- The command ------------------------------------------------------------------------------------------------------


@pytest.fixture
def ports() -> tuple[int, int]:
    """Two ports that nobody has."""
    with socket.socket() as first, socket.socket() as second:
        first.bind(("127.0.0.1", 0))
        second.bind(("127.0.0.1", 0))
        return first.getsockname()[1], second.getsockname()[1]


@pytest.fixture
def options(ports: tuple[int, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    monkeypatch.setattr(camera, "DEVICES", tmp_path / "dev")
    plain, secure = map(str, ports)
    return ["--host", "127.0.0.1", "--port", plain, "--https-port", secure, "--data", str(tmp_path / "data")]


def test_a_computer_before_the_first_start_is_fine(options: list[str], tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["doctor", *options])

    assert result.exit_code == 0, result.output
    assert "✗" not in result.output
    assert result.output.rstrip().endswith(texts("en")["doctor_fine"])
    assert not (tmp_path / "data").exists()


def test_findings_as_json(options: list[str]) -> None:
    told = json.loads(CliRunner().invoke(main, ["--lang", "de", "doctor", *options, "--json"]).output)

    assert told["problems"] == 0
    assert {"doctor_store_none", "doctor_certificates_none"} <= {each["code"] for each in told["findings"]}
    assert all(set(each) == {"level", "code", "data", "message"} for each in told["findings"])
    assert "Es gibt noch keine Datenbank" in " ".join(each["message"] for each in told["findings"])


def test_a_problem_is_the_exit_status(options: list[str], tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file, no folder")
    result = CliRunner().invoke(main, ["doctor", *options])

    assert result.exit_code == 1
    assert "✗ The data folder" in result.output
    assert "--data" in result.output


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_finding_has_its_words(lang: str) -> None:
    calls = {"good", "note", "problem"}
    nodes = [node for path in (ROOT / "api/checkup").glob("*.py") for node in ast.walk(ast.parse(path.read_text()))]
    written = {
        node.args[0].value
        for node in nodes
        if isinstance(node, ast.Call)
        and getattr(node.func, "id", "") in calls
        and isinstance(node.args[0], ast.Constant)
    }

    assert len(written) > 35
    assert {code for code in written if code not in texts(lang)} == set()


# --- Libraries --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("requirement", "code"),
    [
        ("numpy<3,>=1.26", None),
        (f"numpy=={metadata.version('numpy')}", None),
        ("numpy>=99", "doctor_library_version"),
        ("click!=8.0,<1", "doctor_library_version"),
        ("no-such-library-of-ours>=1", "doctor_library_missing"),
    ],
)
def test_libraries_are_held_against_their_ranges(requirement: str, code: str | None) -> None:
    fault = libraries.library_fault(requirement)

    assert (fault and fault.code) == code


@pytest.mark.parametrize(("version", "parts"), [("5.0.0.93", (5, 0, 0, 93)), ("1.26", (1, 26)), ("4.0.0rc1", (4,))])
def test_versions_are_numbers(version: str, parts: tuple[int, ...]) -> None:
    assert libraries.numbers(version) == parts


def test_two_opencvs_in_one_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    real = metadata.version
    monkeypatch.setattr(metadata, "version", lambda name: "4.12" if name == "opencv-python" else real(name))

    assert codes(libraries.two_opencvs()) == ["doctor_two_opencvs"]


def test_a_library_that_cannot_be_loaded_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "broken_library.py").write_text("raise ImportError('libGL.so.1 is missing')")
    monkeypatch.syspath_prepend(str(tmp_path))
    found = libraries.cannot_be_loaded("broken_library")

    assert found is not None
    assert "libGL.so.1" in found.text("en")
    assert libraries.cannot_be_loaded("json") is None


# --- Ports ------------------------------------------------------------------------------------------------------------


class _Answering(BaseHTTPRequestHandler):
    body = b'{"status":"ok"}'

    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()
        self.wfile.write(self.body)

    def log_message(self, *words: object) -> None:
        pass


def answering(body: bytes) -> HTTPServer:
    server = HTTPServer(("127.0.0.1", 0), type("Handler", (_Answering,), {"body": body}))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b'{"status":"ok"}', "doctor_port_fairdrop"),
        (b"<html>", "doctor_port_taken"),
        (b"\xff" * 500, "doctor_port_taken"),
    ],
)
def test_whose_port_it_is(body: bytes, code: str) -> None:
    server = answering(body)
    try:
        assert check_port("127.0.0.1", server.server_port, https=False).code == code
    finally:
        server.shutdown()
        server.server_close()


def test_a_port_of_a_silent_program_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "ANSWER_S", 0.1)
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        port = silent.getsockname()[1]
        plain, secure = (check_port("127.0.0.1", port, https) for https in (False, True))

    assert (plain.code, plain.data["option"]) == ("doctor_port_taken", "--port")
    assert (secure.level, secure.data["option"]) == (Level.PROBLEM, "--https-port")
    assert 0 < plain.data["other"] <= 65535


def test_an_address_that_is_not_ours() -> None:
    assert check_port("192.0.2.77", 8400, https=False).code == "doctor_host"


def test_without_a_network(monkeypatch: pytest.MonkeyPatch, ports: tuple[int, int]) -> None:
    monkeypatch.setattr(network, "own_address", lambda: None)

    assert codes(check_network("127.0.0.1", *ports)) == ["doctor_network_none", "doctor_port_free", "doctor_port_free"]


# --- The camera -------------------------------------------------------------------------------------------------------


class Cameras:
    """A source of so many pictures, then of none."""

    def __init__(self, pictures: int) -> None:
        self.left = pictures

    def read(self) -> Frame | None:
        if not self.left:
            raise SourceError("source_lost", seconds=10)
        return Frame(np.zeros((480, 640, 3), np.uint8), 0.0, 0)

    def close(self) -> None:
        self.left = -1


@pytest.mark.parametrize(("pictures", "code"), [(1, "doctor_camera"), (0, "doctor_camera_busy")])
def test_a_camera_gives_a_picture_or_not(
    pictures: int, code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = Cameras(pictures)
    (tmp_path / "video3").touch()
    monkeypatch.setattr(camera, "DEVICES", tmp_path)
    monkeypatch.setattr("vision.sources.open_source", {"camera:3": source}.__getitem__)
    found = check_camera(3)

    assert found.code == code
    assert (found.data.get("width"), found.data.get("height")) == ((640, 480) if pictures else (None, None))
    assert source.left == -1


@pytest.mark.skipif(sys.platform != "linux", reason="devices as Linux has them")
def test_a_camera_that_may_not_be_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "video0").touch()
    monkeypatch.setattr(camera, "DEVICES", tmp_path)
    monkeypatch.setattr(os, "access", lambda path, mode: False)

    assert check_camera(0).code == "doctor_camera_not_allowed"
    assert check_camera(1).code == "doctor_camera_none"


# --- The data folder --------------------------------------------------------------------------------------------------


def test_the_folder_is_looked_at_and_not_made(tmp_path: Path) -> None:
    assert codes(check_folder(tmp_path / "a" / "b")) == ["doctor_folder_to_be_made"]
    assert not (tmp_path / "a").exists()


@pytest.mark.skipif(os.name != "posix", reason="rights as POSIX has them")
def test_a_folder_that_others_can_read(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    assert codes(check_folder(tmp_path)) == ["doctor_folder", "doctor_folder_open"]
    tmp_path.chmod(0o700)
    assert codes(check_folder(tmp_path)) == ["doctor_folder"]


def test_a_folder_that_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda path, mode: False)

    assert codes(check_folder(tmp_path)) == ["doctor_folder_not_writable"]


def test_a_disk_that_is_nearly_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    usage = namedtuple("usage", "total used free")(10**9, 10**9 - 10**7, 10**7)
    monkeypatch.setattr(kept.shutil, "disk_usage", lambda path: usage)
    (full, *_) = check_folder(tmp_path)

    assert (full.code, full.data["free"]) == ("doctor_space_low", 10)


# --- The database -----------------------------------------------------------------------------------------------------


@pytest.fixture
def database(tmp_path: Path) -> Path:
    path = tmp_path / "kept" / "fairdrop.db"
    path.parent.mkdir()
    store = Store(f"sqlite:///{path}")
    store.open()
    store.close()
    return path


def change(path: Path, statement: str) -> None:
    connection = sqlite3.connect(path)
    with connection:
        connection.execute(statement)
    connection.close()


def test_a_whole_database_is_left_as_it_is(database: Path) -> None:
    before = database.read_bytes()

    assert codes(check_store(f"sqlite:///{database}")) == ["doctor_store"]
    assert database.read_bytes() == before


def test_a_database_of_another_fairdrop(database: Path) -> None:
    change(database, "UPDATE alembic_version SET version_num = 'later'")
    assert codes(check_store(f"sqlite:///{database}")) == ["store_too_new"]
    change(database, "DELETE FROM alembic_version")
    assert codes(check_store(f"sqlite:///{database}")) == ["doctor_store_older"]


def test_a_damaged_database(database: Path) -> None:
    whole = database.read_bytes()
    database.write_bytes(whole[:4096] + b"\xff" * 8192 + whole[12288:])
    assert codes(check_store(f"sqlite:///{database}")) == ["doctor_store_damaged"]
    database.write_text("no database at all, but long enough to be looked at " * 40)
    assert codes(check_store(f"sqlite:///{database}")) == ["doctor_store_damaged"]


def test_who_has_the_database(database: Path) -> None:
    lock = StoreLock(database)
    assert codes(check_store(f"sqlite:///{database}")) == ["doctor_store", "doctor_store_in_use"]
    lock.close()
    assert codes(check_store(f"sqlite:///{database}")) == ["doctor_store", "doctor_lock_left"]


def test_stores_that_cannot_be() -> None:
    assert codes(check_store("mysql://x")) == ["store_url"]
    (found,) = check_store("postgresql://somebody:secret@127.0.0.1:1/none")
    assert found.code in ("doctor_store_unreachable", "doctor_postgres_missing")
    assert "secret" not in found.text("en")


# --- Certificates -----------------------------------------------------------------------------------------------------


def test_certificates_last_or_are_renewed(tmp_path: Path) -> None:
    certificates(tmp_path / "https", NAMES)
    now = datetime.now(UTC)
    found = check_certificates(tmp_path, NAMES)

    assert (found.code, found.data["days"] > 300) == ("doctor_certificates", True)
    assert check_certificates(tmp_path, NAMES, now + timedelta(days=380)).code == "doctor_certificates_renewed"
    assert check_certificates(tmp_path, (*NAMES, "192.168.7.7")).code == "doctor_certificates_renewed"
    assert check_certificates(tmp_path, (*NAMES, "192.0.2.7")).code == "doctor_certificates", "nobody can vouch for it"


def test_a_clock_that_stands_before_the_certificates(tmp_path: Path) -> None:
    certificates(tmp_path / "https", NAMES)

    assert check_certificates(tmp_path, NAMES, datetime(1970, 1, 2, tzinfo=UTC)).code == "doctor_clock"


def test_damaged_certificates_are_renewed(tmp_path: Path) -> None:
    found = certificates(tmp_path / "https", NAMES)
    found.authority.write_text("nothing")
    assert check_certificates(tmp_path, NAMES).code == "doctor_certificates_renewed"
    found.chain.write_text("nothing")
    assert check_certificates(tmp_path, NAMES).code == "doctor_certificates_renewed"
