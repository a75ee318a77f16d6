"""Kill the server at random moments of a game, start it again, compare: nothing that was told may be missing.

    python -m benchmarks.crash_bench --rounds 200 [--store postgresql://…]

One server process serves one table over and over. Its camera films a rendered game, in which each disc is played by
what the frames show, somebody drops out of turn and puts it right; people agree, dispute and pause meanwhile; and one
client listens. After each `kill -9` and new start: every event that a client had received is in the log with the same
number and content, no number is missing or doubled, an act repeated under its key isn't done twice, the snapshot is
what the log makes, and the game goes on to its end.
"""

from __future__ import annotations

import argparse
import json
import random
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import httpx

from api.domain.events import event_of
from api.domain.state import TableState, replayed
from api.service.frames import pack_frame
from benchmarks.servers import STARTS_WITHIN_S, Forked, Nursery, arguments, free_port
from referee.board import Board, Disc

LONGEST_LIFE_S = 4.0
"""Seconds that a server lives, at most (`--life`), once it is ready; every other life lasts up to so many frames:"""
MOST_FRAMES = 16
LAST_LIFE_S = 300.0
"""Seconds in which the last game has to come to its end, once nobody kills any more."""
PATIENCE_S = 60.0
"""Seconds until an answer is given up: far more than a busy machine takes. A dead server is noticed at once."""
FRAME_S = 0.1
Show = Callable[[Board, int], bytes]
"""The picture of a board in the frame of a number."""


@dataclass(frozen=True)
class Step:
    """One step of the game: an act of people, or a board before the camera until the table shows `moves` or `phase`."""

    act: dict[str, Any] | None = None
    board: Board = field(default_factory=Board.empty)
    moves: int | None = None
    phase: str = ""

    def is_shown(self, snapshot: dict[str, Any]) -> bool:
        """Whether the table has judged what was shown."""
        moves = len(snapshot["game"]["moves"]) if snapshot["game"] else 0
        return (self.moves is None or moves >= self.moves) and self.phase in ("", snapshot["phase"])


@cache
def script() -> tuple[Step, ...]:
    """A game that red wins along the lowest row, with an offence, a dispute and a pause in it."""
    return tuple(_script())


def _script() -> Iterator[Step]:
    board, disc = Board.empty(), Disc.RED
    yield Step({"act": "start", "players": [{"name": "Ada", "disc": "R"}, {"name": "Bo"}], "opener": "R"}, board)
    yield Step(board=board, phase="playing")
    for number, column in enumerate((4, 4, 3, 5, 3, 3, 2, 6, 1), 1):
        board, disc = board.drop(column, disc), disc.other
        yield Step(board=board, moves=number)
        if number == 4:
            yield Step(board=board.drop(7, Disc.YELLOW), phase="restoring")
            yield Step(board=board, phase="playing")
        elif number == 5:
            yield Step({"act": "dispute", "claim": "we_have_a_line"}, board)
            yield Step({"act": "settle"}, board)
        elif number == 6:
            yield Step({"act": "pause"}, board)
            yield Step({"act": "resume"}, board)
    yield Step(board=board, phase="awaiting_clear")
    yield Step({"act": "agree", "discs": ["R", "Y"]}, board)
    yield Step(phase="playing")
    yield Step({"act": "end"})


@dataclass
class Told:
    """What clients have received so far. Changes in place, from several threads."""

    events: dict[int, dict[str, Any]] = field(default_factory=dict)
    contradictions: list[str] = field(default_factory=list)
    acts: int = 0
    moves: int = 0
    frames: int = 0
    turn: threading.Lock = field(default_factory=threading.Lock)

    def summary(self, step: int) -> str:
        """What has been done and heard."""
        games = f"{step // len(script())} games, {len(self.events)} events"
        return f"{self.acts} acts, {self.frames} frames answered, {self.moves} moves seen, {games}"

    def take(self, event: dict[str, Any]) -> None:
        """An event as a client got it; two clients, and two times, have to hear the same."""
        with self.turn:
            known = self.events.setdefault(event["seq"], event)
            if known != event:
                self.contradictions.append(f"event {event['seq']} was told in two ways")


