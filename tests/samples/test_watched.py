"""The kept clips from end to end: `fairdrop watch` says what their truth says, without waiting for real time."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from api.cli import main
from samples import kept

SCORED = ("move", "offence", "win", "draw")
CLIPS = [json.loads(line) for line in (kept.FOLDER / "clips" / "clips.jsonl").read_text().splitlines()]


def essence(event: dict) -> tuple:
    """What of an event must agree: everything but the time and the words."""
    lines = tuple(sorted(tuple(sorted(map(tuple, line))) for line in event.get("lines", [])))
    return (*(event.get(key) for key in ("event", "code", "column", "row", "disc", "winner")), lines)


@pytest.mark.parametrize("truth", CLIPS, ids=[truth["file"] for truth in CLIPS])
def test_watch_tells_each_kept_clip(truth):
    call = ["watch", str(kept.FOLDER / "clips" / truth["file"]), "--json", "--opener", truth["opener"]]
    if truth["start"]:
        call += ["--start", "/".join(truth["start"])]
    done = CliRunner().invoke(main, call)
    said = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    scored = [essence(event) for event in said if event["event"] in SCORED]
    assert scored == [essence(event) for event in truth["events"]]
