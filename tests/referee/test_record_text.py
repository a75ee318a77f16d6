"""Records, CSV and JSON to the letter; and faults of records with their data."""

from __future__ import annotations

import json
from typing import Any

import pytest

from referee.board import Board
from referee.clock import BULLET
from referee.export import as_dict, from_csv, to_csv, to_json
from referee.game import Game
from referee.popping import Pop10, PopOut
from referee.record_reader import RecordFault, read_records
from referee.record_tokens import MOST_EVENTS
from referee.records import Record, move_text, recorded_events, seconds, write_record, write_records
from referee.rules import Move, MoveKind
from referee.setup import Setup
from referee.turns import SwapAfterOpening
from tests.referee.tables import R, Y, cells, columns_of, game, position, see
from tests.referee.test_records import eventful
from tests.referee.test_variants import FULL

EVENTFUL = """\
[Fairdrop "1"]
[Variant "classic"]
[Board "7x6x4"]
[Opener "red"]
[Turns "two"]
[Clock "unlimited"]
[Result "red"]
[Event "Cup"]

{started camera}@0 (7)@1 (1)@2 (7)@3 (2)@4
{offence wrong_colour_or_out_of_turn (3,1) Y ......./......./......./......./......R/YYY...R}@5
{restored camera}@6 (7)@7 {undone 5}@20
{restoring ......./......./......./......R/......R/YY....R}@20 {restored camera}@21 (7)@22
{disputed we_have_a_line (7,1) no trace.no_line}@40 {dispute_settled not_accepted}@41 {paused}@42
{resumed}@43.5 (3)@44.5 (7)@45.5 {win R line}@45.5 {result_agreed R}@70 {result_agreed Y}@71
"""
WRONG_DISC = position("44").board.drop(1, Y)
STOOD = "......./......./......./......./...Y.../Y..R..."


def test_a_record_to_the_letter() -> None:
    assert write_record(Record(eventful(), {"Event": "Cup", "Result": "mine", "Fairdrop": "9"})) == EVENTFUL
    assert write_records([Record(game("4"))] * 2).count("\n\n[Fairdrop") == 1


def pop_10() -> Game:
    started, _ = Game.start(Setup(rules=Pop10(), opener=R, start=Board.parse(FULL))).begin(0.0)
    return started.play(Move(1, R, MoveKind.POP), 1.0)[0]


def misread() -> Game:
    """A disc that first read as the other colour."""
    return see(game("44"), position("44").board.drop(3, Y), position("44").board.drop(3, R))[0]


