"""Kill the server at random moments of a game, start it again, compare: nothing that was told may be missing.

    python -m benchmarks.crash_bench --rounds 200 [--store postgresql://…]

One server process serves one table over and over; one client lets people act, one listens, frames keep coming. After
each `kill -9` and new start: every event that a client had received is in the log with the same number and content, no
number is missing or doubled, an act repeated under its key isn't done twice, and the snapshot is what the log makes.
"""

from __future__ import annotations

import argparse
import json
import random
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

from api.domain.events import event_of
from api.domain.state import TableState, replayed
from api.service.frames import pack_frame

STARTS_WITHIN_S = 180.0
LONGEST_LIFE_S = 2.0
"""Seconds for which a server is let live, at most, once it answers."""
GAME: list[dict[str, Any]] = [
    {"act": "start", "players": [{"name": "Ada", "disc": "R"}, {"name": "Bo"}], "opener": "R"},
    {"act": "begin"},
    *({"act": "play", "column": column} for column in (4, 4, 3, 5, 3, 3, 2)),
    {"act": "undo", "discs": ["R"]},
    {"act": "undo", "discs": ["Y"]},
    {"act": "play", "column": 6},
    {"act": "dispute", "claim": "we_have_a_line"},
    {"act": "settle"},
    {"act": "correct", "number": 7, "column": 7},
    {"act": "resign", "disc": "Y"},
    {"act": "agree", "discs": ["R", "Y"]},
    {"act": "end"},
]


@dataclass
class Told:
    """What clients have received so far. Changes in place, from several threads."""

    events: dict[int, dict[str, Any]] = field(default_factory=dict)
    contradictions: list[str] = field(default_factory=list)
    acts: int = 0
    frames: int = 0
    turn: threading.Lock = field(default_factory=threading.Lock)

    def take(self, event: dict[str, Any]) -> None:
        """An event as a client got it; two clients, and two times, have to hear the same."""
        with self.turn:
            known = self.events.setdefault(event["seq"], event)
            if known != event:
                self.contradictions.append(f"event {event['seq']} was told in two ways")


class Life:
    """One life of the server: clients that go on until it dies."""

    def __init__(self, address: str, table: str, key: str, told: Told, step: int, picture: bytes) -> None:
        self.path, self.told, self.step, self.picture = f"{address}/api/v1/tables/{table}", told, step, picture
        self.bearer = {"authorization": f"Bearer {key}", "accept-language": "en"}
        self.threads = [threading.Thread(target=work) for work in (self._act, self._listen, self._film)]

    def live(self) -> None:
        """Begin."""
        for thread in self.threads:
            thread.start()

    def end(self) -> int:
        """Once the server is dead; the step of the game that comes next (the last may or may not have been done)."""
        for thread in self.threads:
            thread.join()
        return self.step

    def _act(self) -> None:
        with httpx.Client(headers=self.bearer, timeout=10, verify=False) as client:
            while True:
                act = GAME[self.step % len(GAME)]
                try:
                    answer = client.post(
                        f"{self.path}/acts", json=act, headers={"idempotency-key": f"step-{self.step:06}"}
                    )
                except httpx.HTTPError:
                    return  # it is dead; the same step is tried again, under the same key
                if answer.status_code != 200:
                    self.told.contradictions.append(f"{act['act']}: {answer.status_code} {answer.text[:200]}")
                    return
                for event in answer.json()["events"]:
                    self.told.take(event)
                self.told.acts += 1
                self.step += 1

    def _listen(self) -> None:
        after = max(self.told.events, default=0)
        try:
            with httpx.stream("GET", f"{self.path}/events?after={after}", headers=self.bearer, verify=False) as stream:
                number = False
                for line in stream.iter_lines():
                    if line.startswith("id: "):
                        number = True
                    elif line.startswith("data: ") and number:
                        self.told.take(json.loads(line[6:]))
                        number = False
        except httpx.HTTPError:
            return

    def _film(self) -> None:
        with httpx.Client(headers=self.bearer | {"camera": "camera-of-the-benchmark"}, verify=False) as client:
            for number in range(1, 10_000):
                self.told.frames += 1
                try:
                    client.post(f"{self.path}/frames", content=pack_frame(number, number / 4, self.picture))
                except httpx.HTTPError:
                    return


