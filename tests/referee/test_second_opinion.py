"""The referee against `plain`, the same rules in lists and loops: moves, wins, draws, offences, remedies.

Every game has its number and comes out the same each time. FAIRDROP_PLAIN_GAMES=100000 for the whole comparison, with
FAIRDROP_PLAIN_FIRST=50000 to go on from there; the default is a sample of it.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from copy import deepcopy
from dataclasses import dataclass

import pytest

from referee.board import Board, BoardSpec, Cell, Disc
from referee.explanations import Doubt, OrderMatters, Played, Wrong
from referee.legality import explain
from referee.popping import Pop10, PopOut
from referee.remedies import remedy
from referee.rules import Classic, Move, MoveKind, Position, RuleSet
from tests.referee import plain
from tests.referee.plain import Fault, PlainGame, height

FIRST = int(os.environ.get("FAIRDROP_PLAIN_FIRST", "0"))
GAMES = int(os.environ.get("FAIRDROP_PLAIN_GAMES", "300"))
SPECS = (BoardSpec(), BoardSpec(), BoardSpec(5, 4, 3), BoardSpec(8, 7, 5), BoardSpec(4, 4, 4))
KINDS: tuple[type[RuleSet], ...] = (Classic, PopOut, Pop10)
MOST_MOVES = 70


# --- The same board in both -------------------------------------------------------------------------------------------


def board_of(columns: plain.Columns, spec: BoardSpec) -> Board:
    bits = {"": 0, "R": 0, "Y": 0}
    for column, discs in enumerate(columns, 1):
        for row, disc in enumerate(discs, 1):
            bits[disc] |= spec.bit(Cell(column, row))
    return Board(spec, bits["R"], bits["Y"])


def plain_cells(cells: tuple[Cell, ...]) -> plain.Cells:
    return {(cell.column - 1, cell.row - 1) for cell in cells}


def start(rng: random.Random, kind: type[RuleSet], spec: BoardSpec) -> tuple[PlainGame, Position]:
    columns = [[""] * spec.rows for _ in range(spec.columns)]
    if kind is Pop10:
        discs = list("RY" * (spec.size // 2))
        rng.shuffle(discs)
        columns = [[discs.pop() for _ in range(spec.rows)] for _ in range(spec.columns)]
    opener, board = rng.choice("RY"), board_of(columns, spec)
    simple = PlainGame(kind.name, spec.columns, spec.rows, spec.connect, opener, columns)
    simple.pass_over()
    return simple, Position(board, kind(spec).to_move_at(board, Disc.of(opener)))


def play_both(rng: random.Random, kind: type[RuleSet], spec: BoardSpec, seen_codes: Counter[str]) -> str | None:
    """A random game in both, with one thing going wrong on the way; who won it, None for nobody within the moves."""
    rules = kind(spec)
    simple, position = start(rng, kind, spec)
    trouble = rng.randrange(25)
    for number in range(MOST_MOVES):
        moves = {(move.kind.value, move.column - 1) for move in rules.moves(position)}
        assert moves == set(simple.moves())
        if number == trouble:
            seen_codes[offend(rng, simple, position, rules)] += 1
        move = rng.choice(sorted(moves))
        mover, before = Disc.of(simple.to_move), position
        simple.play(move)
        position = rules.play(position, Move(move[1] + 1, mover, MoveKind(move[0])))
        same_state(simple, position)
        outcome = rules.outcome(position, mover)
        assert (outcome is not None) == simple.over
        if position.board != before.board:
            assert isinstance(explain(before, position.board, (), rules), Played)
        if outcome:
            assert (outcome.winner.letter if outcome.winner else None) == simple.winner
            same_lines(position.board, simple)
            return simple.winner
    return None


def same_state(simple: PlainGame, position: Position) -> None:
    assert position.board == board_of(simple.columns, position.board.spec)
    assert position.to_move is not None
    assert position.to_move.letter == simple.to_move
    assert position.kept == (simple.kept["R"], simple.kept["Y"])
    assert position.in_hand == (None if simple.in_hand is None else simple.in_hand + 1)


def same_lines(board: Board, simple: PlainGame) -> None:
    for disc in Disc:
        cells = {cell for line in board.winning_lines(disc) for cell in line}
        assert plain_cells(tuple(cells)) == set().union(*plain.lines(simple.columns, disc.letter, simple.connect))


# --- What hands do that they shouldn't --------------------------------------------------------------------------------


@dataclass
class Hands:
    """They change `columns`, a copy of the game's. Each act is what the referee should call it."""

    rng: random.Random
    game: PlainGame
    columns: plain.Columns

    def __post_init__(self) -> None:
        self.filled = [c for c, column in enumerate(self.columns) if column[0]]
        self.room = [c for c, column in enumerate(self.columns) if not column[-1]]

    def drop(self, column: int, disc: str) -> tuple[int, int]:
        row = height(self.columns[column])
        self.columns[column][row] = disc
        return column, row

    def lift(self, column: int) -> tuple[int, int]:
        row = height(self.columns[column]) - 1
        self.columns[column][row] = ""
        return column, row

    def wrong_colour_or_out_of_turn(self) -> plain.Cells:
        return {self.drop(self.rng.choice(self.room), plain.OTHER[self.game.to_move])}

    def two_discs(self) -> plain.Cells:
        return {self.drop(column, plain.OTHER[self.game.to_move]) for column in self.rng.sample(self.room, 2)}

    def disc_removed(self) -> plain.Cells:
        return {self.lift(self.rng.choice(self.filled))}

    def disc_moved(self) -> plain.Cells:
        column = self.rng.choice(self.filled)
        other = self.rng.choice([c for c in self.room if c != column])
        disc = self.columns[column][height(self.columns[column]) - 1]
        return {self.lift(column), self.drop(other, disc)}

    def bar_opened(self) -> plain.Cells:
        cells = {(c, r) for c in self.filled for r in range(height(self.columns[c]))}
        if len(cells) < 2:
            raise IndexError("one disc may as well have been taken out")
        self.columns[:] = [[""] * self.game.height for _ in self.columns]
        return cells

    def floating_disc(self) -> plain.Cells:
        column = self.rng.choice([c for c in self.room if height(self.columns[c]) < self.game.height - 1])
        row = height(self.columns[column]) + 1
        self.columns[column][row] = self.rng.choice("RY")
        return {(column, row)}

    def same_column(self) -> plain.Cells:
        if self.game.in_hand is None:
            raise IndexError("nothing is in the hand")
        return {self.drop(self.game.in_hand, self.game.to_move)}


