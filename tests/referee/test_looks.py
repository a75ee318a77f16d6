"""Every look in every phase: exactly which events it makes, and the phase after it."""

from __future__ import annotations

import pytest

from referee import events as e
from referee.board import Board, Cell
from referee.explanations import DoubtCode, OffenceCode
from referee.game import Game
from referee.phases import Phase
from referee.remedies import remedy
from referee.rules import Ending
from referee.setup import Setup
from tests.referee.tables import R, Y, cells, game, move, offence, position, see

BOARD = position("44").board
EMPTY = Board.empty()
WON = "7172737"
COLUMN_7 = cells((7, 1), (7, 2), (7, 3), (7, 4))
WAITING = Game.start(Setup(opener=R))
ASKED = see(game("371747"), position("371747").board.drop(2, R).drop(7, Y).drop(1, R))[0]


def after_the_end(at_s: float) -> e.Offence:
    seen = position(WON).board.drop(1, Y)
    return offence(OffenceCode.AFTER_THE_END, cells((1, 2)), Y, seen, position(WON).board, Y, at_s)


WRONG_DISC = offence(OffenceCode.WRONG_COLOUR, cells((1, 1)), Y, BOARD.drop(1, Y), BOARD, R, 3.0)
OFFENDED = see(game("44"), BOARD.drop(1, Y))[0]

