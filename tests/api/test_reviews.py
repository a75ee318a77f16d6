"""R42 over HTTP: a review as far as it is known, beside everything else, in bounded time; R12: not before its time."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import pytest

from api.app import Settings
from api.service.limits import Limits
from api.service.solving import FarSolver, OutOfTime, solving
from referee.board import Board, Disc
from tests.api.phone import ADA_AND_BO, Phone
from tests.api.server import serving
from tests.referee.tables import position

ALMOST_FULL = [".......", "R.Y.RYR", "YRYRYRY", "YRYRYRY", "RYRYRYR", "RYRYRYR"]
"""Red to move with eight cells left: solved at once."""
PATIENCE_S = 60.0


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with serving(Settings(limits=Limits(tables_per_minute=1000, review_s=PATIENCE_S, review_wait_s=0.2))) as address:
        yield address


@pytest.fixture
def hurried() -> Iterator[Phone]:
    """At a server that gives a review hardly any time."""
    with serving(Settings(limits=Limits(review_s=3.0, review_wait_s=0.2))) as address:
        phone = Phone(address)
        yield phone
        phone.close()


def review(phone: Phone, game: str | None = None, **params: str) -> Any:
    wanted = game or phone.snapshot()["game"]["id"]
    return phone.http.get(f"{phone.path}/games/{wanted}/review", params=params)


def ended(phone: Phone, **params: str) -> dict[str, Any]:
    """The review once nothing is added to it any more."""
    deadline = time.monotonic() + PATIENCE_S
    while (told := review(phone, **params).json())["running"] and time.monotonic() < deadline:
        time.sleep(0.05)
    return dict(told)


def play_on(phone: Phone, columns: str, **more: Any) -> None:
    for act in (ADA_AND_BO | more, {"act": "begin"}, *({"act": "play", "column": int(c)} for c in columns)):
        answer = phone.act(act)
        assert answer.status_code == 200, answer.text


def test_R42_each_move_has_its_value_and_its_sentence(phone: Phone) -> None:
    play_on(phone, "24", start=ALMOST_FULL)
    phone.act("resign", disc="R")
    told = ended(phone)

    assert (told["complete"], told["unknown"]) == (True, 0)
    assert [move["number"] for move in told["moves"]] == [1, 2]
    assert {move["value"] for move in told["moves"]} <= {"win", "draw", "loss"}
    assert told["boards"][0] == ALMOST_FULL
    assert len(told["boards"]) == 3
    assert told["messages"][-1]["code"] in ("review.no_mistake", "review.losing_move", "review.odd_threat")


def test_R42_what_cannot_be_valued_in_time_is_not_yet_known(hurried: Phone) -> None:
    play_on(hurried, "7172737")
    first = review(hurried).json()
    told = ended(hurried, lang="de")

    assert first["moves"][6]["number"] == 7
    assert [move["best"] for move in told["moves"]][-1] == "win"
    assert told["moves"][5]["missed_blocks"] == [[7, 4]]
    if not told["complete"]:  # without the opening table the first moves take far longer
        assert told["losing_move"] is None
        assert told["messages"][-1] == {
            "code": "review_not_yet",
            "message": f"Was die Züge bis Nummer {told['unknown']} wert waren, ist noch nicht bekannt.",
        }


def test_R12_no_values_during_a_game_that_is_no_teaching_game(phone: Phone) -> None:
    phone.play("44")
    refused = review(phone)

    assert (refused.status_code, refused.json()["code"]) == (409, "advice_refused")


def test_R12_in_a_teaching_game_values_are_told_at_once(phone: Phone) -> None:
    play_on(phone, "2", start=ALMOST_FULL, teaching=True)
    before = ended(phone)
    phone.act("play", column=4)
    after = ended(phone)

    assert [len(told["moves"]) for told in (before, after)] == [1, 2]
    assert after["complete"] is True


def test_R42_other_games_cannot_be_reviewed(phone: Phone) -> None:
    play_on(phone, "", board={"columns": 8, "rows": 7, "connect": 4}, teaching=True)
    refused = review(phone)

    assert (refused.status_code, refused.json()["code"]) == (409, "review_only_classic")


def test_an_ended_game_is_reviewed_from_the_log(phone: Phone) -> None:
    play_on(phone, "24", start=ALMOST_FULL)
    game = phone.snapshot()["game"]["id"]
    phone.act("resign", disc="R")
    phone.act("agree", discs=["R", "Y"])
    phone.act("close")
    told = review(phone, game)

    assert phone.snapshot()["game"]["id"] != game
    assert told.status_code == 200
    assert len(told.json()["moves"]) == 2


@pytest.mark.parametrize("game", ["none-such", "abcdefgh1234", "%2e%2e%2f"])
def test_of_no_other_table(server: str, phone: Phone, game: str) -> None:
    other = Phone(server)
    other.play("7172737")
    theirs = other.snapshot()["game"]["id"]
    other.close()

    assert review(phone, game).status_code in (400, 404)
    assert review(phone, theirs).json()["code"] == "no_such_game"


def test_one_at_a_time_at_a_table_and_others_are_answered_meanwhile(hurried: Phone) -> None:
    play_on(hurried, "1", teaching=True)
    began = [review(hurried).json()]
    hurried.act("play", column=7)
    began += [review(hurried).json()]
    pulse = [hurried.http.get("/healthz").status_code for _ in range(5)]

    assert [told["game"] for told in began] == [hurried.snapshot()["game"]["id"]] * 2
    assert pulse == [200] * 5
    assert ended(hurried)["running"] is False


def test_the_solver_apart_answers_as_the_solver_does() -> None:
    from referee.solver import Solver

    board = Board.parse(ALMOST_FULL)
    with solving(30) as far:
        values = [far.value(board, disc) for disc in Disc]

    assert values == [Solver().value(board, disc) for disc in Disc]


def test_when_its_time_is_up_the_solver_is_gone() -> None:
    hard = position("44444421233").board
    with solving(0.05) as far, pytest.raises(OutOfTime):
        far.value(hard, Disc.YELLOW)
    with solving(30) as stopped:
        stopped.stop()
        with pytest.raises(OutOfTime):
            FarSolver(stopped._process).value(Board.empty(), Disc.RED)
