"""How fast the referee is: `python -m benchmarks.referee_bench [--games N] [--boards N]`.

Prints medians and tails of: a look at an unchanged board, a look with a move, the possibility check (R40) over random
boards, and the review of whole games from the first disc on; all in seconds of one core. Everything is seeded, so that
runs can be compared.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Callable

from referee.board import Board, Disc
from referee.game import Game
from referee.opening import opening_lookups
from referee.possible import possible
from referee.review import review
from referee.rules import Classic, Position
from referee.setup import Setup
from referee.solver import Solver

RULES = Classic()


def main() -> None:
    """Run all measurements and print them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10, help="games reviewed")
    parser.add_argument("--boards", type=int, default=10_000, help="boards checked for possibility")
    options = parser.parse_args()
    looks()
    possibilities(options.boards)
    reviews(options.games)


def took(act: Callable[[], object]) -> float:
    """Seconds of one core that a call takes; what else runs on the machine doesn't count."""
    began = time.process_time()
    act()
    return time.process_time() - began


def show(name: str, seconds: list[float], unit: float, unit_name: str) -> None:
    """One line: median, 99th percentile, worst."""
    ordered = sorted(seconds)
    tail = ordered[min(len(ordered) - 1, len(ordered) * 99 // 100)]
    figures = {"median": statistics.median(ordered), "99 %": tail, "worst": ordered[-1]}
    told = "  ".join(f"{label} {figure / unit:9.2f} {unit_name}" for label, figure in figures.items())
    print(f"{name:32} n {len(ordered):6}  {told}")


def looks() -> None:
    """`observe` of an unchanged board and of a board with one more disc, along random games."""
    rng, still, moved = random.Random(1), list[float](), list[float]()
    for _ in range(60):
        game, _ = Game.start(Setup(opener=Disc.RED)).observe(Board.empty(), 0.0)
        now = 0.0
        while game.to_move and game.phase.value == "playing":
            now += 1.0
            move = rng.choice(RULES.moves(game.position))
            same = Board(game.position.board.spec, game.position.board.red, game.position.board.yellow)
            still.append(took(lambda game=game, same=same, now=now: game.observe(same, now)))
            then = game.position.board.drop(move.column, move.disc)
            moved.append(took(lambda game=game, then=then, now=now: game.observe(then, now)))
            game, _ = game.observe(then, now)
    show("observe, unchanged", still, 1e-6, "us")
    show("observe, a move", moved, 1e-6, "us")


def possibilities(count: int) -> None:
    """R40 over random boards without floating discs, and over full ones, which take longest."""
    rng = random.Random(2)
    boards = [random_board(rng) for _ in range(count)]
    show("possible, random boards", [took(lambda board=board: possible(board)) for board in boards], 1e-3, "ms")
    full = [b for b in (random_board(rng, 42) for _ in range(3000)) if not any(map(b.has_line, Disc))][:40]
    show("possible, full without lines", [took(lambda board=board: possible(board)) for board in full], 1e-3, "ms")


def random_board(rng: random.Random, discs: int | None = None) -> Board:
    """Shuffled discs of both colours, dropped into random columns."""
    count = rng.randrange(43) if discs is None else discs
    colours = [Disc.RED] * ((count + 1) // 2) + [Disc.YELLOW] * (count // 2)
    rng.shuffle(colours)
    board = Board.empty()
    for colour in colours:
        board = board.drop(rng.choice(board.landing_cells()).column, colour)
    return board


def reviews(count: int) -> None:
    """Whole games from the first disc on, by players who take wins and stop threats, and otherwise choose at random."""
    if not opening_lookups():
        print("reviews: referee/opening.bin has not been made")
        return
    rng = random.Random(3)
    games = [sensible_game(rng) for _ in range(count)]
    times = [took(lambda game=game: review(game, Solver(opening_lookups()))) for game in games]
    show("review, whole game", times, 1.0, "s")


def sensible_game(rng: random.Random) -> Game:
    """Nobody overlooks a win or a three; nobody lifts the other onto a winning cell if there is another move."""
    game, _ = Game.start(Setup(opener=Disc.RED)).begin(0.0)
    while game.result is None:
        game, _ = game.play(sensible_column(rng, game.position), 0.0)
    return game


def sensible_column(rng: random.Random, position: Position) -> int:
    """The column of a sensible move."""
    board, mover = position.board, position.to_move or Disc.RED
    columns = [cell.column for cell in board.landing_cells()]
    wins = [c for c in columns if board.drop(c, mover).has_line(mover)]
    blocks = [c for c in columns if board.drop(c, mover.other).has_line(mover.other)]
    safe = [c for c in columns if not lifts(board.drop(c, mover), c, mover.other)]
    return rng.choice(wins or blocks or safe or columns)


def lifts(board: Board, column: int, other: Disc) -> bool:
    """Whether the other side wins on top of the disc just dropped."""
    return board.landing_cell(column) is not None and board.drop(column, other).has_line(other)


if __name__ == "__main__":
    main()
