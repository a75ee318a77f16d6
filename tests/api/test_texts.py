"""The catalogue: complete in four languages, with the same placeholders, and a text for every code of the referee."""

from __future__ import annotations

import ast
import json
import string
from pathlib import Path

import pytest

from api.texts import DEFAULT, FOLDER, LANGUAGES, colour, say, texts
from referee.disputes import Claim, ClaimKind, judge
from referee.events import EVENTS
from referee.explanations import DoubtCode, OffenceCode
from referee.reasons import reasons, rebuild_reasons
from referee.remedies import remedy
from referee.rules import Ending, MoveKind
from tests.referee.tables import R, Y, cells, game, see

ROOT = Path(__file__).parents[2]
OTHERS = [lang for lang in LANGUAGES if lang != DEFAULT]


def placeholders(text: str) -> set[str]:
    return {f"{name}:{spec}".lower() for _, name, spec, _ in string.Formatter().parse(text) if name}


def file_texts(lang: str, name: str) -> dict[str, str]:
    return dict(json.loads((FOLDER / lang / name).read_text("utf-8")))


def files() -> list[str]:
    return sorted(path.name for path in (FOLDER / DEFAULT).glob("*.json"))


def coded_in_source() -> set[str]:
    """Codes written out in the referee: of errors, reasons and corrections."""
    calls = {"RefereeError", "BoardError", "reason"}
    found = set()
    for path in (ROOT / "referee").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in calls and node.args:
                first = node.args[0]
                options = [first.body, first.orelse] if isinstance(first, ast.IfExp) else [first]
                found |= {o.value for o in options if isinstance(o, ast.Constant) and isinstance(o.value, str)}
    return found


@pytest.mark.parametrize("name", files())
@pytest.mark.parametrize("lang", OTHERS)
def test_every_language_has_every_text_with_the_same_placeholders(lang: str, name: str) -> None:
    english, other = file_texts(DEFAULT, name), file_texts(lang, name)

    assert list(other) == list(english)
    assert {code: placeholders(text) for code, text in other.items()} == {
        code: placeholders(text) for code, text in english.items()
    }


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_code_stands_in_two_files(lang: str) -> None:
    codes = [code for name in files() for code in file_texts(lang, name)]

    assert sorted(codes) == sorted(set(codes))


def test_every_code_of_the_referee_has_a_text() -> None:
    written = coded_in_source()
    variants = {f"offence.{code.value}" for code in OffenceCode} | {f"doubt.{code.value}" for code in DoubtCode}

    assert len(written) > 70
    assert {code for code in written | variants | set(EVENTS) if code not in texts(DEFAULT)} == set()


def test_every_ending_and_kind_of_move_is_worded() -> None:
    known = set(texts(DEFAULT))

    assert {f"win.{e.value}" for e in (Ending.LINE, Ending.TIME, Ending.RESIGNED, Ending.KEPT)} <= known
    assert {f"draw.{e.value}" for e in (Ending.FULL, Ending.NO_MOVES, Ending.AGREED)} <= known
    assert f"move.{MoveKind.POP.value}" in known


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_events_of_a_game_with_an_offence_are_said_without_gaps(lang: str) -> None:
    played = game("434535")
    played, offended = see(played, played.position.board.drop(1, Y))
    played, restored = see(played, played.position.board)
    told = [told for event in (*played.events, *offended, *restored) for told in reasons(event)]
    rebuild = list(rebuild_reasons(remedy(played.position.board, played.position.board, R)))

    sentences = [say(one.code, one.data, lang) for one in told + rebuild]

    assert all(sentence and "{" not in sentence and sentence not in texts(lang) for sentence in sentences)
    assert say("move", {"disc": "R", "column": 4}, "de") == "Rot wirft in Spalte 4 ein."


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("kind", list(ClaimKind))
def test_answers_to_disputes_are_said_without_gaps(lang: str, kind: ClaimKind) -> None:
    answer = judge(game("4435345"), Claim(kind, cells((4, 1), (5, 1), (6, 1), (7, 3))))

    for told in (answer.reason, *answer.breaks):
        assert "{" not in say(told.code, told.data, lang)


def test_a_code_without_text_and_a_text_without_data_never_fail() -> None:
    assert say("no_such_code") == "no_such_code"
    assert say("column_full", {}, "fr") == texts("fr")["column_full"]
    assert say("column_full", {"column": 3}, "xx") == say("column_full", {"column": 3}, DEFAULT)


def test_R38_other_colours_are_named_as_the_set_has_them() -> None:
    data = {"disc": "Y", "colours": {"R": "black", "Y": "cyan"}}

    assert colour("Y", "en", data) == "cyan"
    assert say("not_your_turn", data) == "It isn’t cyan’s turn."


def test_cells_are_worded_alike_everywhere() -> None:
    data = {"cells": [[4, 1], [5, 2]], "code": "two_discs"}

    assert all("(4,1) (5,2)" in say("offence", data, lang) for lang in LANGUAGES)
    assert "(4,1)" in say("trace.gap", {"cell": [4, 1]})