TOKENS: dict[str, tuple[Game, str]] = {
    "swap": (game("4", turns=SwapAfterOpening()).swap(9.5)[0], "{started camera}@0 (4)@1 {swapped}@9.5"),
    "restart": (
        see(game("44"), Board.empty())[0].restart_same_opener(30.0)[0],
        "{started camera}@0 (4)@1 (4)@2 {offence bar_opened (4,1) (4,2) - "
        "......./......./......./......./......./.......}@3 {restarted}@30",
    ),
    "let stand": (
        see(game("44"), WRONG_DISC)[0].let_stand(30.0)[0],
        f"{{started camera}}@0 (4)@1 (4)@2 {{offence wrong_colour_or_out_of_turn (1,1) Y {STOOD}}}@3 "
        f"{{let_stand R {STOOD}}}@30",
    ),
    "corrected": (
        game("443").correct((Move(4, R), Move(4, Y), Move(5, R)), 9.0)[0],
        "{started camera}@0 (4)@1 (4)@2 (3)@3 {corrected players 4R 4Y 5R}@9",
    ),
    "corrected by a pop": (
        game("4433", rules=PopOut()).correct((Move(4, R), Move(4, Y), Move(4, R, MoveKind.POP)), 9.0)[0],
        "{started camera}@0 (4)@1 (4)@2 (3)@3 (3)@4 {corrected players 4R 4Y 4vR}@9",
    ),
    "a line let stand": (
        see(game("717273"), position("717273").board.drop(4, Y))[0].let_stand(30.0)[0],
        "{started camera}@0 (7)@1 (1)@2 (7)@3 (2)@4 (7)@5 (3)@6 {offence wrong_colour_or_out_of_turn (4,1) Y "
        "......./......./......./......R/......R/YYYY..R}@7 {let_stand R "
        "......./......./......./......R/......R/YYYY..R}@30 {win Y line}@30",
    ),
    "resigned and closed": (
        game("443").resign(Y, 9.25)[0].close(10.0)[0],
        "{started camera}@0 (4)@1 (4)@2 (3)@3 {win R resigned}@9.25 {closed}@10",
    ),
    "drawn by word": (game("4").agree_draw(9.0)[0], "{started camera}@0 (4)@1 {draw agreed}@9"),
    "popped": (
        game("4433", rules=PopOut()).observe(position("4433").board.pop(4), 9.0)[0],
        "{started camera}@0 (4)@1 (4)@2 (3)@3 (3)@4 (4v)@9",
    ),
    "quick turns": (
        see(game("44"), position("44").board.drop(1, R).drop(2, Y).drop(3, R))[0],
        "{started camera}@0 (4)@1 (4)@2 (1~)@3 (2~)@3 (3~)@3",
    ),
    "hidden cells": (
        see(game("44"), position("44").board.drop(6, R), unsure=cells((5, 1), (5, 2)))[0],
        "{started camera}@0 (4)@1 (4)@2 (6 (5,1) (5,2))@3",
    ),
    "by hand": (
        Game.start(Setup(opener=Y)).begin(0.0)[0].play(4, 1.0)[0], "{started players}@0 (4 players)@1",
    ),
    "misread": (
        misread(),
        "{started camera}@0 (4)@1 (4)@2 {offence wrong_colour_or_out_of_turn (3,1) Y "
        "......./......./......./......./...Y.../..YR...}@3 {restored camera misread}@4 (3)@4",
    ),
    "full column": (
        game("111111").tried_full_column(1, 9.0)[0],
        "{started camera}@0 (1)@1 (1)@2 (1)@3 (1)@4 (1)@5 (1)@6 {column_full 1}@9",
    ),
    "undone, redone": (
        Game.start(Setup(opener=R)).begin(0.0)[0].play(4, 1.0)[0].undo(2.0)[0].redo(3.0)[0],
        "{started players}@0 (4 players)@1 {undone 1}@2 {redone 1}@3",
    ),
    "cleared": (
        see(game("7172737").agree(Y, 8.0)[0], Board.empty())[0],
        "{started camera}@0 (7)@1 (1)@2 (7)@3 (2)@4 (7)@5 (3)@6 (7)@7 {win R line}@7 {result_agreed Y}@8 {cleared}@9",
    ),
    "nobody said who opens": (
        see(Game.start(Setup()), Board.empty(), Board.empty().drop(3, Y))[0], "{started camera}@0 (3Y)@1",
    ),
    "Pop 10": (pop_10(), "{started players}@0 (1v players)@1"),
}  # fmt: skip


@pytest.mark.parametrize("name", TOKENS)
def test_tokens_to_the_letter_and_back_to_the_same_events(name: str) -> None:
    played, tokens = TOKENS[name]
    text = write_record(Record(played))
    (read,) = read_records(text)

    assert " ".join(text.split("\n\n", 1)[1].split()) == tokens
    assert all(len(line) <= 100 for line in text.splitlines())
    assert read.game is not None
    assert read.game.events == recorded_events(played)
    assert read.game.setup == played.setup


def test_a_dispute_is_recorded_by_its_claim_and_answer() -> None:
    """Whatever a caller has put into them: what isn't there is a dash."""
    stopped, _ = game("4").dispute({}, {}, 2.0)
    stopped, _ = stopped.dispute({"kind": "x", "cells": [[1, 1]]}, {"upheld": True, "reason": {"code": "y"}}, 3.0)
    text = write_record(Record(stopped.settle(4.0)[0]))
    (read,) = read_records(text)

    assert "{disputed - unknown -}@2 {disputed x (1,1) yes y}@3 {dispute_settled accepted}@4" in " ".join(text.split())
    assert read.game is not None
    assert read.game.events[3].as_dict() == {
        "event": "disputed", "at_s": 3.0, "claim": {"kind": "x", "cells": [[1, 1]]},
        "answer": {"upheld": True, "reason": {"code": "y"}},
    }  # fmt: skip
    assert write_record(Record(read.game)) == text


