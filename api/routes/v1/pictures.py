"""Pictures: the one held for a dispute or an offence, and those that were kept. Only with the table's key."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.responses import Response

from api.errors import Refused
from api.routes.v1.asking import Authorization, TableId, errors, key_of
from api.service.house import House

PRIVATE = {"cache-control": "no-store"}


def make_router(house: House) -> APIRouter:
    """The routes of pictures."""
    router = APIRouter(prefix="/tables", tags=["evidence"])

    @router.get("/{table}/picture", response_class=Response, responses=errors(401, 404, 503))
    async def held(table: TableId, authorization: Authorization = None) -> Response:
        """The picture held for a dispute or an offence, else the camera's newest frame; a JPEG."""
        host = await house.with_key(table, key_of(authorization))
        shot = await host.picture()
        if shot is None:
            raise Refused("no_picture")
        return Response(shot.jpeg, media_type="image/jpeg", headers=PRIVATE)

    return router
