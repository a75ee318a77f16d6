"""The newest frame of what is live, and times that only go forward."""

from __future__ import annotations

import itertools
import queue

import numpy as np
import pytest

from vision.errors import SourceError
from vision.live import NewestFrame
from vision.times import RESTART_S, STUCK_FRAMES, MonotoneTimes


class Camera:
    """A capture whose pictures are put in by the test; None ends it."""

    def __init__(self) -> None:
        self.pictures: queue.Queue[int | None] = queue.Queue()
        self.taken = 0
        self.released = False

    def read(self) -> tuple[bool, np.ndarray | None]:
        level = self.pictures.get()
        self.taken += 1
        return level is not None, None if level is None else np.full((4, 4, 3), level, np.uint8)

    def release(self) -> None:
        self.released = True

    def show(self, *levels: int | None) -> None:
        for level in levels:
            self.pictures.put(level)


def ticking() -> itertools.count:
    return itertools.count()


def follow(camera: Camera, silence_s: float = 5.0) -> NewestFrame:
    return NewestFrame(camera, silence_s, ticking().__next__)


def test_reading_slowly_gives_the_newest_frame() -> None:
    camera = Camera()
    source = follow(camera)
    camera.show(1)
    first = source.read()
    camera.show(2, 3, 4, None)
    source._thread.join()
    last = source.read()

    assert first is not None
    assert last is not None
    assert (first.image[0, 0, 0], last.image[0, 0, 0]) == (1, 4)
    assert (first.index, last.index) == (0, 3)
    assert last.t_s > first.t_s
    assert source.read() is None
    assert camera.released


def test_a_silent_camera_is_lost() -> None:
    camera = Camera()
    source = follow(camera, silence_s=0.05)

    with pytest.raises(SourceError) as caught:
        source.read()

    assert caught.value.code == "source_lost"
    camera.show(None)
    source.close()


def test_closing_lets_go_of_the_camera() -> None:
    camera = Camera()
    with follow(camera) as source:
        camera.show(1)
        source.read()
        source._closing = True
        camera.show(2)

    assert camera.released
    source.close()


def test_a_camera_that_breaks_is_lost_and_let_go() -> None:
    camera = Camera()
    camera.read = lambda: (True, np.zeros((4, 4), np.uint8))  # no picture that a frame could hold
    source = follow(camera)

    with pytest.raises(SourceError) as caught:
        source.read()

    assert caught.value.code == "source_lost"
    assert isinstance(caught.value.__cause__, ValueError)
    assert camera.released


# Times ----------------------------------------------------------------------------------------------------------------


def stamps(raw: list[float], step_s: float | None = 0.1) -> list[float | None]:
    times = MonotoneTimes(step_s)
    return [times.stamp(t) for t in raw]


def test_good_times_are_kept() -> None:
    assert stamps([0.0, 0.1, 0.25, 3.0]) == [0.0, 0.1, 0.25, 3.0]


@pytest.mark.parametrize("raw", [[1.0, 3.0, 2.5, 4.0], [1.0, 3.0, 3.0, 4.0], [1.0, 3.0, float("nan"), 4.0]])
def test_late_doubled_and_timeless_frames_are_left_out(raw: list[float]) -> None:
    assert stamps(raw) == [1.0, 3.0, None, 4.0]


def test_a_clock_that_begins_anew_goes_on() -> None:
    assert stamps([0.0, 5.0, 0.0, 0.1, 1.0]) == pytest.approx([0.0, 5.0, 5.1, 5.2, 6.1])
    assert RESTART_S < 5


def test_a_film_without_a_clock_falls_back_on_its_rate() -> None:
    given = stamps([0.0] * (STUCK_FRAMES + 4))

    assert given[: STUCK_FRAMES + 1] == [0.0] + [None] * STUCK_FRAMES
    assert given[STUCK_FRAMES + 1 :] == pytest.approx([0.1, 0.2, 0.3])


def test_whatever_comes_in_only_goes_forward() -> None:
    rng = np.random.default_rng(5)
    for _ in range(50):
        raw = [*np.cumsum(rng.normal(0.03, 0.5, 200)), float("inf"), float("nan"), -3.0]
        given = [t for t in stamps(raw, None) if t is not None]

        assert np.all(np.diff(given) > 0)
