"""What happened between two boards (`explain`).

The answer names one of: nothing; legal moves, with the order if it can be told (R25); an order that has to be asked
for; an offence with its cells (R10, R24); a reading that can't be right (R2, R17), which accuses nobody; or that
cells which can't be seen would change the answer, so it has to wait.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import product

from referee.board import Board, Cell, Disc
from referee.explanations import (
    MOST_TURNS_BETWEEN_LOOKS,
    Doubt,
    DoubtCode,
    Explanation,
    OrderMatters,
    Played,
    Same,
)
from referee.faults import fault
from referee.rules import Classic, Move, Outcome, Position, RuleSet

MOST_TURNS_WITH_POPS = 2
"""The same where discs also leave: each turn multiplies the boards to try by about fourteen."""

MOST_UNSEEN_CELLS = 3
"""Unsure cells whose every filling (three each) is tried before saying "I can't tell"."""



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
    return fault(before, seen, rules)


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
    if rules.drops_only:
        return _by_drops(before, seen, rules)
    return _fewest_turns(before, seen, rules) or _by_drops(before, seen, rules)


def _by_drops(before: Position, seen: Board, rules: RuleSet) -> list[Played]:
    """The ways in which discs only arrived."""
    arrived = seen.mask & ~before.board.mask
    if not _contains(seen, before.board) or arrived.bit_count() > MOST_TURNS_BETWEEN_LOOKS:
        return []
    return list(_search(before, MOST_TURNS_BETWEEN_LOOKS, _Search(seen, rules, by_drops=True)).values())


def _fewest_turns(before: Position, seen: Board, rules: RuleSet) -> list[Played]:
    """Where discs also leave, the ways with the fewest turns, and with no disc after the end if there is such a way."""
    for turns in range(1, MOST_TURNS_WITH_POPS + 1):
        if ways := list(_search(before, turns, _Search(seen, rules, by_drops=False)).values()):
            return [way for way in ways if not way.extra] or ways
    return []


Ways = dict[tuple[object, ...], Played]


@dataclass(frozen=True)
class _Search:
    """What a search is after. `known`: what was found from a position, where the turns left follow from the board."""

    seen: Board
    rules: RuleSet
    by_drops: bool
    known: dict[Position, Ways] = field(default_factory=dict)


def _search(position: Position, turns: int, search: _Search) -> Ways:
    if position.board == search.seen:
        return {_result(position, None): Played((), position)}
    if not turns:
        return {}
    if search.by_drops and position in search.known:
        return search.known[position]
    ways: Ways = {}
    for move in _fitting(position, search):
        for key, rest in _then(position, move, turns, search).items():
            ways[key] = _merge(ways.get(key), replace(rest, moves=(move, *rest.moves)))
    search.known[position] = ways
    return ways


def _then(position: Position, move: Move, turns: int, search: _Search) -> Ways:
    """The ways that go on with `move`; a move that ends the game leaves the other new discs as extra (R19)."""
    seen, then = search.seen, search.rules.after(position, move)
    outcome = search.rules.outcome(then, move.disc)
    if outcome is None:
        return _search(then, turns - 1, search)
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


def _fitting(position: Position, search: _Search) -> Iterator[Move]:
    """Legal moves that can be part of a way to the board seen."""
    if not search.by_drops:
        yield from search.rules.moves(position)
        return
    for cell in position.board.landing_cells():
        disc = search.seen.at(*cell)
        if disc and search.rules.refusal(position, move := Move(cell.column, disc)) is None:
            yield move


def _contains(larger: Board, smaller: Board) -> bool:
    return not (smaller.red & ~larger.red or smaller.yellow & ~larger.yellow)
