"""Several processes on one PostgreSQL: each hears of the others' events, and each camera belongs to one of them.

A camera's table is held by an advisory lock, which PostgreSQL lets go of as soon as the process that holds it is gone:
the phone connects to another one, which takes the table up from the log. NOTIFY tells numbers only.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from contextlib import suppress
from typing import TYPE_CHECKING

import psycopg
from psycopg import sql

from api.store.store import CHANNEL

if TYPE_CHECKING:
    from api.service.house import House

log = logging.getLogger("fairdrop.relay")
RETRY_S = 1.0
BEAT_S = 2.0
WAIT_S = 2.0
"""How long a process that wants a table waits for the one that holds it to let go."""
POLL_S = 0.1
WANTS, TAKES = "?", "!"


class Relay:
    """Changes in place; runs on the event loop of its house."""

    def __init__(self, house: House) -> None:
        self.house = house
        url = house.store.engine.url.set(drivername="postgresql")
        self._where = url.render_as_string(hide_password=False)
        self._holding: psycopg.AsyncConnection | None = None
        self._held: set[str] = set()
        self._turn = asyncio.Lock()

    async def listen(self) -> None:
        """Hear of events for ever; after a break, all tables are read on from the log."""
        while True:
            try:
                async with await self._connect() as connection:
                    await connection.execute(sql.SQL("LISTEN {}").format(sql.Identifier(CHANNEL)))
                    for host in tuple(self.house.hosts.values()):
                        self.house.spawn(host.catch_up())
                    async for news in connection.notifies():
                        self._heard(news.payload)
            except psycopg.Error as error:
                log.warning("listening broke off: %s", type(error).__name__)
            await asyncio.sleep(RETRY_S)

    async def watch(self) -> None:
        """Notice when the connection that holds the locks is gone: then the tables are no longer ours."""
        while True:
            await asyncio.sleep(BEAT_S)
            async with self._turn:
                if self._holding is None:
                    continue
                try:
                    async with asyncio.timeout(BEAT_S):
                        await self._holding.execute("SELECT 1")
                except (psycopg.Error, TimeoutError):
                    await self._lose()

    async def take(self, table: str, camera: str, take_over: bool) -> bool:
        """Hold a table for a camera; whether we do now. Whoever holds it is asked to let go where that is fair."""
        if await self._try(table):
            return True
        await self._say(f"{TAKES if take_over else WANTS}{table}:{camera}")
        with suppress(TimeoutError):
            async with asyncio.timeout(WAIT_S):
                while not await self._try(table):
                    await asyncio.sleep(POLL_S)
                return True
        return False

    async def release(self, table: str) -> None:
        """Let go of a table."""
        async with self._turn:
            if table in self._held and self._holding:
                self._held.discard(table)
                with suppress(psycopg.Error):
                    await self._holding.execute("SELECT pg_advisory_unlock(%s)", (lock_number(table),))

    async def close(self) -> None:
        """Let go of everything."""
        if self._holding:
            await self._holding.close()

    async def _try(self, table: str) -> bool:
        async with self._turn:
            if table in self._held:
                return True
            try:
                if self._holding is None:
                    self._holding = await self._connect()
                cursor = await self._holding.execute("SELECT pg_try_advisory_lock(%s)", (lock_number(table),))
                row = await cursor.fetchone()
            except psycopg.Error:
                await self._lose()
                return False
            if row and row[0]:
                self._held.add(table)
            return table in self._held

    async def _lose(self) -> None:
        """Without the connection nothing is held: the cameras have to come again."""
        lost, self._held = self._held, set()
        if self._holding:
            with suppress(psycopg.Error):
                await self._holding.close()
        self._holding = None
        for table in lost:
            if host := self.house.hosts.get(table):
                host.camera.let_go()

    async def _say(self, message: str) -> None:
        with suppress(psycopg.Error):
            async with await self._connect() as connection:
                await connection.execute("SELECT pg_notify(%s, %s)", (CHANNEL, message))

    def _heard(self, message: str) -> None:
        if message[:1] in (WANTS, TAKES):
            table, _, camera = message[1:].partition(":")
            host = self.house.hosts.get(table)
            if host and table in self._held and (message[0] == TAKES or host.camera.gives_way_to(camera)):
                host.camera.let_go()
            return
        table, _, seq = message.partition(":")
        host = self.house.hosts.get(table)
        if host and seq.isdigit() and int(seq) > host.seq:
            self.house.spawn(host.catch_up())

    async def _connect(self) -> psycopg.AsyncConnection:
        return await psycopg.AsyncConnection.connect(self._where, autocommit=True, connect_timeout=5)


def lock_number(table: str) -> int:
    """The advisory lock of a table: 64 bits, signed."""
    return int.from_bytes(hashlib.sha256(table.encode()).digest()[:8], "big", signed=True)
