"""A server with one gigabyte of address space on one core, as on a small computer, while everybody comes at once."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import cv2
import httpx
import pytest

from tests.api.board_pictures import board_picture

ROOT = Path(__file__).parents[2]
GUESTS = 32
PATIENCE_S = 60.0
SMALL = """
import os, resource
resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))
os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
from api.cli import main
main()
"""

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="limits as Linux sets them")


@pytest.fixture
def small(tmp_path: Path) -> Iterator[str]:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = [sys.executable, "-c", SMALL, "serve", "--host", "127.0.0.1", "--no-https", "--data", str(tmp_path)]
    process = subprocess.Popen([*command, "--port", str(port)], cwd=ROOT, env=os.environ, stdout=subprocess.DEVNULL)
    address = f"http://127.0.0.1:{port}"
    until = time.monotonic() + PATIENCE_S
    try:
        while not answers(address):
            assert process.poll() is None
            assert time.monotonic() < until
            time.sleep(0.1)
        yield address
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(PATIENCE_S)


def answers(address: str) -> bool:
    try:
        return httpx.get(f"{address}/readyz").status_code == 200
    except httpx.TransportError:
        return False


def test_photos_tables_and_a_large_picture_at_once(small: str) -> None:
    board = board_picture((".......",) * 5 + ("...R...",))
    photo = cv2.imencode(".jpg", board)[1].tobytes()
    large = cv2.imencode(".jpg", cv2.resize(board, (4000, 3000)))[1].tobytes()

    def visit(number: int) -> int:
        with httpx.Client(base_url=small, timeout=PATIENCE_S) as guest:
            if number % 4 == 0:
                return guest.post("/api/read", content=large if number == 0 else photo).status_code
            path = ("/", "/api/texts", "/api/v1/tables")[number % 4 - 1]
            return guest.get(path).status_code

    with ThreadPoolExecutor(GUESTS) as guests:
        said = list(guests.map(visit, range(GUESTS)))

    assert set(said) == {200}
    assert httpx.post(f"{small}/api/read", content=photo, timeout=PATIENCE_S).json()["board"][-1] == "...R..."
