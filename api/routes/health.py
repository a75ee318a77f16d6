"""`GET /healthz`: the server is up."""

from __future__ import annotations

from fastapi import APIRouter

router = APIRouter()


@router.get("/healthz")
async def healthz() -> dict[str, str]:
    """Answers at once, also while a picture is being read."""
    return {"status": "ok"}
