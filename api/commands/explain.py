"""`fairdrop explain`: why something was said, or wasn't, at one moment of a traced game."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from api import terminal
from api.explaining import explained


def run(file: str, at_s: float, lang: str) -> int:
    """Tell the moment; the exit status. FileError for what is no trace."""
    line, told = explained(Path(file), at_s)
    click.echo(terminal.clock(float(line["t"])))
    if line["board"]:
        click.echo(terminal.draw_rows(line["board"], terminal.on_terminal(sys.stdout)))
    for each in told:
        click.echo("  " + terminal.plain(each.text(lang)))
    return 0
