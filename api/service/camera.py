"""The camera's side of one table: who has the seat, the newest frame looked at, and how it looks at the board.

The camera belongs to one process. What it sees goes to the host, which alone decides what follows.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from api.errors import Refused
from api.judging import expected_boards
from api.service.eyes import Eyes, Glance, Shot
from api.service.frames import Incoming
from api.service.seat import Seat
from api.told import Told
from calibration.side import SideCheck
from referee.board import CLASSIC, Board, BoardSpec
from referee.phases import Phase
from vision.errors import PictureError
from vision.geometry import Points
from vision.grid import Refusal
from vision.tracker import SettledBoard

if TYPE_CHECKING:
    from api.service.host import Host

log = logging.getLogger("fairdrop.table")


@dataclass(frozen=True)
class Seen:
    """What became of a frame: `seen`, `skipped` (`why`) or `refused` (`why`)."""

    outcome: str
    why: Told | None = None
    glance: Glance | None = None
    age_s: float | None = None


@dataclass
class _Waiting:
    seat: Seat
    incoming: Incoming
    t_s: float
    answer: asyncio.Future[Seen]


class Camera:
    """Changes in place; runs on the event loop, except where it waits for a thread."""

    def __init__(self, host: Host) -> None:
        self.host, self.house = host, host.house
        self.seat: Seat | None = None
        self.eyes: Eyes | None = None
        self.check: SideCheck | None = None
        self.state = "none"
        self.hint: Told | None = None
        self._left: tuple[str, Eyes] | None = None
        self._waiting: _Waiting | None = None
        self._watching: asyncio.Task[None] | None = None

    # --- The seat ---

    def take_seat(self, camera: str, take_over: bool) -> Seat:
        """The camera's place at the table. Raises `Refused` `camera_taken` while another one is watching."""
        seat, now_s = self.seat, self.host.now_s
        if seat and seat.camera == camera and not seat.taken_over:
            return seat
        if seat and not self._silent and not take_over:
            raise Refused("camera_taken")
        if seat:
            seat.gone.set()
        self.eyes = self.check = None
        self.seat = Seat(camera, now_s, now_s)
        self._open_eyes(self._left[1] if self._left and self._left[0] == camera else None)
        self._say("searching", None)
        return self.seat

    @contextmanager
    def connected(self, seat: Seat) -> Iterator[None]:
        """While a connection of this camera lasts; a phone that comes back before the old one went keeps its place."""
        seat.connections += 1
        try:
            yield
        finally:
            seat.connections -= 1
            if seat.connections == 0:
                self.leave_seat(seat)

    @property
    def _silent(self) -> bool:
        """Whether the camera has sent nothing for long, and not because we are still looking at its last frame."""
        if self.seat is None or self._waiting or (self._watching and not self._watching.done()):
            return False
        return self.host.now_s - self.seat.last_s > self.house.limits.seat_s

    def leave_if_silent(self) -> None:
        """A camera that has sent nothing for long makes room; one that is still connected once another wants it."""
        if self.seat and self._silent:
            if self.seat.connections:
                self._say("none", None)
            else:
                self.leave_seat(self.seat)

    def gives_way_to(self, camera: str) -> bool:
        """Whether this camera may have the seat without taking over: its own, a free one, or a silent camera's."""
        return self.seat is None or self.seat.camera == camera or self._silent

    def let_go(self) -> None:
        """Another process takes the table: this one's camera is told, and the seat is free."""
        if self.seat:
            self.seat.gone.set()
            self.leave_seat(self.seat)
        else:
            self.house.release(self.host.row.id)

    def leave_seat(self, seat: Seat) -> None:
        """The camera has gone."""
        if self.seat is seat:
            self._left = (seat.camera, self.eyes) if self.eyes and self.eyes.is_shown else None
            self.seat = self.eyes = self.check = None
            self._say("none", None)
            self.house.release(self.host.row.id)

    # --- Frames ---

    async def frame(self, seat: Seat, incoming: Incoming) -> Seen:
        """What a frame brought. The newest one wins: one that waits is skipped when another comes."""
        now_s = self.host.now_s
        if why := seat.admits(incoming, now_s, self.house.limits):
            return Seen("skipped", Told(why))
        answer: asyncio.Future[Seen] = asyncio.get_running_loop().create_future()
        waiting = _Waiting(seat, incoming, seat.time_of(incoming, now_s), answer)
        if self._waiting:
            _answer(self._waiting.answer, Seen("skipped", Told("newer_frame")))
        self._waiting = waiting
        if self._watching is None or self._watching.done():
            self._watching = self.house.spawn(self._watch())
        return await answer

    async def _watch(self) -> None:
        """Look at the newest frame until none is waiting."""
        while (waiting := self._waiting) is not None:
            self._waiting = None
            try:
                seen = await self._look(waiting)
            except Exception as error:  # a frame must never stop the next one
                log.exception("frame")
                _answer(waiting.answer, Seen("refused", Told(getattr(error, "code", "server_fault"))))
            else:
                _answer(waiting.answer, seen)

    async def _look(self, waiting: _Waiting) -> Seen:
        eyes, incoming = self.eyes, waiting.incoming
        if eyes is None or waiting.seat is not self.seat:
            return Seen("skipped", Told("taken_over"))
        began = time.perf_counter()
        try:
            glance = await self.house.vision_call(
                eyes.look, incoming.picture, waiting.t_s, incoming.number, self._expected(eyes)
            )
        except PictureError as error:
            self.house.metrics.frames_refused.inc(error.code)
            return Seen("refused", Told.of(error))
        self.house.metrics.frame_seconds.observe(time.perf_counter() - began)
        if eyes is not self.eyes:
            return Seen("skipped", Told("newer_frame"))
        self._say(glance.step.state, glance.hint)
        if self.asking:
            await self._ask_side(glance, eyes)
        elif glance.settled is not None:
            await self.host.settled(glance.settled, waiting.t_s)
        return Seen("seen", None, glance, self.host.now_s - waiting.t_s)

    def _expected(self, eyes: Eyes) -> tuple[Board, ...]:
        """The boards that may come next: they settle sooner."""
        if self.check and self.asking:
            return self.check.expected(eyes.board)
        game = self.host.state.current.game if self.host.state.current else None
        return tuple(expected_boards(game)) if game and game.setup.rules.spec == eyes.spec else ()

    def lying(self) -> SettledBoard | None:
        """The board that lies there, if it is in sight just now."""
        return self.eyes.lying(self.host.now_s) if self.eyes and self.state == "watching" else None

    async def shot(self) -> Shot | None:
        """The newest frame."""
        return await self.house.vision_call(self.eyes.shot) if self.eyes else None

    def follow(self, by_hand: bool) -> None:
        """After events: the board may be of another size, or was put right `by_hand`. Then nothing is settled yet."""
        if not self._before_a_game:
            self.check = None
        if self.eyes is not None and (by_hand or self.eyes.spec != self._spec):
            self._open_eyes(self.eyes)

    def _open_eyes(self, before: Eyes | None) -> None:
        state = self.host.state
        game = state.current.game if state.current and state.playing else None
        start = (game.state.seen or (game.position.board if game.moves else None)) if game else None
        self.eyes = Eyes(self._spec, start, self.house.limits, flipped=bool(self.host.row.flipped))
        if before is not None:
            self.eyes.go_on_from(before)

    @property
    def _spec(self) -> BoardSpec:
        return self.host.state.current.game.setup.rules.spec if self.host.state.current else CLASSIC

    # --- How it looks at the board ---

    async def show_grid(self, corners: Points) -> dict[str, Any]:
        """Follow the grid whose corner cells are there in the newest frame, shares (4, 2) of its width and height.

        Where its cells are. Raises `Refused`: `no_camera`, `no_picture`, and the codes of `vision.taps`.
        """
        eyes = self.eyes
        if eyes is None:
            raise Refused("no_camera")
        outcome = await self.house.vision_call(eyes.show_grid, corners)
        if isinstance(outcome, Refusal):
            raise Refused(outcome.code, outcome.data)
        self._say("watching", Told("watching"))
        self.host.tell()
        return outcome

    async def forget_grid(self) -> None:
        """Find the grid without what was shown."""
        self._left = None
        if self.eyes is not None:
            await self.house.vision_call(self.eyes.forget_grid)
            self.host.tell()

    @property
    def asking(self) -> bool:
        """Whether the side is being asked for: what is seen meanwhile is no move."""
        return self.check is not None and self.check.turned is None

    def begin_check(self) -> None:
        """Ask which side is left. Raises `Refused` `no_camera`, `not_while_playing`."""
        if self.eyes is None:
            raise Refused("no_camera")
        self._only_before_a_game()
        self.check = SideCheck()
        self.host.tell()

    def end_check(self) -> None:
        """Ask no more; what was found out stays."""
        self.check = None
        self.host.look_when_free()
        self.host.tell()

    async def flip(self, flipped: bool | None) -> None:
        """Say how the camera looks at the board; kept with the table. Raises `Refused` `not_while_playing`."""
        if bool(flipped) != bool(self.host.row.flipped):
            self._only_before_a_game()
        await self.host.keep_flipped(flipped)
        if self.eyes is not None and self.eyes.flipped != bool(flipped):
            self._open_eyes(self.eyes)
        self.host.tell()

    async def _ask_side(self, glance: Glance, eyes: Eyes) -> None:
        assert self.check is not None
        if not self._before_a_game:
            self.end_check()
            return
        before, self.check = self.check, self.check.after(glance.step, eyes.board)
        if self.check.turned is not None:
            await self.flip(eyes.flipped != self.check.turned)
            self.host.look_when_free()
        if self.check != before:
            self.host.tell()

    @property
    def _before_a_game(self) -> bool:
        return not self.host.state.playing or self.host.state.phase == Phase.AWAITING_START

    def _only_before_a_game(self) -> None:
        if not self._before_a_game:
            raise Refused("not_while_playing")

    # --- What is told of it ---

    def _say(self, state: str, hint: Told | None) -> None:
        if (state, hint) != (self.state, self.hint):
            self.state, self.hint = state, hint
            self.host.tell()

    def as_dict(self, lang: str) -> dict[str, Any]:
        """The snapshot's `camera`."""
        seat, check = self.seat, self.check
        return {
            "state": self.state,
            "hint": self.hint.as_dict(lang) if self.hint else None,
            "silent_s": round(self.host.now_s - seat.last_s, 1) if seat else None,
            "flipped": self.host.row.flipped,
            "shown": bool(self.eyes and self.eyes.is_shown),
            "check": _check_dict(check, lang) if check else None,
        }


def _check_dict(check: SideCheck, lang: str) -> dict[str, Any]:
    todo = Told(check.todo, {"column": check.column} if check.column else {})
    progress = round(check.progress, 2)
    return {"stage": check.stage.value, "progress": progress, "todo": todo.as_dict(lang), "turned": check.turned}


def _answer(future: asyncio.Future[Seen], seen: Seen) -> None:
    if not future.done():
        future.set_result(seen)
