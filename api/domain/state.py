"""The state of a table and how each event changes it: `apply(state, event)`. Nothing else changes it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

from api.domain import events as t
from referee.board import Board, Disc, spec_of
from referee.clock import CLOCKS
from referee.errors import RefereeError
from referee.events import (
    Cleared,
    Closed,
    Event,
    MovePlayed,
    MovesCorrected,
    Redone,
    Restarted,
    Restored,
    Undone,
)  # fmt: skip
from referee.fold import fold
from referee.game import Game
from referee.match import FORMATS, Format, Match, OpenerPolicy, Played
from referee.phases import Phase
from referee.setup import Setup
from referee.turns import TURN_ORDERS, rematch_seats
from referee.variants import rules_named

IDLE = "idle"
"""The phase of a table at which nothing is being played."""


@dataclass(frozen=True)
class OpenEnded(Format):
    """One game after the other until the players stop."""

    name = "open"

    def over(self, games: tuple[Played, ...]) -> bool:
        return False


MATCH_FORMATS: dict[str, type[Format]] = {OpenEnded.name: OpenEnded, **FORMATS}


@dataclass(frozen=True)
class MatchAt:
    """A match under way. `number`: games begun in it. `over`: how it ended."""

    agreed: t.MatchStarted
    score: Match
    number: int = 0
    over: t.MatchOver | None = None

    def disc_of(self, side: int) -> Disc:
        """The colour with which that side begins each game."""
        return self.agreed.disc if side == 0 else self.agreed.disc.other


@dataclass(frozen=True)
class GameAt:
    """A game at the table. `consents`: whose word is there for what. `corrections`: what people said of cells."""

    id: str
    number: int
    opener: Disc
    game: Game
    consents: frozenset[tuple[str, Disc]] = frozenset()
    corrections: tuple[t.ReadingCorrected, ...] = ()

    def corrected(self, seen: Board) -> Board:
        """The board as people say it is, where the camera still reads what they have called wrong."""
        for word in self.corrections:
            if seen.at(*word.cell) is word.was:
                seen = seen.put(word.cell, word.disc)
        return seen

    def owner(self, disc: Disc) -> tuple[str, ...]:
        """The players who own a colour now (R28: a swap exchanges them)."""
        first = 0 if (disc is self.opener) != self.game.state.swapped else 1
        return self.game.setup.players[first::2]


@dataclass(frozen=True)
class TableState:
    """All that a table's events make. `at_s`: table time of the last one, in seconds."""

    match: MatchAt | None = None
    current: GameAt | None = None
    at_s: float = 0.0

    @property
    def phase(self) -> str:
        """`idle`, or the phase of the game."""
        return self.current.game.phase.value if self.current else IDLE

    @property
    def playing(self) -> bool:
        """Whether a game is under way."""
        return self.current is not None and self.current.game.phase is not Phase.CLOSED


def apply(state: TableState, event: Event) -> TableState:
    """The state after the event. Raises `RefereeError` when it can't follow."""
    changed = _TABLE_CHANGES[type(event)](state, event) if isinstance(event, t.TableEvent) else _judged(state, event)
    return replace(changed, at_s=max(state.at_s, event.at_s))


def replayed(events: Iterable[Event], state: TableState | None = None) -> TableState:
    """The state that these events make."""
    state = state or TableState()
    for event in events:
        state = apply(state, event)
    return state


def setup_of(agreed: t.MatchStarted, started: t.GameStarted) -> Setup:
    """The referee's setup of a game. Raises `RefereeError` for what can't be played."""
    return Setup(
        rules=rules_named(agreed.variant, spec_of(agreed.columns, agreed.rows, agreed.connect)),
        opener=started.opener,
        start=started.start,
        turns=TURN_ORDERS[agreed.turns],
        players=started.players,
        clock=CLOCKS[agreed.clock],
        teaching=agreed.teaching,
        practice=agreed.practice,
    )


