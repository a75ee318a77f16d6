"""A phone for the tests: a table of its own on a server, acts, frames, and what it hears."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import cv2
import httpx
from websockets.sync.client import ClientConnection, connect

from api.routes.v1.asking import PROTOCOL
from api.service.frames import pack_frame
from tests.api.board_pictures import board_picture

ADA_AND_BO = {"act": "start", "players": [{"name": "Ada", "disc": "R"}, {"name": "Bo"}], "opener": "R"}
CAMERA = "camera-of-the-tests"


def picture(rows: str | tuple[str, ...] = (".......",) * 6) -> bytes:
    """A JPEG of a board."""
    return cv2.imencode(".jpg", board_picture(tuple(rows)))[1].tobytes()


class Phone:
    """Changes in place: each act gets a key of its own."""

    def __init__(self, address: str, table: str | None = None, key: str | None = None) -> None:
        self.address, self.count = address, 0
        self.http = httpx.Client(base_url=address, headers={"accept-language": "en"}, timeout=60, verify=False)
        if table is None or key is None:
            made = self.http.post("/api/v1/tables", json={"name": "Kitchen"}).json()
            table, key = made["table"]["id"], made["key"]
        self.table, self.key = str(table), str(key)
        self.path = f"/api/v1/tables/{self.table}"
        self.bearer = {"authorization": f"Bearer {self.key}"}

    def act(self, act: dict[str, Any] | str, key: str | None = None, **more: Any) -> httpx.Response:
        self.count += 1
        headers = self.bearer | {"idempotency-key": key or f"test-key-{self.count}"}
        body = {"act": act, **more} if isinstance(act, str) else act | more
        return self.http.post(f"{self.path}/acts", json=body, headers=headers)

    def play(self, columns: str) -> None:
        for act in (ADA_AND_BO, {"act": "begin"}, *({"act": "play", "column": int(c)} for c in columns)):
            assert self.act(act).status_code == 200

    def snapshot(self) -> dict[str, Any]:
        return dict(self.http.get(self.path).json())

    def log(self) -> list[dict[str, Any]]:
        return list(self.http.get(f"{self.path}/log").json()["events"])

    def post_frame(self, number: int, at_s: float, data: bytes, **headers: str) -> httpx.Response:
        told = self.bearer | {"camera": CAMERA} | headers
        return self.http.post(f"{self.path}/frames", content=pack_frame(number, at_s, data), headers=told)

    def camera(self, query: str = f"camera={CAMERA}&lang=en", key: str | None = None, **more: Any) -> connect:
        url = f"{self.address.replace('http', 'ws', 1)}{self.path}/frames?{query}"
        protocols = [PROTOCOL, f"key.{self.key if key is None else key}"]
        return connect(url, subprotocols=protocols, max_size=None, **more)

    @contextmanager
    def listening(self, **headers: str) -> Iterator[Iterator[dict[str, Any]]]:
        """The messages of the event stream: `id`, `event`, `data`."""
        with self.http.stream("GET", f"{self.path}/events", headers=headers) as stream:
            yield messages(stream.iter_lines())

    def close(self) -> None:
        self.http.close()


def messages(lines: Iterator[str]) -> Iterator[dict[str, Any]]:
    message: dict[str, Any] = {}
    for line in lines:
        if line == "":
            if "data" in message:
                yield message
            message = {}
        elif not line.startswith(":"):
            name, _, value = line.partition(": ")
            message[name] = json.loads(value) if name == "data" else value


def numbered(heard: Iterator[dict[str, Any]], count: int) -> list[dict[str, Any]]:
    """The next so many events of the log, as they come."""
    told = []
    while len(told) < count:
        message = next(heard)
        if "id" in message:
            told.append(message)
    return told


def ask(camera: ClientConnection, number: int, at_s: float, data: bytes) -> dict[str, Any]:
    """Send a frame and wait for its acknowledgement."""
    camera.send(pack_frame(number, at_s, data))
    return dict(json.loads(camera.recv(timeout=60)))
