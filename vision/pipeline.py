"""Frames in, settled boards out: find the grid, hold it, read what changed, let it settle. No thread, no sleep."""

from collections.abc import Collection
from dataclasses import dataclass, field, replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from referee.board import Board, BoardSpec
from vision import params as P
from vision.cells import BoardReading, read_face
from vision.decode import as_contents
from vision.evidence import mask_of
from vision.frame import Frame
from vision.geometry import GridPose, Rectifier
from vision.grid import Refusal, find_grid
from vision.hold import Hold, found_near
from vision.memory import Looks, Memory, Remembered
from vision.photo import upright
from vision.tracker import SettledBoard, Tracker

State = Literal["searching", "watching", "lost"]


@dataclass(frozen=True)
class Step:
    """All that one frame gave.

    state: `searching` before the first grid, `watching`, or `lost` while a grid once found can't be seen.
    read: whether the cells were read anew (False: nothing changed since the last reading).
    looks: how the cells look beside what is remembered of them. frozen: the picture is stuck, and counts no more.
    face: the board seen straight on, uint8 (h, w, 3).
    shift: how far the board stands from where the grid was found, in pitches, and how well that can be told (0–1).
    """

    t_s: float
    index: int
    state: State
    pose: GridPose | None = None
    reading: BoardReading | None = None
    settled: SettledBoard | None = None
    refusal: Refusal | None = None
    read: bool = False
    shift: float = 0.0
    likeness: float = 1.0
    looks: Looks | None = None
    frozen: bool = False
    face: NDArray[np.uint8] | None = field(default=None, repr=False)


class _Still:
    """Since when the picture has been the same to the last bit."""

    def __init__(self) -> None:
        self.since_s = 0.0
        self._face: NDArray[np.uint8] | None = None

    def seconds(self, face: NDArray[np.uint8], t_s: float) -> float:
        """How long, with this face, seconds."""
        if self._face is None or t_s < self.since_s or not np.array_equal(face, self._face):
            self._face, self.since_s = face, t_s
        return t_s - self.since_s