class Life:
    """One life of the server: clients that go on until it dies."""

    def __init__(self, address: str, table: str, key: str, told: Told, step: int, show: Show) -> None:
        self.path, self.told, self.step, self.show = f"{address}/api/v1/tables/{table}", told, step, show
        self.bearer = {"authorization": f"Bearer {key}", "accept-language": "en"}
        self.snapshot: dict[str, Any] | None = None
        self.dead, self.frames = threading.Event(), 0
        self.threads = [threading.Thread(target=work) for work in (self._play, self._listen, self._film)]

    def live(self) -> None:
        """Begin."""
        for thread in self.threads:
            thread.start()

    def end(self) -> int:
        """Once the server is dead; the step of the game that comes next (the last may or may not have been done)."""
        for thread in self.threads:
            thread.join()
        return self.step

    def wait_frames(self, count: int) -> None:
        """Until so many frames have been answered, however slow the machine is."""
        deadline = time.monotonic() + STARTS_WITHIN_S
        while self.frames < count and time.monotonic() < deadline:
            time.sleep(FRAME_S / 10)

    @property
    def quietly(self) -> dict[str, Any]:
        """Settings of a listener: it may hear nothing for long."""
        return {"headers": self.bearer, "verify": False, "timeout": None}

    @property
    def now(self) -> Step:
        return script()[self.step % len(script())]

    def _play(self) -> None:
        """Step by step; a step that was cut off is tried again in the next life, an act under the same key."""
        with httpx.Client(headers=self.bearer, timeout=PATIENCE_S, verify=False) as client:
            while not self.dead.is_set():
                if not (self._act(client, self.now.act) if self.now.act else self._is_judged()):
                    return
                self.step += 1

    def _act(self, client: httpx.Client, act: dict[str, Any]) -> bool:
        try:
            answer = client.post(f"{self.path}/acts", json=act, headers={"idempotency-key": f"step-{self.step:06}"})
        except httpx.HTTPError:
            return False
        if answer.status_code != 200:
            self.told.contradictions.append(f"{act['act']}: {answer.status_code} {answer.text[:200]}")
            return False
        for event in answer.json()["events"]:
            self.told.take(event)
        self.told.acts += 1
        self.snapshot = answer.json()["snapshot"]
        return True

    def _is_judged(self) -> bool:
        while not self.dead.is_set():
            if self.snapshot and self.now.is_shown(self.snapshot):
                self.told.moves += self.now.moves is not None
                return True
            time.sleep(FRAME_S / 4)
        return False

    def _listen(self) -> None:
        after = max(self.told.events, default=0)
        try:
            with httpx.stream("GET", f"{self.path}/events?after={after}", **self.quietly) as stream:
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
        """What lies there, frame by frame, each answered before the next is sent."""
        with httpx.Client(headers=self.bearer | {"camera": "camera-of-the-benchmark"}, verify=False) as client:
            for number in range(1, 100_000):
                step, sent = self.step, time.monotonic()
                try:
                    frame = pack_frame(number, sent, self.show(self.now.board, number))
                    answer = client.post(f"{self.path}/frames", content=frame, timeout=PATIENCE_S)
                except httpx.HTTPError:
                    self.dead.set()
                    return
                if answer.status_code == 200:
                    self.told.frames += 1
                    self.frames += 1
                    if step == self.step:
                        self.snapshot = answer.json()["snapshot"]
                time.sleep(max(0.0, sent + FRAME_S - time.monotonic()))


def faults(address: str, table: str, told: Told) -> list[str]:
    """What is wrong with the log after a new start, measured by what clients had received."""
    log: list[dict[str, Any]] = []
    path = f"{address}/api/v1/tables/{table}"
    with httpx.Client(headers={"accept-language": "en"}, timeout=PATIENCE_S, verify=False) as client:
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


def run(
    rounds: int, seed: int, store: str | None, show: Show, say: Any = print, life_s: float = LONGEST_LIFE_S
) -> list[str]:
    """All rounds; the faults found. life_s: seconds for which a server is let live, at most, once it answers."""
    dice, told, found, step = random.Random(seed), Told(), list[str](), 0
    for each in script():
        show(each.board, 0)  # rendered before, so that lives are spent on playing
    with tempfile.TemporaryDirectory() as name, Nursery() as nursery:
        port = free_port()
        address, options = f"http://127.0.0.1:{port}", arguments(Path(name), port, store)
        server = nursery.start(port, options)
        made = httpx.post(f"{address}/api/v1/tables", json={"name": "x"}, timeout=PATIENCE_S, verify=False).json()
        table, key = made["table"]["id"], made["key"]
        for number in range(1, rounds + 1):
            life = Life(address, table, key, told, step, show)
            life.live()
            if number % 2:
                time.sleep(dice.uniform(0.0, life_s))
            else:
                life.wait_frames(dice.randint(1, MOST_FRAMES))
                time.sleep(dice.uniform(0.0, 2 * FRAME_S))
            server.kill()
            step = life.end()
            server = nursery.start(port, options)
            found = [f"round {number}: {fault}" for fault in faults(address, table, told)]
            if number % 5 == 0 and not found:
                say(f"{number} kills, {told.summary(step)}: right")
            if found:
                break
        else:
            life = Life(address, table, key, told, step, show)
            found, step = _last_life(life, server), life.step
        say(f"{number} kills, {told.summary(step)}: {found or 'right'}")
    return found


def _last_life(life: Life, server: Forked) -> list[str]:
    """Nobody kills any more: the game has to come to its end."""
    wanted = -(-(life.step + 1) // len(script())) * len(script())
    life.live()
    deadline = time.monotonic() + LAST_LIFE_S
    while life.step < wanted and time.monotonic() < deadline:
        time.sleep(FRAME_S)
    server.kill()
    ended = life.end() >= wanted
    return life.told.contradictions + ([] if ended else [f"the game hangs at {life.now}, and shows {life.snapshot}"])


def main() -> int:
    """The command; the exit status: 1 if anything was lost, doubled or wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--store", help="postgresql://…; SQLite otherwise")
    parser.add_argument("--life", type=float, default=LONGEST_LIFE_S, help="seconds that a server lives, at most")
    given = parser.parse_args()
    return int(bool(run(given.rounds, given.seed, given.store, shown, life_s=given.life)))


@cache
def _rendered(board: Board) -> Any:
    import cv2

    from tests.api.board_pictures import board_picture

    return cv2.resize(board_picture(board.rows()), None, fx=0.5, fy=0.5)


@cache
def _variant(board: Board, quality: int) -> bytes:
    import cv2

    return bytes(cv2.imencode(".jpg", _rendered(board), [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes())


def shown(board: Board, number: int = 0) -> bytes:
    """A rendered JPEG of a board, small, so that many a second are answered; the next is never the same to the bit."""
    return _variant(board, 85 + number % 7)


if __name__ == "__main__":
    raise SystemExit(main())
