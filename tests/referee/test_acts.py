"""Every act by the players' word: exactly which events it makes, and the phase after it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from referee import events as e
from referee.board import Board
from referee.clock import BULLET
from referee.explanations import OffenceCode
from referee.game import Game, replay
from referee.phases import Phase
from referee.popping import PopOut
from referee.remedies import remedy
from referee.rules import Ending, Move, MoveKind
from referee.setup import Setup
from referee.turns import SwapAfterOpening
from tests.referee.tables import R, Y, cells, game, move, offence, position, see

BOARD = position("44").board
EMPTY = Board.empty()
WON = "7172737"
COLUMN_7 = cells((7, 1), (7, 2), (7, 3), (7, 4))
WAITING = Game.start(Setup(opener=R))
ASKED = see(game("371747"), position("371747").board.drop(2, R).drop(7, Y).drop(1, R))[0]


def by_hand(*columns: int, **setup: object) -> Game:
    """A game that no camera looks at."""
    played, _ = Game.start(Setup(opener=R, **setup)).begin(0.0)
    for column in columns:
        played, _ = played.play(column, 1.0)
    return played


WRONG_DISC = offence(OffenceCode.WRONG_COLOUR, cells((1, 1)), Y, BOARD.drop(1, Y), BOARD, R, 3.0)
OFFENDED = see(game("44"), BOARD.drop(1, Y))[0]

ACTS: dict[str, tuple[Game, Callable[[Game], object], tuple[e.Event, ...], Phase]] = {
    "begin": (
        WAITING, lambda g: g.begin(0.5), (e.Started(at_s=0.5, board=EMPTY, by=e.By.PLAYERS),), Phase.PLAYING,
    ),
    "play": (by_hand(), lambda g: g.play(4, 2.0), (move(1, 4, 1, R, 2.0, by=e.By.PLAYERS),), Phase.PLAYING),
    "play a pop": (
        by_hand(4, 5, rules=PopOut()), lambda g: g.play(Move(4, R, MoveKind.POP), 2.0),
        (move(3, 4, 1, R, 2.0, kind=MoveKind.POP, by=e.By.PLAYERS),), Phase.PLAYING,
    ),
    "play a bare column where nobody said who opens": (
        Game.start(Setup()).begin(0.0)[0], lambda g: g.play(4, 2.0),
        (move(1, 4, 1, R, 2.0, by=e.By.PLAYERS),), Phase.PLAYING,
    ),
    "play the winning disc": (
        by_hand(7, 1, 7, 2, 7, 3), lambda g: g.play(7, 2.0),
        (move(7, 7, 4, R, 2.0, by=e.By.PLAYERS), e.GameWon(at_s=2.0, winner=R, ending=Ending.LINE, lines=(COLUMN_7,))),
        Phase.AWAITING_CLEAR,
    ),
    "play too late": (
        by_hand(4, clock=BULLET), lambda g: g.play(4, 61.5),
        (e.GameWon(at_s=61.5, winner=R, ending=Ending.TIME),), Phase.AWAITING_CLEAR,
    ),
    "tick too late": (
        by_hand(4, clock=BULLET), lambda g: g.tick(61.0),
        (e.GameWon(at_s=61.0, winner=R, ending=Ending.TIME),), Phase.AWAITING_CLEAR,
    ),
    "tick in time": (by_hand(4, clock=BULLET), lambda g: g.tick(60.9), (), Phase.PLAYING),
    "full column": (
        game("111111"), lambda g: g.tried_full_column(1, 9.0), (e.ColumnFullTold(at_s=9.0, column=1),), Phase.PLAYING,
    ),
    "order told": (
        ASKED, lambda g: g.tell_order([way.winner for way in g.choices].index(R), 9.0),
        (move(7, 2, 1, R, 9.0, by=e.By.PLAYERS),
         e.GameWon(at_s=9.0, winner=R, ending=Ending.LINE, lines=(cells((1, 1), (2, 1), (3, 1), (4, 1)),))),
        Phase.AWAITING_CLEAR,
    ),
    "dispute": (
        game("44"), lambda g: g.dispute({"kind": "x"}, {"upheld": None}, 9.0),
        (e.Disputed(at_s=9.0, claim={"kind": "x"}, answer={"upheld": None}),), Phase.DISPUTED,
    ),
    "settle": (
        game("44").dispute({}, {}, 9.0)[0], lambda g: g.settle(10.0),
        (e.DisputeSettled(at_s=10.0, accepted=True),), Phase.PLAYING,
    ),
    "settle without agreeing": (
        OFFENDED.dispute({}, {}, 9.0)[0], lambda g: g.settle(10.0, accepted=False),
        (e.DisputeSettled(at_s=10.0, accepted=False),), Phase.RESTORING,
    ),
    "restored by word": (
        OFFENDED, lambda g: g.confirm_restored(9.0), (e.Restored(at_s=9.0, to_move=R, by=e.By.PLAYERS),), Phase.PLAYING,
    ),
    "let stand": (
        OFFENDED, lambda g: g.let_stand(9.0),
        (e.LetStand(at_s=9.0, board=BOARD.drop(1, Y), to_move=R),), Phase.PLAYING,
    ),
    "let stand, yellow next": (
        OFFENDED, lambda g: g.let_stand(9.0, Y),
        (e.LetStand(at_s=9.0, board=BOARD.drop(1, Y), to_move=Y),), Phase.PLAYING,
    ),
    "let stand where nobody offended": (
        game("44").undo(9.0)[0], lambda g: g.let_stand(10.0),
        (e.LetStand(at_s=10.0, board=BOARD, to_move=R),), Phase.PLAYING,
    ),
    "let a line stand": (
        see(game("717273"), position("717273").board.drop(4, Y))[0], lambda g: g.let_stand(9.0),
        (e.LetStand(at_s=9.0, board=position("717273").board.drop(4, Y), to_move=R),
         e.GameWon(at_s=9.0, winner=Y, ending=Ending.LINE, lines=(cells((1, 1), (2, 1), (3, 1), (4, 1)),))),
        Phase.AWAITING_CLEAR,
    ),
    "restart": (OFFENDED, lambda g: g.restart_same_opener(9.0), (e.Restarted(at_s=9.0),), Phase.AWAITING_START),
    "undo by hand": (by_hand(4, 5), lambda g: g.undo(9.0), (e.Undone(at_s=9.0, number=2),), Phase.PLAYING),
    "undo before a camera": (
        game("44"), lambda g: g.undo(9.0),
        (e.Undone(at_s=9.0, number=2),
         e.RestoreProgress(at_s=9.0, seen=BOARD, remedy=remedy(BOARD, position("4").board, Y))),
        Phase.RESTORING,
    ),
    "redo by hand": (
        by_hand(4, 5).undo(9.0)[0], lambda g: g.redo(10.0), (e.Redone(at_s=10.0, number=2),), Phase.PLAYING,
    ),
    "redo a disc that has left": (
        see(game("44").undo(9.0)[0], position("4").board)[0], lambda g: g.redo(11.0),
        (e.Redone(at_s=11.0, number=2),
         e.RestoreProgress(at_s=11.0, seen=position("4").board, remedy=remedy(position("4").board, BOARD, R))),
        Phase.RESTORING,
    ),
    "redo the winning disc": (
        by_hand(7, 1, 7, 2, 7, 3, 7).undo(9.0)[0], lambda g: g.redo(10.0),
        (e.Redone(at_s=10.0, number=7), e.GameWon(at_s=10.0, winner=R, ending=Ending.LINE, lines=(COLUMN_7,))),
        Phase.AWAITING_CLEAR,
    ),
    "correct": (
        game("443"), lambda g: g.correct([Move(4, R), Move(5, Y)], 9.0),
        (e.MovesCorrected(at_s=9.0, moves=(Move(4, R), Move(5, Y))),), Phase.PLAYING,
    ),
    "correct to a win": (
        game("71727"), lambda g: g.correct([m.move for m in game(WON).moves], 9.0),
        (e.MovesCorrected(at_s=9.0, moves=tuple(m.move for m in game(WON).moves)),
         e.GameWon(at_s=9.0, winner=R, ending=Ending.LINE, lines=(COLUMN_7,))),
        Phase.AWAITING_CLEAR,
    ),
    "swap": (game("4", turns=SwapAfterOpening()), lambda g: g.swap(9.0), (e.Swapped(at_s=9.0),), Phase.PLAYING),
    "resign": (
        game("44"), lambda g: g.resign(Y, 9.0), (e.GameWon(at_s=9.0, winner=R, ending=Ending.RESIGNED),),
        Phase.AWAITING_CLEAR,
    ),
    "agree a draw": (
        game("44"), lambda g: g.agree_draw(9.0), (e.GameDrawn(at_s=9.0, ending=Ending.AGREED),), Phase.AWAITING_CLEAR,
    ),
    "agree": (game(WON), lambda g: g.agree(Y, 9.0), (e.ResultAgreed(at_s=9.0, disc=Y),), Phase.AWAITING_CLEAR),
    "agree again": (game(WON).agree(Y, 9.0)[0], lambda g: g.agree(Y, 10.0), (), Phase.AWAITING_CLEAR),
    "pause": (game("44"), lambda g: g.pause(9.0), (e.Paused(at_s=9.0),), Phase.PAUSED),
    "resume": (game(WON).pause(9.0)[0], lambda g: g.resume(10.0), (e.Resumed(at_s=10.0),), Phase.AWAITING_CLEAR),
    "close": (game("44"), lambda g: g.close(9.0), (e.Closed(at_s=9.0),), Phase.CLOSED),
}  # fmt: skip


@pytest.mark.parametrize("name", ACTS)
def test_acts_make_exactly_their_events(name: str) -> None:
    before, act, due, phase = ACTS[name]
    after, events = act(before)  # type: ignore[misc]

    assert events == due
    assert after.phase is phase
    assert after.events == before.events + due
    assert replay(after.setup, after.events) == after
