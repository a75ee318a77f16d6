"""Counters and times in Prometheus' text format; nothing in them tells who plays."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator

from referee.events import Event

FRAME_BUCKETS_S = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Labelled:
    """A counter with one label. Changes in place."""

    def __init__(self, name: str, label: str, about: str) -> None:
        self.name, self.label, self.about = name, label, about
        self.counts: Counter[str] = Counter()

    def inc(self, value: str) -> None:
        """One more."""
        self.counts[value] += 1

    def lines(self) -> Iterator[str]:
        """Its text."""
        yield f"# HELP {self.name} {self.about}"
        yield f"# TYPE {self.name} counter"
        for value, count in sorted(self.counts.items()):
            yield f'{self.name}{{{self.label}="{value}"}} {count}'


class Histogram:
    """Times in buckets. Changes in place."""

    def __init__(self, name: str, about: str) -> None:
        self.name, self.about, self.sum_s = name, about, 0.0
        self.counts = [0] * (len(FRAME_BUCKETS_S) + 1)

    def observe(self, seconds: float) -> None:
        """One more."""
        self.counts[bisect_left(FRAME_BUCKETS_S, seconds)] += 1
        self.sum_s += seconds

    def lines(self) -> Iterator[str]:
        """Its text."""
        yield f"# HELP {self.name} {self.about}"
        yield f"# TYPE {self.name} histogram"
        total = 0
        for bound, count in zip((*map(str, FRAME_BUCKETS_S), "+Inf"), self.counts, strict=True):
            total += count
            yield f'{self.name}_bucket{{le="{bound}"}} {total}'
        yield f"{self.name}_sum {self.sum_s:.6f}"
        yield f"{self.name}_count {total}"


class Metrics:
    """All that is counted in one process."""

    def __init__(self) -> None:
        self.frames = Labelled("fairdrop_frames_total", "outcome", "Frames by what became of them.")
        self.frames_refused = Labelled("fairdrop_frames_refused_total", "code", "Frames that were no good.")
        self.frame_seconds = Histogram("fairdrop_frame_seconds", "Decoding and reading one frame.")
        self.requests = Labelled("fairdrop_requests_total", "status", "Answers by status.")
        self.request_seconds = Histogram("fairdrop_request_seconds", "Until the answer begins.")
        self.refusals = Labelled("fairdrop_refusals_total", "code", "Requests refused, by code.")
        self.events = Labelled("fairdrop_events_total", "event", "Events stored.")

    def count_events(self, events: Iterable[Event]) -> None:
        """Events that have just been stored."""
        for event in events:
            self.events.inc(event.name)

    def text(self, gauges: dict[str, float]) -> str:
        """All of it; `gauges` are measured now."""
        parts = (
            self.frames,
            self.frames_refused,
            self.frame_seconds,
            self.requests,
            self.request_seconds,
            self.refusals,
        )
        lines = [line for part in (*parts, self.events) for line in part.lines()]
        for name, value in sorted(gauges.items()):
            lines += [f"# TYPE {name} gauge", f"{name} {value:g}"]
        return "\n".join(lines) + "\n"
