"""Pictures: the one held for a dispute or an offence, and those that were kept. Only with the table's key."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter
from starlette.responses import Response

from api.errors import Refused
from api.routes.v1.asking import Authorization, Id, TableId, errors, key_of
from api.service.house import House
from api.store.forgetting import forget_pictures

PRIVATE = {"cache-control": "no-store"}


def make_router(house: House) -> APIRouter:
    """The routes of pictures."""
    router = APIRouter(prefix="/tables", tags=["evidence"])

    @router.get("/{table}/picture", response_class=Response, responses=errors(401, 404, 503))
    async def held(table: TableId, authorization: Authorization = None) -> Response:
        """The picture held for a dispute or an offence, else the camera's newest frame; a JPEG."""
        host = await house.with_key(table, key_of(authorization))
        shot = await host.evidence.shot()
        if shot is None:
            raise Refused("no_picture")
        return Response(shot.jpeg, media_type="image/jpeg", headers=PRIVATE)

    @router.get("/{table}/pictures", responses=errors(401, 404, 503))
    async def kept(table: TableId, authorization: Authorization = None) -> Any:
        """What was kept of disputes and offences, newest first."""
        host = await house.with_key(table, key_of(authorization))
        return await house.store_call(house.store.pictures, host.row.id)

    @router.get("/{table}/pictures/{picture}", response_class=Response, responses=errors(401, 404, 503))
    async def one(table: TableId, picture: Id, authorization: Authorization = None) -> Response:
        """One of them; a JPEG."""
        host = await house.with_key(table, key_of(authorization))
        jpeg = await house.store_call(house.store.picture, host.row.id, picture)
        if jpeg is None:
            raise Refused("no_picture")
        return Response(jpeg, media_type="image/jpeg", headers=PRIVATE)

    @router.delete("/{table}/pictures/{picture}", status_code=204, responses=errors(401, 404, 503))
    async def forget(table: TableId, picture: Id, authorization: Authorization = None) -> Response:
        """Forget one of them."""
        host = await house.with_key(table, key_of(authorization))
        if not await house.store_call(forget_pictures, house.store, picture, host.row.id):
            raise Refused("no_picture")
        return Response(status_code=204)

    return router
