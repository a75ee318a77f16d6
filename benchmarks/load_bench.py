"""How many tables a computer carries: rendered frames of 1280 x 720 at 4 a second each, acknowledgements timed.

    python -m benchmarks.load_bench --tables 1 2 4 8 --seconds 30          # latencies for each number of tables
    python -m benchmarks.load_bench --tables 4 --seconds 3600              # memory over an hour

The server is a process of its own; its memory is read from /proc. Latency: from sending a frame to its acknowledgement,
which comes after the verdict has been stored. Beyond some number of tables frames are skipped, not queued.
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

from api.routes.v1.asking import PROTOCOL
from api.service.frames import pack_frame
from benchmarks.servers import free_port, resident_mb, start
from vision.sources import open_source

CLIP = Path(__file__).parents[1] / "api" / "demo" / "demo.mp4"
FRAMES_PER_S = 4.0
SIZE = (1280, 720)
SAMPLE_S = 60.0


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
    """One table's phone. Changes in place; `latencies` in seconds, `outcomes` of its frames."""

    def __init__(self, address: str, frames: list[bytes], seconds: float, offset: int) -> None:
        super().__init__()
        self.address, self.frames, self.seconds, self.offset = address, frames, seconds, offset
        self.latencies: list[float] = []
        self.outcomes: Counter[str] = Counter()

    def run(self) -> None:
        made = httpx.post(f"{self.address}/api/v1/tables", json={"name": "x"}, timeout=60).json()
        table, key = made["table"]["id"], made["key"]
        bearer = {"authorization": f"Bearer {key}", "idempotency-key": "begin-it-all"}
        httpx.post(f"{self.address}/api/v1/tables/{table}/acts", json={"act": "start"}, headers=bearer, timeout=60)
        url = f"{self.address.replace('http', 'ws', 1)}/api/v1/tables/{table}/frames?camera=load-camera"
        with connect(url, subprotocols=[PROTOCOL, f"key.{key}"], max_size=None) as camera:
            began = time.monotonic()
            for number in range(int(self.seconds * FRAMES_PER_S)):
                time.sleep(max(0.0, began + number / FRAMES_PER_S - time.monotonic()))
                sent = time.monotonic()
                picture = self.frames[(number + self.offset) % len(self.frames)]
                camera.send(pack_frame(number, sent, picture))
                told = json.loads(camera.recv(timeout=120))
                self.latencies.append(time.monotonic() - sent)
                self.outcomes[told["outcome"]] += 1


def measure(tables: int, seconds: float, frames: list[bytes]) -> None:
    """One number of tables, printed as a line."""
    with tempfile.TemporaryDirectory() as folder:
        port = free_port()
        process = start(Path(folder), port, None)
        try:
            cameras = [Camera(f"http://127.0.0.1:{port}", frames, seconds, 7 * n) for n in range(tables)]
            for camera in cameras:
                camera.start()
            memory = [resident_mb(process.pid)]
            while any(camera.is_alive() for camera in cameras):
                cameras[0].join(min(SAMPLE_S, seconds / 4))
                memory.append(resident_mb(process.pid))
        finally:
            process.kill()
            process.wait()
    latencies = np.array([each for camera in cameras for each in camera.latencies])
    outcomes = sum((camera.outcomes for camera in cameras), Counter[str]())
    p50, p95, worst = np.percentile(latencies, [50, 95, 100])
    late = float(np.mean(latencies > 2.0))
    told = f"p50 {1000 * p50:.0f} ms, p95 {1000 * p95:.0f} ms, worst {1000 * worst:.0f} ms, later than 2 s {late:.1%}"
    print(f"{tables} tables: {told}, {len(latencies)} frames {dict(outcomes)}, MB {[round(each) for each in memory]}")


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, nargs="+", default=[1, 2, 4, 8])
    parser.add_argument("--seconds", type=float, default=30.0)
    given = parser.parse_args()
    frames = film()
    for tables in given.tables:
        measure(tables, given.seconds, frames)


if __name__ == "__main__":
    main()