class Pipeline:
    """The vision of one film: feed frames in order. Changes in place.

    start: the board as it is known to stand. empty: how the empty board looked in an earlier set-up; it is used
    where it still fits, and left aside where it doesn't.
    """

    def __init__(
        self, spec: BoardSpec | None = None, start: Board | None = None, empty: Remembered | None = None
    ) -> None:
        self._empty = empty
        self.spec = spec or BoardSpec()
        self.tracker = Tracker(self.spec, start)
        self._hold: Hold | None = None
        self._candidate: GridPose | None = None
        self._memory = Memory(self.spec)
        self._reading: BoardReading | None = None
        self._looks: Looks | None = None
        self._read_s = 0.0
        self._judged_s = 0.0
        self._still = _Still()
        self._last_look_s: float | None = None
        self._away_since_s: float | None = None
        self._crept_since_s: float | None = None
        self._found_once = False
        self.shown: Hold | None = None
        """The grid that somebody has shown (`follow`): another pipeline of the same camera may be given it."""

    def follow(self, image: NDArray[np.uint8], pose: GridPose) -> None:
        """Follow this grid of this picture, which somebody has shown; also later, where no grid is found and it fits.

        pose: of the board's size, in an upright BGR picture, uint8 (H, W, 3).
        """
        self._let_go()
        self.shown = Hold.of(pose, image)
        self._take(image, pose)

    def step(self, frame: Frame, expected: Collection[Board] = ()) -> Step:
        """Take in one frame. expected: boards the game would accept next (see `Tracker`)."""
        if self._hold is not None and self._hold.pose.image_size != (frame.image.shape[1], frame.image.shape[0]):
            self._let_go()
        if self._hold is None:
            return self._search(frame)
        return self._watch(frame, self._hold, expected)

    # --- without a grid ---

    def _search(self, frame: Frame) -> Step:
        """Look for the grid, not on every frame; it is taken when two looks agree."""
        state: State = "lost" if self._found_once else "searching"
        if self._last_look_s is not None and 0 <= frame.t_s - self._last_look_s < P.LOOK_EVERY_S:
            return Step(frame.t_s, frame.index, state)
        self._last_look_s = frame.t_s
        found = find_grid(frame.image, self.spec)
        if isinstance(found, Refusal):
            if self._as_shown(frame.image):
                return Step(frame.t_s, frame.index, "watching", pose=self._hold.pose if self._hold else None)
            return Step(frame.t_s, frame.index, state, refusal=found)
        agreed = self._candidate is not None and self._candidate.apart(found) < P.POSES_AGREE
        self._candidate = found
        if not agreed or not self._take(frame.image, found):
            return Step(frame.t_s, frame.index, state, pose=found)
        return Step(frame.t_s, frame.index, "watching", pose=self._hold.pose if self._hold else None)

    def _as_shown(self, image: NDArray[np.uint8]) -> bool:
        """Where none is found: the grid that somebody has shown, if the board still stands there."""
        return self.shown is not None and self.shown.stands_in(image) and self._take(image, self.shown.pose)

    def _take(self, image: NDArray[np.uint8], found: GridPose) -> bool:
        """Hold this grid from now on, the way up that fits the board last settled, or gravity.

        False where the known board stands a line beside it: then a line of the grid was missed and another invented.
        """
        face = Rectifier(found, P.CELL_PX, P.FACE_MARGIN)(image)
        pose, reading = self._way_up(found, read_face(face, self.spec))
        if self.tracker.contents is not None and _beside(reading, self.tracker.contents):
            return False
        self._hold = Hold.of(pose, image)
        self._reading = None
        self._found_once = True
        self._away_since_s = None
        self._memory.forget()
        if self._empty is not None and self.tracker.board is None:
            self._memory.recall(self._empty, self._hold.face)
        self.tracker.forget_evidence()
        return True

    def _way_up(self, pose: GridPose, reading: BoardReading) -> tuple[GridPose, BoardReading]:
        board = self.tracker.board
        if board is None or board.is_empty:
            return upright(pose, reading) or (pose, reading)
        same = _agreement(reading, board)
        turned = replace(reading, p=np.ascontiguousarray(reading.p[::-1, ::-1]))
        return (pose.turned(2), turned) if _agreement(turned, board) > same else (pose, reading)

    def _let_go(self) -> None:
        self._hold = None
        self._candidate = None
        self._reading = None
        self._last_look_s = None

    # --- with a grid ---

    def _watch(self, frame: Frame, hold: Hold, expected: Collection[Board]) -> Step:
        face = hold.rectifier(frame.image)
        frozen = self._still.seconds(face, frame.t_s) > P.FROZEN_S
        if self._reading is not None and not self._worth_reading(face, hold, frame.t_s):
            return self._same(frame, hold, face, expected, frozen)
        shift, likeness = hold.moved(face)
        if shift > P.SHIFT_PAUSES or likeness < P.LEAST_LIKENESS:
            return self._away(frame, hold, shift, likeness)
        self._away_since_s = None
        self._hold = self._kept_up(frame, replace(hold, face=face), shift)
        self._read_s = frame.t_s
        self._reading = reading = replace(read_face(face, self.spec), t_s=frame.t_s, index=frame.index)
        self._looks = looks = self._memory.compare(face, self.tracker.contents)
        settled = self._judge(reading, face, looks, expected)
        return Step(
            frame.t_s, frame.index, "watching", hold.pose, reading, settled,
            read=True, shift=shift, likeness=likeness, looks=looks, face=face,
        )  # fmt: skip

    def _kept_up(self, frame: Frame, hold: Hold, shift: float) -> Hold:
        """The same cells where they are now, once the board has stood a little beside its grid for a while.

        What was counted and remembered stays: only another look for the grid can tell a turn or a nearer camera too.
        """
        if shift < P.SHIFT_FOLLOWED:
            self._crept_since_s = None
        elif self._crept_since_s is None or frame.t_s < self._crept_since_s:
            self._crept_since_s = frame.t_s
        elif frame.t_s - self._crept_since_s >= P.CREPT_S:
            self._crept_since_s = frame.t_s
            pose = found_near(hold.pose, frame.image, self.spec)
            return hold if pose is None else Hold.of(pose, frame.image)
        return hold

    def _worth_reading(self, face: NDArray[np.uint8], hold: Hold, t_s: float) -> bool:
        """Something moved, or something is undecided and this picture is another one than the last."""
        if hold.changed(face):
            return True
        again = self.tracker.undecided and not 0 <= t_s - self._read_s < P.REREAD_S
        return again and self._still.since_s == t_s

    def _same(
        self, frame: Frame, hold: Hold, face: NDArray[np.uint8], expected: Collection[Board], frozen: bool
    ) -> Step:
        """Nothing moved since the cells were last read: the reading holds on."""
        assert self._reading is not None
        reading = replace(self._reading, t_s=frame.t_s, index=frame.index)
        settled = None
        if not frozen and (self.tracker.undecided or not 0 <= frame.t_s - self._judged_s < P.QUIET_COUNTS_S):
            settled = self._judge(reading, face, self._looks, expected)
        return Step(
            frame.t_s, frame.index, "watching", hold.pose, reading, settled, looks=self._looks, frozen=frozen, face=face
        )

    def _judge(
        self, reading: BoardReading, face: NDArray[np.uint8], looks: Looks | None, expected: Collection[Board]
    ) -> SettledBoard | None:
        """Let the tracker count, and the memory learn from what it knows."""
        self._judged_s = reading.t_s
        before = self.tracker.contents
        settled = self.tracker.update(reading, expected, looks)
        accepted = self.tracker.contents
        if accepted is None or looks is None:
            return settled
        own = np.take_along_axis(reading.p, accepted[..., None], axis=-1)[..., 0]
        enough = np.where(np.isfinite(looks.difference), P.AGREED_SIGHT, P.AGREED_FIRST_SIGHT)
        agreed = reading.visible & (own >= enough)
        if settled is not None:
            self._memory.forget_cells(accepted != before if before is not None else np.ones_like(agreed))
            doubtful = mask_of(settled.doubt, agreed.shape)
            self._memory.learn(face, (accepted != before if before is not None else np.ones_like(agreed)) & ~doubtful)
            self._looks = self._memory.compare(face, accepted)
        else:
            self._memory.follow(face, looks, agreed, reading.t_s)
        return settled

    def _away(self, frame: Frame, hold: Hold, shift: float, likeness: float) -> Step:
        """The board isn't where it was: judge nothing; after a while look for it anew."""
        if self._away_since_s is None or frame.t_s < self._away_since_s:
            self._away_since_s = frame.t_s
        if frame.t_s - self._away_since_s >= P.AWAY_S:
            self._let_go()
        return Step(frame.t_s, frame.index, "lost", hold.pose, shift=shift, likeness=likeness)


