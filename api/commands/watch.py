"""`fairdrop watch`: follow a game from a clip, a folder, a camera or a stream, and say what happens."""

from __future__ import annotations

import json
from contextlib import nullcontext
from pathlib import Path

import click

from api import terminal
from api.commands.calibrate import kept_profile
from api.table import Look, Table
from api.told import Told
from api.tracing import Trace
from api.watching import Happening, follow
from referee.board import Board, Disc
from vision.errors import SourceError, VisionError
from vision.frame import Frame, Source
from vision.sources import Flipped, open_source


def run(
    spec: str,
    as_json: bool,
    start: str | None,
    opener: str | None,
    lang: str,
    trace: str | None = None,
    profile: str | None = None,
) -> int:
    """Watch to the end; the exit status: 1 if the source or one of its pictures was bad or no board was ever seen.

    trace: the file that gets a line for each frame. profile: the set-up's; without it the one kept, for a camera.
    """
    kept = kept_profile(profile) if profile or spec.startswith("camera:") else None
    table = Table(
        Board.parse(start) if start else None, Disc.of(opener) if opener else None, kept.empty if kept else None
    )
    speaker = Speaker(as_json, lang)
    try:
        with open_source(spec) as source, Trace(Path(trace)) if trace else nullcontext() as written:
            flipped = kept is not None and kept.settings.flipped
            return _watch(Flipped(source) if flipped else source, table, speaker, written)
    except VisionError as error:
        return speaker.fail(Told.of(error), spec)
    except KeyboardInterrupt:  # how one stops watching a camera
        return 0
    finally:
        speaker.progress.clear()


def _watch(source: Source, table: Table, speaker: Speaker, trace: Trace | None) -> int:
    bad = False

    def looked(frame: Frame, look: Look) -> None:
        if trace:
            trace.add(frame, look, table)

    for happening in follow(source, table, lambda frame: speaker.at(frame, source), looked):
        speaker.say(happening, table)
        bad = bad or happening.bad_picture
    if not table.ever_saw:
        raise SourceError("saw_no_board")
    return int(bad)


class Speaker:
    """Says what happens, as JSON lines or in words."""

    def __init__(self, as_json: bool, lang: str) -> None:
        self.as_json, self.lang, self.progress = as_json, lang, terminal.Progress()

    def at(self, frame: Frame, source: Source) -> None:
        """Show how far we are, on a terminal."""
        end = f" / {terminal.clock(source.duration_s)}" if source.duration_s else ""
        self.progress.show(terminal.clock(frame.t_s) + end)

    def say(self, happening: Happening, table: Table) -> None:
        """One JSON line, or the time and the sentences; a bad picture goes to stderr."""
        self.progress.clear()
        if self.as_json:
            click.echo(json.dumps(happening.as_dict(self.lang)))
        elif happening.bad_picture:
            told = happening.told[0]
            terminal.error_line(told.code, told.text(self.lang), str(told.data.get("path", "")))
        else:
            for number, told in enumerate(happening.told):
                time = terminal.clock(happening.t_s) if number == 0 else ""
                click.echo(f"{time:>7}  {told.text(self.lang)}")

    def fail(self, told: Told, spec: str) -> int:
        """Say why it is over; the exit status."""
        self.progress.clear()
        if self.as_json:
            click.echo(json.dumps({"event": "error", **told.as_dict(self.lang)}))
        else:
            terminal.error_line(told.code, told.text(self.lang), spec)
        return 1
