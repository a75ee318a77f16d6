"""What the server writes down: one JSON object a line, whatever the message is."""

from __future__ import annotations

import json
import logging

import pytest

from api.logs import JsonLines


@pytest.mark.parametrize(
    ("message", "told"),
    [
        ('{"status": 200}', {"status": 200}),
        ("gone", {"message": "gone"}),
        ("{gone", {"message": "{gone"}),
        ("{}", {"message": "{}"}),
        ("a\nb \u2028 \x1b[1m", {"message": "a\nb \u2028 \x1b[1m"}),
    ],
)
def test_each_line_is_one_object(message: str, told: dict[str, object]) -> None:
    line = JsonLines().format(logging.LogRecord("fairdrop", logging.INFO, "x.py", 1, message, (), None))

    assert line.isascii()
    assert line.isprintable()
    assert {**told, "level": "info", "logger": "fairdrop"}.items() <= json.loads(line).items()


def test_a_fault_is_told_with_its_place() -> None:
    try:
        raise ValueError("why")
    except ValueError as error:
        found = (type(error), error, error.__traceback__)
    line = JsonLines().format(logging.LogRecord("fairdrop", logging.ERROR, "x.py", 1, "fault", (), found))

    assert "test_logs.py" in json.loads(line)["fault"]
