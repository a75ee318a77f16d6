"""All that one screen shows of a table, as plain JSON values; see docs/api.md."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from api.domain import events as t
from api.domain.allowed import allowed
from api.domain.state import IDLE, GameAt, MatchAt, TableState, next_seats
from api.telling import tell
from api.texts import say
from referee import events as e
from referee.board import Board, Cell, Disc
from referee.codec import encode
from referee.game import Game
from referee.match import BY_LOT, OpenerPolicy
from referee.phases import Phase
from referee.remedies import Remedy

CLOCK_DIGITS = 1
SAID = (
    e.Started,
    e.NotAtStart,
    e.MovePlayed,
    e.GameWon,
    e.GameDrawn,
    e.Offence,
    e.RestoreProgress,
    e.BoardEmptied,
    e.Restored,
    e.ReadingDoubted,
    e.OrderUnclear,
    e.Disputed,
    e.Undone,
    e.MovesCorrected,
    e.LetStand,
    e.Restarted,
    e.Swapped,
    e.Paused,
    e.Cleared,
    e.Closed,
)
"""Events that a screen goes on showing until the next one; the others pass."""


def snapshot(state: TableState, names: Mapping[str, str], at_s: float, lang: str) -> dict[str, Any]:
    """`phase`, `allowed`, `game`, `match`, `messages`."""
    return {
        "phase": state.phase,
        "allowed": list(allowed(state)),
        "game": game_dict(state.current, names, at_s, lang) if state.current else None,
        "match": match_dict(state.match, state.current, names) if state.match else None,
        "messages": standing_messages(state, lang),
    }


def standing_messages(state: TableState, lang: str) -> list[dict[str, str]]:
    """What the last event that matters says, in that language."""
    if state.current is None:
        return [{"code": IDLE, "message": say(IDLE, {}, lang)}]
    at = state.current
    last = next((event for event in reversed(at.game.events) if isinstance(event, SAID)), None)
    if last:
        return messages(last, lang)
    begun = {"opener": at.opener.letter, "number": at.number}
    return [{"code": t.GameStarted.name, "message": say(t.GameStarted.name, begun, lang)}]


def messages(event: e.Event, lang: str) -> list[dict[str, str]]:
    """The sentences of one event."""
    return [told.as_dict(lang) for told in tell(event)]


def game_dict(at: GameAt, names: Mapping[str, str], at_s: float, lang: str) -> dict[str, Any]:
    """The game at the table."""
    game, setup = at.game, at.game.setup
    board = game.position.board
    last = game.moves[-1] if game.moves else None
    return {
        "id": at.id,
        "number": at.number,
        "variant": setup.rules.name,
        "columns": board.spec.columns,
        "rows": board.spec.rows,
        "connect": board.spec.connect,
        "turns": setup.turns.name,
        "teaching": setup.teaching,
        "practice": setup.practice,
        "opener": at.opener.letter,
        "to_move": game.to_move.letter if game.to_move else None,
        "player_to_move": named(game.player_to_move, names),
        "players": players_dict(at, names),
        "board": list(board.rows()),
        "seen": seen_rows(game),
        "moves": [move_dict(move) for move in game.moves],
        "last": move_dict(last) if last else None,
        "kept": {disc.letter: game.position.kept[disc - 1] for disc in Disc},
        "swapped": game.state.swapped,
        "doubt": _doubt(game, lang),
        "offence": _offence(game, lang),
        "remedy": remedy_dict(game.remedy) if game.remedy else None,
        "choices": [_choice(choice, lang) for choice in game.choices],
        "dispute": dispute_dict(game, lang),
        "result": result_dict(game),
        "agreed": sorted(disc.letter for disc in game.agreed),
        "consents": {
            what: sorted(disc.letter for word, disc in at.consents if word == what) for what in ("undo", "redo", "draw")
        },
        "clock": _clock(game, at_s),
    }


def match_dict(match: MatchAt, current: GameAt | None, names: Mapping[str, str]) -> dict[str, Any]:
    """The match so far."""
    agreed, score = match.agreed, match.score
    return {
        "id": agreed.match,
        "format": agreed.format,
        "openers": agreed.openers,
        "sides": [
            {
                "disc": match.disc_of(side).letter,
                "players": [{"id": player, "name": named(player, names)} for player in agreed.sides[side]],
                "points": float(score.score[side]),
                "wins": score.wins[side],
            }
            for side in (0, 1)
        ],
        "draws": score.draws,
        "games": match.number,
        "over": match.over is not None,
        "broken_off": bool(match.over and match.over.broken_off),
        "winner": match.over.winner if match.over else None,
        "next_opener": _next_opener(match),
        "next_players": _next_players(match, current, names),
        "pictures": agreed.pictures,
    }


def named(player: str | None, names: Mapping[str, str]) -> str | None:
    """A player's name; None where nobody is named, or the name has been forgotten."""
    return names.get(player) if player else None


