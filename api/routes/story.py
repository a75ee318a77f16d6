"""`GET /api/story`: a game that was watched before the server began, for the page; without one, no scenes."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from api.errors import Refused
from api.language import from_header
from api.story import Story


def make_router(told: Story | None) -> APIRouter:
    """The routes of one story."""
    router = APIRouter()
    told = told or Story(())

    @router.get("/api/story")
    async def story(request: Request) -> dict[str, Any]:
        return told.as_dict(from_header(request.headers.get("accept-language", "")))

    @router.get("/api/story/{number}.jpg")
    async def picture(number: int) -> Response:
        if not 0 <= number < len(told.scenes):
            raise Refused("not_found")
        return Response(told.scenes[number].picture, media_type="image/jpeg")

    return router
