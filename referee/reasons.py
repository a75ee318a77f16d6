"""Verdicts as codes with data. The sentences for people stand in the catalogue alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from referee.board import Disc
from referee.codec import encode
from referee.events import Event, Offence, OrderUnclear, RestoreProgress
from referee.remedies import Remedy


@dataclass(frozen=True)
class Reason:
    """One sentence: its stable code, and the plain JSON values that fill it."""

    code: str
    data: dict[str, Any] = field(default_factory=dict)


def reason(code: str, **data: Any) -> Reason:
    """A reason with its data made plain."""
    return Reason(code, {name: encode(value) for name, value in data.items()})


def reasons(event: Event) -> tuple[Reason, ...]:
    """All that is to be said of an event, in order: what happened, then what to do."""
    told = Reason(event.name, event.as_dict())
    if isinstance(event, Offence):
        return (told, *remedy_reasons(event.remedy))
    if isinstance(event, RestoreProgress):
        return tuple(remedy_reasons(event.remedy)) or (told,)
    if isinstance(event, OrderUnclear):
        return (told, *(reason("order_choice", columns=[move.column for move in way.moves]) for way in event.choices))
    return (told,)


def remedy_reasons(work: Remedy) -> Iterator[Reason]:
    """R22: what hands have to do. Where discs lie too deep to be coaxed out: the rebuild, column by column."""
    if work.needs_bar:
        yield reason("remedy.open_bar")
        yield from rebuild_reasons(work)
    else:
        for placed in work.take_out:
            yield reason("remedy.take_out", cell=placed.cell, disc=placed.disc)
        for placed in work.put_back:
            yield reason("remedy.put_back", cell=placed.cell, disc=placed.disc)
    if work.to_move:
        yield reason("remedy.to_move", disc=work.to_move)


def rebuild_reasons(work: Remedy) -> Iterator[Reason]:
    """The other form of R22: every column from the bottom up, and what each player should then hold."""
    for column, discs in enumerate(work.rebuild, 1):
        if discs:
            yield reason("remedy.column", column=column, discs=discs)
    for disc in Disc:
        yield reason("remedy.hold", disc=disc, count=work.in_hand(disc))
