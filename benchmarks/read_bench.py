"""How well and how fast photographs are read: by condition on fresh renders, and on real photographs where present.

    python -m benchmarks.read_bench [--renders 100] [--first-seed 900000] [--photos ../shared/photos]

Prints a table of verdicts (exact, unsure, refused, misled, WRONG), a reliability table (of the boards said to be so
sure, how many are right), the time of each stage as a ratio to decoding the same picture, and beside it the simplest
peer: the same grid, cells told apart by fixed HSV ranges. Renders with these seeds trained nothing.
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from statistics import median
from time import perf_counter

import cv2
import numpy as np
from numpy.typing import NDArray

from samples.fast import render
from samples.scene import random_scene
from vision.geometry import GridPose
from vision.photo import PhotoReading, read_photo
from vision.pictures import decode_picture

Image = NDArray[np.uint8]
Rows = tuple[str, ...] | None

PROFILES = ("easy", "plain", "other", "odd", "none")
SURE_STEPS = (0.5, 0.8, 0.9, 0.95, 0.99, 1.0)


@dataclass(frozen=True)
class Case:
    """A picture as bytes with its truth: rows top first, None where a refusal is right; `swaps`: colours may be."""

    group: str
    data: bytes
    rows: Rows
    swaps: bool = False


def rendered(count: int, first_seed: int) -> Iterator[Case]:
    """Fresh renders, the same number of each profile."""
    for profile in PROFILES:
        for seed in range(first_seed, first_seed + count // len(PROFILES)):
            image, truth = render(random_scene(seed, profile))
            rows = truth.rows if truth.complete else None
            _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 95])
            yield Case(f"render, {profile}", data.tobytes(), rows, profile == "other")


def photographed(folder: Path) -> Iterator[Case]:
    """Real photographs with their manifest; says so where there are none."""
    manifest = folder / "manifest.jsonl"
    if not manifest.exists():
        print(f"no photographs at {folder}: skipped", file=sys.stderr)
        return
    for line in manifest.read_text("utf-8").splitlines():
        truth = json.loads(line)
        rows = None if truth.get("expect") == "refuse" else tuple(truth["rows"])
        swaps = truth.get("disc_colours", ["red", "yellow"]) != ["red", "yellow"]
        yield Case(f"photo, {truth['group']}", (folder / truth["file"]).read_bytes(), rows, swaps)


def verdict(case: Case, said: list[str] | None, sure: bool) -> str:
    """exact, unsure, refused, misled (an unsure board with a wrong cell) or WRONG (a sure one)."""
    if said is None:
        return "exact" if case.rows is None else "refused"
    if case.rows is None:
        return "WRONG" if sure else "misled"
    ways = [case.rows]
    if case.swaps:
        ways.append(tuple(row.translate(str.maketrans("RY", "YR")) for row in case.rows))
    wrong = min(sum(s not in ("?", t) and t != "?" for s, t in _pairs(said, way)) for way in ways)
    open_cells = any(s == "?" and t != "?" for s, t in _pairs(said, case.rows))
    if wrong:
        return "WRONG" if sure and not open_cells else "misled"
    hidden = any("?" in row for row in case.rows)  # "unsure" of nothing but cells that nobody can see is right
    return "exact" if not open_cells and (sure or hidden) else "unsure"


def _pairs(said: list[str], truth: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    for said_row, true_row in zip(said, truth, strict=True):
        yield from zip(said_row, true_row, strict=True)


def by_colour_ranges(image: Image, pose: GridPose) -> list[str]:
    """The simplest peer: the middle of each cell, by hue, saturation and value alone."""
    hsv = cv2.cvtColor(image, cv2.COLOR_BGR2HSV)
    rows = []
    for line in pose.cell_centres()[::-1]:
        row = ""
        for x, y in line:
            h, s, v = (int(n) for n in hsv[_within(y, image.shape[0]), _within(x, image.shape[1])])
            vivid = s > 110 and v > 70
            row += "R" if vivid and (h < 12 or h > 165) else "Y" if vivid and 18 < h < 38 else "."
        rows.append(row)
    return rows


def _within(coordinate: float, size: int) -> int:
    return int(np.clip(coordinate, 0, size - 1))


@dataclass
class Tally:
    """Counts of one run. Changes in place."""

    ours: dict[str, Counter[str]]
    peer: dict[str, Counter[str]]
    reliability: list[tuple[float, bool]]
    ratios: dict[str, list[float]]

    def add(self, case: Case) -> None:
        began = perf_counter()
        image = decode_picture(case.data)
        decoding = perf_counter() - began
        reading = read_photo(image)
        total = perf_counter() - began
        self.ours.setdefault(case.group, Counter())[verdict(case, reading.rows(), reading.status == "read")] += 1
        if reading.pose is not None:
            rows = by_colour_ranges(image, reading.pose)
            self.peer.setdefault(case.group, Counter())[verdict(case, rows, True)] += 1
        for stage in reading.stages:
            self.ratios.setdefault(stage.name, []).append(stage.seconds / decoding)
        self.ratios.setdefault("all", []).append(total / decoding)
        self._rely(case, reading)

    def _rely(self, case: Case, reading: PhotoReading) -> None:
        if reading.board is not None and case.rows is not None:
            whole = list(reading.board.rows())
            self.reliability.append((reading.probability, verdict(case, whole, True) == "exact"))


def report(tally: Tally) -> None:
    """Print the tables."""
    print(f"{'group':24}   n  exact unsure refused misled WRONG | fixed HSV ranges: exact WRONG")
    for group, counts in tally.ours.items():
        peer = tally.peer.get(group, Counter())
        print(
            f"{group:24} {counts.total():3}  {counts['exact']:5} {counts['unsure']:6} {counts['refused']:7} "
            f"{counts['misled']:6} {counts['WRONG']:5} | {peer['exact']:23} {peer['WRONG']:5}"
        )
    print("\nsaid to be so sure      n   right")
    for low, high in pairwise(SURE_STEPS):
        right = [ok for share, ok in tally.reliability if low <= share < high or (high == 1.0 and share >= low)]
        if right:
            print(f"  {low:.2f} to {high:.2f}     {len(right):5}   {100 * sum(right) / len(right):.1f} %")
    print("\nmedian time as a ratio to decoding the same picture")
    for name, ratios in tally.ratios.items():
        print(f"  {name:8} {median(ratios):6.2f}")


def main() -> None:
    """Run and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--renders", type=int, default=100)
    parser.add_argument("--first-seed", type=int, default=900_000)
    parser.add_argument("--photos", type=Path, default=Path("../shared/photos"))
    options = parser.parse_args()
    cv2.setNumThreads(1)
    tally = Tally({}, {}, [], {})
    for case in rendered(options.renders, options.first_seed):
        tally.add(case)
    for case in photographed(options.photos):
        tally.add(case)
    report(tally)


if __name__ == "__main__":
    main()