ACTS = (
    Hands.wrong_colour_or_out_of_turn, Hands.two_discs, Hands.disc_removed, Hands.disc_moved, Hands.bar_opened,
    Hands.floating_disc, Hands.same_column,
)  # fmt: skip


def fault_of(rng: random.Random, simple: PlainGame) -> Fault | None:
    """Something that hands did; None where there was no disc, no room, or nothing in the hand for it."""
    act, hands = rng.choice(ACTS), Hands(rng, simple, deepcopy(simple.columns))
    try:
        cells = act(hands)
    except (IndexError, ValueError):
        return None
    return Fault(hands.columns, act.__name__, cells)


def offend(rng: random.Random, simple: PlainGame, position: Position, rules: RuleSet) -> str:
    """Something wrong happens on the board: both must name it alike, and put it right alike. What it was called."""
    fault = fault_of(rng, simple)
    if fault is None:
        return "nothing"
    seen = board_of(fault.columns, rules.spec)
    found, due = explain(position, seen, (), rules), plain.judged(simple, fault)
    told = f"{fault.code}: {found} not {due}\n{position.board}\n\n{seen}"
    if due is None:
        assert isinstance(found, Played | OrderMatters), told
        return "legal"
    if due.code == "too_many_discs":
        assert isinstance(found, Doubt), told
        assert found.code.value == due.code, told
        return due.code
    assert isinstance(found, Wrong), told
    assert (found.code.value, plain_cells(found.cells)) == (due.code, due.cells), told
    same_remedy(simple, position, fault.columns, seen)
    return due.code


def same_remedy(simple: PlainGame, position: Position, columns: plain.Columns, seen: Board) -> None:
    work = remedy(seen, position.board, position.to_move)
    out = {(p.cell.column - 1, p.cell.row - 1, p.disc.letter) for p in work.take_out}
    back = {(p.cell.column - 1, p.cell.row - 1, p.disc.letter) for p in work.put_back}
    due = [[disc for disc in column if disc] for column in simple.columns]
    assert (out, back) == plain.remedy(columns, simple.columns)
    assert [[disc.letter for disc in column] for column in work.rebuild] == due


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: str(kind.name))
def test_both_agree_on_random_games(kind: type[RuleSet]) -> None:
    ends, codes = set[str | None](), Counter[str]()
    for number in range(FIRST, FIRST + GAMES // len(KINDS)):
        rng = random.Random(f"{kind.name} {number}")
        ends.add(play_both(rng, kind, SPECS[number % len(SPECS)], codes))

    assert ends >= ({"R", "Y", None} if kind is Classic else {"R", "Y"})
    print(f"{kind.name}: {GAMES // len(KINDS)} games from {FIRST}, {dict(codes)}")
