"""What the commands do; `api/cli.py` only knows their options, so that `--help` needs no OpenCV."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from api import terminal
from api.told import Told


def guarded(lang: str, run: Callable[..., int], *arguments: Any) -> int:
    """Run a command; a coded refusal from any layer becomes one line on stderr and exit status 1."""
    from referee.errors import RefereeError
    from vision.errors import VisionError

    try:
        return run(*arguments)
    except (RefereeError, VisionError) as error:
        told = Told.of(error)
        terminal.error_line(told.code, told.text(lang))
        return 1
