"""`GET /api/texts`: the page's own words, in the browser's language."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from fastapi import APIRouter, Request

from api import texts as catalogue
from api.language import from_header

FOLDER = Path(catalogue.__path__[0])
PREFIX = "page_"
router = APIRouter()


@router.get("/api/texts")
async def texts(request: Request) -> dict[str, object]:
    """`{lang, texts}`: what the page says of itself; verdicts and errors come with the answers they belong to."""
    lang = from_header(request.headers.get("accept-language", ""))
    return {"lang": lang, "texts": page_texts(lang)}


@cache
def page_texts(lang: str) -> dict[str, str]:
    """The page's texts by their names without the prefix; `{…}` in them is filled by the page."""
    texts = json.loads((FOLDER / lang / "app.json").read_text("utf-8"))
    return {code.removeprefix(PREFIX): text for code, text in texts.items() if code.startswith(PREFIX)}
