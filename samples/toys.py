"""Boards and discs drawn at random: shape, stuff, colours, and how full the grid is."""

from __future__ import annotations

import numpy as np
from numpy.random import Generator

from samples.chance import maybe, near, pick, tinted
from samples.parameters import (
    RGB,
    Discs,
    Look,
    Shape,
)


def random_rows(rng: Generator, shape: Shape) -> tuple[str, ...]:
    """A board filled by random drops; mostly in turns, sometimes by hand for a photo (any colours)."""
    cells = shape.columns * shape.rows
    plies = (
        0
        if rng.random() < 0.07
        else cells
        if rng.random() < 0.05
        else int(rng.integers(1, cells + 1) * rng.uniform(0.3, 1))
    )
    turns, weights = rng.random() < 0.75, rng.dirichlet(np.full(shape.columns, rng.uniform(0.6, 4)))
    stacks: list[str] = [""] * shape.columns
    for ply in range(plies):
        free = np.array([len(stack) < shape.rows for stack in stacks])
        chance = weights * free + 1e-9 * free
        column = int(rng.choice(shape.columns, p=chance / chance.sum()))
        stacks[column] += "RY"[ply % 2] if turns else pick(rng, ("R", "Y"))
    return tuple(
        "".join(stack[row] if row < len(stack) else "." for stack in stacks) for row in range(shape.rows - 1, -1, -1)
    )


def random_shape(rng: Generator, profile: str) -> Shape:
    """Mostly the table set; else thick printed boards, wood, wide margins, other sizes."""
    thick = profile == "odd" or (profile == "other" and rng.random() < 0.35)
    pitch = 32.0
    across = pitch * (
        near(rng, 1.09, 0.03, 1.03, 1.2) if profile in ("plain", "easy") else near(rng, 1.15, 0.09, 1.03, 1.5)
    )
    hole = pitch * (
        near(rng, 0.82, 0.025, 0.74, 0.9) if profile in ("plain", "easy") else near(rng, 0.76, 0.08, 0.55, 0.9)
    )
    plate = rng.uniform(6, 16) if thick else rng.uniform(1.5, 4.5)
    gap = near(rng, 25, 3, 20, 32) if profile == "odd" else rng.uniform(8, 12)
    big = profile == "other" and rng.random() < 0.15
    columns, rows = pick(rng, ((8, 7), (9, 7))) if big else (7, 6)
    lip = 0.0 if thick and rng.random() < 0.7 else rng.uniform(0.8, 3.2)
    return Shape(
        columns=columns,
        rows=rows,
        column_pitch=across,
        row_pitch=pitch,
        hole=hole,
        lip=float(min(lip, (pitch - hole) / 2 - 0.3)),
        lip_height=rng.uniform(0.3, 1),
        plate=plate,
        gap=gap,
        disc_thickness=gap * rng.uniform(0.6, 0.95),
        margin_side=across * rng.uniform(0.5, 0.85),
        margin_top=pitch * rng.uniform(0.55, 0.95),
        margin_bottom=pitch * rng.uniform(0.5, 0.75),
        corner=rng.uniform(0.5, 8),
        frame=maybe(rng, 0.7, lambda: rng.uniform(1.5, 5)),
        dividers=maybe(rng, 0.4, lambda: rng.uniform(0.2, 1)),
        disc=rng.uniform(0.96, 1.0),
        lift=rng.uniform(8, 45),
        stand=str(rng.choice(["feet", "tray", "base", "legs", "none"], p=[0.42, 0.24, 0.14, 0.14, 0.06])),
        banner=profile == "plain" and rng.random() < 0.08,
    )


BLUES: tuple[RGB, ...] = (
    (0.1, 0.2, 0.6),
    (0.05, 0.12, 0.45),
    (0.12, 0.3, 0.72),
    (0.08, 0.35, 0.75),
    (0.16, 0.2, 0.5),
    (0.06, 0.08, 0.28),
)


DARKS: tuple[RGB, ...] = ((0.07, 0.07, 0.08), (0.06, 0.08, 0.2), (0.16, 0.16, 0.18), (0.09, 0.08, 0.14))
BOARDS: tuple[RGB, ...] = (
    (0.93, 0.92, 0.9),
    (0.06, 0.06, 0.07),
    (0.78, 0.63, 0.43),
    (0.06, 0.08, 0.3),
    (0.45, 0.5, 0.75),
    (0.2, 0.2, 0.22),
    (0.1, 0.2, 0.6),
    (0.75, 0.15, 0.15),
    (0.9, 0.75, 0.2),
    (0.15, 0.5, 0.3),
    (0.7, 0.7, 0.72),
)


