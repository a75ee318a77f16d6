"""In which guise a story is told: sizes, schemes and languages. Each run takes two of them; six days' runs take all."""

from __future__ import annotations

import os
from dataclasses import dataclass
from datetime import date
from typing import Any

from tests.page.browsing import DESKTOP, PHONE, TABLET

SIZES = {"phone": PHONE, "tablet": TABLET, "desktop": DESKTOP}
WHICH = "FAIRDROP_GUISE"
"""The environment's word for one pair, 0–5, or for `all`; without it the day decides."""


@dataclass(frozen=True)
class Guise:
    """A device: `phone`, `tablet` or `desktop`; `light` or `dark`; its language."""

    size: str
    scheme: str
    lang: str

    def __str__(self) -> str:
        return f"{self.size}-{self.scheme}-{self.lang}"

    @property
    def context(self) -> dict[str, Any]:
        """As Playwright's `new_context` takes it."""
        by_hand = self.size != "desktop"
        return {
            "viewport": SIZES[self.size],
            "color_scheme": self.scheme,
            "locale": self.lang,
            "has_touch": by_hand,
            "is_mobile": by_hand,
        }


PAIRS = tuple(
    (Guise(*one.split()), Guise(*other.split()))
    for one, other in (
        ("phone light en", "tablet dark fr"),
        ("tablet light de", "desktop dark es"),
        ("desktop light fr", "phone dark de"),
        ("phone dark es", "desktop light en"),
        ("tablet dark en", "phone light fr"),
        ("desktop dark de", "tablet light es"),
    )
)
"""The camera's device and the scoreboard's: every size in every language once, light and dark by turns."""


def of_today() -> list[tuple[Guise, Guise]]:
    """The pairs for this run."""
    told = os.environ.get(WHICH, str(date.today().toordinal() % len(PAIRS)))
    return list(PAIRS) if told == "all" else [PAIRS[int(told)]]
