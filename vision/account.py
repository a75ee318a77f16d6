"""An account of one step: what was seen in which cells, what came of it, and why; in plain values, to be kept."""

from dataclasses import dataclass, field
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.board import Cell
from vision import params as P
from vision.pipeline import Step
from vision.tracker import Tracker

CONTENTS = ".RY"
DIGITS = 3


@dataclass(frozen=True)
class CellAccount:
    """A cell that wasn't simply seen as settled.

    shares: of empty, red, yellow, as read. difference: to its remembered look, None where there is none. evidence:
    seconds of clear sight of empty, red, yellow.
    """

    cell: Cell
    visible: bool
    shares: tuple[float, ...]
    difference: float | None
    evidence: tuple[float, ...]


@dataclass(frozen=True)
class Account:
    """What one step was and why.

    decision: `searching`, `away`, `frozen`, `settled`, `taken_back`, `gathering`, `unclear` or `same`.
    why, about: the code and data of a refusal of the grid.
    residual_px: of the grid's pose. sharpness: mean edge strength of the board's face, 0–255. light: its mean level.
    """

    decision: str
    why: str | None = None
    about: dict[str, Any] = field(default_factory=dict)
    residual_px: float | None = None
    sharpness: float | None = None
    light: float | None = None
    cells: tuple[CellAccount, ...] = ()


def account(step: Step, tracker: Tracker) -> Account:
    """The account of a step, right after it, with the tracker that made it."""
    if step.pose is None or step.reading is None:
        decision = "away" if step.state == "lost" else "searching"
        return Account(decision, step.refusal.code, dict(step.refusal.data)) if step.refusal else Account(decision)
    sharpness, light = _picture(step.face)
    cells = tuple(_cells(step, tracker))
    residual = round(step.pose.residual_px, DIGITS)
    return Account(_decision(step, tracker, cells), residual_px=residual, sharpness=sharpness, light=light, cells=cells)


def _decision(step: Step, tracker: Tracker, cells: tuple[CellAccount, ...]) -> str:
    if step.settled is not None:
        return "taken_back" if step.settled.misread else "settled"
    if step.frozen:
        return "frozen"
    if tracker.board is None or tracker.changing():
        return "gathering"
    return "unclear" if cells else "same"


def _picture(face: NDArray[np.uint8] | None) -> tuple[float | None, float | None]:
    if face is None:
        return None, None
    grey = cv2.cvtColor(face, cv2.COLOR_BGR2GRAY)
    return round(float(np.abs(cv2.Laplacian(grey, cv2.CV_32F)).mean()), DIGITS), round(float(grey.mean()), 1)


def _cells(step: Step, tracker: Tracker) -> list[CellAccount]:
    """Those that are hidden, unclear, otherwise read than settled, or otherwise looking than remembered."""
    assert step.reading is not None
    p, settled, evidence = step.reading.p, tracker.contents, tracker.evidence()
    telling = ~step.reading.visible | (p.max(axis=-1) < P.FULL_SIGHT)
    if settled is not None:
        telling |= p.argmax(axis=-1) != settled
    if step.looks is not None:
        telling |= step.looks.strange
    return [_cell(step, int(r), int(c), evidence) for r, c in np.argwhere(telling)]


def _cell(step: Step, row: int, column: int, evidence: NDArray[np.float64]) -> CellAccount:
    assert step.reading is not None
    difference = None if step.looks is None else float(step.looks.difference[row, column])
    return CellAccount(
        Cell(column + 1, row + 1),
        bool(step.reading.visible[row, column]),
        tuple(round(float(share), DIGITS) for share in step.reading.p[row, column]),
        None if difference is None or not np.isfinite(difference) else round(difference, DIGITS),
        tuple(round(float(seconds), 2) for seconds in evidence[row, column]),
    )
