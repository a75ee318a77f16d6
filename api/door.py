"""What every request and every answer passes: who may come in at all, and what every answer carries.

Other websites don't get in (Origin), nor names that somebody has pointed at this computer (Host), nor, unless that is
wished, addresses outside the local network; the page may load nothing from outside. Small bodies are read here.
"""

from __future__ import annotations

import ipaddress
import json
import logging
import secrets
import socket
import time
from dataclasses import dataclass
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api.bodies import read_body
from api.errors import Refused, headers_of, status_of
from api.language import from_header
from api.service.metrics import Metrics
from api.told import Told

CONTENT_SECURITY_POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' blob: data:",
        "media-src 'self' blob:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    ]
)
HEADERS = {
    "content-security-policy": CONTENT_SECURITY_POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(self), geolocation=(), microphone=(), screen-wake-lock=(self)",
    "cache-control": "no-cache",
}
BODY_S = 20.0
PICTURE_ROUTES = ("/frames", "/api/read", "/api/v1/readings")
"""Ends of paths whose bodies are pictures: their routes count them."""
LOCAL_NAMES = ("localhost",)
log = logging.getLogger("fairdrop.request")


@dataclass(frozen=True)
class DoorRules:
    """Who may come in. names: host names besides addresses, `localhost`, `.local` and this computer's own name.

    public: whether addresses outside the local network are served. body_bytes: of requests that aren't pictures.
    """

    names: tuple[str, ...] = ()
    public: bool = False
    body_bytes: int = 64_000


class Door:
    """ASGI middleware around the whole app. `app` is the application inside."""

    def __init__(self, app: ASGIApp, rules: DoorRules | None = None, metrics: Metrics | None = None) -> None:
        self.app = app
        self.rules = rules or DoorRules()
        self.metrics = metrics or Metrics()
        self.own_name = socket.gethostname().lower()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._websocket(scope, receive, send)
        else:
            await self._http(scope, receive, send)

    async def _websocket(self, scope: Scope, receive: Receive, send: Send) -> None:
        refused = self.refusal(scope)
        if refused is None:
            await self.app(scope, receive, send)
            return
        self.metrics.refusals.inc(refused)
        await receive()
        await send({"type": "websocket.close", "code": 1008, "reason": refused})

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        began, request = time.perf_counter(), secrets.token_hex(8)
        scope["request_id"] = request

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                headers["x-request-id"] = request
                self._count(scope, message["status"], time.perf_counter() - began)
            await send(message)

        try:
            if refused := self.refusal(scope):
                raise Refused(refused)
            receive = await self._bounded(scope, receive)
        except Refused as error:
            self.metrics.refusals.inc(error.code)
            lang = from_header(Headers(scope=scope).get("accept-language", ""))
            answer = JSONResponse(Told.of(error).as_dict(lang), status_of(error.code), headers_of(error.code))
            await answer(scope, receive, send_with_headers)
            return
        await self.app(scope, receive, send_with_headers)

    def refusal(self, scope: Scope) -> str | None:
        """Why this request may not come in at all: `not_local`, `other_host`, `other_origin`; None if it may."""
        headers = Headers(scope=scope)
        if not self.rules.public and scope.get("client") and not is_local(scope["client"][0]):
            return "not_local"
        if not self.knows_host(headers.get("host", "")):
            return "other_host"
        return "other_origin" if is_other_origin(headers) else None

    def knows_host(self, host: str) -> bool:
        """Whether a request is meant for us: an address, or a name that nobody else can have pointed here."""
        name = host_name(host)
        if name is None:
            return False
        known = (*LOCAL_NAMES, self.own_name, *self.rules.names)
        return name in known or name.endswith(".local") or is_address(name)

    async def _bounded(self, scope: Scope, receive: Receive) -> Receive:
        """The body of a request that isn't a picture, read whole before anything else looks at it."""
        if scope["method"] in ("GET", "HEAD", "OPTIONS") or scope["path"].endswith(PICTURE_ROUTES):
            return receive
        too_large = Refused("body_too_large", {"most_kb": self.rules.body_bytes // 1000})
        body = await read_body(Request(scope, receive), self.rules.body_bytes, BODY_S, too_large)
        given = False

        async def replayed() -> Message:
            nonlocal given
            if given:
                return await receive()
            given = True
            return {"type": "http.request", "body": body, "more_body": False}

        return replayed

    def _count(self, scope: Scope, status: int, seconds: float) -> None:
        self.metrics.requests.inc(str(status))
        self.metrics.request_seconds.observe(seconds)
        if log.isEnabledFor(logging.INFO):
            client = scope["client"][0] if scope.get("client") else None
            about = {"request": scope["request_id"], "method": scope["method"], "path": scope["path"][:200]}
            log.info(json.dumps(about | {"status": status, "ms": round(1000 * seconds, 1), "client": client}))


def is_other_origin(headers: Headers) -> bool:
    """Whether a browser asks on behalf of another website. Tools, which send no Origin, may ask."""
    origin = headers.get("origin")
    if origin is not None:
        try:
            return urlsplit(origin).netloc.lower() != headers.get("host", "").lower()
        except ValueError:
            return True
    return headers.get("sec-fetch-site") == "cross-site" and headers.get("sec-fetch-mode") != "navigate"


def is_local(client: str) -> bool:
    """Whether a client is on this computer or in its local network."""
    try:
        address = ipaddress.ip_address(client.split("%")[0])
    except ValueError:
        return client == ""  # a Unix socket: whoever listens there has let them in
    mapped = getattr(address, "ipv4_mapped", None)
    address = mapped or address
    return address.is_loopback or address.is_private or address.is_link_local


def is_address(name: str) -> bool:
    """Whether a host is a bare address: nobody can point somebody else's name at us by it."""
    try:
        ipaddress.ip_address(name.strip("[]").split("%")[0])
    except ValueError:
        return False
    return True


def host_name(host: str) -> str | None:
    """The name in a Host header, without its port; None for what is none."""
    try:
        parts = urlsplit(f"//{host}")
        port = parts.port
    except ValueError:
        return None
    if parts.path or parts.query or parts.fragment or "@" in host or not parts.hostname or port == 0:
        return None
    return parts.hostname.lower().rstrip(".")
