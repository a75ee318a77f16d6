"""What is installed: the wheel's files and version, and libraries that any computer can load."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from importlib import metadata
from pathlib import Path

import pytest

from api.commands import demo

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
WINDOW_SYSTEM = re.compile(r"/lib(GL|X11|xcb|gthread|Qt\d?\w*)[-.\w]*\.so")
LARGEST_FILE = 16_000_000
DATA = ("*.json", "*.onnx", "*.js", "*.html", "*.css", "*.svg", "*.mp4", "*.bin", "*.mako")


def test_the_newest_version_in_the_changelog_is_the_projects() -> None:
    versions = re.findall(r"^## (\d+\.\d+\.\d+)", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)

    assert versions[0] == PROJECT["project"]["version"]


def test_B121_no_library_wants_a_window_system() -> None:
    names = [re.split(r"[<>=\[; ]", each)[0] for each in PROJECT["project"]["dependencies"]]

    assert [name for name in names if "opencv" in name] == ["opencv-python-headless"]


@pytest.mark.skipif(sys.platform != "linux", reason="shared libraries as Linux lists them")
def test_B121_reading_a_picture_loads_no_library_of_a_window_system() -> None:
    loaded = subprocess.run(
        [sys.executable, "-c", "import vision.photo, vision.sources; print(open('/proc/self/maps').read())"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip

    assert "cv2" in loaded
    assert WINDOW_SYSTEM.findall(loaded) == []


def test_every_package_is_in_the_wheel_with_its_data() -> None:
    packages = PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]
    here = {path.parent.name for path in ROOT.glob("*/__init__.py")} - {"tests", "samples", "benchmarks"}
    largest = max(
        (path.stat().st_size, path.name) for name in packages for kind in DATA for path in (ROOT / name).rglob(kind)
    )

    assert set(packages) == here
    assert 0 < (ROOT / "referee" / "opening.bin").stat().st_size <= 1_000_000
    assert largest[0] < LARGEST_FILE, largest


def test_the_command_is_installed_under_its_name() -> None:
    scripts = metadata.entry_points(group="console_scripts")

    assert [each.value for each in scripts if each.name == "fairdrop"] == ["api.cli:main"]


@pytest.mark.parametrize(
    ("called", "found", "said"),
    [
        (".venv/bin/fairdrop", None, ".venv/bin/fairdrop"),
        ("{here}/.venv/bin/fairdrop", None, ".venv/bin/fairdrop"),
        ("/opt/other/bin/fairdrop", None, "/opt/other/bin/fairdrop"),
        ("/usr/bin/fairdrop", "/usr/bin/fairdrop", "fairdrop"),
        ("-c", None, "fairdrop"),
    ],
)
def test_the_demo_names_the_command_as_it_can_be_called(
    called: str, found: str | None, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", [called.format(here=Path.cwd())])
    monkeypatch.setattr(demo.shutil, "which", lambda name: found)

    assert demo._command() == said
