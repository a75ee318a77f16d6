"""The referee against `plain`, the same rules in lists and loops: moves, wins, draws, offences, remedies.

FAIRDROP_PLAIN_GAMES=100000 for the whole comparison; the default is a sample of it.
"""

from __future__ import annotations

import os
import random
from copy import deepcopy

import pytest

from referee.board import Board, BoardSpec, Cell, Disc
from referee.explanations import OffenceCode, Played, Wrong
from referee.legality import explain
from referee.popping import Pop10, PopOut
from referee.remedies import remedy
from referee.rules import Classic, Move, MoveKind, Position, RuleSet
from tests.referee import plain

GAMES = int(os.environ.get("FAIRDROP_PLAIN_GAMES", "250"))
SPECS = (BoardSpec(), BoardSpec(), BoardSpec(5, 4, 3), BoardSpec(8, 7, 5), BoardSpec(6, 6, 4))
KINDS: tuple[type[RuleSet], ...] = (Classic, PopOut, Pop10)
MOST_MOVES = 70


def board_of(game: plain.PlainGame, spec: BoardSpec, columns: plain.Columns | None = None) -> Board:
    return Board.parse(plain.rows_of(game.columns if columns is None else columns, spec.rows), spec)


def start(rng: random.Random, kind: type[RuleSet], spec: BoardSpec) -> tuple[plain.PlainGame, Position]:
    opener = rng.choice("RY")
    columns: plain.Columns = [[] for _ in range(spec.columns)]
    if kind is Pop10:
        discs = list("RY" * (spec.size // 2))
        rng.shuffle(discs)
        columns = [[discs.pop() for _ in range(spec.rows)] for _ in range(spec.columns)]
    simple = plain.PlainGame(kind.name, spec.columns, spec.rows, spec.connect, opener, columns)
    return simple, Position(board_of(simple, spec), Disc.of(opener))


def play_both(rng: random.Random, kind: type[RuleSet], spec: BoardSpec) -> tuple[bool, str | None]:
    """A random game in both; how it ended."""
    rules = kind(spec)
    simple, position = start(rng, kind, spec)
    for _ in range(MOST_MOVES):
        moves = {(move.kind.value, move.column - 1) for move in rules.moves(position)}
        assert moves == set(simple.moves())
        if not moves:
            return True, None
        offend(rng, simple, position, rules)
        move = rng.choice(sorted(moves))
        mover, before = Disc.of(simple.to_move), position
        simple.play(move)
        position = rules.play(position, Move(move[1] + 1, mover, MoveKind(move[0])))
        outcome = rules.outcome(position, mover)
        assert position.board == board_of(simple, spec)
        assert (outcome is not None) == simple.over
        if outcome:
            assert (outcome.winner.letter if outcome.winner else None) == simple.winner
            same_lines(position.board, simple, spec)
            return True, simple.winner
        assert position.to_move is not None
        assert position.to_move.letter == simple.to_move
        assert (position.kept, position.in_hand) == (
            (simple.kept["R"], simple.kept["Y"]),
            None if simple.in_hand is None else simple.in_hand + 1,
        )
        if position.board != before.board:
            found = explain(before, position.board, (), rules)
            assert isinstance(found, Played)
    return False, None


def same_lines(board: Board, simple: plain.PlainGame, spec: BoardSpec) -> None:
    for disc in Disc:
        cells = {cell for line in board.winning_lines(disc) for cell in line}
        wanted = set().union(*plain.lines(simple.columns, disc.letter, spec.connect))
        assert cells == {Cell(column + 1, row + 1) for column, row in wanted}


def offend(rng: random.Random, simple: plain.PlainGame, position: Position, rules: RuleSet) -> None:
    """Now and then something wrong happens on the board: both must name it alike, and put it right alike."""
    if rng.random() > 0.15 or simple.variant == "pop10":
        return
    columns, spec = deepcopy(simple.columns), rules.spec
    open_columns = [c for c in range(spec.columns) if len(columns[c]) < spec.rows]
    filled = [c for c in range(spec.columns) if columns[c]]
    kind = rng.choice(("wrong_colour", "removed", "moved", "two", "floating", "bar"))
    code: OffenceCode | None = None
    cells: set[tuple[int, int]] = set()
    if kind == "wrong_colour" and open_columns:
        column = rng.choice(open_columns)
        cells = {(column, len(columns[column]))}
        columns = plain.wrong_colour(columns, simple.to_move, column)
        code = OffenceCode.WRONG_COLOUR
    elif kind == "removed" and filled:
        column = rng.choice(filled)
        cells = {(column, len(columns[column]) - 1)}
        columns[column].pop()
        code = OffenceCode.DISC_REMOVED
    elif kind == "moved" and filled and open_columns:
        column, other = rng.choice(filled), rng.choice(open_columns)
        if other != column:
            cells = {(column, len(columns[column]) - 1), (other, len(columns[other]))}
            columns[other].append(columns[column].pop())
            code = OffenceCode.DISC_MOVED
    elif kind == "two" and len(open_columns) > 1:
        for column in rng.sample(open_columns, 2):
            cells.add((column, len(columns[column])))
            columns[column].append(plain.OTHER[simple.to_move])
        code = OffenceCode.TWO_DISCS
    elif kind == "bar" and len(filled) > 1:
        cells = {(c, r) for c in filled for r in range(len(columns[c]))}
        columns = [[] for _ in columns]
        code = OffenceCode.BAR_OPENED
    seen = board_of(simple, spec, columns)
    if kind == "floating":
        high = [c for c in range(spec.columns) if len(columns[c]) < spec.rows - 1]
        if high:
            column = rng.choice(high)
            cells = {(column, len(columns[column]) + 1)}
            seen = seen.put(Cell(column + 1, len(columns[column]) + 2), Disc.of(simple.to_move))
            code = OffenceCode.FLOATING_DISC
    if code:
        compare(simple, position, rules, seen, code, cells, columns if kind != "floating" else None)


def compare(
    simple: plain.PlainGame, position: Position, rules: RuleSet, seen: Board, code: OffenceCode,
    cells: set[tuple[int, int]], columns: plain.Columns | None,
) -> None:  # fmt: skip
    if any(seen.count(disc) > seen.spec.discs_each for disc in Disc):
        return
    found = explain(position, seen, (), rules)
    if simple.variant != "classic" and not (isinstance(found, Wrong) and found.code is code):
        return  # where discs may be popped, two turns can explain what is a fault elsewhere
    assert isinstance(found, Wrong), (kind_of(found), code, str(seen))
    assert found.code is code, (found, str(position.board), str(seen))
    if simple.variant == "classic":
        assert {(cell.column - 1, cell.row - 1) for cell in found.cells} == cells
    if columns is not None:
        work = remedy(seen, position.board, position.to_move)
        out = {(p.cell.column - 1, p.cell.row - 1, p.disc.letter) for p in work.take_out}
        back = {(p.cell.column - 1, p.cell.row - 1, p.disc.letter) for p in work.put_back}
        assert (out, back) == plain.remedy(columns, simple.columns, rules.spec.rows)


def kind_of(found: object) -> str:
    return type(found).__name__


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: str(kind.name))
def test_both_agree_on_random_games(kind: type[RuleSet]) -> None:
    rng, ends = random.Random(f"{kind.name} {GAMES}"), set[str | None]()
    for number in range(GAMES // len(KINDS)):
        spec = SPECS[number % len(SPECS)]
        ends.add(play_both(rng, kind, spec)[1])

    assert ends >= ({"R", "Y", None} if kind is Classic else {"R", "Y"})
