"""`create_app(settings)`: HTTP and the page. Everything an app needs comes in as an argument; there are no globals."""

from __future__ import annotations

from dataclasses import dataclass

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp

from api.door import Door
from api.errors import Refused, status_of
from api.language import from_header
from api.routes import health, page, read, story, texts
from api.story import Story
from api.told import Told


@dataclass(frozen=True)
class Settings:
    """What a server is told at its start.

    story: a watched game to show on the page. upload_timeout_s: how long a picture may take to arrive.
    readers: pictures read at the same time; each may take some hundred megabytes.
    """

    story: Story | None = None
    upload_timeout_s: float = 60.0
    readers: int = 1


def create_app(settings: Settings | None = None) -> ASGIApp:
    """The whole service: `GET /healthz`, `POST /api/read`, `GET /api/texts`, `GET /api/story`, and the page."""
    settings = settings or Settings()
    app = FastAPI(title="Fairdrop", docs_url=None, redoc_url=None, openapi_url=None)
    app.include_router(health.router)
    app.include_router(read.make_router(settings.upload_timeout_s, settings.readers))
    app.include_router(texts.router)
    app.include_router(story.make_router(settings.story))
    app.include_router(page.router)
    app.add_exception_handler(Refused, _refused)
    app.add_exception_handler(HTTPException, _http_error)
    app.add_exception_handler(RequestValidationError, _bad_request)
    app.add_exception_handler(Exception, _fault)
    return Door(app)


def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, Refused)
    return error_response(request, Told(error.code, error.data))


def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    code = {404: "not_found", 405: "method_not_allowed"}.get(error.status_code, "bad_request")
    return error_response(request, Told(code))


def _bad_request(request: Request, error: Exception) -> Response:
    return error_response(request, Told("bad_request"))


def _fault(request: Request, error: Exception) -> Response:
    """Our own fault: the server's log has the traceback, the answer has none."""
    return error_response(request, Told("server_fault"))


def error_response(request: Request, told: Told) -> Response:
    """`{code, message}` in the asker's language, under the code's status."""
    lang = from_header(request.headers.get("accept-language", ""))
    return JSONResponse(told.as_dict(lang), status_of(told.code))
