"""A table without a server: acts in, events out, each event through JSON as the store does it."""

from __future__ import annotations

import json
from typing import Any

from api.domain.acts import ACT
from api.domain.allowed import allowed
from api.domain.decide import decide, look
from api.domain.events import event_of
from api.domain.matches import Chance
from api.domain.state import TableState, apply
from referee.board import Board, Cell
from referee.events import Event
from vision.tracker import SettledBoard

ADA_AND_BO = {"act": "start", "players": [{"name": "Ada", "disc": "R"}, {"name": "Bo"}], "opener": "R"}


class Acting:
    """A table. Changes in place; `log` holds all events so far, `steps` each with the state after it."""

    def __init__(self, name: str = "") -> None:
        self.name = name  # ids of matches and games are of one table alone
        self.state, self.log, self.time_s, self.made = TableState(), list[Event](), 0.0, 0
        self.steps: list[tuple[Event, TableState]] = []

    def chance(self) -> Chance:
        self.made += 1
        return Chance(f"match{self.name}{self.made}", f"game{self.name}{self.made}", self.made % 2)

    def act(self, act: dict[str, Any] | str, **more: Any) -> list[str]:
        """Do it; the names of the events."""
        told = ACT.validate_python({"act": act, **more} if isinstance(act, str) else act | more)
        players = tuple(player.name.casefold() for player in told.players) if told.act == "start" else ()
        self.time_s += 1
        return self._take(decide(self.state, told, self.time_s, self.chance(), players))

    def see(self, board: Board, misread: frozenset[Cell] = frozenset()) -> list[str]:
        """A board settles before the camera, and takes back what was misread; the names of the events."""
        self.time_s += 1
        settled = SettledBoard(board, self.time_s, self.time_s, misread=misread)
        return self._take(look(self.state, settled, self.time_s, self.chance()))

    def play(self, columns: str) -> Acting:
        """Begin a game of Ada and Bo by hand, and play."""
        self.act(ADA_AND_BO)
        self.act("begin")
        for column in columns:
            self.act("play", column=int(column))
        return self

    def _take(self, events: tuple[Event, ...]) -> list[str]:
        for event in events:
            stored = event_of(json.loads(json.dumps(event.as_dict())))
            assert stored == event
            self.state = apply(self.state, stored)
            self.log.append(stored)
            self.steps.append((stored, self.state))
        return [event.name for event in events]

    @property
    def allowed(self) -> set[str]:
        return set(allowed(self.state))

    @property
    def board(self) -> Board:
        assert self.state.current is not None
        return self.state.current.game.position.board
