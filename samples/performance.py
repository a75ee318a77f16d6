"""A film played through without drawing it: states of the grid, flights, hands, events."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.random import Generator

from samples import mp4
from samples.acts import LONGEST, Act, Drop, OpenBar, Shift, Take, Umpire, rows_of, stacks
from samples.clutter import SKINS
from samples.motion import Flight, Reach, column_x, fall, row_y
from samples.parameters import Checked, Hand, OutOfRange, Scene, check_rows, choice, span

TAKE_SECONDS = 0.8


OPEN_SECONDS = 0.9  # until the last disc has left the grid


@dataclass(frozen=True)
class Film(Checked):
    """A script. `scene.rows` is the board at the start.

    `jitter`: spread of the frame spacing; `lost`: share of frames that never come; `doubled`: share that show the
    frame before them again; `swapped`: share that come after their successor; `wake`: stops that the automatic exposure
    is off at the start.
    """

    scene: Scene
    acts: tuple[Act, ...]
    about: str = ""
    seconds: float = span(20.0, 0.5, LONGEST)
    fps: float = span(18.0, 5, 60)
    jitter: float = span(0.25, 0, 0.8)
    lost: float = span(0.02, 0, 0.4)
    wake: float = span(-1.2, -4, 2)
    opener: str = choice("R", ("R", "Y"))
    rotation: int = span(0, 0, 270)
    doubled: float = span(0.0, 0, 0.5)
    swapped: float = span(0.0, 0, 0.3)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.scene.rows is None:
            raise OutOfRange("Film.scene", None, "a scene with a board")
        if self.rotation not in mp4.TURNS:
            raise OutOfRange("Film.rotation", self.rotation, "0, 90, 180 or 270")
        check_rows(self.scene.rows, self.scene.shape)
        perform(self)


@dataclass(frozen=True)
class Change:
    """From time `t` the grid at rest is `rows`."""

    t: float
    rows: tuple[str, ...]


@dataclass(frozen=True)
class Performance:
    """A film played through: the grid's states at rest, all flights and hands, and what the umpire said."""

    changes: tuple[Change, ...]
    flights: tuple[Flight, ...]
    lifts: tuple[Flight, ...]
    reaches: tuple[Reach, ...]
    events: tuple[dict[str, Any], ...]
    notes: tuple[dict[str, Any], ...]

    def rows_at(self, t: float) -> tuple[str, ...]:
        return [change.rows for change in self.changes if change.t <= t][-1]


