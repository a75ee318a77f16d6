"""What following costs a frame beside the decoding of its JPEG: 1280 × 720, one core, quiet and with a hand.

Times are the thread's own, so that a busy machine doesn't count.
"""

from __future__ import annotations

import dataclasses
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from statistics import median
from time import thread_time
from typing import Any
from unittest import mock

import cv2
import numpy as np

from benchmarks.follow_films import game
from samples import film
from samples.performance import Film
from vision import hold, pipeline
from vision.frame import Frame
from vision.pipeline import Pipeline

SIZE = (1280, 720)
SEED, FPS = 1, 10.0
QUALITY = 85
"""JPEG quality of a phone's stream."""
STAGES: dict[str, tuple[Any, str]] = {
    "rectify": (hold.Rectifier, "__call__"),
    "compare": (hold.Hold, "changed"),
    "edges": (hold, "_edges"),
    "shift": (hold, "_shift"),
    "read": (pipeline, "read_face"),
    "remember": (pipeline.Memory, "compare"),
    "learn": (pipeline.Memory, "follow"),
    "track": (pipeline.Tracker, "update"),
}


def report_speed() -> None:
    """Print, for quiet frames and for those that were read, the ratio to decoding and each stage's share."""
    decode, costs = _measure(_pictures())
    print(f"decoding a JPEG of {SIZE[0]} × {SIZE[1]}: 1.00 (median)")
    for kind, rows in costs.items():
        totals = [sum(row.values()) for row in rows]
        print(f"{kind:18} {len(rows):4} frames: decoding and following {1 + median(totals) / decode:5.2f}")
        for stage in (*STAGES, "rest"):
            print(f"   {stage:10} {median(row.get(stage, 0.0) for row in rows) / decode:5.2f}")


def _pictures() -> Iterator[tuple[float, bytes]]:
    """A game's frames at full size, as a phone sends them."""
    played = game(SEED, FPS).film
    camera = dataclasses.replace(played.scene.camera, width=SIZE[0], height=SIZE[1])
    shot = dataclasses.replace(played, scene=dataclasses.replace(played.scene, camera=camera), seconds=12.0)
    for t, image in film.frames(_calm(shot)):
        yield t, cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes()


def _calm(shot: Film) -> Film:
    return dataclasses.replace(shot, acts=tuple(act for act in shot.acts if act.t < shot.seconds - 2))


def _measure(pictures: Iterator[tuple[float, bytes]]) -> tuple[float, dict[str, list[dict[str, float]]]]:
    """Seconds of decoding (median), and for each kind of frame the seconds of each stage."""
    spent: dict[str, float] = defaultdict(float)
    decoding, costs = [], defaultdict(list)
    eye = Pipeline()
    with _timed(spent):
        for index, (t, data) in enumerate(pictures):
            image, seconds = _clocked(lambda data=data: cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR))
            decoding.append(seconds)
            spent.clear()
            frame = Frame(image, t, index)
            step, seconds = _clocked(lambda frame=frame: eye.step(frame))
            if step.state == "watching" and step.reading is not None:
                kind = "read anew" if step.read else "without change"
                costs[kind].append({**spent, "rest": seconds - sum(spent.values())})
    return median(decoding), costs


def _clocked(work: Callable[[], Any]) -> tuple[Any, float]:
    began = thread_time()
    return work(), thread_time() - began


@contextmanager
def _timed(spent: dict[str, float]) -> Iterator[None]:
    """While inside, each stage adds its seconds to `spent`: the code that runs is the real one."""
    patches = [
        mock.patch.object(owner, name, _adding(getattr(owner, name), stage, spent))
        for stage, (owner, name) in STAGES.items()
    ]
    for patch in patches:
        patch.start()
    try:
        yield
    finally:
        for patch in patches:
            patch.stop()


def _adding(work: Callable[..., Any], stage: str, spent: dict[str, float]) -> Callable[..., Any]:
    def timed(*args: Any, **more: Any) -> Any:
        began = thread_time()
        try:
            return work(*args, **more)
        finally:
            spent[stage] += thread_time() - began

    return timed
