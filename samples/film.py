"""Films of games: a script of acts becomes frames with uneven timing, and the events that are true of it.

`Film` is the script; `frames(film)` draws it; `truth(film)` says what happens, as scorers of watchers read it
(`file`, `seconds`, `start`, `opener`, `events`); `write(film, path)` makes an MP4 file and a JSON file beside it.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from samples import fast, mp4, sensor
from samples.acts import Bump, Freeze, Lamp, Late
from samples.motion import Reach, ease
from samples.parameters import Camera, Hand
from samples.performance import TAKE_SECONDS, Film, Performance, perform
from samples.plate import Moving
from samples.textures import Image
from samples.truth import of_picture, rounded

EXPOSURE_LAG = 0.5  # s, time constant of the automatic exposure


def truth(film: Film, file: str = "") -> dict[str, Any]:
    """What is true of a film: events at the times when the discs lay still; corners before and after each bump."""
    show = perform(film)
    empty = set("".join(film.scene.rows or ())) <= {"."}
    last = round(times_of(film)[-1], 2)
    return {
        "file": file,
        "seconds": last,
        "start": None if empty else list(film.scene.rows or ()),
        "opener": {"R": "red", "Y": "yellow"}[film.opener],
        "about": film.about,
        "events": list(show.events),
        "also": list(show.notes),
        "end": list(show.rows_at(film.seconds)),
        "corners": [
            {"from_s": t, "corners": corners(film, t)}
            for t in [0.0, *(act.t + act.seconds for act in film.acts if isinstance(act, Bump))]
        ],
        "rotation": film.rotation,
        "seed": film.scene.seed,
        "acts": [{"act": type(act).__name__, **dataclasses.asdict(act)} for act in film.acts],
        "scene": film.scene.to_json(),
    }


def corners(film: Film, t: float) -> Any:
    """Corner cells' middles at a time, in pixels of the stored (unrotated) frames."""
    view = fast.place(camera_at(film, t))
    return rounded(of_picture(film.scene, view, film.scene.rows or (), None).corners)


def times_of(film: Film) -> list[float]:
    """When frames come: jittered, some lost."""
    rng = np.random.default_rng([film.scene.seed, 51])
    count = int(film.seconds * film.fps)
    steps = np.clip(1 + film.jitter * rng.standard_normal(count), 0.35, 2.5) / film.fps
    times = np.cumsum(steps) - steps[0]
    kept = rng.random(count) >= film.lost
    kept[0] = True
    return [float(t) for t in times[kept] if t <= film.seconds]


def camera_at(film: Film, t: float) -> Camera:
    """The camera after and during the bumps so far."""
    moved: dict[str, Any] = {}
    base = film.scene.camera
    for bump in (act for act in film.acts if isinstance(act, Bump)):
        share = (t - bump.t) / bump.seconds
        if share <= 0:
            continue
        shake = bump.shake * np.exp(-3 * share) * np.sin(26 * share) if share < 1 else 0.0
        for name in ("yaw", "pitch", "roll", "aim_x", "aim_y"):
            moved[name] = moved.get(name, getattr(base, name)) + getattr(bump, name) * (ease(share) + float(shake))
    return dataclasses.replace(base, **moved)


def gains_at(film: Film, t: float) -> np.ndarray:
    """(3,) light relative to the film's start: blue, green, red."""
    gains = np.ones(3)
    for lamp in sorted((act for act in film.acts if isinstance(act, Lamp)), key=lambda act: act.t):
        share = min(1.0, max(0.0, (t - lamp.t) / lamp.seconds))
        gains = gains * (1 - share) + share * lamp.gain * np.array([lamp.blue, 1.0, lamp.red])
    return gains


def moments(film: Film) -> list[tuple[float, float]]:
    """(time a frame bears, time it shows): they differ in frozen, late, doubled and swapped frames."""
    rng = np.random.default_rng([film.scene.seed, 52])
    times = times_of(film)
    shown = list(times)
    for k in range(len(times)):
        freeze = next((act for act in film.acts if isinstance(act, Freeze) and holds(act, times[k])), None)
        late = next((act for act in film.acts if isinstance(act, Late) and holds(act, times[k])), None)
        doubled, swapped = rng.random() < film.doubled, rng.random() < film.swapped
        if k and (freeze or doubled):
            shown[k] = shown[k - 1]
        elif late:
            shown[k] = max(0.0, times[k] - late.delay)
        elif k > 1 and swapped:
            shown[k - 1], shown[k] = shown[k], shown[k - 1]
    return list(zip(times, shown, strict=True))


