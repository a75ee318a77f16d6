"""Whole games as films, drawn by chance from a seed: room, camera, the players' habits, an offence, a disturbance.

`game(seed)` gives a film and what befalls it outside the scene (an outage, the phone turned, slow drifts of gain and
colour); `pictures(game)` draws it. Same seed, same game.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np
from numpy.random import Generator

from samples import film
from samples.acts import Act, Bump, Drop, Freeze, Lamp, OpenBar, Take, lines_through
from samples.parameters import Scene
from samples.performance import Film
from samples.scripts import table_scene
from samples.textures import Image

OFFENCES = ("none", "none", "none", "wrong_put_right", "wrong_put_right", "wrong", "removed", "bar", "after_the_end")
DISTURBANCES = ("none", "none", "bump", "lamp", "cloud", "freeze", "outage", "turn", "drift")
LEAST_SECONDS, MOST_SECONDS = 40.0, 90.0
WIDTH, HEIGHT = 512, 384
"""The pictures' size, px."""


@dataclass(frozen=True)
class Trouble:
    """What befalls the pictures themselves.

    outage: when the view is covered, s, and for how long. turn_s: when the phone is laid on its other side, s. drift:
    the largest change of gain and white balance, as a share.
    """

    outage: tuple[float, float] | None = None
    turn_s: float | None = None
    drift: float = 0.0


Disturb = Callable[[Generator, str, list[Act], float], tuple[list[Act], Trouble]]
"""(chance, name of the trouble, the acts so far, the film's seconds) → more acts, what befalls the pictures."""


@dataclass(frozen=True)
class Game:
    """A film, what befalls its pictures, and what it is about."""

    seed: int
    film: Film
    trouble: Trouble
    about: str


class Script:
    """Two players at a board: who drops what where, and when."""

    def __init__(self, rng: Generator, start_s: float = 2.5, pause: tuple[float, float] = (2.0, 5.0)) -> None:
        self.rng, self.t, self.pause = rng, start_s, pause
        self.columns: list[list[str]] = [[] for _ in range(7)]
        self.turn = "R"
        self.acts: list[Act] = []
        self.over = False

    def play(self, most_seconds: float, most_discs: int) -> None:
        """Legal turns until somebody wins, or as long as told."""
        for _ in range(most_discs):
            if self.over or self.t > most_seconds:
                return
            self.drop(self.choice(), self.turn)
            self.turn = _other(self.turn)
            self.wait()

    def drop(self, column: int, disc: str) -> None:
        rng = self.rng
        hover = int(rng.integers(1, 8)) if rng.random() < 0.2 else 0
        sleeve = bool(rng.random() < 0.15)
        carry = float(rng.uniform(0.7, 1.6))
        self.acts.append(Drop(self.t, column, disc, hover=hover, carry=carry, sleeve_red=sleeve))
        self.columns[column - 1].append(disc)
        stack = self.columns[column - 1]
        full = all(len(each) == 6 for each in self.columns)
        self.over = self.over or full or bool(lines_through(self.columns, column, len(stack)))

    def choice(self) -> int:
        """A column with room; the winning one if it is noticed."""
        free = [c for c in range(1, 8) if len(self.columns[c - 1]) < 6]
        winning = [c for c in free if self._wins(c)]
        if winning and self.rng.random() < 0.6:
            return winning[0]
        middle = np.array([1.0 / (1 + abs(c - 4)) for c in free])
        return int(self.rng.choice(free, p=middle / middle.sum()))

    def wait(self) -> None:
        """Until the next disc; one time in ten both hands move almost at once."""
        quick = self.rng.random() < 0.1
        self.t += float(self.rng.uniform(0.55, 1.0) if quick else self.rng.uniform(*self.pause))

    def clear(self) -> None:
        """The bar is pulled a while after the end; the loser opens the next game."""
        self.t += 6.0
        self.acts.append(OpenBar(self.t))
        self.columns, self.over = [[] for _ in range(7)], False
        self.t += 8.0

    def _wins(self, column: int) -> bool:
        stack = self.columns[column - 1]
        stack.append(self.turn)
        wins = bool(lines_through(self.columns, column, len(stack)))
        stack.pop()
        return wins


def _other(disc: str) -> str:
    return "Y" if disc == "R" else "R"


def game(seed: int, fps: float = 30.0) -> Game:
    """The game of a seed."""
    rng = np.random.default_rng([seed, 4242])
    offence, trouble = str(rng.choice(OFFENCES)), str(rng.choice(DISTURBANCES))
    return staged(seed, fps, rng, offence, trouble, _disturb)


def staged(seed: int, fps: float, rng: Generator, offence: str, trouble: str, disturb: Disturb) -> Game:
    """A game with an offence and a trouble of these names."""
    script = Script(rng)
    _write(script, offence, float(rng.uniform(LEAST_SECONDS, MOST_SECONDS - 15)))
    seconds = float(np.clip(script.t + 4.0, LEAST_SECONDS / 2, MOST_SECONDS))
    acts, befalls = disturb(rng, trouble, script.acts, seconds)
    jitter, lost = float(rng.uniform(0.02, 0.35)), float(rng.uniform(0, 0.08))
    wake = float(rng.uniform(-1.2, 0.3))
    shot = Film(room(rng, seed), (*script.acts, *acts), f"game {seed}", seconds, fps, jitter, lost, wake)
    return Game(seed, shot, befalls, f"{offence}, {trouble}, {shot.scene.profile}")


