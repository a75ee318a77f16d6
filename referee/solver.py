"""Exact values of classic positions on 7 × 6 (R42): win, draw or loss for the side to move, with best play by both.

A null-window negamax on bitboards. What makes it quick enough in plain Python:

- threats are remembered by the discs of one side alone, which come again under very many positions;
- moves that lose at once are never tried, forced replies are;
- *follow-up bounds*: if every column has an even number of cells left, the side that isn't to move can always answer
  in the same column, so it gets all even rows. If the mover then can't complete a line, it can't win; and if the
  other side's cells hold a line, the mover has lost. Odd columns are paired: who takes the next cell of one leaves
  the next cell of its twin. The same holds with a lasting threat in the one column that is left over (zugzwang);
- a table of what was found, by position, and the opening table for positions it holds.

Bits are those of `Board`: 7 for a column, the topmost unused.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from referee.board import CLASSIC, Board, Disc
from referee.errors import RefereeError
from referee.possible import possible

WIN, DRAW, LOSS = 1, 0, -1
COLUMN_BITS = 7
CELLS = 42
MOST_REMEMBERED = 1_500_000
"""Positions in the table (some 150 MB at most); beyond, it is emptied and filled anew."""

OWN_THREAT_WEIGHT = 4
GOOD_ROW_WEIGHT = 2
"""Move order: cells that would complete a line, more for rows that favour the side. Weights tried on 300 positions."""

_BOARD = CLASSIC.full
_BOTTOM = sum(1 << (COLUMN_BITS * column) for column in range(7))
_ODD = sum(1 << (COLUMN_BITS * column + row) for column in range(7) for row in (0, 2, 4))
_EVEN = _ODD << 1
_CENTRE_FIRST = tuple(CLASSIC.column_bits(column) for column in (4, 3, 5, 2, 6, 1, 7))

Lookup = Callable[[int], int]
"""Position key (mover's discs + all discs) → value, for a reachable position without an immediate win or loss."""


def winning_cells(discs: int) -> int:
    """All cells that would complete a line for these discs, empty or not; in a column only the one on top of three."""
    found = (discs << 1) & (discs << 2) & (discs << 3)
    for step in (7, 6, 8):
        up, down = discs << step, discs >> step
        pair = up & (discs << 2 * step)
        found |= pair & (discs << 3 * step) | pair & down
        pair = down & (discs >> 2 * step)
        found |= pair & up | pair & (discs >> 3 * step)
    return found & _BOARD


def has_four(discs: int) -> int:
    """Not zero when the discs hold a line of four."""
    up = discs & discs >> 1
    across = discs & discs >> 7
    rising = discs & discs >> 8
    falling = discs & discs >> 6
    return up & up >> 2 | across & across >> 14 | rising & rising >> 16 | falling & falling >> 12


def held(base: int, odd_cells: int) -> bool:
    """Whether the odd columns' next cells can be paired so that the mover, with one of each pair, has no line."""
    if not odd_cells:
        return not has_four(base)
    first = odd_cells & -odd_cells
    rest = odd_cells ^ first
    others = rest
    while others:
        twin = others & -others
        others ^= twin
        if held(base | first, rest ^ twin) and held(base | twin, rest ^ twin):
            return True
    return False


def to_move_is_due(board: Board, to_move: Disc) -> bool:
    """Whether legal play leads here with that side to move: only such positions are in the opening table."""
    opener = to_move if board.discs % 2 == 0 else to_move.other
    return opener in possible(board).openers


class Solver:
    """Keeps what it has found between calls: solve a game from its end, and the earlier positions come quicker."""

    def __init__(self, opening: Mapping[int, Lookup] | None = None) -> None:
        """`opening`: by number of discs, where to look up the positions with so many."""
        self.nodes = 0
        self._opening = dict(opening or {})
        self._lookups: dict[int, Lookup] = {}
        self._found: dict[int, int] = {}
        self._threats: dict[int, int] = {}

    def value(self, board: Board, to_move: Disc, least: int = LOSS) -> int:
        """WIN, DRAW or LOSS for the side to move; `least` is known already and saves work. Raises as `reaches`."""
        if least < WIN and self.reaches(board, to_move, WIN):
            return WIN
        return DRAW if least == DRAW or self.reaches(board, to_move, DRAW) else LOSS

    def reaches(self, board: Board, to_move: Disc, value: int) -> bool:
        """Whether the side to move can get at least that value.

        Raises `RefereeError` `solver_board` for another size of board or a position with a line.
        """
        if board.spec != CLASSIC or any(map(board.has_line, Disc)):
            raise RefereeError("solver_board")
        discs, mask = board.bits(to_move), board.mask
        if mask == _BOARD or value == LOSS:
            return value <= DRAW
        if self._wins(discs) & ~mask & (mask + _BOTTOM):
            return True
        known = not self._opening or board.discs > max(self._opening) or to_move_is_due(board, to_move)
        self._lookups = self._opening if known else {}
        theirs = self._wins(mask ^ discs) & ~mask
        return self._search(discs, mask, value - 1, value, theirs, mask.bit_count()) >= value

    def _wins(self, discs: int) -> int:
        found = self._threats.get(discs)
        if found is None:
            if len(self._threats) > MOST_REMEMBERED:
                self._threats.clear()
            found = self._threats[discs] = winning_cells(discs)
        return found

    def _search(self, discs: int, mask: int, alpha: int, beta: int, oppose: int, count: int) -> int:
        """The value within (alpha, beta); the mover can't win at once. `oppose`: the opponent's empty winning cells."""
        self.nodes += 1
        free = (mask + _BOTTOM) & _BOARD
        forced = free & oppose
        if forced:
            if forced & (forced - 1):
                return LOSS
            free = forced
        free &= ~(oppose >> 1)
        if not free:
            return LOSS
        if count >= CELLS - 2:
            return DRAW
        key = discs + mask
        known = self._found.get(key)
        if known is not None:
            least, most = (known & 3) - 1, (known >> 2) - 1
            if least >= beta or least == most:
                return least
            if most <= alpha:
                return most
            alpha, beta = max(alpha, least), min(beta, most)
        else:
            least, most = LOSS, WIN
        if count in self._lookups:
            return self._lookups[count](key)
        best = self._best(discs, mask, alpha, beta, free, count)
        if best >= beta:
            least = max(least, best)
        else:
            most = min(most, best)
        if len(self._found) > MOST_REMEMBERED:
            self._found.clear()
        self._found[key] = least + 1 | most + 1 << 2
        return best

    def _best(self, discs: int, mask: int, alpha: int, beta: int, free: int, count: int) -> int:
        """Try the moves in `free`, the most threatening first, bounds before searches."""
        other, found = mask ^ discs, self._found
        good = _EVEN if count & 1 else _ODD
        wins = self._threats
        theirs = self._wins(other)
        tries = []
        for place, column in enumerate(_CENTRE_FIRST):
            move = free & column
            if not move:
                continue
            mine, then = discs | move, mask | move
            raw = wins.get(mine)
            if raw is None:
                raw = self._wins(mine)
            threats = raw & ~then
            most = WIN
            if not theirs & ~then & (then + _BOTTOM):
                most = self._bound(other, mine, then, count + 1, threats)
                if -most >= beta:
                    return -most
            key = other + then
            known = found.get(key)
            if known is not None and 1 - (known >> 2) >= beta:
                return 1 - (known >> 2)
            weight = OWN_THREAT_WEIGHT * threats.bit_count() + GOOD_ROW_WEIGHT * (threats & good).bit_count()
            tries.append((-weight, place, then, threats, most))
        tries.sort()
        best = LOSS
        for _, _, then, threats, most in tries:
            value = -most if most <= -beta else -self._search(other, then, -beta, -alpha, threats, count + 1)
            if value > best:
                best = value
                if value >= beta:
                    return value
                alpha = max(alpha, value)
        return best

    def _bound(self, discs: int, other: int, mask: int, count: int, oppose: int) -> int:
        """The most that the mover can reach, by follow-up play of the other side."""
        left = _BOARD ^ mask
        following = (mask + _BOTTOM) & _EVEN
        if count & 1:
            lasting = oppose & _ODD & ~(mask + _BOTTOM)
            if lasting and self._zugzwang(discs, left, following, lasting):
                return LOSS
        else:
            base = discs | left & _ODD
            if not has_four(base | following) or (following and not has_four(base) and held(base, following)):
                return LOSS if has_four(other | left & _EVEN & ~following) else DRAW
        return WIN if has_four(discs | left) else DRAW

    def _zugzwang(self, discs: int, left: int, following: int, lasting: int) -> bool:
        """Whether the mover will have to play under one of these lasting threats before it gets a line."""
        for column in _CENTRE_FIRST:
            threat = lasting & column
            if threat and following & column:
                threat &= -threat
                base = discs | left & _ODD & ~column | left & _EVEN & column & (threat - 1)
                others = following & ~column
                if not has_four(base | others) or (others and not has_four(base) and held(base, others)):
                    return True
        return False
