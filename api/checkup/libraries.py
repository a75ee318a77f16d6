"""Whether Python and the libraries go together."""

from __future__ import annotations

import importlib
import operator
import platform
import re
from collections.abc import Callable, Iterator
from importlib import metadata
from typing import Any

from api.checkup.finding import Finding, good, note, problem

PACKAGE = "fairdrop"
OTHER_OPENCVS = ("opencv-python", "opencv-contrib-python", "opencv-contrib-python-headless")
"""Each of them writes over the files of opencv-python-headless."""
COMPARISONS: dict[str, Callable[[Any, Any], bool]] = {
    ">=": operator.ge, "<=": operator.le, ">": operator.gt, "<": operator.lt, "==": operator.eq, "!=": operator.ne,
}  # fmt: skip
_NAME = re.compile(r"^[A-Za-z0-9._-]+")
_BOUND = re.compile(r"(>=|<=|==|!=|>|<)\s*([\d.]+)")


def check_libraries() -> Iterator[Finding]:
    """Python's version, and every library that Fairdrop needs against the range it needs."""
    yield good("doctor_python", version=platform.python_version())
    wanted = _requirements()
    faults = [fault for requirement in wanted if (fault := library_fault(requirement))]
    faults += two_opencvs()
    if not faults and (unloadable := cannot_be_loaded("cv2")):
        faults.append(unloadable)
    yield from faults or [good("doctor_libraries", count=len(wanted))] * bool(wanted)
    yield _heic()


def library_fault(requirement: str) -> Finding | None:
    """What is wrong with the library that a requirement such as `numpy<3,>=1.26` names."""
    found = _NAME.match(requirement)
    name = found.group() if found else requirement
    try:
        version = metadata.version(name)
    except metadata.PackageNotFoundError:
        return problem("doctor_library_missing", name=name)
    bounds = _BOUND.findall(requirement)
    if all(COMPARISONS[sign](numbers(version), numbers(bound)) for sign, bound in bounds):
        return None
    wanted = ", ".join(f"{sign} {bound}" for sign, bound in bounds)
    return problem("doctor_library_version", name=name, version=version, wanted=wanted)


def numbers(version: str) -> tuple[int, ...]:
    """The release's numbers, zeros at the end left out: `4.0.0rc1` → (4,)."""
    release = re.match(r"\d+(\.\d+)*", version)
    parts = [int(part) for part in release.group().split(".")] if release else []
    while parts and parts[-1] == 0:
        parts.pop()
    return tuple(parts)


def two_opencvs() -> list[Finding]:
    """Another OpenCV in the same environment."""
    return [problem("doctor_two_opencvs", name=name) for name in OTHER_OPENCVS if _installed(name)]


def cannot_be_loaded(module: str) -> Finding | None:
    """A library with parts of the system missing."""
    try:
        importlib.import_module(module)
    except ImportError as error:
        return problem("doctor_library_not_loaded", name=module, why=str(error))
    return None


def _requirements() -> list[str]:
    """What Fairdrop asks for without extras."""
    try:
        asked = metadata.requires(PACKAGE) or []
    except metadata.PackageNotFoundError:
        return []
    return [each for each in asked if ";" not in each]


def _heic() -> Finding:
    if _installed("pi-heif"):
        return good("doctor_heic", version=metadata.version("pi-heif"))
    return note("doctor_heic_missing")


def _installed(name: str) -> bool:
    try:
        metadata.version(name)
    except metadata.PackageNotFoundError:
        return False
    return True
