"""Every act and every look: exactly which events it makes, and the phase after it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from referee import events as e
from referee.board import Board, Cell, Disc
from referee.clock import BULLET, Clock, ClockRules
from referee.explanations import DoubtCode, OffenceCode
from referee.fold import State
from referee.game import Game, Result, replay
from referee.phases import Phase
from referee.popping import Pop10, PopOut
from referee.remedies import remedy
from referee.rules import Classic, Ending, Move, MoveKind, Outcome, Position
from referee.setup import Setup
from referee.turns import TURN_ORDERS, Partners, SwapAfterOpening, rematch_seats
from tests.referee.tables import R, Y, cells, game, position, see
from tests.referee.test_variants import FULL

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


def move(number: int, column: int, row: int, disc: Disc, at_s: float, **more: object) -> e.MovePlayed:
    return e.MovePlayed(at_s=at_s, number=number, column=column, row=row, disc=disc, **more)


def offence(code: OffenceCode, where: tuple[Cell, ...], disc: Disc | None, seen: Board, wanted: Board, to_move: Disc,
            at_s: float) -> e.Offence:  # fmt: skip
    return e.Offence(at_s=at_s, code=code, cells=where, disc=disc, seen=seen, remedy=remedy(seen, wanted, to_move))


def after_the_end(at_s: float) -> e.Offence:
    seen = position(WON).board.drop(1, Y)
    return offence(OffenceCode.AFTER_THE_END, cells((1, 2)), Y, seen, position(WON).board, Y, at_s)


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


@pytest.mark.parametrize("name", ACTS)
def test_acts_make_exactly_their_events(name: str) -> None:
    before, act, due, phase = ACTS[name]
    after, events = act(before)  # type: ignore[misc]

    assert events == due
    assert after.phase is phase
    assert after.events == before.events + due
    assert replay(after.setup, after.events) == after


@pytest.mark.parametrize("name", LOOKS)
def test_looks_make_exactly_their_events(name: str) -> None:
    before, seen, due, phase = LOOKS[name]
    at_s = before.events[-1].at_s + 1 if before.events else 0.0
    after, events = before.observe(seen, at_s)

    assert events == due
    assert after.phase is phase
    assert tuple(e.event_from_dict(event.as_dict()) for event in events) == events


# --- What a game says of itself ---------------------------------------------------------------------------------------


def test_a_game_tells_its_state() -> None:
    assert (WAITING.phase, WAITING.to_move, WAITING.moves, WAITING.result) == (Phase.AWAITING_START, R, (), None)
    assert (OFFENDED.offence, OFFENDED.remedy) == (WRONG_DISC, WRONG_DISC.remedy)
    assert (game("44").offence, game("44").remedy, game("44").doubt, game("44").choices) == (None, None, None, ())
    won = game(WON)
    assert (won.to_move, won.player_to_move) == (None, None)
    assert won.result == Result(Outcome(Ending.LINE, R, (COLUMN_7,)))
    assert won.agree(R, 9.0)[0].agreed == {R}
    assert len(ASKED.choices) == 2
    assert {choice.over for choice in ASKED.choices} == {True}
    assert game("44").may(e.MovePlayed)
    assert not game("44").may(e.Cleared)


def test_a_doubt_is_said_once_and_cleared_once() -> None:
    watched, first = see(game("44"), Board.parse("......./......./......./......./...Y.../...Y..."))
    again, none = see(watched, Board.parse("......./......./......./......./...Y.../...Y..."))
    other, second = see(again, Board.parse("......./......./......./......./...R.../...R..."))
    clear, third = see(other, BOARD)

    assert (len(first), none, watched.doubt) == (1, (), first[0])
    assert [event.cells for event in second if isinstance(event, e.ReadingDoubted)] == [cells((4, 2))]
    assert [event.name for event in third] == ["doubt_cleared"]
    assert clear.doubt is None


def test_names_follow_the_turn() -> None:
    assert [game("4444"[:n], players=("a", "b")).player_to_move for n in range(4)] == ["a", "b", "a", "b"]
    four = [game("44444"[:n], turns=Partners(), players=("a", "b", "c", "d")).player_to_move for n in range(5)]
    assert four == ["a", "b", "c", "d", "a"]
    swapped = game("4", turns=SwapAfterOpening(), players=("a", "b")).swap(9.0)[0]
    assert swapped.player_to_move == "a"
    assert see(swapped, position("44").board)[0].player_to_move == "b"
    assert rematch_seats(("A", "B", "a", "b")) == ("b", "a", "B", "A")
    assert {name: order.seats for name, order in TURN_ORDERS.items()} == {"two": 2, "swap": 2, "partners": 4}


def test_undoing_the_opening_disc_undoes_the_swap() -> None:
    swapped = game("4", turns=SwapAfterOpening()).swap(9.0)[0]

    assert swapped.state.swapped
    assert not swapped.undo(10.0)[0].state.swapped
    assert not swapped.correct((), 10.0)[0].state.swapped
    later = see(swapped, position("44").board)[0]
    assert later.undo(12.0)[0].state.swapped
    assert later.correct([Move(4, R)], 12.0)[0].state.swapped


def test_what_was_let_stand_is_the_new_base() -> None:
    stood = OFFENDED.let_stand(9.0)[0]

    assert (stood.state.base, stood.state.marked, stood.state.undone) == (2, True, ())
    assert stood.position == Position(BOARD.drop(1, Y), R)
    assert stood.correct([Move(4, R)], 10.0)[0].state.base == 0


def test_the_clock_charges_whoever_is_to_move() -> None:
    watched, _ = Game.start(Setup(opener=R, clock=BULLET)).observe(EMPTY, 10.0)
    watched, _ = watched.observe(position("4").board, 15.0)
    assert (watched.clock.used(R, 18.0), watched.clock.used(Y, 18.0)) == (5.0, 3.0)
    assert (watched.clock.left(R, 18.0), watched.clock.left(Y, 100.0)) == (55.0, 0.0)
    paused, _ = watched.pause(20.0)
    assert (paused.clock.running, paused.clock.used(Y, 500.0)) == (None, 5.0)
    assert paused.clock.fallen(500.0) is None
    resumed, _ = paused.resume(100.0)
    assert (resumed.clock.running, resumed.clock.used(Y, 101.0)) == (Y, 6.0)
    assert (resumed.clock.fallen(154.9), resumed.clock.fallen(155.0)) == (None, Y)
    lost, events = resumed.observe(position("4").board, 155.0)
    assert events == (e.GameWon(at_s=155.0, winner=R, ending=Ending.TIME),)
    assert lost.clock.running is None
    free = Clock(ClockRules("unlimited", None)).run(R, 1.0)
    assert (free.left(R, 1e9), free.fallen(1e9), free.used(R, 0.0)) == (None, None, 0.0)


def test_the_start_of_a_state() -> None:
    start = State.at_start(Setup(rules=Pop10(), opener=Y, start=Board.parse(FULL)))

    assert start.position == Position(Board.parse(FULL), Y)
    assert not start.is_quiet
    assert game("44").state.is_quiet
    assert not game("44", clock=BULLET).state.is_quiet
    assert (Classic(), Classic()) == (Classic(), Classic())
    assert Classic() != PopOut()
    assert repr(Classic()) == "Classic(BoardSpec(columns=7, rows=6, connect=4))"


def test_what_is_over_is_forgotten() -> None:
    doubted = see(game("44"), Board.parse("......./......./......./......./...Y.../...Y..."))[0]
    after = [
        see(ASKED, position("371747").board.drop(1, Y))[0],
        see(ASKED, position("371747").board)[0],
        ASKED.resign(R, 20.0)[0],
        ASKED.undo(20.0)[0],
        ASKED.correct([], 20.0)[0],
        ASKED.restart_same_opener(20.0)[0],
        see(doubted, BOARD.drop(1, Y))[0],
        see(doubted, BOARD.drop(1, R))[0],
        doubted.resign(R, 20.0)[0],
        doubted.undo(20.0)[0],
        OFFENDED.resign(R, 20.0)[0],
        OFFENDED.let_stand(20.0)[0],
        see(OFFENDED, BOARD)[0],
    ]

    assert doubted.doubt is not None
    assert [(state.asked, state.doubt) for state in (watched.state for watched in after)] == [(None, None)] * len(after)
    assert [watched.offence for watched in after[-3:]] == [None, None, None]
    assert all(watched.state.told == () for watched in after)
