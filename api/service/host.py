"""One table in this process: acts and frames in, events stored and then told.

The log in the store is the truth; the state here is a copy of it, made anew whenever the log has grown without us. So
several processes can let people act at one table; the camera alone belongs to one of them.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from api.domain import acts as a
from api.domain import events as t
from api.domain.decide import decide, look, tick
from api.domain.matches import Chance
from api.domain.snapshot import snapshot
from api.domain.state import TableState, apply, replayed
from api.errors import Refused
from api.service import evidence
from api.service.camera import Camera, Seen
from api.service.evidence import Evidence
from api.service.keys import new_id
from api.store.store import Append, Conflict, Stored, TableRow
from referee import events as e
from vision.tracker import SettledBoard

if TYPE_CHECKING:
    from api.service.house import House

MOST_TRIES = 8
"""Times that a decision is made anew because the log had grown meanwhile."""
LOOKS_AGAIN = (a.Start, a.Next, a.Settle, a.Resume, a.Close, a.Restart)
"""Acts after which the board that lies there already is looked at: nothing was judged before."""
LOOKED_AT_AGAIN = (t.GameStarted, e.DisputeSettled, e.Resumed, e.Restarted)
"""The same, where another process has let people act."""


@dataclass(frozen=True)
class Acted:
    """What an act has made. repeated: it had been done before under this key."""

    events: list[Stored]
    repeated: bool = False


class Host:
    """Changes in place; all its methods run on the event loop, except where they wait for a thread."""

    def __init__(self, house: House, row: TableRow) -> None:
        self.house, self.row = house, row
        self.state, self.seq, self.acted_seq = TableState(), 0, 0
        self.names: dict[str, str] = {}
        self.version = 0
        self.gone = False
        self.camera, self.evidence = Camera(self), Evidence(self)
        self.turn = asyncio.Lock()
        """Who decides holds it: one at a time."""
        self._news = asyncio.Event()
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
        async with self.turn:
            await self._catch_up()

    async def _catch_up(self) -> None:
        news = await self.house.store_call(self.house.store.events, self.row.id, self.seq, 10_000)
        if not news:
            return
        try:
            self.state, self.seq = replayed((each.event for each in news), self.state), news[-1].seq
        except ValueError:
            await self.load()
        await self._name_players()
        self._after_change([each.event for each in news])
        if self.camera.eyes and any(isinstance(each.event, LOOKED_AT_AGAIN) for each in news):
            self.look_when_free()
        self.tell()

    async def _name_players(self) -> None:
        agreed = self.state.match.agreed if self.state.match else None
        ids = [player for side in agreed.sides for player in side] if agreed else []
        self.names = await self.house.store_call(self.house.store.names, ids) if ids else {}

    async def decided(self, decide_now: Callable[[], tuple[e.Event, ...]], **more: Any) -> list[Stored]:
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
            self._after_change(events)
            self.house.metrics.count_events(events)
            self.tell()
            return stored
        raise Refused("busy")

    def _after_change(self, events: tuple[e.Event, ...] | list[e.Event]) -> None:
        """What the camera's side has to follow: another board, a corrected one, a picture to hold."""
        self.camera.follow(any(map(_by_hand, events)))
        self.evidence.follow(events)

    def _chance(self) -> Chance:
        return Chance(new_id(), new_id(), secrets.randbelow(2))

    # --- Acts ---

    async def act(self, act: Any, key: str, digest: str) -> Acted:
        """Do what somebody with the key wants; once for each idempotency key.

        Raises `RefereeError` or `Refused`; then nothing has changed.
        """
        async with self.turn:
            if repeated := await self._repeated(key, digest):
                return repeated
            if act.seen is not None and act.seen < self.acted_seq:
                raise Refused("out_of_date")
            if isinstance(act, evidence.ACTS):
                stored = await self.evidence.act(act, key=key, digest=digest)
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
        return await self.decided(
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

    # --- What is seen, and time ---

    async def settled(self, settled: SettledBoard, at_s: float) -> None:
        """A board has settled before the camera."""
        chance = self._chance()
        async with self.turn:
            await self.decided(lambda: look(self.state, settled, at_s, chance))

    async def _look_again(self) -> None:
        """The board that has lain there all along, now that it can be judged."""
        chance = self._chance()
        if lying := self.camera.lying():
            await self.decided(lambda: look(self.state, lying, self.now_s, chance))

    def look_when_free(self) -> None:
        """Judge the board that lies there, as soon as nobody else is deciding."""
        self.house.spawn(self._look_when_free())

    async def _look_when_free(self) -> None:
        async with self.turn:
            await self._look_again()

    async def tick(self) -> None:
        """Time passed: a clock may have run out (R36)."""
        game = self.state.current.game if self.state.current else None
        if game is None or game.clock.fallen(self.now_s) is None:
            return
        chance = self._chance()
        async with self.turn:
            await self.decided(lambda: tick(self.state, self.now_s, chance))

    # --- The table itself ---

    async def refresh(self) -> None:
        """How the table is set up, where another process may have changed it."""
        row = await self.house.store_call(self.house.store.table, self.row.id)
        self.row = row or self.row

    async def keep_flipped(self, flipped: bool | None) -> None:
        """How its camera looks at the board."""
        await self.house.store_call(self.house.store.set_flipped, self.row.id, flipped)
        self.row = replace(self.row, flipped=flipped)

    # --- What a screen shows ---

    def snapshot(self, lang: str) -> dict[str, Any]:
        """All of it, as plain JSON values."""
        told = snapshot(self.state, self.names, self.now_s, lang)
        told["allowed"] += self.evidence.acts
        return {
            "table": {"id": self.row.id, "name": self.row.name},
            "seq": self.seq,
            "time": datetime.now(UTC).isoformat(timespec="milliseconds"),
            **told,
            "camera": self.camera.as_dict(lang),
            "picture": self.evidence.as_dict(),
        }


def seen_dict(host: Host, number: int, seen: Seen, lang: str) -> dict[str, Any]:
    """The acknowledgement of a frame."""
    return {
        "ack": number,
        "outcome": seen.outcome,
        "why": seen.why.as_dict(lang) if seen.why else None,
        "age_s": round(seen.age_s, 3) if seen.age_s is not None else None,
        "grid": seen.glance.grid if seen.glance else None,
        "snapshot": host.snapshot(lang),
    }


def _by_hand(event: e.Event) -> bool:
    """Whether people put right what the camera took for settled; what it puts right itself it knows already."""
    if isinstance(event, e.MovesCorrected):
        return event.by is not e.By.CAMERA
    return isinstance(event, t.ReadingCorrected)
