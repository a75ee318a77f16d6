"""How a camera looks at the board: the grid shown by four taps, and which side is left."""

from __future__ import annotations

from typing import Annotated, Any

import numpy as np
from fastapi import APIRouter, Request
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import JSONResponse

from api.routes.v1 import shapes
from api.routes.v1.asking import Authorization, Lang, TableId, errors, key_of, language
from api.service.house import House

Share = Annotated[float, Field(ge=-1.0, le=2.0, allow_inf_nan=False)]
Point = Annotated[list[Share], Field(min_length=2, max_length=2)]


class GridIn(BaseModel):
    """Where the middles of the corner cells are in the camera's newest frame, as shares of its width and height.

    In this order, as the picture shows them: top left, top right, bottom right, bottom left.
    """

    model_config = ConfigDict(extra="forbid")
    corners: Annotated[list[Point], Field(min_length=4, max_length=4)] = Field(
        examples=[[[0.31, 0.22], [0.7, 0.23], [0.69, 0.74], [0.32, 0.73]]]
    )


class SideIn(BaseModel):
    """Whether the camera sees left and right the other way round; null: ask anew."""

    model_config = ConfigDict(extra="forbid")
    flipped: Annotated[bool, Field(strict=True)] | None = Field(examples=[False])


def make_router(house: House) -> APIRouter:
    """The routes of a set-up."""
    router = APIRouter(prefix="/tables", tags=["cameras"])

    @router.put("/{table}/grid", response_model=shapes.GridShown, responses=errors(401, 404, 409, 503))
    async def show_grid(
        request: Request, table: TableId, grid: GridIn, authorization: Authorization = None, lang: Lang = None
    ) -> Any:
        """Show where the board is, when finding it fails. The camera follows it from there, as long as it stands."""
        host = await house.with_key(table, key_of(authorization))
        found = await host.camera.show_grid(np.array(grid.corners, np.float64))
        return JSONResponse({"grid": found, "snapshot": host.snapshot(language(request, lang))})

    @router.delete("/{table}/grid", response_model=shapes.Snapshot, responses=errors(401, 404, 503))
    async def forget_grid(
        request: Request, table: TableId, authorization: Authorization = None, lang: Lang = None
    ) -> Any:
        """Find the board without what was shown."""
        host = await house.with_key(table, key_of(authorization))
        await host.camera.forget_grid()
        return JSONResponse(host.snapshot(language(request, lang)))

    @router.post("/{table}/side", response_model=shapes.Snapshot, responses=errors(401, 404, 409, 503))
    async def ask_side(request: Request, table: TableId, authorization: Authorization = None, lang: Lang = None) -> Any:
        """Ask for one disc in the players' left column: where it is seen tells whether the picture has to be turned.

        The snapshot's `camera.check` then says what to do, until its stage is `done`.
        """
        host = await house.with_key(table, key_of(authorization))
        host.camera.begin_check()
        return JSONResponse(host.snapshot(language(request, lang)))

    @router.put("/{table}/side", response_model=shapes.Snapshot, responses=errors(401, 404, 409, 503))
    async def tell_side(
        request: Request, table: TableId, side: SideIn, authorization: Authorization = None, lang: Lang = None
    ) -> Any:
        """Say whether the picture has to be turned, without asking for a disc."""
        host = await house.with_key(table, key_of(authorization))
        await host.camera.flip(side.flipped)
        return JSONResponse(host.snapshot(language(request, lang)))

    @router.delete("/{table}/side", response_model=shapes.Snapshot, responses=errors(401, 404, 503))
    async def end_check(
        request: Request, table: TableId, authorization: Authorization = None, lang: Lang = None
    ) -> Any:
        """Ask no more; what was found out stays."""
        host = await house.with_key(table, key_of(authorization))
        host.camera.end_check()
        return JSONResponse(host.snapshot(language(request, lang)))

    return router
