"""`GET /`: the page and its few files, by name; nothing else of the disk can be asked for."""

from __future__ import annotations

from pathlib import Path

from fastapi import APIRouter
from starlette.responses import FileResponse

from api.errors import Refused

WEB = Path(__file__).parents[1] / "web"
KINDS = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".webmanifest": "application/manifest+json",
}
FILES = {path.name: KINDS[path.suffix] for path in sorted(WEB.iterdir()) if path.suffix in KINDS}
"""All that can be asked for: the files that were there at the start."""
METHODS = ["GET", "HEAD"]
router = APIRouter()


@router.api_route("/", methods=METHODS, include_in_schema=False)
async def page() -> FileResponse:
    """The page itself."""
    return await file("index.html")


@router.api_route("/{name}", methods=METHODS, include_in_schema=False)
async def file(name: str) -> FileResponse:
    """One of its files."""
    if name not in FILES:
        raise Refused("not_found")
    return FileResponse(WEB / name, media_type=FILES[name])
