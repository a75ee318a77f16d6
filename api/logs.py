"""What the server writes down of itself: one JSON object a line on stderr. No keys, no names, no pictures."""

from __future__ import annotations

import json
import logging
import sys
from datetime import UTC, datetime


class JsonLines(logging.Formatter):
    """A record as one JSON object; a message that is one already is taken in."""

    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        told: dict[str, object] = {"at": at, "level": record.levelname.lower(), "logger": record.name}
        message = record.getMessage()
        told |= _object(message) or {"message": message}
        if record.exc_info:
            told["fault"] = self.formatException(record.exc_info)
        return json.dumps(told, ensure_ascii=True, default=str)


def _object(message: str) -> dict[str, object] | None:
    """The object that a message is; None for any other text."""
    try:
        told = json.loads(message) if message.startswith("{") else None
    except ValueError:
        return None
    return told if isinstance(told, dict) else None


def set_up_logs(verbose: bool) -> None:
    """Warnings and worse; every request too if `verbose`."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("fairdrop").setLevel(logging.INFO if verbose else logging.WARNING)
