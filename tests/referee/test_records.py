"""Records: written, read back, forgiven; column strings; CSV and JSON."""

from __future__ import annotations

import csv
import json
import random
from pathlib import Path

import pytest

from referee.board import Board
from referee.clock import RAPID
from referee.columns import read_columns, write_columns
from referee.errors import RefereeError
from referee.events import EVENTS
from referee.export import BYTE_ORDER_MARK, from_csv, to_csv, to_json
from referee.game import Game
from referee.popping import Pop10, PopOut
from referee.record_reader import MOST_CHARACTERS, read_records
from referee.record_tokens import _READERS
from referee.records import SKIPPED, Record, recorded_events, write_record, write_records
from referee.rules import Move, MoveKind
from referee.setup import Setup
from referee.turns import Partners, SwapAfterOpening
from tests.referee.tables import R, Y, cells, columns_of, game, see
from tests.referee.test_variants import FULL

DOCS = Path(__file__).parents[2] / "docs" / "record.md"


def again(played: Game, **headers: str) -> Game:
    """Through the text and back; the text of what came back is the same."""
    text = write_record(Record(played, headers))
    (read,) = read_records(text)
    assert read.fault is None, (read.fault, text)
    assert read.game is not None
    assert read.headers == headers
    assert write_record(Record(read.game, read.headers)) == text
    return read.game


def same(one: Game, other: Game) -> bool:
    a, b = one.state, other.state
    return (a.position, a.moves, a.outcome, a.phase, a.agreed, a.swapped, a.marked, a.undone) == (
        b.position, b.moves, b.outcome, b.phase, b.agreed, b.swapped, b.marked, b.undone,
    ) and one.setup == other.setup  # fmt: skip


def eventful() -> Game:
    """An offence restored, an undo, a dispute, a pause, and a win that both confirm."""
    watched, _ = see(game("7172"), game("7172").position.board.drop(3, Y), game("7172").position.board)
    watched, _ = see(watched, watched.position.board.drop(7, R))
    watched, _ = watched.undo(20.0)
    watched, _ = see(watched, watched.position.board, watched.position.board.drop(7, R))
    answer = {"upheld": False, "reason": {"code": "trace.no_line"}}
    watched, _ = watched.dispute({"kind": "we_have_a_line", "cells": [[7, 1]]}, answer, 40.0)
    watched, _ = watched.settle(41.0, accepted=False)
    watched, _ = watched.pause(42.0)
    watched, _ = watched.resume(43.5)
    watched, _ = see(watched, watched.position.board.drop(3, Y))
    watched, _ = watched.tried_full_column(7, 60.0) if not watched.position.board.landing_cell(7) else (watched, ())
    watched, _ = see(watched, watched.position.board.drop(7, R))
    return watched.agree(R, 70.0)[0].agree(Y, 71.0)[0]


@pytest.mark.parametrize(
    "played",
    [
        game(""),
        game("4435"),
        game("4435", opener=Y),
        game("446454253"),
        game("44", turns=Partners(), players=("A", 'B "b"', "C\nc", "D\\d")),
        game("4", turns=SwapAfterOpening()).swap(9.5)[0],
        game("443", clock=RAPID, teaching=True),
        eventful(),
        eventful().undo(80.0)[0],
        see(game("44"), Board.empty())[0].restart_same_opener(30.0)[0],
        see(game("44"), game("44").position.board.drop(1, Y))[0].let_stand(30.0)[0],
        game("443").correct((Move(4, R), Move(4, Y), Move(5, R)), 9.0)[0],
        game("443").resign(Y, 9.25)[0].close(10.0)[0],
        game("443").agree_draw(9.0)[0],
        game("4433", rules=PopOut()).observe(game("4433").position.board.pop(4), 9.0)[0],
        see(game("44"), game("44").position.board.drop(1, R).drop(2, Y).drop(3, R))[0],
        see(game("44"), game("44").position.board.drop(6, R), unsure=cells((5, 1), (5, 2)))[0],
    ],
)
def test_a_record_is_read_back_as_it_was(played: Game) -> None:
    assert same(again(played, Event="A cup", Date="2026-11-30T19:05:12+05:30"), played)


def test_pop_10_is_recorded_with_its_start() -> None:
    started, _ = Game.start(Setup(rules=Pop10(), opener=R, start=Board.parse(FULL))).begin(0.0)
    for number, move in enumerate((Move(1, R, MoveKind.POP), Move(2, R, MoveKind.POP), Move(1, R)), 1):
        started, _ = started.play(move, float(number))

    assert same(again(started), started)


