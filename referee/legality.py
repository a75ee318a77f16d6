"""What happened between two boards (`explain`).

The answer names one of: nothing; legal moves, with the order if it can be told (R25); an order that has to be asked
for; an offence with its cells (R10, R24); a reading that can't be right (R2, R17), which accuses nobody; or that
cells which can't be seen would change the answer, so it has to wait.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import product

from referee.board import Board, Cell, Disc
from referee.rules import Classic, Move, Outcome, Position, RuleSet

MOST_TURNS_BETWEEN_LOOKS = 14
"""Turns that are still told apart from one look to the next: two in each column. More is another game, not a turn."""

MOST_TURNS_WITH_POPS = 2
"""The same where discs also leave: each turn multiplies the boards to try by about fourteen."""

MOST_UNSEEN_CELLS = 3
"""Unsure cells whose every filling (three each) is tried before saying "I can't tell"."""


class OffenceCode(StrEnum):
    """What a player may not do, as far as a camera can see it."""

    WRONG_COLOUR = "wrong_colour_or_out_of_turn"
    TWO_DISCS = "two_discs"
    SEVERAL_DISCS = "several_discs"
    FLOATING_DISC = "floating_disc"
    DISC_REMOVED = "disc_removed"
    DISC_MOVED = "disc_moved"
    BAR_OPENED = "bar_opened"
    AFTER_THE_END = "after_the_end"
    SAME_COLUMN = "same_column"


class DoubtCode(StrEnum):
    """Why a reading is not believed, or not yet."""

    TOO_MANY_DISCS = "too_many_discs"
    WRONG_SIDES_LINE = "wrong_sides_line"
    COLOUR_CHANGED = "colour_changed"
    LOST_TRACK = "lost_track"
    CELLS_UNSURE = "cells_unsure"


@dataclass(frozen=True)
class Same:
    """Nothing changed."""


@dataclass(frozen=True)
class Played:
    """Legal moves, in the order played; `order_known` False when another order would do as well (R25).

    `extra` are the discs that came after the game was over (R19).
    """

    moves: tuple[Move, ...]
    position: Position
    outcome: Outcome | None = None
    order_known: bool = True
    extra: tuple[Cell, ...] = ()


@dataclass(frozen=True)
class OrderMatters:
    """Legal in several orders that don't come to the same (R25): the players have to be asked."""

    choices: tuple[Played, ...]


@dataclass(frozen=True)
class Wrong:
    """An offence; `cells` are the discs it is about, gone ones first."""

    code: OffenceCode
    cells: tuple[Cell, ...]
    disc: Disc | None = None


@dataclass(frozen=True)
class Doubt:
    """The reading or the history can't be right, or not enough is seen. Never an accusation."""

    code: DoubtCode
    cells: tuple[Cell, ...] = ()


Explanation = Same | Played | OrderMatters | Wrong | Doubt


def explain(
    before: Position, seen: Board, unsure: Iterable[Cell] = (), rules: RuleSet | None = None
) -> Explanation:
    """Explain the seen board by the position before it.

    `unsure` cells are first taken as unchanged: what isn't seen is not held against anyone. Only if that finds a fault
    are their other fillings tried, and the fault stands only if every one of them gives the same fault.
    """
    rules = rules or Classic(before.board.spec)
    unseen = tuple(cell for cell in unsure)
    kept = _keep(before.board, seen, unseen)
    first = _explain_seen(before, kept, rules)
    if isinstance(first, Same | Played) or not unseen:
        return first
    loose = _may_have_changed(before.board, kept, seen, unseen)
    if len(loose) <= MOST_UNSEEN_CELLS and _always(first, before, kept, loose, rules):
        return first
    return Doubt(DoubtCode.CELLS_UNSURE, loose)


def _keep(board: Board, seen: Board, unseen: tuple[Cell, ...]) -> Board:
    for cell in unseen:
        seen = seen.put(cell, board.at(*cell))
    return seen


def _may_have_changed(before: Board, kept: Board, seen: Board, unseen: tuple[Cell, ...]) -> tuple[Cell, ...]:
    """Unsure cells on the surface, and all of a column that has visibly changed: its discs may have slid."""
    changed = {cell.column for cell in before.difference(kept)}
    surface = unseen_on_surface(seen, unseen)
    return tuple(sorted(cell for cell in unseen if cell.column in changed or cell in surface))


def unseen_on_surface(seen: Board, unsure: Iterable[Cell]) -> tuple[Cell, ...]:
    """The unsure cells that can have changed: nothing certain lies on them, nothing certainly empty is under them."""
    unseen = frozenset(unsure)
    return tuple(sorted(cell for cell in unseen if _on_surface(cell, seen, unseen)))


def _on_surface(cell: Cell, seen: Board, unseen: frozenset[Cell]) -> bool:
    column = (Cell(cell.column, row) for row in range(1, seen.spec.rows + 1))
    known = ((other.row > cell.row, seen.at(*other)) for other in column if other not in unseen)
    return all(above != (disc is not None) for above, disc in known)


