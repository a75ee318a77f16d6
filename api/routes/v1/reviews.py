"""`GET /tables/{table}/games/{game}/review`: what each move was worth, after the game or a teaching game (R12, R42)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import JSONResponse

from api.errors import Refused
from api.routes.v1 import shapes
from api.routes.v1.asking import Id, Lang, TableId, errors, language
from api.service.host import Host
from api.service.house import House
from api.service.reviews import Job
from api.store import results
from api.told import Told
from referee.board import Disc
from referee.game import Game
from referee.reasons import Reason
from referee.review import VALUE_NAMES, MoveReview, Review, lasting_reasons, move_reasons, review_reasons
from referee.threats import lasting_threats


def make_router(house: House) -> APIRouter:
    """The route of reviews."""
    router = APIRouter(tags=["results"])

    @router.get(
        "/tables/{table}/games/{game}/review", response_model=shapes.ReviewShape, responses=errors(404, 409, 503)
    )
    async def review(request: Request, table: TableId, game: Id, lang: Lang = None) -> Any:
        """What each move was worth. Values that aren't known yet are null: ask again while `running`."""
        host = await house.host(table)
        job = await house.reviews.of(host.row.id, await _game(house, host, game))
        return JSONResponse(review_dict(game, job, language(request, lang)))

    return router


async def _game(house: House, host: Host, wanted: str) -> Game:
    """The game at the table, or an ended one of its log. Raises `Refused` `no_such_game`."""
    current = host.state.current
    if current and current.id == wanted:
        return current.game
    ended = results.records(house.store, results.Span(), table=host.row.id, game=wanted)
    found = await house.store_call(lambda: next(ended, None))
    if found is None:
        raise Refused("no_such_game")
    return found.game


def review_dict(game: str, job: Job, lang: str) -> dict[str, Any]:
    """A review as plain JSON values; see docs/api.md."""
    found = job.found
    unknown = sum(move.value is None for move in found.moves)
    return {
        "game": game,
        "complete": found.complete,
        "running": not job.ended.is_set(),
        "unknown": unknown,
        "moves": [_move(move, lang) for move in found.moves],
        "losing_move": found.losing_move,
        "boards": [list(board.rows()) for board in found.boards],
        "waiting": _waiting(found),
        "messages": [told.as_dict(lang) for told in _story(found, unknown)],
    }


def _move(move: MoveReview, lang: str) -> dict[str, Any]:
    return {
        "number": move.number,
        "column": move.column,
        "disc": move.disc.letter,
        "best": VALUE_NAMES.get(move.best) if move.best is not None else None,
        "value": VALUE_NAMES.get(move.value) if move.value is not None else None,
        "kind": move.kind.value if move.kind else None,
        "better": move.better,
        "missed_wins": _cells(move.missed_wins),
        "missed_blocks": _cells(move.missed_blocks),
        "double": _cells(move.double),
        "lasting": _cells(move.lasting),
        "messages": [told.as_dict(lang) for told in _told(move_reasons(move))],
    }


def _story(found: Review, unknown: int) -> list[Told]:
    """The story of the game in order, what was left over at its end, and how much of it isn't known."""
    told = _told(review_reasons(found))
    if found.moves:
        told += _told(lasting_reasons(found, _opener(found)))
    return [*told, *([Told("review_not_yet", {"number": unknown})] if unknown else [])]


def _told(reasons: Iterable[Reason]) -> list[Told]:
    return [Told(each.code, each.data) for each in reasons]


def _waiting(found: Review) -> dict[str, list[list[int]]]:
    """Cells for which each colour waits at the end, where the rest of the board would give them to it."""
    opener = _opener(found)
    return {disc.letter: _cells(lasting_threats(found.boards[-1], disc, opener)) for disc in Disc}


def _opener(found: Review) -> Disc:
    first = found.moves[0].disc if found.moves else Disc.RED
    return first if found.boards[0].discs % 2 == 0 else first.other


def _cells(cells: Any) -> list[list[int]]:
    return [list(cell) for cell in cells]