def start(folder: Path, port: int, store: str | None) -> subprocess.Popen[bytes]:
    """A server process that answers."""
    command = [sys.executable, "-c", "from api.cli import main; main()", "--lang", "en", "serve", "--host", "127.0.0.1"]
    command += ["--port", str(port), "--no-https", "--no-code", "--data", str(folder)]
    if store:
        command += ["--store", store]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    deadline = time.monotonic() + STARTS_WITHIN_S
    while time.monotonic() < deadline and process.poll() is None:
        try:
            if httpx.get(f"http://127.0.0.1:{port}/readyz", timeout=5, verify=False).status_code == 200:
                return process
        except httpx.HTTPError:
            time.sleep(0.02)
    raise RuntimeError("the server doesn't start")


def faults(address: str, table: str, told: Told) -> list[str]:
    """What is wrong with the log after a new start, measured by what clients had received."""
    log: list[dict[str, Any]] = []
    path = f"{address}/api/v1/tables/{table}"
    with httpx.Client(headers={"accept-language": "en"}, verify=False) as client:
        more = True
        while more:
            page = client.get(f"{path}/log", params={"after": log[-1]["seq"] if log else 0}).json()
            log, more = log + page["events"], page["more"]
        shown = client.get(path).json()
    found = list(told.contradictions)
    if [event["seq"] for event in log] != list(range(1, len(log) + 1)):
        found.append("the numbers of the log have gaps or come twice")
    there = {event["seq"]: event for event in log}
    found += [f"event {seq} was told and isn't there" for seq, event in told.events.items() if there.get(seq) != event]
    state: TableState = replayed(event_of(event) for event in log)
    made = state.current.game.position if state.current else None
    if shown["seq"] < len(log) or (shown["seq"] == len(log) and state.phase != shown["phase"]):
        found.append("the snapshot isn't what the log makes")
    if made and state.playing and shown["seq"] == len(log) and shown["game"]["board"] != list(made.board.rows()):
        found.append("another board")
    if made and state.playing and (shown["game"]["to_move"] or "") != (made.to_move.letter if made.to_move else ""):
        found.append("another side to move") if state.phase == "playing" else None
    return found


def run(rounds: int, seed: int, store: str | None, picture: bytes, say: Any = print) -> list[str]:
    """All rounds; the faults found."""
    dice, told, found, step = random.Random(seed), Told(), list[str](), 0
    with tempfile.TemporaryDirectory() as name:
        folder, port = Path(name), _free_port()
        address = f"http://127.0.0.1:{port}"
        process = start(folder, port, store)
        made = httpx.post(f"{address}/api/v1/tables", json={"name": "x"}, verify=False).json()
        table, key = made["table"]["id"], made["key"]
        try:
            for number in range(1, rounds + 1):
                life = Life(address, table, key, told, step, picture)
                life.live()
                time.sleep(dice.uniform(0.0, LONGEST_LIFE_S))
                process.send_signal(signal.SIGKILL)
                process.wait()
                step = life.end()
                process = start(folder, port, store)
                now = faults(address, table, told)
                found += [f"round {number}: {fault}" for fault in now]
                if now or number % 5 == 0 or number == rounds:
                    heard = f"{told.acts} acts, {told.frames} frames sent, {len(told.events)} events"
                    say(f"{number} kills, {heard}, {found or 'right'}")
                if now:
                    break
        finally:
            process.kill()
            process.wait()
    return found


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])


def main() -> int:
    """The command; the exit status: 1 if anything was lost, doubled or wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--store", help="postgresql://…; SQLite otherwise")
    given = parser.parse_args()
    from tests.api.phone import picture

    return int(bool(run(given.rounds, given.seed, given.store, picture())))


if __name__ == "__main__":
    raise SystemExit(main())
