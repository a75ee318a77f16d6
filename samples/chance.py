"""Small draws that all random scenes are made of."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.random import Generator

from samples.parameters import (
    RGB,
)


def maybe(rng: Generator, share: float, make: Callable[[], float], otherwise: float = 0.0) -> float:
    """`make()` in a `share` of cases."""
    return float(make()) if rng.random() < share else otherwise


def near(rng: Generator, middle: float, spread: float, low: float, high: float) -> float:
    """A normal number kept within bounds."""
    return float(np.clip(rng.normal(middle, spread), low, high))


def pick(rng: Generator, options: tuple[Any, ...]) -> Any:
    """One of the options."""
    return options[int(rng.integers(len(options)))]


def tinted(rng: Generator, colour: RGB, spread: float) -> RGB:
    """A colour moved a little in all parts."""
    red, green, blue = (float(np.clip(part + rng.normal(0, spread), 0.01, 0.99)) for part in colour)
    return red, green, blue
