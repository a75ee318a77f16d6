"""The opening table: exact values of all classic positions with 4, 6, 8 or 10 discs, in some hundred kilobytes.

Positions aren't stored, only what a hash of each says: three bits of a bit field, XORed, are the answer ("static
function by peeling": 1.23 bits a position and question). Two questions are asked: is it a win, and if not, is it a
draw? A position that wasn't put in gets a meaningless answer, so only positions of `in_table` may be asked for.
Mirror images share an entry.

`scripts/opening_table/` makes the file; it holds nothing else, and `tests/referee/test_review.py` checks samples of
it.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from referee.errors import RefereeError

MAGIC = b"FDO1"
FILE = "opening.bin"
SEGMENTS = 3
_COLUMN = (1 << 7) - 1
_MIX = 0x9E3779B97F4A7C15
_WORD = (1 << 64) - 1


def mirrored(key: int) -> int:
    """The key of the mirror image."""
    turned = 0
    for _ in range(7):
        turned = turned << 7 | key & _COLUMN
        key >>= 7
    return turned


def canonical(key: int) -> int:
    """The same key for a position and its mirror image."""
    return min(key, mirrored(key))


def places(key: int, seed: int, segment: int) -> tuple[int, int, int]:
    """The three bits that answer for a key: one in each third of the field."""
    word = (key ^ seed) * _MIX & _WORD
    word = (word ^ word >> 31) * 0xBF58476D1CE4E5B9 & _WORD
    word ^= word >> 29
    other = word * _MIX & _WORD
    return (
        (word >> 32) % segment,
        segment + (word & 0xFFFFFFFF) % segment,
        2 * segment + (other >> 32) % segment,
    )


@dataclass(frozen=True)
class BitFunction:
    """A yes/no answer for each key that was put in."""

    seed: int
    segment: int
    bits: bytes

    def __call__(self, key: int) -> int:
        bits, answer = self.bits, 0
        for place in places(key, self.seed, self.segment):
            answer ^= bits[place >> 3] >> (place & 7)
        return answer & 1

    def packed(self) -> bytes:
        return self.seed.to_bytes(8, "little") + self.segment.to_bytes(8, "little") + self.bits


@dataclass(frozen=True)
class OpeningPly:
    """The values of all positions with the same number of discs."""

    win: BitFunction
    draw: BitFunction

    def value(self, key: int) -> int:
        """1, 0 or -1 for the side to move."""
        key = canonical(key)
        if self.win(key):
            return 1
        return 0 if self.draw(key) else -1


def unpack(data: bytes) -> dict[int, OpeningPly]:
    """The plies of a table file. Raises `RefereeError` `opening_table_bad`."""
    if data[:4] != MAGIC:
        raise RefereeError("opening_table_bad")
    plies, place = dict[int, OpeningPly](), 4
    while place < len(data):
        discs, place = data[place], place + 1
        win, place = _function(data, place)
        draw, place = _function(data, place)
        plies[discs] = OpeningPly(win, draw)
    return plies


def _function(data: bytes, place: int) -> tuple[BitFunction, int]:
    seed = int.from_bytes(data[place : place + 8], "little")
    segment = int.from_bytes(data[place + 8 : place + 16], "little")
    end = place + 16 + (SEGMENTS * segment + 7) // 8
    if end > len(data):
        raise RefereeError("opening_table_bad")
    return BitFunction(seed, segment, data[place + 16 : end]), end


@cache
def opening_lookups() -> dict[int, Callable[[int], int]]:
    """For `Solver`: by number of discs, where to look up; empty when the package came without the file."""
    try:
        data = pkgutil.get_data(__package__ or "referee", FILE)
    except OSError:
        return {}
    return {discs: ply.value for discs, ply in unpack(data).items()} if data else {}
