"""`fairdrop read` with other boards and discs, the runner-up, and the sheet that explains a photo."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import cv2
import pytest
from click.testing import CliRunner

from api.cli import main
from api.texts import LANGUAGES
from api.verdict import judge
from referee.board import Board, BoardSpec, Cell, Disc
from samples import fast
from tests.api.board_pictures import SCENE, write_photo
from tests.api.test_cli_read import BOARD, PLAYED, fairdrop
from tests.vision import picture_makers as make
from vision.photo import PhotoReading


@pytest.fixture
def photo(tmp_path: Path) -> Path:
    return write_photo(tmp_path / "board.png", BOARD)


def write_scene(path: Path, rows: tuple[str, ...], **changes: object) -> Path:
    """The easy scene with other rows, and `first` and `second` as colours of its discs."""
    discs = replace(SCENE.discs, **{name: changes[name] for name in ("first", "second") if name in changes})
    shape = replace(SCENE.shape, columns=len(rows[0]), rows=len(rows))
    camera = replace(SCENE.camera, distance=SCENE.camera.distance * len(rows[0]) / 6.5)
    picture = fast.render(replace(SCENE, rows=rows, discs=discs, shape=shape, camera=camera))[0]
    assert cv2.imwrite(str(path), picture)
    return path


WIDE = (*["........."] * 4, "YYYY.....", "RRRRR....")


def test_R37_a_wider_board_with_five_in_a_row(tmp_path: Path) -> None:
    photo = write_scene(tmp_path / "wide.png", WIDE)
    five = json.loads(fairdrop("read", "--json", "--board", "9x6", "--connect", "5", photo).stdout)
    four = json.loads(fairdrop("read", "--json", "--board", "9x6", photo).stdout)

    assert five["board"] == four["board"] == list(WIDE)
    assert five["lines"] == [[[column, 1] for column in range(1, 6)]]
    assert [each["code"] for each in five["verdict"]] == ["line", "photo_counts", "photo_over"]
    assert "photo_both_have_lines" in [each["code"] for each in four["verdict"]]


def test_R37_a_board_too_large_to_be_decided_is_told_as_such() -> None:
    board = Board.parse([("RYRYRYRYRY" if row % 4 < 2 else "YRYRYRYRYR") for row in range(8)], BoardSpec(10, 8, 5))

    codes = [each.code for each in judge(PhotoReading("read", board))]

    assert codes == ["photo_counts", "photo_not_decided", "photo_draw"]


def test_R37_a_size_that_cant_be_read_is_one_line_before_anything_is_read(photo: Path) -> None:
    done = fairdrop("read", "--board", "12x9", photo)

    assert (done.exit_code, done.stdout) == (1, "")
    assert done.stderr.startswith("fairdrop: board_not_read: I can’t read a board of 12x9.")
    assert "7x6 to 10x8" in done.stderr


BLACK = {"first": (0.8, 0.08, 0.1), "second": (0.05, 0.05, 0.06)}
PAIR = (*["......."] * 4, "YRY.R..", "RYYRRYR")


@pytest.mark.parametrize(
    ("lang", "counts", "legend"),
    [
        ("en", "Discs: 6 red, 5 black.", "R is red, Y is black."),
        ("de", "Scheiben: 6 in Rot, 5 in Schwarz.", "R ist rot, Y ist schwarz."),
        ("fr", "Jetons : 6 en rouge, 5 en noir.", "R est rouge, Y est noir."),
        ("es", "Fichas: 6 de color rojo, 5 de color negro.", "R es rojo, Y es negro."),
    ],
)
def test_R38_other_colours_are_told_as_they_are(tmp_path: Path, lang: str, counts: str, legend: str) -> None:
    photo = write_scene(tmp_path / "black.png", PAIR, **BLACK)
    done = CliRunner().invoke(main, ["--lang", lang, "read", str(photo)])

    assert f"  {counts}" in done.stdout
    assert f"  {legend}" in done.stdout


def test_R38_told_colours_decide_what_is_R(tmp_path: Path) -> None:
    photo = write_scene(tmp_path / "black.png", PAIR, **BLACK)
    found = json.loads(fairdrop("read", "--json", photo).stdout)
    told = json.loads(fairdrop("read", "--json", "--discs", "schwarz,rot", photo).stdout)

    assert found["board"][-1] == "RYYRRYR"
    assert {letter: disc["colour"] for letter, disc in found["discs"].items()} == {"R": "red", "Y": "black"}
    assert told["board"][-1] == "YRRYYRY"
    assert {letter: disc["colour"] for letter, disc in told["discs"].items()} == {"R": "black", "Y": "red"}


def test_R38_colours_that_contradict_the_photo_make_it_unsure(photo: Path) -> None:
    answer = json.loads(fairdrop("read", "--json", "--discs", "blue,green", photo).stdout)

    assert (answer["status"], answer["lines"], answer["error"]) == ("unsure", [], None)
    assert [each["code"] for each in answer["verdict"]] == ["discs_contradict"]


def test_the_runner_up_is_told(photo: Path) -> None:
    runner_up = json.loads(fairdrop("read", "--json", photo).stdout)["runner_up"]

    assert len(runner_up["board"]) == 6
    assert runner_up["board"] != PLAYED
    assert 0 <= runner_up["probability"] < 0.1


@pytest.mark.parametrize("lang", LANGUAGES)
def test_where_the_board_is_unsure_it_is_said_where_the_next_one_differs(lang: str) -> None:
    board = Board.parse(PLAYED)
    reading = PhotoReading("unsure", board, runner_up=board.put(Cell(7, 1), Disc.YELLOW), runner_up_probability=0.3)
    told = judge(reading)

    assert [each.code for each in told] == ["photo_doubtful", "photo_runner_up"]
    assert "(7,1)" in told[1].text(lang)


def test_a_sheet_explains_each_photo_and_none_of_the_bad_files(tmp_path: Path, photo: Path) -> None:
    wall = tmp_path / "wall.png"
    wall.write_bytes(make.encode(make.corners_picture(640, 480), "PNG"))
    (tmp_path / "zero.jpg").write_bytes(b"")
    done = fairdrop("read", "--explain", tmp_path / "why", photo, wall, tmp_path / "zero.jpg")
    sheets = {path.name: cv2.imread(str(path)) for path in (tmp_path / "why").iterdir()}

    assert sorted(sheets) == ["board-explained.jpg", "wall-explained.jpg"]
    assert sheets["board-explained.jpg"].shape[0] > 1.8 * sheets["wall-explained.jpg"].shape[0]
    assert f"Each stage explained: {tmp_path / 'why' / 'board-explained.jpg'}" in done.stdout
