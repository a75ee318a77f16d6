"""Where frames come from: a clip, a folder of stills, a camera, a stream. The only user of the video decoders.

`open_source(spec)` gives a `Source`: `read()` until it answers None, then `close()`. Times are the film's own, or a
monotonic clock's for what is live; they never run backwards.
"""

from __future__ import annotations

import re
import time
from pathlib import Path

import cv2
import numpy as np

from vision import limits
from vision.errors import SourceError, VisionError
from vision.files import list_folder, read_bytes
from vision.frame import Frame, Image, Source
from vision.live import NewestFrame
from vision.pictures import decode_picture
from vision.times import MonotoneTimes

STILL_SUFFIXES = {".jpg", ".jpeg", ".png", ".webp", ".heic", ".heif"}
"""What in a folder is taken for a still; each is told by its content when its turn comes."""
STILL_S = 5.6
"""Seconds that a still of a folder stands for: an unmoving scene, long enough for any board to count as settled."""
STILL_FRAMES = 14
"""Frames that a still gives within STILL_S, evenly spaced."""
OPEN_TIMEOUT_MS = 10_000
READ_TIMEOUT_MS = 10_000
"""How long a stream may keep us waiting, at first and later."""
URL_SCHEMES = ("http://", "https://", "rtsp://")
MP4_BOXES = {b"ftyp", b"moov", b"mdat", b"wide", b"free", b"skip"}
"""What a film of the MP4 and MOV family may begin with, behind four bytes of length."""
FILM_STARTS = (b"\x1a\x45\xdf\xa3", b"\0\0\x01\xba", b"FLV\x01", b"OggS\0")
"""How Matroska and WebM, MPEG-PS, FLV and Ogg begin."""
TS_SYNC, TS_PACKET = b"\x47", 188
"""Each packet of an MPEG-TS begins with this byte and is this long."""


def open_source(spec: str) -> Source:
    """Open "camera:N", a URL, a folder of stills or a clip.

    FileError: `file_missing`, `file_unreadable`. SourceError: `source_empty`, `source_no_stills`, `source_not_a_video`,
    `source_too_large`, `source_no_camera`, `source_bad_camera`, `source_bad_url`, `source_unreachable`; while reading
    what is live, `source_lost`.
    """
    if spec.startswith("camera:"):
        return _open_camera(spec)
    if "://" in spec:
        return _open_url(spec)
    path = Path(spec)
    if path.is_dir():
        return Stills(path)
    return _open_clip(path)


class Clip(Source):
    """A film from its first frame to its last, each with the time that the film gives it."""

    def __init__(self, capture: cv2.VideoCapture, path: str) -> None:
        self._capture, self._path = capture, path
        frames, fps = capture.get(cv2.CAP_PROP_FRAME_COUNT), capture.get(cv2.CAP_PROP_FPS)
        self.duration_s = frames / fps if frames > 0 and fps > 0 else None
        self._times = MonotoneTimes(1 / fps if fps > 0 else None)
        self._index = 0

    def read(self) -> Frame | None:
        """The next frame whose time lies after the last one's; late and doubled ones are left out.

        SourceError `source_not_a_video` if there is not even a first one.
        """
        while True:
            ok, image = self._capture.read()
            if not ok and self._index == 0:
                raise SourceError("source_not_a_video", path=self._path)
            if not ok:
                return None
            t_s = self._times.stamp(self._capture.get(cv2.CAP_PROP_POS_MSEC) / 1000)
            if t_s is not None:
                frame = Frame(image, t_s, self._index)
                self._index += 1
                return frame

    def close(self) -> None:
        self._capture.release()


