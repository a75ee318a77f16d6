"""How well and how fast photographs are read: on fresh renders, and on real photographs where present.

    python -m benchmarks.read_bench [--renders 100] [--first-seed 900000] [--photos ../shared/photos]

Prints verdicts (exact, unsure, refused, misled, WRONG) by group and by condition, beside two peers of the simplest
kind; a reliability table (of the boards said to be so sure, how many are right); the time of each stage as a ratio to
decoding the same picture; and the most memory held with a photo of 12 megapixels. Renders with seeds from 900000 on
trained nothing.
"""

import argparse
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from time import perf_counter

import cv2
import numpy as np

from benchmarks.read_cases import Case, large_photo, photographed, rendered, verdict
from benchmarks.read_peers import by_colour_ranges, by_hough_circles
from vision.photo import PhotoReading, ReadOptions, read_photo
from vision.pictures import decode_picture

SURE_STEPS = (0.5, 0.8, 0.9, 0.95, 0.99, 1.0)
VERDICTS = ("exact", "unsure", "refused", "misled", "WRONG")
MEASURED = """
import sys
from api.cli import main
try:
    main(["read", "--json", sys.argv[1]])
finally:
    peak = next(line for line in open("/proc/self/status") if line.startswith("VmHWM"))
    print(int(peak.split()[1]) // 1024, file=sys.stderr)
"""
"""Not getrusage: its figure begins with the memory of whoever started the process."""


@dataclass
class Tally:
    """Counts of one run. Changes in place."""

    groups: dict[str, Counter[str]] = field(default_factory=dict)
    conditions: dict[str, Counter[str]] = field(default_factory=dict)
    ranges: dict[str, Counter[str]] = field(default_factory=dict)
    circles: dict[str, Counter[str]] = field(default_factory=dict)
    reliability: list[tuple[float, bool]] = field(default_factory=list)
    ratios: dict[str, list[float]] = field(default_factory=dict)

    def add(self, case: Case) -> None:
        began = perf_counter()
        image = decode_picture(case.data)
        decoding = perf_counter() - began
        reading = read_photo(image, ReadOptions(case.spec))
        total = perf_counter() - began
        said = verdict(case, reading.rows(), reading.status == "read")
        _count(self.groups, case.group, said)
        for condition in case.conditions:
            _count(self.conditions, condition, said)
        rows = by_colour_ranges(image, reading.pose) if reading.pose else None
        _count(self.ranges, case.group, verdict(case, rows, True))
        _count(self.circles, case.group, verdict(case, by_hough_circles(image, case.spec), True))
        for name, seconds in (*((stage.name, stage.seconds) for stage in reading.stages), ("all", total)):
            self.ratios.setdefault(name, []).append(seconds / decoding)
        self._rely(case, reading)

    def _rely(self, case: Case, reading: PhotoReading) -> None:
        if reading.board is not None and case.rows is not None:
            right = verdict(case, list(reading.board.rows()), True) == "exact"
            self.reliability.append((reading.probability, right))


def _count(table: dict[str, Counter[str]], name: str, said: str) -> None:
    table.setdefault(name, Counter())[said] += 1


def peak_megabytes(data: bytes) -> int:
    """The most memory that `fairdrop read` holds in a process of its own, MB."""
    with tempfile.NamedTemporaryFile(suffix=".jpg") as file:
        file.write(data)
        file.flush()
        done = subprocess.run([sys.executable, "-c", MEASURED, file.name], capture_output=True, check=False, text=True)
    return int(done.stderr.splitlines()[-1])


def report(tally: Tally) -> None:
    """Print the tables."""
    print("peers, given our grid: fixed HSV ranges; by themselves: Hough circles and the same ranges\n")
    print(_line("group", 0, VERDICTS) + " | ranges: exact WRONG | circles: exact WRONG")
    for group, counts in tally.groups.items():
        ranges, circles = tally.ranges[group], tally.circles[group]
        peers = f" | {ranges['exact']:13} {ranges['WRONG']:5} | {circles['exact']:14} {circles['WRONG']:5}"
        print(_counts(group, counts) + peers)
    print("\n" + _line("condition (a picture can have several)", 0, VERDICTS))
    for condition, counts in sorted(tally.conditions.items(), key=lambda item: -item[1].total()):
        print(_counts(condition, counts))
    _report_reliability(tally.reliability)
    _report_times(tally.ratios)


def _counts(name: str, counts: Counter[str]) -> str:
    return _line(name, counts.total(), [str(counts[each]) for each in VERDICTS])


def _line(name: str, total: int, values: Iterable[str]) -> str:
    return f"{name[:40]:40} {total or 'n':>5} " + " ".join(f"{value:>8}" for value in values)


def _report_reliability(reliability: list[tuple[float, bool]]) -> None:
    print("\nsaid to be so sure      n   right")
    for low, high in pairwise(SURE_STEPS):
        right = [ok for share, ok in reliability if low <= share < high or (high == 1.0 and share >= low)]
        if right:
            print(f"  {low:.2f} to {high:.2f}     {len(right):5}   {100 * sum(right) / len(right):.1f} %")


def _report_times(ratios: Mapping[str, list[float]]) -> None:
    print("\ntime as a ratio to decoding the same picture: median, 90 %")
    for name, values in ratios.items():
        print(f"  {name:8} {np.median(values):6.2f} {np.percentile(values, 90):6.2f}")


def main() -> None:
    """Run and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--renders", type=int, default=100)
    parser.add_argument("--first-seed", type=int, default=900_000)
    parser.add_argument("--photos", type=Path, default=Path("../shared/photos"))
    options = parser.parse_args()
    cv2.setNumThreads(1)
    tally = Tally()
    for case in rendered(options.renders, options.first_seed):
        tally.add(case)
    for case in photographed(options.photos):
        tally.add(case)
    report(tally)
    print(f"\nmost memory with a photo of 12 megapixels: {peak_megabytes(large_photo(options.first_seed))} MB")


if __name__ == "__main__":
    main()
