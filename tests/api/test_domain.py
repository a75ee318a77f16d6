"""A table as a value: what may be done when, what follows by itself, and that its events make it again."""

from __future__ import annotations

import random

import pytest

from api.domain.acts import ACT
from api.domain.snapshot import snapshot
from api.domain.state import replayed
from api.routes.v1.tables import ACT_EXAMPLES
from api.texts import LANGUAGES
from referee.board import Board, Cell, Disc
from referee.errors import RefereeError
from tests.api.acting import ADA_AND_BO, Acting

R, Y = Disc.RED, Disc.YELLOW


def refused(table: Acting, act: str, **more: object) -> RefereeError:
    before = table.state
    with pytest.raises(RefereeError) as caught:
        table.act(act, **more)
    assert table.state is before
    return caught.value


def test_an_empty_table_can_only_be_started() -> None:
    table = Acting()

    assert table.allowed == {"start"}
    assert refused(table, "play", column=4).data == {"phase": "idle", "event": "play", "allowed": ["start"]}


def test_a_game_by_hand_from_start_to_the_next() -> None:
    table = Acting()

    assert table.act(ADA_AND_BO) == ["match_started", "game_started"]
    assert table.act("begin") == ["started"]
    for column in (1, 2, 1, 2, 1, 2):
        assert table.act("play", column=column) == ["move"]
    assert table.act("play", column=1) == ["move", "win"]
    assert table.act("agree", discs=["R", "Y"]) == ["result_agreed", "result_agreed"]
    assert table.act("close") == ["closed", "game_started"]
    assert table.state.match is not None
    assert table.state.match.score.wins == (1, 0)
    assert table.state.current is not None
    assert table.state.current.opener is Y  # alternate


def test_the_cleared_grid_is_the_next_games_start() -> None:
    table = Acting()
    table.act(ADA_AND_BO, match={"format": "two_game"})
    table.see(Board.empty())
    board = Board.empty()
    for number, column in enumerate((1, 2, 1, 2, 1, 2, 1)):
        board = board.drop(column, R if number % 2 == 0 else Y)
        told = table.see(board)

    assert told == ["move", "win"]
    assert table.see(Board.empty()) == ["cleared", "game_started", "started"]
    assert table.see(Board.empty().drop(4, Y)) == ["move"]


def test_R11_an_undo_needs_both_words_at_once_or_one_after_the_other() -> None:
    table = Acting().play("44")

    assert table.act("undo", discs=["R"]) == ["consented"]
    assert table.act("undo", discs=["R"]) == []  # said already
    assert table.board.discs == 2
    assert table.act("undo", discs=["Y"]) == ["consented", "undone"]
    assert table.board.discs == 1
    assert table.act("undo", discs=["R", "Y"]) == ["consented", "consented", "undone"]


def test_a_word_for_an_undo_is_void_once_a_disc_is_played() -> None:
    table = Acting().play("44")
    table.act("undo", discs=["R"])
    table.act("play", column=3)

    assert table.act("undo", discs=["Y"]) == ["consented"]


def test_a_draw_needs_both_words() -> None:
    table = Acting().play("4")

    assert table.act("draw", discs=["Y"]) == ["consented"]
    assert table.act("draw", discs=["R"]) == ["consented", "draw"]


@pytest.mark.parametrize(
    ("cell", "disc", "rows"),
    [
        ((4, 2), None, "...R..."),
        ((5, 1), "Y", ""),
    ],
)
def test_one_cell_put_right_takes_back_what_cant_be(cell: tuple[int, int], disc: str | None, rows: str) -> None:
    table = Acting().play("44")
    if not rows:
        assert refused(table, "correct", cell=list(cell), disc=disc).code == "correction_unexplained"
        return

    assert table.act("correct", cell=list(cell), disc=disc) == ["reading_corrected", "corrected"]
    assert table.board.rows()[-1] == rows