def next_seats(match: MatchAt, opener: int, last: GameAt | None) -> tuple[str, ...]:
    """Players in the order of turns for the next game; for partners the leads swap when the other pair opens (R29)."""
    first, second = match.agreed.sides[opener], match.agreed.sides[1 - opener]
    seats = tuple(player for pair in zip(first, second, strict=True) for player in pair)
    if last is None or match.agreed.turns != "partners":
        return seats
    before = last.game.setup.players
    return rematch_seats(before) if before[0] not in first else before


def _format_of(event: t.MatchStarted) -> Format:
    if event.format not in MATCH_FORMATS:
        raise RefereeError("unknown_format", name=event.format, known=sorted(MATCH_FORMATS))
    settings = {"wins": event.wins, "games": event.games}
    kind = MATCH_FORMATS[event.format]
    own = {name: value for name, value in settings.items() if value is not None and name in kind.__dataclass_fields__}
    if "draws_count" in kind.__dataclass_fields__:
        own["draws_count"] = event.draws_count
    return kind(**own)


def _match_started(state: TableState, event: t.MatchStarted) -> TableState:
    match = Match(_format_of(event), OpenerPolicy(event.openers), event.first_opener)
    return replace(state, match=MatchAt(event, match), current=None)


def _game_started(state: TableState, event: t.GameStarted) -> TableState:
    assert state.match is not None
    game = Game.start(setup_of(state.match.agreed, event))
    match = replace(state.match, number=event.number)
    return replace(state, match=match, current=GameAt(event.game, event.number, event.opener, game))


def _consented(state: TableState, event: t.Consented) -> TableState:
    assert state.current is not None
    return _current(state, consents=state.current.consents | {(event.kind, event.disc)})


def _reading_corrected(state: TableState, event: t.ReadingCorrected) -> TableState:
    assert state.current is not None
    others = tuple(word for word in state.current.corrections if word.cell != event.cell)
    return _current(state, corrections=(*others, event))


def _match_over(state: TableState, event: t.MatchOver) -> TableState:
    assert state.match is not None
    return replace(state, match=replace(state.match, over=event))


def _unchanged(state: TableState, event: Event) -> TableState:
    return state


def _judged(state: TableState, event: Event) -> TableState:
    """An event of the game: it changes the game, voids words given for what went before, and may close the game."""
    if state.current is None:
        raise RefereeError("wrong_phase", phase=IDLE, event=event.name, allowed=[])
    game = state.current.game
    after = replace(game, state=fold(game.setup, game.state, event), events=(*game.events, event))
    changed = _current(state, game=after)
    if isinstance(event, _VOIDS_CONSENT):
        changed = _current(changed, consents=frozenset())
    if isinstance(event, Restarted):
        changed = _current(changed, corrections=())
    return _counted(changed) if isinstance(event, Closed | Cleared) else changed


_VOIDS_CONSENT = (MovePlayed, MovesCorrected, Redone, Restarted, Restored, Undone)


def _counted(state: TableState) -> TableState:
    """The closed game's result in the match's score; a game without a result and practice (R6) don't count."""
    at, match = state.current, state.match
    if at is None or match is None or at.game.result is None or at.game.setup.practice:
        return state
    winner = at.game.result.outcome.winner
    return replace(
        state, match=replace(match, score=match.score.add(side_with(at, match, winner), opening_side(at, match)))
    )


def side_with(at: GameAt, match: MatchAt, disc: Disc | None) -> int | None:
    """The side that owns a colour in this game."""
    if disc is None:
        return None
    side = 0 if disc is match.agreed.disc else 1
    return 1 - side if at.game.state.swapped else side


def opening_side(at: GameAt, match: MatchAt) -> int:
    """The side that opened this game."""
    return 0 if at.opener is match.agreed.disc else 1


def _current(state: TableState, **changes: Any) -> TableState:
    assert state.current is not None
    return replace(state, current=replace(state.current, **changes))


_TABLE_CHANGES: dict[type[Event], Callable[[TableState, Any], TableState]] = {
    t.MatchStarted: _match_started,
    t.GameStarted: _game_started,
    t.Consented: _consented,
    t.ReadingCorrected: _reading_corrected,
    t.MatchOver: _match_over,
    t.PictureKept: _unchanged,
    t.PictureDiscarded: _unchanged,
}
