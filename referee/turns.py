"""Who drops next (R8, R28, R29). The colours on the board always alternate; what differs is whose hand it is."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar

from referee.errors import RefereeError


class TurnOrder(ABC):
    """Seats are numbered from 0 in the order in which they first move: the opener is seat 0."""

    name: ClassVar[str]
    seats: ClassVar[int]

    @abstractmethod
    def seat(self, turn: int, swapped: bool) -> int:
        """Whose turn it is when that many are over."""

    def swap_refusal(self, played: int, swapped: bool) -> RefereeError | None:
        """Why colours can't be swapped now, or None."""
        return RefereeError("swap_not_agreed")


@dataclass(frozen=True)
class TwoPlayers(TurnOrder):
    """R8: strictly in turn."""

    name = "two"
    seats = 2

    def seat(self, turn: int, swapped: bool) -> int:
        return turn % 2


@dataclass(frozen=True)
class SwapAfterOpening(TwoPlayers):
    """R28: after the opening disc seat 1 may take its colour; that was its turn, so seat 0 makes the second drop."""

    name = "swap"

    def seat(self, turn: int, swapped: bool) -> int:
        return (turn + swapped) % 2

    def swap_refusal(self, played: int, swapped: bool) -> RefereeError | None:
        if swapped:
            return RefereeError("already_swapped")
        return None if played == 1 else RefereeError("swap_only_after_opening", played=played)


@dataclass(frozen=True)
class Partners(TurnOrder):
    """R29: two pairs. Seats 0 and 2 are the opening pair's lead and partner, 1 and 3 the other pair's."""

    name = "partners"
    seats = 4

    def seat(self, turn: int, swapped: bool) -> int:
        return turn % 4


TWO_PLAYERS = TwoPlayers()
TURN_ORDERS: dict[str, TurnOrder] = {order.name: order for order in (TWO_PLAYERS, SwapAfterOpening(), Partners())}


def rematch_seats(seats: tuple[str, ...]) -> tuple[str, ...]:
    """R29: in a rematch the other pair opens and the leads swap in both pairs: seats A B a b become b a B A."""
    first, second, first_partner, second_partner = seats
    return second_partner, first_partner, second, first