def test_a_wrong_column_is_put_right_by_the_moves_number() -> None:
    table = Acting().play("443")

    assert table.act("correct", number=3, column=5) == ["corrected"]
    assert table.board.at(5, 1) is R
    assert table.board.at(3, 1) is None


def test_what_people_said_of_a_cell_is_believed_while_the_camera_reads_on_wrongly() -> None:
    table = Acting()
    table.act(ADA_AND_BO)
    table.see(Board.empty())
    table.see(Board.empty().drop(4, R))
    misread = Board.empty().drop(4, R).drop(5, R)
    assert table.see(misread) == ["offence"]
    assert table.act("correct", cell=[5, 1], disc="Y") == ["reading_corrected", "restored", "move"]

    assert table.see(misread) == []
    assert table.see(misread.drop(6, R)) == ["move"]


def test_a_disc_that_never_was_is_taken_back_and_held_against_nobody() -> None:
    table = Acting().play("")
    table.see(Board.empty())
    table.see(Board.empty().drop(4, R))
    table.see(Board.empty().drop(4, R).drop(4, Y))

    told = table.see(Board.empty().drop(4, R), misread=frozenset({Cell(4, 2)}))

    assert told == ["corrected"]
    assert table.see(Board.empty().drop(4, R).drop(5, Y)) == ["move"]


def test_a_correction_that_changes_nothing_is_refused() -> None:
    assert refused(Acting().play("4"), "correct", cell=[4, 1], disc="R").code == "correction_changes_nothing"


@pytest.mark.parametrize("wrong", [{}, {"cell": [1, 1], "number": 1}, {"number": 9, "column": 1}, {"number": 1}])
def test_a_correction_says_what_it_corrects(wrong: dict[str, object]) -> None:
    assert refused(Acting().play("4"), "correct", **wrong).code == "correction_of_what"


def test_R21_a_dispute_stops_the_game_and_settling_goes_on() -> None:
    table = Acting().play("4455")

    assert table.act("dispute", claim="we_have_a_line", cells=[[4, 1], [5, 1]]) == ["disputed"]
    assert "play" not in table.allowed
    assert table.act("settle") == ["dispute_settled"]
    assert "play" in table.allowed


def test_R23_a_restart_keeps_the_opener_and_records_nothing() -> None:
    table = Acting().play("4455")
    table.act("restart")
    table.act("begin")

    assert table.state.current is not None
    assert table.state.current.game.to_move is R
    assert table.state.match is not None
    assert table.state.match.score.games == ()


def test_R28_a_swap_changes_who_owns_which_colour_and_who_gets_the_point() -> None:
    table = Acting()
    table.act(ADA_AND_BO, turns="swap", match={"format": "fixed", "games": 1})
    table.act("begin")
    table.act("play", column=4)
    assert "swap" in table.allowed
    table.act("swap")
    for column in (1, 4, 1, 4):
        table.act("play", column=column)
    table.act("resign", disc="Y")

    assert table.state.current is not None
    assert table.state.current.owner(R) == ("bo",)
    table.act("close")
    assert table.state.match is not None
    assert table.state.match.score.wins == (0, 1)
    assert table.state.match.over is not None
    assert table.state.match.over.winner == 1


def test_R29_four_players_and_the_leads_swap_in_the_rematch() -> None:
    table = Acting()
    four = [{"name": name} for name in ("A", "B", "C", "D")]
    table.act("start", players=four, opener="R", turns="partners", match={"format": "fixed", "games": 2})
    assert table.state.current is not None
    assert table.state.current.game.setup.players == ("a", "b", "c", "d")
    table.act("begin")
    table.act("resign", disc="R")
    table.act("close")

    assert table.state.current.game.setup.players == ("d", "c", "b", "a")


