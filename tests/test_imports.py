"""The line of imports: api → calibration → vision → referee.board; the referee knows the standard library only."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
OURS = {"api", "calibration", "vision", "referee", "samples", "benchmarks", "tests"}
MAY_IMPORT = {
    "referee": {"referee"},
    "vision": {"vision", "referee.board"},
    "calibration": {"calibration", "vision", "referee.board"},
    "api": {"api", "calibration", "vision", "referee"},
}
DECODERS = {"imdecode", "imread", "imreadmulti", "imdecodemulti", "VideoCapture", "imdecodeanimation"}
MAY_DECODE = {"vision/pictures.py", "vision/sources.py"}


def sources(package: str) -> list[Path]:
    return sorted((ROOT / package).rglob("*.py"))


def imported(path: Path) -> Iterator[str]:
    """Full names of the modules that a file imports, anywhere in it."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            assert node.module is not None
            yield from _targets(node.module, [alias.name for alias in node.names])


def _targets(module: str, names: list[str]) -> Iterator[str]:
    """`from referee import board` imports `referee.board`; `from referee.board import Board` does too."""
    folder = ROOT.joinpath(*module.split("."))
    for name in names:
        is_module = (folder / name).is_dir() or (folder / f"{name}.py").is_file()
        yield f"{module}.{name}" if is_module else module


def within(name: str, allowed: set[str]) -> bool:
    return any(name == each or name.startswith(each + ".") for each in allowed)


@pytest.mark.parametrize("package", MAY_IMPORT)
def test_packages_import_only_what_lies_below(package: str) -> None:
    files = sources(package)
    across = [
        (str(path.relative_to(ROOT)), name)
        for path in files
        for name in imported(path)
        if name.split(".")[0] in OURS and not within(name, MAY_IMPORT[package])
    ]

    assert files
    assert across == []


def test_the_referee_needs_the_standard_library_only() -> None:
    outside = [
        (str(path.relative_to(ROOT)), name)
        for path in sources("referee")
        for name in imported(path)
        if name.split(".")[0] not in sys.stdlib_module_names | {"referee"}
    ]

    assert outside == []


@pytest.mark.parametrize("forbidden", ["time", "datetime", "pathlib", "os", "io", "socket", "random"])
def test_the_referee_has_no_clock_no_file_and_no_dice(forbidden: str) -> None:
    assert [str(path) for path in sources("referee") if forbidden in {n.split(".")[0] for n in imported(path)}] == []


def test_only_two_files_call_the_decoders() -> None:
    callers = {
        path.relative_to(ROOT).as_posix()
        for package in MAY_IMPORT
        for path in sources(package)
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Attribute) and node.attr in DECODERS
    }

    assert callers == MAY_DECODE


def test_opencv_is_imported_in_vision_only() -> None:
    """Its limits are set by `vision/__init__.py`, which has to run first."""
    packages = set(MAY_IMPORT) - {"vision"}
    importers = [str(path) for package in packages for path in sources(package) if "cv2" in set(imported(path))]

    assert importers == []


def test_help_needs_none_of_the_heavy_libraries() -> None:
    script = "import sys, api.cli; print([m for m in ('cv2', 'numpy', 'fastapi', 'uvicorn') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, cwd=ROOT)

    assert done.stdout.strip() == "[]"
