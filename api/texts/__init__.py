"""The one catalogue of sentences for people: `say(code, data, lang)`. Everything else speaks in codes and data.

`<lang>/*.json` hold the texts, one flat object each; the codes of all files together are unique. A text has
placeholders filled from `data` (plain JSON values, as `Event.as_dict()` gives them). How a value is worded is written
behind the colon:

    {column}              as it is
    {disc:colour}         "R" → red, rot, rouge, rojo      {disc:Colour} with a capital
    {cells:cells}         [[4, 1], [5, 2]] → (4,1) (5,2)   {cell:cells} for a single one
    {discs:discs}         ["R", "Y"] → red, yellow
    {columns:columns}     [1, 4] → 1, 4

A code may have variants: of `offence` with `{"code": "bar_opened"}` the text `offence.bar_opened` is taken, so that an
event's name and its data are enough. Other colours (R38) come as `data["colours"]`, such as `{"R": "cyan"}`;
those that the catalogue knows are worded in the language.
"""

from __future__ import annotations

import json
import string
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

LANGUAGES = ("en", "de", "fr", "es")
DEFAULT = "en"
FOLDER = Path(__file__).parent
VARIANT_FIELDS = ("code", "ending", "kind", "reason")
"""Fields of the data whose value picks the variant of a text, the first that has one."""


@cache
def texts(lang: str) -> dict[str, str]:
    """All texts of a language by code; of English when the language isn't ours."""
    folder = FOLDER / (lang if lang in LANGUAGES else DEFAULT)
    files = sorted(folder.glob("*.json"))
    return {code: text for file in files for code, text in json.loads(file.read_text("utf-8")).items()}


def say(code: str, data: Mapping[str, Any] | None = None, lang: str = DEFAULT) -> str:
    """The sentence of a code. Never fails: what a language lacks is said in English, an unknown code as itself."""
    data = data or {}
    for catalogue in (texts(lang), texts(DEFAULT)):
        text = next((catalogue[name] for name in _names(code, data) if name in catalogue), None)
        if text is not None:
            return _fill(text, data, lang)
    return code


def colour(letter: str, lang: str = DEFAULT, data: Mapping[str, Any] | None = None) -> str:
    """A disc's letter as a word; `data["colours"]` names other colours (R38)."""
    named = (data or {}).get("colours") or {}
    name = str(named.get(letter) or letter)
    return texts(lang).get(f"colour.{name}") or name


def _names(code: str, data: Mapping[str, Any]) -> list[str]:
    return [f"{code}.{data[field]}" for field in VARIANT_FIELDS if data.get(field)] + [code]


def _fill(text: str, data: Mapping[str, Any], lang: str) -> str:
    try:
        return _Wording(lang, data).vformat(text, (), data)
    except (LookupError, TypeError, ValueError):
        return text


class _Wording(string.Formatter):
    """Words the values: what stands behind a placeholder's colon says how."""

    def __init__(self, lang: str, data: Mapping[str, Any]) -> None:
        self.lang = lang
        self.data = data

    def format_field(self, value: Any, format_spec: str) -> str:
        if format_spec in ("colour", "Colour"):
            word = self._colour(value)
            return word[:1].upper() + word[1:] if format_spec == "Colour" else word
        if format_spec == "discs":
            return ", ".join(map(self._colour, value))
        if format_spec == "cells":
            return _cells(value)
        if format_spec == "columns":
            return ", ".join(map(str, value))
        return str(value)

    def _colour(self, letter: Any) -> str:
        return colour(str(letter), self.lang, self.data)


def _cells(value: Any) -> str:
    """`(4,1) (5,2)`: the same in every language."""
    if isinstance(value, str):
        return value
    one = isinstance(value, Sequence) and len(value) == 2 and all(isinstance(part, int) for part in value)
    return " ".join(f"({column},{row})" for column, row in ([value] if one else value))
