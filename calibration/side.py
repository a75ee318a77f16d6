"""Which side is left? A camera that mirrors, or that stands behind the board, sees the left column on the right.

A state machine without camera or clock: what was seen goes in, what to do comes out. One disc is asked for, in the
players' left column; where it is seen tells. `finding` the board; `clearing` it; `dropping` the disc; `done`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from referee.board import Board, Cell, Disc
from vision.pipeline import Step


class SideStage(StrEnum):
    """Where the question stands; the value is the stable word for the page."""

    FINDING = "finding"
    CLEARING = "clearing"
    DROPPING = "dropping"
    DONE = "done"


SIDE_STAGES = tuple(SideStage)


@dataclass(frozen=True)
class SideCheck:
    """The question on its way. todo: what to do next, a code of the catalogue.

    turned: once done, whether left and right are the other way round than the pictures that came in had them.
    column: of a disc that lies neither left nor right.
    """

    stage: SideStage = SideStage.FINDING
    todo: str = "calibrate_show"
    turned: bool | None = None
    column: int | None = None

    @property
    def progress(self) -> float:
        """0–1."""
        return SIDE_STAGES.index(self.stage) / (len(SIDE_STAGES) - 1)

    def expected(self, board: Board | None) -> tuple[Board, ...]:
        """The boards that may come next, for the pipeline: they settle sooner."""
        if board is None or not board.is_empty or self.stage is not SideStage.DROPPING:
            return ()
        return tuple(board.drop(column, disc) for column in (1, board.spec.columns) for disc in Disc)

    def after(self, step: Step, board: Board | None) -> SideCheck:
        """The question after one step of the pipeline. board: the board last settled."""
        if self.stage is SideStage.DONE:
            return self
        if step.state != "watching":
            return replace(self, todo="calibrate_show" if self.stage is SideStage.FINDING else "calibrate_lost")
        if board is None:
            return SideCheck(SideStage.CLEARING, "calibrate_hold")
        if board.is_empty:
            return SideCheck(SideStage.DROPPING, "side_drop")
        return self._with_discs(board)

    def _with_discs(self, board: Board) -> SideCheck:
        lone = _lone_disc(board)
        if lone is None or self.stage is not SideStage.DROPPING:
            return SideCheck(SideStage.CLEARING, "side_clear")
        if lone.column in (1, board.spec.columns):
            turned = lone.column != 1
            return SideCheck(SideStage.DONE, "side_turned" if turned else "side_same", turned)
        return replace(self, todo="side_not_edge", column=lone.column)


def _lone_disc(board: Board) -> Cell | None:
    """The only disc on the board; None where there are more."""
    lying = [cell for cell in board.spec.cells if board.at(*cell)]
    return lying[0] if len(lying) == 1 else None
