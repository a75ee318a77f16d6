"""How things move in a film: discs under gravity, hands on their way, a knocked phone."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.random import Generator

from samples.acts import Drop
from samples.parameters import Hand, Shape
from samples.plate import Moving

GRAVITY = 5500.0  # mm / s^2: what is left of 9810 with the friction in the slot
BOUNCE = 0.3  # share of the speed kept at an impact
REST_SPEED = 70.0  # mm / s; slower impacts end the bouncing
OFF_STAGE = 330.0  # mm a hand withdraws
SHUTTER = 1 / 70  # s that a frame is exposed


@dataclass(frozen=True)
class Flight:
    """A disc on its way from `top` to `floor` (mm): ballistic pieces (start time, height, speed) until it rests."""

    x: float
    floor: float
    colour: int
    pieces: tuple[tuple[float, float, float], ...]
    rest: float
    spin: float

    def at(self, t: float) -> Moving:
        """The disc at a time between release and rest."""
        start, height, speed = [piece for piece in self.pieces if piece[0] <= t or piece is self.pieces[0]][-1]
        elapsed = max(0.0, t - start)
        now = speed - GRAVITY * elapsed
        y = max(self.floor, height + speed * elapsed - GRAVITY * elapsed**2 / 2)
        rattle = 0.9 * np.sin(90 * (t - self.pieces[0][0])) if len(self.pieces) > 1 and t > self.pieces[1][0] else 0.0
        return Moving(self.x + float(rattle), y, self.colour, self.spin * (t - self.pieces[0][0]), abs(now) * SHUTTER)


def fall(t: float, x: float, top: float, floor: float, colour: int, rng: Generator, bounces: bool = True) -> Flight:
    """Let a disc go at time `t`."""
    pieces = [(t, top, 0.0)]
    now = t + float(np.sqrt(2 * max(0.0, top - floor) / GRAVITY))
    speed = GRAVITY * (now - t) * BOUNCE * float(rng.uniform(0.7, 1.15))
    while bounces and speed > REST_SPEED:
        pieces.append((now, floor, speed))
        now += 2 * speed / GRAVITY
        speed *= BOUNCE
    return Flight(x, floor, colour, tuple(pieces), now, float(rng.normal(0, 3)))


def column_x(shape: Shape, column: int) -> float:
    """Middle of a 1-based column, mm."""
    return (column - 1 - (shape.columns - 1) / 2) * shape.column_pitch


def row_y(shape: Shape, row: int) -> float:
    """Middle of a 1-based row, mm."""
    return (row - 1 - (shape.rows - 1) / 2) * shape.row_pitch


def ease(share: float) -> float:
    """0..1 with a soft start and end."""
    share = min(1.0, max(0.0, share))
    return share * share * (3 - 2 * share)


@dataclass(frozen=True)
class Reach:
    """One visit of a hand: it comes from above, waits, lets go at `t`, and leaves."""

    drop: Drop
    hand: Hand
    hold_y: float

    def hand_at(self, t: float, shape: Shape) -> Hand | None:
        """The hand at a time; None while it is away."""
        drop = self.drop
        if not drop.t - drop.carry < t < drop.t + drop.leave:
            return None
        goal = np.array([column_x(shape, drop.column), self.hold_y])
        angle = np.radians(self.hand.angle)
        away = goal + OFF_STAGE * np.array([np.cos(angle), np.sin(angle)])
        if t > drop.t:
            where = goal + (away - goal) * ease((t - drop.t - 0.06) / (drop.leave - 0.06))
        else:
            where = self.coming(t, goal, away, shape)
        tremble = np.sin([t * 17, t * 13.1]) * 0.8
        return move(self.hand, where + tremble)

    def coming(self, t: float, goal: np.ndarray, away: np.ndarray, shape: Shape) -> np.ndarray:
        """On the way in; with a hover, first to that column and then across."""
        share = 1 - (self.drop.t - 0.12 - t) / (self.drop.carry - 0.12)
        if not self.drop.hover:
            return away + (goal - away) * ease(share)
        other = np.array([column_x(shape, self.drop.hover), self.hold_y + 12])
        if share < 0.5:
            return away + (other - away) * ease(share / 0.45)
        return other + (goal - other) * ease((share - 0.65) / 0.35)


def move(hand: Hand, where: np.ndarray) -> Hand:
    """The same hand elsewhere."""
    x, y = np.clip(where, [-400, -400], [400, 500])
    return Hand(float(x), float(y), hand.z, hand.angle, hand.size, hand.skin, hand.sleeve, hand.sleeve_at, hand.pose)
