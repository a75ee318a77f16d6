"""The answers of `legality.explain`, and the stable codes of offences and doubts."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from referee.board import Cell, Disc
from referee.rules import Move, Outcome, Position

MOST_TURNS_BETWEEN_LOOKS = 14
"""Turns that are still told apart from one look to the next: two in each column. More is another game, not a turn."""


class OffenceCode(StrEnum):
    """What a player may not do, as far as a camera can see it."""

    WRONG_COLOUR = "wrong_colour_or_out_of_turn"
    TWO_DISCS = "two_discs"
    SEVERAL_DISCS = "several_discs"
    FLOATING_DISC = "floating_disc"
    DISC_REMOVED = "disc_removed"
    DISC_MOVED = "disc_moved"
    BAR_OPENED = "bar_opened"
    AFTER_THE_END = "after_the_end"
    SAME_COLUMN = "same_column"


class DoubtCode(StrEnum):
    """Why a reading is not believed, or not yet."""

    TOO_MANY_DISCS = "too_many_discs"
    WRONG_SIDES_LINE = "wrong_sides_line"
    COLOUR_CHANGED = "colour_changed"
    LOST_TRACK = "lost_track"
    CELLS_UNSURE = "cells_unsure"


@dataclass(frozen=True)
class Same:
    """Nothing changed."""


@dataclass(frozen=True)
class Played:
    """Legal moves, in the order played; `order_known` False when another order would do as well (R25).

    `extra` are the discs that came after the game was over (R19).
    """

    moves: tuple[Move, ...]
    position: Position
    outcome: Outcome | None = None
    order_known: bool = True
    extra: tuple[Cell, ...] = ()


@dataclass(frozen=True)
class OrderMatters:
    """Legal in several orders that don't come to the same (R25): the players have to be asked."""

    choices: tuple[Played, ...]


@dataclass(frozen=True)
class Wrong:
    """An offence; `cells` are the discs it is about, gone ones first."""

    code: OffenceCode
    cells: tuple[Cell, ...]
    disc: Disc | None = None


@dataclass(frozen=True)
class Doubt:
    """The reading or the history can't be right, or not enough is seen. Never an accusation."""

    code: DoubtCode
    cells: tuple[Cell, ...] = ()


Explanation = Same | Played | OrderMatters | Wrong | Doubt