def test_every_recorded_event_has_its_reader() -> None:
    recorded = {name for name, kind in EVENTS.items() if kind not in SKIPPED}

    assert set(_READERS) | {"move"} == recorded


def test_doubts_and_progress_are_left_out_and_the_rest_still_replays() -> None:
    watched, _ = see(game("4433"), Board.empty(), Board.empty().drop(3, R), game("4433").position.board)

    assert [event.name for event in recorded_events(watched)][-2:] == ["offence", "restored"]
    assert len(recorded_events(watched)) == len(watched.events) - 1
    assert not any(isinstance(event, SKIPPED) for event in recorded_events(watched))


def test_hand_written_moves_are_enough() -> None:
    (read,) = read_records('[Opener "yellow"]\n\n(4) (3)@2.5\n  (4)\t(5)')

    assert read.fault is None
    assert read.game is not None
    assert (columns_of(read.game), read.game.to_move) == ("4345", Y)
    assert [move.at_s for move in read.game.moves] == [0.0, 2.5, 0.0, 0.0]


def test_colours_are_written_where_nobody_said_who_opens() -> None:
    watched, _ = see(Game.start(Setup()), Board.empty(), Board.empty().drop(3, Y))

    assert "(3Y)" in write_record(Record(watched))
    assert again(watched).to_move is R
    (read,) = read_records("(4)")
    assert read.fault is not None
    assert read.fault.code == "opener_needed"


@pytest.mark.parametrize(
    ("body", "line", "column", "code", "kept"),
    [
        ("(4) (4) (4)\n(9) (1)", 5, 1, "no_such_column", 3),
        ("(1) (1) (1) (1) (1) (1) (1)", 4, 25, "column_full", 6),
        ("(7) (1) (7) (2) (7) (3) (7) (4)", 4, 29, "game_over", 7),
        ("(4) x (4)", 4, 5, "record_bad_token", 1),
        ("(4) {unknown}", 4, 5, "record_bad_token", 1),
        ("(4) {offence}", 4, 5, "record_bad_token", 1),
        ("(4) {offence two_discs (9,9) R .......}", 4, 5, "board_shape", 1),
        ("(4) {restored camera}", 4, 5, "wrong_phase", 1),
        ("(4) {undone 1} {undone 0}", 4, 16, "nothing_to_undo", 0),
        ("(4) {redone 1}", 4, 5, "nothing_to_redo", 1),
        ("(4) {swapped}", 4, 5, "swap_not_agreed", 1),
        ("(4) {win R line}", 4, 5, "record_no_such_end", 1),
        ("(4) {corrected players 4R 4R}", 4, 5, "correction_illegal", 1),
        ("(4) {let_stand R R....../......./......./......./......./.......}", 4, 5, "cannot_stand_floating", 1),
        ("(4)@1e999 (3)", 4, 1, "record_bad_token", 0),
        ("(4v)", 4, 1, "pop_not_in_this_game", 0),
        ("(", 4, 1, "record_bad_token", 0),
    ],
)
def test_the_good_part_is_kept_and_the_fault_is_named(body: str, line: int, column: int, code: str, kept: int) -> None:
    (read,) = read_records(f'[Fairdrop "1"]\n[Opener "red"]\n\n{body}\n')

    assert read.game is not None
    assert len(read.game.moves) == kept
    assert read.fault is not None
    assert (read.fault.line, read.fault.column, read.fault.code) == (line, column, code)


@pytest.mark.parametrize(
    ("header", "code"),
    [
        ('[Fairdrop "2"]', "record_version"),
        ('[Variant "spin"]', "other_equipment"),
        ('[Board "7"]', "record_bad_board"),
        ('[Board "99x6x4"]', "board_size"),
        ('[Opener "green"]', "unknown_disc"),
        ('[Start "x"]', "board_shape"),
        ('[Turns "three"]', "record_unknown_value"),
        ('[Clock "sand"]', "record_unknown_value"),
        ("[Broken", "record_bad_header"),
        ('[Player1 "alone"]', "players_count"),
    ],
)
def test_headers_that_make_no_game(header: str, code: str) -> None:
    (read,) = read_records(f"{header}\n\n(4)")

    assert read.game is None
    assert read.fault is not None
    assert (read.fault.code, read.fault.line) == (code, 1)


