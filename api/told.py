"""`Told`: something to be said, as a code and its data; the catalogue makes the sentence once the language is known."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from api.texts import say


class Coded(Protocol):
    """What the layers below raise: a stable code and its data."""

    code: str
    data: dict[str, Any]


@dataclass(frozen=True)
class Told:
    """A stable code and what fills its sentence."""

    code: str
    data: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def of(cls, error: Coded) -> Told:
        return cls(error.code, error.data)

    def text(self, lang: str) -> str:
        """The sentence for people."""
        return say(self.code, dict(self.data), lang)

    def as_dict(self, lang: str) -> dict[str, str]:
        return {"code": self.code, "message": self.text(lang)}
