"""`fairdrop watch`: a game followed from a clip or a folder, in words and in JSON; starts, openers, bad sources."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from api.cli import main
from tests.api.board_pictures import write_clip, write_photo
from tests.vision import film_makers

GAME = ["", ". . . R . . .", ". . Y R . . .", ". . . R . . .\n. . Y R . . .", ". . . R . . .\n. . Y R R . ."]
"""Red, yellow, red, and red again: an offence."""
MIDDLE = [". . . . . . .\nR R R . Y Y Y", ". . . . . . .\nR R R R Y Y Y"]


def fairdrop(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["--lang", "en", *map(str, arguments)], catch_exceptions=False)


def said(done: Result) -> list[dict[str, Any]]:
    return [json.loads(line) for line in done.stdout.splitlines()]


def essence(done: Result) -> list[tuple[Any, ...]]:
    keys = ("event", "column", "row", "disc", "code", "winner")
    return [tuple(each[key] for key in keys if each.get(key) is not None) for each in said(done)]


@pytest.fixture(scope="module")
def clip(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_clip(tmp_path_factory.mktemp("clips") / "game.mp4", GAME)


@pytest.fixture(scope="module")
def middle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_clip(tmp_path_factory.mktemp("clips") / "middle.mp4", MIDDLE)


def test_a_game_is_followed_in_json(clip: Path) -> None:
    done = fairdrop("watch", "--json", clip)

    assert done.exit_code == 0
    assert essence(done) == [
        ("remark", "watching"),
        ("started",),
        ("move", 4, 1, "R"),
        ("move", 3, 1, "Y"),
        ("move", 4, 2, "R"),
        ("offence", 5, 1, "R", "wrong_colour_or_out_of_turn"),
    ]
    times = [each["t"] for each in said(done) if each["event"] in ("move", "offence")]
    assert [after - at for at, after in zip([3, 6, 9, 12], times, strict=True)] == pytest.approx([1.3] * 4, abs=1.3)
    assert all(each["message"] for each in said(done))


def test_a_game_is_told_in_words(clip: Path) -> None:
    done = fairdrop("watch", clip)

    assert done.exit_code == 0
    assert done.stderr == ""
    assert "I see the board." in done.stdout
    words = " ".join(done.stdout.split())
    assert all(each["message"] in words for each in said(fairdrop("watch", "--json", clip)))


def test_a_folder_of_stills_tells_the_same_game(tmp_path: Path) -> None:
    for number, board in enumerate(GAME, 8):
        write_photo(tmp_path / f"{number}.png", board)
    (tmp_path / "9b.jpg").write_bytes(b"")
    done = fairdrop("watch", "--json", tmp_path)

    assert done.exit_code == 1
    assert [each for each in essence(done) if each[0] != "remark"] == [
        ("started",),
        ("move", 4, 1, "R"),
        ("bad_picture", "picture_empty"),
        ("move", 3, 1, "Y"),
        ("move", 4, 2, "R"),
        ("offence", 5, 1, "R", "wrong_colour_or_out_of_turn"),
    ]


def test_a_bad_still_is_one_coded_line(tmp_path: Path) -> None:
    write_photo(tmp_path / "1.png", "")
    (tmp_path / "2.jpg").write_bytes(b"")
    done = fairdrop("watch", tmp_path)

    assert done.exit_code == 1
    assert done.stderr.startswith(f"fairdrop: {tmp_path / '2.jpg'}: picture_empty: ")


def test_a_game_is_picked_up_in_the_middle(middle: Path) -> None:
    start = "/".join(["......."] * 5 + ["RRR.YYY"])
    done = fairdrop("watch", "--json", middle, "--start", start, "--opener", "red")

    assert essence(done)[1:] == [("started",), ("move", 4, 1, "R"), ("win", "R")]
    assert said(done)[-1]["lines"] == [[[1, 1], [2, 1], [3, 1], [4, 1]]]


def test_without_start_the_first_settled_board_is_the_start(middle: Path) -> None:
    assert essence(fairdrop("watch", "--json", middle))[1:] == [("started",), ("move", 4, 1, "R"), ("win", "R")]


def test_the_opener_makes_it_an_offence(middle: Path) -> None:
    done = fairdrop("watch", "--json", middle, "--opener", "yellow")

    assert essence(done)[-1] == ("offence", 4, 1, "R", "wrong_colour_or_out_of_turn")


def test_an_impossible_first_board_is_no_start(tmp_path: Path) -> None:
    clip = write_clip(tmp_path / "a.mp4", ["Y Y R . . . .\nR R Y R R R Y", ""])
    done = fairdrop("watch", "--json", clip)

    assert essence(done) == [("remark", "watching"), ("remark", "start_impossible"), ("started",)]


@pytest.mark.parametrize(
    ("start", "code"),
    [
        ("nonsense", None),
        ("......./......./......./......./......./..X....", None),
        ("......./......./......./......./......./RRR....", "start_impossible"),
        ("......./......./......./......./YYY..../RRRR...", "start_is_over"),
        ("......./......./......./......./R....../.......", "start_impossible"),
    ],
)
def test_a_start_that_cant_be_is_refused(middle: Path, start: str, code: str | None) -> None:
    done = fairdrop("watch", middle, "--start", start)

    assert done.exit_code == 1
    assert len(done.stderr.splitlines()) == 1
    assert code is None or done.stderr.startswith(f"fairdrop: {code}: ")


@pytest.mark.parametrize(
    ("spec", "code"),
    [("none.mp4", "file_missing"), ("camera:997", "source_no_camera"), ("gopher://x/y", "source_bad_url")],
)
def test_a_bad_source_is_one_coded_line(spec: str, code: str) -> None:
    done = fairdrop("watch", spec)
    in_json = fairdrop("watch", "--json", spec)

    assert (done.exit_code, done.stdout) == (1, "")
    assert done.stderr.startswith(f"fairdrop: {spec}: {code}: ")
    assert len(done.stderr.splitlines()) == 1
    assert (in_json.exit_code, [(each["event"], each["code"]) for each in said(in_json)]) == (1, [("error", code)])


def test_a_film_without_a_board_says_so(tmp_path: Path) -> None:
    path = film_makers.write(tmp_path / "wall.mp4", [90] * 50)
    done = fairdrop("watch", "--json", path)

    assert done.exit_code == 1
    assert essence(done)[-1] == ("error", "saw_no_board")


def test_progress_is_shown_on_a_terminal_only(clip: Path) -> None:
    command = [sys.executable, "-c", "from api.cli import main; main()", "watch", str(clip)]
    ours, theirs = pty.openpty()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=theirs)
    os.close(theirs)
    shown = b""
    try:
        while chunk := os.read(ours, 1 << 16):
            shown += chunk
    except OSError:  # how a terminal says that nobody writes to it any more
        pass
    output, _ = process.communicate()
    os.close(ours)

    assert process.returncode == 0
    assert b"0:07.0 / 0:15.0" in shown
    assert b"/ 0:15.0" not in output
