"""Who has played, and how it came out: standings, two players against each other, the games of a season."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import func, select

from api.domain.events import event_of
from api.domain.state import TableState, apply
from api.store import schema as s
from api.store.store import Store
from referee.events import Cleared, Closed
from referee.records import Record

FORGOTTEN = "?"
"""Stands for a player whose name has been forgotten."""
FOREVER = ("", "9999")


@dataclass(frozen=True)
class Span:
    """From a day on, and before another: ISO 8601 in UTC; texts compare as times do."""

    since: str = FOREVER[0]
    until: str = FOREVER[1]


def players(store: Store) -> list[dict[str, Any]]:
    """All players, by name."""
    with store.reading() as connection:
        rows = connection.execute(select(s.players.c.id, s.players.c.name).order_by(s.players.c.name_key)).all()
    return [{"id": player, "name": name} for player, name in rows]


def games_of_table(store: Store, table: str, after: str = "", limit: int = 100) -> list[dict[str, Any]]:
    """The games of a table, newest first, older than `after`."""
    g = s.games.c
    query = select(g.id, g.match_id, g.number, g.variant, g.opener, g.practice, g.started_at, g.ended_at, g.result,
                   g.ending, g.marked, g.discs).where(g.table_id == table)  # fmt: skip
    if after:
        query = query.where(g.started_at < after)
    with store.reading() as connection:
        rows = connection.execute(query.order_by(g.started_at.desc(), g.number.desc()).limit(limit)).mappings().all()
    return [dict(row) for row in rows]


def standings(store: Store, span: Span) -> list[dict[str, Any]]:
    """Best first: points, then wins; a win is 1 point, a draw ½. Practice and games without a result don't count."""
    rows: dict[str, dict[str, Any]] = {}
    for player, name, points in _results(store, span):
        row = rows.setdefault(player, {"player": player, "name": name, "games": 0, "wins": 0, "draws": 0, "losses": 0})
        row["games"] += 1
        row[{1.0: "wins", 0.5: "draws"}.get(points, "losses")] += 1
    for row in rows.values():
        row["points"] = row["wins"] + row["draws"] / 2
    return sorted(rows.values(), key=lambda row: (-row["points"], -row["wins"], row["games"], row["name"] or ""))


def head_to_head(store: Store, first: str, second: str, span: Span) -> dict[str, Any]:
    """How two players fared against each other."""
    one, two = s.seats.alias(), s.seats.alias()
    query = (
        select(one.c.points, func.count())
        .join(two, one.c.game_id == two.c.game_id)
        .join(s.games, s.games.c.id == one.c.game_id)
        .where(one.c.player_id == first, two.c.player_id == second, one.c.disc != two.c.disc, *_counting(span))
        .group_by(one.c.points)
    )
    with store.reading() as connection:
        counts = {points: count for points, count in connection.execute(query).all()}  # noqa: C416  (rows, not pairs)
    wins, draws, losses = counts.get(1.0, 0), counts.get(0.5, 0), counts.get(0.0, 0)
    return {"players": [first, second], "games": wins + draws + losses, "wins": [wins, losses], "draws": draws}


def records(store: Store, span: Span, table: str | None = None, game: str | None = None) -> Iterator[Record]:
    """The ended games as records, in the order of their tables and ends; made again from the log."""
    names = {row["id"]: row["name"] for row in players(store)}
    for row in store.tables():
        if table in (None, row.id):
            yield from _records_of(store, row.id, row.name, span, game, names)


def _records_of(
    store: Store, table: str, event: str, span: Span, game: str | None, names: Mapping[str, str]
) -> Iterator[Record]:
    state = TableState()
    for stored in store.events(table, 0, 1_000_000):
        told = event_of(dict(stored.data))
        state = apply(state, told)
        at = state.current
        if at is None or not isinstance(told, Closed | Cleared) or at.game.setup.practice:
            continue
        if game in (None, at.id) and span.since <= stored.at < span.until:
            seats = tuple(names.get(player, FORGOTTEN) for player in at.game.setup.players)
            named = replace(at.game, setup=replace(at.game.setup, players=seats))
            headers = {"Event": event, "Date": stored.at, "Round": str(at.number), "Id": at.id}
            yield Record(named, headers)


def _results(store: Store, span: Span) -> list[Any]:
    query = (
        select(s.seats.c.player_id, s.players.c.name, s.seats.c.points)
        .join(s.games, s.games.c.id == s.seats.c.game_id)
        .outerjoin(s.players, s.players.c.id == s.seats.c.player_id)
        .where(*_counting(span))
    )
    with store.reading() as connection:
        return list(connection.execute(query).all())


def _counting(span: Span) -> tuple[Any, ...]:
    g = s.games.c
    return g.result.is_not(None), g.practice.is_(False), g.ended_at >= span.since, g.ended_at < span.until
