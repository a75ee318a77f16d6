"""`Frame`: one picture and when it was taken; `Source`: what gives them, one after the other."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from dataclasses import dataclass
from types import TracebackType
from typing import ClassVar, Self

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


class Source(ABC):
    """A stream of frames; close it, or use it in a `with`."""

    live: ClassVar[bool] = False
    """Whether time passes without us."""
    duration_s: float | None = None
    """Seconds from the first frame to the end, where that is known beforehand."""

    @abstractmethod
    def read(self) -> Frame | None:
        """The next frame, None at the end.

        PictureError, FileError: this picture can't be used, the next call goes on behind it. SourceError: it is over.
        """

    @abstractmethod
    def close(self) -> None:
        """Let go of file, camera or connection; closing twice is no fault."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
