"""What is live is followed at its newest frame: a thread empties the camera, so reading slowly isn't reading old."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Protocol

from vision.errors import SourceError
from vision.frame import Frame, Image, Source


class Capture(Protocol):
    """The part of cv2.VideoCapture that is used."""

    def read(self) -> tuple[bool, Image | None]:
        """Wait for the next picture; False at the end."""

    def release(self) -> None:
        """Let go of the device or connection."""


class NewestFrame(Source):
    """A source that gives the newest picture of a live capture; those that came while nobody read are left out.

    silence_s: how long `read` waits for a new picture, in seconds. clock: monotonic seconds.
    """

    live = True

    def __init__(self, capture: Capture, silence_s: float, clock: Callable[[], float]) -> None:
        self._capture, self._silence_s, self._clock = capture, silence_s, clock
        self._began_s = clock()
        self._news = threading.Condition()
        self._newest: Frame | None = None
        self._given = -1
        self._ended = self._closing = False
        self._fault: Exception | None = None
        self._thread = threading.Thread(target=self._follow, name="newest-frame", daemon=True)
        self._thread.start()

    def read(self) -> Frame | None:
        """Wait for a picture newer than the last one given. None at the stream's end; SourceError `source_lost`."""
        with self._news:
            if not self._news.wait_for(self._has_news, self._silence_s):
                raise SourceError("source_lost", seconds=round(self._silence_s))
            if self._newest is None or self._newest.index <= self._given:
                self._check_end()
                return None
            self._given = self._newest.index
            return self._newest

    def close(self) -> None:
        """Stop the thread and let go of the capture."""
        self._closing = True
        self._thread.join(self._silence_s)

    def _check_end(self) -> None:
        """The end is quiet, unless the capture broke."""
        if self._fault is not None:
            raise SourceError("source_lost", seconds=0) from self._fault

    def _has_news(self) -> bool:
        return self._ended or (self._newest is not None and self._newest.index > self._given)

    def _follow(self) -> None:
        try:
            self._take_until_the_end()
        except Exception as fault:  # a driver's, of any kind: it reaches whoever reads, not just a thread's last words
            self._fault = fault
        finally:
            self._capture.release()
            with self._news:
                self._ended = True
                self._news.notify_all()

    def _take_until_the_end(self) -> None:
        index = 0
        while not self._closing:
            ok, image = self._capture.read()
            if not ok or image is None:
                return
            with self._news:
                self._newest = Frame(image, self._clock() - self._began_s, index)
                self._news.notify_all()
            index += 1
