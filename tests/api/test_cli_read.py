"""`fairdrop read`: boards and sentences for people, JSON for tools, one coded line for each bad file."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner, Result

from api.cli import main
from tests.api.board_pictures import rendered, rows_of, write_photo
from tests.memory import run_measured
from tests.vision import picture_makers as make

BOARD = """
. . Y R . . .
. R Y R Y . R
"""
PLAYED = ["......."] * 4 + ["..YR...", ".RYRY.R"]


@pytest.fixture
def photo(tmp_path: Path) -> Path:
    return write_photo(tmp_path / "board.png", BOARD)


def fairdrop(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["--lang", "en", *map(str, arguments)], catch_exceptions=False)


def bad_files(folder: Path) -> dict[Path, str]:
    """Files that are no good, each with the code it gets."""
    jpeg = make.encode(make.corners_picture(), "JPEG")
    contents: dict[str, tuple[bytes, str]] = {
        "zero.jpg": (b"", "picture_empty"),
        "cut.jpg": (jpeg[: len(jpeg) // 2], "picture_truncated"),
        "words.jpg": (b"just words", "picture_not_a_picture"),
        "bomb.png": (make.png_bomb(), "picture_too_large"),
    }
    files = {folder / "missing.jpg": "file_missing", folder: "file_is_folder"}
    for name, (data, code) in contents.items():
        (folder / name).write_bytes(data)
        files[folder / name] = code
    return files


def test_a_photo_is_drawn_and_judged(photo: Path) -> None:
    done = fairdrop("read", photo)

    assert done.exit_code == 0
    assert done.stdout.splitlines() == [
        str(photo),
        "  . . . . . . .",
        "  . . . . . . .",
        "  . . . . . . .",
        "  . . . . . . .",
        "  . . Y R . . .",
        "  . R Y R Y . R",
        "  1 2 3 4 5 6 7",
        "  4 red and 3 yellow discs.",
        "  Yellow is to move.",
    ]
    assert done.stderr == ""


def test_json_says_all_that_was_seen(photo: Path) -> None:
    done = fairdrop("read", "--json", photo)
    answer = json.loads(done.stdout)

    assert done.exit_code == 0
    assert (answer["file"], answer["status"], answer["board"], answer["error"]) == (str(photo), "read", PLAYED, None)
    assert np.array(answer["corners"]) == pytest.approx(np.array(rendered(rows_of(BOARD))[1].corners), abs=3)
    assert answer["unsure"] == []
    assert [each["code"] for each in answer["verdict"]] == ["photo_counts", "photo_to_move"]
    assert 0.9 < answer["probability"] <= 1
    assert answer["seconds"] > 0


def test_bad_files_get_one_coded_line_each_and_stop_nobody(tmp_path: Path, photo: Path) -> None:
    files = bad_files(tmp_path)
    done = fairdrop("read", *files, photo)
    lines = done.stderr.splitlines()

    assert done.exit_code == 1
    assert [line.split(": ")[:3] for line in lines] == [["fairdrop", str(path), code] for path, code in files.items()]
    assert done.stdout.startswith(str(photo))
    assert "Yellow is to move." in done.stdout


def test_in_json_bad_files_are_refused_answers(tmp_path: Path, photo: Path) -> None:
    files = bad_files(tmp_path)
    done = fairdrop("read", "--json", *files, photo)
    answers = [json.loads(line) for line in done.stdout.splitlines()]

    assert done.exit_code == 1
    assert [(each["file"], each["status"]) for each in answers[:-1]] == [(str(path), "refused") for path in files]
    assert [each["error"]["code"] for each in answers[:-1]] == list(files.values())
    assert all(each["error"]["message"] and each["board"] is None for each in answers[:-1])
    assert answers[-1]["board"] == PLAYED


def test_bad_files_stay_under_200_megabytes(tmp_path: Path) -> None:
    files = bad_files(tmp_path)
    printed, errors, peak_mb = run_measured("from api.cli import main; main()", "read", *map(str, files))

    assert (printed, len(errors.splitlines())) == ("", len(files))
    assert peak_mb < 200


def test_a_photo_without_a_board_is_answered_not_failed(tmp_path: Path) -> None:
    path = tmp_path / "wall.png"
    path.write_bytes(make.encode(make.corners_picture(640, 480), "PNG"))
    done = fairdrop("read", path)
    answer = json.loads(fairdrop("read", "--json", path).stdout)

    assert (done.exit_code, done.stderr) == (0, "")
    assert answer["error"]["message"] in done.stdout
    assert (answer["status"], answer["board"], answer["corners"], answer["verdict"]) == ("refused", None, None, [])


def test_overlays_are_written_beside_each_other(tmp_path: Path, photo: Path) -> None:
    (tmp_path / "other").mkdir()
    twin = write_photo(tmp_path / "other" / "board.png", "")
    done = fairdrop("read", "--overlay", tmp_path / "drawn" / "here", photo, twin)
    names = sorted(path.name for path in (tmp_path / "drawn" / "here").iterdir())
    drawn = cv2.imread(str(tmp_path / "drawn" / "here" / "board-seen.jpg"))

    assert names == ["board-seen-2.jpg", "board-seen.jpg"]
    assert f"Drawn on the photo: {tmp_path / 'drawn' / 'here' / 'board-seen.jpg'}" in done.stdout
    assert drawn.shape == cv2.imread(str(photo)).shape
    assert (cv2.absdiff(drawn, cv2.imread(str(photo))) > 60).mean() > 0.02


def test_an_overlay_never_lies_over_its_photo(tmp_path: Path) -> None:
    photo = write_photo(tmp_path / "board-seen.jpg", BOARD)
    before = photo.read_bytes()
    fairdrop("read", "--overlay", tmp_path, photo)

    assert photo.read_bytes() == before
    assert (tmp_path / "board-seen-seen.jpg").is_file()


def test_an_overlay_folder_that_cant_be_is_told_before_anything_is_read(tmp_path: Path, photo: Path) -> None:
    done = fairdrop("read", "--overlay", photo, photo)

    assert done.exit_code == 1
    assert done.stderr.startswith("fairdrop: no_output_folder: ")
    assert done.stdout == ""


def test_names_from_outside_cant_steer_the_terminal(tmp_path: Path) -> None:
    photo = write_photo(tmp_path / "a\x1b[31mred\nline.png", BOARD)
    done = fairdrop("read", photo, tmp_path / "b\x1b]0;title\x07.png")

    assert "\x1b" not in done.output
    assert "a?[31mred?line.png" in done.stdout
    assert len(done.stderr.splitlines()) == 1


def test_progress_is_shown_on_a_terminal_and_nowhere_else(photo: Path) -> None:
    command = [sys.executable, "-c", "from api.cli import main; main()", "read", str(photo), str(photo)]
    ours, theirs = pty.openpty()
    on_terminal = subprocess.run(command, stdout=subprocess.PIPE, stderr=theirs, check=True)
    os.close(theirs)
    shown = os.read(ours, 10_000).decode()
    os.close(ours)
    in_a_pipe = subprocess.run(command, capture_output=True, check=True)

    assert shown == "".join(f"\r\x1b[K{n}/2 {photo}\r\x1b[K" for n in (1, 2))
    assert in_a_pipe.stderr == b""
    assert in_a_pipe.stdout == on_terminal.stdout


@pytest.mark.parametrize(
    ("lang", "words"), [("de", "Gelb ist am Zug."), ("fr", "Au tour de jaune."), ("es", "Le toca a amarillo.")]
)
def test_other_languages(photo: Path, lang: str, words: str) -> None:
    done = CliRunner().invoke(main, ["--lang", lang, "read", str(photo)])

    assert words in done.stdout


def test_the_version_is_told() -> None:
    assert fairdrop("--version").stdout.startswith("fairdrop 0.")


# Verdicts of one photo (R40, R41) -------------------------------------------------------------------------------------


def verdict(tmp_path: Path, board: str) -> list[str]:
    answer = json.loads(fairdrop("read", "--json", write_photo(tmp_path / "a.png", board)).stdout)
    assert answer["status"] == "read"
    return [each["code"] for each in answer["verdict"]]


def test_R5_an_empty_board_can_begin(tmp_path: Path) -> None:
    assert verdict(tmp_path, "") == ["photo_empty"]


def test_R41_with_equal_counts_the_opener_is_asked_for(tmp_path: Path) -> None:
    assert verdict(tmp_path, ". . Y R . . .") == ["photo_counts", "photo_opener_to_move"]


def test_R40_counts_that_differ_are_named(tmp_path: Path) -> None:
    assert verdict(tmp_path, "Y Y R . . . .\nR R Y R R R Y") == ["photo_counts_differ", "photo_counts"]


def test_R40_a_line_ends_the_game(tmp_path: Path) -> None:
    board = "Y Y Y . . . .\nR R R R . . ."

    assert verdict(tmp_path, board) == ["line", "photo_counts", "photo_over"]


def test_R40_two_lines_of_two_colours_cant_be(tmp_path: Path) -> None:
    board = "Y Y Y Y . . .\nR R R R . . ."

    assert verdict(tmp_path, board) == ["line", "line", "photo_both_have_lines", "photo_counts"]


def test_R40_play_after_a_line_cant_be(tmp_path: Path) -> None:
    board = "Y Y Y . Y . .\nR R R R Y . ."

    assert "photo_line_not_last" in verdict(tmp_path, board)


def test_R14_a_line_of_five_is_one_line(tmp_path: Path) -> None:
    answer = json.loads(
        fairdrop("read", "--json", write_photo(tmp_path / "a.png", "Y Y . Y Y . .\nR R R R R . .")).stdout
    )

    assert answer["lines"] == [[[1, 1], [2, 1], [3, 1], [4, 1], [5, 1]]]
