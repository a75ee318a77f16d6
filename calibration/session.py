"""The guided steps of a set-up, a state machine without camera or clock: what was seen goes in, what to do comes out.

`finding` the board; `clearing`: the empty board teaches what shows through each hole; `dropping`: the first disc of
each colour teaches the colours; `checking`: everything is read once more; `done`. A step that is taken stays taken: if
the board is lost, or a hand comes between, the session waits.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum

import numpy as np

from calibration.profile import Profile, Settings
from referee.board import Board, Disc
from vision.memory import Remembered, Tint
from vision.pipeline import Step

HOLD_S = 1.0
"""How long the board has to be seen as a step wants it, s (0.5–3)."""

SURE = 0.9
"""Share of the right content that every cell needs in the check (0.8–0.97)."""


class Stage(StrEnum):
    """Where the set-up stands; the value is the stable word for command line and page."""

    FINDING = "finding"
    CLEARING = "clearing"
    DROPPING = "dropping"
    CHECKING = "checking"
    DONE = "done"


STAGES = tuple(Stage)


@dataclass(frozen=True)
class Session:
    """A set-up on its way. todo: what to do next, a code of the catalogue. held_s: how long it has been seen done."""

    settings: Settings = field(default_factory=Settings)
    stage: Stage = Stage.FINDING
    todo: str = "calibrate_show"
    held_s: float = 0.0
    last_s: float | None = None
    empty: Remembered | None = field(default=None, repr=False)
    tints: dict[str, Tint] = field(default_factory=dict)

    @property
    def progress(self) -> float:
        """0–1, never backwards from one stage to the next."""
        part = 0.0
        if self.stage is Stage.DROPPING:
            part = len(self.tints) / len(Disc)
        elif self.stage in (Stage.CLEARING, Stage.CHECKING):
            part = min(self.held_s / HOLD_S, 1.0)
        return min((STAGES.index(self.stage) + part) / (len(STAGES) - 1), 1.0)

    @property
    def profile(self) -> Profile | None:
        """What was learned, once it is proved."""
        if self.stage is not Stage.DONE or self.empty is None:
            return None
        return Profile(self.settings, replace(self.empty, tints=dict(self.tints)))

    def expected(self, board: Board | None) -> tuple[Board, ...]:
        """The boards that may come next, for the pipeline: they settle sooner."""
        if board is None or self.stage is not Stage.DROPPING:
            return ()
        columns = range(1, board.spec.columns + 1)
        return tuple(board.drop(c, disc) for c in columns if board.landing_cell(c) for disc in Disc)

    def after(self, step: Step, board: Board | None, look: Remembered | None) -> Session:
        """The session after one step of the pipeline.

        board: the board last settled. look: how the board looks in this picture, None where it isn't seen.
        """
        gap = 0.0 if self.last_s is None else min(max(step.t_s - self.last_s, 0.0), HOLD_S / 2)
        now = replace(self, last_s=step.t_s)
        if self.stage is Stage.DONE:
            return now
        if step.state != "watching" or look is None or step.reading is None:
            lost = self.stage is not Stage.FINDING
            return replace(now, held_s=0.0, todo="calibrate_lost" if lost else "calibrate_show")
        if self.stage is Stage.FINDING:
            return replace(now, stage=Stage.CLEARING, todo="calibrate_clear", held_s=0.0)
        if not step.reading.visible.all():
            return replace(now, held_s=0.0, todo="calibrate_hands_off")
        if board is None:
            return replace(now, held_s=0.0, todo="calibrate_clear")
        return _STEPS[self.stage](now, gap, step, board, look)


def _clearing(session: Session, gap: float, step: Step, board: Board, look: Remembered) -> Session:
    if not board.is_empty:
        return replace(session, held_s=0.0, todo="calibrate_clear")
    held = session.held_s + gap
    if held < HOLD_S:
        return replace(session, held_s=held, todo="calibrate_hold")
    return replace(session, stage=Stage.DROPPING, held_s=0.0, empty=look, todo="calibrate_drop_R")


def _dropping(session: Session, gap: float, step: Step, board: Board, look: Remembered) -> Session:
    tints = {disc.letter: _tint(board, disc, look) for disc in Disc if board.count(disc)}
    missing = [disc.letter for disc in Disc if disc.letter not in tints]
    if missing:
        return replace(session, tints=tints, todo=f"calibrate_drop_{missing[0]}")
    return replace(session, tints=tints, stage=Stage.CHECKING, held_s=0.0, todo="calibrate_hold")


def _checking(session: Session, gap: float, step: Step, board: Board, look: Remembered) -> Session:
    """Proved before it is kept: every cell reads as settled, for a while."""
    if not all(board.count(disc) for disc in Disc):
        return replace(session, stage=Stage.DROPPING, held_s=0.0, todo="calibrate_drop_R")
    held = session.held_s + gap if _reads_as(step, board) else 0.0
    if held < HOLD_S:
        return replace(session, held_s=held, todo="calibrate_hold" if held else "calibrate_unsure")
    return replace(session, stage=Stage.DONE, held_s=held, todo="calibrate_done")


_STEPS = {Stage.CLEARING: _clearing, Stage.DROPPING: _dropping, Stage.CHECKING: _checking}


def _reads_as(step: Step, board: Board) -> bool:
    assert step.reading is not None
    p = step.reading.p
    return all(p[cell.row - 1, cell.column - 1, int(board.at(*cell) or 0)] >= SURE for cell in board.spec.cells)


def _tint(board: Board, disc: Disc, look: Remembered) -> Tint:
    """The colour of the discs there are, relative to the plate."""
    cells = [(cell.row - 1, cell.column - 1) for cell in board.spec.cells if board.at(*cell) is disc]
    blue, green, red = np.mean([look.tint(*cell) for cell in cells], axis=0)
    return float(blue), float(green), float(red)
