"""The server process: uvicorn around the app, bounded, and polite when it stops."""

from __future__ import annotations

import asyncio
import socket

import uvicorn

from api.app import App

GOODBYE_S = 0.3
"""Time for the last words to leave before connections are closed."""
GRACE_S = 10
KEEP_ALIVE_S = 15


class Server(uvicorn.Server):
    """Says goodbye to all phones before it closes their connections."""

    def __init__(self, app: App, **options: object) -> None:
        limits = app.house.limits
        self.service = app
        super().__init__(
            uvicorn.Config(
                app,
                log_config=None,
                access_log=False,
                server_header=False,
                proxy_headers=False,
                ws_max_size=limits.message_bytes,
                ws_max_queue=4,
                ws_per_message_deflate=False,
                timeout_graceful_shutdown=GRACE_S,
                timeout_keep_alive=KEEP_ALIVE_S,
                h11_max_incomplete_event_size=32_768,
                lifespan="on",
                **options,  # type: ignore[arg-type]
            )
        )

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.service.house.say_goodbye()
        await asyncio.sleep(GOODBYE_S)
        await super().shutdown(sockets)