class Stills(Source):
    """A folder of stills in the order of their names (2 before 10); each stands for STILL_S of an unmoving scene."""

    def __init__(self, folder: Path) -> None:
        self._paths = sorted((p for p in list_folder(folder) if p.suffix.lower() in STILL_SUFFIXES), key=_natural)
        if not self._paths:
            raise SourceError("source_no_stills", path=str(folder))
        self.duration_s = STILL_S * len(self._paths)
        self._index = 0
        self._image: Image | None = None

    def read(self) -> Frame | None:
        """The next frame; PictureError or FileError for a still that can't be used."""
        still, part = divmod(self._index, STILL_FRAMES)
        if still >= len(self._paths):
            return None
        if part == 0:
            self._image = self._decode(self._paths[still])
        assert self._image is not None
        frame = Frame(self._image, self._index * STILL_S / STILL_FRAMES, self._index)
        self._index += 1
        return frame

    def close(self) -> None:
        self._image = None

    def _decode(self, path: Path) -> Image:
        try:
            return decode_picture(read_bytes(path, limits.MAX_PICTURE_BYTES))
        except VisionError as error:
            self._index += STILL_FRAMES
            error.data["path"] = str(path)
            raise


class Flipped(Source):
    """A source turned left to right: a mirrored camera, or one that stands behind the board."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self.duration_s = source.duration_s

    def read(self) -> Frame | None:
        """The next frame of the source; its errors are the source's."""
        frame = self._source.read()
        return frame and Frame(np.ascontiguousarray(frame.image[:, ::-1]), frame.t_s, frame.index)

    def close(self) -> None:
        self._source.close()


def _natural(path: Path) -> list[tuple[int, str]]:
    """Sort key under which "2.jpg" comes before "10.jpg"."""
    return [(int(part or 0), "") if part.isdecimal() else (0, part) for part in re.split(r"(\d+)", path.name.lower())]


def _open_clip(path: Path) -> Clip:
    head = read_bytes(path, most=TS_PACKET)
    if not head:
        raise SourceError("source_empty", path=str(path))
    if not _is_film(head):
        raise SourceError("source_not_a_video", path=str(path))
    capture = cv2.VideoCapture(str(path), cv2.CAP_FFMPEG)
    if not capture.isOpened():
        raise SourceError("source_not_a_video", path=str(path))
    return Clip(_measured(capture, path=str(path)), str(path))


def _is_film(head: bytes) -> bool:
    """Whether the first 189 bytes are a film's. A playlist isn't one: it would make the decoder open other things."""
    if head[4:8] in MP4_BOXES or head.startswith(FILM_STARTS):
        return True
    if head.startswith(b"RIFF"):
        return head[8:12] == b"AVI "
    return head[:1] == TS_SYNC == head[TS_PACKET : TS_PACKET + 1]


def _open_camera(spec: str) -> NewestFrame:
    number = spec.removeprefix("camera:")
    if not (number.isascii() and number.isdecimal() and len(number) <= 3):
        raise SourceError("source_bad_camera", spec=spec)
    capture = cv2.VideoCapture(int(number))
    if not capture.isOpened():
        raise SourceError("source_no_camera", number=int(number))
    return NewestFrame(_measured(capture, path=spec), READ_TIMEOUT_MS / 1000, time.monotonic)


def _open_url(url: str) -> Clip | NewestFrame:
    """A stream without an end is followed at its newest frame; a film that lies behind an address is a clip."""
    if not url.startswith(URL_SCHEMES):
        raise SourceError("source_bad_url", url=url)
    timeouts = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, OPEN_TIMEOUT_MS, cv2.CAP_PROP_READ_TIMEOUT_MSEC, READ_TIMEOUT_MS]
    capture = cv2.VideoCapture(url, cv2.CAP_FFMPEG, timeouts)
    if not capture.isOpened():
        raise SourceError("source_unreachable", url=url)
    capture = _measured(capture, path=url)
    if capture.get(cv2.CAP_PROP_FRAME_COUNT) > 0:
        return Clip(capture, url)
    return NewestFrame(capture, READ_TIMEOUT_MS / 1000, time.monotonic)


def _measured(capture: cv2.VideoCapture, path: str) -> cv2.VideoCapture:
    """The capture, if its frames are of a size we take."""
    width, height = int(capture.get(cv2.CAP_PROP_FRAME_WIDTH)), int(capture.get(cv2.CAP_PROP_FRAME_HEIGHT))
    if width * height > limits.MAX_VIDEO_PIXELS:
        capture.release()
        raise SourceError("source_too_large", path=path, width=width, height=height)
    return capture
