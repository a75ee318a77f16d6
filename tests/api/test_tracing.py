"""A watched game leaves a trace, and a moment of it is told for people."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from api.cli import main
from api.texts import LANGUAGES
from samples import kept

CLIP = kept.FOLDER / "clips" / "wrong-colour.mp4"


def fairdrop(*arguments: object, lang: str = "en") -> Result:
    return CliRunner().invoke(main, ["--lang", lang, *map(str, arguments)], catch_exceptions=False)


@pytest.fixture(scope="module")
def trace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("traces") / "game.jsonl"
    assert fairdrop("watch", CLIP, "--opener", "red", "--trace", path).exit_code == 0
    return path


def test_a_line_for_each_frame_after_the_head(trace: Path) -> None:
    head, *frames = [json.loads(line) for line in trace.read_text().splitlines()]

    assert head == {"trace": 1}
    assert len(frames) > 100
    assert {"searching", "gathering", "settled", "same"} <= {frame["decision"] for frame in frames}
    assert all(frame["residual_px"] < 3 and frame["sharpness"] > 0 for frame in frames if frame["light"])


def test_the_offence_is_explained_by_the_cell_and_how_long_it_was_seen(trace: Path) -> None:
    frames = [json.loads(line) for line in trace.read_text().splitlines()[1:]]
    offence = next(f["t"] for f in frames if any(e["event"] == "offence" for e in f["events"]))

    before, then = (fairdrop("explain", trace, "--at", offence + late).stdout for late in (-0.5, 0.0))

    assert "hadn’t seen it for long enough yet" in before
    assert "(6,2) looked like red" in before
    assert "doesn’t belong there" not in before
    assert "doesn’t belong there" in then


@pytest.mark.parametrize("lang", LANGUAGES)
def test_it_is_told_in_every_language_with_everything_filled_in(trace: Path, lang: str) -> None:
    told = fairdrop("explain", trace, "--at", 8.2, lang=lang).stdout

    assert "(6,2)" in told
    assert "{" not in told


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "not_a_trace"),
        ("[1]", "not_a_trace"),
        ('{"trace": 1}\n{"t": 1}', "not_a_trace"),
        ('{"trace": 1}\n{"t":1,"decision":"same","state":"watching","cells":[{"cell":7}],"events":[]}', "not_a_trace"),
        ('{"trace": 1}', "trace_too_short"),
        ("\udcff", "not_a_trace"),
    ],
)
def test_what_is_no_trace_is_refused(tmp_path: Path, text: str, code: str) -> None:
    path = tmp_path / "no.jsonl"
    path.write_bytes(text.encode("utf-8", "surrogateescape"))

    done = fairdrop("explain", path, "--at", 5)

    assert done.exit_code == 1
    assert code in done.stderr


def test_missing_files_and_places_nobody_can_write_to_are_told(tmp_path: Path) -> None:
    assert "file_missing" in fairdrop("explain", tmp_path / "none", "--at", 1).stderr
    assert "file_unwritable" in fairdrop("watch", CLIP, "--trace", tmp_path / "none" / "x").stderr