def players_dict(at: GameAt, names: Mapping[str, str]) -> list[dict[str, Any]]:
    """Who plays with which colour now, in the order of turns."""
    owner = {player: disc for disc in Disc for player in at.owner(disc)}
    return [
        {"id": player, "name": named(player, names), "disc": owner[player].letter, "seat": seat}
        for seat, player in enumerate(at.game.setup.players)
    ]


def move_dict(move: e.MovePlayed) -> dict[str, Any]:
    """A move, with its number and whose word it rests on."""
    return {
        "number": move.number,
        "column": move.column,
        "row": move.row,
        "disc": move.disc.letter,
        "kind": move.kind.value,
        "by": move.by.value,
        "unsure": encode(move.unsure),
    }


def seen_rows(game: Game) -> list[str] | None:
    """The board as the camera last reported it, doubted cells as `?`; None where no camera looks on."""
    if game.state.seen is None:
        return None
    doubted = set(game.doubt.cells) if game.doubt else set()
    return rows_with_doubt(game.state.seen, doubted)


def rows_with_doubt(board: Board, doubted: set[Cell] | frozenset[Cell]) -> list[str]:
    """Rows from the top, `?` where in doubt."""
    top = board.spec.rows
    return [
        "".join("?" if Cell(column, top - down) in doubted else sign for column, sign in enumerate(row, 1))
        for down, row in enumerate(board.rows())
    ]


def result_dict(game: Game) -> dict[str, Any] | None:
    """How the game ended; None before."""
    if game.result is None:
        return None
    outcome = game.result.outcome
    return {
        "winner": outcome.winner.letter if outcome.winner else None,
        "ending": outcome.ending.value,
        "lines": encode(outcome.lines),
        "marked": game.result.marked,
    }


def remedy_dict(remedy: Remedy) -> dict[str, Any]:
    """R22 in both forms, for ticking off."""
    return {
        "to_move": remedy.to_move.letter if remedy.to_move else None,
        "wanted": list(remedy.wanted.rows()),
        "take_out": encode(remedy.take_out),
        "put_back": encode(remedy.put_back),
        "needs_bar": remedy.needs_bar,
        "rebuild": encode(remedy.rebuild),
        "in_hand": {disc.letter: remedy.in_hand(disc) for disc in Disc},
    }


def dispute_dict(game: Game, lang: str) -> dict[str, Any] | None:
    """The claim and the answer while a game is disputed."""
    if game.phase is not Phase.DISPUTED:
        return None
    last = next(event for event in reversed(game.events) if isinstance(event, e.Disputed))
    return answered(last, lang)


def answered(event: e.Disputed, lang: str) -> dict[str, Any]:
    """A dispute with its sentences, each once: the verdict's own may be one of the breaks it names."""
    answer = event.answer
    reasons = [answer.get("reason"), *answer.get("breaks", [])]
    told = [{"code": r["code"], "message": say(r["code"], r.get("data", {}), lang)} for r in reasons if r]
    once = [each for n, each in enumerate(told) if each not in told[:n]]
    return {"claim": event.claim, "answer": answer, "messages": once}


def _doubt(game: Game, lang: str) -> dict[str, Any] | None:
    return game.doubt.as_dict() | {"messages": messages(game.doubt, lang)} if game.doubt else None


def _offence(game: Game, lang: str) -> dict[str, Any] | None:
    if game.offence is None:
        return None
    told = game.offence.as_dict()
    return {key: told[key] for key in ("code", "cells", "disc")} | {"messages": messages(game.offence, lang)}


def _choice(choice: e.OrderChoice, lang: str) -> dict[str, Any]:
    columns = [move.column for move in choice.moves]
    return encode(choice) | {"message": say("order_choice", {"columns": columns}, lang)}


def _clock(game: Game, at_s: float) -> dict[str, Any] | None:
    clock = game.clock
    if clock.rules.seconds is None:
        return None
    left = {disc.letter: round(clock.left(disc, at_s) or 0.0, CLOCK_DIGITS) for disc in Disc}
    return {"name": clock.rules.name, "left": left, "running": clock.running.letter if clock.running else None}


def _next_opener(match: MatchAt) -> str | None:
    """The colour that opens the next game, where that is known already."""
    if match.over or match.score.over:
        return None
    by_word = match.score.policy in BY_LOT or match.score.policy is OpenerPolicy.AGREED
    if by_word and match.score.games:
        return None
    return match.disc_of(match.score.next_opener()).letter


def _next_players(match: MatchAt, current: GameAt | None, names: Mapping[str, str]) -> list[str | None]:
    """The order of turns of the next game (R29: in a rematch the leads swap)."""
    opener = _next_opener(match)
    if opener is None or current is None:
        return []
    side = 0 if match.agreed.disc.letter == opener else 1
    return [named(player, names) for player in next_seats(match, side, current)]
