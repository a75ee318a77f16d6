"""The kept set: its files, its truth, its size; and the command that makes more elsewhere."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from samples import exif, fast, kept
from samples.__main__ import main
from samples.parameters import scene_from_json
from samples.truth import Truth

STILLS = kept.FOLDER / "stills"
CLIPS = kept.FOLDER / "clips"
MOST_BYTES = 20_000_000


def lines(path: Path) -> list[dict]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_the_kept_set_is_whole_and_small():
    stills, clips = lines(STILLS / "manifest.jsonl"), lines(CLIPS / "clips.jsonl")
    assert [line["file"] for line in stills] == [still.name + still.suffix for still in kept.STILLS]
    assert len(clips) == 8
    assert all((STILLS / line["file"]).is_file() for line in stills)
    assert all((CLIPS / line["file"]).is_file() for line in clips)
    assert sum(path.stat().st_size for path in kept.FOLDER.rglob("*") if path.is_file()) <= MOST_BYTES


@pytest.mark.parametrize("line", lines(STILLS / "manifest.jsonl"), ids=lambda line: line["file"])
def test_each_still_has_the_size_its_truth_says(line):
    image = kept.upright(STILLS / line["file"])
    assert image.shape[:2] == (line["height"], line["width"])
    assert scene_from_json(line["scene"]).seed == line["seed"]
    if line.get("expect") == "refuse":
        assert line["rows"] is None
    else:
        inside = np.array(line["corners"])
        assert (inside > 0).all()
        assert (inside < [line["width"], line["height"]]).all()


@pytest.mark.parametrize("still", kept.SPECIAL[:8:3], ids=lambda still: still.name)
def test_a_kept_still_is_drawn_again_from_its_truth(still):
    """Other builds of the libraries round differently, so a few grey levels are allowed."""
    line = next(entry for entry in lines(STILLS / "manifest.jsonl") if entry["file"].startswith(still.name + "."))
    again, _ = fast.render(scene_from_json(line["scene"]))
    stored = kept.upright(STILLS / line["file"])
    assert cv2.absdiff(again, stored).mean() < 6


@pytest.mark.parametrize("orientation", [1, 3, 6, 8])
def test_a_picture_with_an_orientation_comes_back_upright(orientation):
    picture = np.zeros((60, 80, 3), np.uint8)
    picture[:20, :30] = (0, 0, 250)
    data = exif.jpeg(picture, 95, orientation)
    back = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    assert back.shape == picture.shape
    assert cv2.absdiff(back, picture).mean() < 3


def test_the_command_makes_stills_with_their_truth(tmp_path):
    done = CliRunner().invoke(main, ["stills", str(tmp_path), "--count", "3", "--seed", "7", "--profile", "easy"])
    assert done.exit_code == 0
    made = lines(tmp_path / "manifest.jsonl")
    assert [line["seed"] for line in made] == [7, 8, 9]
    assert all((tmp_path / line["file"]).stat().st_size > 5000 for line in made)


def test_the_command_refuses_what_it_does_not_know(tmp_path):
    done = CliRunner().invoke(main, ["stills", str(tmp_path), "--profile", "fancy"])
    assert done.exit_code == 2
    assert "fancy" in done.output


def test_a_board_cut_off_expects_a_refusal():
    scene = next(s for s in map(none_scene, range(40)) if s.rows is not None)
    image, truth = fast.render(scene)
    assert isinstance(truth, Truth)
    line = kept.entry("a.jpg", "none", truth, image)
    assert line["expect"] == ("refuse" if not truth.complete else line.get("expect"))


def none_scene(seed):
    from samples.scene import random_scene

    return random_scene(seed, "none")
