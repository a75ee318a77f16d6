"""From the tokens of a record to the events of a game (docs/record.md); `record_reader` does the rest of the file."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from math import isfinite
from typing import Any

from referee import events as e
from referee.board import Board, Cell, Disc
from referee.errors import RefereeError
from referee.explanations import OffenceCode
from referee.fold import State, fold
from referee.looks import ended
from referee.phases import Phase
from referee.records import POP_MARK, UNKNOWN_ORDER_MARK
from referee.remedies import remedy
from referee.rules import Ending, Move, MoveKind
from referee.setup import Setup

MOST_EVENTS = 10_000
"""Tokens read of one game."""

_TOKEN = re.compile(r"(\([^(){}\n]*(?:\(\d+,\d+\)[^(){}\n]*)*\)|\{[^{}\n]*\})(?:@(-?\d+(?:\.\d+)?(?:e[+-]?\d+)?))?")
_MOVE = re.compile(rf"\(\s*(\d+)({POP_MARK}?)([RYry]?)({UNKNOWN_ORDER_MARK}?)\s*([a-z]*)((?:\s*\(\d+,\d+\))*)\s*\)")
_MOVE_TEXT = re.compile(rf"(\d+)({POP_MARK}?)([RY])")
_CELL = re.compile(r"\((\d+),(\d+)\)")


class BadRecord(Exception):
    """A fault at a place in the text; caught where a game's reading ends."""

    def __init__(self, place: int, code: str, data: dict[str, Any] | None = None) -> None:
        super().__init__(code)
        self.place, self.code, self.data = place, code, data or {}


def read_events(text: str, place: int, end: int, setup: Setup) -> Iterator[e.Event]:
    """The events of the tokens, each checked against the game so far; raises `BadRecord` at the first that can't be."""
    state, count = State.at_start(setup), 0
    while True:
        while place < end and text[place].isspace():
            place += 1
        if place >= end:
            return
        found = _TOKEN.match(text, place, end)
        count += 1
        if not found or count > MOST_EVENTS:
            word = text[place:end].split(maxsplit=1)[0]
            raise BadRecord(place, "record_bad_token" if not found else "record_too_long", {"text": word[:40]})
        try:
            for event in _token_events(found[1], _seconds(found[2]), setup, state):
                state = fold(setup, state, event)
                yield event
        except RefereeError as fault:
            raise BadRecord(place, fault.code, fault.data) from fault
        except (ValueError, LookupError) as fault:
            raise BadRecord(place, "record_bad_token", {"text": found[1][:40]}) from fault
        place = found.end()


def _seconds(text: str | None) -> float:
    at_s = float(text or 0.0)
    if not isfinite(at_s):
        raise ValueError(text)
    return at_s


def _token_events(token: str, at_s: float, setup: Setup, state: State) -> Iterator[e.Event]:
    """Usually one event. A hand-written record may leave out the start and the end of a game: they are filled in."""
    if state.phase is Phase.AWAITING_START and token.startswith("("):
        started = e.Started(at_s=at_s, board=setup.first_board, by=e.By.RECORD)
        yield started
        state = fold(setup, state, started)
    if token.startswith("("):
        yield from _move_events(token, at_s, setup, state)
        return
    name, *words = token[1:-1].split()
    if name not in _READERS:
        raise ValueError(name)
    event = _READERS[name](words, at_s, setup, state)
    if event is not None:
        yield event


def _move_events(token: str, at_s: float, setup: Setup, state: State) -> Iterator[e.Event]:
    found = _MOVE.fullmatch(token)
    if not found:
        raise ValueError(token)
    column, pop, letter, unknown_order, by, unsure = found.groups()
    disc = Disc.of(letter) if letter else state.position.to_move
    if disc is None:
        raise RefereeError("opener_needed")
    move = Move(int(column), disc, MoveKind.POP if pop else MoveKind.DROP)
    if state.outcome:
        raise RefereeError("game_over", column=move.column)
    if refused := setup.rules.refusal(state.position, move):
        raise refused
    cell = setup.rules.moved_cell(state.position, move)
    yield e.MovePlayed(
        at_s=at_s, number=len(state.moves) + 1, column=cell.column, row=cell.row, disc=disc, kind=move.kind,
        order_known=not unknown_order, unsure=_cells_in(unsure), by=e.By(by) if by else e.By.CAMERA,
    )  # fmt: skip
    if outcome := setup.rules.outcome(setup.rules.after(state.position, move), disc):
        yield ended(outcome, at_s)


def _cells_in(text: str) -> tuple[Cell, ...]:
    return tuple(Cell(int(column), int(row)) for column, row in _CELL.findall(text))


Words = list[str]


def _end(kind: type[e.Event]) -> Callable[[Words, float, Setup, State], e.Event | None]:
    """An end by line or full grid was already filled in behind its move; other ends are told by their token."""

    def read(words: Words, at_s: float, setup: Setup, state: State) -> e.Event | None:
        if state.outcome:
            return None
        ending = Ending(words[-1])
        if ending in (Ending.LINE, Ending.FULL, Ending.KEPT, Ending.NO_MOVES) and not state.marked:
            raise RefereeError("record_no_such_end", ending=ending.value)
        if kind is e.GameDrawn:
            return e.GameDrawn(at_s=at_s, ending=ending)
        winner = Disc.of(words[0])
        return e.GameWon(at_s=at_s, winner=winner, ending=ending, lines=_lines(state, winner, ending))

    return read


