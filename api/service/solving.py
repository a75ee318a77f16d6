"""The solver in a process of its own: it takes seconds of pure computing, and here nobody may be kept waiting.

A question is a line, `ROWS DISC VALUE`: can that side, to move, get at least that value? The answer is `1` or `0`. The
process works at low priority and within bounds; when its time is up it is killed.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Timer

from referee.board import Board, Disc
from referee.opening import opening_lookups
from referee.solver import DRAW, LOSS, WIN, Solver

NICENESS = 10
MOST_BYTES = 600_000_000
"""Address space of the process: beside the server it has to fit into the gigabyte of a small computer."""
SPARE_S = 5
"""Seconds of computing beyond its time after which the process ends by itself, should nobody be left to kill it."""
ROOT = Path(__file__).parents[2]


class OutOfTime(Exception):
    """The time for this is up, or the process is gone."""


class FarSolver:
    """Answers as `referee.solver.Solver`; raises `OutOfTime` once its process has gone."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def value(self, board: Board, to_move: Disc, least: int = LOSS) -> int:
        """WIN, DRAW or LOSS for the side to move; at least `least`, which is known already."""
        if least < WIN and self.reaches(board, to_move, WIN):
            return WIN
        return DRAW if least == DRAW or self.reaches(board, to_move, DRAW) else LOSS

    def reaches(self, board: Board, to_move: Disc, value: int) -> bool:
        """Whether the side to move can get at least that value."""
        asked, answered = self._process.stdin, self._process.stdout
        assert asked
        assert answered
        try:
            asked.write(f"{'/'.join(board.rows())} {to_move.letter} {value}\n")
            asked.flush()
            answer = answered.readline()
        except (OSError, ValueError):
            answer = ""
        if not answer:
            raise OutOfTime
        return answer == "1\n"

    def stop(self) -> None:
        """From any thread: whoever waits for an answer gets `OutOfTime`."""
        self._process.kill()


@contextmanager
def solving(seconds: float) -> Iterator[FarSolver]:
    """A solver for so many seconds."""
    command = [sys.executable, "-m", "api.service.solving", str(round(seconds) + SPARE_S)]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    process = subprocess.Popen(command, text=True, cwd=ROOT, **pipes)  # type: ignore[call-overload]
    timer = Timer(seconds, process.kill)
    timer.daemon = True
    timer.start()
    try:
        yield FarSolver(process)
    finally:
        timer.cancel()
        process.kill()
        with contextlib.suppress(OSError):
            process.communicate()


def answer_questions(seconds: int) -> None:
    """The process: answers until nobody asks any more."""
    _bound(seconds)
    solver = Solver(opening_lookups())
    for line in sys.stdin:
        rows, letter, value = line.split()
        print(int(solver.reaches(Board.parse(rows), Disc.of(letter), int(value))), flush=True)


def _bound(seconds: int) -> None:
    """Politely slow, and not for ever; where the system can't do that, the parent's clock has to be enough."""
    with contextlib.suppress(ImportError, AttributeError, ValueError, OSError):
        import resource

        os.nice(NICENESS)
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        resource.setrlimit(resource.RLIMIT_AS, (MOST_BYTES, MOST_BYTES))


if __name__ == "__main__":
    answer_questions(int(sys.argv[1]))