def _always(verdict: Explanation, before: Position, kept: Board, loose: tuple[Cell, ...], rules: RuleSet) -> bool:
    """Whether every filling of the loose cells that gravity allows leads to this same verdict."""
    hanging = set(kept.floating())
    for filling in product((None, Disc.RED, Disc.YELLOW), repeat=len(loose)):
        board = kept
        for cell, disc in zip(loose, filling, strict=True):
            board = board.put(cell, disc)
        if hanging.issuperset(board.floating()) and _explain_seen(before, board, rules) != verdict:
            return False
    return True


def _explain_seen(before: Position, seen: Board, rules: RuleSet) -> Explanation:
    """`explain` when every cell is certain."""
    if seen == before.board:
        return Same()
    if doubt := _impossible_reading(seen):
        return doubt
    found = _ways(before, seen, rules)
    if len(found) > 1:
        return OrderMatters(tuple(found))
    if found:
        return _checked(found[0]) if rules.drops_only else found[0]
    return _fault(before, seen, rules)


def _impossible_reading(seen: Board) -> Doubt | None:
    """R2: more discs of one colour than the set holds."""
    for disc in Disc:
        if seen.count(disc) > seen.spec.discs_each:
            return Doubt(DoubtCode.TOO_MANY_DISCS, seen.spec.cells_of(seen.bits(disc)))
    return None


def _checked(played: Played) -> Explanation:
    """R17: a line of the side that did not move can't have come from this move."""
    mover = played.moves[-1].disc
    other = played.position.board
    if played.outcome is None and other.has_line(mover.other):
        return Doubt(DoubtCode.WRONG_SIDES_LINE, _cells_of_lines(other, mover.other))
    return played


def _cells_of_lines(board: Board, disc: Disc) -> tuple[Cell, ...]:
    return tuple(sorted({cell for line in board.winning_lines(disc) for cell in line}))


# --- Legal ways from one board to the other (R25) ---------------------------------------------------------------------


def _ways(before: Position, seen: Board, rules: RuleSet) -> list[Played]:
    """The legal ways from `before` to `seen` that come to something different; orders that come to the same are one."""
    if not rules.drops_only:
        return _fewest_turns(before, seen, rules)
    arrived = seen.mask & ~before.board.mask
    if not _contains(seen, before.board) or arrived.bit_count() > MOST_TURNS_BETWEEN_LOOKS:
        return []
    return list(_search(before, seen, rules, MOST_TURNS_BETWEEN_LOOKS, {}).values())


def _fewest_turns(before: Position, seen: Board, rules: RuleSet) -> list[Played]:
    """Where discs also leave, the ways with the fewest turns, and with no disc after the end if there is such a way."""
    for turns in range(1, MOST_TURNS_WITH_POPS + 1):
        if ways := list(_search(before, seen, rules, turns, {}).values()):
            return [way for way in ways if not way.extra] or ways
    return []


Ways = dict[tuple[object, ...], Played]


def _search(position: Position, seen: Board, rules: RuleSet, turns: int, memo: dict[Position, Ways]) -> Ways:
    if position.board == seen:
        return {_result(position, None): Played((), position)}
    if not turns:
        return {}
    if rules.drops_only and position in memo:
        return memo[position]
    ways: Ways = {}
    for move in _fitting(position, seen, rules):
        for key, rest in _after(position, move, seen, rules, turns, memo).items():
            ways[key] = _merge(ways.get(key), replace(rest, moves=(move, *rest.moves)))
    memo[position] = ways
    return ways


def _after(
    position: Position, move: Move, seen: Board, rules: RuleSet, turns: int, memo: dict[Position, Ways]
) -> Ways:
    """The ways that go on with `move`; a move that ends the game leaves the other new discs as extra (R19)."""
    then = rules.after(position, move)
    outcome = rules.outcome(then, move.disc)
    if outcome is None:
        return _search(then, seen, rules, turns - 1, memo)
    if not _contains(seen, then.board):
        return {}
    extra = seen.spec.cells_of(seen.mask & ~then.board.mask)
    return {_result(then, outcome): Played((), then, outcome, extra=extra)}


def _result(position: Position, outcome: Outcome | None) -> tuple[object, ...]:
    """What two orders must share to come to the same."""
    if outcome:
        return outcome.ending, outcome.winner
    return (position,)


def _merge(known: Played | None, found: Played) -> Played:
    """Of two orders that come to the same keep the one with fewer discs after the end."""
    if known is None:
        return found
    return replace(min(known, found, key=lambda way: len(way.extra)), order_known=False)


def _fitting(position: Position, seen: Board, rules: RuleSet) -> Iterator[Move]:
    """Legal moves that can be part of a way to `seen`."""
    if not rules.drops_only:
        yield from rules.moves(position)
        return
    for cell in position.board.landing_cells():
        disc = seen.at(*cell)
        if disc and position.may_move(disc):
            yield Move(cell.column, disc)


def _contains(larger: Board, smaller: Board) -> bool:
    return not (smaller.red & ~larger.red or smaller.yellow & ~larger.yellow)


# --- Faults -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Column:
    """How one column changed: discs lost at its top or at its bottom, discs gained on top."""

    column: int
    lost_top: int = 0
    lost_bottom: int = 0
    gained: int = 0


def _fault(before: Position, seen: Board, rules: RuleSet) -> Explanation:
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