class Player:
    """Plays the acts in order of time and keeps what must be drawn."""

    def __init__(self, film: Film, rng: Generator) -> None:
        self.film, self.rng, self.shape = film, rng, film.scene.shape
        start = film.scene.rows or ()
        self.grid = stacks(start)
        self.umpire = Umpire(start, film.opener)
        self.changes = [Change(-1.0, start)]
        self.flights: list[Flight] = []
        self.lifts: list[Flight] = []
        self.reaches: list[Reach] = []
        self.due: list[tuple[float, int, str]] = []
        self.carried: dict[float, Shift] = {}  # by the time at which the moved disc comes to rest

    def run(self) -> Performance:
        for act in sorted(self.film.acts, key=lambda act: act.t):
            self.settle(act.t)
            if isinstance(act, Drop):
                self.drop(act)
            elif isinstance(act, Take):
                self.take(act)
            elif isinstance(act, Shift):
                self.shift(act)
            elif isinstance(act, OpenBar):
                self.open(act)
        self.settle(float("inf"))
        return Performance(
            tuple(sorted(self.changes, key=lambda c: c.t)),
            tuple(self.flights),
            tuple(self.lifts),
            tuple(self.reaches),
            tuple(self.umpire.events),
            tuple(self.umpire.notes),
        )

    def settle(self, until: float) -> None:
        """Let the umpire see the discs that have come to rest by then."""
        for landed in sorted(self.due):
            if landed[0] <= until:
                moved = self.carried.get(landed[0])
                if moved:
                    self.umpire.moved(landed[0], moved.column, moved.to)
                else:
                    self.umpire.landed(*landed)
                self.due.remove(landed)

    def drop(self, act: Drop) -> None:
        if act.column > self.shape.columns or len(self.grid[act.column - 1]) >= self.shape.rows:
            raise OutOfRange("Drop.column", act.column, "a column of the board with room")
        x = column_x(self.shape, act.column)
        row = len(self.grid[act.column - 1]) + 1
        flight = fall(act.t, x, self.shape.top + 4, row_y(self.shape, row), "RY".index(act.disc), self.rng)
        self.grid[act.column - 1].append(act.disc)
        self.flights.append(flight)
        self.due.append((flight.rest, act.column, act.disc))
        self.changes.append(Change(flight.rest, self.rows_when(flight.rest, act.column)))
        self.reaches.append(Reach(act, self.hand(act), self.shape.top + 4 + 0.35 * self.shape.row_pitch))

    def rows_when(self, t: float, column: int) -> tuple[str, ...]:
        """The grid at rest when a disc lands in `column` at `t`, without those still in flight elsewhere."""
        grid = [list(stack) for stack in self.grid]
        for flight in self.flights:
            if flight.rest > t:
                grid[round(flight.x / self.shape.column_pitch + (self.shape.columns - 1) / 2)].pop()
        return rows_of(grid, self.shape.rows)

    def hand(self, act: Drop) -> Hand:
        """Each colour has its own player: skin, sleeve, side."""
        player = np.random.default_rng([self.film.scene.seed, 77 + "RY".index(act.disc)])
        skin = SKINS[int(player.integers(len(SKINS)))]
        red, green, blue = (float(v) for v in player.uniform(0.1, 0.7, 3))
        sleeve = (0.75, 0.1, 0.12) if act.sleeve_red else (red, green, blue)
        angle = float(np.clip(90 + (22 if act.disc == "Y" else -22) + self.rng.normal(0, 9), 30, 150))
        return Hand(
            0,
            0,
            float(self.rng.uniform(-4, 8)),
            angle,
            float(player.uniform(0.8, 1.0)),
            skin,
            sleeve,
            float(player.uniform(100, 200)),
            int(player.integers(10)),
        )

    def shift(self, act: Shift) -> None:
        """A disc taken out and dropped elsewhere: one offence, when it lies again."""
        disc = self.lift(Take(act.t, act.column))
        self.drop(Drop(act.t + TAKE_SECONDS + act.wait, act.to, disc, carry=min(act.wait, 0.9)))
        self.carried[self.flights[-1].rest] = act

    def take(self, act: Take) -> None:
        self.lift(act)
        self.umpire.taken(act.t + TAKE_SECONDS, act.column)

    def lift(self, act: Take) -> str:
        """A hand draws the topmost disc out of a column; returns its colour."""
        if not self.grid[act.column - 1]:
            raise OutOfRange("Take.column", act.column, "a column with a disc")
        disc = self.grid[act.column - 1].pop()
        row = len(self.grid[act.column - 1]) + 1
        x, end = column_x(self.shape, act.column), act.t + TAKE_SECONDS
        self.lifts.append(
            Flight(x, row_y(self.shape, row), "RY".index(disc), ((act.t, row_y(self.shape, row), 0.0),), end, 0.0)
        )
        self.changes.append(Change(act.t, rows_of(self.grid, self.shape.rows)))
        visit = Drop(t=end, column=act.column, disc=disc, carry=TAKE_SECONDS + 0.7, leave=0.5)
        self.reaches.append(Reach(visit, self.hand(visit), self.shape.top + 4))
        return disc

    def open(self, act: OpenBar) -> None:
        below = self.shape.bottom - self.shape.row_pitch
        for column, stack in enumerate(self.grid, 1):
            start = act.t + float(self.rng.uniform(0, 0.25))
            for row, disc in enumerate(stack, 1):
                self.flights.append(
                    fall(
                        start + 0.02 * row,
                        column_x(self.shape, column),
                        row_y(self.shape, row),
                        below,
                        "RY".index(disc),
                        self.rng,
                        bounces=False,
                    )
                )
        self.grid = [[] for _ in self.grid]
        self.changes.append(Change(act.t, rows_of(self.grid, self.shape.rows)))
        self.umpire.opened(act.t + OPEN_SECONDS)


def perform(film: Film) -> Performance:
    """Play a film through without drawing it."""
    return Player(film, np.random.default_rng([film.scene.seed, 50])).run()
