"""All tables of this process: loaded when somebody comes, kept in step with the store and with other processes."""

from __future__ import annotations

import asyncio
import logging
import re
from collections import Counter
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from functools import partial
from os import cpu_count
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from api.errors import Refused
from api.service.host import Host
from api.service.keys import ID, hash_of, new_id, new_key, opens
from api.service.limits import Limits
from api.service.metrics import Metrics
from api.service.reviews import Reviews
from api.service.seat import Seat
from api.store.forgetting import forget_old_pictures
from api.store.store import Store, TableRow, now
from referee.errors import RefereeError

if TYPE_CHECKING:
    from api.service.relay import Relay

log = logging.getLogger("fairdrop.house")
P = ParamSpec("P")
T = TypeVar("T")
CAMERA_ID = re.compile(r"[A-Za-z0-9_-]{8,40}\Z")
STORE_THREADS = 4
TICK_S = 0.25
TIDY_S = 3600.0
MINUTE_S = 60.0


class House:
    """Changes in place; its methods run on the event loop."""

    def __init__(self, store: Store, limits: Limits | None = None) -> None:
        self.store, self.limits, self.metrics = store, limits or Limits(), Metrics()
        self.hosts: dict[str, Host] = {}
        self.leaving = asyncio.Event()
        self.listeners: Counter[str] = Counter()
        self.cameras = 0
        self._loading: dict[str, asyncio.Lock] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._store_pool = ThreadPoolExecutor(STORE_THREADS, "store")
        self._vision_pool = ThreadPoolExecutor(max(1, cpu_count() or 1), "vision")
        self.reviews = Reviews(self)
        self._set_up: dict[str, list[float]] = {}
        self.ready = False
        self.relay: Relay | None = None

    # --- Beginning and end ---

    async def open(self) -> None:
        """Bring the store up to date and begin to keep time. Raises `RefereeError` when the store can't be used."""
        await self.store_call(self.store.open)
        self.spawn(self._keep_time())
        self.spawn(self._tidy())
        if self.store.is_postgres:
            from api.service.relay import Relay

            self.relay = Relay(self)
            self.spawn(self.relay.listen())
            self.spawn(self.relay.watch())
        self.ready = True

    def say_goodbye(self) -> None:
        """Tell all phones that the server is going."""
        self.ready = False
        self.leaving.set()
        for host in self.hosts.values():
            host.tell()

    async def close(self) -> None:
        """Stop, with what has begun brought to its end."""
        self.say_goodbye()
        self.reviews.close()
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self.relay:
            await self.relay.close()
        self._vision_pool.shutdown(cancel_futures=True)
        self._store_pool.shutdown()
        self.store.close()

    def spawn(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Work beside everything else; its failure is logged, and stops nothing."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)
        return task

    def _finished(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            log.error("background task failed", exc_info=error)

    async def store_call(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """A blocking call of the store, in a thread."""
        return await asyncio.get_running_loop().run_in_executor(self._store_pool, partial(function, *args, **kwargs))

    async def vision_call(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """A blocking look, in a thread."""
        return await asyncio.get_running_loop().run_in_executor(self._vision_pool, partial(function, *args, **kwargs))

    # --- Tables ---

    async def set_up(self, name: str, client: str) -> tuple[TableRow, str]:
        """A new table and its key. Raises `Refused` `too_many_tables`, `too_fast`."""
        self._check_pace(client)
        rows = await self.store_call(self.store.tables)
        if len(rows) >= self.limits.tables:
            old = (datetime.now(UTC) - timedelta(seconds=self.limits.unused_table_s)).isoformat(timespec="milliseconds")
            if not await self.store_call(self.store.delete_unused, old):
                raise Refused("too_many_tables", {"most": self.limits.tables})
        key = new_key()
        row = TableRow(new_id(), name, hash_of(key), now())
        await self.store_call(self.store.create_table, row)
        return row, key

    def _check_pace(self, client: str) -> None:
        time_s = asyncio.get_running_loop().time()
        recent = [at for at in self._set_up.get(client, []) if time_s - at < MINUTE_S]
        if len(recent) >= self.limits.tables_per_minute:
            raise Refused("too_fast")
        if len(self._set_up) > 1000:
            self._set_up.clear()
        self._set_up[client] = [*recent, time_s]

    async def host(self, table: str) -> Host:
        """A table by its id. Raises `Refused` `no_such_table`."""
        if host := self.hosts.get(table):
            return host
        if not ID.match(table):
            raise Refused("no_such_table")
        async with self._loading.setdefault(table, asyncio.Lock()):
            if host := self.hosts.get(table):
                return host
            row = await self.store_call(self.store.table, table)
            if row is None:
                self._loading.pop(table, None)
                raise Refused("no_such_table")
            host = Host(self, row)
            await host.load()
            self.hosts[table] = host
        self._loading.pop(table, None)
        return host

    async def with_key(self, table: str, key: str | None) -> Host:
        """The table, for somebody who may act at it. Raises `Refused` `key_missing`, `key_wrong`."""
        host = await self.host(table)
        if key is None:
            raise Refused("key_missing")
        if not opens(key, host.row.key_hash):
            raise Refused("key_wrong")
        return host

    async def remove(self, host: Host) -> None:
        """A table and all that belongs to it."""
        self.hosts.pop(host.row.id, None)
        await self.store_call(self.store.delete_table, host.row.id)
        host.gone = True
        host.tell()

    async def seat(self, host: Host, camera: str, take_over: bool) -> Seat:
        """A camera's place at a table. Raises `Refused` `camera_id`, `camera_taken`."""
        if not CAMERA_ID.match(camera):
            raise Refused("camera_id")
        if self.relay and not await self.relay.take(host.row.id, camera, take_over):
            raise Refused("table_elsewhere")
        if self.relay:
            await host.refresh()
        await host.catch_up()
        return host.camera.take_seat(camera, take_over)

    def release(self, table: str) -> None:
        """No camera watches that table any more; another process may."""
        if self.relay and not self.leaving.is_set():
            self.spawn(self.relay.release(table))

    # --- Who is connected ---

    @contextmanager
    def listening(self, client: str) -> Iterator[None]:
        """A place among those who listen. Raises `Refused` `too_many_connections`."""
        most, each = self.limits.listeners, self.limits.listeners_per_address
        if self.listeners.total() >= most or self.listeners[client] >= each:
            raise Refused("too_many_connections")
        self.listeners[client] += 1
        try:
            yield
        finally:
            self.listeners[client] -= 1
            if not self.listeners[client]:
                del self.listeners[client]

    @contextmanager
    def camera(self) -> Iterator[None]:
        """A place among the cameras. Raises `Refused` `too_many_connections`."""
        if self.cameras >= self.limits.cameras:
            raise Refused("too_many_connections")
        self.cameras += 1
        try:
            yield
        finally:
            self.cameras -= 1

    # --- By itself ---

    async def _keep_time(self) -> None:
        while True:
            await asyncio.sleep(TICK_S)
            for host in tuple(self.hosts.values()):
                with suppress(RefereeError, Refused):
                    await host.tick()
                host.camera.leave_if_silent()

    async def _tidy(self) -> None:
        while True:
            before = datetime.now(UTC) - timedelta(days=self.limits.act_key_days)
            with suppress(RefereeError):
                await self.store_call(self.store.forget_acts, before.isoformat(timespec="milliseconds"))
                await self.store_call(forget_old_pictures, self.store, self.limits.pictures, self.limits.picture_days)
            await asyncio.sleep(TIDY_S)
