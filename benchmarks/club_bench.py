"""A club's set-up, as docs/club.md has it: two processes on one PostgreSQL behind nginx, one of them killed mid-game.

    python -m benchmarks.club_bench --tables 20 --fps 4 [--nginx]

Every table has a camera that films a rendered game at its pace, connects again when it is cut off, and sends the next
frame once the last is answered. After the first disc at every table one process gets `kill -9`. In the end each table's
log has to hold exactly the game that was filmed, and every event that a camera's phone was told.

Without --nginx the cameras try the two processes themselves. The nginx configuration is the one in docs/club.md, with
other ports and a certificate of its own.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import re
import shutil
import ssl
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Subprotocol

from api.https.authority import certificates
from api.routes.v1.asking import PROTOCOL
from api.service.frames import pack_frame
from benchmarks.crash_bench import shown
from benchmarks.servers import Forked, Nursery, arguments, free_port
from referee.board import Board, Disc

GAMES = ("1212121", "4545454", "7373737", "2626262")
"""Columns; red opens and wins upwards."""
LONGEST_S = 1800.0
RECONNECT_S = 0.5
DOCS = Path(__file__).parents[1] / "docs" / "club.md"


def boards_of(columns: str) -> list[Board]:
    """The empty board, then the board after each move."""
    boards, disc = [Board.empty()], Disc.RED
    for column in columns:
        boards.append(boards[-1].drop(int(column), disc))
        disc = disc.other
    return boards


@dataclass
class Camera(threading.Thread):
    """One table's phone. Changes in place; `longest_s`: how long it went without an answer."""

    addresses: list[str]
    columns: str
    pace_s: float
    moved: threading.Event = field(default_factory=threading.Event)
    fault: str = ""
    frames: int = 0
    longest_s: float = 0.0
    snapshot: dict[str, Any] = field(default_factory=dict)

    def __hash__(self) -> int:
        return id(self)

    def __post_init__(self) -> None:
        super().__init__(daemon=True)
        self.tries = 0
        self.http = httpx.Client(verify=False, timeout=60)
        made = self._ask("POST", "/api/v1/tables", json={"name": self.columns})
        self.table, self.key = made["table"]["id"], made["key"]
        self.path = f"/api/v1/tables/{self.table}"

    @property
    def address(self) -> str:
        return self.addresses[self.tries % len(self.addresses)]

    def _ask(self, method: str, path: str, **more: Any) -> Any:
        """Until somebody answers."""
        for _ in range(60):
            try:
                answer = self.http.request(method, self.address + path, **more)
                if answer.status_code < 500:
                    return answer.json()
            except httpx.HTTPError:
                pass
            self.tries += 1
            time.sleep(RECONNECT_S)
        raise RuntimeError(f"nobody answers {path}")

    def act(self, act: dict[str, Any], key: str) -> None:
        """An act, once."""
        headers = {"authorization": f"Bearer {self.key}", "idempotency-key": key}
        self._ask("POST", f"{self.path}/acts", json=act, headers=headers)

    def run(self) -> None:
        try:
            self.act({"act": "start", "opener": "R", "match": {"format": "single"}}, "begin-it-all")
            self._film()
            self.act({"act": "agree", "discs": ["R", "Y"]}, "agreed-by-both")
        except Exception as error:
            self.fault = f"{type(error).__name__}: {error}"
        finally:
            self.moved.set()

    def _film(self) -> None:
        boards, number, deadline = boards_of(self.columns), 0, time.monotonic() + LONGEST_S
        answered = time.monotonic()
        while time.monotonic() < deadline:
            with contextlib.suppress(OSError, WebSocketException), self._connected() as camera:
                while (moves := self._moves()) < len(boards) - 1 or self.snapshot["phase"] != "awaiting_clear":
                    ready = self.snapshot.get("phase") == "playing"
                    number, sent = number + 1, time.monotonic()
                    camera.send(pack_frame(number, sent, shown(boards[min(moves + ready, len(boards) - 1)], number)))
                    told = json.loads(camera.recv(timeout=60))
                    if "snapshot" not in told:
                        break  # refused for now, or told to go elsewhere: connect again
                    self.snapshot, self.frames = told["snapshot"], self.frames + 1
                    self.longest_s, answered = max(self.longest_s, time.monotonic() - answered), time.monotonic()
                    if moves:
                        self.moved.set()
                    time.sleep(max(0.0, sent + self.pace_s - time.monotonic()))
                else:
                    return
            self.tries += 1
            time.sleep(RECONNECT_S)
        raise RuntimeError(f"after {self.frames} frames: {self.snapshot.get('phase')}")

    def _moves(self) -> int:
        return len(self.snapshot["game"]["moves"]) if self.snapshot.get("game") else 0

    def _connected(self) -> ClientConnection:
        url = f"{self.address.replace('http', 'ws', 1)}{self.path}/frames?camera=club-camera&lang=en"
        trusting = ssl._create_unverified_context() if url.startswith("wss") else None
        protocols = [Subprotocol(PROTOCOL), Subprotocol(f"key.{self.key}")]
        return connect(url, subprotocols=protocols, max_size=None, ssl=trusting, open_timeout=60)

    def wrong(self) -> str:
        """What is wrong with the table's log in the end; nothing if it holds the game that was filmed."""
        if self.fault:
            return self.fault
        log = self._ask("GET", f"{self.path}/log")["events"]
        columns = "".join(str(event["column"]) for event in log if event["event"] == "move")
        wins = [event for event in log if event["event"] == "win"]
        numbered = [event["seq"] for event in log] == list(range(1, len(log) + 1))
        right = columns == self.columns and len(wins) == 1 and wins[0]["winner"] == "R" and numbered
        return "" if right else f"{columns} instead of {self.columns}, {len(wins)} wins, numbered {numbered}"


