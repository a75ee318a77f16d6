"""`POST /api/read`: one picture in the body, the same answer as `fairdrop read --json`."""

from __future__ import annotations

import asyncio
import base64
from typing import Any

from anyio import CapacityLimiter, to_thread
from fastapi import APIRouter, Request

from api.errors import Refused
from api.language import from_header
from api.read import Answer, read_bytes_of_picture
from vision import limits

MOST_MB = limits.MAX_PICTURE_BYTES // 1_000_000


def make_router(upload_timeout_s: float, readers: int) -> APIRouter:
    """The route; `readers` pictures are read at the same time, the others wait their turn."""
    router = APIRouter()
    turn = CapacityLimiter(readers)

    @router.post("/api/read")
    async def read(request: Request, overlay: bool = False) -> dict[str, Any]:
        """The body is the picture, of any media type: it is told by its content. `overlay=true` adds a close view."""
        lang = from_header(request.headers.get("accept-language", ""))
        data = await _body(request, upload_timeout_s)
        return await to_thread.run_sync(_answer, data, lang, overlay, limiter=turn)

    return router


async def _body(request: Request, timeout_s: float) -> bytes:
    """The body, counted while it comes in: more than a picture may have is never held."""
    if int(request.headers.get("content-length") or 0) > limits.MAX_PICTURE_BYTES:
        raise Refused("picture_too_many_bytes", {"most_mb": MOST_MB})
    body = bytearray()
    try:
        async with asyncio.timeout(timeout_s):
            async for chunk in request.stream():
                body += chunk
                if len(body) > limits.MAX_PICTURE_BYTES:
                    raise Refused("picture_too_many_bytes", {"most_mb": MOST_MB})
    except TimeoutError:
        raise Refused("upload_too_slow", {"seconds": round(timeout_s)}) from None
    return bytes(body)


def _answer(data: bytes, lang: str, overlay: bool) -> dict[str, Any]:
    """Read, judge and draw, in a thread. A file that is no good is refused; a photo without a board is an answer."""
    answer = read_bytes_of_picture(data)
    if answer.bad_file and answer.error:
        raise Refused(answer.error.code, answer.error.data)
    told = answer.as_dict(lang)
    return told | {"overlay": _data_url(answer)} if overlay else told


def _data_url(answer: Answer) -> str:
    return "data:image/jpeg;base64," + base64.b64encode(answer.overlay(close=True)).decode("ascii")
