"""From events to what is looked up: matches, games, and who sat where. Written in the events' own transaction."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, insert, update

from api.domain import events as t
from api.domain.state import GameAt, TableState
from api.store import schema as s
from referee.board import Disc
from referee.events import Cleared, Closed, Event


def project(connection: Connection, table: str, at: str, event: Event, state: TableState) -> None:
    """Write what one event changes. `state`: the table's state after it."""
    if isinstance(event, t.MatchStarted):
        row = {
            "id": event.match,
            "table_id": table,
            "format": event.format,
            "practice": event.practice,
            "started_at": at,
        }
        connection.execute(insert(s.matches).values(**row))
    elif isinstance(event, t.GameStarted):
        _begun(connection, table, at, state)
    elif isinstance(event, Closed | Cleared) and state.current:
        _ended(connection, at, state.current)
    elif isinstance(event, t.MatchOver):
        over = {"ended_at": at, "broken_off": event.broken_off, "winner_side": event.winner}
        connection.execute(update(s.matches).where(s.matches.c.id == event.match).values(**over))


def _begun(connection: Connection, table: str, at: str, state: TableState) -> None:
    game, match = state.current, state.match
    assert game is not None
    assert match is not None
    row = {
        "id": game.id,
        "table_id": table,
        "match_id": match.agreed.match,
        "number": game.number,
        "variant": match.agreed.variant,
        "opener": game.opener.letter,
        "practice": match.agreed.practice,
        "started_at": at,
    }
    connection.execute(insert(s.games).values(**row))
    for seat, player in enumerate(game.game.setup.players):
        disc = game.opener if seat % 2 == 0 else game.opener.other
        connection.execute(
            insert(s.seats).values(game_id=game.id, seat=seat, player_id=player, disc=disc.letter, points=None)
        )


def _ended(connection: Connection, at: str, game: GameAt) -> None:
    result = game.game.result
    winner = result.outcome.winner if result else None
    row: dict[str, Any] = {"ended_at": at, "discs": len(game.game.moves)}
    if result:
        row |= {
            "result": winner.letter if winner else "D",
            "ending": result.outcome.ending.value,
            "marked": result.marked,
        }
    connection.execute(update(s.games).where(s.games.c.id == game.id).values(**row))
    owners = {player: disc for disc in Disc for player in game.owner(disc)}
    for seat, player in enumerate(game.game.setup.players):
        points = None if result is None else 0.5 if winner is None else float(owners[player] is winner)
        here = (s.seats.c.game_id == game.id) & (s.seats.c.seat == seat)
        connection.execute(update(s.seats).where(here).values(disc=owners[player].letter, points=points))