def test_R6_practice_counts_nothing() -> None:
    table = Acting()
    table.act(ADA_AND_BO, practice=True, match={"format": "single"})
    table.act("begin")
    table.act("resign", disc="R")

    assert table.act("close") == ["closed", "match_over"]
    assert table.state.match is not None
    assert table.state.match.score.games == ()


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"players": [{"name": "Ada"}]}, "players_count"),
        ({"players": [{"name": "Ada"}, {"name": "ada"}]}, "players_same"),
        ({"opener": "youngest", "ages": [7, 7]}, "ages_equal"),
        ({"opener": "youngest"}, "bad_ages"),
        ({"variant": "spin"}, "other_equipment"),
        ({"variant": "pop10"}, "start_needed"),
        ({"match": {"format": "two_game", "openers": "loser"}}, "cannot_combine"),
        ({"match": {"format": "two_game"}, "practice": True}, "cannot_combine"),
        ({"start": ["......."] * 5 + [".R....."], "board": {"columns": 8}}, "board_shape"),
    ],
)
def test_what_cant_be_agreed_is_refused_and_changes_nothing(wrong: dict[str, object], code: str) -> None:
    refusal = refused(Acting(), "start", **wrong)

    assert refusal.code == code


def test_an_agreed_opener_is_waited_for() -> None:
    table = Acting()
    table.act(ADA_AND_BO, match={"format": "fixed", "games": 2, "openers": "agreed"})
    table.act("begin")
    table.act("resign", disc="R")
    assert table.act("close") == ["closed"]

    assert refused(table, "next").code == "lot_needed"
    assert table.act("next", opener="Y") == ["game_started"]


def test_R36_a_clock_that_runs_out_ends_the_game() -> None:
    from api.domain.decide import tick

    table = Acting()
    table.act(ADA_AND_BO, clock="bullet")
    table.act("begin")

    assert tick(table.state, table.time_s + 59, table.chance()) == ()
    assert [event.name for event in tick(table.state, table.time_s + 61, table.chance())] == ["win"]


@pytest.mark.parametrize("seed", range(12))
def test_any_row_of_acts_leaves_a_table_that_its_events_make_again(seed: int) -> None:
    dice, table = random.Random(seed), Acting()
    acts: list[dict[str, object]] = [
        ADA_AND_BO, {"act": "begin"}, *({"act": "play", "column": column} for column in range(1, 8)),
        {"act": "undo", "discs": ["R", "Y"]}, {"act": "redo", "discs": ["R"]}, {"act": "pause"}, {"act": "resume"},
        {"act": "dispute", "claim": "we_have_a_line"}, {"act": "settle"}, {"act": "restart"}, {"act": "close"},
        {"act": "resign", "disc": "Y"}, {"act": "agree", "discs": ["R"]}, {"act": "column_full", "column": 1},
        {"act": "correct", "cell": [4, 1], "disc": None}, {"act": "let_stand"}, {"act": "restored"}, {"act": "next"},
    ]  # fmt: skip
    table.act(ADA_AND_BO)
    done = 0
    for _ in range(150):
        act = dice.choice(acts)
        may = act["act"] in table.allowed
        try:
            table.act(dict(act))
            done += 1
            assert may
        except RefereeError as error:
            broken = error.code == "wrong_phase" and may
            if broken:
                raise
        told = snapshot(table.state, {}, table.time_s, dice.choice(LANGUAGES))
        assert set(told["allowed"]) == table.allowed

    assert done > 15
    assert replayed(table.log) == table.state


def test_the_examples_of_the_description_can_be_read() -> None:
    for example in ACT_EXAMPLES.values():
        ACT.validate_python(example["value"])


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_event_of_a_table_has_its_sentence(lang: str) -> None:
    from api.domain.events import TABLE_EVENTS
    from api.texts import texts

    assert set(TABLE_EVENTS) <= set(texts(lang))


def test_R21_a_dispute_says_each_of_its_sentences_once() -> None:
    table = Acting().play("4434")
    table.act("dispute", claim="we_have_a_line", cells=[[4, 1], [3, 1], [4, 2], [4, 3]], disc="R")
    dispute = snapshot(table.state, {}, table.time_s, "en")["game"]["dispute"]
    said = [each["message"] for each in dispute["messages"]]

    assert said == ["(4,2) is yellow.", "(4,3) is yellow.", "The discs bend; a line is straight."]
