"""`POST /api/v1/invitations`: a link to this server as phones in the same network reach it, and its QR code."""

from __future__ import annotations

import io
import ipaddress
from typing import Annotated

import segno
from fastapi import APIRouter, Request
from pydantic import BaseModel, ConfigDict, Field

from api.addresses import in_url, own_address
from api.routes.https import Offer

PLAIN_PORTS = {"http": 80, "https": 443}


class InvitationIn(BaseModel):
    """Where the link leads on the page: its fragment, which no server is ever sent with an address."""

    model_config = ConfigDict(extra="forbid")
    fragment: Annotated[str, Field(pattern=r"^[A-Za-z0-9=&_.~-]{0,200}$", examples=["table=k7m2q9wxrt4h&key=qT8c3v"])]


class Invitation(BaseModel):
    """The link, and its code as an SVG picture."""

    link: str
    code: str


def make_router(offer: Offer | None, everywhere: bool) -> APIRouter:
    """offer: https, where it is spoken. everywhere: the server listens in the whole network, not at one address."""
    router = APIRouter(tags=["https"])

    @router.post("/api/v1/invitations")
    async def invite(request: Request, wish: InvitationIn) -> Invitation:
        """A link for other devices: over https where that is spoken, with an address that they can reach."""
        link = f"{_base(request, offer, everywhere)}#{wish.fragment}"
        drawn = io.BytesIO()
        segno.make(link, error="m", micro=False).save(drawn, kind="svg", border=2, light="#fff", xmldecl=False)
        return Invitation(link=link, code=drawn.getvalue().decode())

    return router


def _base(request: Request, offer: Offer | None, everywhere: bool) -> str:
    host = request.url.hostname or "localhost"
    if everywhere and _means_itself(host):
        host = own_address() or host
    scheme = "https" if offer else request.url.scheme
    port = offer.port if offer else request.url.port
    return f"{scheme}://{in_url(host)}{f':{port}' if port and port != PLAIN_PORTS[scheme] else ''}/"


def _means_itself(host: str) -> bool:
    """Whether only this computer understands the name."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
