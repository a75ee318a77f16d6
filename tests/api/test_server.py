"""`fairdrop serve` over a real socket: reading, refusing, holding out; and the page's own rules."""

from __future__ import annotations

import base64
import json
import re
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import cv2
import httpx
import numpy as np
import pytest
from click.testing import CliRunner

from api.app import Settings
from api.cli import main
from api.story import Scene, Story
from api.told import Told
from tests.api.board_pictures import board_picture, rows_of, write_photo
from tests.api.server import serving
from tests.memory import run_measured
from tests.vision import picture_makers as make
from vision import limits

BOARD = ". . Y R . . .\n. R Y R Y . R"
JPEG = make.encode(make.corners_picture(), "JPEG")
WEB = Path(__file__).parents[2] / "api" / "web"


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with serving() as address:
        yield address


@pytest.fixture
def client(server: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server, headers={"accept-language": "en"}, timeout=60) as client:
        yield client


@pytest.fixture(scope="module")
def photo() -> bytes:
    return cv2.imencode(".png", board_picture(rows_of(BOARD)))[1].tobytes()


def test_the_server_says_that_it_is_up(client: httpx.Client) -> None:
    assert client.get("/healthz").json() == {"status": "ok"}


def test_the_answer_is_that_of_the_command_line(client: httpx.Client, photo: bytes, tmp_path: Path) -> None:
    served = client.post("/api/read", content=photo)
    path = write_photo(tmp_path / "a.png", BOARD)
    printed = json.loads(CliRunner().invoke(main, ["--lang", "en", "read", "--json", str(path)]).stdout)
    answer = served.json()

    assert served.status_code == 200
    assert answer["board"][4:] == ["..YR...", ".RYRY.R"]
    assert answer.keys() | {"file"} == printed.keys()
    assert [answer[key] for key in answer if key != "seconds"] == [printed[key] for key in answer if key != "seconds"]


@pytest.mark.parametrize("path", ["/api/read", "/api/v1/readings"])
def test_board_line_and_colours_are_told_as_on_the_command_line(
    client: httpx.Client, photo: bytes, tmp_path: Path, path: str
) -> None:
    served = client.post(path, content=photo, params={"connect": 3, "discs": "yellow,red"}).json()
    file = str(write_photo(tmp_path / "a.png", BOARD))
    told = ["--lang", "en", "read", "--json", "--connect", "3", "--discs", "yellow,red", file]
    printed = json.loads(CliRunner().invoke(main, told).stdout)

    assert served["board"][4:] == ["..RY...", ".YRYR.Y"]
    assert served["lines"] == printed["lines"]


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ({"board": "4x4"}, "board_not_read"),
        ({"board": "99x99"}, "board_not_read"),
        ({"board": "7"}, "board_not_read"),
        ({"board": "8x7" * 20}, "bad_request"),
        ({"connect": "9"}, "line_length"),
        ({"connect": "0"}, "bad_request"),
        ({"connect": "x"}, "bad_request"),
        ({"discs": "red"}, "discs_two"),
        ({"discs": "red,\0"}, "disc_colour_unknown"),
        ({"discs": "red,plaid"}, "disc_colour_unknown"),
    ],
)
def test_what_is_said_of_the_board_is_checked(client: httpx.Client, said: dict[str, str], code: str) -> None:
    refused = client.post("/api/read", content=JPEG, params=said)

    assert (refused.status_code, refused.json()["code"]) == (400, code)


@pytest.mark.parametrize("media_type", ["image/jpeg", "application/octet-stream", "text/plain", None])
def test_a_picture_is_told_by_content_not_by_its_media_type(
    client: httpx.Client, photo: bytes, media_type: str | None
) -> None:
    headers = {"content-type": media_type} if media_type else {}

    assert client.post("/api/read", content=photo, headers=headers).json()["status"] == "read"


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        (b"", 400, "picture_empty"),
        (JPEG[: len(JPEG) // 2], 400, "picture_truncated"),
        (b"just words", 415, "picture_not_a_picture"),
        (b"<html>", 415, "picture_not_a_picture"),
        (make.encode(make.corners_picture(), "GIF"), 415, "picture_format"),
        (make.png_bomb(), 413, "picture_too_large"),
        (bytes(limits.MAX_PICTURE_BYTES + 1), 413, "picture_too_many_bytes"),
    ],
)
def test_bad_pictures_are_refused_with_a_code(client: httpx.Client, body: bytes, status: int, code: str) -> None:
    answer = client.post("/api/read", content=body)

    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert answer.json().keys() == {"code", "message"}
    assert len(answer.json()["message"]) > 20


