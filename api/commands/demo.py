"""`fairdrop demo`: the bundled game, told in the terminal as it is watched, and on the page if asked."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import click

from api import terminal
from api.commands import serve
from api.commands.watch import Speaker
from api.story import Scene, Story, scene_of
from api.table import Table
from api.told import Told
from api.watching import Happening, follow
from vision.sources import open_source

CLIP = Path(__file__).parents[1] / "demo" / "demo.mp4"
BOARD_AFTER = ("started", "offence", "win", "draw")
"""Events after which the board is drawn; after every move it would be a wall of boards."""


def run(page: tuple[str, int] | None, lang: str) -> int:
    """Tell the story; with `page` (host, port) show it there until stopped."""
    click.echo(Told("demo_intro").text(lang))
    table, speaker, scenes = Table(), Speaker(as_json=False, lang=lang), list[Scene]()
    with open_source(str(CLIP)) as source:
        for happening in follow(source, table, lambda frame: speaker.at(frame, source)):
            _tell(happening, table, speaker, scenes)
    speaker.progress.clear()
    if page:
        options = serve.Options(*page, https=False, throwaway=True)
        return serve.run(options, lang, Story(tuple(scenes)))
    click.echo(Told("demo_end", {"command": _command()}).text(lang))
    return 0


def _command() -> str:
    """How this program is called from here: by its path where it isn't on the way to all programs."""
    program = Path(sys.argv[0])
    if shutil.which("fairdrop") or program.name != "fairdrop":
        return "fairdrop"
    return str(program.relative_to(Path.cwd()) if program.is_relative_to(Path.cwd()) else program)


def _tell(happening: Happening, table: Table, speaker: Speaker, scenes: list[Scene]) -> None:
    speaker.say(happening, table)
    board = table.seen_board
    if happening.event and happening.event.name in BOARD_AFTER and board:
        click.echo(terminal.draw_rows(board.rows(), coloured=terminal.on_terminal(sys.stdout)))
    if scene := scene_of(happening, board):
        scenes.append(scene)