@contextlib.contextmanager
def nginx(folder: Path, ports: list[int]) -> Iterator[str]:
    """The address of an nginx in front of these ports, configured as docs/club.md says."""
    found = re.search(r"```nginx\n(.*?)```", DOCS.read_text("utf-8"), re.DOTALL)
    assert found, "no configuration in docs/club.md"
    files, port = certificates(folder / "certificates", ("localhost",)), free_port()
    told = found[1].replace("listen 443 ssl", f"listen 127.0.0.1:{port} ssl")
    told = told.replace("/etc/ssl/club.crt", str(files.chain)).replace("/etc/ssl/club.key", str(files.key))
    for documented, own in zip((8401, 8402), ports, strict=True):
        told = told.replace(f"127.0.0.1:{documented}", f"127.0.0.1:{own}")
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    places = "".join(f"{kind}_temp_path {folder}/{kind};\n" for kind in kinds)
    head = f"daemon off;\npid {folder}/pid;\nerror_log {folder}/errors.txt;\nevents {{}}\n"
    (folder / "nginx.conf").write_text(f"{head}http {{\naccess_log off;\n{places}{told}}}\n")
    process = subprocess.Popen([shutil.which("nginx") or "/usr/sbin/nginx", "-p", str(folder), "-c", "nginx.conf"])
    try:
        yield f"https://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait()


def run(tables: int, fps: float, store: str, through_nginx: bool) -> list[str]:
    """All of it; what is wrong."""
    for columns in GAMES:
        for board in boards_of(columns):
            shown(board)  # rendered before
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        nursery = stack.enter_context(Nursery())
        ports = [free_port(), free_port()]
        options = ("--proxy", "--name", "club.example", "--tables", "200")
        servers = [nursery.start(port, arguments(folder / str(port), port, store, *options)) for port in ports]
        own = [f"http://127.0.0.1:{port}" for port in ports]
        addresses = [stack.enter_context(nginx(folder, ports))] if through_nginx else own
        cameras = [_camera(addresses, number, fps) for number in range(tables)]
        return _watch(cameras, servers, through_nginx)


def _camera(addresses: list[str], number: int, fps: float) -> Camera:
    if number and number % 9 == 0:
        time.sleep(61)  # so many tables a minute are set up by one client
    start = number % len(addresses)
    return Camera([*addresses[start:], *addresses[:start]], GAMES[number % len(GAMES)], 1 / fps)


def _watch(cameras: list[Camera], servers: list[Forked], through_nginx: bool) -> list[str]:
    began = time.monotonic()
    for camera in cameras:
        camera.start()
    for camera in cameras:
        camera.moved.wait(LONGEST_S)
    killed_s = time.monotonic() - began
    servers[0].kill()
    before = sum(camera.frames for camera in cameras)
    for camera in cameras:
        camera.longest_s = 0.0
    for camera in cameras:
        camera.join(LONGEST_S)
    wrong = [f"table {number}: {fault}" for number, camera in enumerate(cameras) if (fault := camera.wrong())]
    seconds, frames = time.monotonic() - began, sum(camera.frames for camera in cameras)
    gaps = sorted(camera.longest_s for camera in cameras)
    way = "through nginx" if through_nginx else "without nginx"
    print(f"{len(cameras)} tables {way}: killed after {killed_s:.0f} s and {before} frames")
    print(f"{frames} frames in {seconds:.0f} s")
    print(f"longest without an answer after the kill: median {gaps[len(gaps) // 2]:.1f} s, worst {gaps[-1]:.1f} s")
    print(f"records right: {len(cameras) - len(wrong)} of {len(cameras)}", *wrong, sep="\n")
    return wrong


def main() -> int:
    """The command; the exit status: 1 if any table's record is wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--fps", type=float, default=4.0)
    parser.add_argument("--nginx", action="store_true")
    parser.add_argument("--store", help="postgresql://…; a server of its own otherwise")
    given = parser.parse_args()
    from tests.api.postgres import new_database

    return int(bool(run(given.tables, given.fps, given.store or new_database(), given.nginx)))


if __name__ == "__main__":
    raise SystemExit(main())