def random_look(rng: Generator, profile: str) -> Look:
    """The board's colour and stuff."""
    gloss, wear = rng.uniform(0, 1), rng.uniform(0, 1)
    if profile in ("plain", "easy", "none"):
        if rng.random() < 0.1:
            turquoise = tinted(rng, (0.1, 0.72, 0.7), 0.05)
            return Look(turquoise, tinted(rng, (0.75, 0.12, 0.15), 0.05), gloss, rng.uniform(0.2, 0.65), wear)
        colour = tinted(rng, pick(rng, BLUES), 0.04)
        stand = (
            colour
            if rng.random() < 0.8
            else tinted(rng, pick(rng, ((0.85, 0.7, 0.1), (0.9, 0.9, 0.9), (0.7, 0.1, 0.1))), 0.05)
        )
        return Look(colour, stand, gloss, 0.0, wear)
    dark = profile == "odd" and rng.random() < 0.7
    colour = tinted(rng, pick(rng, DARKS if dark else BOARDS), 0.03)
    wooden = colour[0] > colour[2] + 0.2 and colour[1] > 0.4
    surface = "wood" if wooden else str(rng.choice(["plastic", "printed", "matt"]))
    stand = (
        colour
        if rng.random() < 0.6
        else tinted(rng, pick(rng, ((0.9, 0.75, 0.1), (0.9, 0.9, 0.9), (0.1, 0.1, 0.1))), 0.05)
    )
    return Look(
        colour,
        stand,
        gloss * (0.3 if surface != "plastic" else 1),
        maybe(rng, 0.08, lambda: rng.uniform(0.1, 0.5)),
        wear,
        surface,
    )


REDS: tuple[RGB, ...] = (
    (0.8, 0.08, 0.1),
    (0.86, 0.1, 0.12),
    (0.78, 0.06, 0.06),
    (0.72, 0.1, 0.14),
    (0.85, 0.25, 0.12),
    (0.82, 0.3, 0.36),
    (0.55, 0.1, 0.12),
    (0.92, 0.4, 0.1),
)


YELLOWS: tuple[RGB, ...] = (
    (0.95, 0.82, 0.1),
    (0.97, 0.78, 0.05),
    (0.96, 0.73, 0.06),
    (0.98, 0.7, 0.05),
    (0.9, 0.85, 0.3),
    (0.78, 0.68, 0.15),
    (0.93, 0.9, 0.5),
    (0.85, 0.88, 0.15),
)


PAIRS: tuple[tuple[RGB, RGB], ...] = (
    ((0.85, 0.2, 0.12), (0.1, 0.5, 0.22)),
    ((0.1, 0.15, 0.5), (0.75, 0.1, 0.18)),
    ((0.15, 0.5, 0.8), (0.92, 0.88, 0.2)),
    ((0.95, 0.45, 0.1), (0.1, 0.55, 0.3)),
    ((0.15, 0.55, 0.85), (0.6, 0.8, 0.15)),
    ((0.95, 0.45, 0.1), (0.95, 0.8, 0.1)),
    ((0.8, 0.1, 0.12), (0.05, 0.05, 0.06)),
    ((0.88, 0.3, 0.45), (0.55, 0.9, 0.6)),
    ((0.6, 0.25, 0.15), (0.12, 0.4, 0.2)),
    ((0.95, 0.95, 0.93), (0.1, 0.1, 0.1)),
    ((0.85, 0.1, 0.1), (0.1, 0.75, 0.8)),
)


def random_discs(rng: Generator, profile: str) -> Discs:
    """A pair of colours and how the pieces are made."""
    first, second = pick(rng, PAIRS) if profile == "other" else (pick(rng, REDS), pick(rng, YELLOWS))
    if profile not in ("other",) and first[1] > 0.35 and second[1] < 0.75:
        first = REDS[0]  # orange with ochre are nobody's pair
    if profile == "odd":
        first, second = (0.6, 0.12, 0.14), (0.72, 0.7, 0.3)
    reliefs = (
        ("plain", "rings", "star", "four")
        if profile == "plain"
        else ("plain", "plain", "rings", "star", "four", "smile", "dome")
    )
    return Discs(
        tinted(rng, first, 0.035),
        tinted(rng, second, 0.035),
        relief=pick(rng, reliefs),
        relief_depth=rng.uniform(0.05, 0.6),
        sticker=pick(rng, ("dot", "square", "cross"))
        if rng.random() < (0.04 if profile == "plain" else 0.1)
        else "none",
        sticker_colour=pick(rng, ((0.95, 0.95, 0.95), (0.1, 0.1, 0.1), (0.2, 0.4, 0.8))),
        ball=profile == "odd" and rng.random() < 0.8,
        scatter=rng.uniform(0.1, 1.1),
        tilt=rng.uniform(0.02, 0.3),
        spread=rng.uniform(0, 0.1),
        gloss=rng.uniform(0, 0.75),
    )
