"""The text record of a game, written (docs/record.md). `record_reader` reads it back.

A record is headers (what was agreed), then tokens in order of play: a move is `(column)`, everything else that changes
the game is `{name arguments}`; `@seconds` behind a token is its time. What a camera merely doubted is not recorded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from referee import events as e
from referee.board import Board, BoardSpec, Cell, Disc
from referee.errors import RefereeError
from referee.fold import State, fold
from referee.game import Game
from referee.phases import Phase, allowed
from referee.rules import Move, MoveKind

FORMAT = "1"
"""The version in the first header. A reader refuses a later one."""

POP_MARK = "v"
UNKNOWN_ORDER_MARK = "~"
LINE_WIDTH = 100
"""Characters after which a line of tokens is broken."""

OWN_HEADERS = ("Fairdrop", "Variant", "Board", "Opener", "Start", "Turns", "Clock", "Teaching", "Result", "Marked")
"""Headers that the game itself fills; `Player1`… as well. Any other header is kept as it is given."""

SKIPPED = (e.NotAtStart, e.ReadingDoubted, e.DoubtCleared, e.OrderUnclear, e.BoardEmptied)
"""Events that change no position and that nobody needs to read again."""


@dataclass(frozen=True)
class Record:
    """A game with the headers that aren't its own (event, date, round, …), in their order."""

    game: Game
    headers: Mapping[str, str] = field(default_factory=dict)


def write_record(record: Record) -> str:
    """The text of one game. Raises `RefereeError` `practice_not_recorded` (R6)."""
    if record.game.setup.practice:
        raise RefereeError("practice_not_recorded")
    headers = own_headers(record.game) | {k: v for k, v in record.headers.items() if k not in OWN_HEADERS}
    head = "".join(f'[{name} "{_escaped(value)}"]\n' for name, value in headers.items())
    return f"{head}\n{_wrapped(tokens(record.game))}\n"


def write_records(records: list[Record]) -> str:
    """Several games, a blank line between them."""
    return "\n".join(write_record(record) for record in records)


def own_headers(game: Game) -> dict[str, str]:
    """What was agreed, and the result."""
    setup, spec = game.setup, game.setup.rules.spec
    players = {f"Player{seat}": name for seat, name in enumerate(setup.players, 1)}
    headers = {
        "Fairdrop": FORMAT,
        "Variant": setup.rules.name,
        "Board": board_text(spec),
        "Opener": setup.opener.name.lower() if setup.opener else "?",
        "Start": "/".join(setup.start.rows()) if setup.start else "",
        "Turns": setup.turns.name,
        **players,
        "Clock": setup.clock.name,
        "Teaching": "yes" if setup.teaching else "",
        "Result": result_text(game),
        "Marked": "yes" if game.state.marked else "",
    }
    return {name: value for name, value in headers.items() if value}


def board_text(spec: BoardSpec) -> str:
    """`7x6x4`: columns, rows, length of a line."""
    return f"{spec.columns}x{spec.rows}x{spec.connect}"


def result_text(game: Game) -> str:
    """`red`, `yellow`, `draw`, or `*` for a game without a result."""
    if game.result is None:
        return "*"
    winner = game.result.outcome.winner
    return winner.name.lower() if winner else "draw"


def recorded_events(game: Game) -> tuple[e.Event, ...]:
    """The events that a record keeps: without doubts and progress, still a game that can be replayed."""
    state, kept = State.at_start(game.setup), list[e.Event]()
    for event in game.events:
        if not _passive(state.phase, event):
            state = fold(game.setup, state, event)
            kept.append(event)
    return tuple(kept)


def _passive(phase: Phase, event: e.Event) -> bool:
    """Whether nobody needs to read it again: doubts, progress of the hands, the end of what wasn't recorded either."""
    if isinstance(event, e.RestoreProgress):
        return phase is Phase.RESTORING
    return isinstance(event, SKIPPED) or (isinstance(event, e.Restored) and not allowed(phase, e.Restored))


def tokens(game: Game) -> Iterator[str]:
    """The game's tokens in order."""
    state = State.at_start(game.setup)
    for event in recorded_events(game):
        if isinstance(event, e.MovePlayed):
            yield f"{_move_token(event, state)}@{seconds(event.at_s)}"
        else:
            words = [event.name, *_ARGUMENTS.get(type(event), _nothing)(event)]
            yield "{" + " ".join(words) + "}@" + seconds(event.at_s)
        state = fold(game.setup, state, event)


def seconds(at_s: float) -> str:
    """The shortest text that reads back as the same number."""
    return repr(float(at_s)).removesuffix(".0")


def move_text(move: Move) -> str:
    """A move out of its game: column, `v` for a pop, colour."""
    return f"{move.column}{POP_MARK if move.kind is MoveKind.POP else ''}{move.disc.letter}"


def _move_token(event: e.MovePlayed, state: State) -> str:
    """In the game the colour is known by the turn; it is written where nobody said who opens."""
    pop = POP_MARK if event.kind is MoveKind.POP else ""
    letter = "" if state.position.to_move else event.disc.letter
    order = "" if event.order_known else UNKNOWN_ORDER_MARK
    by = "" if event.by is e.By.CAMERA else f" {event.by.value}"
    unsure = "".join(f" {cell}" for cell in event.unsure)
    return f"({event.column}{pop}{letter}{order}{by}{unsure})"


def _nothing(event: Any) -> list[str]:
    return []


def _board(board: Board) -> str:
    return "/".join(board.rows())


def _cells(cells: tuple[Cell, ...]) -> list[str]:
    return [str(cell) for cell in cells]


def _disc(disc: Disc | None) -> str:
    return disc.letter if disc else "-"


def _disputed(event: e.Disputed) -> list[str]:
    upheld = {True: "yes", False: "no"}.get(event.answer.get("upheld"), "unknown")  # type: ignore[arg-type]
    reason = event.answer.get("reason", {}).get("code", "-")
    cells = [f"({column},{row})" for column, row in event.claim.get("cells", [])]
    return [str(event.claim.get("kind", "-")), *cells, upheld, reason]


_ARGUMENTS: dict[type[e.Event], Callable[[Any], list[str]]] = {
    e.Started: lambda event: [event.by.value],
    e.Offence: lambda event: [event.code.value, *_cells(event.cells), _disc(event.disc), _board(event.seen)],
    e.RestoreProgress: lambda event: [_board(event.seen)],
    e.Restored: lambda event: [event.by.value, *(["misread"] if event.misread else [])],
    e.GameWon: lambda event: [event.winner.letter, event.ending.value],
    e.GameDrawn: lambda event: [event.ending.value],
    e.ColumnFullTold: lambda event: [str(event.column)],
    e.Disputed: _disputed,
    e.DisputeSettled: lambda event: ["accepted" if event.accepted else "not_accepted"],
    e.Undone: lambda event: [str(event.number)],
    e.Redone: lambda event: [str(event.number)],
    e.MovesCorrected: lambda event: [event.by.value, *map(move_text, event.moves)],
    e.LetStand: lambda event: [event.to_move.letter, _board(event.board)],
    e.ResultAgreed: lambda event: [event.disc.letter],
}
"""The words behind an event's name; the reader's table in `record_reader` is its mirror."""


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"').replace("\r", "\\r").replace("\n", "\\n")


def _wrapped(words: Iterator[str]) -> str:
    lines, line = [], ""
    for word in words:
        if line and len(line) + 1 + len(word) > LINE_WIDTH:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}" if line else word
    return "\n".join([*lines, line])
