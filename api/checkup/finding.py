"""What a check has found: a code with its data, and whether something has to be done about it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from api.told import Told


class Level(StrEnum):
    """GOOD: as it should be. NOTE: works, but something is missing or will change. PROBLEM: something won't work."""

    GOOD = "good"
    NOTE = "note"
    PROBLEM = "problem"


@dataclass(frozen=True)
class Finding:
    """One thing found. `code` is a text of the catalogue; it says what to do where the level isn't GOOD."""

    level: Level
    code: str
    data: Mapping[str, Any] = field(default_factory=dict)

    def text(self, lang: str) -> str:
        """The sentence for people."""
        return Told(self.code, self.data).text(lang)

    def as_dict(self, lang: str) -> dict[str, Any]:
        return {"level": self.level.value, "code": self.code, "data": dict(self.data), "message": self.text(lang)}


def good(code: str, **data: Any) -> Finding:
    """As it should be."""
    return Finding(Level.GOOD, code, data)


def note(code: str, **data: Any) -> Finding:
    """Worth knowing; nothing has to be done."""
    return Finding(Level.NOTE, code, data)


def problem(code: str, **data: Any) -> Finding:
    """Something won’t work before it is mended."""
    return Finding(Level.PROBLEM, code, data)
