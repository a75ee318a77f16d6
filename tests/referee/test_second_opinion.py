"""The referee against `plain`, the same rules in lists and loops: moves, turns, wins, draws, offences and remedies.

Every game has its number and comes out the same each time. FAIRDROP_PLAIN_GAMES=100000 for the whole comparison, with
FAIRDROP_PLAIN_FIRST=50000 to go on from there; the default is a sample of it.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from copy import deepcopy

import pytest

from referee import events as e
from referee.board import Board, BoardSpec, Cell, Disc
from referee.explanations import OffenceCode
from referee.game import Game
from referee.phases import Phase
from referee.popping import Pop10, PopOut
from referee.remedies import Remedy
from referee.rules import Classic, MoveKind, RuleSet
from referee.setup import Setup
from referee.turns import TURN_ORDERS
from tests.referee import plain, plain_faults
from tests.referee.hands import fault_of, put_right
from tests.referee.plain import PlainGame, discs_each, height
from tests.referee.plain_faults import DOUBTS, Fault

FIRST = int(os.environ.get("FAIRDROP_PLAIN_FIRST", "0"))
GAMES = int(os.environ.get("FAIRDROP_PLAIN_GAMES", "300"))
SPECS = (
    BoardSpec(), BoardSpec(), BoardSpec(), BoardSpec(5, 4, 3), BoardSpec(8, 7, 5), BoardSpec(4, 4, 4),
    BoardSpec(2, 3, 3),
)  # fmt: skip
KINDS: tuple[type[RuleSet], ...] = (Classic, PopOut, Pop10)
NAMES = {"two": ("a", "b"), "swap": ("a", "b"), "partners": ("a", "b", "c", "d")}
MOST_MOVES = 70


# --- The same board in both -------------------------------------------------------------------------------------------


def board_of(columns: plain.Columns, spec: BoardSpec) -> Board:
    bits = {"": 0, "R": 0, "Y": 0}
    for column, discs in enumerate(columns, 1):
        for row, disc in enumerate(discs, 1):
            bits[disc] |= spec.bit(Cell(column, row))
    return Board(spec, bits["R"], bits["Y"])


def plain_cells(cells: tuple[Cell, ...]) -> plain.Cells:
    return {(cell.column - 1, cell.row - 1) for cell in cells}


class Table:
    """One game in both: what lies on the board is shown to the referee and counted out by hand."""

    def __init__(self, rng: random.Random, kind: type[RuleSet], spec: BoardSpec) -> None:
        columns = [[""] * spec.rows for _ in range(spec.columns)]
        if kind is Pop10:
            discs = list("RY" * (spec.size // 2))
            rng.shuffle(discs)
            columns = [[discs.pop() for _ in range(spec.rows)] for _ in range(spec.columns)]
        turns = rng.choice(["two"] if kind is Pop10 else sorted(TURN_ORDERS))
        opener, names = rng.choice("RY"), NAMES[turns]
        owners = {opener: list(names[::2]), plain.OTHER[opener]: list(names[1::2])}
        self.rng, self.turns, self.at_s = rng, turns, 0.0
        self.simple = PlainGame(kind.name, spec.columns, spec.rows, spec.connect, opener, columns, owners)
        self.simple.pass_over()
        self.game = Game.start(
            Setup(
                kind(spec), Disc.of(opener), board_of(columns, spec) if kind is Pop10 else None, TURN_ORDERS[turns],
                names,
            )
        )  # fmt: skip
        self.look(columns)

    def look(self, columns: plain.Columns) -> tuple[e.Event, ...]:
        self.at_s += 1.0
        self.game, events = self.game.observe(board_of(columns, self.game.setup.rules.spec), self.at_s)
        return events

    def play(self) -> None:
        """One random legal move."""
        moves = {(move.kind.value, move.column - 1) for move in self.game.setup.rules.moves(self.game.position)}
        assert moves == set(self.simple.moves())
        kind, column = self.rng.choice(sorted(moves))
        self.simple.play((kind, column))
        self.look(self.simple.columns)
        assert (self.game.moves[-1].kind, self.game.moves[-1].column) == (MoveKind(kind), column + 1)
        self.same_state()

    def swap(self) -> None:
        if self.turns == "swap" and self.simple.played == 1 and self.rng.random() < 0.5:
            self.simple.swap()
            self.game, _ = self.game.swap(self.at_s)

    def same_state(self) -> None:
        simple, game = self.simple, self.game
        position = game.position
        assert position.board == board_of(simple.columns, position.board.spec)
        assert position.kept == (simple.kept["R"], simple.kept["Y"])
        assert position.in_hand == (None if simple.in_hand is None else simple.in_hand + 1)
        assert game.phase is (Phase.AWAITING_CLEAR if simple.over else Phase.PLAYING)
        if simple.over:
            self.same_result()
        else:
            assert game.to_move is Disc.of(simple.to_move)
            assert game.player_to_move == simple.owners[simple.to_move][0]

    def same_result(self) -> None:
        assert self.game.result is not None
        outcome, simple = self.game.result.outcome, self.simple
        assert (outcome.winner.letter if outcome.winner else None) == simple.winner
        won = plain.lines(simple.columns, simple.winner, simple.connect) if simple.winner else []
        if simple.variant != "pop10":
            assert plain_cells(tuple(cell for line in outcome.lines for cell in line)) == set().union(*won)

    # --- After the end ------------------------------------------------------------------------------------------------

    def after_the_end(self) -> None:
        """R18, R19: a disc that comes is called, discs that leave are not, and an empty grid closes the game."""
        columns = deepcopy(self.simple.columns)
        room = [c for c, column in enumerate(columns) if not column[-1]]
        if room:
            column, disc = self.rng.choice(room), self.rng.choice("RY")
            row = height(columns[column])
            columns[column][row] = disc
            (found,) = self.look(columns)
            assert isinstance(found, e.Offence)
            assert (found.code, found.disc, plain_cells(found.cells)) == (
                OffenceCode.AFTER_THE_END, Disc.of(disc), {(column, row)},
            )  # fmt: skip
            assert self.same_remedy(found.remedy, columns)
        first, *rest = self.simple.columns
        assert self.look([[*first[1:], ""], *rest]) == ()
        assert [event.name for event in self.look([[""] * self.simple.height for _ in columns])] == ["cleared"]
        assert self.game.phase is Phase.CLOSED

    # --- What hands do that they shouldn't ----------------------------------------------------------------------------

    def offend(self) -> str:
        """Something wrong happens on the board: both must name it alike, and put it right alike. What it was."""
        fault = fault_of(self.rng, self.simple)
        if fault is None:
            return "nothing"
        if due := plain_faults.ends(self.simple, fault.columns):
            self.legal(fault, due)
            return "legal"
        code, cells = plain_faults.judged(self.simple, fault)
        (found,) = self.look(fault.columns)
        told = f"{fault.code}: {found} not {code}\n{self.game.position.board}"
        assert isinstance(found, e.ReadingDoubted if code in DOUBTS else e.Offence), told
        assert found.code.value == code, told
        if code != "too_many_discs":
            assert plain_cells(found.cells) == cells, told
        if isinstance(found, e.Offence):
            assert self.same_remedy(found.remedy, fault.columns)
            self.restore(fault.columns)
        return code

    def legal(self, fault: Fault, due: set[plain_faults.End]) -> None:
        """Quick turns explain the board: what they come to is said if it is one thing, else asked. Then back."""
        before = self.game
        self.look(fault.columns)
        if len(due) > 1:
            assert self.game.phase is Phase.ASKING
            assert len(self.game.choices) == len(due)
        elif self.game.result:
            winner = self.game.result.outcome.winner
            assert due == {("over", winner.letter if winner else None)}
        else:
            at = self.game.position
            assert at.to_move is not None
            assert due == {("open", at.to_move.letter, *at.kept, None if at.in_hand is None else at.in_hand - 1)}
        self.game = before

    def restore(self, columns: plain.Columns) -> None:
        """R22, R26: disc by disc, in any order, with the work that is left told right at each look."""
        while columns != self.simple.columns:
            assert self.game.phase is Phase.RESTORING
            assert self.same_remedy(self.game.remedy, columns)
            put_right(self.rng, columns, self.simple.columns)
            events = self.look(columns)
        assert [event.name for event in events] == ["restored"]
        self.same_state()

    def same_remedy(self, work: Remedy | None, columns: plain.Columns) -> bool:
        simple = self.simple
        assert work is not None
        out = {(p.cell.column - 1, p.cell.row - 1, p.disc.letter) for p in work.take_out}
        back = {(p.cell.column - 1, p.cell.row - 1, p.disc.letter) for p in work.put_back}
        due = [[disc for disc in column if disc] for column in simple.columns]
        assert (out, back) == plain_faults.remedy(columns, simple.columns)
        assert [[disc.letter for disc in column] for column in work.rebuild] == due
        for disc in Disc:
            on_board = sum(column.count(disc.letter) for column in simple.columns)
            assert work.in_hand(disc) == discs_each(simple) - on_board
        return work.to_move is Disc.of(simple.to_move)


def play_both(rng: random.Random, kind: type[RuleSet], spec: BoardSpec, codes: Counter[str]) -> str:
    """A random game in both, with one thing going wrong on the way: who won it, "draw", or "open" after the moves."""
    table = Table(rng, kind, spec)
    trouble = rng.randrange(spec.size // 2)
    for number in range(MOST_MOVES):
        if number == trouble:
            codes[table.offend()] += 1
        table.swap()
        table.play()
        if table.simple.over:
            table.after_the_end()
            return table.simple.winner or "draw"
    return "open"


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: str(kind.name))
def test_both_agree_on_random_games(kind: type[RuleSet]) -> None:
    ends, codes = Counter[str](), Counter[str]()
    for number in range(FIRST, FIRST + GAMES // len(KINDS)):
        rng = random.Random(f"{kind.name} {number}")
        try:
            ends[play_both(rng, kind, SPECS[number % len(SPECS)], codes)] += 1
        except AssertionError as wrong:
            wrong.add_note(f"{kind.name} game {number}")
            raise

    assert set(ends) >= ({"R", "Y"} if kind is Pop10 else {"R", "Y", "draw"})
    print(f"{kind.name}: {GAMES // len(KINDS)} games from {FIRST}, {dict(ends)}, {dict(codes)}")
