"""From a coded refusal to its HTTP status, in one table; the layers below know nothing of HTTP."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

STATUS: dict[str, HTTPStatus] = {
    "picture_too_many_bytes": HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    "picture_too_large": HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    "frame_too_many_bytes": HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    "body_too_large": HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    "picture_not_a_picture": HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
    "picture_format": HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
    "picture_heic": HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
    "picture_animated": HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
    "upload_too_slow": HTTPStatus.REQUEST_TIMEOUT,
    "key_missing": HTTPStatus.UNAUTHORIZED,
    "key_wrong": HTTPStatus.FORBIDDEN,
    "other_origin": HTTPStatus.FORBIDDEN,
    "other_host": HTTPStatus.FORBIDDEN,
    "not_local": HTTPStatus.FORBIDDEN,
    "not_found": HTTPStatus.NOT_FOUND,
    "no_such_table": HTTPStatus.NOT_FOUND,
    "no_picture": HTTPStatus.NOT_FOUND,
    "method_not_allowed": HTTPStatus.METHOD_NOT_ALLOWED,
    "wrong_phase": HTTPStatus.CONFLICT,
    "out_of_date": HTTPStatus.CONFLICT,
    "camera_taken": HTTPStatus.CONFLICT,
    "taken_over": HTTPStatus.CONFLICT,
    "no_camera": HTTPStatus.CONFLICT,
    "advice_refused": HTTPStatus.CONFLICT,
    "review_only_classic": HTTPStatus.CONFLICT,
    "not_while_playing": HTTPStatus.CONFLICT,
    "column_full": HTTPStatus.CONFLICT,
    "column_not_full": HTTPStatus.CONFLICT,
    "not_your_turn": HTTPStatus.CONFLICT,
    "nothing_to_pop": HTTPStatus.CONFLICT,
    "not_your_disc": HTTPStatus.CONFLICT,
    "no_disc_left": HTTPStatus.CONFLICT,
    "nothing_to_undo": HTTPStatus.CONFLICT,
    "nothing_to_redo": HTTPStatus.CONFLICT,
    "no_such_choice": HTTPStatus.CONFLICT,
    "cannot_stand_floating": HTTPStatus.CONFLICT,
    "swap_not_agreed": HTTPStatus.CONFLICT,
    "already_swapped": HTTPStatus.CONFLICT,
    "swap_only_after_opening": HTTPStatus.CONFLICT,
    "move_refused": HTTPStatus.CONFLICT,
    "correction_illegal": HTTPStatus.CONFLICT,
    "correction_unexplained": HTTPStatus.CONFLICT,
    "correction_changes_nothing": HTTPStatus.CONFLICT,
    "lot_needed": HTTPStatus.CONFLICT,
    "match_over": HTTPStatus.CONFLICT,
    "idempotency_key_reused": HTTPStatus.UNPROCESSABLE_ENTITY,
    "too_fast": HTTPStatus.TOO_MANY_REQUESTS,
    "too_many_connections": HTTPStatus.TOO_MANY_REQUESTS,
    "server_fault": HTTPStatus.INTERNAL_SERVER_ERROR,
    "too_many_tables": HTTPStatus.SERVICE_UNAVAILABLE,
    "no_such_game": HTTPStatus.NOT_FOUND,
    "table_elsewhere": HTTPStatus.SERVICE_UNAVAILABLE,
    "busy": HTTPStatus.SERVICE_UNAVAILABLE,
    "store_unavailable": HTTPStatus.SERVICE_UNAVAILABLE,
    "goodbye": HTTPStatus.SERVICE_UNAVAILABLE,
}
"""Every other code is the caller's bad request: 400."""


def status_of(code: str) -> int:
    """The HTTP status under which a code is answered."""
    return STATUS.get(code, HTTPStatus.BAD_REQUEST)


HANGS_UP = frozenset({HTTPStatus.REQUEST_ENTITY_TOO_LARGE, HTTPStatus.REQUEST_TIMEOUT})
"""Statuses after which the connection is closed: the rest of the body would only keep coming."""


def headers_of(code: str) -> dict[str, str]:
    """Headers of a refusal."""
    return {"connection": "close"} if status_of(code) in HANGS_UP else {}


class Refused(Exception):
    """A request that is refused at the door, as a code and its data."""

    def __init__(self, code: str, data: Mapping[str, Any] | None = None) -> None:
        super().__init__(code)
        self.code = code
        self.data = dict(data or {})
