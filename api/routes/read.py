"""`POST /api/read`: one picture in the body, the same answer as `fairdrop read --json`."""

from __future__ import annotations

import base64
from typing import Annotated, Any

from anyio import CapacityLimiter, to_thread
from fastapi import APIRouter, Query, Request

from api.bodies import read_body
from api.errors import Refused
from api.language import from_header
from api.options import read_options
from api.read import Answer, read_bytes_of_picture
from referee.errors import RefereeError
from vision import limits
from vision.errors import VisionError
from vision.photo import ReadOptions

MOST_MB = limits.MAX_PICTURE_BYTES // 1_000_000
Size = Annotated[str | None, Query(max_length=12, examples=["8x7"], description="Columns x rows; else 7x6.")]
Connect = Annotated[int | None, Query(ge=1, le=99, description="How many in a row make a line; else 4.")]
Discs = Annotated[str | None, Query(max_length=60, examples=["red,black"], description="The colours called R and Y.")]


def make_router(upload_timeout_s: float, readers: int, path: str = "/api/read") -> APIRouter:
    """The route; `readers` pictures are read at the same time, the others wait their turn."""
    router = APIRouter()
    turn = CapacityLimiter(readers)

    @router.post(path)
    async def read(
        request: Request, overlay: bool = False, board: Size = None, connect: Connect = None, discs: Discs = None
    ) -> dict[str, Any]:
        """The body is the picture, of any media type: it is told by its content. `overlay=true` adds a close view."""
        lang = from_header(request.headers.get("accept-language", ""))
        options = _options(board, connect, discs)
        data = await read_body(request, limits.MAX_PICTURE_BYTES, upload_timeout_s, _too_large())
        return await to_thread.run_sync(_answer, data, options, lang, overlay, limiter=turn)

    return router


def _too_large() -> Refused:
    return Refused("picture_too_many_bytes", {"most_mb": MOST_MB})


def _options(board: str | None, connect: int | None, discs: str | None) -> ReadOptions:
    """What the caller says of the board. Raises `Refused`: the codes of `api.options.read_options`."""
    try:
        return read_options(board, connect, discs)
    except (VisionError, RefereeError) as error:
        raise Refused(error.code, error.data) from None


def _answer(data: bytes, options: ReadOptions, lang: str, overlay: bool) -> dict[str, Any]:
    """Read, judge and draw, in a thread. A file that is no good is refused; a photo without a board is an answer."""
    answer = read_bytes_of_picture(data, options)
    if answer.bad_file and answer.error:
        raise Refused(answer.error.code, answer.error.data)
    told = answer.as_dict(lang)
    return told | {"overlay": _data_url(answer)} if overlay else told


def _data_url(answer: Answer) -> str:
    return "data:image/jpeg;base64," + base64.b64encode(answer.overlay(close=True)).decode("ascii")
