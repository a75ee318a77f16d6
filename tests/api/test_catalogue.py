"""The texts of the ways in: every code that can be said has its sentence, with the same fillings, in every language."""

from __future__ import annotations

import ast
import string
from pathlib import Path

import pytest

from api.language import from_environment, from_header, pick
from api.texts import DEFAULT, LANGUAGES, texts

ROOT = Path(__file__).parents[2]
ERRORS = {"PictureError", "FileError", "SourceError", "OptionError", "Told", "Refusal", "Refused", "RefereeError"}


def coded() -> set[str]:
    """Every literal code that is raised or told in vision and api."""
    return {
        node.args[0].value
        for package in ("vision", "api")
        for path in (ROOT / package).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call)
        and getattr(node.func, "id", None) in ERRORS
        and node.args
        and isinstance(node.args[0], ast.Constant)
    }


def fillings(text: str) -> set[tuple[str, str]]:
    return {(name, wording) for _, name, wording, _ in string.Formatter().parse(text) if name and wording is not None}


def test_every_code_has_its_sentence() -> None:
    assert len(coded()) > 40
    assert coded() - texts(DEFAULT).keys() == set()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_languages_hold_the_same_codes(lang: str) -> None:
    assert texts(lang).keys() == texts(DEFAULT).keys()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_languages_fill_in_the_same_things(lang: str) -> None:
    names = {code: {name for name, _ in fillings(text)} for code, text in texts(lang).items()}

    assert names == {code: {name for name, _ in fillings(text)} for code, text in texts(DEFAULT).items()}


@pytest.mark.parametrize(
    ("wanted", "lang"),
    [
        (["de-AT"], "de"),
        (["fr_FR.UTF-8"], "fr"),
        (["C"], "en"),
        (["C.UTF-8", "es"], "es"),
        (["", "x"], "en"),
        ([], "en"),
    ],
)
def test_the_first_language_of_ours_is_taken(wanted: list[str], lang: str) -> None:
    assert pick(wanted) == lang


@pytest.mark.parametrize(
    ("header", "lang"),
    [
        ("", "en"),
        ("fr", "fr"),
        ("fi, de-AT;q=0.8, en;q=0.5", "de"),
        ("en;q=0.1, es;q=0.9", "es"),
        ("de;q=0, fr;q=0.1", "fr"),
        ("de;q=x, ;;;,,,", "en"),
        ("*", "en"),
    ],
)
def test_a_browsers_weights_are_followed(header: str, lang: str) -> None:
    assert from_header(header) == lang


def test_a_terminals_first_setting_decides() -> None:
    assert from_environment({"LC_ALL": "", "LC_MESSAGES": "de_DE.UTF-8", "LANG": "fr_FR"}) == "de"
    assert from_environment({"LC_ALL": "C", "LANG": "fr_FR"}) == "en"
    assert from_environment({}) == "en"
