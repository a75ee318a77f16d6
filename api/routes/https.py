"""The way to https: the home's authority to install, and how, for each system. Offered on http, where it is needed."""

from __future__ import annotations

import html
from dataclasses import dataclass, field

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse, Response

from api.errors import Refused
from api.routes.v1.asking import Lang, language
from api.texts import say

SYSTEMS = ("ios", "android", "windows", "macos", "linux", "firefox")
CERTIFICATE = "application/x-x509-ca-cert"


@dataclass(frozen=True)
class Offer:
    """The authority's certificate (DER), its SHA-256 as phones show it, and the port on which https is spoken."""

    certificate: bytes = field(repr=False)
    fingerprint: str
    port: int


def make_router(offer: Offer | None) -> APIRouter:
    """The routes; without an offer there is nothing to install."""
    router = APIRouter(tags=["https"])

    @router.get("/fairdrop-ca.crt", response_class=Response)
    async def certificate() -> Response:
        """The authority's certificate, as phones install it."""
        if offer is None:
            raise Refused("not_found")
        return Response(offer.certificate, media_type=CERTIFICATE)

    @router.get("/api/v1/https")
    async def about(request: Request, lang: Lang = None) -> dict[str, object]:
        """`{port, fingerprint, certificate, steps}`; `port` null where https isn't spoken."""
        spoken = language(request, lang)
        steps = {system: say(f"trust_{system}", {}, spoken) for system in SYSTEMS}
        told = {"certificate": "/fairdrop-ca.crt", "steps": steps}
        return told | {"port": offer.port if offer else None, "fingerprint": offer.fingerprint if offer else None}

    @router.get("/trust", response_class=HTMLResponse)
    async def page(request: Request, lang: Lang = None) -> HTMLResponse:
        """The same as a page, which needs no script."""
        if offer is None:
            raise Refused("not_found")
        return HTMLResponse(_page(offer, language(request, lang)))

    return router


def _page(offer: Offer, lang: str) -> str:
    def text(code: str) -> str:
        return html.escape(say(code, {}, lang))

    steps = "".join(f"<dt>{text(f'trust_{s}_name')}</dt><dd>{text(f'trust_{s}')}</dd>" for s in SYSTEMS)
    return (
        f'<!doctype html><html lang="{lang}"><head><meta charset="utf-8"><title>{text("trust_title")}</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="stylesheet" href="/style.css">'
        f"</head><body><main><h1>{text('trust_title')}</h1><p>{text('trust_why')}</p>"
        f'<p><a href="/fairdrop-ca.crt">{text("trust_get")}</a></p><dl>{steps}</dl>'
        f"<p>{text('trust_check')}<br><code>{html.escape(offer.fingerprint)}</code></p></main></body></html>"
    )
