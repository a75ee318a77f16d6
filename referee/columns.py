"""Games as column strings: "4453…". Whether columns count from 1 or from 0 is always said, never guessed."""

from __future__ import annotations

from dataclasses import dataclass

from referee.board import Disc
from referee.errors import RefereeError
from referee.rules import Classic, Move, MoveKind, Outcome, Position, RuleSet
from referee.setup import Setup


@dataclass(frozen=True)
class ColumnGame:
    """The moves of a column string, the position they lead to, and how the game ended, if it did."""

    moves: tuple[Move, ...]
    position: Position
    outcome: Outcome | None


def read_columns(text: str, base: int, opener: Disc = Disc.RED, rules: RuleSet | None = None) -> ColumnGame:
    """Read drops from the empty board; `base` is the number of the leftmost column, 1 or 0.

    A game may end with its winning move or be cut off before it. Raises `RefereeError` with the move's number:
    `columns_bad_digit`, `columns_illegal` (with the reason, such as `column_full`, or `game_over` and the move that
    ended it).
    """
    rules = rules or Classic()
    if base not in (0, 1):
        raise RefereeError("columns_base", base=base)
    at = Setup(rules=rules, opener=opener).first_position
    moves, outcome = list[Move](), None
    for number, character in enumerate(text, 1):
        column = _column(character, number, base, rules)
        move = Move(column, at.to_move or opener)
        refused = RefereeError("game_over", ended=number - 1) if outcome else rules.refusal(at, move)
        if refused:
            raise RefereeError("columns_illegal", number=number, column=column, reason=refused.code, **_ended(refused))
        moves.append(move)
        at = rules.after(at, move)
        outcome = rules.outcome(at, move.disc)
    return ColumnGame(tuple(moves), at, outcome)


def write_columns(moves: tuple[Move, ...], base: int) -> str:
    """The column string of drops. Raises `RefereeError` `columns_cannot_say` for pops and columns past the digits."""
    last = 9
    if base not in (0, 1):
        raise RefereeError("columns_base", base=base)
    if any(move.kind is MoveKind.POP or move.column - 1 + base > last for move in moves):
        raise RefereeError("columns_cannot_say")
    return "".join(str(move.column - 1 + base) for move in moves)


def _column(character: str, number: int, base: int, rules: RuleSet) -> int:
    column = ord(character) - ord("0") - base + 1
    if not (character.isascii() and character.isdigit() and 1 <= column <= rules.spec.columns):
        first, last = base, rules.spec.columns - 1 + base
        raise RefereeError("columns_bad_digit", number=number, character=character, first=first, last=last)
    return column


def _ended(refused: RefereeError) -> dict[str, object]:
    return {"ended": refused.data["ended"]} if "ended" in refused.data else {}
