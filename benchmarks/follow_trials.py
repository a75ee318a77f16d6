"""Games with one given trouble in them, and an evening of games: what following has to stand.

`trial(seed, name)` is a game with one of `TRIALS` in it; `evening(seed)` half an hour of games one after the other.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.random import Generator

from benchmarks.follow_films import HEIGHT, OFFENCES, WIDTH, Game, Script, Trouble, lull, room, staged
from samples.acts import Act, Bump, Lamp
from samples.performance import Film

EVENING_SECONDS, EVENING_DRIFT = 1800.0, 0.3
"""How long an evening is, and how far gain and white balance drift in it."""

BUMP_PX, BUMP_DEGREES = 40.0, 3.0
OUTAGE_SECONDS = 60.0
CREEP_PX, CREEP_SECONDS = 25.0, 30.0
"""A phone that slides slowly: about half a pitch within so long."""


def trial(seed: int, name: str, fps: float = 10.0) -> Game:
    """The game of a seed, but with this disturbance, one of `TRIALS`."""
    rng = np.random.default_rng([seed, 4243])
    return staged(seed, fps, rng, str(rng.choice(OFFENCES)), name, _tried)


def evening(seed: int, fps: float = 5.0) -> Game:
    """Half an hour of games, while gain and white balance drift by ±30 %."""
    rng = np.random.default_rng([seed, 4244])
    script = Script(rng, pause=(8.0, 30.0))
    while script.t < EVENING_SECONDS - 30.0:
        script.play(EVENING_SECONDS - 30.0, 42)
        if script.over:
            script.clear()
    shot = Film(room(rng, seed), tuple(script.acts), f"evening {seed}", EVENING_SECONDS, fps)
    return Game(seed, shot, Trouble(drift=EVENING_DRIFT), f"an evening, {shot.scene.profile}")


def _tried(rng: Generator, name: str, acts: list[Act], seconds: float) -> tuple[list[Act], Trouble]:
    """A trial's disturbance at a time of no drop."""
    return TRIALS[name](rng, lull(acts, float(rng.uniform(0.2, 0.7)) * seconds))


def _bumped(rng: Generator, when: float) -> tuple[list[Act], Trouble]:
    aim = _somewhere(rng, BUMP_PX)
    roll = BUMP_DEGREES * float(rng.choice([-1, 1]))
    return [Bump(when, float(rng.uniform(0.3, 0.9)), 0.0, 0.0, roll, *aim)], Trouble()


def _lit(rng: Generator, when: float) -> tuple[list[Act], Trouble]:
    colour = float(rng.uniform(1.0, 1.15)), float(rng.uniform(0.85, 1.0))
    return [Lamp(when, 0.07, float(rng.uniform(1.5, 2.3)), *colour)], Trouble()


def _sliding(rng: Generator, when: float) -> tuple[list[Act], Trouble]:
    aim = _somewhere(rng, CREEP_PX)
    return [Bump(when / 2, CREEP_SECONDS, 0.0, 0.0, float(rng.uniform(-1, 1)), *aim, shake=0.0)], Trouble()


def _somewhere(rng: Generator, px: float) -> tuple[float, float]:
    """A way of so many pixels in some direction, as shares of the picture's width and height."""
    angle = float(rng.uniform(0, 2 * np.pi))
    return px * float(np.cos(angle)) / WIDTH, px * float(np.sin(angle)) / HEIGHT


TRIALS: dict[str, Callable[[Generator, float], tuple[list[Act], Trouble]]] = {
    "bump": _bumped,
    "lamp": _lit,
    "outage": lambda rng, when: ([], Trouble(outage=(when, OUTAGE_SECONDS))),
    "turn": lambda rng, when: ([], Trouble(turn_s=when)),
    "creep": _sliding,
}
"""What befalls a trial's game at a time: a knock of 40 px and 3°, a lamp that stays on, a minute of nothing to be seen,
the phone laid on its side, a phone that slides."""
