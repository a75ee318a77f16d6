"""Whole rendered games followed from end to end, without waiting for real time, and compared with their truth.

    python -m benchmarks.follow_bench [--games N] [--first-seed N] [--rates 5 10 30] [--keep FOLDER]
    python -m benchmarks.follow_bench --trial bump|lamp|outage|turn|creep|evening [--games N] ...
    python -m benchmarks.follow_bench --speed | --memory

Prints each game that isn't exactly right, then: games exactly right, false accusations, offences missed, how long after
a disc lay still it was said. `--trial` puts one given trouble into every game; an evening is half an hour of games in
drifting light. `--speed` measures instead what a frame costs beside the decoding of its JPEG, at 1280 × 720 and on one
core, with each stage's share; `--memory` how much is held while 20,000 frames go by. `--keep` holds drawn films for the
next run.
"""

from __future__ import annotations

import argparse
import pickle
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from api.table import Table
from api.watching import SECONDS_DIGITS
from benchmarks.follow_films import Game, game, pictures, truth
from benchmarks.follow_memory import report_memory
from benchmarks.follow_speed import report_speed
from benchmarks.follow_trials import TRIALS, evening
from benchmarks.follow_trials import trial as staged_trial
from referee.board import Disc
from vision.frame import Frame

EVENING = "evening"
SCORED = ("move", "offence", "win", "draw")
EXTENT: dict[str | None, tuple[int, tuple[float, ...]]] = {None: (100, (5, 10, 30)), EVENING: (1, (5,))}
TRIAL_EXTENT: tuple[int, tuple[float, ...]] = (20, (10,))
"""How many games, and at how many frames a second: of plain games and evenings; of trials."""

KEPT_QUALITY = 93
"""JPEG quality of drawn films that are kept: as a phone's stream has it."""

Event = dict[str, Any]


@dataclass(frozen=True)
class Drawn:
    """A game's film: (seconds, JPEG) one after the other, and its events."""

    name: str
    events: list[Event]
    frames: list[tuple[float, bytes]]


@dataclass(frozen=True)
class Outcome:
    """What was said of one film at one rate, beside its truth."""

    name: str
    rate: float
    said: list[Event]
    events: list[Event]

    @property
    def right(self) -> bool:
        return [essence(e) for e in self.said] == [essence(e) for e in self.events]

    def accusations(self) -> list[Event]:
        """Offences said that never were."""
        return _surplus(self.said, self.events, "offence")

    def missed(self) -> list[Event]:
        """Offences that were and were never said."""
        return _surplus(self.events, self.said, "offence")

    def delays(self) -> Iterator[float]:
        """Seconds from lying still to being said, of what was said rightly and in its order."""
        said, events = [essence(e) for e in self.said], [essence(e) for e in self.events]
        for block in SequenceMatcher(None, said, events, autojunk=False).get_matching_blocks():
            for i in range(block.size):
                yield self.said[block.a + i]["t"] - self.events[block.b + i]["t"]


def essence(event: Event) -> tuple[Any, ...]:
    """What of an event must agree: everything but the time and the words."""
    kind, code = event["event"], event.get("code")
    if kind == "offence" and code == "bar_opened":
        return kind, code
    if kind in ("move", "offence"):
        return kind, code, event.get("column"), event.get("row"), event.get("disc")
    lines = tuple(sorted(tuple(sorted(map(tuple, line))) for line in event.get("lines", [])))
    return kind, event.get("winner"), lines


def _surplus(some: Sequence[Event], others: Sequence[Event], kind: str) -> list[Event]:
    left = Counter(essence(e) for e in others)
    surplus = []
    for event in some:
        left[essence(event)] -= 1
        if event["event"] == kind and left[essence(event)] < 0:
            surplus.append(event)
    return surplus


