"""Reads records (docs/record.md) and forgives: a fault ends a game's good part, never the file.

Line ends may be any, a byte order mark is ignored, unknown headers are kept. Each game comes back as far as it is good,
with the fault's line, column and code beside it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from referee import events as e
from referee.board import Board, BoardSpec, Disc
from referee.clock import CLOCKS
from referee.errors import RefereeError
from referee.fold import fold
from referee.game import Game
from referee.record_tokens import BadRecord, read_events
from referee.records import FORMAT, OWN_HEADERS
from referee.setup import Setup
from referee.turns import TURN_ORDERS
from referee.variants import rules_named

MOST_CHARACTERS = 4_000_000
"""A text beyond this (some 10,000 games) is refused whole."""

_HEADER = re.compile(r'\[(\w{1,40}) "((?:[^"\\\n]|\\.)*)"\]')


@dataclass(frozen=True)
class RecordFault:
    """What is wrong, and where: `line` and `column` are 1-based; `game` is the number of the game in the file."""

    game: int
    line: int
    column: int
    code: str
    data: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class ReadRecord:
    """A game as far as it is good; None when its headers already make no game."""

    game: Game | None
    headers: dict[str, str]
    fault: RecordFault | None = None


def read_records(text: str) -> tuple[ReadRecord, ...]:
    """All games of a text. Raises `RefereeError` `record_too_long`, nothing else."""
    if len(text) > MOST_CHARACTERS:
        raise RefereeError("record_too_long", most=MOST_CHARACTERS)
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    return tuple(_read_game(text, number, *span) for number, span in enumerate(_games(text), 1))


def _games(text: str) -> Iterator[tuple[int, int]]:
    """Where each game begins and ends: a game begins with the first header after something else."""
    starts, in_headers, place = [], False, 0
    for line in text.splitlines(keepends=True):
        is_header = line.lstrip().startswith("[")
        if is_header and not in_headers:
            starts.append(place)
        if line.strip():
            in_headers = is_header
        place += len(line)
    if text[: starts[0] if starts else None].strip():
        starts.insert(0, 0)
    yield from pairwise([*starts, len(text)])


def _read_game(text: str, number: int, start: int, end: int) -> ReadRecord:
    headers: dict[str, str] = {}
    game: Game | None = None
    try:
        body = _read_headers(text, start, end, headers)
        game = Game.start(_setup(headers, start))
        for event in read_events(text, body, end, game.setup):
            game = _replayed(game, event)
    except BadRecord as bad:
        line = text.count("\n", 0, bad.place) + 1
        column = bad.place - (text.rfind("\n", 0, bad.place) + 1) + 1
        return ReadRecord(game, _foreign(headers), RecordFault(number, line, column, bad.code, bad.data))
    return ReadRecord(game, _foreign(headers))


def _foreign(headers: dict[str, str]) -> dict[str, str]:
    own = re.compile(rf"{'|'.join(OWN_HEADERS)}|Player\d")
    return {name: value for name, value in headers.items() if not own.fullmatch(name)}


def _replayed(game: Game, event: e.Event) -> Game:
    state = fold(game.setup, game.state, event)
    return Game(game.setup, state, (*game.events, event))


# --- Headers ----------------------------------------------------------------------------------------------------------


def _read_headers(text: str, start: int, end: int, headers: dict[str, str]) -> int:
    """Fill the headers; the place where the tokens begin."""
    place = start
    while place < end:
        line_end = text.find("\n", place, end)
        line_end = end if line_end < 0 else line_end
        line = text[place:line_end].strip()
        if line and not line.startswith("["):
            break
        if line:
            found = _HEADER.fullmatch(line)
            if not found:
                raise BadRecord(place, "record_bad_header", {"text": line[:40]})
            headers[found[1]] = _unescaped(found[2])
        place = line_end + 1
    return min(place, end)


def _unescaped(value: str) -> str:
    plain = {"n": "\n", "r": "\r"}
    return re.sub(r"\\(.)", lambda found: plain.get(found[1], found[1]), value)


def _setup(headers: dict[str, str], place: int) -> Setup:
    try:
        if headers.get("Fairdrop", FORMAT) != FORMAT:
            raise RefereeError("record_version", version=headers["Fairdrop"][:20])
        spec = _spec(headers.get("Board", "7x6x4"))
        opener = headers.get("Opener", "?")
        start = headers.get("Start")
        return Setup(
            rules=rules_named(headers.get("Variant", "classic"), spec),
            opener=None if opener == "?" else Disc.of(opener),
            start=Board.parse(start, spec) if start else None,
            turns=_named(TURN_ORDERS, headers.get("Turns", "two"), "Turns"),
            players=tuple(headers[name] for name in ("Player1", "Player2", "Player3", "Player4") if name in headers),
            clock=_named(CLOCKS, headers.get("Clock", "unlimited"), "Clock"),
            teaching=headers.get("Teaching") == "yes",
        )
    except RefereeError as fault:
        raise BadRecord(place, fault.code, fault.data) from fault


def _spec(text: str) -> BoardSpec:
    found = re.fullmatch(r"(\d{1,2})x(\d{1,2})x(\d{1,2})", text)
    if not found:
        raise RefereeError("record_bad_board", text=text[:20])
    return BoardSpec(*(int(part) for part in found.groups()))


def _named(table: dict[str, Any], name: str, header: str) -> Any:
    if name not in table:
        raise RefereeError("record_unknown_value", header=header, value=name[:40])
    return table[name]
