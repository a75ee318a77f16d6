"""`/healthz`: the server is up. `/readyz`: it can serve tables. `/metrics`: for Prometheus."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter
from starlette.responses import JSONResponse, PlainTextResponse

from api.service.house import House
from referee.errors import RefereeError


def make_router(house: House) -> APIRouter:
    """The routes by which a server is watched."""
    router = APIRouter(tags=["operation"])

    @router.get("/healthz")
    async def healthz() -> dict[str, str]:
        """Answers at once, also while pictures are being read."""
        return {"status": "ok"}

    @router.get("/readyz", responses={503: {}})
    async def readyz() -> Any:
        """200 while tables can be served; 503 before, after, and when the store can't be reached."""
        try:
            if house.ready:
                await house.store_call(house.store.tables)
                return {"status": "ready"}
        except RefereeError:
            pass
        return JSONResponse({"status": "not ready"}, 503)

    @router.get("/metrics", response_class=PlainTextResponse)
    async def metrics() -> PlainTextResponse:
        """Counters and times; nothing in them tells who plays."""
        gauges: dict[str, float] = {
            "fairdrop_tables": len(house.hosts),
            "fairdrop_tables_playing": sum(host.state.playing for host in house.hosts.values()),
            "fairdrop_cameras": sum(host.camera.seat is not None for host in house.hosts.values()),
            "fairdrop_listeners": house.listeners.total(),
        }
        return PlainTextResponse(house.metrics.text(gauges), media_type="text/plain; version=0.0.4")

    return router
