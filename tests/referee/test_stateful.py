"""Random games of all variants with offences, disputes, restorations and words, held to what never fails."""

from __future__ import annotations

import os
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from referee import events as e
from referee.board import Board, BoardSpec, Cell, Disc
from referee.disputes import Claim, ClaimKind, judge
from referee.errors import RefereeError
from referee.game import Game, replay
from referee.phases import TRANSITIONS, Phase
from referee.popping import Pop10, PopOut
from referee.record_reader import read_records
from referee.records import Record, write_record
from referee.rules import Classic, MoveKind, RuleSet
from referee.setup import Setup
from referee.turns import SwapAfterOpening, TwoPlayers
from tests.referee.tables import R
from tests.referee.test_variants import FULL

EXAMPLES = int(os.environ.get("FAIRDROP_STATEFUL_EXAMPLES", "40"))
SETUPS: tuple[dict[str, Any], ...] = (
    {"rules": Classic()},
    {"rules": Classic(), "turns": SwapAfterOpening()},
    {"rules": Classic(BoardSpec(5, 4, 3))},
    {"rules": PopOut()},
    {"rules": Pop10(), "start": Board.parse(FULL)},
)


class Table(RuleBasedStateMachine):
    """`lying` is what lies on the board, whatever the referee thinks of it."""

    def __init__(self) -> None:
        super().__init__()
        self.game = Game.start(Setup(opener=R))
        self.lying = Board.empty()
        self.now = 0.0

    @initialize(choice=st.sampled_from(SETUPS), opener=st.sampled_from(list(Disc)))
    def begin(self, choice: dict[str, Any], opener: Disc) -> None:
        self.game = Game.start(Setup(opener=opener, **choice))
        self.lying = self.game.position.board
        self.look()

    def later(self) -> float:
        self.now += 1.0
        return self.now

    @property
    def ruleset(self) -> RuleSet:
        return self.game.setup.rules

    def look(self) -> None:
        self.game, _ = self.game.observe(self.lying, self.later())

    def say(self, act: Any) -> bool:
        """Try an act; a refusal leaves the game as it was."""
        before = self.game
        try:
            self.game, _ = act(self.game)
        except RefereeError:
            assert self.game == before
            return False
        return True

    # --- Hands --------------------------------------------------------------------------------------------------------

    @precondition(lambda self: self.game.phase is Phase.PLAYING and self.lying == self.game.position.board)
    @rule(number=st.integers(0, 13))
    def legal_move(self, number: int) -> None:
        moves = self.ruleset.moves(self.game.position)
        before = self.game.position
        move = moves[number % len(moves)]
        then = self.ruleset.after(before, move)
        self.lying = then.board
        self.look()
        if then.board != before.board:
            assert self.game.position == then
            assert self.game.moves[-1].move == move

    @rule(column=st.integers(1, 7), disc=st.sampled_from(list(Disc)))
    def any_disc(self, column: int, disc: Disc) -> None:
        if column <= self.ruleset.spec.columns and self.lying.landing_cell(column):
            self.lying = self.lying.drop(column, disc)
            self.look()

    @rule(column=st.integers(1, 7))
    def take_out(self, column: int) -> None:
        if column <= self.ruleset.spec.columns and (height := self.lying.heights[column - 1]):
            self.lying = self.lying.put(Cell(column, height), None)
            self.look()

    @rule()
    def open_bar(self) -> None:
        self.lying = Board.empty(self.ruleset.spec)
        self.look()

    @rule(column=st.integers(1, 7))
    def bar_of_one_column(self, column: int) -> None:
        if column <= self.ruleset.spec.columns and self.lying.column(column):
            self.lying = self.lying.pop(column)
            self.look()

    @rule()
    def restore(self) -> None:
        """Hands put everything right, disc by disc, from what the camera sees now."""
        self.look()
        if self.game.phase is not Phase.RESTORING or self.game.remedy is None:
            return
        work = self.game.remedy
        for placed in work.take_out:
            self.lying = self.lying.put(placed.cell, None)
        self.look()
        for placed in work.put_back:
            self.lying = self.lying.put(placed.cell, placed.disc)
            self.look()
        if self.game.setup.rules.drops_only:
            assert self.game.phase is Phase.PLAYING
            assert self.game.position.board == self.lying

    @rule(cells=st.lists(st.tuples(st.integers(1, 7), st.integers(1, 6)), max_size=5))
    def hidden_look(self, cells: list[tuple[int, int]]) -> None:
        """A hand in front of cells: whatever is said, no offence rests on them."""
        hidden = frozenset(Cell(*cell) for cell in cells if self.ruleset.spec.has(Cell(*cell)))
        self.game, events = self.game.observe(self.lying, self.later(), hidden)
        assert not any(isinstance(event, e.Offence) and set(event.cells) & hidden for event in events)

    # --- Words --------------------------------------------------------------------------------------------------------

    @rule()
    def undo_and_redo(self) -> None:
        before = self.game
        if self.say(lambda game: game.undo(self.later())) and self.say(lambda game: game.redo(self.later())):
            assert self.game.position == before.position
            assert self.game.moves == before.moves

    @rule()
    def undo(self) -> None:
        self.say(lambda game: game.undo(self.later()))

    @rule(kind=st.sampled_from(list(ClaimKind)), cell=st.tuples(st.integers(1, 5), st.integers(1, 4)))
    def dispute(self, kind: ClaimKind, cell: tuple[int, int]) -> None:
        before = self.game
        answer = judge(self.game, Claim(kind, (Cell(*cell),)))
        if self.say(lambda game: game.dispute({"kind": kind.value}, answer.as_dict(), self.later())):
            self.look()
            assert self.say(lambda game: game.settle(self.later()))
            if before.phase is not Phase.DISPUTED:
                assert (self.game.phase, self.game.position) == (before.phase, before.position)

    @rule()
    def pause(self) -> None:
        if self.say(lambda game: game.pause(self.later())):
            self.look()
            assert self.say(lambda game: game.resume(self.later()))

    @rule()
    def let_stand(self) -> None:
        self.say(lambda game: game.let_stand(self.later()))

    @rule()
    def restart(self) -> None:
        if self.say(lambda game: game.restart_same_opener(self.later())):
            assert self.game.position == self.game.setup.first_position

    @rule()
    def correct(self) -> None:
        moves = [move.move for move in self.game.moves]
        if self.game.state.base == 0:
            self.say(lambda game: game.correct(moves[:-1], self.later()))

    @rule(disc=st.sampled_from(list(Disc)))
    def agree(self, disc: Disc) -> None:
        self.say(lambda game: game.agree(disc, self.later()))

    @rule()
    def swap(self) -> None:
        self.say(lambda game: game.swap(self.later()))

    # --- What always holds --------------------------------------------------------------------------------------------

    @invariant()
    def no_disc_is_lost(self) -> None:
        """Discs on the agreed board: the start's, one more for each drop, one less for each pop."""
        state = self.game.state
        if not state.marked:
            drops = sum(1 if move.kind is MoveKind.DROP else -1 for move in state.moves)
            assert state.position.board.discs == self.game.setup.first_board.discs + drops

    @invariant()
    def right_side_to_move(self) -> None:
        state, setup = self.game.state, self.game.setup
        if not state.marked and setup.rules.name != "pop10" and setup.opener:
            due = setup.opener if len(state.moves) % 2 == 0 else setup.opener.other
            assert state.position.to_move is due
        seats = setup.turns.seats
        assert 0 <= setup.turns.seat(len(state.moves), state.swapped) < seats == TwoPlayers.seats

    @invariant()
    def nothing_floats_in_the_agreed_position(self) -> None:
        assert self.game.position.board.floating() == ()

    @invariant()
    def a_result_has_its_phase(self) -> None:
        if self.game.phase is Phase.PLAYING:
            assert self.game.result is None
        if self.game.phase is Phase.AWAITING_CLEAR:
            assert self.game.result is not None
        if self.game.phase is Phase.RESTORING:
            assert self.game.remedy is not None

    @invariant()
    def replay_gives_the_same_state(self) -> None:
        assert replay(self.game.setup, self.game.events) == self.game

    @invariant()
    def the_record_gives_the_same_game(self) -> None:
        text = write_record(Record(self.game))
        (read,) = read_records(text)
        assert read.fault is None, (read.fault, text)
        assert read.game is not None
        assert (read.game.position, read.game.moves) == (self.game.position, self.game.moves)
        assert (read.game.result, read.game.state.swapped) == (self.game.result, self.game.state.swapped)

    @invariant()
    def an_illegal_event_leaves_the_state_unchanged(self) -> None:
        before = self.game
        for kind in (e.Resumed, e.Swapped, e.Restarted, e.Cleared):
            if kind not in TRANSITIONS[self.game.phase]:
                assert not self.say(lambda game, kind=kind: game._do(kind(at_s=self.now)))
        assert self.game == before


TestTable = Table.TestCase
TestTable.settings = settings(
    max_examples=EXAMPLES,
    stateful_step_count=30,
    deadline=None,
    derandomize="FAIRDROP_STATEFUL_EXAMPLES" not in os.environ,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
