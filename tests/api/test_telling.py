"""What is said at an offence: the remedy in both of its forms (R22)."""

from __future__ import annotations

from api.telling import tell
from referee.board import Board, Disc
from referee.game import Game
from referee.setup import Setup

BEFORE = Board.parse(["......."] * 4 + ["...Y...", "..RR..."])


def said_after(seen: Board, opener: Disc = Disc.RED) -> list[str]:
    game, _ = Game.start(Setup(start=BEFORE, opener=opener)).observe(BEFORE, 0.0)
    _, events = game.observe(seen, 5.0)
    return [told.text("en") for event in events for told in tell(event)]


def test_R22_a_disc_out_of_turn_is_taken_out_again() -> None:
    assert said_after(BEFORE.drop(1, Disc.RED))[1:] == ["Take the red disc out of (1,1).", "Then it is yellow’s turn."]


def test_R22_a_disc_that_is_gone_is_put_back() -> None:
    seen = Board.parse(["......."] * 5 + ["..RR..."])

    assert said_after(seen)[1:] == ["Put a yellow disc into (4,2).", "Then it is yellow’s turn."]


def test_R22_after_the_bar_every_column_is_told_from_the_bottom() -> None:
    assert said_after(Board.empty())[1:] == [
        "Column 3, from the bottom: red.",
        "Column 4, from the bottom: red, yellow.",
        "Red then holds 19 discs.",
        "Yellow then holds 20 discs.",
        "Then it is yellow’s turn.",
    ]


def test_R13_a_win_names_its_line() -> None:
    board = Board.parse(["......."] * 4 + ["YYY....", "RRR...."])
    game, _ = Game.start(Setup(start=board, opener=Disc.RED)).observe(board, 0.0)
    _, events = game.observe(board.drop(4, Disc.RED), 5.0)

    assert [told.text("en") for told in tell(events[-1])] == [
        "Red wins with a line!",
        "Red has a line of 4: (1,1) (2,1) (3,1) (4,1).",
    ]
