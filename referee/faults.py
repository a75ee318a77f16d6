"""What is wrong with a board that no legal moves explain: an offence with its cells, or a reading that can't be."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from referee.board import Board, Cell
from referee.explanations import MOST_TURNS_BETWEEN_LOOKS, Doubt, DoubtCode, Explanation, OffenceCode, Wrong
from referee.rules import Move, Position, RuleSet


@dataclass(frozen=True)
class _Column:
    """How one column changed: discs lost at its top or at its bottom, discs gained on top."""

    column: int
    lost_top: int = 0
    lost_bottom: int = 0
    gained: int = 0


def fault(before: Position, seen: Board, rules: RuleSet) -> Explanation:
    """Name what is wrong with a board that no legal moves explain."""
    if wrong := _refused_move(before, seen, rules):
        return wrong
    changed = [_column_change(before.board, seen, c) for c in range(1, seen.spec.columns + 1)]
    if any(change is None for change in changed):
        recoloured = seen.spec.cells_of((before.board.red & seen.yellow) | (before.board.yellow & seen.red))
        return Doubt(DoubtCode.COLOUR_CHANGED, recoloured)
    known = [change for change in changed if change is not None]
    if any(change.lost_top or change.lost_bottom for change in known):
        return _loss(before.board, seen, known)
    return _surplus(before.board, seen)


def _refused_move(before: Position, seen: Board, rules: RuleSet) -> Wrong | None:
    """R24: the board is what one move would have made that wasn't allowed now: the other side's, as a rule."""
    for move in rules.candidates(replace(before, to_move=None)):
        theirs = replace(before, to_move=move.disc)
        code = _refusal_code(rules, theirs, move)
        if code and rules.after(theirs, move).board == seen:
            return Wrong(code, (rules.moved_cell(theirs, move),), move.disc)
    return None


def _refusal_code(rules: RuleSet, theirs: Position, move: Move) -> OffenceCode | None:
    """The offence in a move that hands can do though the rules refuse it; None when not even hands can."""
    refused = rules.refusal(theirs, move)
    if refused is None:
        return OffenceCode.WRONG_COLOUR
    return OffenceCode.SAME_COLUMN if refused.code == "same_column" else None


def _column_change(before: Board, seen: Board, column: int) -> _Column | None:
    """None when the discs that stayed are not in their old order: then a colour was misread."""
    old, new = before.column(column), seen.column(column)
    for lost_bottom in range(len(old) + 1):
        for lost_top in range(len(old) - lost_bottom + 1):
            stayed = old[lost_bottom : len(old) - lost_top]
            if new[: len(stayed)] == stayed and _plausible(lost_top, lost_bottom, len(new) - len(stayed)):
                return _Column(column, lost_top, lost_bottom, len(new) - len(stayed))
    return None


def _plausible(lost_top: int, lost_bottom: int, gained: int) -> bool:
    """Discs leave by the top or by the bottom; others in their place at once are more likely misread colours."""
    return [bool(lost_top), bool(lost_bottom), bool(gained)].count(True) <= 1


def _loss(before: Board, seen: Board, changes: list[_Column]) -> Wrong:
    """R10: discs that left."""
    lost = [change for change in changes if change.lost_top or change.lost_bottom]
    cells = tuple(cell for change in lost for cell in _lost_cells(before, change))
    if seen.is_empty and before.discs > 1:
        return Wrong(OffenceCode.BAR_OPENED, cells)
    if len(lost) == 1 and not lost[0].lost_bottom:
        return _moved(before, seen, changes, cells) or Wrong(OffenceCode.DISC_REMOVED, cells, before.at(*cells[0]))
    if len(lost) == 1 and lost[0].lost_bottom == 1:
        return Wrong(OffenceCode.DISC_REMOVED, cells, before.at(*cells[0]))
    if all(change.lost_top and seen.column(change.column) for change in lost) and not _all_slid(before, seen, lost):
        return Wrong(OffenceCode.DISC_REMOVED, cells)
    return Wrong(OffenceCode.BAR_OPENED, cells)


def _all_slid(before: Board, seen: Board, lost: list[_Column]) -> bool:
    """Whether every shortened column could as well have lost its bottom discs, as they do when the bar is drawn."""
    return all(before.column(c.column)[c.lost_top :] == seen.column(c.column) for c in lost)


def _moved(before: Board, seen: Board, changes: list[_Column], gone: tuple[Cell, ...]) -> Wrong | None:
    """R10: one disc left the top of a column and one of its colour lies on another."""
    gained = [change for change in changes if change.gained]
    if len(gone) != 1 or len(gained) != 1 or gained[0].gained != 1:
        return None
    cell, disc = before.landing_cell(gained[0].column), before.at(*gone[0])
    if cell is None or seen.at(*cell) is not disc:
        return None
    return Wrong(OffenceCode.DISC_MOVED, (*gone, cell), disc)


def _lost_cells(before: Board, change: _Column) -> Iterator[Cell]:
    height = before.heights[change.column - 1]
    yield from (Cell(change.column, row) for row in range(1, change.lost_bottom + 1))
    yield from (Cell(change.column, row) for row in range(height - change.lost_top + 1, height + 1))


def _surplus(before: Board, seen: Board) -> Explanation:
    """Discs that came and that no order of legal drops explains."""
    new = seen.spec.cells_of(seen.mask & ~before.mask)
    if floating := tuple(cell for cell in seen.floating() if cell in new):
        return Wrong(OffenceCode.FLOATING_DISC, floating, seen.at(*floating[0]))
    if len(new) > MOST_TURNS_BETWEEN_LOOKS:
        return Doubt(DoubtCode.LOST_TRACK, new)
    code = {1: OffenceCode.WRONG_COLOUR, 2: OffenceCode.TWO_DISCS}.get(len(new), OffenceCode.SEVERAL_DISCS)
    return Wrong(code, new, seen.at(*new[0]))