def test_a_photo_without_a_board_is_an_answer(client: httpx.Client) -> None:
    wall = make.encode(make.corners_picture(640, 480), "PNG")
    answer = client.post("/api/read", params={"overlay": True}, content=wall)

    assert answer.status_code == 200
    assert (answer.json()["status"], answer.json()["board"]) == ("refused", None)
    assert answer.json()["error"]["message"]
    assert answer.json()["overlay"].startswith("data:image/jpeg;base64,")


def test_the_overlay_is_a_close_view_of_the_board(client: httpx.Client, photo: bytes) -> None:
    url = client.post("/api/read", params={"overlay": True}, content=photo).json()["overlay"]
    overlay = cv2.imdecode(np.frombuffer(base64.b64decode(url.split(",")[1]), np.uint8), cv2.IMREAD_COLOR)
    height, width = board_picture(rows_of(BOARD)).shape[:2]

    assert height * 0.6 < overlay.shape[0] <= height
    assert width * 0.6 < overlay.shape[1] <= width


def test_an_endless_body_is_cut_off(server: str) -> None:
    """Chunked, without a length: refused when the limit is passed, not when the sender tires."""
    where = urlsplit(server)
    chunk = b"100000\r\n" + bytes(1 << 20) + b"\r\n"
    with socket.create_connection((where.hostname, where.port), timeout=60) as connection:
        connection.sendall(b"POST /api/read HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n")
        for _ in range(limits.MAX_PICTURE_BYTES // (1 << 20) + 2):
            connection.sendall(chunk)
        answer = connection.recv(1 << 16)

    assert answer.startswith(b"HTTP/1.1 413 ")


def test_a_body_that_trickles_in_is_given_up(photo: bytes) -> None:
    def trickle() -> Iterator[bytes]:
        yield photo[:100]
        time.sleep(0.6)
        yield photo[100:]

    with serving(Settings(upload_timeout_s=0.2)) as address:
        answer = httpx.post(f"{address}/api/read", content=trickle())

    assert (answer.status_code, answer.json()["code"]) == (408, "upload_too_slow")


def test_bombs_keep_nobody_waiting(client: httpx.Client, photo: bytes) -> None:
    bomb, answers = make.png_bomb(), list[int]()
    threads = [
        threading.Thread(target=lambda: answers.append(client.post("/api/read", content=bomb).status_code))
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()

    assert client.get("/healthz").status_code == 200
    assert client.post("/api/read", content=photo).json()["status"] == "read"
    for thread in threads:
        thread.join()
    assert answers == [413] * 4


def test_bombs_stay_under_200_megabytes() -> None:
    script = (
        "import sys, httpx; from tests.api.server import serving\n"
        "bomb = sys.stdin.buffer.read()\n"
        "with serving() as address:\n"
        "    print([httpx.post(address + '/api/read', content=bomb).status_code for _ in range(3)])\n"
    )
    printed, errors, peak_mb = run_measured(script, data=make.png_bomb())

    assert (printed, errors) == ("[413, 413, 413]\n", "")
    assert peak_mb < 200


# Doors ----------------------------------------------------------------------------------------------------------------


def test_another_website_cant_use_the_server(client: httpx.Client, photo: bytes) -> None:
    answer = client.post("/api/read", content=photo, headers={"origin": "https://evil.example"})

    assert (answer.status_code, answer.json()["code"]) == (403, "other_origin")


def test_the_own_page_and_tools_may(client: httpx.Client, server: str, photo: bytes) -> None:
    assert client.post("/api/read", content=photo, headers={"origin": server}).status_code == 200
    assert client.post("/api/read", content=photo).status_code == 200


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/nowhere", 404, "not_found"),
        ("GET", "/../api/cli.py", 404, "not_found"),
        ("GET", "/%2e%2e/cli.py", 404, "not_found"),
        ("GET", "/docs", 404, "not_found"),
        ("GET", "/api/story/0.jpg", 404, "not_found"),
        ("GET", "/api/story/x.jpg", 400, "bad_request"),
        ("GET", "/api/read", 405, "method_not_allowed"),
        ("DELETE", "/healthz", 405, "method_not_allowed"),
        ("POST", "/api/read?overlay=perhaps", 400, "bad_request"),
    ],
)
def test_wrong_addresses_are_told_in_the_same_form(
    client: httpx.Client, method: str, path: str, status: int, code: str
) -> None:
    answer = client.request(method, path)

    assert (answer.status_code, answer.json()["code"], answer.json().keys()) == (status, code, {"code", "message"})


