"""Make `referee/opening.bin`: exact values of the classic openings (docs/rules.md, R42).

    python scripts/opening_table/make.py [--values FILE]

Compiles `solve.c` with the system's C compiler and solves all positions with ten discs (about two hours on one core and
2 GB of memory; a run broken off goes on where it stopped, in FILE). The plies before are worked out from those. The
result is the same on every machine, byte for byte.
"""

from __future__ import annotations

import argparse
import hashlib
import subprocess
import sys
from array import array
from collections.abc import Iterable, Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from referee.board import CLASSIC, Board, Disc  # noqa: E402 - the repository is put on the path first
from referee.opening import FILE, MAGIC, SEGMENTS, BitFunction, OpeningPly, canonical, places  # noqa: E402
from referee.solver import Solver  # noqa: E402

DEEPEST = 10
EARLIER = (8, 6, 4)
SOLVER_TABLE_BITS = "28"
BITS_PER_KEY = 1.25
"""Room for peeling: below 1.23 it fails, with 1.25 the first seed or two will do."""

MOST_SEEDS = 50
Values = dict[int, int]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--values", type=Path, default=ROOT / "opening-values.tmp")
    options = parser.parse_args()
    solve(options.values)
    plies = {DEEPEST: read_values(options.values)}
    tables = {DEEPEST: pack(plies[DEEPEST])}
    for discs in EARLIER:
        tables[discs] = pack(earlier_values(discs, tables))
    data = MAGIC + b"".join(bytes([discs]) + t.win.packed() + t.draw.packed() for discs, t in sorted(tables.items()))
    (ROOT / "referee" / FILE).write_bytes(data)
    print(f"{FILE}: {len(data)} bytes, sha256 {hashlib.sha256(data).hexdigest()}")


def solve(values: Path) -> None:
    """Solve the deepest ply into the file, from where it ends."""
    binary = values.with_suffix(".solve")
    source = Path(__file__).with_name("solve.c")
    subprocess.run(["cc", "-O3", "-march=native", "-o", binary, source], check=True)
    done = values.stat().st_size // 8 if values.exists() else 0
    with values.open("r+b" if values.exists() else "wb") as out:
        out.truncate(8 * done)
        out.seek(0, 2)
        subprocess.run([binary, str(DEEPEST), SOLVER_TABLE_BITS, str(done)], stdout=out, check=True)


def read_values(path: Path) -> Values:
    words = array("Q", path.read_bytes())
    if sys.byteorder != "little":
        words.byteswap()
    return {word >> 2: (word & 3) - 1 for word in words}


def earlier_values(discs: int, tables: dict[int, OpeningPly]) -> Values:
    """The values of an earlier ply, from the tables of the later ones."""
    solver = Solver({ply: table.value for ply, table in tables.items()})
    return {key: solver.value(board, Disc.RED) for key, board in open_positions(discs)}


def open_positions(discs: int) -> Iterator[tuple[int, Board]]:
    """Positions with so many discs, red to move, that aren't over; mirror images once."""
    layer = {0: Board.empty()}
    for _ in range(discs):
        layer = {key_of(then): then for board in layer.values() for then in replies(board)}
    yield from sorted(layer.items())


def replies(board: Board) -> Iterator[Board]:
    """The boards after each move of red, with colours changed so that red is to move again; open ones alone."""
    for cell in board.landing_cells():
        then = board.drop(cell.column, Disc.RED)
        if not then.has_line(Disc.RED):
            yield Board(CLASSIC, then.yellow, then.red)


def key_of(board: Board) -> int:
    return canonical(board.red + board.mask)


def pack(values: Values) -> OpeningPly:
    """Two bit functions: is it a win; and of the rest, is it a draw."""
    win = bit_function({key: value == 1 for key, value in values.items()})
    return OpeningPly(win, bit_function({key: value == 0 for key, value in values.items() if value < 1}))


def bit_function(wanted: dict[int, bool]) -> BitFunction:
    """Bits of which three, XORed, give each key's answer; by peeling keys that have a place of their own."""
    segment = int(len(wanted) * BITS_PER_KEY / SEGMENTS) + 8
    for seed in range(1, MOST_SEEDS):
        order = peel(wanted, seed, segment)
        if order is not None:
            return BitFunction(seed, segment, filled(wanted, order, seed, segment))
    raise SystemExit("no seed peels: raise BITS_PER_KEY")


def peel(keys: Iterable[int], seed: int, segment: int) -> list[tuple[int, int]] | None:
    """Keys with the place that is theirs alone once all before them are gone; None when some can't be told apart."""
    count, mixed = array("i", bytes(4 * SEGMENTS * segment)), [0] * (SEGMENTS * segment)
    total = 0
    for key in keys:
        total += 1
        for place in places(key, seed, segment):
            count[place] += 1
            mixed[place] ^= key
    waiting = [place for place, number in enumerate(count) if number == 1]
    order = []
    while waiting:
        place = waiting.pop()
        if count[place] != 1:
            continue
        key = mixed[place]
        order.append((key, place))
        for other in places(key, seed, segment):
            count[other] -= 1
            mixed[other] ^= key
            if count[other] == 1:
                waiting.append(other)
    return order if len(order) == total else None


def filled(wanted: dict[int, bool], order: list[tuple[int, int]], seed: int, segment: int) -> bytes:
    """The bits: keys in the reverse of their peeling, each setting its own place last."""
    bits = bytearray((SEGMENTS * segment + 7) // 8)
    for key, own in reversed(order):
        answer = 0
        for place in places(key, seed, segment):
            answer ^= bits[place >> 3] >> (place & 7) & 1
        if answer != wanted[key]:
            bits[own >> 3] ^= 1 << (own & 7)
    return bytes(bits)


if __name__ == "__main__":
    main()
