"""What happens in a film: drops, discs taken out, the bar opened, bumps, light; and the events that follow."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from samples.parameters import Checked, OutOfRange, choice, span

COLOURS = ("R", "Y")
LONGEST = 3600  # s of a film
WRONG = "wrong_colour_or_out_of_turn"


@dataclass(frozen=True)
class Drop(Checked):
    """A hand brings a disc and lets go of it at `t`; `hover`: it waits above another column first."""

    t: float = span(0.0, 0, LONGEST)
    column: int = span(1, 1, 16)
    disc: str = choice("R", COLOURS)
    hover: int = span(0, 0, 16)
    carry: float = span(0.9, 0.1, 3)
    leave: float = span(0.55, 0.1, 3)
    sleeve_red: bool = False


@dataclass(frozen=True)
class Take(Checked):
    """The topmost disc of a column is coaxed out at the top; it is gone at `t` + 0.8 s."""

    t: float = span(0.0, 0, LONGEST)
    column: int = span(1, 1, 16)


@dataclass(frozen=True)
class Shift(Checked):
    """The topmost disc of a column is taken out at `t` and dropped into column `to`, `wait` s after it came out."""

    t: float = span(0.0, 0, LONGEST)
    column: int = span(1, 1, 16)
    to: int = span(2, 1, 16)
    wait: float = span(0.8, 0.3, 5)


@dataclass(frozen=True)
class OpenBar(Checked):
    """The slider bar is pulled at `t`: all discs fall out."""

    t: float = span(0.0, 0, LONGEST)


@dataclass(frozen=True)
class Bump(Checked):
    """The phone is knocked: it shakes for `seconds` and comes to rest turned by so many degrees.

    `shake`: how far it swings on the way, as a share of the way; without it the phone slides.
    """

    t: float = span(0.0, 0, LONGEST)
    seconds: float = span(0.6, 0.1, 120)
    yaw: float = span(2.0, -15, 15)
    pitch: float = span(-1.0, -15, 15)
    roll: float = span(1.5, -15, 15)
    aim_x: float = span(0.03, -0.3, 0.3)
    aim_y: float = span(0.02, -0.3, 0.3)
    shake: float = span(1.6, 0, 3)


@dataclass(frozen=True)
class Lamp(Checked):
    """The light changes to `gain` times the first light within `seconds`, towards a colour (red and blue gains)."""

    t: float = span(0.0, 0, LONGEST)
    seconds: float = span(0.08, 0.01, 120)
    gain: float = span(1.5, 0.1, 5)
    red: float = span(1.0, 0.5, 2)
    blue: float = span(1.0, 0.5, 2)


@dataclass(frozen=True)
class Freeze(Checked):
    """The camera repeats its last frame for `seconds`."""

    t: float = span(0.0, 0, LONGEST)
    seconds: float = span(0.4, 0.05, 5)


@dataclass(frozen=True)
class Late(Checked):
    """For `seconds` the frames that come show what was `delay` s ago; then they catch up."""

    t: float = span(0.0, 0, LONGEST)
    seconds: float = span(1.0, 0.05, 10)
    delay: float = span(0.4, 0.05, 3)


Act = Drop | Take | Shift | OpenBar | Bump | Lamp | Freeze | Late
Cells = list[list[str]]  # per column, discs from the bottom


def stacks(rows: tuple[str, ...]) -> Cells:
    """Columns from the bottom out of rows from the top."""
    return [[row[column] for row in rows[::-1] if row[column] != "."] for column in range(len(rows[0]))]


def rows_of(columns: Cells, rows: int) -> tuple[str, ...]:
    """Rows from the top out of columns from the bottom."""
    return tuple(
        "".join(stack[row] if row < len(stack) else "." for stack in columns) for row in range(rows - 1, -1, -1)
    )


def lines_through(columns: Cells, column: int, row: int, length: int = 4) -> list[list[list[int]]]:
    """All lines of one colour through the 1-based cell, each from its lower left end, of `length` or more."""

    def at(c: int, r: int) -> str:
        return columns[c - 1][r - 1] if 1 <= c <= len(columns) and 1 <= r <= len(columns[c - 1]) else "."

    found = []
    for dc, dr in ((1, 0), (0, 1), (1, 1), (1, -1)):
        c, r = column, row
        while at(c - dc, r - dr) == at(column, row):
            c, r = c - dc, r - dr
        line = []
        while at(c, r) == at(column, row):
            line.append([c, r])
            c, r = c + dc, r + dr
        if len(line) >= length:
            found.append(line)
    return found


class Umpire:
    """Says which events follow from the discs that come to rest, in order (rules R7-R25 of the classic game)."""

    def __init__(self, start: tuple[str, ...], opener: str) -> None:
        self.height = len(start)
        self.columns = stacks(start)
        reds, yellows = (sum(stack.count(c) for stack in self.columns) for c in COLOURS)
        self.turn = opener if reds == yellows else ("Y" if reds > yellows else "R")
        self.over = False
        self.wrong: tuple[int, str] | None = None
        self.events: list[dict[str, Any]] = []
        self.notes: list[dict[str, Any]] = []

    def landed(self, t: float, column: int, disc: str) -> None:
        stack = self.columns[column - 1]
        if len(stack) >= self.height:
            raise OutOfRange("Drop.column", column, "a column with room")
        stack.append(disc)
        cell = {"column": column, "row": len(stack), "disc": disc}
        if self.over:
            self.say(t, "offence", code="after_the_end", **cell)
        elif disc != self.turn:
            self.wrong = (column, disc)
            self.say(t, "offence", code=WRONG, **cell)
        else:
            self.say(t, "move", **cell)
            self.turn = "Y" if disc == "R" else "R"
            self.after_move(t, column, len(stack), disc)

    def after_move(self, t: float, column: int, row: int, disc: str) -> None:
        lines = lines_through(self.columns, column, row)
        full = all(len(stack) == self.height for stack in self.columns)
        if lines:
            self.say(t, "win", winner=disc, lines=lines)
        elif full:
            self.say(t, "draw")
        self.over = bool(lines) or full

    def taken(self, t: float, column: int) -> None:
        disc = self.columns[column - 1].pop()
        if self.wrong == (column, disc):
            self.wrong = None
            self.notes.append({"t": round(t, 2), "event": "restored"})
        elif not self.over:
            self.say(t, "offence", code="disc_removed", column=column, row=len(self.columns[column - 1]) + 1, disc=disc)

    def moved(self, t: float, column: int, to: int) -> None:
        """A disc that lay already was put elsewhere (`to`)."""
        disc = self.columns[column - 1].pop()
        source = [column, len(self.columns[column - 1]) + 1]
        self.columns[to - 1].append(disc)
        if not self.over:
            row = len(self.columns[to - 1])
            self.say(t, "offence", code="disc_moved", column=to, row=row, disc=disc, source=source)

    def opened(self, t: float) -> None:
        if not self.over:
            self.say(t, "offence", code="bar_opened")
        self.notes.append({"t": round(t, 2), "event": "cleared"})
        self.columns = [[] for _ in self.columns]
        self.over = False

    def say(self, t: float, event: str, **more: Any) -> None:
        self.events.append({"t": round(t, 2), "event": event, **more})
