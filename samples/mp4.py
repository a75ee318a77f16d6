"""Two things the video writer can't say, written into a finished MP4 file: uneven frame times, and a rotation.

Boxes and fields: ISO/IEC 14496-12 (`stts` time-to-sample, `tkhd` track header with its matrix, `mdhd` timescale).
Works on files whose `moov` box comes after the media data, as OpenCV's writer leaves them, so no offset changes.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

CONTAINERS = (b"moov", b"trak", b"mdia", b"minf", b"stbl")
TIMESCALE = 90000  # ticks a second
# The 3 x 3 matrix (16.16 and 2.30 fixed point) that a player applies to turn the picture clockwise.
TURNS = {0: (1, 0, 0, 1), 90: (0, 1, -1, 0), 180: (-1, 0, 0, -1), 270: (0, -1, 1, 0)}


def finish(path: Path, times: Sequence[float], rotation: int = 0) -> None:
    """Give the frames of an MP4 file their times (seconds, rising) and the picture a clockwise rotation in degrees."""
    ticks = [round(t * TIMESCALE) for t in times]
    steps = [b - a for a, b in pairwise(ticks)]
    steps.append(steps[-1] if steps else TIMESCALE // 20)
    path.write_bytes(rewrite(path.read_bytes(), steps, rotation))


def rewrite(data: bytes, steps: Sequence[int], rotation: int) -> bytes:
    """The same boxes with times, durations and the matrix changed."""
    out = b""
    at = 0
    while at < len(data):
        size, kind = struct.unpack(">I4s", data[at : at + 8])
        head = 8
        if size == 1:
            size, head = struct.unpack(">Q", data[at + 8 : at + 16])[0], 16
        body = data[at + head : at + (size or len(data))]
        out += (
            box(kind, body, steps, rotation) if head == 8 and kind != b"mdat" else data[at : at + (size or len(data))]
        )
        at += size or len(data)
    return out


def box(kind: bytes, body: bytes, steps: Sequence[int], rotation: int) -> bytes:
    """One box, its body changed where it says times or the matrix; edit lists go, they would cut by the old times."""
    if kind == b"edts":
        return b""
    if kind in CONTAINERS:
        body = rewrite(body, steps, rotation)
    elif kind == b"stts":
        body = struct.pack(">II", 0, len(steps)) + b"".join(struct.pack(">II", 1, step) for step in steps)
    elif kind == b"mdhd" or kind == b"mvhd":
        body = body[:12] + struct.pack(">II", TIMESCALE, sum(steps)) + body[20:]
    elif kind == b"tkhd":
        body = track(body, sum(steps), rotation)
    return struct.pack(">I4s", len(body) + 8, kind) + body


def track(body: bytes, duration: int, rotation: int) -> bytes:
    """A version 0 track header with a new duration and matrix."""
    a, b, c, d = TURNS[rotation]
    matrix = struct.pack(">9i", a << 16, b << 16, 0, c << 16, d << 16, 0, 0, 0, 1 << 30)
    return body[:20] + struct.pack(">I", duration) + body[24:40] + matrix + body[76:]
