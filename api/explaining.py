"""What a trace says of one moment, told for people."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from api.told import Told
from api.tracing import Line, lines
from referee.errors import RefereeError
from referee.events import event_from_dict
from vision import params as P
from vision.errors import FileError

LOOK_BACK_S = 10.0
"""How far back what was said before still belongs to the moment, s."""


def explained(path: Path, at_s: float) -> tuple[Line, list[Told]]:
    """The frame nearest to a time, and what is to be said of it. FileError: as `lines`, and `trace_too_short`."""
    nearest, said = None, list[tuple[float, dict[str, Any]]]()
    for line in lines(path):
        said += [(line["t"], event) for event in line["events"]]
        if nearest is None or abs(line["t"] - at_s) <= abs(nearest["t"] - at_s):
            nearest = line
    if nearest is None or abs(nearest["t"] - at_s) > LOOK_BACK_S:
        raise FileError("trace_too_short", path=str(path), seconds=round(nearest["t"]) if nearest else 0)
    around = [event for t, event in said if nearest["t"] - LOOK_BACK_S < t <= nearest["t"]]
    return nearest, [*_seen(nearest), *_said(around)]


def _seen(line: Line) -> Iterator[Told]:
    yield Told("explain", {"kind": line["decision"]})
    if line.get("why"):
        yield Told(str(line["why"]), line["about"] if isinstance(line.get("about"), dict) else {})
    if line.get("light") is not None:
        yield Told("explain_picture", {key: line.get(key) for key in ("light", "sharpness", "residual_px")})
    cells = line["cells"]
    if hidden := [cell["cell"] for cell in cells if not cell["visible"]]:
        yield Told("explain_hidden", {"cells": hidden})
    for cell in cells:
        if cell["visible"]:
            yield _cell(cell)


def _cell(cell: dict[str, Any]) -> Told:
    """What one cell was read as, how sure, and how long that had been seen."""
    shares, evidence = cell["shares"], cell["evidence"]
    content = max(range(3), key=lambda c: shares[c])
    data = {
        "cell": cell["cell"],
        "kind": ".RY"[content] if content else "empty",
        "percent": round(100 * shares[content]),
        "seconds": evidence[content],
        "move_s": P.HOLD_EXPECTED_S,
        "other_s": P.HOLD_OTHER_S,
    }
    return Told("explain_cell", data)


def _said(events: list[dict[str, Any]]) -> Iterator[Told]:
    for event in events:
        try:
            known = event_from_dict(event)
        except RefereeError:
            continue
        yield Told(known.name, known.as_dict())
