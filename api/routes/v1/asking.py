"""What all routes ask of a request: who is it, in which language, with which key."""

from __future__ import annotations

import re
from typing import Annotated, Any

from fastapi import Header, Path, Query
from starlette.requests import HTTPConnection

from api.errors import Refused
from api.language import from_header
from api.routes.v1.shapes import Problem
from api.texts import LANGUAGES

BEARER = re.compile(r"Bearer ([A-Za-z0-9_-]{16,64})\Z")
PROTOCOL = "fairdrop.v1"
KEY_PROTOCOL = re.compile(r"key\.([A-Za-z0-9_-]{16,64})\Z")
IDEMPOTENCY_KEY = re.compile(r"[A-Za-z0-9_.:-]{8,64}\Z")

TableId = Annotated[str, Path(pattern=r"^[a-z0-9]{4,24}$", examples=["k7m2q9wxrt4h"], description="A table's id.")]
Id = Annotated[str, Path(pattern=r"^[a-z0-9]{4,24}$", examples=["p3v8n6c2d5fj"])]
Lang = Annotated[str | None, Query(pattern=r"^[a-z]{2}$", description="en, de, fr, es; else Accept-Language.")]
Authorization = Annotated[
    str | None, Header(max_length=200, examples=["Bearer AbC..."], description="`Bearer` and the table's key.")
]


def language(connection: HTTPConnection, lang: str | None = None) -> str:
    """The language asked for, by `lang` or by the browser."""
    return lang if lang in LANGUAGES else from_header(connection.headers.get("accept-language", ""))


def client_of(connection: HTTPConnection) -> str:
    """The address a request comes from."""
    return connection.client.host if connection.client else "-"


def key_of(authorization: str | None) -> str | None:
    """The key in an `Authorization` header; None without one. Raises `Refused` `key_wrong` for anything else in it."""
    if authorization is None:
        return None
    found = BEARER.match(authorization)
    if found is None:
        raise Refused("key_wrong")
    return found[1]


def key_in_protocols(connection: HTTPConnection) -> str | None:
    """The key of a WebSocket: browsers can't set headers there, so it comes as a second subprotocol, `key.…`."""
    offered: list[str] = connection.scope.get("subprotocols", [])
    found = (KEY_PROTOCOL.match(each) for each in offered)
    return next((each[1] for each in found if each), None) or key_of(connection.headers.get("authorization"))


def checked_idempotency_key(key: str | None) -> str:
    """Raises `Refused`: `idempotency_key_missing`, `idempotency_key_wrong`."""
    if key is None:
        raise Refused("idempotency_key_missing")
    if not IDEMPOTENCY_KEY.match(key):
        raise Refused("idempotency_key_wrong")
    return key


def errors(*codes: int) -> dict[int | str, dict[str, Any]]:
    """For OpenAPI: these statuses answer `{code, message}`."""
    return {code: {"model": Problem} for code in (400, 403, *codes)}