def _write(script: Script, offence: str, until: float) -> None:
    """The acts of a game with this offence in it."""
    rng = script.rng
    if offence in ("none", "after_the_end"):
        script.play(until, 42)
        if offence == "after_the_end" and script.over:
            script.t += 2.0
            script.drop(next(c for c in (1, 7, 2, 6, 3, 5, 4) if len(script.columns[c - 1]) < 6), script.turn)
        return
    script.play(until / 2, int(rng.integers(3, 12)))
    if script.over:
        return
    script.t += 1.5
    if offence == "wrong_put_right":
        _wrong(script)
        column = len(script.acts) and script.acts[-1].column  # type: ignore[union-attr]
        script.acts.append(Take(script.t + 3.2, int(column)))
        script.columns[int(column) - 1].pop()
        script.t += 6.0
        script.play(until, 42)
    elif offence == "wrong":
        _wrong(script)
    elif offence == "removed":
        script.acts.append(Take(script.t, next(c for c in range(1, 8) if script.columns[c - 1])))
        script.t += 1.0
    elif offence == "bar":
        script.acts.append(OpenBar(script.t))


def _wrong(script: Script) -> None:
    """A disc of the side that isn't to move, where it makes no line."""
    wrong = _other(script.turn)
    free = [c for c in range(1, 8) if len(script.columns[c - 1]) < 6]
    for column in script.rng.permutation(free):
        stack = script.columns[column - 1]
        stack.append(wrong)
        line = lines_through(script.columns, int(column), len(stack))
        stack.pop()
        if not line:
            script.drop(int(column), wrong)
            return


def room(rng: Generator, seed: int) -> Scene:
    """A board on a table and a camera before it."""
    profile = str(rng.choice(["easy", "plain"]))
    scene = table_scene(
        seed,
        width=WIDTH,
        height=HEIGHT,
        profile=profile,
        yaw=float(rng.normal(0, 14)),
        pitch=float(rng.uniform(0, 20)),
        roll=float(rng.normal(0, 2)),
    )
    rough = dataclasses.replace(
        scene.sensor,
        noise=float(rng.uniform(0.002, 0.02)),
        jpeg=int(rng.integers(60, 97)),
        blur=float(rng.uniform(0.3, 1.1)),
        sharpen=float(rng.uniform(0, 0.6)),
    )
    return dataclasses.replace(scene, sensor=rough)


def _disturb(rng: Generator, kind: str, acts: list[Act], seconds: float) -> tuple[list[Act], Trouble]:
    """Acts and troubles of one kind, at a time of no drop where the kind can't be combined with one."""
    when = lull(acts, float(rng.uniform(0.2, 0.7)) * seconds)
    if kind == "bump":
        return [
            Bump(
                when,
                float(rng.uniform(0.3, 0.9)),
                *(float(v) for v in rng.normal(0, 2.2, 3)),
                *(float(v) for v in rng.normal(0, 0.04, 2)),
            )
        ], Trouble()
    if kind == "lamp":
        on = Lamp(
            when, 0.07, float(rng.uniform(0.5, 2.2)), float(rng.uniform(0.9, 1.15)), float(rng.uniform(0.85, 1.1))
        )
        return [on, Lamp(when + 8, 0.07, 1.0)], Trouble()
    if kind == "cloud":
        return [Lamp(when, float(rng.uniform(2, 10)), float(rng.uniform(0.5, 1.6)))], Trouble()
    if kind == "freeze":
        return [Freeze(when, float(rng.uniform(0.2, 2.5)))], Trouble()
    if kind == "outage":
        return [], Trouble(outage=(when, float(rng.uniform(3, 60))))
    if kind == "turn":
        return [], Trouble(turn_s=when)
    return [], Trouble(drift=0.3 if kind == "drift" else 0.0)


def lull(acts: list[Act], near_s: float) -> float:
    """A time near this one at which nobody has just moved: the middle of the pause that follows it."""
    times = sorted(act.t for act in acts)
    pauses = [(a, b) for a, b in pairwise(times) if b - a > 1.9 and b > near_s]
    return pauses[0][1] - 0.9 if pauses else near_s


def pictures(played: Game) -> Iterator[tuple[float, Image]]:
    """(time in seconds, uint8 BGR picture) one after the other."""
    trouble, late = played.trouble, 0.0
    for t, image in film.frames(played.film):
        if trouble.outage and t >= trouble.outage[0] and not late:
            yield from _covered(image, *trouble.outage)
            late = trouble.outage[1]
        if trouble.turn_s is not None and t >= trouble.turn_s:
            image = np.asarray(cv2.rotate(image, cv2.ROTATE_90_CLOCKWISE), np.uint8)
        yield t + late, _drifted(image, t, trouble.drift) if trouble.drift else image


def truth(played: Game) -> list[dict[str, object]]:
    """The events, with the time at which each disc lay still in the pictures."""
    outage = played.trouble.outage
    events = film.truth(played.film)["events"]
    if outage is None:
        return list(events)
    return [{**event, "t": event["t"] + (outage[1] if event["t"] >= outage[0] else 0.0)} for event in events]


def _covered(image: Image, from_s: float, seconds: float) -> Iterator[tuple[float, Image]]:
    """The phone lies on its face: black pictures, two a second."""
    for step in range(1, int(2 * seconds)):
        yield from_s + step / 2, np.zeros_like(image)


def _drifted(image: Image, t: float, most: float) -> Image:
    """Gain and white balance on slow, different waves."""
    gain = 1 + most * np.sin(2 * np.pi * t / 47)
    red, blue = 1 + most / 2 * np.sin(2 * np.pi * t / 61), 1 - most / 2 * np.sin(2 * np.pi * t / 61)
    return np.asarray(np.clip(image * (gain * np.array([blue, 1.0, red])), 0, 255), np.uint8)
