"""`GET /api/texts`: the page's own words, in the browser's language."""

from __future__ import annotations

from fastapi import APIRouter, Request

from api.language import from_header
from api.texts import texts as catalogue

PREFIX = "page_"
router = APIRouter()


@router.get("/api/texts")
async def texts(request: Request) -> dict[str, object]:
    """`{lang, texts}`: what the page says of itself; verdicts and errors come with the answers they belong to."""
    lang = from_header(request.headers.get("accept-language", ""))
    return {"lang": lang, "texts": page_texts(lang)}


def page_texts(lang: str) -> dict[str, str]:
    """The page's texts by their names without the prefix; `{…}` in them is filled by the page."""
    return {code.removeprefix(PREFIX): text for code, text in catalogue(lang).items() if code.startswith(PREFIX)}
