"""Bodies of requests, counted while they come in: more than may be is never held, and nobody may take for ever."""

from __future__ import annotations

import asyncio

from starlette.requests import Request

from api.errors import Refused

DRAINED = 2
"""A body told to be up to so many times too large is read to its end and thrown away: who is still sending when the
answer comes would hear a broken connection instead."""


async def read_body(request: Request, most: int, timeout_s: float, too_large: Refused) -> bytes:
    """The body. Raises `too_large` for more than `most` bytes, `Refused` `upload_too_slow` and `bad_request`."""
    told = request.headers.get("content-length", "0")
    if not told.isascii() or not told.isdigit():
        raise Refused("bad_request")
    if len(told) > 18 or int(told) > DRAINED * most:
        raise too_large
    drained = DRAINED * most if int(told) else most  # of an untold length: it may never end
    body, length = bytearray(), 0
    try:
        async with asyncio.timeout(timeout_s):
            async for chunk in request.stream():
                length += len(chunk)
                if length > drained:
                    raise too_large
                body += chunk if length <= most else b""
    except TimeoutError:
        raise Refused("upload_too_slow", {"seconds": round(timeout_s)}) from None
    if length > most:
        raise too_large
    return bytes(body)