def holds(act: Freeze | Late, t: float) -> bool:
    """Whether a disturbance of the frames lasts at a time."""
    return act.t <= t < act.t + act.seconds


def frames(film: Film) -> Iterator[tuple[float, Image]]:
    """(time in seconds, uint8 BGR picture) one after the other."""
    show, painter = perform(film), Painter(film)
    last: tuple[float, Image] | None = None
    for t, shown in moments(film):
        if last is None or last[0] != shown:
            last = (shown, painter.paint(show, shown))
        yield t, last[1]


class Painter:
    """Draws a film's frames; keeps what didn't change since the last frame."""

    def __init__(self, film: Film) -> None:
        self.film, self.scene = film, film.scene
        bare = ("." * film.scene.shape.columns,) * film.scene.shape.rows
        self.stage = fast.Stage.make(dataclasses.replace(film.scene, rows=bare))  # discs come and go, their shadows too
        self.rng = fast.stream(film.scene, 60)
        self.still: tuple[Any, Image] | None = None
        self.stops, self.seen_at, self.aim = film.wake, 0.0, 0.0

    def paint(self, show: Performance, t: float) -> Image:
        camera = camera_at(self.film, t)
        if camera != self.stage.scene.camera:
            self.stage, self.still = self.stage.moved(camera), None
        rows, moving, hands = self.shown(show, t)
        key = (rows, moving, hands)
        if self.still is None or self.still[0] != key or moving or hands:
            self.still = (key, fast.draw(self.stage, rows, moving, hands)[0])
        return self.develop(self.still[1], t)

    def shown(self, show: Performance, t: float) -> tuple[tuple[str, ...], tuple[Moving, ...], tuple[Hand, ...]]:
        """What is at rest, in flight, and in hands at a time."""
        shape = self.scene.shape
        moving = [flight.at(t) for flight in show.flights if flight.pieces[0][0] <= t < flight.rest]
        moving += [
            Moving(
                lift.x,
                lift.floor + (shape.top + 4 - lift.floor) * ease((t - lift.pieces[0][0]) / TAKE_SECONDS),
                lift.colour,
            )
            for lift in show.lifts
            if lift.pieces[0][0] <= t < lift.rest
        ]
        hands = []
        for reach in show.reaches:
            hand = reach.hand_at(t, shape)
            if hand is None:
                continue
            hands.append(hand)
            if self.holding(show, reach, t):
                moving.append(Moving(hand.x, hand.y - 0.35 * shape.row_pitch, "RY".index(reach.drop.disc)))
        return show.rows_at(t), tuple(moving), tuple(hands)

    @staticmethod
    def holding(show: Performance, reach: Reach, t: float) -> bool:
        """A bringing hand holds its disc until it lets go; a taking hand from then on."""
        takes = any(lift.rest == reach.drop.t for lift in show.lifts)
        return t >= reach.drop.t if takes else t < reach.drop.t

    def develop(self, light: Image, t: float) -> Image:
        """The frame of an exposure that lags behind the light."""
        gains = gains_at(self.film, t)
        look = self.scene.sensor
        bright = float(
            np.log2(max(1e-3, (np.square(light[::8, ::8].astype(np.float32) / 255).mean((0, 1)) * gains).mean()))
        )
        if t == 0:
            self.aim = bright
        lag = 1 - np.exp(-max(0.0, t - self.seen_at) / EXPOSURE_LAG)
        self.stops += (np.clip(self.aim - bright, -1.5, 1.5) * 0.75 - self.stops) * float(lag)
        self.seen_at = t
        stops = float(np.clip(look.exposure + self.stops, -4, 3))
        red, blue = (
            float(np.clip(gain * part, 0.4, 2.5))
            for gain, part in ((look.red_gain, gains[2] / gains[1]), (look.blue_gain, gains[0] / gains[1]))
        )
        shot = dataclasses.replace(
            look, exposure=float(np.clip(stops + np.log2(gains[1]), -4, 3)), red_gain=red, blue_gain=blue
        )
        return sensor.expose(light, shot, self.scene.light, self.rng)


def write(film: Film, path: Path) -> dict[str, Any]:
    """Draw a film into `path` (.mp4) with its truth beside it (.json); returns the truth."""
    size = (film.scene.camera.width, film.scene.camera.height)
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), film.fps, size)
    times = []
    for t, image in frames(film):
        writer.write(image)
        times.append(t)
    writer.release()
    mp4.finish(path, times, film.rotation)
    what = truth(film, path.name)
    path.with_suffix(".json").write_text(json.dumps(what, indent=1) + "\n")
    return what
