"""`GET /tables/{table}/events`: server-sent events that go on where a listener left off."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from typing import Annotated, Any

from fastapi import APIRouter, Header, Query, Request
from starlette.responses import StreamingResponse

from api.errors import Refused
from api.routes.v1.asking import Lang, TableId, client_of, errors, language
from api.routes.v1.tables import entry
from api.service.host import Host
from api.service.house import House

RETRY_MS = 2000
BATCH = 100
LARGEST_SEQ = 2**31 - 1


class EventStream(StreamingResponse):
    """What `EventSource` reads."""

    media_type = "text/event-stream"


def make_router(house: House) -> APIRouter:
    """The route of listeners."""
    router = APIRouter(prefix="/tables", tags=["tables"])

    @router.get("/{table}/events", response_class=EventStream, responses=errors(404, 429, 503))
    async def events(
        request: Request,
        table: TableId,
        last_event_id: Annotated[str | None, Header(max_length=20)] = None,
        after: Annotated[int | None, Query(ge=0, le=LARGEST_SEQ)] = None,
        lang: Lang = None,
    ) -> EventStream:
        """Events as they are stored, each once and in order, and a `snapshot` whenever something has changed.

        `Last-Event-ID` (or `after`): go on behind that number. Without: from now on.
        """
        host = await house.host(table)
        place = house.listening(client_of(request))
        place.__enter__()
        told = _stream(house, host, _begin(host, last_event_id, after), language(request, lang), place)
        return EventStream(told, headers={"cache-control": "no-store", "x-accel-buffering": "no"})

    return router


def _begin(host: Host, last_event_id: str | None, after: int | None) -> int:
    if last_event_id:
        if not last_event_id.isascii() or not last_event_id.isdigit() or int(last_event_id) > LARGEST_SEQ:
            raise Refused("bad_request")
        after = int(last_event_id)
    return host.seq if after is None else after


async def _stream(house: House, host: Host, after: int, lang: str, place: Any) -> AsyncIterator[str]:
    """The text of the stream. `place` is given back at its end."""
    try:
        yield f"retry: {RETRY_MS}\n\n"
        if after > host.seq:  # the log is shorter than the listener remembers: it was restored from a backup
            yield _event({"seq": host.seq}, name="reset")
            after = host.seq
        shown = -1
        while not house.leaving.is_set() and not host.gone:
            version = host.version
            while after < host.seq:
                stored = await house.store_call(house.store.events, host.row.id, after, BATCH)
                for each in stored:
                    yield _event(entry(each, lang), each.seq)
                after = stored[-1].seq if stored else host.seq
            if shown != version:
                yield _event(host.snapshot(lang), name="snapshot")
                shown = version
            await host.wait_news(version, house.limits.heartbeat_s)
            if host.version == version:
                yield ": still here\n\n"
        yield _event({}, name="goodbye" if house.leaving.is_set() else "gone")
    finally:
        place.__exit__(None, None, None)


def _event(data: dict[str, Any], number: int | None = None, name: str | None = None) -> str:
    head = (f"id: {number}\n" if number is not None else "") + (f"event: {name}\n" if name else "")
    return f"{head}data: {json.dumps(data, ensure_ascii=True)}\n\n"