def test_too_much_is_refused_whole() -> None:
    with pytest.raises(RefereeError) as refused:
        read_records("x" * (MOST_CHARACTERS + 1))
    assert refused.value.code == "record_too_long"


def test_noise_never_breaks_the_reader() -> None:
    rng, text = random.Random(8), write_records([Record(eventful()), Record(game("4435"))])
    for _ in range(300):
        place, length = rng.randrange(len(text)), rng.randrange(1, 12)
        noise = "".join(rng.choice('(){}[]"\\4RY@ .\n\x00é') for _ in range(rng.randrange(8)))
        assert read_records(text[:place] + noise + text[place + length :])


def test_a_draw_by_full_grid_and_a_win_are_told_once() -> None:
    text = write_record(Record(game("7172737")))

    assert text.count("{win R line}") == 1
    assert '[Result "red"]' in text


# --- Column strings ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("text", "base"), [("4453", 1), ("3342", 0), ("", 1)])
def test_column_strings_say_where_they_count_from(text: str, base: int) -> None:
    read = read_columns(text, base)

    assert write_columns(read.moves, base) == text
    assert [move.column for move in read.moves] == [int(c) + 1 - base for c in text]


def test_column_strings_may_end_with_the_win_or_before_it() -> None:
    whole, cut = read_columns("7172737", 1), read_columns("717273", 1)

    assert whole.outcome is not None
    assert cut.outcome is None
    assert read_columns("7172737", 1, opener=Y).outcome.winner is Y  # type: ignore[union-attr]


@pytest.mark.parametrize("base", [2, -1])
def test_column_strings_count_from_0_or_1(base: int) -> None:
    for act in (lambda: read_columns("4", base), lambda: write_columns((Move(4, R),), base)):
        with pytest.raises(RefereeError) as refused:
            act()
        assert refused.value.code == "columns_base"


def test_column_strings_cannot_hold_pops() -> None:
    with pytest.raises(RefereeError) as refused:
        write_columns((Move(4, R, MoveKind.POP),), 1)
    assert refused.value.code == "columns_cannot_say"
    with pytest.raises(RefereeError):
        write_columns((Move(10, R),), 1)
    assert write_columns((Move(10, R),), 0) == "9"


# --- Export -----------------------------------------------------------------------------------------------------------

PLAIN_NAMES = ("Smith, A", 'O"Neil', "two\n\nlines", "", "Renée", "Łukasz", "李")
NAMES = (*PLAIN_NAMES, "=1+2", "+1", "-1", "@x", "'=1", "'quoted", "\t=1")


@pytest.mark.parametrize("name", NAMES)
def test_csv_gives_names_back_and_no_formula(name: str) -> None:
    text = to_csv([Record(game("44", players=(name, "Bo")), {"Date": "2026-11-30T23:59:00-05:00", "Event": name})])
    cells_read = list(csv.reader(text.removeprefix(BYTE_ORDER_MARK).splitlines(keepends=True)))

    assert text.startswith(BYTE_ORDER_MARK)
    assert len(cells_read) == 2
    assert not any(cell.startswith(("=", "+", "-", "@", "\t", "\r")) for cell in cells_read[1])
    for given in (text, text.removeprefix(BYTE_ORDER_MARK)):
        (row,) = from_csv(given)
        assert (row["player_1"], row["event"], row["date"]) == (name, name, "2026-11-30T23:59:00-05:00")
        assert (row["moves"], row["discs"], row["result"]) == ("4 4", "2", "*")


def test_json_holds_the_whole_game() -> None:
    data = json.loads(to_json(Record(game("7172737", players=("李", "Bo")), {"Event": "cup"})))

    assert (data["headers"]["Event"], data["headers"]["Player1"], data["headers"]["Result"]) == ("cup", "李", "red")
    assert data["moves"][0] == {"column": 7, "disc": "R", "kind": "drop"}
    assert data["result"]["outcome"]["winner"] == "R"
    assert data["events"][-1]["event"] == "win"
    assert data["board"][-1] == "YYY...R"


def test_the_documented_example_is_read() -> None:
    example = DOCS.read_text("utf-8").split("```record\n")[1].split("```")[0]
    (read,) = read_records(example)

    assert read.fault is None
    assert read.game is not None
    assert read.game.result is not None
    assert write_record(Record(read.game, read.headers)).split() == example.split()


def test_every_token_is_documented() -> None:
    text = DOCS.read_text("utf-8")

    assert [name for name in _READERS if f"`{{{name}" not in text] == []
