"""Matches: what is agreed, one game after the other, the end; as events. Pure; a refusal is a `RefereeError`."""

from __future__ import annotations

from dataclasses import dataclass

from api.domain import acts as a
from api.domain import events as t
from api.domain.state import MatchAt, TableState, apply, next_seats, opening_side, replayed
from referee import events as e
from referee.board import Board, Disc, spec_of
from referee.errors import RefereeError
from referee.match import BY_LOT, OpenerPolicy, combination_fault, youngest
from referee.turns import TURN_ORDERS

Events = tuple[e.Event, ...]


@dataclass(frozen=True)
class Chance:
    """What the referee can't make: new ids, and the side that a coin chooses (0 or 1)."""

    match: str
    game: str
    coin: int


def start(state: TableState, act: a.Start, at_s: float, chance: Chance, players: tuple[str, ...]) -> Events:
    """All that is agreed, and the first game. players: ids of the named ones, in their order."""
    seats = TURN_ORDERS[act.turns].seats
    if players and len(players) != seats:
        raise RefereeError("players_count", expected=seats, got=len(players))
    if len(set(players)) != len(players):
        raise RefereeError("players_same")
    disc = Disc.of(next((player.disc for player in act.players[:1] if player.disc), "R"))
    agreed = t.MatchStarted(
        at_s=at_s,
        match=chance.match,
        sides=(players[0::2], players[1::2]),
        disc=disc,
        first_opener=_first_opener(act, disc, chance),
        format=act.match.format,
        wins=act.match.wins,
        games=act.match.games,
        draws_count=act.match.draws_count,
        openers=act.match.openers,
        variant=act.variant,
        columns=act.board.columns,
        rows=act.board.rows,
        connect=act.board.connect,
        turns=act.turns,
        clock=act.clock,
        teaching=act.teaching,
        practice=act.practice,
        pictures=act.pictures,
    )
    then = apply(state, agreed)
    assert then.match is not None
    if fault := combination_fault(then.match.score.format, TURN_ORDERS[act.turns], act.practice):
        raise fault
    start = Board.parse(act.start, spec_of(agreed.columns, agreed.rows, agreed.connect)) if act.start else None
    events: Events = (agreed, _game(then, at_s, chance, start))
    replayed(events, state)
    return events


def _first_opener(act: a.Start, disc: Disc, chance: Chance) -> int:
    if act.opener == "coin":
        return chance.coin
    if act.opener == "youngest":
        seat = youngest(tuple(act.ages or ()))
        if seat is None:
            raise RefereeError("ages_equal")
        return seat % 2
    return 0 if Disc.of(act.opener) is disc else 1


def begin_next(state: TableState, act: a.Next, at_s: float, chance: Chance) -> Events:
    """The next game, where it doesn't begin by itself."""
    assert state.match is not None
    lot = None
    if act.opener == "coin":
        lot = chance.coin
    elif act.opener:
        lot = 0 if Disc.of(act.opener) is state.match.agreed.disc else 1
    events: Events = (_game(state, at_s, chance, None, lot),)
    replayed(events, state)
    return events


def _game(state: TableState, at_s: float, chance: Chance, start: Board | None, lot: int | None = None) -> e.Event:
    match, last = state.match, state.current
    assert match is not None
    if lot is None and match.score.policy in BY_LOT:
        lot = chance.coin
    if last and last.game.result is None and not last.game.setup.practice:
        side = opening_side(last, match)
    else:
        side = match.score.next_opener(lot)
    return t.GameStarted(
        at_s=at_s,
        game=chance.game,
        number=match.number + 1,
        opener=match.disc_of(side),
        players=next_seats(match, side, last),
        start=start,
    )


def _match_over(match: MatchAt, at_s: float, broken_off: bool = False) -> e.Event:
    winner = None if broken_off else match.score.winner
    return t.MatchOver(at_s=at_s, match=match.agreed.match, winner=winner, broken_off=broken_off)


def end(state: TableState, at_s: float) -> Events:
    """The match is broken off."""
    assert state.match is not None
    closed = state.current.game.close(at_s)[1] if state.current and state.playing else ()
    return (*closed, _match_over(state.match, at_s, broken_off=True))


def continued(state: TableState, events: Events, at_s: float, chance: Chance) -> Events:
    """The events, and what follows by itself: the next game, or the end of the match."""
    then = replayed(events, state)
    if then.match is None or then.match.over or then.playing or not state.playing:
        return events
    if then.match.score.over or (then.current and then.current.game.setup.practice):
        return (*events, _match_over(then.match, at_s))
    if then.match.score.policy is OpenerPolicy.AGREED and then.match.score.games:
        return events
    return (*events, _game(then, at_s, chance, None))
