"""`fairdrop read`: photos in, boards and verdicts out, one after the other; a bad file doesn't stop the next."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path

import click

from api import terminal
from api.read import Answer, read_file
from api.told import Told


def run(photos: Sequence[str], as_json: bool, overlay: str | None, lang: str) -> int:
    """Read all photos; the exit status: 1 if any file was bad, else 0."""
    overlays = Overlays(Path(overlay)) if overlay else None
    progress, bad = terminal.Progress(), False
    for number, photo in enumerate(photos, 1):
        if len(photos) > 1:
            progress.show(f"{number}/{len(photos)} {photo}")
        answer = read_file(Path(photo))
        drawn = overlays.write(photo, answer) if overlays else None
        progress.clear()
        bad = bad or answer.bad_file
        if as_json:
            click.echo(json.dumps({"file": photo, **answer.as_dict(lang)}))
        else:
            _print(photo, answer, drawn, lang)
    return int(bad)


def _print(photo: str, answer: Answer, drawn: Path | None, lang: str) -> None:
    if answer.bad_file and answer.error:
        terminal.error_line(answer.error.code, answer.error.text(lang), photo)
        return
    click.echo(terminal.plain(photo))
    if answer.rows:
        click.echo(terminal.draw_rows(answer.rows, coloured=terminal.on_terminal(sys.stdout)))
    told = [*answer.verdict, *([answer.error] if answer.error else [])]
    if drawn:
        told.append(Told("overlay_written", {"path": terminal.plain(str(drawn))}))
    for each in told:
        click.echo(terminal.INDENT + each.text(lang))


class Overlays:
    """A folder for the drawn-on photos: `NAME-seen.jpg`, with a number where two photos have one name.

    FileError `no_output_folder` if nothing can be written there.
    """

    def __init__(self, folder: Path) -> None:
        from vision.errors import FileError

        self._folder, self._taken, self._error = folder, set[str](), FileError
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError:
            raise FileError("no_output_folder", path=str(folder)) from None

    def write(self, photo: str, answer: Answer) -> Path | None:
        """Write the overlay of an answer in which a grid was found; None where there is nothing to draw."""
        if answer.reading is None or answer.reading.pose is None:
            return None
        path = self._folder / self._name(Path(photo).stem)
        try:
            path.write_bytes(answer.overlay())
        except OSError:
            raise self._error("no_output_folder", path=str(self._folder)) from None
        return path

    def _name(self, stem: str) -> str:
        names = (f"{stem}-seen{'' if number == 1 else f'-{number}'}.jpg" for number in range(1, len(self._taken) + 2))
        name = next(name for name in names if name not in self._taken)
        self._taken.add(name)
        return name
