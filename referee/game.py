"""A game as the referee knows it: a fold over events. No camera, no clock, no file: boards and times come in.

    game, events = Game.start(Setup(opener=Disc.RED)).observe(board, at_s)     # looks, from the camera
    game, events = game.undo(at_s)                                            # acts, by the players' word

Every look and every act returns the game that follows and the events that happened; the old game stays as it was, and
an act that isn't allowed raises `RefereeError` (a stable `code` and its `data`) and changes nothing. `replay(setup,
events)` gives the same game again, so a store needs to keep the setup and the events only.

Phases (`phases.TRANSITIONS` is the whole machine): `awaiting_start` until the start position is seen; `playing`;
`asking` while the order of quick turns has to be told; `restoring` after an offence; `disputed`; `paused`;
`awaiting_clear` after the end until the empty grid is seen; `closed`.

Looks      `observe(seen, at_s, unsure)`      in any phase; repeated and late looks change nothing
           `tick(at_s)`                       time passed, for the clock (R36)
Acts       `begin(at_s)`                      "the start position stands", where no camera looks on
           `play(move, at_s)`                 a move entered by hand (`column_full`, `not_your_turn`, ...)
           `tried_full_column(column, at_s)`  a disc lies on top of a full column (R9)
           `tell_order(choice, at_s)`         the players' answer while `asking` (R25)
           `dispute(claim, answer, at_s)`     stop and look (R21; `disputes.judge` makes the answer)
           `settle(at_s)`                     both go on after a dispute
           `confirm_restored(at_s)`           "it stands again", where no camera looks on (R22)
           `let_stand(at_s, to_move)`         both go on from the position as it lies
           `restart_same_opener(at_s)`        R23: no result, same opener, from the start position
           `undo(at_s)`, `redo(at_s)`         R11: both players' word
           `correct(moves, at_s)`             the moves as they really were; replayed by the rules
           `swap(at_s)`                       R28, as declared by the second player
           `resign(disc, at_s)`, `agree_draw(at_s)`, `agree(disc, at_s)` (R18: confirm the result)
           `pause(at_s)`, `resume(at_s)`, `close(at_s)`
Questions  `phase`, `position`, `to_move`, `moves`, `events`, `result`, `remedy`, `offence`, `doubt`, `choices`,
           `agreed`, `player_to_move`, `clock`, `may(act)`: see `standing.py`
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from referee import events as e
from referee.board import Board, Cell, Disc
from referee.errors import RefereeError
from referee.fold import State, fold
from referee.looks import Look, ended, flag_fall, look, played
from referee.phases import next_phase
from referee.remedies import remedy
from referee.rules import Ending, Move
from referee.setup import Setup
from referee.standing import Standing

Step = tuple["Game", tuple[e.Event, ...]]


class Game(Standing):
    """A game in progress or ended. Build it with `Game.start` or `replay`; read `events` for what happened."""

    @classmethod
    def start(cls, setup: Setup | None = None) -> Game:
        """A game waiting for its start position. Raises `RefereeError` when the setup can't be played."""
        setup = setup or Setup()
        return cls(setup, State.at_start(setup))

    # --- Looks --------------------------------------------------------------------------------------------------------

    def observe(self, seen: Board, at_s: float, unsure: Iterable[Cell] = ()) -> Step:
        """What the camera sees now. `unsure`: cells not seen well; they are never held against a player.

        Raises `RefereeError` `other_board` for a board of another size.
        """
        if self.state.is_quiet and seen == self.position.board:
            return self, ()
        if seen.spec != self.setup.rules.spec:
            raise RefereeError("other_board", columns=seen.spec.columns, rows=seen.spec.rows)
        if self.events and at_s < self.events[-1].at_s:
            return self, ()
        return self._do(*look(Look(self.setup, self.state, seen, at_s, frozenset(unsure))))

    def tick(self, at_s: float) -> Step:
        """Time passed without a look: ends the game when the clock of the side to move has run out (R36)."""
        return self._do(*flag_fall(self.state, at_s))

    # --- Acts ---------------------------------------------------------------------------------------------------------

    def begin(self, at_s: float) -> Step:
        """The players say that the start position stands: a game without a camera."""
        return self._do(e.Started(at_s=at_s, board=self.setup.first_board, by=e.By.PLAYERS))

    def play(self, move: Move | int, at_s: float) -> Step:
        """A move entered by hand; a bare column is a drop by the side to move."""
        if isinstance(move, int):
            move = Move(move, self.position.to_move or Disc.RED)
        self._check(e.MovePlayed)
        if fallen := flag_fall(self.state, at_s):
            return self._do(*fallen)
        if refused := self.setup.rules.refusal(self.position, move):
            raise refused
        return self._do(*self._moves((move,), at_s))

    def tried_full_column(self, column: int, at_s: float) -> Step:
        """R9: a disc was tried on a full column: nothing was placed, the same player picks another."""
        if self.position.board.landing_cell(column):
            raise RefereeError("column_not_full", column=column)
        return self._do(e.ColumnFullTold(at_s=at_s, column=column))

    def tell_order(self, choice: int, at_s: float) -> Step:
        """The players say which of `choices` it was (0-based)."""
        if not 0 <= choice < len(self.choices):
            raise RefereeError("no_such_choice", choice=choice, choices=len(self.choices))
        return self._do(*self._moves(self.choices[choice].moves, at_s))

    def dispute(self, claim: dict[str, object], answer: dict[str, object], at_s: float) -> Step:
        """R21: play stops; `disputes.judge` makes claim and answer."""
        return self._do(e.Disputed(at_s=at_s, claim=claim, answer=answer))

    def settle(self, at_s: float, accepted: bool = True) -> Step:
        """Both go on after a dispute."""
        return self._do(e.DisputeSettled(at_s=at_s, accepted=accepted))

    def confirm_restored(self, at_s: float) -> Step:
        """The players say that the last legal position stands again (R22)."""
        return self._do(e.Restored(at_s=at_s, to_move=self.position.to_move, by=e.By.PLAYERS))

    def let_stand(self, at_s: float, to_move: Disc | None = None) -> Step:
        """Both go on from the position as it lies; without `to_move` the offender's opponent is next."""
        self._check(e.LetStand)
        board = self.state.seen or self.position.board
        if board.floating():
            raise RefereeError("cannot_stand_floating", cells=board.floating())
        offender = self.offence.disc if self.offence else None
        wanted = to_move or (offender or self.position.to_move or Disc.RED).other
        there = {side: replace(self.position, board=board, to_move=side, in_hand=None) for side in Disc}
        stuck = not self.setup.rules.moves(there[wanted]) and self.setup.rules.moves(there[wanted.other])
        mover = wanted if stuck else wanted.other
        events: list[e.Event] = [e.LetStand(at_s=at_s, board=board, to_move=mover.other)]
        if outcome := self.setup.rules.outcome(there[mover.other], mover):
            events.append(ended(outcome, at_s))
        return self._do(*events)

    def restart_same_opener(self, at_s: float) -> Step:
        """R23: nobody can reconstruct it: the same opener begins anew, no result is recorded."""
        return self._do(e.Restarted(at_s=at_s))

    def undo(self, at_s: float) -> Step:
        """R11: take back the last move, by both players' word. Where a camera looks on, the disc has to come out."""
        self._check(e.Undone)
        if len(self.moves) <= self.state.base:
            raise RefereeError("nothing_to_undo")
        undone = self._do(e.Undone(at_s=at_s, number=self.moves[-1].number))
        return undone[0]._then_restore(undone[1], at_s)

    def redo(self, at_s: float) -> Step:
        """Let the move that was taken back last stand after all."""
        self._check(e.Redone)
        if not self.state.undone:
            raise RefereeError("nothing_to_redo")
        again = self.state.undone[-1]
        game, events = self._do(e.Redone(at_s=at_s, number=again.number))
        outcome = self.setup.rules.outcome(game.position, again.disc)
        if outcome:
            game, more = game._do(ended(outcome, at_s))
            return game, events + more
        return game._then_restore(events, at_s)

    def correct(self, moves: Iterable[Move], at_s: float, by: e.By = e.By.PLAYERS) -> Step:
        """The moves since the start as they really were (a reading was wrong). Replayed by the rules, logged as `by`.

        Raises `RefereeError` `correction_illegal` naming the move that can't be.
        """
        self._check(e.MovesCorrected)
        corrected = tuple(moves)
        _, outcome = self.setup.rules.line(self.setup.first_position, corrected, "correction_illegal")
        events: list[e.Event] = [e.MovesCorrected(at_s=at_s, moves=corrected, by=by)]
        if outcome:
            events.append(ended(outcome, at_s))
        return self._do(*events)

    def swap(self, at_s: float) -> Step:
        """R28: the second player takes the opener's colour, after the opening disc and before anything else."""
        if refused := self.setup.turns.swap_refusal(len(self.moves), self.state.swapped):
            raise refused
        return self._do(e.Swapped(at_s=at_s))

    def resign(self, disc: Disc, at_s: float) -> Step:
        """That colour gives up; the other wins."""
        return self._do(e.GameWon(at_s=at_s, winner=disc.other, ending=Ending.RESIGNED))

    def agree_draw(self, at_s: float) -> Step:
        """Both end the game as a draw."""
        return self._do(e.GameDrawn(at_s=at_s, ending=Ending.AGREED))

    def agree(self, disc: Disc, at_s: float) -> Step:
        """R18: that colour's player confirms the result. Saying it twice changes nothing."""
        return (self, ()) if disc in self.agreed else self._do(e.ResultAgreed(at_s=at_s, disc=disc))

    def pause(self, at_s: float) -> Step:
        return self._do(e.Paused(at_s=at_s))

    def resume(self, at_s: float) -> Step:
        return self._do(e.Resumed(at_s=at_s))

    def close(self, at_s: float) -> Step:
        """End by the players' word: without a result, or without waiting for the empty grid."""
        return self._do(e.Closed(at_s=at_s))

    # --- How it is done -----------------------------------------------------------------------------------------------

    def _check(self, event: type[e.Event]) -> None:
        next_phase(self.phase, event, self.state.interrupted)

    def _do(self, *happened: e.Event) -> Step:
        state = self.state
        for event in happened:
            state = fold(self.setup, state, event)
        return (replace(self, state=state, events=self.events + happened), happened) if happened else (self, ())

    def _moves(self, moves: tuple[Move, ...], at_s: float) -> tuple[e.Event, ...]:
        return played(self.setup, self.state, moves, at_s, by=e.By.PLAYERS)

    def _then_restore(self, happened: tuple[e.Event, ...], at_s: float) -> Step:
        """After a change by word, have the hands follow it on the board that the camera sees."""
        seen, wanted = self.state.seen, self.position
        if seen is None or seen == wanted.board:
            return self, happened
        work = remedy(seen, wanted.board, wanted.to_move)
        game, more = self._do(e.RestoreProgress(at_s=at_s, seen=seen, remedy=work))
        return game, happened + more


def replay(setup: Setup, events: Iterable[e.Event]) -> Game:
    """The game that these events make. Raises `RefereeError` `wrong_phase` at the first that can't follow."""
    return Game.start(setup)._do(*events)[0]
