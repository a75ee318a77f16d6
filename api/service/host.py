"""One table in this process: acts and frames in, events stored and then told.

The log in the store is the truth; the state here is a copy of it, made anew whenever the log has grown without us. So
several processes can let people act at one table; the camera alone belongs to one of them.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from api.domain import acts as a
from api.domain import events as t
from api.domain.decide import Chance, decide, look, tick
from api.domain.snapshot import snapshot
from api.domain.state import TableState, apply, replayed
from api.errors import Refused
from api.judging import expected_boards
from api.service.eyes import Eyes, Glance, Shot, grid_dict
from api.service.frames import Incoming
from api.service.keys import new_id
from api.service.seat import Seat
from api.store.store import Append, Conflict, Picture, Stored, TableRow
from api.told import Told
from referee import events as e
from referee.board import CLASSIC
from referee.phases import Phase
from vision.errors import PictureError
from vision.tracker import SettledBoard

if TYPE_CHECKING:
    from api.service.house import House

log = logging.getLogger("fairdrop.table")
MOST_TRIES = 8
"""Times that a decision is made anew because the log had grown meanwhile."""
LOOKS_AGAIN = (a.Start, a.Next, a.Settle, a.Resume, a.Close, a.Restart)
"""Acts after which the board that lies there already is looked at: nothing was judged before."""
LOOKED_AT_AGAIN = (t.GameStarted, e.DisputeSettled, e.Resumed, e.Restarted)
"""The same, where another process has let people act."""
SHOWN = (e.Offence, e.Disputed)
"""Events whose picture is held, so that people can look at it together."""
HELD_IN = (Phase.DISPUTED, Phase.RESTORING)


@dataclass(frozen=True)
class Acted:
    """What an act has made. repeated: it had been done before under this key."""

    events: list[Stored]
    repeated: bool = False


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


@dataclass(frozen=True)
class _Held:
    reason: str
    game: str
    shot: Shot
    stored: str | None = None


class Host:
    """Changes in place; all its methods run on the event loop, except where they wait for a thread."""

    def __init__(self, house: House, row: TableRow) -> None:
        self.house, self.row = house, row
        self.state, self.seq, self.acted_seq = TableState(), 0, 0
        self.names: dict[str, str] = {}
        self.version = 0
        self.gone = False
        self.seat: Seat | None = None
        self.eyes: Eyes | None = None
        self.held: _Held | None = None
        self.camera_state = "none"
        self.hint: Told | None = None
        self._lock = asyncio.Lock()
        self._news = asyncio.Event()
        self._waiting: _Waiting | None = None
        self._watching: asyncio.Task[None] | None = None
        self._began_s, self._base_s = time.monotonic(), 0.0

    # --- Time and news ---

    @property
    def now_s(self) -> float:
        """Table time, in seconds: it goes on where the log ends, and stands while nobody serves."""
        return self._base_s + time.monotonic() - self._began_s

    async def wait_news(self, version: int, timeout_s: float) -> None:
        """Until there is something newer than that version, or the time is up."""
        if self.version != version:
            return
        try:
            async with asyncio.timeout(timeout_s):
                await self._news.wait()
        except TimeoutError:
            return

    def tell(self) -> None:
        """Wake all who listen."""
        self.version += 1
        news, self._news = self._news, asyncio.Event()
        news.set()

    # --- The log ---

    async def load(self) -> None:
        """Make the state from the log."""
        self.seq, events = await self.house.store_call(self.house.store.tail, self.row.id)
        self.state = replayed(events)
        self._began_s, self._base_s = time.monotonic(), self.state.at_s
        if self.house.store.is_postgres and self.seq:
            self._base_s += await self._since_last()
        await self._name_players()

    async def _since_last(self) -> float:
        """Seconds since the last event was stored: another process may be serving this table already."""
        last = await self.house.store_call(self.house.store.events, self.row.id, self.seq - 1, 1)
        then = datetime.fromisoformat(last[0].at) if last else datetime.now(UTC)
        return max(0.0, (datetime.now(UTC) - then).total_seconds())

    async def catch_up(self) -> None:
        """Take in what others have added to the log; if that can't be followed, begin anew from the log."""
        async with self._lock:
            await self._catch_up()

    async def _catch_up(self) -> None:
        news = await self.house.store_call(self.house.store.events, self.row.id, self.seq, 10_000)
        if not news:
            return
        before = self.state
        try:
            self.state, self.seq = replayed((each.event for each in news), self.state), news[-1].seq
        except ValueError:
            await self.load()
        await self._name_players()
        self._after_change(before, [each.event for each in news])
        if self.eyes and any(isinstance(each.event, LOOKED_AT_AGAIN) for each in news):
            self.house.spawn(self._look_when_free())
        self.tell()

    async def _name_players(self) -> None:
        agreed = self.state.match.agreed if self.state.match else None
        ids = [player for side in agreed.sides for player in side] if agreed else []
        self.names = await self.house.store_call(self.house.store.names, ids) if ids else {}

    async def _decided(self, decide_now: Callable[[], tuple[e.Event, ...]], **more: Any) -> list[Stored]:
        """Decide, store, and only then tell; anew as long as somebody else was quicker."""
        for _ in range(MOST_TRIES):
            before, events = self.state, decide_now()
            if not events and not more.get("key"):
                return []
            steps, state = [], before
            for event in events:
                state = apply(state, event)
                steps.append((event, state))
            try:
                stored = await asyncio.shield(
                    self.house.store_call(self.house.store.append, self.row.id, self.seq, Append(steps, **more))
                )
            except Conflict:
                await self._catch_up()
                continue
            self.state, self.seq = state, self.seq + len(stored)
            if before.match is not state.match:
                await self._name_players()
            self._after_change(before, events)
            self.house.metrics.count_events(events)
            self.tell()
            return stored
        raise Refused("busy")

    def _after_change(self, before: TableState, events: tuple[e.Event, ...] | list[e.Event]) -> None:
        """What the camera's side has to follow: another board, a corrected one, a picture to hold."""
        if self.eyes is not None:
            spec = _spec_of(self.state)
            if spec != self.eyes.spec or any(map(_by_hand, events)):
                self.eyes = self._new_eyes().with_picture_of(self.eyes)
        if self.held and self.state.phase not in HELD_IN:
            self.held = None
        if any(isinstance(event, SHOWN) for event in events) and self.eyes is not None:
            self.house.spawn(self._hold("dispute" if self.state.phase == Phase.DISPUTED else "offence"))

    def _chance(self) -> Chance:
        return Chance(new_id(), new_id(), secrets.randbelow(2))

    # --- Acts ---

    async def act(self, act: Any, key: str, digest: str) -> Acted:
        """Do what somebody with the key wants; once for each idempotency key.

        Raises `RefereeError` or `Refused`; then nothing has changed.
        """
        async with self._lock:
            if repeated := await self._repeated(key, digest):
                return repeated
            if act.seen is not None and act.seen < self.acted_seq:
                raise Refused("out_of_date")
            if isinstance(act, a.KeepPicture | a.DiscardPicture):
                stored = await self._picture_act(act, key, digest)
            else:
                stored = await self._game_act(act, key, digest)
            self.acted_seq = self.seq
            if isinstance(act, LOOKS_AGAIN):
                await self._look_again()
        return Acted(stored)

    async def _repeated(self, key: str, digest: str) -> Acted | None:
        done = await self.house.store_call(self.house.store.done, self.row.id, key)
        if done is None:
            return None
        if done.digest != digest:
            raise Refused("idempotency_key_reused")
        events, count = self.house.store.events, done.last_seq - done.first_seq + 1
        if not count:
            return Acted([], repeated=True)
        stored = await self.house.store_call(events, self.row.id, done.first_seq - 1, count, done.last_seq)
        return Acted(stored, repeated=True)

    async def _game_act(self, act: Any, key: str, digest: str) -> list[Stored]:
        players, new = await self._players(act) if isinstance(act, a.Start) else ((), {})
        chance = self._chance()
        return await self._decided(
            lambda: decide(self.state, act, self.now_s, chance, players), key=key, digest=digest, players=new
        )

    async def _players(self, act: a.Start) -> tuple[tuple[str, ...], dict[str, str]]:
        """Ids of the named players in their order, and those that are new: id → name."""
        names = [player.name for player in act.players]
        known = await self.house.store_call(self.house.store.players_named, names)
        folded = {name.casefold(): player for name, player in known.items()}
        new: dict[str, str] = {}
        for name in names:
            if name.casefold() not in folded:
                folded[name.casefold()] = new_id()
                new[folded[name.casefold()]] = name
        return tuple(folded[name.casefold()] for name in names), new

    # --- The camera ---

    def take_seat(self, camera: str, take_over: bool) -> Seat:
        """The camera's place at the table. Raises `Refused` `camera_taken` while another one is watching."""
        seat = self.seat
        if seat and seat.camera == camera and not seat.taken_over:
            return seat
        if seat and self.now_s - seat.last_s < self.house.limits.seat_s and not take_over:
            raise Refused("camera_taken")
        if seat:
            seat.gone.set()
        self.seat = Seat(camera, self.now_s, self.now_s)
        self.eyes = self._new_eyes()
        self._camera("searching", None)
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

    def leave_if_silent(self) -> None:
        """A camera that has sent nothing for long makes room."""
        if self.seat and self.now_s - self.seat.last_s > self.house.limits.seat_s:
            self.leave_seat(self.seat)

    def watched_by(self, camera: str) -> bool:
        """Whether this camera has the seat, or has left it."""
        return self.seat is None or self.seat.camera == camera

    def let_go(self) -> None:
        """Another process takes the table: this one's camera is told, and the seat is free."""
        if self.seat:
            self.seat.gone.set()
            self.leave_seat(self.seat)
        else:
            self.house.release(self.row.id)

    def leave_seat(self, seat: Seat) -> None:
        """The camera has gone."""
        if self.seat is seat:
            self.seat = self.eyes = None
            self._camera("none", None)
            self.house.release(self.row.id)

    def _new_eyes(self) -> Eyes:
        game = self.state.current.game if self.state.current and self.state.playing else None
        start = (game.state.seen or (game.position.board if game.moves else None)) if game else None
        return Eyes(_spec_of(self.state), start, self.house.limits)

    async def frame(self, seat: Seat, incoming: Incoming) -> Seen:
        """What a frame brought. The newest one wins: one that waits is skipped when another comes."""
        now_s = self.now_s
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
        eyes, game = self.eyes, self.state.current.game if self.state.current else None
        if eyes is None or waiting.seat is not self.seat:
            return Seen("skipped", Told("taken_over"))
        expected = expected_boards(game) if game and game.setup.rules.spec == eyes.spec else ()
        incoming = waiting.incoming
        began = time.perf_counter()
        try:
            glance = await self.house.vision_call(eyes.look, incoming.picture, waiting.t_s, incoming.number, expected)
        except PictureError as error:
            self.house.metrics.frames_refused.inc(error.code)
            return Seen("refused", Told.of(error))
        self.house.metrics.frame_seconds.observe(time.perf_counter() - began)
        if eyes is not self.eyes:
            return Seen("skipped", Told("newer_frame"))
        self._camera(glance.step.state, glance.hint)
        if glance.settled is not None:
            await self._settled(glance.settled, waiting.t_s)
        return Seen("seen", None, glance, self.now_s - waiting.t_s)

    async def _settled(self, settled: SettledBoard, at_s: float) -> None:
        chance = self._chance()
        async with self._lock:
            await self._decided(lambda: look(self.state, settled, at_s, chance))

    async def _look_again(self) -> None:
        """The board that has lain there all along, now that it can be judged."""
        eyes, chance = self.eyes, self._chance()
        if eyes and (lying := eyes.lying(self.now_s)) and self.camera_state == "watching":
            await self._decided(lambda: look(self.state, lying, self.now_s, chance))

    async def _look_when_free(self) -> None:
        async with self._lock:
            await self._look_again()

    def _camera(self, state: str, hint: Told | None) -> None:
        if (state, hint) != (self.camera_state, self.hint):
            self.camera_state, self.hint = state, hint
            self.tell()

    async def tick(self) -> None:
        """Time passed: a clock may have run out (R36)."""
        game = self.state.current.game if self.state.current else None
        if game is None or game.clock.fallen(self.now_s) is None:
            return
        chance = self._chance()
        async with self._lock:
            await self._decided(lambda: tick(self.state, self.now_s, chance))

    # --- Pictures ---

    async def _hold(self, reason: str) -> None:
        """Keep the newest frame where everybody can look at it; store it where that was agreed."""
        eyes, current, match = self.eyes, self.state.current, self.state.match
        if eyes is None or current is None or match is None:
            return
        shot = await self.house.vision_call(eyes.shot)
        if shot is None or self.state.phase not in HELD_IN:
            return
        self.held = _Held(reason, current.id, shot)
        if match.agreed.pictures:
            async with self._lock:
                await self._keep()
        self.tell()

    async def _keep(self, **more: Any) -> list[Stored]:
        held = self.held
        if held is None:
            raise Refused("no_picture")
        if held.stored:
            return []
        picture = Picture(new_id(), held.game, held.reason, held.shot.jpeg, held.shot.about)
        event = t.PictureKept(at_s=self.now_s, picture=picture.id, reason=held.reason)
        stored = await self._decided(lambda: (event,), pictures=(picture,), **more)
        self.held = replace(held, stored=picture.id)
        return stored

    async def _picture_act(self, act: Any, key: str, digest: str) -> list[Stored]:
        if self.held is None:
            raise Refused("no_picture")
        if isinstance(act, a.KeepPicture):
            return await self._keep(key=key, digest=digest)
        gone = self.held.stored
        event = t.PictureDiscarded(at_s=self.now_s, picture=gone)
        dropped = (gone,) if gone else ()
        stored = await self._decided(lambda: (event,), key=key, digest=digest, dropped_pictures=dropped)
        self.held = None
        return stored

    async def picture(self) -> Shot | None:
        """The picture held, else the newest frame."""
        if self.held:
            return self.held.shot
        return await self.house.vision_call(self.eyes.shot) if self.eyes else None

    # --- What a screen shows ---

    def snapshot(self, lang: str) -> dict[str, Any]:
        """All of it, as plain JSON values."""
        told = snapshot(self.state, self.names, self.now_s, lang)
        told["allowed"] += ["keep_picture", "discard_picture"] if self.held else []
        return {
            "table": {"id": self.row.id, "name": self.row.name},
            "seq": self.seq,
            "time": datetime.now(UTC).isoformat(timespec="milliseconds"),
            **told,
            "camera": self._camera_dict(lang),
            "picture": self._picture_dict(),
        }

    def _camera_dict(self, lang: str) -> dict[str, Any]:
        seat = self.seat
        return {
            "state": self.camera_state,
            "hint": self.hint.as_dict(lang) if self.hint else None,
            "silent_s": round(self.now_s - seat.last_s, 1) if seat else None,
        }

    def _picture_dict(self) -> dict[str, Any] | None:
        if self.held is None:
            return None
        return {"reason": self.held.reason, "kept": self.held.stored, **self.held.shot.about}


def seen_dict(host: Host, number: int, seen: Seen, lang: str) -> dict[str, Any]:
    """The acknowledgement of a frame."""
    step = seen.glance.step if seen.glance else None
    return {
        "ack": number,
        "outcome": seen.outcome,
        "why": seen.why.as_dict(lang) if seen.why else None,
        "age_s": round(seen.age_s, 3) if seen.age_s is not None else None,
        "grid": grid_dict(step.pose) if step and step.state != "lost" else None,
        "snapshot": host.snapshot(lang),
    }


def _by_hand(event: e.Event) -> bool:
    """Whether people put right what the camera took for settled; what it puts right itself it knows already."""
    if isinstance(event, e.MovesCorrected):
        return event.by is not e.By.CAMERA
    return isinstance(event, t.ReadingCorrected)


def _spec_of(state: TableState) -> Any:
    return state.current.game.setup.rules.spec if state.current else CLASSIC


def _answer(future: asyncio.Future[Seen], seen: Seen) -> None:
    if not future.done():
        future.set_result(seen)
