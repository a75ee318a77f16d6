"""R21: a dispute is answered with a verdict, a sentence, each cell, and the rule. `trace`: all lines and threats."""

from __future__ import annotations

import itertools
from collections import Counter
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from referee.board import DIRECTIONS, Board, Cell, Disc, Line
from referee.codec import decode, encode
from referee.errors import RefereeError
from referee.game import Game
from referee.reasons import Reason, reason
from referee.remedies import PlacedDisc
from referee.threats import FutureLine, future_lines


class ClaimKind(StrEnum):
    """What somebody says."""

    LINE = "we_have_a_line"
    NO_LINE = "that_is_no_line"
    NOT_YOUR_TURN = "it_was_not_your_turn"
    WAS_THERE_BEFORE = "that_disc_was_there_before"


@dataclass(frozen=True)
class Claim:
    """A claim, with cells or without. `disc`: whose line or turn it is about; None: whoever moved last."""

    kind: ClaimKind
    cells: tuple[Cell, ...] = ()
    disc: Disc | None = None


@dataclass(frozen=True)
class Answer:
    """`upheld`: the claim is right; None: it can't be told. `cells`: what lies in each cell traced (None: empty)."""

    upheld: bool | None
    reason: Reason
    rule: str
    cells: tuple[tuple[Cell, Disc | None], ...] = ()
    lines: tuple[Line, ...] = ()
    nearest: Line = ()
    breaks: tuple[Reason, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        """Plain JSON values, for `Game.dispute` and the page."""
        return {str(key): value for key, value in encode(self).items()}


@dataclass(frozen=True)
class Trace:
    """All lines and all threats on a board, without any claim."""

    lines: tuple[tuple[Disc, Line], ...]
    threats: tuple[FutureLine, ...]
    future: tuple[FutureLine, ...]


def trace(board: Board) -> Trace:
    """All lines that stand, the threats playable now, and the lines that wait for discs under them (R20)."""
    lines = tuple((disc, line) for disc in Disc for line in board.winning_lines(disc))
    futures = [future for disc in Disc for future in future_lines(board, disc)]
    now = tuple(future for future in futures if future.now)
    return Trace(lines, now, tuple(future for future in futures if not future.now))


def claim_from_dict(data: dict[str, Any]) -> Claim:
    """A claim from plain JSON values. Raises `RefereeError` `bad_claim`."""
    return decode(Claim, data, "bad_claim")


def judge(game: Game, claim: Claim) -> Answer:
    """Answer a claim from the game's last agreed position. Raises `RefereeError` for cells outside the board."""
    for cell in claim.cells:
        game.position.board.spec.check(cell)
    if len(set(claim.cells)) != len(claim.cells):
        raise RefereeError("claim_repeats_cell", cells=encode(claim.cells))
    if claim.kind is ClaimKind.NOT_YOUR_TURN:
        return _turn(game, claim)
    if claim.kind is ClaimKind.WAS_THERE_BEFORE:
        return _was_there(game, claim)
    side = claim.disc if claim.cells else claim.disc or _last_mover(game)
    answer = trace_claim(game.position.board, claim.cells, side)
    if claim.kind is ClaimKind.LINE:
        return answer
    upheld = None if answer.upheld is None else not answer.upheld
    return Answer(upheld, answer.reason, answer.rule, answer.cells, answer.lines, answer.nearest, answer.breaks)


def trace_claim(board: Board, claimed: tuple[Cell, ...], disc: Disc | None) -> Answer:
    """Is there a line of that colour: through the claimed cells, or anywhere when none are named (R13, R14)?"""
    walked = tuple((cell, board.at(*cell)) for cell in claimed)
    if claimed:
        return _claimed_line(board, claimed, walked, disc)
    for side in (disc,) if disc else tuple(Disc):
        if lines := board.winning_lines(side):
            cells = tuple((cell, side) for line in lines for cell in line)
            return Answer(True, _line_reason(side, lines[0]), "R13", cells, lines)
    return _no_line_anywhere(board, disc)


# --- Lines ------------------------------------------------------------------------------------------------------------


def _line_reason(disc: Disc, line: Line) -> Reason:
    return reason("trace.line", disc=disc, cells=line, length=len(line))


Walked = tuple[tuple[Cell, Disc | None], ...]


def _claimed_line(board: Board, claimed: tuple[Cell, ...], walked: Walked, disc: Disc | None) -> Answer:
    """Walk the claimed cells: a line, or the first thing that is wrong with them."""
    side = disc or _majority(walked)
    if broken := _breaks(board, claimed, walked, side):
        lines = board.winning_lines(side) if side else ()
        return Answer(False, broken[0], "R14", walked, lines, _nearest(board, claimed, side), broken)
    assert side is not None  # no break was found, so the cells hold discs of one colour
    line = next(line for line in board.winning_lines(side) if set(claimed) <= set(line))
    return Answer(True, _line_reason(side, line), "R13", walked, (line,))


def _majority(walked: Walked) -> Disc | None:
    counts = Counter(disc for _, disc in walked if disc)
    return counts.most_common(1)[0][0] if counts else None


def _breaks(board: Board, claimed: tuple[Cell, ...], walked: Walked, side: Disc | None) -> tuple[Reason, ...]:
    """Everything that keeps the claimed cells from being a line, most telling first."""
    wrong = [_cell_break(board, cell, disc) for cell, disc in walked if disc is None or disc is not side]
    if len(claimed) < board.spec.connect:
        wrong.append(reason("trace.too_few", count=len(claimed), connect=board.spec.connect))
    if shape := _shape_break(claimed):
        wrong.append(shape)
    return tuple(wrong)


def _cell_break(board: Board, cell: Cell, disc: Disc | None) -> Reason:
    if disc is not None:
        return reason("trace.other_colour", cell=cell, disc=disc)
    below = cell.row - 1 - board.heights[cell.column - 1]
    return reason("trace.gap_high" if below > 0 else "trace.gap", cell=cell, below=below)


def _shape_break(claimed: tuple[Cell, ...]) -> Reason | None:
    """Not in one straight unbroken line: which figure it is, or where the gap lies."""
    cells = sorted(claimed)
    steps = {(b.column - a.column, b.row - a.row) for a, b in itertools.pairwise(cells)}
    if len(steps) <= 1 and steps <= set(DIRECTIONS):
        return None
    if gap := _gap_between(cells):
        return reason("trace.not_touching", cells=gap)
    return reason(f"trace.{_figure(cells)}", cells=cells)


def _gap_between(cells: list[Cell]) -> tuple[Cell, ...]:
    """The cells left out, when the claimed ones lie on one straight line but don't touch."""
    first, last = cells[0], cells[-1]
    across, up = last.column - first.column, last.row - first.row
    length = max(abs(across), abs(up))
    if not (across == 0 or up == 0 or abs(across) == abs(up)):
        return ()
    whole = [Cell(first.column + i * across // length, first.row + i * up // length) for i in range(length + 1)]
    return tuple(cell for cell in whole if cell not in cells) if set(cells) <= set(whole) else ()


def _figure(cells: list[Cell]) -> str:
    """R14's names for what is no line."""
    columns, rows = len({c.column for c in cells}), len({c.row for c in cells})
    if len(cells) == 4 and columns == rows == 2 and cells[3] == Cell(cells[0].column + 1, cells[0].row + 1):
        return "square"
    together = all(any(_touch(a, b) for b in cells if b != a) for a in cells)
    return "bend" if together else "scattered"


def _touch(a: Cell, b: Cell) -> bool:
    return max(abs(a.column - b.column), abs(a.row - b.row)) == 1


def _nearest(board: Board, claimed: tuple[Cell, ...], side: Disc | None) -> Line:
    """The possible line that shares most cells with the claim and most discs with the side; () when none shares two."""
    wanted = set(claimed)

    def closeness(line: Line) -> tuple[int, int]:
        return len(wanted & set(line)), sum(board.at(*cell) is side for cell in line)

    best = max(board.spec.lines, key=closeness)
    return best if closeness(best)[0] >= 2 else ()


def _no_line_anywhere(board: Board, disc: Disc | None) -> Answer:
    """No line at all: name the nearest miss and what breaks it."""
    sides = (disc,) if disc else tuple(Disc)

    def closeness(pair: tuple[Line, Disc]) -> int:
        return sum(board.at(*cell) is pair[1] for cell in pair[0])

    line, side = max(((line, side) for side in sides for line in board.spec.lines), key=closeness)
    walked = tuple((cell, board.at(*cell)) for cell in line)
    breaks = tuple(_cell_break(board, cell, there) for cell, there in walked if there is not side)
    if not closeness((line, side)):
        return Answer(False, reason("trace.nothing"), "R13")
    return Answer(False, reason("trace.no_line", disc=side), "R14", walked, (), line, breaks)


# --- Turns and discs --------------------------------------------------------------------------------------------------


def _last_mover(game: Game) -> Disc | None:
    return game.moves[-1].disc if game.moves else None


def _turn(game: Game, claim: Claim) -> Answer:
    """"It wasn't your turn": about the last disc, or the disc in the claimed cell."""
    if offence := game.offence:
        wrong = offence.code.value == "wrong_colour_or_out_of_turn"
        return Answer(wrong, reason("turn.offence", cells=offence.cells, disc=offence.disc), "R24")
    moves = [m for m in game.moves if not claim.cells or Cell(m.column, m.row) == claim.cells[0]]
    if not moves:
        return Answer(None, reason("turn.no_such_move", cells=claim.cells), "R8")
    last = moves[-1]
    cell = Cell(last.column, last.row)
    data = {"cell": cell, "disc": last.disc, "number": last.number}
    if not last.order_known:
        return Answer(None, reason("turn.order_unknown", **data), "R25", ((cell, last.disc),))
    return Answer(False, reason("turn.was_right", **data), "R8", ((cell, last.disc),))


def _was_there(game: Game, claim: Claim) -> Answer:
    """"That disc was there before": before the last move, by the record of what was seen."""
    if not claim.cells:
        raise RefereeError("claim_needs_cell")
    cell, positions = claim.cells[0], game.state.positions
    before = positions[-2].board.at(*cell) if len(positions) > 1 else None
    now = positions[-1].board.at(*cell)
    came = next((m for m in reversed(game.moves) if Cell(m.column, m.row) == cell and m.kind.value == "drop"), None)
    if now is None:
        return Answer(False, reason("before.empty", cell=cell), "R10", ((cell, None),))
    if before is now or came is None:
        code = "before.since_move" if came else "before.from_start"
        number = came.number if came else 0
        return Answer(True, reason(code, cell=cell, disc=now, number=number), "R10", ((cell, now),))
    return Answer(False, reason("before.just_played", cell=cell, disc=now, number=came.number), "R10", ((cell, now),))


def marked_cells(answer: Answer) -> tuple[PlacedDisc, ...]:
    """The discs to mark on a picture of the board."""
    return tuple(PlacedDisc(cell, disc) for cell, disc in answer.cells if disc)
