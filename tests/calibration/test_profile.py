"""Profiles: kept whole, read back the same, and refused where they are something else."""

import json
from pathlib import Path

import numpy as np
import pytest

from calibration.profile import Profile, Settings, load
from vision.errors import FileError
from vision.memory import Remembered

RNG = np.random.default_rng(5)
LOOK = Remembered(
    RNG.integers(0, 256, (6, 7, 4, 4, 3)).astype(np.uint8),
    RNG.integers(0, 256, (7, 8, 3)).astype(np.uint8),
    {"R": (0.5, 0.4, 1.6), "Y": (0.3, 1.2, 1.5)},
)
PROFILE = Profile(Settings(mirror=True), LOOK)


def test_read_back_the_same(tmp_path: Path) -> None:
    PROFILE.save(tmp_path / "new" / "profile.json")
    again = load(tmp_path / "new" / "profile.json")

    assert (again.settings, again.empty.tints) == (PROFILE.settings, LOOK.tints)
    assert np.array_equal(again.empty.holes, LOOK.holes)
    assert np.array_equal(again.empty.plate, LOOK.plate)
    assert [path.name for path in (tmp_path / "new").iterdir()] == ["profile.json"]


@pytest.mark.parametrize(
    "change",
    [
        {"profile": 2},
        {"mirror": "yes"},
        {"tints": {"X": [1, 1, 1]}},
        {"tints": {"R": [1, 1]}},
        {"tints": {"R": [1, 1, float("nan")]}},
        {"holes": [[1]]},
        {"plate": [[[300] * 3] * 8] * 7},
        {"plate": None},
    ],
)
def test_other_things_are_refused(tmp_path: Path, change: dict[str, object]) -> None:
    path = tmp_path / "profile.json"
    PROFILE.save(path)
    path.write_text(json.dumps({**json.loads(path.read_text()), **change}))

    with pytest.raises(FileError) as refused:
        load(path)

    assert refused.value.code == "not_a_profile"


@pytest.mark.parametrize("text", ["", "[]", "{", "[" * 100_000])
def test_what_is_no_json_object_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "profile.json"
    path.write_text(text)

    with pytest.raises(FileError) as refused:
        load(path)

    assert refused.value.code == "not_a_profile"


def test_a_place_nobody_can_write_to_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")

    with pytest.raises(FileError) as refused:
        PROFILE.save(tmp_path / "file" / "profile.json")

    assert refused.value.code == "file_unwritable"
