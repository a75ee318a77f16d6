"""`POST /api/read`: one picture in the body, the same answer as `fairdrop read --json`."""

from __future__ import annotations

import base64
from typing import Any

from anyio import CapacityLimiter, to_thread
from fastapi import APIRouter, Request

from api.bodies import read_body
from api.errors import Refused
from api.language import from_header
from api.read import Answer, read_bytes_of_picture
from vision import limits

MOST_MB = limits.MAX_PICTURE_BYTES // 1_000_000


def make_router(upload_timeout_s: float, readers: int, path: str = "/api/read") -> APIRouter:
    """The route; `readers` pictures are read at the same time, the others wait their turn."""
    router = APIRouter()
    turn = CapacityLimiter(readers)

    @router.post(path)
    async def read(request: Request, overlay: bool = False) -> dict[str, Any]:
        """The body is the picture, of any media type: it is told by its content. `overlay=true` adds a close view."""
        lang = from_header(request.headers.get("accept-language", ""))
        data = await read_body(request, limits.MAX_PICTURE_BYTES, upload_timeout_s, _too_large())
        return await to_thread.run_sync(_answer, data, lang, overlay, limiter=turn)

    return router


def _too_large() -> Refused:
    return Refused("picture_too_many_bytes", {"most_mb": MOST_MB})


def _answer(data: bytes, lang: str, overlay: bool) -> dict[str, Any]:
    """Read, judge and draw, in a thread. A file that is no good is refused; a photo without a board is an answer."""
    answer = read_bytes_of_picture(data)
    if answer.bad_file and answer.error:
        raise Refused(answer.error.code, answer.error.data)
    told = answer.as_dict(lang)
    return told | {"overlay": _data_url(answer)} if overlay else told


def _data_url(answer: Answer) -> str:
    return "data:image/jpeg;base64," + base64.b64encode(answer.overlay(close=True)).decode("ascii")
