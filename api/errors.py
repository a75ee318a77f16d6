"""From a coded refusal to its HTTP status, in one table; the layers below know nothing of HTTP."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

STATUS: dict[str, HTTPStatus] = {
    "picture_too_many_bytes": HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    "picture_too_large": HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    "picture_not_a_picture": HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
    "picture_format": HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
    "picture_heic": HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
    "picture_animated": HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
    "upload_too_slow": HTTPStatus.REQUEST_TIMEOUT,
    "other_origin": HTTPStatus.FORBIDDEN,
    "not_found": HTTPStatus.NOT_FOUND,
    "method_not_allowed": HTTPStatus.METHOD_NOT_ALLOWED,
    "server_fault": HTTPStatus.INTERNAL_SERVER_ERROR,
}
"""Every other code is the caller's bad request: 400."""


def status_of(code: str) -> int:
    """The HTTP status under which a code is answered."""
    return STATUS.get(code, HTTPStatus.BAD_REQUEST)


class Refused(Exception):
    """A request that is refused at the door, as a code and its data."""

    def __init__(self, code: str, data: Mapping[str, Any] | None = None) -> None:
        super().__init__(code)
        self.code = code
        self.data = dict(data or {})
