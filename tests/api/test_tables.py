"""Tables over HTTP: set up, acted at once by key, listened to without a gap, and there again after a new start."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from api.app import Settings
from api.routes.v1.shapes import ActedShape, Log, Snapshot
from api.service.limits import Limits
from tests.api.phone import ADA_AND_BO, Phone, messages, numbered
from tests.api.server import serving


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with serving(Settings(limits=Limits(tables=1000, tables_per_minute=1000))) as address:
        yield address


def test_a_new_table_tells_its_key_once(server: str) -> None:
    made = httpx.post(f"{server}/api/v1/tables", json={"name": "  Küche\u00a0 1 "})
    told = made.json()

    assert made.status_code == 201
    assert told["table"]["name"] == "Küche 1"
    assert told["link"] == f"/#table={told['table']['id']}&key={told['key']}"
    assert made.headers["cache-control"] == "no-store"
    everything = httpx.get(f"{server}/api/v1/tables").text + httpx.get(f"{server}{made.headers['location']}").text
    assert told["key"] not in everything


def test_answers_have_the_shapes_that_are_described(phone: Phone) -> None:
    Snapshot.model_validate(phone.snapshot())
    ActedShape.model_validate(phone.act(ADA_AND_BO, clock="rapid").json())
    phone.act("begin")
    phone.act("play", column=4)
    phone.act("dispute", claim="we_have_a_line", cells=[[4, 1]])
    told = phone.snapshot()
    Snapshot.model_validate(told)
    Log.model_validate(phone.http.get(f"{phone.path}/log").json())

    assert told["game"]["dispute"]["answer"]["upheld"] is False
    assert told["game"]["player_to_move"] == "Bo"
    assert told["game"]["clock"]["left"]["R"] <= 300
    assert told["phase"] == "disputed"


def test_an_act_in_the_wrong_phase_says_what_is_allowed(phone: Phone) -> None:
    refused = phone.act("play", column=4)

    assert refused.status_code == 409
    assert refused.json()["code"] == "wrong_phase"
    assert refused.json()["allowed"] == ["start"]
    assert phone.log() == []


def test_a_legal_act_that_the_position_forbids_is_a_conflict(phone: Phone) -> None:
    phone.play("444444")

    assert [phone.act("play", column=4).json()["code"], phone.snapshot()["seq"]] == ["column_full", 9]


def test_B130_a_double_tap_acts_once(phone: Phone) -> None:
    phone.play("4")
    first, second = (phone.act("play", key="one-tap-only", column=3) for _ in range(2))

    assert (first.status_code, second.status_code) == (200, 200)
    assert (first.json()["repeated"], second.json()["repeated"]) == (False, True)
    assert first.json()["events"] == second.json()["events"]
    assert len(phone.snapshot()["game"]["moves"]) == 2


def test_B130_twenty_taps_at_once_act_once(phone: Phone) -> None:
    phone.play("4")
    with ThreadPoolExecutor(20) as pool:
        told = list(pool.map(lambda _: phone.act("play", key="one-tap-only", column=3), range(20)))

    assert [each.status_code for each in told] == [200] * 20
    assert sum(not each.json()["repeated"] for each in told) == 1
    assert len(phone.snapshot()["game"]["moves"]) == 2


def test_B130_two_taps_with_keys_of_their_own_act_once_by_what_was_seen(phone: Phone) -> None:
    phone.play("4433")
    seen = phone.snapshot()["seq"]
    first = phone.act("undo", discs=["R", "Y"], seen=seen)
    second = phone.act("undo", discs=["R", "Y"], seen=seen)

    assert (first.status_code, second.status_code, second.json()["code"]) == (200, 409, "out_of_date")
    assert len(phone.snapshot()["game"]["moves"]) == 3


def test_a_key_used_for_something_else_is_refused(phone: Phone) -> None:
    phone.play("4")
    phone.act("play", key="one-tap-only", column=3)
    refused = phone.act("play", key="one-tap-only", column=2)

    assert (refused.status_code, refused.json()["code"]) == (422, "idempotency_key_reused")


@pytest.mark.parametrize("key", [None, "short", "x" * 65, "sp ace 1234", "ключ-ключ"])
def test_each_act_needs_a_key_of_its_own(phone: Phone, key: str | None) -> None:
    headers = phone.bearer | ({} if key is None else {"idempotency-key": key.encode()})
    refused = phone.http.post(f"{phone.path}/acts", json=ADA_AND_BO, headers=headers)

    assert refused.status_code == 400
    assert refused.json()["code"] in ("idempotency_key_missing", "idempotency_key_wrong")


def test_listeners_hear_each_event_once_and_in_order(phone: Phone) -> None:
    with phone.listening() as heard:
        assert next(heard)["event"] == "snapshot"
        playing = threading.Thread(target=phone.play, args=("1212121",))
        playing.start()
        told = numbered(heard, 11)
        playing.join()

    assert [int(each["id"]) for each in told] == list(range(1, 12))
    assert [each["data"] for each in told] == phone.log()
    assert told[-1]["data"]["messages"][0] == {"code": "win", "message": "Red wins with a line!"}


@pytest.mark.parametrize("resume", [{"last-event-id": "4"}, None])
def test_listening_goes_on_behind_the_last_event_heard(phone: Phone, resume: dict[str, str] | None) -> None:
    phone.play("1212121")
    path = f"{phone.path}/events" + ("" if resume else "?after=4")
    with phone.http.stream("GET", path, headers=resume) as stream:
        told = numbered(messages(stream.iter_lines()), 7)

    assert [int(each["id"]) for each in told] == list(range(5, 12))


def test_a_listener_who_remembers_more_than_there_is_is_told_so(phone: Phone) -> None:
    with phone.listening(**{"last-event-id": "999"}) as heard:
        assert next(heard) == {"event": "reset", "data": {"seq": 0}}


@pytest.mark.parametrize("number", ["x", "-1", "9" * 19, "1.5"])
def test_a_senseless_last_event_is_refused(phone: Phone, number: str) -> None:
    assert phone.http.get(f"{phone.path}/events", headers={"last-event-id": number}).status_code == 400


def test_a_removed_table_is_gone_for_all(phone: Phone) -> None:
    with phone.listening() as heard:
        next(heard)
        assert phone.http.delete(phone.path, headers=phone.bearer).status_code == 204
        assert next(heard)["event"] == "gone"
    assert phone.http.get(phone.path).status_code == 404


def test_after_a_new_start_the_game_goes_on_where_it_was(store_url: str) -> None:
    settings = Settings(store=store_url)
    with serving(settings) as address:
        phone = Phone(address)
        phone.play("4453")
        before, log = phone.snapshot(), phone.log()
        phone.close()
    with serving(settings) as address:
        again = Phone(address, phone.table, phone.key)
        told = again.snapshot()
        assert told | {"time": 0} == before | {"time": 0}
        assert again.log() == log
        assert again.act("play", key="test-key-6", column=3).json()["repeated"]  # the last act before the stop
        assert again.act("play", key="a-new-key", column=2).json()["snapshot"]["game"]["to_move"] == "Y"
        again.close()


def test_a_stop_says_goodbye_to_listeners_and_cameras() -> None:
    with ExitStack() as stack:
        address = stack.enter_context(serving())
        phone = Phone(address)
        with phone.http.stream("GET", f"{phone.path}/events") as stream, phone.camera() as camera:
            lines = stream.iter_lines()
            next(lines)
            stack.close()
            rest = list(lines)
            with pytest.raises(ConnectionClosed) as closed:
                camera.recv(timeout=5)
        phone.close()

    assert "event: goodbye" in rest
    assert closed.value.rcvd is not None
    assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (1001, "goodbye")


def test_operation_can_be_watched(server: str, phone: Phone) -> None:
    phone.play("4")
    assert httpx.get(f"{server}/readyz").json() == {"status": "ready"}
    told = httpx.get(f"{server}/metrics").text

    assert 'fairdrop_events_total{event="move"}' in told
    assert "fairdrop_tables_playing" in told
    assert phone.key not in told
    assert "Ada" not in told


def test_the_description_is_served_with_examples_and_error_codes(server: str) -> None:
    told = httpx.get(f"{server}/api/v1/openapi.json", timeout=60).json()
    act = told["paths"]["/api/v1/tables/{table}/acts"]["post"]

    assert set(act["responses"]) >= {"200", "400", "401", "403", "404", "409", "422", "503"}
    assert "start" in act["requestBody"]["content"]["application/json"]["examples"]
