"""`fairdrop calibrate`: a set-up filmed from end to end, kept, and used for the next game."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from api.cli import main
from samples import film, kept
from samples.acts import Drop
from samples.performance import Film
from samples.scripts import table_scene


def fairdrop(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["--lang", "en", *map(str, arguments)], catch_exceptions=False)


@pytest.fixture(scope="module")
def clip(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("clips") / "set-up.mp4"
    acts = (Drop(4.0, 2, "R"), Drop(6.5, 3, "Y"))
    film.write(Film(table_scene(418, width=320, height=240), acts, "a set-up", 9.5, 8), path)
    return path


def test_the_steps_in_order_and_the_profile_kept_and_used(clip: Path, tmp_path: Path) -> None:
    profile = tmp_path / "profile.json"

    done = fairdrop("calibrate", clip, "--profile", profile)

    steps = [line.split("%")[1].strip()[:9] for line in done.stdout.splitlines()[:-1]]
    assert done.exit_code == 0
    assert [steps[0], steps[-1]] == ["Show me t", "All cells"]
    assert steps.index("Drop one ") < steps.index("Now drop ")
    watched = fairdrop("watch", clip, "--profile", profile, "--opener", "red").stdout
    assert "Red drops into column 2" in watched
    assert "Yellow drops into column 3" in watched


def test_a_mirrored_camera_counts_columns_from_the_players_left(clip: Path, tmp_path: Path) -> None:
    profile = tmp_path / "profile.json"
    assert fairdrop("calibrate", clip, "--mirror", "--profile", profile).exit_code == 0

    watched = fairdrop("watch", clip, "--profile", profile, "--opener", "red").stdout

    assert "Red drops into column 6" in watched


def test_an_unfinished_set_up_keeps_nothing(tmp_path: Path) -> None:
    profile = tmp_path / "profile.json"

    done = fairdrop("calibrate", kept.FOLDER / "clips" / "wrong-colour.mp4", "--profile", profile)

    assert done.exit_code == 1
    assert "calibrate_unfinished" in done.stderr
    assert not profile.exists()


def test_another_boards_profile_is_left_aside(clip: Path, tmp_path: Path) -> None:
    profile = tmp_path / "profile.json"
    assert fairdrop("calibrate", clip, "--profile", profile).exit_code == 0

    watched = fairdrop("watch", kept.FOLDER / "clips" / "quick-turns.mp4", "--profile", profile).stdout

    assert watched.count("drops into column") == 6
