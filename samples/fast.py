"""The fast way of drawing a scene: rays cast in numpy, a few hundredths of a second a picture."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from samples import backdrop, hands, loose, plate, sensor, solids
from samples.board import Board
from samples.optics import Array, View, place
from samples.parameters import Camera, Hand, Scene
from samples.textures import Image
from samples.truth import Truth, holes, no_board, of_picture

SHARPEST = 0.8  # px of blur per px of the picture in which the backdrop is drawn


@dataclass(frozen=True)
class Stage:
    """A scene made ready to be drawn many times: what stays the same from one picture of a film to the next."""

    scene: Scene
    view: View
    rays: Array
    surroundings: backdrop.Set
    board: Board
    behind: Image

    @staticmethod
    def make(scene: Scene, view: View | None = None) -> Stage:
        """The stage as the scene's camera sees it, or a part of its view."""
        view = view or place(scene.camera)
        rays = view.directions()
        hits = backdrop.meet(scene, view, rays)
        share = max(view.width, view.height) / max(scene.camera.width, scene.camera.height)
        surroundings = backdrop.build(scene, hits, stream(scene, 1), share)
        board = Board.make(scene, stream(scene, 2))
        return Stage(scene, view, rays, surroundings, board, scenery(scene, view, hits, surroundings))

    def moved(self, camera: Camera) -> Stage:
        """The same things seen by another camera."""
        scene = dataclasses.replace(self.scene, camera=camera)
        view = place(camera)
        rays = view.directions()
        return Stage(
            scene,
            view,
            rays,
            self.surroundings,
            self.board,
            scenery(scene, view, backdrop.meet(scene, view, rays), self.surroundings),
        )


def stream(scene: Scene, number: int) -> np.random.Generator:
    """An independent source of chance for one part of the picture."""
    return np.random.default_rng([scene.seed, number])


def scenery(scene: Scene, view: View, hits: backdrop.Hits, surroundings: backdrop.Set) -> Image:
    """Everything behind the front plate, out of focus as far as the lens says: what is blurred needs fewer pixels."""
    blur, factor = scene.sensor.backdrop_blur, int(np.clip(scene.sensor.backdrop_blur / SHARPEST, 1, 4))
    small = view.shrunk(factor) if factor > 1 else view
    picture = surroundings.draw(small, backdrop.meet(scene, small, small.directions()) if factor > 1 else hits)
    if blur > 0.3:
        picture = cv2.GaussianBlur(picture, (0, 0), blur / factor)
    if factor > 1:
        picture = cv2.resize(picture, (view.width, view.height), interpolation=cv2.INTER_LINEAR)
    loose.lay(picture, view, scene, loose.spots_behind(scene, stream(scene, 3)))
    if scene.rows is not None:
        solids.draw_behind(picture, view, scene)
    return picture


def draw(
    stage: Stage, rows: tuple[str, ...] | None, moving: tuple[plate.Moving, ...] = (), reaching: tuple[Hand, ...] = ()
) -> tuple[Image, NDArray[np.bool_]]:
    """Encoded light of the whole picture, and the (H, W) mask of what is hidden by things before the board."""
    scene, view = stage.scene, stage.view
    picture = stage.behind.copy()
    for disc in moving:
        solids.raised_disc(picture, view, scene, disc.x, disc.y, disc.colour)
    if rows is not None:
        cast_board(picture, stage, rows, moving)
    bare = picture.copy()
    if rows is not None:
        solids.draw_before(picture, view, scene)
        loose.lay(picture, view, scene, loose.spots_in_tray(scene, stream(scene, 4)))
        solids.draw_foremost(picture, view, scene)
    loose.lay(picture, view, scene, loose.spots_before(scene, stream(scene, 5)))
    stage.surroundings.draw_front(picture, view)
    hidden = cv2.inRange(cv2.absdiff(picture, bare), (0, 0, 0), (3, 3, 3)) == 0
    for number, hand in enumerate(reaching):
        hidden |= hands.draw(picture, view, scene, hand, stream(scene, 10 + number))
    return picture, hidden


def cast_board(picture: Image, stage: Stage, rows: tuple[str, ...], moving: tuple[plate.Moving, ...]) -> None:
    """Draw the board's plate over its window of the picture, in place."""
    window = solids.board_window(stage.view, stage.scene)
    if window is None:
        return
    area = picture[window.slices]
    rays = plate.Rays.of(stage.view, stage.rays, window.slices)
    colour, cover = plate.Cast(stage.board, rays, rows, moving).draw(area)
    area[:] = cv2.blendLinear(area, backdrop.encode(colour), 1 - cover, cover)


def render(scene: Scene) -> tuple[Image, Truth]:
    """The picture of a scene (uint8 BGR) and what is true of it. The same scene gives the same picture."""
    return shoot(Stage.make(scene))


def render_board(scene: Scene, margin: float) -> tuple[Image, Truth] | None:
    """Only the part of the picture round the grid, `margin` row pitches beyond the outer holes; None if it isn't whole.

    Faster than the whole picture by all that is left out. The truth is told in the pixels of the part; vignette, flare
    and the patterns of the backdrop aren't those of the whole picture.
    """
    if scene.rows is None:
        return None
    view = place(scene.camera)
    centres = view.project(holes(scene))
    if not ((centres > 0) & (centres < [view.width - 1, view.height - 1])).all():
        return None
    window = solids.grid_window(view, scene, margin)
    if window is None:
        return None
    return shoot(Stage.make(scene, view.cut(window.slices)))


def shoot(stage: Stage) -> tuple[Image, Truth]:
    """Draw what the stage's scene holds, and expose it."""
    scene, view = stage.scene, stage.view
    light, hidden = draw(stage, scene.rows, (), scene.hands)
    picture = sensor.expose(light, scene.sensor, scene.light, stream(scene, 6))
    truth = no_board(scene, view) if scene.rows is None else of_picture(scene, view, scene.rows, hidden)
    return (np.ascontiguousarray(picture[:, ::-1]) if scene.camera.mirror else picture), truth
