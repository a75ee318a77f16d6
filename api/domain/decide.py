"""From an act, or from what the camera sees, to the events that follow. Pure; a refusal is a `RefereeError`.

`decide(state, act, ...)` and `look(state, ...)` give events only; whoever calls stores them, then applies them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from api.domain import acts as a
from api.domain import events as t
from api.domain.state import IDLE, GameAt, MatchAt, TableState, apply, next_seats, opening_side, replayed
from api.judging import judged
from referee import events as e
from referee.board import Board, Cell, Disc, spec_of
from referee.codec import encode
from referee.disputes import Claim, ClaimKind, judge
from referee.errors import RefereeError
from referee.explanations import Played
from referee.game import Game
from referee.legality import explain
from referee.match import BY_LOT, OpenerPolicy, combination_fault, youngest
from referee.phases import Phase
from referee.rules import Move, MoveKind
from referee.turns import TURN_ORDERS
from vision.tracker import SettledBoard

Events = tuple[e.Event, ...]


@dataclass(frozen=True)
class Chance:
    """What the referee can't make: new ids, and the side that a coin chooses (0 or 1)."""

    match: str
    game: str
    coin: int


def decide(state: TableState, act: Any, at_s: float, chance: Chance, players: tuple[str, ...] = ()) -> Events:
    """The events of an act (`api.domain.acts`). players: ids of the act's named players, in their order.

    Raises `RefereeError`: `wrong_phase` with the acts that are allowed now, or why this one can't be.
    """
    at_s = max(at_s, state.at_s)
    if act.act not in allowed(state):
        raise refusal(state, act.act)
    if isinstance(act, a.Start):
        return _start(state, act, at_s, chance, players)
    if isinstance(act, a.Next):
        return _next(state, act, at_s, chance)
    if isinstance(act, a.End):
        return _end(state, at_s)
    return continued(state, _ACTS[type(act)](_at(state), act, at_s), at_s, chance)


def look(state: TableState, settled: SettledBoard, at_s: float, chance: Chance) -> Events:
    """The events of a settled board, as people have corrected it."""
    if state.current is None or not state.playing:
        return ()
    at = state.current
    if at.game.setup.rules.spec != settled.board.spec:
        return ()
    seen = _believed(at, replace(settled, until_s=max(at_s, state.at_s)))
    events = continued(state, judged(at.game, seen)[1], seen.until_s, chance)
    then = replayed(events, state)
    if then.current and then.current.id != at.id and settled.board.is_empty:  # the cleared grid is the next one's start
        events += then.current.game.observe(settled.board, seen.until_s, settled.doubt)[1]
    return events


def _believed(at: GameAt, settled: SettledBoard) -> SettledBoard:
    """What was seen, with the cells that people have put right as they said."""
    said = frozenset(word.cell for word in at.corrections)
    return replace(
        settled, board=at.corrected(settled.board), doubt=settled.doubt - said, misread=settled.misread - said
    )


def tick(state: TableState, at_s: float, chance: Chance) -> Events:
    """The events of time that has passed (R36)."""
    if state.current is None or not state.playing:
        return ()
    at_s = max(at_s, state.at_s)
    return continued(state, state.current.game.tick(at_s)[1], at_s, chance)


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


# --- What is allowed now ----------------------------------------------------------------------------------------------

_BY_EVENT: dict[str, type[e.Event]] = {
    "begin": e.Started,
    "play": e.MovePlayed,
    "column_full": e.ColumnFullTold,
    "correct": e.MovesCorrected,
    "agree": e.ResultAgreed,
    "dispute": e.Disputed,
    "settle": e.DisputeSettled,
    "restored": e.Restored,
    "let_stand": e.LetStand,
    "restart": e.Restarted,
    "undo": e.Undone,
    "redo": e.Redone,
    "draw": e.GameDrawn,
    "resign": e.GameWon,
    "pause": e.Paused,
    "resume": e.Resumed,
}


