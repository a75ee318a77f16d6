"""What a game says of itself."""

from __future__ import annotations

from referee import events as e
from referee.board import Board
from referee.clock import BULLET, Clock, ClockRules
from referee.explanations import OffenceCode
from referee.fold import State
from referee.game import Game
from referee.phases import Phase
from referee.popping import Pop10, PopOut
from referee.rules import Classic, Ending, Move, MoveKind, Outcome, Position
from referee.setup import Setup
from referee.standing import Result
from referee.turns import TURN_ORDERS, Partners, SwapAfterOpening, rematch_seats
from tests.referee.tables import R, Y, cells, game, offence, position, see
from tests.referee.test_variants import FULL

BOARD = position("44").board
EMPTY = Board.empty()
WON = "7172737"
COLUMN_7 = cells((7, 1), (7, 2), (7, 3), (7, 4))
WAITING = Game.start(Setup(opener=R))
ASKED = see(game("371747"), position("371747").board.drop(2, R).drop(7, Y).drop(1, R))[0]
WRONG_DISC = offence(OffenceCode.WRONG_COLOUR, cells((1, 1)), Y, BOARD.drop(1, Y), BOARD, R, 3.0)
OFFENDED = see(game("44"), BOARD.drop(1, Y))[0]


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


def test_R35_names_stay_while_a_player_pops_again_or_puts_back() -> None:
    playing = Game.start(Setup(Pop10(), R, Board.parse(FULL), players=("a", "b"))).begin(0.0)[0]
    names = []
    for made in (Move(1, R, MoveKind.POP), Move(2, R, MoveKind.POP), Move(1, R)):
        names.append(playing.player_to_move)
        playing, _ = playing.play(made, 1.0)

    assert (names, playing.player_to_move) == (["a", "a", "a"], "b")


def test_names_follow_the_side_after_a_position_was_let_stand() -> None:
    named = see(game("44", players=("a", "b")), BOARD.drop(1, Y))[0]

    assert named.let_stand(9.0)[0].player_to_move == "a"
    assert named.let_stand(9.0, Y)[0].player_to_move == "b"


def test_names_follow_the_side_from_a_set_position() -> None:
    picked_up = Game.start(Setup(opener=R, start=position("443").board, players=("a", "b")))

    assert (picked_up.to_move, picked_up.player_to_move) == (Y, "b")
    assert see(picked_up, position("4434").board)[0].player_to_move == "a"


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