def test_headers_that_are_left_out_say_nothing() -> None:
    full = game("4", teaching=True, players=("A", "B"), clock=BULLET, start=position("44").board)
    text = write_record(Record(full))

    assert text.split("\n\n")[0].splitlines() == [
        '[Fairdrop "1"]', '[Variant "classic"]', '[Board "7x6x4"]', '[Opener "red"]',
        '[Start "......./......./......./......./...Y.../...R..."]', '[Turns "two"]', '[Player1 "A"]', '[Player2 "B"]',
        '[Clock "bullet"]', '[Teaching "yes"]', '[Result "*"]',
    ]  # fmt: skip
    assert '[Result "draw"]' in write_record(Record(game("4").agree_draw(2.0)[0]))
    assert '[Result "yellow"]' in write_record(Record(game("4").resign(R, 2.0)[0]))
    assert '[Opener "?"]' in write_record(Record(Game.start(Setup())))


def test_texts_of_moves_and_times() -> None:
    assert (move_text(Move(3, Y)), move_text(Move(3, R, MoveKind.POP))) == ("3Y", "3vR")
    assert [seconds(at_s) for at_s in (0, 2.0, 2.5, 10.0, 1e-7)] == ["0", "2", "2.5", "10", "1e-07"]


# --- Faults of records ------------------------------------------------------------------------------------------------


def fault_of(text: str) -> tuple[str, dict[str, Any]]:
    (read,) = read_records(text)
    assert read.fault is not None
    return read.fault.code, read.fault.data


@pytest.mark.parametrize(
    ("body", "code", "data"),
    [
        ("x" * 60, "record_bad_token", {"text": "x" * 40}),
        ("(4) {dance now}", "record_bad_token", {"text": "{dance now}"}),
        ("(4)(4)(4)(4)(4)(4)(4)", "column_full", {"column": 4}),
        ("(7)(1)(7)(2)(7)(3)(7)(4)", "game_over", {"column": 4}),
        ("(4) {win R line}", "record_no_such_end", {"ending": "line"}),
        ("(4) {draw full}", "record_no_such_end", {"ending": "full"}),
        ("(4) {win R kept}", "record_no_such_end", {"ending": "kept"}),
        ("(4) {draw no_moves}", "record_no_such_end", {"ending": "no_moves"}),
        ("(4) {corrected players 4R 4R}", "correction_illegal", {"number": 2, "column": 4, "reason": "not_your_turn"}),
        ("(4) {undone 1} {undone 1}", "nothing_to_undo", {}),
        ("(4) {redone 1}", "nothing_to_redo", {}),
        ("(4) {swapped}", "swap_not_agreed", {}),
        ("(4) {offence two_discs (9,9) R " + STOOD + "}", "no_such_cell",
         {"column": 9, "row": 9, "columns": 7, "rows": 6}),
        ("(4) {offence two_discs R " + STOOD + "}", "record_bad_token",
         {"text": ("{offence two_discs R " + STOOD)[:40]}),
    ],
)
def test_faults_of_tokens_with_their_data(body: str, code: str, data: dict[str, Any]) -> None:
    assert fault_of(f'[Opener "red"]\n\n{body}') == (code, data)


@pytest.mark.parametrize(
    ("header", "code", "data"),
    [
        (f'[Fairdrop "{"2" * 30}"]', "record_version", {"version": "2" * 20}),
        (f'[Board "{"7" * 30}"]', "record_bad_board", {"text": "7" * 20}),
        (f'[Turns "{"x" * 60}"]', "record_unknown_value", {"header": "Turns", "value": "x" * 40}),
        (f'[Clock "{"x" * 60}"]', "record_unknown_value", {"header": "Clock", "value": "x" * 40}),
        ("[Broken " + "y" * 60, "record_bad_header", {"text": ("[Broken " + "y" * 60)[:40]}),
        ('[Player1 "alone"]', "players_count", {"expected": 2, "got": 1}),
        ('[Board "8x7x9"]', "line_length", {"connect": 9, "shortest": 3, "longest": 8}),
        ('[Opener "green"]', "unknown_disc", {"name": "green"}),
    ],
)
def test_faults_of_headers_with_their_data(header: str, code: str, data: dict[str, Any]) -> None:
    assert fault_of(f"{header}\n\n(4)") == (code, data)


