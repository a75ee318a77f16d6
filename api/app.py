"""`create_app(settings)`: HTTP and the page. Everything an app needs comes in as an argument; there are no globals."""

from __future__ import annotations

import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from api.door import Door, DoorRules
from api.errors import Refused, headers_of, status_of
from api.language import from_header
from api.routes import health, https, invite, page, read, story, texts, v1
from api.service.house import House
from api.service.limits import Limits
from api.store.store import Store
from api.story import Story
from api.texts import LANGUAGES
from api.told import Told
from referee.errors import RefereeError

STORE_NAME = "fairdrop.db"
WHERE_CHARS = 80
DESCRIPTION = "/api/v1/openapi.json"


@dataclass(frozen=True)
class Settings:
    """What a server is told at its start.

    story: a watched game to show on the page. upload_timeout_s: how long a picture may take to arrive.
    readers: pictures read at the same time; each may take some hundred megabytes. store: the database's URL; without
    one, everything is forgotten when the server stops. names, public: who may come in, see `DoorRules`. https: what
    phones are offered to install. everywhere: it listens in the whole network, not at one address.
    """

    story: Story | None = None
    upload_timeout_s: float = 60.0
    readers: int = 1
    store: str | None = None
    limits: Limits = field(default_factory=Limits)
    names: tuple[str, ...] = ()
    public: bool = False
    https: https.Offer | None = None
    everywhere: bool = False


class App(Door):
    """The whole service behind its door. `house`: its tables; `api`: the application that knows the routes."""

    house: House
    api: FastAPI


def create_app(settings: Settings | None = None) -> App:
    """The whole service: `/healthz`, `/metrics`, `/api/v1`, `/api/read`, `/api/texts`, `/api/story`, and the page."""
    settings = settings or Settings()
    folder = None if settings.store else tempfile.TemporaryDirectory(prefix="fairdrop-", ignore_cleanup_errors=True)
    store = Store(settings.store or f"sqlite:///{Path(folder.name if folder else '') / STORE_NAME}")
    house = House(store, settings.limits)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        await house.open()
        yield
        await house.close()
        if folder:
            folder.cleanup()

    api = FastAPI(
        title="Fairdrop", version="1", docs_url=None, redoc_url=None, openapi_url=None,
        lifespan=lifespan, summary="A fair referee for the real, upright Connect 4 board",
    )  # fmt: skip
    api.include_router(health.make_router(house))
    api.include_router(v1.make_router(house, settings.upload_timeout_s, settings.readers))
    api.include_router(read.make_router(settings.upload_timeout_s, settings.readers))
    api.include_router(texts.router)
    api.include_router(story.make_router(settings.story))
    api.include_router(https.make_router(settings.https))
    api.include_router(invite.make_router(settings.https, settings.everywhere))
    api.include_router(page.router)
    api.add_api_route(DESCRIPTION, lambda: JSONResponse(api.openapi()), include_in_schema=False)  # made in a thread
    for kind in (Refused, RefereeError):
        api.add_exception_handler(kind, _coded)
    api.add_exception_handler(HTTPException, _http_error)
    api.add_exception_handler(RequestValidationError, _bad_request)
    api.add_exception_handler(Exception, _fault)
    rules = DoorRules(tuple(name.lower() for name in settings.names), settings.public, settings.limits.body_bytes)
    app = App(api, rules, house.metrics)
    app.house, app.api = house, api
    return app


def _coded(request: Request, error: Exception) -> Response:
    assert isinstance(error, Refused | RefereeError)
    return error_response(request, Told(error.code, error.data))


def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    code = {404: "not_found", 405: "method_not_allowed"}.get(error.status_code, "bad_request")
    return error_response(request, Told(code))


def _bad_request(request: Request, error: Exception) -> Response:
    """What is wrong is told by its place in the request, never by its value."""
    assert isinstance(error, RequestValidationError)
    found = error.errors()
    where = ".".join(str(part) for part in found[0]["loc"]) if found else ""
    return error_response(request, Told("bad_request"), {"where": _plain(where)[:WHERE_CHARS]})


def _plain(text: str) -> str:
    """A text that can be sent: halves of signs are replaced."""
    return text.encode("utf-8", "replace").decode("utf-8")


def _fault(request: Request, error: Exception) -> Response:
    """Our own fault: the server's log has the traceback, the answer has none."""
    return error_response(request, Told("server_fault"))


def error_response(request: Request, told: Told, more: dict[str, Any] | None = None) -> Response:
    """`{code, message}` in the asker's language, under the code's status; with `wrong_phase`, what is allowed now."""
    wanted = request.query_params.get("lang")
    lang = wanted if wanted in LANGUAGES else from_header(request.headers.get("accept-language", ""))
    answer: dict[str, Any] = told.as_dict(lang)
    if told.code == "wrong_phase":
        answer |= {"allowed": told.data.get("allowed"), "phase": told.data.get("phase")}
    if more and request.url.path.startswith("/api/v1"):
        answer |= more
    plain = {key: _plain(value) if isinstance(value, str) else value for key, value in answer.items()}
    return JSONResponse(plain, status_of(told.code), headers_of(told.code))
