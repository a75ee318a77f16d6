"""R42: every field of a review, its words and its drawing; and what the opening table's file holds."""

from __future__ import annotations

import importlib.util
import random
from pathlib import Path
from types import ModuleType

import pytest

from referee.board import Board
from referee.errors import RefereeError
from referee.game import Game
from referee.opening import BitFunction, OpeningPly, canonical, mirrored, places, unpack
from referee.reasons import Reason
from referee.review import (
    DRAW,
    LOSS,
    WIN,
    MoveKindOf,
    MoveReview,
    drawing,
    hint,
    lasting_reasons,
    review,
    review_reasons,
)
from referee.rules import Move
from referee.setup import Setup
from referee.solver import Solver, to_move_is_due
from tests.referee.tables import R, Y, cells, game, position
from tests.referee.test_review import RULES, _Level, _Told, plain_value, random_position

KEPT = MoveKindOf.KEPT
MAKE = Path(__file__).parents[2] / "scripts" / "opening_table" / "make.py"


# --- Reviews ----------------------------------------------------------------------------------------------------------


def test_R42_every_field_of_a_game_with_a_missed_block_and_a_missed_win() -> None:
    found = review(game("7172736", teaching=True), _Level())

    assert found.moves[:5] == tuple(
        MoveReview(number, column, disc, DRAW, DRAW, KEPT)
        for number, (column, disc) in enumerate(zip((7, 1, 7, 2, 7), (R, Y, R, Y, R), strict=True), 1)
    )
    assert found.moves[5] == MoveReview(6, 3, Y, DRAW, DRAW, KEPT, missed_blocks=cells((7, 4)))
    assert found.moves[6] == MoveReview(7, 6, R, DRAW, DRAW, KEPT, missed_wins=cells((7, 4)))
    assert review_reasons(found) == (
        Reason("review.missed_block", {"cells": [[7, 4]], "other": "R", "number": 6, "disc": "Y", "column": 3}),
        Reason("review.missed_win", {"cells": [[7, 4]], "number": 7, "disc": "R", "column": 6}),
        Reason("review.no_mistake", {}),
    )


def test_R42_every_field_of_a_game_that_was_lost() -> None:
    found = review(game("7172737"), _Level())

    lost = MoveReview(6, 3, Y, DRAW, LOSS, MoveKindOf.LOST_DRAW, better=4, missed_blocks=cells((7, 4)))
    assert found.moves[5:] == (lost, MoveReview(7, 7, R, WIN, WIN, KEPT))
    assert (found.losing_move, found.turning_points) == (6, (lost,))
    assert review_reasons(found)[1:] == (
        Reason("review.draw_became_loss", {"better": 4, "number": 6, "disc": "Y", "column": 3}),
        Reason("review.losing_move", {"number": 6, "disc": "Y", "column": 3}),
    )
    assert drawing(found).splitlines() == [
        "=====RR", "", ".......", ".......", ".......", "......R", "......R", "YY....R", "..x^...",
    ]  # fmt: skip


def test_R42_a_double_threat_with_its_words() -> None:
    found = review(game("31415", teaching=True), _Level())

    assert found.moves[4] == MoveReview(5, 5, R, DRAW, DRAW, KEPT, double=cells((2, 1), (6, 1)))
    assert review_reasons(found)[0] == Reason(
        "review.double_threat", {"cells": [[2, 1], [6, 1]], "number": 5, "disc": "R", "column": 5}
    )


def test_R42_no_double_threat_while_the_other_can_win_first() -> None:
    found = review(game("3171417156", teaching=True), _Level())

    assert all(not move.double for move in found.moves if move.disc is R)


def test_R42_lasting_threats_are_told_for_their_side() -> None:
    found = review(game("1122336", teaching=True), _Level())

    assert found.moves[5].lasting == cells((4, 2))
    assert lasting_reasons(found, R) == (Reason("review.even_threat", {"disc": "Y", "cells": [[4, 2]]}),)
    assert lasting_reasons(found, Y) == ()


def test_R42_the_odd_rows_are_the_openers_also_from_a_set_position() -> None:
    start = Board.parse("......./......./......./YRY..../RYR..../RYR....")
    three = review(Game.start(Setup(start=start, teaching=True)).begin(0.0)[0].play(Move(7, Y), 1.0)[0], _Level())

    assert start.discs % 2 == 1
    assert three.moves[0].disc is Y
    assert three.moves[0].lasting == ()


