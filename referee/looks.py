"""What a look at the board means in each phase: from the state and the board seen to the events that happened."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from referee import events as e
from referee.board import Board, Cell, Disc
from referee.explanations import Doubt, DoubtCode, Explanation, OffenceCode, OrderMatters, Played, Same, Wrong
from referee.fold import State
from referee.legality import explain, unseen_on_surface
from referee.phases import Phase
from referee.remedies import remedy
from referee.rules import Ending, Move, MoveKind, Outcome, Position
from referee.setup import Setup

Events = tuple[e.Event, ...]


@dataclass(frozen=True)
class Look:
    """One look: the game's state, the board seen, the cells in it that aren't sure."""

    setup: Setup
    state: State
    seen: Board
    at_s: float
    unsure: frozenset[Cell]

    def seen_or(self, board: Board) -> Board:
        """The board seen, unsure cells taken from `board`."""
        seen = self.seen
        for cell in self.unsure:
            seen = seen.put(cell, board.at(*cell))
        return seen

    @property
    def before(self) -> Position:
        return self.state.position


def look(look: Look) -> Events:
    """The events of one look."""
    if fallen := flag_fall(look.state, look.at_s):
        return fallen
    return _LOOKS[look.state.phase](look)


def flag_fall(state: State, at_s: float) -> Events:
    """R36: whose time runs out loses."""
    fallen = state.clock.fallen(at_s)
    return (e.GameWon(at_s=at_s, winner=fallen.other, ending=Ending.TIME),) if fallen else ()


def ended(outcome: Outcome, at_s: float) -> e.Event:
    """The event of an outcome."""
    if outcome.winner is None:
        return e.GameDrawn(at_s=at_s, ending=outcome.ending)
    return e.GameWon(at_s=at_s, winner=outcome.winner, ending=outcome.ending, lines=outcome.lines)


def played(
    setup: Setup, state: State, moves: Iterable[Move], at_s: float, by: e.By = e.By.CAMERA,
    order_known: bool = True, unsure: tuple[Cell, ...] = (),
) -> Events:
    """The events of moves played from the state's position: each move, and the end if the last one ends the game.

    Raises `RefereeError` `move_refused` with the number and the reason of the first move that can't be.
    """
    moves, rules = tuple(moves), setup.rules
    positions, outcome = rules.line(state.position, moves, "move_refused")
    events: list[e.Event] = []
    for number, (before, move) in enumerate(zip(positions, moves, strict=False), len(state.moves) + 1):
        column, row = rules.moved_cell(before, move)
        events.append(
            e.MovePlayed(
                at_s=at_s, number=number, column=column, row=row, disc=move.disc, kind=move.kind,
                order_known=order_known, unsure=unsure, by=by,
            )
        )
    return (*events, ended(outcome, at_s)) if outcome else tuple(events)


# --- Before the first disc (R5) ---------------------------------------------------------------------------------------


def _awaiting_start(look: Look) -> Events:
    first = look.before.board
    loose = unseen_on_surface(look.seen, look.unsure)
    if loose:
        return _doubted(look, Doubt(DoubtCode.CELLS_UNSURE, loose))
    seen = look.seen_or(first)
    started = e.Started(at_s=look.at_s, board=first)
    if seen == first:
        return (started,)
    if not first.is_empty and isinstance(found := explain(look.before, seen, (), look.setup.rules), Played):
        return (started, *_moves(look, found))
    return _not_at_start(look, seen)


def _not_at_start(look: Look, seen: Board) -> Events:
    first = look.before.board
    cells = first.difference(seen)
    if cells == look.state.told:
        return ()
    code = "not_empty_at_start" if first.is_empty else "not_the_start_position"
    return (e.NotAtStart(at_s=look.at_s, code=code, cells=cells),)


# --- Playing ----------------------------------------------------------------------------------------------------------


def _playing(look: Look) -> Events:
    found = explain(look.before, look.seen, look.unsure, look.setup.rules)
    if isinstance(found, Same):
        return _sure(look)
    if isinstance(found, Played):
        return _moves(look, found)
    return _misread_move(look) or _troubled(look, found)


def _asking(look: Look) -> Events:
    """As in play, but the board as it was means that the discs were taken out again."""
    found = explain(look.before, look.seen, look.unsure, look.setup.rules)
    if isinstance(found, Same):
        return (e.Restored(at_s=look.at_s, to_move=look.before.to_move),)
    if isinstance(found, Played):
        return _moves(look, found)
    return _troubled(look, found)


def _troubled(look: Look, found: Explanation) -> Events:
    if isinstance(found, OrderMatters):
        return _order_unclear(look, found)
    if isinstance(found, Wrong):
        seen = look.seen_or(look.before.board)
        return (_offence(look, seen, found.code, found.cells, found.disc),)
    return _doubted(look, found) if isinstance(found, Doubt) else ()


def _moves(look: Look, found: Played) -> Events:
    unsure = unseen_on_surface(look.seen, look.unsure)
    events = played(
        look.setup, look.state, found.moves, look.at_s, order_known=found.order_known, unsure=unsure
    )
    if not found.extra:
        return events
    final = replace(look, state=replace(look.state, positions=(found.position,)))
    return (*events, _after_the_end(final, look.seen_or(found.position.board), found.extra))


def _order_unclear(look: Look, found: OrderMatters) -> Events:
    choices = tuple(
        e.OrderChoice(way.moves, way.outcome is not None, way.outcome.winner if way.outcome else None)
        for way in found.choices
    )
    if look.state.asked and look.state.asked.choices == choices:
        return ()
    return (e.OrderUnclear(at_s=look.at_s, seen=look.seen, choices=choices),)


def _misread_move(look: Look) -> Events:
    """A move that was accepted while other cells couldn't be seen, and that those cells now explain otherwise.

    The last moves are taken back as far as the cells that differ were unsure then; nobody is accused of the camera's
    gap.
    """
    state, differing = look.state, set(look.before.board.difference(look.seen))
    for back in range(1, len(state.moves) - state.base + 1):
        move = state.moves[-back]
        if not move.unsure:
            return ()
        if differing <= set(move.unsure):
            found = explain(state.positions[-back - 1], look.seen, look.unsure, look.setup.rules)
            if isinstance(found, Played) and not found.extra:
                return _recorrected(look, state.moves[:-back], found)
    return ()


def _recorrected(look: Look, kept: tuple[e.MovePlayed, ...], found: Played) -> Events:
    moves = (*(move.move for move in kept), *found.moves)
    corrected = e.MovesCorrected(at_s=look.at_s, moves=moves, by=e.By.CAMERA)
    return (corrected, ended(found.outcome, look.at_s)) if found.outcome else (corrected,)


def _offence(look: Look, seen: Board, code: OffenceCode, cells: tuple[Cell, ...], disc: Disc | None) -> e.Offence:
    work = remedy(seen, look.before.board, look.before.to_move)
    return e.Offence(at_s=look.at_s, code=code, cells=cells, disc=disc, seen=seen, remedy=work)


def _doubted(look: Look, doubt: Doubt) -> Events:
    """Said once: flickering unsure cells are one doubt, not a stream of them."""
    known = look.state.doubt
    again = known and known.code is doubt.code and (doubt.code is DoubtCode.CELLS_UNSURE or known.cells == doubt.cells)
    return () if again else (e.ReadingDoubted(at_s=look.at_s, code=doubt.code, cells=doubt.cells),)


def _sure(look: Look) -> Events:
    return (e.DoubtCleared(at_s=look.at_s),) if look.state.doubt else ()


# --- Restoring (R22, R26) ---------------------------------------------------------------------------------------------


def _restoring(look: Look) -> Events:
    before, wanted = look.state.seen or look.before.board, look.before.board
    seen = look.seen_or(before)
    if seen == before:
        return _sure(look)
    misread = seen.mask == before.mask
    restored = e.Restored(at_s=look.at_s, to_move=look.before.to_move, misread=misread)
    if seen == wanted:
        return (restored,)
    if (found := _went_on(look, seen, before)) is not None:
        return (restored, *_moves(replace(look, unsure=frozenset(), seen=seen), found))
    work = remedy(seen, wanted, look.before.to_move)
    kind = e.BoardEmptied if seen.is_empty and wanted.discs > 1 else e.RestoreProgress
    return (kind(at_s=look.at_s, seen=seen, remedy=work),)


def _went_on(look: Look, seen: Board, before: Board) -> Played | None:
    """Restored and played on between two looks: legal drops, none of them a disc that lay there wrongly before."""
    found = explain(look.before, seen, (), look.setup.rules)
    if not isinstance(found, Played) or found.extra:
        return None
    new = look.before.board.difference(seen)
    fresh = all(before.at(*cell) is not seen.at(*cell) for cell in new)
    return found if fresh and all(move.kind is MoveKind.DROP for move in found.moves) else None


# --- After the end (R18, R19) -----------------------------------------------------------------------------------------


def _awaiting_clear(look: Look) -> Events:
    final = look.before.board
    seen = look.seen_or(final)
    if seen.is_empty:
        return (e.Cleared(at_s=look.at_s),)
    extra = final.spec.cells_of(seen.mask & ~final.mask)
    nothing_left = not (final.red & ~seen.red or final.yellow & ~seen.yellow)
    if extra and nothing_left and not seen.floating() and extra != look.state.told:
        return (_after_the_end(look, seen, extra),)
    return ()


def _after_the_end(look: Look, seen: Board, extra: tuple[Cell, ...]) -> e.Offence:
    return _offence(look, seen, OffenceCode.AFTER_THE_END, extra, seen.at(*extra[0]))


def _not_judged(look: Look) -> Events:
    return ()


_LOOKS: dict[Phase, Callable[[Look], Events]] = {
    Phase.AWAITING_START: _awaiting_start,
    Phase.PLAYING: _playing,
    Phase.ASKING: _asking,
    Phase.RESTORING: _restoring,
    Phase.AWAITING_CLEAR: _awaiting_clear,
    Phase.DISPUTED: _not_judged,
    Phase.PAUSED: _not_judged,
    Phase.CLOSED: _not_judged,
}
