"""`GET /`: the page and its few files, by name; nothing else of the disk can be asked for."""

from __future__ import annotations

from pathlib import Path

from fastapi import APIRouter
from starlette.responses import FileResponse

from api.errors import Refused

WEB = Path(__file__).parents[1] / "web"
FILES = {
    "index.html": "text/html; charset=utf-8",
    "app.js": "text/javascript; charset=utf-8",
    "board.js": "text/javascript; charset=utf-8",
    "style.css": "text/css; charset=utf-8",
    "icon.svg": "image/svg+xml",
}
METHODS = ["GET", "HEAD"]
router = APIRouter()


@router.api_route("/", methods=METHODS)
async def page() -> FileResponse:
    """The page itself."""
    return await file("index.html")


@router.api_route("/{name}", methods=METHODS)
async def file(name: str) -> FileResponse:
    """One of its files."""
    if name not in FILES:
        raise Refused("not_found")
    return FileResponse(WEB / name, media_type=FILES[name])
