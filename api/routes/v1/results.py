"""What has been played: games and their records, disputes, players, standings, a season for spreadsheets."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response

from api.domain.events import event_of
from api.domain.snapshot import answered
from api.errors import Refused
from api.routes.v1.asking import Authorization, Id, Lang, TableId, errors, key_of, language
from api.service.house import House
from api.store import forgetting, results
from api.store.results import Span
from api.store.store import Store
from referee.events import Disputed
from referee.export import as_dict, to_csv
from referee.records import Record, write_record, write_records

DAY = r"^\d{4}-\d\d-\d\d([T ][0-9:.]{5,15}(Z|\+00:00)?)?$"
Since = Annotated[str, Query(pattern=DAY, description="From then on: a day or a time in UTC.", examples=["2026-09-01"])]
Until = Annotated[str, Query(pattern=DAY, description="Before then.", examples=["2027-07-01"])]
ALWAYS = Span()


def make_router(house: House) -> APIRouter:
    """The routes of results."""
    router = APIRouter(tags=["results"])
    call, store = house.store_call, house.store

    async def record_of(game: str) -> Record:
        found = await call(lambda: next(results.records(store, ALWAYS, game=game), None))
        if found is None:
            raise Refused("no_such_game")
        return found

    @router.get("/tables/{table}/games", responses=errors(404, 503))
    async def games(table: TableId, before: Annotated[str, Query(max_length=40, pattern=DAY)] = "9999-01-01") -> Any:
        """The table's games, newest first, 100 at a time; go on with `before`: the last one's `started_at`."""
        host = await house.host(table)
        return await call(results.games_of_table, store, host.row.id, before)

    @router.delete("/tables/{table}/games/{game}", status_code=204, responses=errors(401, 404, 409, 503))
    async def forget(table: TableId, game: Id, authorization: Authorization = None) -> Response:
        """Forget an ended game: its events, its result and its pictures."""
        host = await house.with_key(table, key_of(authorization))
        await call(forgetting.forget_game, store, game, host.row.id)
        return Response(status_code=204)

    @router.get("/games/{game}", responses=errors(404, 503))
    async def game(game: Id) -> Any:
        """An ended game: headers, moves, result, board, events."""
        return JSONResponse(as_dict(await record_of(game)))

    @router.get("/games/{game}/record", response_class=PlainTextResponse, responses=errors(404, 503))
    async def record(game: Id) -> PlainTextResponse:
        """The same as a text record, see docs/record.md."""
        return PlainTextResponse(write_record(await record_of(game)))

    @router.get("/tables/{table}/disputes", responses=errors(404, 503))
    async def disputes(request: Request, table: TableId, lang: Lang = None) -> Any:
        """All disputes at the table with claim, answer and sentences."""
        host, spoken = await house.host(table), language(request, lang)
        log = await call(store.events, host.row.id, 0, 1_000_000)
        told = [(each, event_of(dict(each.data))) for each in log if each.data["event"] == Disputed.name]
        return [
            {"seq": each.seq, "at": each.at, "game": each.game, **answered(event, spoken)}
            for each, event in told
            if isinstance(event, Disputed)
        ]

    @router.get("/players", responses=errors(503))
    async def players() -> Any:
        """All players, by name."""
        return await call(results.players, store)

    @router.get("/standings", responses=errors(503))
    async def standings(since: Since = "0001-01-01", until: Until = "9999-01-01") -> Any:
        """Best first; a win is 1 point, a draw ½."""
        return await call(results.standings, store, Span(since, until))

    @router.get("/head-to-head", responses=errors(503))
    async def head_to_head(
        first: Annotated[str, Query(pattern=r"^[a-z0-9]{4,24}$")],
        second: Annotated[str, Query(pattern=r"^[a-z0-9]{4,24}$")],
        since: Since = "0001-01-01",
        until: Until = "9999-01-01",
    ) -> Any:
        """How two players fared against each other; by their ids."""
        return await call(results.head_to_head, store, first, second, Span(since, until))

    @router.get("/season.{kind}", responses=errors(404, 503))
    async def season(kind: str, since: Since = "0001-01-01", until: Until = "9999-01-01") -> Response:
        """All ended games: `season.csv` for spreadsheets, `season.json`, `season.txt` as text records."""
        if kind not in ("csv", "json", "txt"):
            raise Refused("not_found")
        return await call(_season, store, kind, Span(since, until))

    return router


def _season(store: Store, kind: str, span: Span) -> Response:
    """In a thread: there may be thousands of games."""
    found = list(results.records(store, span))
    if kind == "json":
        return JSONResponse([as_dict(each) for each in found])
    text, media = (to_csv(found), "text/csv") if kind == "csv" else (write_records(found), "text/plain")
    headers = {"content-disposition": f'attachment; filename="fairdrop-season.{kind}"'}
    return PlainTextResponse(text, media_type=f"{media}; charset=utf-8", headers=headers)