def allowed(state: TableState) -> tuple[str, ...]:
    """The acts that can be done now."""
    match = state.match if state.match and not state.match.over else None
    if state.current is None or not state.playing:
        return ("start", "next", "end") if match else ("start",)
    game = state.current.game
    acts = [name for name, event in _BY_EVENT.items() if game.may(event) and _sensible(game, name)]
    if game.phase is Phase.ASKING:
        acts.append("tell_order")
    if game.may(e.Swapped) and game.setup.turns.swap_refusal(len(game.moves), game.state.swapped) is None:
        acts.append("swap")
    if game.phase is Phase.AWAITING_CLEAR:
        acts.append("close")
    return (*acts, "end")


def _sensible(game: Game, act: str) -> bool:
    """Whether there is anything that the act could be about."""
    if act == "undo":
        return len(game.moves) > game.state.base
    if act == "redo":
        return bool(game.state.undone)
    if act == "restored":
        return game.phase in (Phase.RESTORING, Phase.ASKING)
    if act == "play":
        return game.phase is Phase.PLAYING
    return True


def refusal(state: TableState, act: str) -> RefereeError:
    """What is said to an act that isn't allowed in this phase."""
    return RefereeError("wrong_phase", phase=state.phase, event=act, allowed=list(allowed(state)))


def _at(state: TableState) -> GameAt:
    if state.current is None:
        raise RefereeError("wrong_phase", phase=IDLE, event="", allowed=list(allowed(state)))
    return state.current


# --- Matches and games ------------------------------------------------------------------------------------------------


def _start(state: TableState, act: a.Start, at_s: float, chance: Chance, players: tuple[str, ...]) -> Events:
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


def _next(state: TableState, act: a.Next, at_s: float, chance: Chance) -> Events:
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


def _end(state: TableState, at_s: float) -> Events:
    assert state.match is not None
    closed = state.current.game.close(at_s)[1] if state.current and state.playing else ()
    return (*closed, _match_over(state.match, at_s, broken_off=True))


# --- The acts of a game -----------------------------------------------------------------------------------------------


def _play(at: GameAt, act: a.Play, at_s: float) -> Events:
    mover = Disc.of(act.disc) if act.disc else at.game.position.to_move or Disc.RED
    return at.game.play(Move(act.column, mover, MoveKind(act.kind)), at_s)[1]


def _dispute(at: GameAt, act: a.Dispute, at_s: float) -> Events:
    disc = Disc.of(act.disc) if act.disc else None
    claim = Claim(ClaimKind(act.claim), tuple(Cell(*cell) for cell in act.cells), disc)
    answer = judge(at.game, claim)
    return at.game.dispute(encode(claim), answer.as_dict(), at_s)[1]


def _agree(at: GameAt, act: a.Agree, at_s: float) -> Events:
    game, events = at.game, tuple[e.Event, ...]()
    for letter in act.discs:
        game, more = game.agree(Disc.of(letter), at_s)
        events += more
    return events


def _with_both(what: str, do: Callable[[Game, float], Events]) -> Callable[[GameAt, Any, float], Events]:
    """An act that happens once both colours have given their word; until then the word is kept."""

    def decided(at: GameAt, act: Any, at_s: float) -> Events:
        said = {Disc.of(letter) for letter in act.discs}
        new = [disc for disc in Disc if disc in said and (what, disc) not in at.consents]
        words: Events = tuple(t.Consented(at_s=at_s, kind=what, disc=disc) for disc in new)
        missing = [disc for disc in Disc if disc not in said and (what, disc) not in at.consents]
        happened = do(at.game, at_s)  # refused now rather than after the second word
        return words if missing else (*words, *happened)

    return decided


def _let_stand(at: GameAt, act: a.LetStand, at_s: float) -> Events:
    return at.game.let_stand(at_s, Disc.of(act.to_move) if act.to_move else None)[1]