def draw(seed: int, fps: float, keep: Path | None, trial: str | None = None) -> Drawn:
    """The film of a seed, from the folder if it lies there."""
    path = keep / f"{trial or 'game'}-{seed}-{fps:g}.pkl" if keep else None
    if path and path.exists():
        return Drawn(*pickle.loads(path.read_bytes()))
    played = played_out(seed, fps, trial)
    quality = [cv2.IMWRITE_JPEG_QUALITY, KEPT_QUALITY]
    frames = [(t, cv2.imencode(".jpg", image, quality)[1].tobytes()) for t, image in pictures(played)]
    drawn = Drawn(f"{seed} ({played.about})", truth(played), frames)
    if path:
        path.write_bytes(pickle.dumps((drawn.name, drawn.events, drawn.frames)))
    return drawn


def played_out(seed: int, fps: float, trial: str | None) -> Game:
    """The game of a seed, with this trouble in it where one is named."""
    if trial == EVENING:
        return evening(seed, fps)
    return staged_trial(seed, trial, fps) if trial else game(seed, fps)


def thinned(frames: list[tuple[float, bytes]], rate: float) -> Iterator[tuple[float, bytes]]:
    """About `rate` frames a second of them."""
    due = -1.0
    for t, data in frames:
        if t >= due - 1e-9:
            yield t, data
            due = max(due + 1 / rate, t + 0.5 / rate)


def follow(drawn: Drawn, rate: float) -> Outcome:
    """Everything said of a film at a rate."""
    table, said = Table(opener=Disc.RED), list[Event]()
    for index, (t, data) in enumerate(thinned(drawn.frames, rate)):
        image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
        look = table.look(Frame(np.asarray(image, np.uint8), t, index))
        said += [{**e.as_dict(), "t": round(t, SECONDS_DIGITS)} for e in look.events if e.name in SCORED]
    return Outcome(drawn.name, rate, said, drawn.events)


@dataclass
class Tally:
    """Counts by rate."""

    outcomes: list[Outcome] = field(default_factory=list)

    def add(self, outcome: Outcome) -> None:
        self.outcomes.append(outcome)
        if not outcome.right:
            print(f"NOT RIGHT at {outcome.rate:g} fps: {outcome.name}")
            _show_difference(outcome)

    def report(self) -> None:
        print("\nfps    games  right  false accusations  offences missed  delay median   95 %  most")
        for rate in sorted({o.rate for o in self.outcomes}):
            these = [o for o in self.outcomes if o.rate == rate]
            delays = np.array([d for o in these for d in o.delays()] or [np.nan])
            right, missed = sum(o.right for o in these), sum(len(o.missed()) for o in these)
            false = sum(len(o.accusations()) for o in these)
            print(
                f"{rate:3g} {len(these):8} {right:6}  {false:17}  {missed:15}  {np.median(delays):10.2f} s "
                f"{np.percentile(delays, 95):6.2f} {delays.max():5.2f}"
            )


def _show_difference(outcome: Outcome) -> None:
    said, events = [essence(e) for e in outcome.said], [essence(e) for e in outcome.events]
    for op, a, b, c, d in SequenceMatcher(None, said, events, autojunk=False).get_opcodes():
        if op != "equal":
            print("   said ", [(e["t"], *essence(e)) for e in outcome.said[a:b]])
            print("   truth", [(e["t"], *essence(e)) for e in outcome.events[c:d]])


def main() -> None:
    """Run and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int)
    parser.add_argument("--first-seed", type=int, default=1)
    parser.add_argument("--rates", type=float, nargs="+")
    parser.add_argument("--trial", choices=(*TRIALS, EVENING))
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--speed", action="store_true")
    parser.add_argument("--memory", action="store_true")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    if options.speed or options.memory:
        report_speed() if options.speed else report_memory()
        return
    games, rates = EXTENT.get(options.trial, TRIAL_EXTENT)
    rates = options.rates or rates
    tally = Tally()
    for seed in range(options.first_seed, options.first_seed + (options.games or games)):
        drawn = draw(seed, max(rates), options.keep, options.trial)
        for rate in rates:
            tally.add(follow(drawn, rate))
    tally.report()


if __name__ == "__main__":
    main()
