"""Tables: set up, looked at, acted at."""

from __future__ import annotations

import hashlib
import json
from typing import Annotated, Any

from fastapi import APIRouter, Body, Header, Query, Request
from pydantic import BaseModel, ConfigDict
from starlette.responses import JSONResponse, Response

from api.domain.acts import Act, Name
from api.domain.snapshot import messages
from api.routes.v1 import shapes
from api.routes.v1.asking import (
    Authorization,
    Lang,
    TableId,
    checked_idempotency_key,
    client_of,
    errors,
    key_of,
    language,
)  # fmt: skip
from api.service.house import House
from api.store.store import Stored

ACT_EXAMPLES: dict[str, Any] = {
    "start": {
        "summary": "Two players, red opens, two games",
        "value": {
            "act": "start",
            "players": [{"name": "Ada", "disc": "R"}, {"name": "Bo"}],
            "opener": "R",
            "match": {"format": "two_game"},
        },
    },
    "play": {"value": {"act": "play", "column": 4}},
    "correct a cell": {"value": {"act": "correct", "cell": [3, 1], "disc": "Y"}},
    "dispute": {"value": {"act": "dispute", "claim": "we_have_a_line", "cells": [[1, 1], [2, 2], [3, 3], [4, 4]]}},
    "undo, both agree": {"value": {"act": "undo", "discs": ["R", "Y"]}},
    "agree": {"value": {"act": "agree", "discs": ["R", "Y"]}},
}


class TableIn(BaseModel):
    """A new table's name."""

    model_config = ConfigDict(extra="forbid")
    name: Name = "Fairdrop"


def make_router(house: House) -> APIRouter:
    """The routes of tables."""
    router = APIRouter(prefix="/tables", tags=["tables"])

    @router.post("", status_code=201, response_model=shapes.TableSetUp, responses=errors(429, 503))
    async def set_up(request: Request, table: TableIn) -> Any:
        """Set up a table. Whoever has its key may act at it; the key goes into the fragment of the page's address."""
        row, key = await house.set_up(table.name, client_of(request))
        told = {"table": {"id": row.id, "name": row.name}, "key": key, "link": f"/#table={row.id}&key={key}"}
        return JSONResponse(told, 201, {"location": f"/api/v1/tables/{row.id}", "cache-control": "no-store"})

    @router.get("", response_model=list[shapes.TableListed], responses=errors(503))
    async def listed() -> Any:
        """All tables, oldest first."""
        rows = await house.store_call(house.store.tables)
        return [{"id": row.id, "name": row.name, "created_at": row.created_at} for row in rows]

    @router.get("/{table}", response_model=shapes.Snapshot, responses=errors(404, 503))
    async def snapshot(request: Request, table: TableId, lang: Lang = None) -> Any:
        """The snapshot: all that one screen shows. Anybody in the network may look."""
        host = await house.host(table)
        return JSONResponse(host.snapshot(language(request, lang)))

    @router.delete("/{table}", status_code=204, responses=errors(401, 404, 503))
    async def remove(table: TableId, authorization: Authorization = None) -> Response:
        """Remove the table with its games, its log and its pictures."""
        await house.remove(await house.with_key(table, key_of(authorization)))
        return Response(status_code=204)

    @router.get("/{table}/key", status_code=204, responses=errors(401, 404, 503))
    async def check_key(table: TableId, authorization: Authorization = None) -> Response:
        """204 if the key opens this table: what the page asks before it shows buttons."""
        await house.with_key(table, key_of(authorization))
        return Response(status_code=204)

    @router.get("/{table}/log", response_model=shapes.Log, responses=errors(404, 503))
    async def log(
        request: Request,
        table: TableId,
        after: Annotated[int, Query(ge=0, le=2**31 - 1)] = 0,
        lang: Lang = None,
    ) -> Any:
        """The log after a number, a page at a time."""
        host, most = await house.host(table), house.limits.page_events
        stored = await house.store_call(house.store.events, host.row.id, after, most + 1)
        spoken = language(request, lang)
        return JSONResponse({"events": [entry(each, spoken) for each in stored[:most]], "more": len(stored) > most})

    @router.post("/{table}/acts", response_model=shapes.ActedShape, responses=errors(401, 404, 409, 422, 503))
    async def act(
        request: Request,
        table: TableId,
        act: Annotated[Act, Body(openapi_examples=ACT_EXAMPLES)],
        authorization: Authorization = None,
        idempotency_key: Annotated[
            str | None, Header(max_length=100, description="8 to 64 of A-Z a-z 0-9 _ . : -; a new one for each act.")
        ] = None,
        lang: Lang = None,
    ) -> Any:
        """Do something at the table. A second request with the same key changes nothing."""
        host = await house.with_key(table, key_of(authorization))
        key = checked_idempotency_key(idempotency_key)
        done = await host.act(act, key, digest_of(act))
        spoken = language(request, lang)
        events = [entry(each, spoken) for each in done.events]
        return JSONResponse({"events": events, "repeated": done.repeated, "snapshot": host.snapshot(spoken)})

    return router


def entry(stored: Stored, lang: str) -> dict[str, Any]:
    """An event of the log as it is told."""
    told = messages(stored.event, lang)
    return {"seq": stored.seq, "at": stored.at, "game": stored.game, **stored.data, "messages": told}


def digest_of(act: BaseModel) -> str:
    """What two requests for the same act have in common."""
    return hashlib.sha256(json.dumps(act.model_dump(mode="json"), sort_keys=True).encode()).hexdigest()
