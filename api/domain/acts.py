"""What people can do at a table, as they send it. Strict: what isn't named here, or isn't of its type, is refused."""

from __future__ import annotations

import unicodedata
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, TypeAdapter

MOST_NAME_CHARS = 40
MOST_MOVES = 16 * 16 * 2
Colour = Literal["R", "Y"]
Column = Annotated[int, Field(strict=True, ge=1, le=16, examples=[4])]
CellAt = Annotated[list[Column], Field(min_length=2, max_length=2, examples=[[4, 1]])]
"""`[column, row]`."""
Row = Annotated[str, Field(pattern=r"^[.RYry]{4,16}$")]
Flag = Annotated[bool, Field(strict=True)]


def clean_name(name: str) -> str:
    """A name as it is stored: composed, single spaces, no control signs. ValueError for an empty one."""
    composed = unicodedata.normalize("NFC", name)
    if any(unicodedata.category(sign) in ("Cc", "Cs", "Co", "Cn", "Zl", "Zp") for sign in composed):
        raise ValueError("control signs")
    if any(sign in "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069" for sign in composed):
        raise ValueError("signs that turn the direction of writing")
    cleaned = " ".join(composed.split())
    if not cleaned:
        raise ValueError("empty")
    return cleaned


Name = Annotated[str, Field(max_length=MOST_NAME_CHARS, examples=["Ada"]), AfterValidator(clean_name)]


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class PlayerIn(_Model):
    """A player. `disc`: of the first player; the other side has the other colour."""

    name: Name
    disc: Colour | None = None


class MatchIn(_Model):
    """How many games, and who opens them (R27, R30-R33). `open`: until the players stop."""

    format: Literal["open", "single", "two_game", "first_to", "championship", "fixed"] = "open"
    wins: Annotated[int, Field(strict=True, ge=1, le=99)] | None = None
    games: Annotated[int, Field(strict=True, ge=1, le=99)] | None = None
    draws_count: Flag = True
    openers: Literal["alternate", "loser", "youngest", "same", "agreed", "coin", "random"] = "alternate"


class BoardIn(_Model):
    """R37: another board."""

    columns: Annotated[int, Field(strict=True, ge=4, le=16)] = 7
    rows: Annotated[int, Field(strict=True, ge=4, le=16)] = 6
    connect: Annotated[int, Field(strict=True, ge=3, le=16)] = 4


class _Act(_Model):
    seen: Annotated[int, Field(strict=True, ge=0)] | None = Field(
        default=None, description="The `seq` that the page showed: refused as `out_of_date` if an act came after it."
    )


class Start(_Act):
    """Agree on everything and begin a match (R4). With two players the first is side 0; with four: A, B, a, b."""

    act: Literal["start"]
    players: Annotated[list[PlayerIn], Field(max_length=4)] = Field(default_factory=list)
    opener: Literal["R", "Y", "coin", "youngest"] = "coin"
    ages: Annotated[list[Annotated[float, Field(ge=0, le=130)]], Field(max_length=4)] | None = None
    match: MatchIn = MatchIn()
    variant: Annotated[str, Field(pattern=r"^[A-Za-z0-9 -]{1,40}$")] = "classic"
    board: BoardIn = BoardIn()
    turns: Literal["two", "swap", "partners"] = "two"
    clock: Literal["unlimited", "bullet", "rapid"] = "unlimited"
    teaching: Flag = False
    practice: Flag = False
    pictures: Flag = False
    start: Annotated[list[Row], Field(min_length=4, max_length=16)] | None = None


class Next(_Act):
    """Begin the next game of the match, where it doesn't begin by itself. `opener`: where it has to be agreed."""

    act: Literal["next"]
    opener: Literal["R", "Y", "coin"] | None = None


class Begin(_Act):
    """The start position stands: for a game without a camera."""

    act: Literal["begin"]


class Play(_Act):
    """A move entered by hand."""

    act: Literal["play"]
    column: Column
    kind: Literal["drop", "pop"] = "drop"
    disc: Colour | None = None


