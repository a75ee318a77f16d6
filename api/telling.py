"""From an event to its sentences: what happened, and what hands have to do about it (R22)."""

from __future__ import annotations

from collections.abc import Iterator

from api.told import Told
from referee.board import Disc
from referee.events import BoardEmptied, Event, GameWon, Offence
from referee.explanations import OffenceCode
from referee.remedies import Remedy


def tell(event: Event) -> tuple[Told, ...]:
    """The sentences for one event, in the order in which they are said."""
    return (Told(event.name, event.as_dict()), *_more(event))


def _more(event: Event) -> Iterator[Told]:
    if isinstance(event, GameWon):
        for line in event.lines:
            yield Told(
                "line", {"disc": event.winner.letter, "cells": [list(cell) for cell in line], "length": len(line)}
            )
    elif isinstance(event, BoardEmptied) or (isinstance(event, Offence) and event.code is OffenceCode.BAR_OPENED):
        yield from _rebuild(event.remedy)
    elif isinstance(event, Offence) and event.code is not OffenceCode.AFTER_THE_END:
        yield from _correct(event.remedy)


def _correct(remedy: Remedy) -> Iterator[Told]:
    """The difference: discs to take out, discs to put back; all anew where one lies too deep."""
    if remedy.needs_bar:
        yield Told("remedy.open_bar")
        yield from _rebuild(remedy)
        return
    for code, discs in (("remedy.take_out", remedy.take_out), ("remedy.put_back", remedy.put_back)):
        for placed in discs:
            yield Told(code, {"disc": placed.disc.letter, "cell": list(placed.cell)})
    yield from _to_move(remedy)


def _rebuild(remedy: Remedy) -> Iterator[Told]:
    """Every column from the bottom up, the discs that each player then holds, and who is to move."""
    for column, discs in enumerate(remedy.rebuild, 1):
        if discs:
            yield Told("remedy.column", {"column": column, "discs": [disc.letter for disc in discs]})
    for disc in Disc:
        yield Told("remedy.hold", {"disc": disc.letter, "count": remedy.in_hand(disc)})
    yield from _to_move(remedy)


def _to_move(remedy: Remedy) -> Iterator[Told]:
    if remedy.to_move:
        yield Told("remedy.to_move", {"disc": remedy.to_move.letter})
