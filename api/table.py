"""One board being played: frames → pipeline → game → what happened. The only place that ties vision to referee."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from api.judging import expected_boards, from_the_real_start, judged
from api.told import Told
from referee.board import Board, Cell, Disc
from referee.errors import RefereeError
from referee.events import Event
from referee.game import Game
from referee.phases import Phase
from referee.setup import Setup
from vision.frame import Frame
from vision.memory import Remembered
from vision.pipeline import Pipeline, Step

HINT_AFTER_S = 3.0
"""Seconds without sight of the board before that is said: a hand or a passer-by is no news."""


@dataclass(frozen=True)
class Look:
    """What one frame brought: the pipeline's step, the referee's events, the camera's own remarks."""

    step: Step
    events: tuple[Event, ...] = ()
    remarks: tuple[Told, ...] = ()


class Table:
    """A game being watched. Changes in place: feed it frames in order.

    start: the position from which it is picked up; None: the first settled board is the start, if it is possible.
    opener: who opened, where that is known. empty: how the empty board looked when it was set up. Raises `RefereeError`
    for a start that can't be.
    """

    def __init__(self, start: Board | None = None, opener: Disc | None = None, empty: Remembered | None = None) -> None:
        self.opener = opener
        self.game = None if start is None else Game.start(Setup(start=start, opener=opener))
        self._given = start is not None
        self.pipeline = Pipeline(empty=empty)
        self._sight = Sight()
        self._unexplained = frozenset[Cell]()  # misread before, and still nothing that the game knows of

    @property
    def seen_board(self) -> Board | None:
        """The board last settled, whatever the referee thinks of it."""
        return self.pipeline.tracker.board

    @property
    def ever_saw(self) -> bool:
        """Whether the board has been found at least once."""
        return self._sight.ever_saw

    def look(self, frame: Frame) -> Look:
        """Take in one frame."""
        step = self.pipeline.step(frame, expected_boards(self.game))
        remarks = tuple(self._sight.remarks(step))
        if step.settled is None:
            return Look(step, (), remarks)
        settled = step.settled
        if self.game is None or self.game.phase is Phase.CLOSED or self._only_guessed:
            remarks += self._begin(settled.board)
        if self.game is None:
            return Look(step, (), remarks)
        if self._given and self.game.phase is Phase.AWAITING_START:
            settled = replace(settled, doubt=frozenset())  # people vouch for the start
        settled = replace(settled, doubt=settled.doubt | self._unexplained)
        self.game, set_right = from_the_real_start(self.game, settled)
        self.game, events = judged(self.game, settled)
        events = set_right + events
        if self.game.phase is Phase.CLOSED and settled.board.is_empty:
            remarks += self._begin(settled.board)  # the cleared grid is the next game's start: its first disc is a move
            self.game, started = judged(self.game, settled)
            events += started
        known = self.game.position.board
        misread = self._unexplained | settled.misread
        self._unexplained = frozenset(cell for cell in misread if settled.board.at(*cell) is not known.at(*cell))
        return Look(step, events, remarks)

    @property
    def _only_guessed(self) -> bool:
        """Whether the start was taken from a board that wasn't sure, and nothing has come of it yet."""
        return self.game is not None and not self._given and self.game.phase is Phase.AWAITING_START

    def _begin(self, board: Board) -> tuple[Told, ...]:
        """A new game from the board as it lies; a remark instead where no game can be going on with it."""
        opener = self.opener if self.game is None or self._only_guessed else None
        self._given = False
        try:
            self.game = Game.start(Setup(start=None if board.is_empty else board, opener=opener))
        except RefereeError as error:
            return (Told.of(error),)
        return ()


class Sight:
    """Says when the board comes into sight and when it has been out of it for a while; each once."""

    def __init__(self) -> None:
        self.ever_saw = False
        self._said: str | None = None
        self._since_s: float | None = None

    def remarks(self, step: Step) -> Iterator[Told]:
        if step.state == "watching":
            self._since_s = None
            self.ever_saw = True
            yield from self._say(Told("watching"))
            return
        if self._since_s is None:
            self._since_s = step.t_s
        if step.t_s - self._since_s >= HINT_AFTER_S:
            yield from self._say(self._hint(step))

    def _hint(self, step: Step) -> Told | None:
        if self.ever_saw:
            return Told("lost")
        return Told(step.refusal.code, step.refusal.data) if step.refusal else None

    def _say(self, told: Told | None) -> Iterator[Told]:
        if told and told.code != self._said:
            self._said = told.code
            yield told
