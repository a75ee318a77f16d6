"""How many tables a computer carries, and whether a server stays as it is: rendered frames of 1280 x 720, timed.

    python -m benchmarks.load_bench --tables 1 2 4 8 --seconds 30          # latencies for each number of tables
    python -m benchmarks.load_bench --tables 4 --seconds 3600              # memory and open files over an hour
    python -m benchmarks.load_bench --tables 2 --seconds 900 --fps 0       # endurance: as fast as it goes

The server is a process of its own; its memory and open files are read from /proc. Latency: from sending a frame to its
acknowledgement, which comes after the verdict has been stored. Beyond some number of tables frames are skipped, not
queued. Meanwhile somebody asks for a snapshot ten times a second. Every request is logged; each line has to be JSON.
"""

from __future__ import annotations

import argparse
import json
import tempfile
import threading
import time
from collections import Counter
from pathlib import Path

import cv2
import httpx
import numpy as np
from websockets.sync.client import connect
from websockets.typing import Subprotocol

from api.routes.v1.asking import PROTOCOL
from api.service.frames import pack_frame
from benchmarks.servers import free_port, open_files, resident_mb, start
from vision.sources import open_source

CLIP = Path(__file__).parents[1] / "api" / "demo" / "demo.mp4"
FRAMES_PER_S = 4.0
SIZE = (1280, 720)
SAMPLE_S = 60.0
PULSE_S = 0.1
LATE_S = 2.0


def film() -> list[bytes]:
    """The demo's frames, four a second, as a phone would send them."""
    told, last = [], -1.0
    with open_source(str(CLIP)) as source:
        while (frame := source.read()) is not None:
            if frame.t_s - last >= 1 / FRAMES_PER_S:
                last = frame.t_s
                told.append(cv2.imencode(".jpg", cv2.resize(frame.image, SIZE))[1].tobytes())
    return told


class Camera(threading.Thread):
    """One table's phone, filming the demo over and over. Changes in place; `latencies` in s, `outcomes` of its frames.

    fps: frames a second; 0: the next as soon as the last is answered, its capture time a quarter second later.
    """

    def __init__(self, address: str, frames: list[bytes], seconds: float, offset: int, fps: float) -> None:
        super().__init__()
        self.address, self.frames, self.seconds, self.offset, self.fps = address, frames, seconds, offset, fps
        self.latencies: list[float] = []
        self.outcomes: Counter[str] = Counter()
        self.games = 0
        made = httpx.post(f"{address}/api/v1/tables", json={"name": "x"}, timeout=60).json()
        self.table, self.key = made["table"]["id"], made["key"]

    def run(self) -> None:
        bearer = {"authorization": f"Bearer {self.key}", "idempotency-key": "begin-it-all"}
        path = f"/api/v1/tables/{self.table}"
        httpx.post(f"{self.address}{path}/acts", json={"act": "start"}, headers=bearer, timeout=60)
        url = f"{self.address.replace('http', 'ws', 1)}{path}/frames?camera=load-camera"
        with connect(
            url, subprotocols=[Subprotocol(PROTOCOL), Subprotocol(f"key.{self.key}")], max_size=None
        ) as camera:
            began, number = time.monotonic(), 0
            while time.monotonic() - began < self.seconds:
                if self.fps:
                    time.sleep(max(0.0, began + number / self.fps - time.monotonic()))
                sent, picture = time.monotonic(), self.frames[(number + self.offset) % len(self.frames)]
                camera.send(pack_frame(number, sent if self.fps else number / FRAMES_PER_S, picture))
                told = json.loads(camera.recv(timeout=120))
                number += 1
                self.latencies.append(time.monotonic() - sent)
                self.outcomes[told["outcome"]] += 1
                self.games = told["snapshot"]["match"]["games"] if told["snapshot"]["match"] else 0


class Pulse(threading.Thread):
    """Somebody who only looks, all the while. Changes in place; `latencies` in s."""

    def __init__(self, url: str) -> None:
        super().__init__()
        self.url, self.over, self.latencies = url, threading.Event(), list[float]()

    def run(self) -> None:
        with httpx.Client(timeout=60) as client:
            while not self.over.wait(PULSE_S):
                asked = time.monotonic()
                client.get(self.url)
                self.latencies.append(time.monotonic() - asked)


def measure(tables: int, seconds: float, frames: list[bytes], fps: float) -> None:
    """One number of tables, printed as a few lines."""
    with tempfile.TemporaryDirectory() as name:
        port, log = free_port(), Path(name) / "log.txt"
        with log.open("wb") as written:
            process = start(Path(name), port, None, "--verbose", log=written)
        try:
            address = f"http://127.0.0.1:{port}"
            cameras = [Camera(address, frames, seconds, 7 * n, fps) for n in range(tables)]
            pulse = Pulse(f"{address}/api/v1/tables/{cameras[0].table}")
            for thread in (*cameras, pulse):
                thread.start()
            memory, files = [resident_mb(process.pid)], [open_files(process.pid)]
            while any(camera.is_alive() for camera in cameras):
                cameras[0].join(min(SAMPLE_S, seconds / 4))
                memory.append(resident_mb(process.pid))
                files.append(open_files(process.pid))
            pulse.over.set()
            pulse.join()
        finally:
            process.kill()
            process.wait()
        lines = log.read_text("utf-8").splitlines()
    tell(tables, cameras, pulse)
    print(f"  MB {[round(each) for each in memory]}, open files {files}")
    print(f"  log: {len(lines)} lines, {sum(map(is_no_json, lines))} of them no JSON")


def tell(tables: int, cameras: list[Camera], pulse: Pulse) -> None:
    """What clients saw of it."""
    latencies = np.array([each for camera in cameras for each in camera.latencies])
    outcomes = sum((camera.outcomes for camera in cameras), Counter[str]())
    p50, p95, worst = 1000 * np.percentile(latencies, [50, 95, 100])
    late = float(np.mean(latencies > LATE_S))
    print(f"{tables} tables: p50 {p50:.0f} ms, p95 {p95:.0f} ms, worst {worst:.0f} ms, later than 2 s {late:.1%}")
    print(f"  {len(latencies)} frames {dict(outcomes)}, {sum(camera.games for camera in cameras)} games")
    p50, p95, worst = 1000 * np.percentile(pulse.latencies, [50, 95, 100])
    print(f"  {len(pulse.latencies)} other requests: p50 {p50:.0f} ms, p95 {p95:.0f} ms, worst {worst:.0f} ms")


def is_no_json(line: str) -> bool:
    """Whether a line of the log isn't what a program could read."""
    try:
        return not isinstance(json.loads(line), dict)
    except ValueError:
        return True


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, nargs="+", default=[1, 2, 4, 8])
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--fps", type=float, default=FRAMES_PER_S)
    given = parser.parse_args()
    frames = film()
    for tables in given.tables:
        measure(tables, given.seconds, frames, given.fps)


if __name__ == "__main__":
    main()
