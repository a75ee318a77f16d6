"""What people see in a terminal: a small drawing of the board, progress that leaves no trace, error lines."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TextIO

import click

COLOURS = {"R": "red", "Y": "yellow", "?": "magenta"}
MARKS = {"R": "●", "Y": "●", ".": "·", "?": "?"}
INDENT = "  "
MINUTE_S = 60


def draw_rows(rows: Sequence[str], coloured: bool) -> str:
    """The board, top row first, with column numbers below it; letters where there is no colour."""
    lines = [INDENT + " ".join(_mark(cell, coloured) for cell in row) for row in rows]
    numbers = INDENT + " ".join(str(column % 10) for column in range(1, len(rows[0]) + 1))
    return "\n".join([*lines, click.style(numbers, dim=True) if coloured else numbers])


def _mark(cell: str, coloured: bool) -> str:
    if not coloured:
        return cell
    return click.style(MARKS[cell], fg=COLOURS.get(cell), dim=cell == ".")


def clock(t_s: float) -> str:
    """Seconds as minutes and seconds: `1:05.2`."""
    tenths = round(t_s * 10)
    return f"{tenths // (MINUTE_S * 10)}:{tenths % (MINUTE_S * 10) / 10:04.1f}"


def plain(text: str) -> str:
    """A name from outside without the control characters that would steer a terminal."""
    return "".join(char if char.isprintable() else "?" for char in text)


def error_line(code: str, message: str, about: str = "") -> None:
    """One line on stderr: what it is about, the code, what to do."""
    click.echo(": ".join(part for part in ("fairdrop", plain(about), code, plain(message)) if part), err=True)


def on_terminal(stream: TextIO) -> bool:
    """Whether people look at it; in a pipe nothing is coloured and no progress is shown."""
    return stream.isatty()


class Progress:
    """One line on stderr that is written over, on a terminal only; `clear` before anything else is printed."""

    def __init__(self) -> None:
        self._shown = on_terminal(sys.stderr)
        self._dirty = False

    def show(self, text: str) -> None:
        """Put the line there, or write over it."""
        if self._shown:
            click.echo(f"\r\x1b[K{plain(text)}", err=True, nl=False)
            self._dirty = True

    def clear(self) -> None:
        """Take the line away."""
        if self._dirty:
            click.echo("\r\x1b[K", err=True, nl=False)
            self._dirty = False