def _correct(at: GameAt, act: a.Correct, at_s: float) -> Events:
    told = [act.cell is not None, act.number is not None, act.moves is not None]
    if sum(told) != 1:
        raise RefereeError("correction_of_what")
    if act.cell is not None:
        return _correct_cell(at, Cell(*act.cell), Disc.of(act.disc) if act.disc else None, at_s)
    moves = [move.move for move in at.game.moves]
    if act.number is not None:
        if act.number > len(moves) or act.column is None:
            raise RefereeError("correction_of_what")
        moves[act.number - 1] = moves[act.number - 1]._replace(column=act.column)
    else:
        moves = _moves(at, act.moves or [])
    return at.game.correct(moves, at_s)[1]


def _moves(at: GameAt, given: list[a.MoveIn]) -> list[Move]:
    side, moves = at.game.setup.first_position.to_move or Disc.RED, []
    for move in given:
        disc = Disc.of(move.disc) if move.disc else side
        moves.append(Move(move.column, disc, MoveKind(move.kind)))
        side = disc.other
    return moves


def _correct_cell(at: GameAt, cell: Cell, disc: Disc | None, at_s: float) -> Events:
    """What really lies there: the moves that explain it, or the offence that was none."""
    game = at.game
    game.setup.rules.spec.check(cell)
    seen = game.state.seen or game.position.board
    was, wanted = seen.at(*cell), seen.put(cell, disc)
    if was is disc:
        raise RefereeError("correction_changes_nothing", cells=[cell])
    word = t.ReadingCorrected(at_s=at_s, cell=cell, was=was, disc=disc)
    if game.phase in (Phase.RESTORING, Phase.ASKING):
        return (word, *game.observe(wanted, at_s)[1])
    return (word, *_explained(game, wanted, at_s))


def _explained(game: Game, wanted: Board, at_s: float) -> Events:
    """Moves that lead to the corrected board, as few as possible of the old ones taken back."""
    state = game.state
    for back in range(len(state.moves) - state.base + 1):
        kept = [move.move for move in state.moves[: len(state.moves) - back]]
        before = state.positions[len(state.positions) - 1 - back]
        found = explain(before, wanted, (), game.setup.rules)
        if before.board == wanted:
            return game.correct(kept, at_s)[1]
        if isinstance(found, Played) and not found.extra:
            return game.correct([*kept, *found.moves], at_s)[1]
    raise RefereeError("correction_unexplained")


_ACTS: dict[type, Callable[[GameAt, Any, float], Events]] = {
    a.Begin: lambda at, act, at_s: at.game.begin(at_s)[1],
    a.Play: _play,
    a.ColumnFull: lambda at, act, at_s: at.game.tried_full_column(act.column, at_s)[1],
    a.TellOrder: lambda at, act, at_s: at.game.tell_order(act.choice, at_s)[1],
    a.Swap: lambda at, act, at_s: at.game.swap(at_s)[1],
    a.Correct: _correct,
    a.Agree: _agree,
    a.Dispute: _dispute,
    a.Settle: lambda at, act, at_s: at.game.settle(at_s, act.accepted)[1],
    a.Restored: lambda at, act, at_s: at.game.confirm_restored(at_s)[1],
    a.LetStand: _let_stand,
    a.Restart: lambda at, act, at_s: at.game.restart_same_opener(at_s)[1],
    a.Undo: _with_both("undo", lambda game, at_s: game.undo(at_s)[1]),
    a.Redo: _with_both("redo", lambda game, at_s: game.redo(at_s)[1]),
    a.Draw: _with_both("draw", lambda game, at_s: game.agree_draw(at_s)[1]),
    a.Resign: lambda at, act, at_s: at.game.resign(Disc.of(act.disc), at_s)[1],
    a.Pause: lambda at, act, at_s: at.game.pause(at_s)[1],
    a.Resume: lambda at, act, at_s: at.game.resume(at_s)[1],
    a.Close: lambda at, act, at_s: at.game.close(at_s)[1],
}
