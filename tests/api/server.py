"""A real server on the loopback, in this process, on a port of its own."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from api.app import App, Settings, create_app
from api.server import Server, spare_address_space

STARTS_WITHIN_S = 30.0


@contextmanager
def serving(settings: Settings | None = None, port: int = 0) -> Iterator[str]:
    """The address of a server that runs while the block does."""
    spare_address_space()
    listening = socket.create_server(("127.0.0.1", port))
    server = _Server(create_app(settings), log_level="critical")
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    try:
        assert server.up.wait(STARTS_WITHIN_S)
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join()
        listening.close()


class _Server(Server):
    def __init__(self, app: App, **options: object) -> None:
        super().__init__(app, **options)
        self.up = threading.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.up.set()