LOOKS: dict[str, tuple[Game, Board, tuple[e.Event, ...], Phase]] = {
    "the start": (WAITING, EMPTY, (e.Started(at_s=0.0, board=EMPTY, by=e.By.CAMERA),), Phase.PLAYING),
    "R5 not the start": (
        WAITING, BOARD, (e.NotAtStart(at_s=0.0, code="not_empty_at_start", cells=cells((4, 1), (4, 2))),),
        Phase.AWAITING_START,
    ),
    "not the set position": (
        Game.start(Setup(opener=R, start=BOARD)), BOARD.put(Cell(4, 2), None),
        (e.NotAtStart(at_s=0.0, code="not_the_start_position", cells=cells((4, 2))),), Phase.AWAITING_START,
    ),
    "played on from the set position": (
        Game.start(Setup(opener=R, start=BOARD)), BOARD.drop(1, R),
        (e.Started(at_s=0.0, board=BOARD), move(1, 1, 1, R, 0.0)), Phase.PLAYING,
    ),
    "the same board": (game("44"), BOARD, (), Phase.PLAYING),
    "a move": (game("44"), BOARD.drop(1, R), (move(3, 1, 1, R, 3.0),), Phase.PLAYING),
    "the winning disc": (
        game(WON[:-1]), position(WON).board,
        (move(7, 7, 4, R, 7.0), e.GameWon(at_s=7.0, winner=R, ending=Ending.LINE, lines=(COLUMN_7,))),
        Phase.AWAITING_CLEAR,
    ),
    "R19 the winning disc and one more": (
        game(WON[:-1]), position(WON).board.drop(1, Y),
        (move(7, 7, 4, R, 7.0), e.GameWon(at_s=7.0, winner=R, ending=Ending.LINE, lines=(COLUMN_7,)),
         after_the_end(7.0)),
        Phase.AWAITING_CLEAR,
    ),
    "R24 the other colour": (game("44"), BOARD.drop(1, Y), (WRONG_DISC,), Phase.RESTORING),
    "R10 a disc gone": (
        game("44"), position("4").board,
        (offence(OffenceCode.DISC_REMOVED, cells((4, 2)), Y, position("4").board, BOARD, R, 3.0),), Phase.RESTORING,
    ),
    "R10 a disc moved": (
        game("44"), position("4").board.drop(1, Y),
        (offence(OffenceCode.DISC_MOVED, cells((4, 2), (1, 1)), Y, position("4").board.drop(1, Y), BOARD, R, 3.0),),
        Phase.RESTORING,
    ),
    "the offence as it lies": (OFFENDED, BOARD.drop(1, Y), (), Phase.RESTORING),
    "R26 restored": (OFFENDED, BOARD, (e.Restored(at_s=4.0, to_move=R),), Phase.PLAYING),
    "R26 only a colour had been misread": (
        see(game("44"), BOARD.drop(3, Y))[0], BOARD.drop(3, R),
        (e.Restored(at_s=4.0, to_move=R, misread=True), move(3, 3, 1, R, 4.0)), Phase.PLAYING,
    ),
    "R26 one more fault": (
        OFFENDED, BOARD.drop(1, Y).drop(1, Y),
        (e.RestoreProgress(
            at_s=4.0, seen=BOARD.drop(1, Y).drop(1, Y), remedy=remedy(BOARD.drop(1, Y).drop(1, Y), BOARD, R)),),
        Phase.RESTORING,
    ),
    "R22 everything out": (
        OFFENDED, EMPTY, (e.BoardEmptied(at_s=4.0, seen=EMPTY, remedy=remedy(EMPTY, BOARD, R)),), Phase.RESTORING,
    ),
    "R26 the only disc out": (
        see(game("4"), position("4").board.drop(1, R))[0], EMPTY,
        (e.RestoreProgress(at_s=3.0, seen=EMPTY, remedy=remedy(EMPTY, position("4").board, Y)),), Phase.RESTORING,
    ),
    "R2 too many of a colour": (
        game("44"), Board.parse("......./RRRRRRR/RRRRRRR/RRRRRRR/R....../......."),
        (e.ReadingDoubted(
            at_s=3.0, code=DoubtCode.TOO_MANY_DISCS,
            cells=Board.parse("......./RRRRRRR/RRRRRRR/RRRRRRR/R....../.......").difference(EMPTY)),),
        Phase.PLAYING,
    ),
    "a colour that changed": (
        game("44"), Board.parse("......./......./......./......./...Y.../...Y..."),
        (e.ReadingDoubted(at_s=3.0, code=DoubtCode.COLOUR_CHANGED, cells=cells((4, 1))),), Phase.PLAYING,
    ),
    "taken out again while asked": (
        ASKED, position("371747").board, (e.Restored(at_s=8.0, to_move=R),), Phase.PLAYING,
    ),
    "still as asked": (ASKED, position("371747").board.drop(2, R).drop(7, Y).drop(1, R), (), Phase.ASKING),
    "R18 cleared": (game(WON), EMPTY, (e.Cleared(at_s=8.0),), Phase.CLOSED),
    "R18 discs that leave after the end": (game(WON), position("7172").board, (), Phase.AWAITING_CLEAR),
    "R19 a disc after the end": (
        game(WON), position(WON).board.drop(1, Y),
        (after_the_end(8.0),),
        Phase.AWAITING_CLEAR,
    ),
    "R18 one disc less and one more after the end": (
        game(WON), position(WON).board.put(Cell(3, 1), None).drop(1, R), (), Phase.AWAITING_CLEAR,
    ),
    "R18 a red disc less and one more after the end": (
        game(WON), position(WON).board.put(Cell(7, 4), None).drop(1, Y), (), Phase.AWAITING_CLEAR,
    ),
    "R19 a disc that hangs after the end": (
        game(WON), position(WON).board.put(Cell(1, 5), Y), (), Phase.AWAITING_CLEAR,
    ),
    "while disputed": (game("44").dispute({}, {}, 9.0)[0], EMPTY, (), Phase.DISPUTED),
    "while paused": (game("44").pause(9.0)[0], EMPTY, (), Phase.PAUSED),
    "when closed": (game("44").close(9.0)[0], BOARD, (), Phase.CLOSED),
}  # fmt: skip


@pytest.mark.parametrize("name", LOOKS)
def test_looks_make_exactly_their_events(name: str) -> None:
    before, seen, due, phase = LOOKS[name]
    at_s = before.events[-1].at_s + 1 if before.events else 0.0
    after, events = before.observe(seen, at_s)

    assert events == due
    assert after.phase is phase
    assert tuple(e.event_from_dict(event.as_dict()) for event in events) == events
