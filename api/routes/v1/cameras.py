"""Frames in: by WebSocket, and one at a time by POST for phones that refuse wss. Each is acknowledged once."""

from __future__ import annotations

import asyncio
import json
from typing import Annotated, Any

from fastapi import APIRouter, Header, Query, Request, WebSocket
from starlette.responses import JSONResponse
from starlette.websockets import WebSocketDisconnect, WebSocketState

from api.bodies import read_body
from api.errors import Refused, status_of
from api.routes.v1 import shapes
from api.routes.v1.asking import PROTOCOL, Authorization, Lang, TableId, errors, key_in_protocols, key_of, language
from api.service.frames import HEADER, parse_frame
from api.service.host import Host, seen_dict
from api.service.house import House
from api.service.seat import Seat
from api.told import Told
from referee.errors import RefereeError

CAMERA = r"^[A-Za-z0-9_-]{8,40}$"
CLOSE_CODES = {401: 4401, 403: 4403, 404: 4404, 409: 4409, 429: 4429, 503: 1013}
POLICY, GOING_AWAY, TAKEN_OVER = 1008, 1001, 4410
MOST_BAD_MESSAGES = 50
MOST_UNANSWERED = 8
UPLOAD_S = 20.0


def make_router(house: House) -> APIRouter:
    """The routes of cameras."""
    router = APIRouter(prefix="/tables", tags=["cameras"])

    @router.post("/{table}/frames", response_model=shapes.Ack, responses=errors(401, 404, 409, 413, 415, 429, 503))
    async def frame(
        request: Request,
        table: TableId,
        camera: Annotated[str, Header(pattern=CAMERA, description="An id that the camera has made up for itself.")],
        authorization: Authorization = None,
        take_over: Annotated[bool, Header(description="Take the place of the camera that is watching.")] = False,
        lang: Lang = None,
    ) -> Any:
        """One frame: the same bytes as a WebSocket message, header and picture."""
        host = await house.with_key(table, key_of(authorization))
        most = house.limits.frame_bytes + HEADER.size
        body = await read_body(request, most, UPLOAD_S, Refused("frame_too_many_bytes", {"most_kb": most // 1000}))
        incoming = parse_frame(body, house.limits)
        seat = await house.seat(host, camera, take_over)
        seen = await host.camera.frame(seat, incoming)
        house.metrics.frames.inc(seen.outcome)
        told = seen_dict(host, incoming.number, seen, language(request, lang))
        if seen.outcome == "refused" and seen.why:
            return JSONResponse(told | told["why"], status_of(seen.why.code))
        return JSONResponse(told)

    @router.websocket("/{table}/frames")
    async def frames(
        websocket: WebSocket,
        table: str,
        camera: Annotated[str, Query(max_length=40)] = "",
        take_over: bool = False,
        lang: str | None = None,
    ) -> None:
        """Frames one after the other; see docs/api.md."""
        await websocket.accept(subprotocol=PROTOCOL if PROTOCOL in websocket.scope.get("subprotocols", []) else None)
        spoken = language(websocket, lang)
        try:
            with house.camera():
                host = await house.with_key(table, key_in_protocols(websocket))
                seat = await house.seat(host, camera, take_over)
                with host.camera.connected(seat):
                    await _Watching(house, host, seat, websocket, spoken).run()
        except (Refused, RefereeError) as error:
            await _refuse(websocket, Told.of(error), spoken)
        except WebSocketDisconnect:
            return

    return router


async def _refuse(websocket: WebSocket, told: Told, lang: str) -> None:
    """Say why, in words that a browser can read, and close."""
    if websocket.application_state is WebSocketState.CONNECTED:
        await websocket.send_text(json.dumps({"error": told.as_dict(lang)}))
        await websocket.close(CLOSE_CODES.get(status_of(told.code), POLICY), told.code)


class _Watching:
    """One connection of one camera. Changes in place."""

    def __init__(self, house: House, host: Host, seat: Seat, websocket: WebSocket, lang: str) -> None:
        self.house, self.host, self.seat, self.websocket, self.lang = house, host, seat, websocket, lang
        self.sending, self.bad = asyncio.Lock(), 0
        self.tasks: set[asyncio.Task[None]] = set()

    async def run(self) -> None:
        """Until the phone goes, the server goes, or another camera takes over."""
        receiving = asyncio.create_task(self._receive())
        leaving = asyncio.create_task(self.house.leaving.wait())
        taken = asyncio.create_task(self.seat.gone.wait())
        try:
            await asyncio.wait({receiving, leaving, taken}, return_when=asyncio.FIRST_COMPLETED)
            if receiving.done():
                receiving.result()
            elif leaving.done():
                await self.websocket.close(GOING_AWAY, "goodbye")
            else:
                await self._send({"error": Told("taken_over").as_dict(self.lang)})
                await self.websocket.close(TAKEN_OVER, "taken_over")
        finally:
            for task in (receiving, leaving, taken, *self.tasks):
                task.cancel()
            await asyncio.gather(receiving, leaving, taken, *self.tasks, return_exceptions=True)

    async def _receive(self) -> None:
        while self.bad < MOST_BAD_MESSAGES:
            message = await self.websocket.receive()
            if message["type"] == "websocket.disconnect":
                return
            task = asyncio.create_task(self._frame(message.get("bytes") or b""))
            self.tasks.add(task)
            task.add_done_callback(self.tasks.discard)
            if len(self.tasks) >= MOST_UNANSWERED:  # the phone doesn't read: let it wait
                await asyncio.wait(self.tasks, return_when=asyncio.FIRST_COMPLETED)
        await self.websocket.close(POLICY, "frame_header")

    async def _frame(self, message: bytes) -> None:
        try:
            incoming = parse_frame(message, self.house.limits)
        except Refused as error:
            self.bad += 1
            told = {"ack": _number(message), "outcome": "refused", "why": Told.of(error).as_dict(self.lang)}
            await self._send(told | {"age_s": None, "grid": None, "snapshot": self.host.snapshot(self.lang)})
            return
        seen = await self.host.camera.frame(self.seat, incoming)
        self.house.metrics.frames.inc(seen.outcome)
        await self._send(seen_dict(self.host, incoming.number, seen, self.lang))

    async def _send(self, told: dict[str, Any]) -> None:
        async with self.sending:
            if self.websocket.application_state is WebSocketState.CONNECTED:
                await self.websocket.send_text(json.dumps(told))


def _number(message: bytes) -> int | None:
    """The number of a frame that is no good, where it has one."""
    return int.from_bytes(message[4:8], "big") if len(message) >= HEADER.size else None