@pytest.mark.parametrize("seed", range(8))
def test_R42_a_real_review_agrees_with_plain_search(seed: int) -> None:
    """Late games from a set position, played on at random: best, value, kind and a better column, each worked out."""
    rng = random.Random(f"review {seed}")
    at = random_position(rng, 33 + seed % 3)
    played, _ = Game.start(Setup(start=at.board, teaching=True, opener=R)).begin(0.0)
    while played.result is None:
        played, _ = played.play(rng.choice(RULES.moves(played.position)).column, 1.0)
    found = review(played, Solver())

    for number, move in enumerate(found.moves):
        before, after = played.state.positions[number : number + 2]
        ended = RULES.outcome(after, move.disc)
        value = -plain_value(after) if ended is None else (WIN if ended.winner else DRAW)
        assert (move.number, move.best, move.value) == (number + 1, plain_value(before), value)
        kinds = {(WIN, DRAW): "win_became_draw", (WIN, LOSS): "win_became_loss", (DRAW, LOSS): "draw_became_loss"}
        assert move.kind.value == kinds.get((move.best, move.value), "kept")
        values = hint(Game(played.setup, _state_at(played, number)), Solver())
        assert values[move.column] == value
        keeping = sorted((abs(c - 4), c) for c, kept in values.items() if kept == move.best)
        assert move.better == (keeping[0][1] if move.kind is not KEPT else None)


def _state_at(played: Game, number: int) -> object:
    back = played
    while len(back.moves) > number:
        back, _ = back.undo(2.0)
    return back.state


def test_R42_what_the_solver_is_asked_is_no_more_than_needed() -> None:
    """A won position is known from the one after it."""
    asked: list[tuple[int, int]] = []

    class Asked(_Level):
        def value(self, board: Board, to_move: object, least: int = LOSS) -> int:
            asked.append((board.discs, least))
            return DRAW

    review(game("7172737"), Asked())
    assert asked == [(5, LOSS), (4, DRAW), (3, DRAW), (2, DRAW), (1, DRAW), (0, DRAW)]


def test_R42_values_told_by_the_number_of_discs() -> None:
    found = review(game("4433", teaching=True), _Told({0: DRAW, 1: WIN, 2: WIN, 3: DRAW, 4: DRAW}))

    assert [(move.best, move.value, move.better) for move in found.moves] == [
        (DRAW, LOSS, None), (WIN, LOSS, None), (WIN, DRAW, None), (DRAW, DRAW, None),
    ]  # fmt: skip
    assert drawing(found).splitlines()[-1] == "...x..."
    assert hint(game("", teaching=True), _Told({1: WIN})) == dict.fromkeys(range(1, 8), LOSS)
    assert hint(game("7172737"), _Level()) == {}


def test_R42_who_had_lost_already_loses_nothing_more() -> None:
    found = review(game("4433", teaching=True), _Told({0: LOSS, 1: WIN, 2: LOSS, 3: WIN, 4: LOSS}))

    assert [(move.best, move.value) for move in found.moves] == [(LOSS, LOSS), (WIN, WIN), (LOSS, LOSS), (WIN, WIN)]
    assert (found.losing_move, found.turning_points) == (None, ())


# --- Solver and opening table -----------------------------------------------------------------------------------------


def test_R42_whose_turn_it_can_be() -> None:
    assert to_move_is_due(position("443").board, Y)
    assert not to_move_is_due(position("443").board, R)
    assert to_move_is_due(position("47").board, R)
    assert to_move_is_due(position("47").board, Y)
    assert not to_move_is_due(position("44").board, Y)
    red_more = Board.parse("......./......./......./......./......./RR.....")
    assert not to_move_is_due(red_more, Y)


def make() -> ModuleType:
    spec = importlib.util.spec_from_file_location("opening_table_make", MAKE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_R42_what_is_packed_is_found_again() -> None:
    maker, rng = make(), random.Random(4)
    values = {canonical(rng.getrandbits(49)): rng.choice((WIN, DRAW, LOSS)) for _ in range(600)}
    ply = maker.pack(values)
    data = b"FDO1\x04" + ply.win.packed() + ply.draw.packed() + b"\x08" + ply.draw.packed() + ply.win.packed()
    plies = unpack(data)

    assert list(plies) == [4, 8]
    assert plies[4] == ply
    assert plies[8] == OpeningPly(ply.draw, ply.win)
    assert {key: plies[4].value(key) for key in values} == values
    assert {key: plies[4].value(mirrored(key)) for key in values} == values


def test_R42_a_table_cut_short_is_refused_and_one_that_just_fits_is_not() -> None:
    function = BitFunction(7, 3, b"\x05\x01")
    whole = b"FDO1\x06" + function.packed() * 2

    assert unpack(whole) == {6: OpeningPly(function, function)}
    for cut in (whole[:-1], whole[:-19], b"FDO2" + whole[4:]):
        with pytest.raises(RefereeError) as refused:
            unpack(cut)
        assert refused.value.code == "opening_table_bad"


def test_R42_the_places_of_a_key_stay_as_they_are() -> None:
    """A table made once is read by every later version."""
    assert places(0, 1, 1000) == (553, 1262, 2727)
    assert places(12345678901234, 2, 1000) == (912, 1669, 2618)


def test_R42_positions_of_the_table_are_enumerated_once() -> None:
    maker = make()

    assert [len(list(maker.open_positions(discs))) for discs in (0, 1, 2, 3)] == [1, 4, 25, 121]
    keys = [key for key, _ in maker.open_positions(3)]
    assert keys == sorted(set(keys))