def _agreement(reading: BoardReading, board: Board) -> float:
    """Summed log share that the reading gives the board's contents."""
    own = np.take_along_axis(reading.p, as_contents(board)[..., None], axis=-1)
    return float(np.log(np.maximum(own, P.CELL_FLOOR)).sum())


def _beside(reading: BoardReading, contents: NDArray[np.int64]) -> bool:
    """Do the known discs lie one line beside where this grid would have them?"""
    if np.count_nonzero(contents) < P.BESIDE_LEAST_DISCS:
        return False
    logs = np.log(np.maximum(reading.p, P.CELL_FLOOR))
    return max(_lead_moved(logs, contents, *step) for step in ((1, 0), (-1, 0), (0, 1), (0, -1))) > P.BESIDE_LEAD


def _lead_moved(logs: NDArray[np.floating], contents: NDArray[np.int64], up: int, right: int) -> float:
    """How much better the contents fit moved by so many cells, in the mean log share of those still in the grid then.

    Both ways the same cells are compared: else a board that was emptied would fit best with its discs moved outside.
    """
    rows, columns = contents.shape
    here = (slice(max(0, -up), rows - max(0, up)), slice(max(0, -right), columns - max(0, right)))
    there = (slice(max(0, up), rows + min(0, up)), slice(max(0, right), columns + min(0, right)))
    part = contents[here][..., None]
    return float(
        (np.take_along_axis(logs[there], part, axis=-1) - np.take_along_axis(logs[here], part, axis=-1)).mean()
    )