def test_a_fault_says_which_game_line_and_column() -> None:
    text = (
        '\ufeff[Opener "red"]\r\n\r\n(4)\r\n\r\n[Opener "red"]\r[Broken\r\n\r\n(4)\n\n'
        '[Opener "red"]\n\n(4)\n  (4) (0)'
    )
    good, broken, late = read_records(text)

    assert good.fault is None
    assert (broken.game, broken.fault) == (None, RecordFault(2, 6, 1, "record_bad_header", {"text": "[Broken"}))
    assert late.fault == RecordFault(3, 13, 7, "no_such_column", {"column": 0, "columns": 7})
    assert late.game is not None
    assert columns_of(late.game) == "44"


def test_games_without_headers_and_texts_without_games() -> None:
    assert read_records("") == ()
    assert read_records("\n \n") == ()
    first, second = read_records('(4Y)\n\n[Opener "red"]\n(4)')
    assert (first.fault, second.fault) == (None, None)
    assert first.game is not None
    assert second.game is not None
    assert (first.game.moves[0].disc, second.game.moves[0].disc) == (Y, R)
    (both,) = read_records('[Opener "red"]\n[Odd "kept"]\n\n[Round "2"]\n(4)')
    assert both.headers == {"Odd": "kept", "Round": "2"}


def test_no_more_tokens_are_read_than_the_limit() -> None:
    paused = "{paused}{resumed}" * (MOST_EVENTS // 2)
    (read,) = read_records('[Opener "red"]\n\n{started camera}' + paused)
    assert read.fault is not None
    assert (read.fault.code, read.fault.data) == ("record_too_long", {"text": "{resumed}"})


def test_hand_written_ends_are_taken_and_told_once() -> None:
    (read,) = read_records('[Opener "red"]\n\n(7)(1)(7)(2)(7)(3)(7){win R line}{draw agreed}')
    assert read.fault is None
    assert read.game is not None
    assert [event.name for event in read.game.events][-2:] == ["move", "win"]
    (timed,) = read_records('[Opener "red"]\n\n(7) {win Y time}@9')
    assert timed.game is not None
    assert timed.game.result is not None
    assert (timed.game.result.outcome.winner, timed.game.result.outcome.lines) == (Y, ())


# --- CSV and JSON -----------------------------------------------------------------------------------------------------


def test_csv_to_the_letter() -> None:
    won = Record(game("7172737", players=("=A", "B")), {"Event": "x", "Date": "d"})
    marked = Record(see(game("44"), WRONG_DISC)[0].let_stand(30.0)[0].resign(R, 31.0)[0])
    popped = Record(game("4433", rules=PopOut(), opener=Y).observe(position("4433", Y).board.pop(4), 9.0)[0])

    assert to_csv([won, marked, popped]) == (
        '\ufeff"date","event","player_1","player_2","player_3","player_4","opener","variant","board","result",'
        '"ending","marked","discs","moves"\r\n'
        '"d","x","\'=A","B","","","red","classic","7x6x4","red","line","","7","7 1 7 2 7 3 7"\r\n'
        '"","","","","","","red","classic","7x6x4","yellow","resigned","yes","2","4 4"\r\n'
        '"","","","","","","yellow","popout","7x6x4","*","","","5","4 4 3 3 4v"\r\n'
    )
    assert [row["moves"] for row in from_csv(to_csv([won, marked]))] == ["7 1 7 2 7 3 7", "4 4"]
    assert from_csv(to_csv([won]))[0]["player_1"] == "=A"


def test_json_to_the_letter() -> None:
    text = to_json(Record(game("4", players=("Ä", "B")), {"Event": "x", "Result": "mine"}))
    empty = [["." * 7] * 6][0]

    assert '"Ä"' in text
    assert json.loads(text) == as_dict(Record(game("4", players=("Ä", "B")), {"Event": "x"})) == {
        "headers": {
            "Event": "x", "Fairdrop": "1", "Variant": "classic", "Board": "7x6x4", "Opener": "red", "Turns": "two",
            "Player1": "Ä", "Player2": "B", "Clock": "unlimited", "Result": "*",
        },
        "moves": [{"column": 4, "disc": "R", "kind": "drop"}],
        "result": None,
        "board": [*empty[:5], "...R..."],
        "events": [
            {"event": "started", "at_s": 0.0, "board": {"rows": empty, "connect": 4}, "by": "camera"},
            {
                "event": "move", "at_s": 1.0, "number": 1, "column": 4, "row": 1, "disc": "R", "kind": "drop",
                "order_known": True, "unsure": [], "by": "camera",
            },
        ],
    }  # fmt: skip