class ColumnFull(_Act):
    """R9: somebody tried a full column."""

    act: Literal["column_full"]
    column: Column


class TellOrder(_Act):
    """R25: which of the offered orders it was, from 0."""

    act: Literal["tell_order"]
    choice: Annotated[int, Field(strict=True, ge=0, le=99)]


class Swap(_Act):
    """R28: the second player takes the opener's colour."""

    act: Literal["swap"]


class MoveIn(_Model):
    """A move of a correction; the colour follows from the turn where it isn't told."""

    column: Column
    kind: Literal["drop", "pop"] = "drop"
    disc: Colour | None = None


class Correct(_Act):
    """A reading was wrong: what really lies in one `cell`, or one move (`number`, `column`), or all `moves`."""

    act: Literal["correct"]
    cell: CellAt | None = None
    disc: Colour | None = Field(default=None, description="What lies in `cell`; null: nothing.")
    number: Annotated[int, Field(strict=True, ge=1, le=MOST_MOVES)] | None = None
    column: Column | None = None
    moves: Annotated[list[MoveIn], Field(max_length=MOST_MOVES)] | None = None


class Agree(_Act):
    """R18: this colour's player, or both, confirm the result."""

    act: Literal["agree"]
    discs: Annotated[list[Colour], Field(min_length=1, max_length=2)]


class Dispute(_Act):
    """R21: stop, and trace the claim."""

    act: Literal["dispute"]
    claim: Literal["we_have_a_line", "that_is_no_line", "it_was_not_your_turn", "that_disc_was_there_before"]
    cells: Annotated[list[CellAt], Field(max_length=16)] = Field(default_factory=list)
    disc: Colour | None = None


class Settle(_Act):
    """Both go on after a dispute."""

    act: Literal["settle"]
    accepted: Flag = True


class Restored(_Act):
    """R22: the last legal position stands again, by the players' word."""

    act: Literal["restored"]


class LetStand(_Act):
    """Both go on from the position as it lies; the result will be marked."""

    act: Literal["let_stand"]
    to_move: Colour | None = None


class Restart(_Act):
    """R23: nobody can reconstruct it; the same opener begins anew, no result."""

    act: Literal["restart"]


class Undo(_Act):
    """R11: take back the last move. It happens once both colours have said so, at once or one after the other."""

    act: Literal["undo"]
    discs: Annotated[list[Colour], Field(min_length=1, max_length=2)]


class Redo(_Act):
    """The move taken back last stands after all; both have to say so."""

    act: Literal["redo"]
    discs: Annotated[list[Colour], Field(min_length=1, max_length=2)]


class Draw(_Act):
    """End the game as a draw; both have to say so."""

    act: Literal["draw"]
    discs: Annotated[list[Colour], Field(min_length=1, max_length=2)]


class Resign(_Act):
    """This colour gives up."""

    act: Literal["resign"]
    disc: Colour


class Pause(_Act):
    """The clock stands and nothing is judged."""

    act: Literal["pause"]


class Resume(_Act):
    """Play goes on."""

    act: Literal["resume"]


class Close(_Act):
    """After the end: on to the next game, without waiting for the empty grid."""

    act: Literal["close"]


class End(_Act):
    """Stop: the match is broken off; a game under way gets no result."""

    act: Literal["end"]


class KeepPicture(_Act):
    """Store the picture that is held for this dispute or offence."""

    act: Literal["keep_picture"]


class DiscardPicture(_Act):
    """Let go of the picture that is held."""

    act: Literal["discard_picture"]


Act = Annotated[
    Start
    | Next
    | Begin
    | Play
    | ColumnFull
    | TellOrder
    | Swap
    | Correct
    | Agree
    | Dispute
    | Settle
    | Restored
    | LetStand
    | Restart
    | Undo
    | Redo
    | Draw
    | Resign
    | Pause
    | Resume
    | Close
    | End
    | KeepPicture
    | DiscardPicture,
    Field(discriminator="act"),
]
ACT: TypeAdapter[Act] = TypeAdapter(Act)
