"""The server process: uvicorn around the app, on http and https, bounded, and polite when it stops."""

from __future__ import annotations

import asyncio
import ctypes
import socket
import ssl
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

import uvicorn

from api.app import App

GOODBYE_S = 0.3
"""Time for the last words to leave before connections are closed."""
GRACE_S = 10
KEEP_ALIVE_S = 15
RENEWAL_S = 24 * 3600.0
"""How often it is looked whether the certificate wants renewing."""
MOST_HEADER_BYTES = 32_768
M_ARENA_MAX, ARENAS = -8, 2
"""glibc gives threads heaps of their own, up to eight a core, and reserves 64 MB of address space or more for each: a
small computer then can't start another thread. Python's threads take turns anyway; two heaps do."""


class Server(uvicorn.Server):
    """Says goodbye to all phones before it closes their connections. first: of several, the one that runs the app."""

    def __init__(self, app: App, first: bool = True, **options: Any) -> None:
        self.service, self.first, self.others = app, first, list[Server]()
        super().__init__(
            uvicorn.Config(
                app,
                log_config=None,
                access_log=False,
                server_header=False,
                ws_max_size=app.house.limits.message_bytes,
                ws_max_queue=4,
                ws_per_message_deflate=False,
                timeout_graceful_shutdown=GRACE_S,
                timeout_keep_alive=KEEP_ALIVE_S,
                h11_max_incomplete_event_size=MOST_HEADER_BYTES,
                lifespan="on" if first else "off",
                **{"proxy_headers": False, **options},
            )
        )

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.service.house.say_goodbye()
        await asyncio.sleep(GOODBYE_S)
        await super().shutdown(sockets)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        for other in self.others:
            other.should_exit = True
        super().handle_exit(sig, frame)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        if not self.first:
            yield  # the first one hears them for all
            return
        with super().capture_signals():
            yield


def run(
    app: App,
    plain: list[socket.socket],
    secure: list[socket.socket],
    renew: Callable[[], tuple[Path, Path]] | None,
    **options: Any,
) -> None:
    """Serve until stopped. `renew` gives the certificate's chain and key, made anew where they have to be."""
    spare_address_space()
    http = Server(app, **options)
    if renew is None or not secure:
        http.run(sockets=plain)
        return
    chain, key = renew()
    https = Server(app, first=False, ssl_certfile=chain, ssl_keyfile=key, **options)
    http.others.append(https)
    asyncio.run(_both(http, https, plain, secure, renew))


def spare_address_space() -> None:
    """Let threads share heaps where the C library can do that."""
    try:
        ctypes.CDLL(None).mallopt(M_ARENA_MAX, ARENAS)
    except (OSError, AttributeError, TypeError):
        return


async def _both(
    http: Server,
    https: Server,
    plain: list[socket.socket],
    secure: list[socket.socket],
    renew: Callable[[], tuple[Path, Path]],
) -> None:
    serving = asyncio.create_task(http.serve(sockets=plain))
    while not http.started and not serving.done():
        await asyncio.sleep(0.01)
    renewing = asyncio.create_task(_renewed(https, renew))
    try:
        if not serving.done():
            await https.serve(sockets=secure)
        await serving
    finally:
        renewing.cancel()


async def _renewed(https: Server, renew: Callable[[], tuple[Path, Path]]) -> None:
    """New connections get the renewed certificate; nobody has to start anything again."""
    while True:
        await asyncio.sleep(RENEWAL_S)
        chain, key = await asyncio.to_thread(renew)
        if isinstance(https.config.ssl, ssl.SSLContext):
            https.config.ssl.load_cert_chain(chain, key)
