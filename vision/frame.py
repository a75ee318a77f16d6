"""`Frame`: one picture and when it was taken; what every source gives and every pipeline takes."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
"""An upright picture: uint8, shape (H, W, 3), channels blue, green, red, 0-255."""


@dataclass(frozen=True, eq=False)
class Frame:
    """One upright picture of a film.

    image: uint8 (H, W, 3), BGR.
    t_s:   seconds since the source began; from the film's own times or a monotonic clock, never backwards in a source.
    index: 0, 1, 2, ... in the order given out.
    """

    image: Image
    t_s: float
    index: int

    def __post_init__(self) -> None:
        shape, dtype = np.shape(self.image), getattr(self.image, "dtype", type(self.image))
        if dtype != np.uint8 or len(shape) != 3 or shape[2] != 3 or 0 in shape:
            raise ValueError(f"Frame.image: expected uint8 (H, W, 3), got {dtype} {shape}")
        if not math.isfinite(self.t_s):
            raise ValueError(f"Frame.t_s: expected finite seconds, got {self.t_s}")
        if self.index < 0:
            raise ValueError(f"Frame.index: expected 0 or more, got {self.index}")