def test_our_own_fault_tells_no_secrets(monkeypatch: pytest.MonkeyPatch, photo: bytes) -> None:
    def broken(data: bytes) -> None:
        raise RuntimeError("a secret")

    monkeypatch.setattr("api.routes.read.read_bytes_of_picture", broken)
    with serving() as address:
        answer = httpx.post(f"{address}/api/read", content=photo)

    assert (answer.status_code, answer.json()["code"]) == (500, "server_fault")
    assert "secret" not in answer.text


@pytest.mark.parametrize("path", ["/", "/app.js", "/healthz", "/nowhere", "/api/texts"])
def test_every_answer_carries_the_security_headers(client: httpx.Client, path: str) -> None:
    headers = client.get(path).headers

    assert "default-src 'none'" in headers["content-security-policy"]
    assert "unsafe" not in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"


def test_the_page_names_no_outside_address() -> None:
    addresses = re.compile(r"(?:https?:)?//[\w.-]+\.\w[^\s\"']*")
    found = {url for path in WEB.iterdir() for url in addresses.findall(path.read_text("utf-8"))}

    assert found == {"http://www.w3.org/2000/svg"}  # a namespace, which nobody fetches


def test_the_page_speaks_the_browsers_language(client: httpx.Client) -> None:
    german = client.get("/api/texts", headers={"accept-language": "fi, de-AT;q=0.8, en;q=0.5"}).json()
    refused = client.post("/api/read", content=b"", headers={"accept-language": "fr"}).json()

    assert (german["lang"], german["texts"]["take"]) == ("de", "Foto machen")
    assert refused["message"].startswith("Le fichier est vide.")


# Stories and starting -------------------------------------------------------------------------------------------------


def test_a_story_is_served_scene_by_scene() -> None:
    scene = Scene(1.25, "move", (Told("watching"),), rows_of(BOARD), b"\xff\xd8picture")
    with serving(Settings(story=Story((scene,)))) as address:
        story = httpx.get(f"{address}/api/story", headers={"accept-language": "en"}).json()
        picture = httpx.get(f"{address}/{story['scenes'][0]['picture']}")

    assert story["scenes"][0] | {"picture": 0} == {
        "t": 1.25,
        "event": "move",
        "messages": ["I see the board."],
        "board": list(rows_of(BOARD)),
        "picture": 0,
    }
    assert (picture.content, picture.headers["content-type"]) == (b"\xff\xd8picture", "image/jpeg")


def test_a_port_that_is_taken_is_one_coded_line(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        where = ["--host", "127.0.0.1", "--port", str(port), "--data", str(tmp_path)]
        done = CliRunner().invoke(main, ["--lang", "en", "serve", *where])

    assert done.exit_code == 1
    assert done.stderr.startswith("fairdrop: port_taken: ")
    assert len(done.stderr.splitlines()) == 1


def test_serve_starts_tells_its_address_and_stops(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    command = [sys.executable, "-c", "from api.cli import main; main()", "--lang", "en", "serve"]
    command += ["--host", "127.0.0.1", "--port", str(port), "--no-https", "--no-code", "--data", str(tmp_path)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout is not None
    told = [process.stdout.readline(), process.stdout.readline()]
    answer = httpx.get(f"http://127.0.0.1:{port}/healthz", timeout=30)
    process.terminate()
    _, errors = process.communicate(timeout=30)

    assert told == [f"On this computer: http://127.0.0.1:{port}/\n", "Stop with Ctrl+C.\n"]
    assert answer.json() == {"status": "ok"}
    assert errors == ""
