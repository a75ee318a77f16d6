"""Results for spreadsheets (CSV) and for programs (JSON)."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable
from typing import Any

from referee.codec import encode
from referee.records import Record, own_headers, result_text

CSV_COLUMNS = (
    "date", "event", "player_1", "player_2", "player_3", "player_4", "opener", "variant", "board", "result", "ending",
    "marked", "discs", "moves",
)  # fmt: skip

_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")
_QUOTE = "'"
BYTE_ORDER_MARK = "\ufeff"


class _Lines(list[str]):
    """What `csv.writer` writes to: a file without a file."""

    def write(self, text: str) -> None:
        self.append(text)


def to_csv(records: Iterable[Record]) -> str:
    """One line a game, every field quoted, with a byte order mark so that spreadsheets take it as UTF-8.

    A field that a spreadsheet would run as a formula gets an apostrophe before it; `from_csv` takes it off again.
    """
    lines = _Lines()
    writer = csv.writer(lines, quoting=csv.QUOTE_ALL, lineterminator="\r\n")
    writer.writerow(CSV_COLUMNS)
    writer.writerows([_guarded(value) for value in _row(record)] for record in records)
    return BYTE_ORDER_MARK + "".join(lines)


def from_csv(text: str) -> list[dict[str, str]]:
    """The fields of `to_csv`, with or without the byte order mark."""
    lines = text.removeprefix(BYTE_ORDER_MARK).split("\n")
    rows = csv.DictReader(line + "\n" for line in lines)
    return [{name: _unguarded(value or "") for name, value in row.items()} for row in rows]


def to_json(record: Record) -> str:
    """The whole game: headers, events, moves, result."""
    return json.dumps(as_dict(record), ensure_ascii=False, allow_nan=False)


def as_dict(record: Record) -> dict[str, Any]:
    """What `to_json` writes, as plain values."""
    game = record.game
    return {
        "headers": dict(record.headers) | own_headers(game),
        "moves": [encode(move.move) for move in game.moves],
        "result": encode(game.result),
        "board": list(game.position.board.rows()),
        "events": [event.as_dict() for event in game.events],
    }


def _row(record: Record) -> list[str]:
    game, headers = record.game, record.headers
    names = (*game.setup.players, "", "", "", "")[:4]
    ending = game.result.outcome.ending.value if game.result else ""
    moves = " ".join(f"{move.column}{'v' if move.kind.value == 'pop' else ''}" for move in game.moves)
    own = own_headers(game)
    return [
        headers.get("Date", ""), headers.get("Event", ""), *names, own["Opener"], own["Variant"], own["Board"],
        result_text(game), ending, own.get("Marked", ""), str(len(game.moves)), moves,
    ]  # fmt: skip


def _guarded(value: str) -> str:
    return _QUOTE + value if value.startswith((*_FORMULA_STARTS, _QUOTE)) else value


def _unguarded(value: str) -> str:
    return value.removeprefix(_QUOTE) if value[1:].startswith((*_FORMULA_STARTS, _QUOTE)) else value
