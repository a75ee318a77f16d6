"""Several games between the same sides: formats, openers, scores (R3, R27, R30-R33). Sides are numbered 0 and 1.

A match is a value: `add(result)` gives the match that follows. Draws by lot (coin, random) come in as an argument,
because the referee throws no dice.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from typing import ClassVar

from referee.errors import RefereeError
from referee.turns import Partners, SwapAfterOpening, TurnOrder

CHAMPION_WINS = 5
"""R32: the first whose slide has moved up so often is champion."""


class OpenerPolicy(StrEnum):
    """R3, R33: who opens."""

    YOUNGEST = "youngest"
    AGREED = "agreed"
    COIN = "coin"
    RANDOM = "random"
    ALTERNATE = "alternate"
    LOSER = "loser"
    SAME = "same"


BY_LOT = frozenset({OpenerPolicy.COIN, OpenerPolicy.RANDOM})


@dataclass(frozen=True)
class Played:
    """One game of a match: who opened, who won (None: a draw)."""

    opener: int
    winner: int | None


@dataclass(frozen=True)
class Format(ABC):
    """When a match is over and who has won it."""

    name: ClassVar[str]

    @abstractmethod
    def over(self, games: tuple[Played, ...]) -> bool:
        """Whether no further game is played."""

    def points(self, games: tuple[Played, ...], side: int) -> Fraction:
        """That side's score: wins, unless the format counts otherwise."""
        return Fraction(sum(game.winner == side for game in games))

    def fault(self) -> RefereeError | None:
        """Why this format can't be played."""
        return None


@dataclass(frozen=True)
class SingleGame(Format):
    """One game, by itself."""

    name = "single"

    def over(self, games: tuple[Played, ...]) -> bool:
        return len(games) == 1


@dataclass(frozen=True)
class TwoGameMatch(Format):
    """R27: exactly two games, each side opens once, colours kept; win 1, draw ½ each; the higher total wins."""

    name = "two_game"

    def over(self, games: tuple[Played, ...]) -> bool:
        return len(games) == 2

    def points(self, games: tuple[Played, ...], side: int) -> Fraction:
        half = Fraction(sum(game.winner is None for game in games), 2)
        return super().points(games, side) + half


@dataclass(frozen=True)
class FirstTo(Format):
    """R30: draws give nobody a win, and another game is played."""

    name = "first_to"
    wins: int = 2

    def over(self, games: tuple[Played, ...]) -> bool:
        return any(self.points(games, side) >= self.wins for side in (0, 1))

    def fault(self) -> RefereeError | None:
        return RefereeError("match_length", least=1) if self.wins < 1 else None


@dataclass(frozen=True)
class Championship(FirstTo):
    """R32: first to five wins is champion."""

    name = "championship"
    wins: int = CHAMPION_WINS


@dataclass(frozen=True)
class FixedNumber(Format):
    """R31: a fixed number of games; `draws_count`: whether a draw uses up one of them, as agreed before."""

    name = "fixed"
    games: int = 3
    draws_count: bool = True

    def over(self, games: tuple[Played, ...]) -> bool:
        used = len(games) if self.draws_count else sum(game.winner is not None for game in games)
        return used >= self.games

    def fault(self) -> RefereeError | None:
        return RefereeError("match_length", least=1) if self.games < 1 else None


FORMATS: dict[str, type[Format]] = {
    kind.name: kind for kind in (SingleGame, TwoGameMatch, FirstTo, Championship, FixedNumber)
}


@dataclass(frozen=True)
class Match:
    """`first_opener` opens the first game (told, or found by `youngest` or by lot). Raises what can't be combined."""

    format: Format
    policy: OpenerPolicy = OpenerPolicy.ALTERNATE
    first_opener: int = 0
    games: tuple[Played, ...] = ()

    def __post_init__(self) -> None:
        if fault := self.format.fault() or self._policy_fault():
            raise fault

    def _policy_fault(self) -> RefereeError | None:
        if self.first_opener not in (0, 1):
            return RefereeError("no_such_side", side=self.first_opener)
        if isinstance(self.format, TwoGameMatch) and self.policy is not OpenerPolicy.ALTERNATE:
            return RefereeError("cannot_combine", first=self.format.name, second=self.policy.value)
        return None

    @property
    def over(self) -> bool:
        return self.format.over(self.games)

    @property
    def score(self) -> tuple[Fraction, Fraction]:
        return self.format.points(self.games, 0), self.format.points(self.games, 1)

    @property
    def wins(self) -> tuple[int, int]:
        """R31: wins and draws stand in separate columns."""
        first, second = (sum(game.winner == side for game in self.games) for side in (0, 1))
        return first, second

    @property
    def draws(self) -> int:
        return sum(game.winner is None for game in self.games)

    @property
    def winner(self) -> int | None:
        """Who has won the match; None while it goes on, and when it is shared."""
        first, second = self.score
        if not self.over or first == second:
            return None
        return 0 if first > second else 1

    def next_opener(self, lot: int | None = None) -> int:
        """Who opens the next game. `lot`: the side that the coin or the dice chose, or that was agreed on.

        Raises `RefereeError`: `match_over`, `lot_needed`.
        """
        if self.over:
            raise RefereeError("match_over")
        if not self.games:
            return self.first_opener
        if self.policy in BY_LOT or self.policy is OpenerPolicy.AGREED:
            if lot not in (0, 1):
                raise RefereeError("lot_needed", policy=self.policy.value)
            return lot
        return self._ruled_opener(self.games[-1])

    def _ruled_opener(self, last: Played) -> int:
        if self.policy is OpenerPolicy.ALTERNATE:
            return 1 - last.opener
        if self.policy is OpenerPolicy.LOSER and last.winner is not None:
            return 1 - last.winner
        return last.opener if self.policy is OpenerPolicy.LOSER else self.first_opener

    def add(self, winner: int | None, opener: int | None = None) -> Match:
        """The match after one more game. `opener` is needed where a lot decided it."""
        if winner not in (None, 0, 1):
            raise RefereeError("no_such_side", side=winner)
        return replace(self, games=(*self.games, Played(self.next_opener(opener), winner)))


def youngest(ages: tuple[float, ...]) -> int | None:
    """R3: the seat of the youngest player; None when the lowest age is shared: agree, or toss a coin."""
    if not ages or min(ages) < 0:
        raise RefereeError("bad_ages")
    lowest = [seat for seat, age in enumerate(ages) if age == min(ages)]
    return lowest[0] if len(lowest) == 1 else None


def combination_fault(format: Format, turns: TurnOrder, practice: bool = False) -> RefereeError | None:
    """Why a match can't be played with that turn order, or None."""
    if practice and not isinstance(format, SingleGame):
        return RefereeError("cannot_combine", first="practice", second=format.name)
    if isinstance(format, TwoGameMatch) and isinstance(turns, SwapAfterOpening):
        return RefereeError("cannot_combine", first=format.name, second=turns.name)
    if isinstance(format, Championship) and isinstance(turns, Partners):
        return RefereeError("cannot_combine", first=format.name, second=turns.name)
    return None
