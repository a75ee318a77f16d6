"""A settled board meets the game: what was misread is taken back first, then the referee looks."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise

from referee.board import Board, Cell
from referee.errors import RefereeError
from referee.events import By, Event, GameDrawn, GameWon, MovePlayed, OrderUnclear
from referee.game import Game
from referee.phases import Phase
from referee.rules import Move, Position, RuleSet
from referee.setup import Setup
from vision.tracker import SettledBoard

ORDER_CLEAR_S = 0.15
"""Discs seen to arrive further apart than this came in that order (0.1–0.5 s): two frames of a slow film."""

Events = tuple[Event, ...]


def judged(game: Game, settled: SettledBoard) -> tuple[Game, Events]:
    """The game after a settled board, and what happened.

    A misreading that was accepted is taken back, marked as the camera's correction. Cells in doubt, or misread in a way
    that no correction of the moves explains, are held against nobody. Where the order of several discs decides the game
    (R25), the order in which they were seen to come is tried before anybody is asked.
    """
    game, happened = _taken_back(game, settled)
    unsure = settled.doubt if happened else settled.doubt | settled.misread
    then, events = game.observe(settled.board, settled.until_s, unsure)
    if any(isinstance(event, OrderUnclear) for event in events):
        then, events = _as_seen(game, settled, unsure) or (then, events)
    return then, happened + events


def from_the_real_start(game: Game, settled: SettledBoard) -> tuple[Game, Events]:
    """The same moves from the start as it really was, where the camera had misread it; the game as it is elsewhere.

    Where they can't have been those moves then, the game is picked up from the board as it lies.
    """
    start, board = game.setup.first_board, settled.board
    moved = {Cell(move.column, move.row) for move in game.moves}
    wrong = {cell for cell in settled.misread - moved if start.at(*cell) is not board.at(*cell)}
    if not wrong or game.phase is Phase.AWAITING_START:
        return game, ()
    for cell in wrong:
        start = start.put(cell, board.at(*cell))
    try:
        anew = _started(replace(game.setup, start=start), settled.until_s)
        return anew.correct([move.move for move in game.moves], settled.until_s, By.CAMERA)
    except RefereeError:
        return _picked_up(game, settled)


def _picked_up(game: Game, settled: SettledBoard) -> tuple[Game, Events]:
    try:
        return _started(replace(game.setup, start=settled.board, opener=None), settled.until_s), ()
    except RefereeError:
        return game, ()


def _started(setup: Setup, at_s: float) -> Game:
    return Game.start(setup).observe(setup.first_board, at_s)[0]


def _taken_back(game: Game, settled: SettledBoard) -> tuple[Game, Events]:
    """Without the moves whose discs never were, if the others are a game without them."""
    never = {cell for cell in settled.misread if settled.board.at(*cell) is None}
    kept = [move.move for move in game.moves if Cell(move.column, move.row) not in never]
    if len(kept) == len(game.moves) or not game.setup.rules.drops_only:
        return game, ()
    try:
        return game.correct(kept, settled.until_s, By.CAMERA)
    except RefereeError:
        return game, ()


def _as_seen(game: Game, settled: SettledBoard, unsure: Iterable[Cell]) -> tuple[Game, Events] | None:
    """The new discs one by one in the order of their arrival; None where that wasn't seen or isn't legal."""
    new = set(game.position.board.difference(settled.board))
    arrivals = [(cell, t) for cell, t in settled.arrivals if cell in new]
    times = [t for _, t in arrivals]
    apart = all(b - a >= ORDER_CLEAR_S for a, b in pairwise(times))
    if {cell for cell, _ in arrivals} != new or not apart:
        return None
    board, happened = game.position.board, list[Event]()
    for cell, _ in arrivals:
        board = board.put(cell, settled.board.at(*cell))
        game, events = game.observe(board, settled.until_s, unsure)
        if not all(isinstance(event, MovePlayed | GameWon | GameDrawn) for event in events):
            return None
        happened += events
    return game, tuple(happened)


def expected_boards(game: Game | None) -> Collection[Board]:
    """The boards that the game would accept next, after one turn or two quick ones: they settle sooner."""
    if game is None:
        return ()
    if game.phase is Phase.PLAYING:
        return _after_turns(game.setup.rules, game.position)
    if game.phase is Phase.AWAITING_CLEAR:
        return (Board.empty(game.setup.rules.spec),)
    return (game.position.board,)


@lru_cache(maxsize=64)
def _after_turns(rules: RuleSet, position: Position) -> frozenset[Board]:
    boards = set()
    for move in rules.moves(position):
        then = rules.after(position, move)
        boards.add(then.board)
        if rules.outcome(then, move.disc) is None:
            boards |= {rules.after(then, reply).board for reply in _replies(rules, then)}
    return frozenset(boards)


def _replies(rules: RuleSet, position: Position) -> tuple[Move, ...]:
    """Quick second turns, where discs only arrive: of pops nobody could tell two from a fault."""
    return tuple(rules.moves(position)) if rules.drops_only else ()
