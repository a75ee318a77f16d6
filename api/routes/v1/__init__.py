"""`/api/v1`: tables and what happens at them."""

from __future__ import annotations

from fastapi import APIRouter

from api.routes import read
from api.routes.v1 import cameras, listening, pictures, results, reviews, setting_up, tables
from api.service.house import House


def make_router(house: House, upload_timeout_s: float, readers: int) -> APIRouter:
    """All routes of this version."""
    router = APIRouter(prefix="/api/v1")
    for each in (tables, listening, cameras, setting_up, pictures, results, reviews):
        router.include_router(each.make_router(house))
    router.include_router(read.make_router(upload_timeout_s, readers, "/readings"))
    return router
