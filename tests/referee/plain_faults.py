"""What is wrong with a board, once more as simply as can be, and what puts it right. Only for comparing."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass

from tests.referee.plain import OTHER, Cells, Columns, Move, PlainGame, discs_each, height

Due = tuple[str, Cells]
"""What a fault is called, and the cells it is about."""

End = tuple[object, ...]
DOUBTS = ("too_many_discs", "colour_changed")
QUICK_DROPS = 3
"""Hands that drop more discs than that between two looks aren't tried here."""


@dataclass
class Fault:
    """Something that hands did: the board then, what it is called, and the cells it is about."""

    columns: Columns
    code: str
    cells: Cells


def judged(game: PlainGame, fault: Fault) -> Due:
    """What a referee who saw both boards has to call it, when no legal turns explain the board."""
    if any(sum(column.count(disc) for column in fault.columns) > discs_each(game) for disc in "RY"):
        return "too_many_discs", set()
    if refused := _of_one_move(game, fault.columns):
        return refused
    return _gone(game.columns, fault.columns) if fault.code == "gone" else (fault.code, fault.cells)


# --- Legal turns that lead to a board ---------------------------------------------------------------------------------


def ends(game: PlainGame, seen: Columns) -> set[End]:
    """What legal turns between two looks come to; where discs also leave, the fewest turns that explain the board."""
    if game.variant == "classic":
        return {end for end, _ in _ends(game, seen, QUICK_DROPS, pops=False)}
    for turns in (1, 2):
        if found := _ends(game, seen, turns, pops=True):
            in_time = {end for end, late in found if not late}
            return in_time or {end for end, _ in found}
    return {end for end, _ in _ends(game, seen, QUICK_DROPS, pops=False)}


def _ends(game: PlainGame, seen: Columns, turns: int, pops: bool) -> set[tuple[End, bool]]:
    """With each end, whether discs came after the end of the game: they are left for later (R19)."""
    if game.over:
        late = remedy(seen, game.columns)
        return set() if late[1] else {(("over", game.winner), bool(late[0]))}
    if game.columns == seen:
        return {(("open", game.to_move, game.kept["R"], game.kept["Y"], game.in_hand), False)}
    if not turns:
        return set()
    found = set()
    for kind, column in game.moves():
        if pops or (kind == "drop" and seen[column][height(game.columns[column])] == game.to_move):
            found |= _ends(game.after((kind, column)), seen, turns - 1, pops)
    return found


# --- Faults -----------------------------------------------------------------------------------------------------------


def _of_one_move(game: PlainGame, seen: Columns) -> Due | None:
    """A move that the rules refuse now and hands can do: the other side's, or back into the same column."""
    theirs = deepcopy(game)
    theirs.to_move = OTHER[game.to_move]
    for move in theirs.moves():
        if theirs.after(move).columns == seen:
            return "wrong_colour_or_out_of_turn", {_where(game, move)}
    if game.in_hand is not None and game.columns[game.in_hand][-1] == "":
        back = ("drop", game.in_hand)
        if any(side.after(back).columns == seen for side in (game, theirs)):
            return "same_column", {_where(game, back)}
    return None


def _where(game: PlainGame, move: Move) -> tuple[int, int]:
    """The cell in which a move shows."""
    kind, column = move
    return column, height(game.columns[column]) if kind == "drop" else 0


def _gone(before: Columns, seen: Columns) -> Due:
    """Discs that left some columns: lifted off the top where that explains it, else let out by the bar."""
    cells, from_top, from_bottom, emptied, longest = set(), True, True, False, 0
    changed = [c for c in range(len(before)) if before[c] != seen[c]]
    for c in changed:
        old, new = before[c][: height(before[c])], seen[c][: height(seen[c])]
        lost = len(old) - len(new)
        lifted, slid = old[: len(new)] == new, old[lost:] == new
        cells |= {(c, r) for r in (range(len(new), len(old)) if lifted else range(lost))}
        from_top, from_bottom = from_top and lifted, from_bottom and slid
        emptied, longest = emptied or not new, max(longest, lost)
    if not any(column[0] for column in seen) and sum(map(height, before)) > 1:
        return "bar_opened", cells
    if len(changed) == 1:
        return "disc_removed" if from_top or longest == 1 else "bar_opened", cells
    return "disc_removed" if from_top and not emptied and not from_bottom else "bar_opened", cells


def remedy(seen: Columns, wanted: Columns) -> tuple[set[tuple[int, int, str]], set[tuple[int, int, str]]]:
    """Discs to take out and to put back, cell by cell."""
    out, back = set(), set()
    for column in range(len(seen)):
        for row in range(len(seen[column])):
            there, due = seen[column][row], wanted[column][row]
            if there != due:
                out |= {(column, row, there)} if there else set()
                back |= {(column, row, due)} if due else set()
    return out, back
