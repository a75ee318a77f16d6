"""`fairdrop read`: photos in, boards and verdicts out, one after the other; a bad file doesn't stop the next."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import click

from api import terminal
from api.explained import explained
from api.options import read_options
from api.read import Answer, read_file
from api.told import Told
from vision.errors import FileError
from vision.photo import ReadOptions


@dataclass(frozen=True)
class Options:
    """What the command line says. See `fairdrop read --help`."""

    as_json: bool = False
    overlay: str | None = None
    explain: str | None = None
    board: str | None = None
    connect: int | None = None
    discs: str | None = None


def run(photos: Sequence[str], options: Options, lang: str) -> int:
    """Read all photos; the exit status: 1 if any file was bad, else 0."""
    known = read_options(options.board, options.connect, options.discs)
    outputs = list(_outputs(options, known, lang))
    progress, bad = terminal.Progress(), False
    for number, photo in enumerate(photos, 1):
        if len(photos) > 1:
            progress.show(f"{number}/{len(photos)} {photo}")
        answer = read_file(Path(photo), known)
        written = [told for output in outputs for told in output.write(photo, answer)]
        progress.clear()
        bad = bad or answer.bad_file
        if options.as_json:
            click.echo(json.dumps({"file": photo, **answer.as_dict(lang)}))
        else:
            _print(photo, answer, written, lang)
    return int(bad)


def _print(photo: str, answer: Answer, written: Sequence[Told], lang: str) -> None:
    if answer.bad_file and answer.error:
        terminal.error_line(answer.error.code, answer.error.text(lang), photo)
        return
    click.echo(terminal.plain(photo))
    if answer.rows:
        click.echo(terminal.draw_rows(answer.rows, coloured=terminal.on_terminal(sys.stdout)))
    for each in (*answer.verdict, *([answer.error] if answer.error else []), *written):
        click.echo(terminal.INDENT + each.text(lang))


def _outputs(options: Options, known: ReadOptions, lang: str) -> Iterator[Output]:
    if options.overlay:
        yield Output(Path(options.overlay), "seen", "overlay_written", _overlay)
    if options.explain:
        explain = partial(explained, options=known, lang=lang)
        yield Output(Path(options.explain), "explained", "explain_written", explain)


def _overlay(answer: Answer) -> bytes | None:
    """The photo with what was seen; None where no grid was found."""
    return answer.overlay() if answer.reading and answer.reading.pose else None


class Output:
    """A folder for pictures made of photos: `NAME-WORD.jpg`, with a number where two photos have one name.

    FileError `no_output_folder` if nothing can be written there.
    """

    def __init__(self, folder: Path, word: str, told: str, make: Callable[[Answer], bytes | None]) -> None:
        self._folder, self._word, self._told, self._make, self._taken = folder, word, told, make, set[str]()
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError:
            raise FileError("no_output_folder", path=str(folder)) from None

    def write(self, photo: str, answer: Answer) -> Iterator[Told]:
        """Write the picture of an answer, and say where; nothing where there is nothing to draw."""
        data = self._make(answer)
        if data is None:
            return
        path = self._folder / self._name(Path(photo).stem)
        try:
            path.write_bytes(data)
        except OSError:
            raise FileError("no_output_folder", path=str(self._folder)) from None
        yield Told(self._told, {"path": terminal.plain(str(path))})

    def _name(self, stem: str) -> str:
        ends = (f"{self._word}{'' if number == 1 else f'-{number}'}" for number in range(1, len(self._taken) + 2))
        name = next(name for end in ends if (name := f"{stem}-{end}.jpg") not in self._taken)
        self._taken.add(name)
        return name