def _lines(state: State, winner: Disc, ending: Ending) -> tuple[tuple[Cell, ...], ...]:
    return state.position.board.winning_lines(winner) if ending is Ending.LINE else ()


def _offence(words: Words, at_s: float, setup: Setup, state: State) -> e.Event:
    code, *cells, disc, board = words
    seen = Board.parse(board, setup.rules.spec)
    work = remedy(seen, state.position.board, state.position.to_move)
    where = _cells_in(" ".join(cells))
    if not where:
        raise ValueError("an offence has cells")
    for cell in where:
        setup.rules.spec.check(cell)
    return e.Offence(
        at_s=at_s, code=OffenceCode(code), cells=where, disc=_disc_or_none(disc), seen=seen, remedy=work
    )


def _restoring(words: Words, at_s: float, setup: Setup, state: State) -> e.Event:
    seen = Board.parse(words[0], setup.rules.spec)
    work = remedy(seen, state.position.board, state.position.to_move)
    return e.RestoreProgress(at_s=at_s, seen=seen, remedy=work)


def _disc_or_none(word: str) -> Disc | None:
    return None if word == "-" else Disc.of(word)


def _disputed(words: Words, at_s: float, setup: Setup, state: State) -> e.Event:
    kind, *cells, upheld, code = words
    claim = {"kind": kind, "cells": [list(cell) for cell in _cells_in(" ".join(cells))]}
    answer = {"upheld": {"yes": True, "no": False}.get(upheld), "reason": {"code": code}}
    return e.Disputed(at_s=at_s, claim=claim, answer=answer)


def _moves_text(words: Words) -> tuple[Move, ...]:
    found = [_MOVE_TEXT.fullmatch(word) for word in words]
    parts = [match.groups() if match else ("", "", "") for match in found]
    return tuple(Move(int(c), Disc.of(disc), MoveKind.POP if pop else MoveKind.DROP) for c, pop, disc in parts)


def _corrected(words: Words, at_s: float, setup: Setup, state: State) -> e.Event:
    moves = _moves_text(words[1:])
    setup.rules.line(setup.first_position, moves, "correction_illegal")
    return e.MovesCorrected(at_s=at_s, moves=moves, by=e.By(words[0]))


def _let_stand(words: Words, at_s: float, setup: Setup, state: State) -> e.Event:
    to_move, board = words
    there = Board.parse(board, setup.rules.spec)
    if there.floating():
        raise RefereeError("cannot_stand_floating", cells=there.floating())
    return e.LetStand(at_s=at_s, to_move=Disc.of(to_move), board=there)


def _undone(words: Words, at_s: float, setup: Setup, state: State) -> e.Event:
    if len(state.moves) <= state.base:
        raise RefereeError("nothing_to_undo")
    return e.Undone(at_s=at_s, number=state.moves[-1].number)


def _redone(words: Words, at_s: float, setup: Setup, state: State) -> e.Event:
    if not state.undone:
        raise RefereeError("nothing_to_redo")
    return e.Redone(at_s=at_s, number=state.undone[-1].number)


def _swapped(words: Words, at_s: float, setup: Setup, state: State) -> e.Event:
    if refused := setup.turns.swap_refusal(len(state.moves), state.swapped):
        raise refused
    return e.Swapped(at_s=at_s)


def _bare(kind: type[e.Event]) -> Callable[[Words, float, Setup, State], e.Event | None]:
    return lambda words, at_s, setup, state: kind(at_s=at_s)


_READERS: dict[str, Callable[[Words, float, Setup, State], e.Event | None]] = {
    e.Started.name: lambda w, at_s, setup, s: e.Started(at_s=at_s, board=setup.first_board, by=e.By(w[0])),
    e.Offence.name: _offence,
    e.RestoreProgress.name: _restoring,
    e.Restored.name: lambda w, at_s, setup, s: e.Restored(
        at_s=at_s, to_move=s.position.to_move, by=e.By(w[0]), misread="misread" in w
    ),
    e.GameWon.name: _end(e.GameWon),
    e.GameDrawn.name: _end(e.GameDrawn),
    e.ColumnFullTold.name: lambda w, at_s, setup, s: e.ColumnFullTold(at_s=at_s, column=int(w[0])),
    e.Disputed.name: _disputed,
    e.DisputeSettled.name: lambda w, at_s, setup, s: e.DisputeSettled(at_s=at_s, accepted=w[0] == "accepted"),
    e.Undone.name: _undone,
    e.Redone.name: _redone,
    e.MovesCorrected.name: _corrected,
    e.LetStand.name: _let_stand,
    e.Restarted.name: _bare(e.Restarted),
    e.Swapped.name: _swapped,
    e.ResultAgreed.name: lambda w, at_s, setup, s: e.ResultAgreed(at_s=at_s, disc=Disc.of(w[0])),
    e.Cleared.name: _bare(e.Cleared),
    e.Paused.name: _bare(e.Paused),
    e.Resumed.name: _bare(e.Resumed),
    e.Closed.name: _bare(e.Closed),
}

