"""R36: a chess clock that the camera presses. Time comes in as an argument; a player's time stops when the disc has
settled.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from referee.board import Disc


@dataclass(frozen=True)
class ClockRules:
    """Seconds each side has for the whole game; None is unlimited."""

    name: str
    seconds: float | None


UNLIMITED = ClockRules("unlimited", None)
BULLET = ClockRules("bullet", 60.0)
RAPID = ClockRules("rapid", 300.0)
CLOCKS = {rules.name: rules for rules in (UNLIMITED, BULLET, RAPID)}


@dataclass(frozen=True)
class Clock:
    """Seconds used by red and yellow; `running` is whose time runs since `since_s`."""

    rules: ClockRules = UNLIMITED
    used_s: tuple[float, float] = (0.0, 0.0)
    running: Disc | None = None
    since_s: float = 0.0

    def run(self, disc: Disc | None, at_s: float) -> Clock:
        """From `at_s` on that side's time runs, or nobody's; the time up to then is charged to the side that ran."""
        red, yellow = (self.used(side, at_s) for side in Disc)
        return replace(self, used_s=(red, yellow), running=disc, since_s=at_s)

    def used(self, disc: Disc, at_s: float) -> float:
        """Seconds that side has used; a time before the last press counts as that press."""
        spent = max(0.0, at_s - self.since_s) if self.running is disc else 0.0
        return self.used_s[disc - 1] + spent

    def left(self, disc: Disc, at_s: float) -> float | None:
        """Seconds that side has left, never below 0; None when unlimited."""
        if self.rules.seconds is None:
            return None
        return max(0.0, self.rules.seconds - self.used(disc, at_s))

    def fallen(self, at_s: float) -> Disc | None:
        """The side whose time has run out."""
        side = self.running
        return side if side and self.left(side, at_s) == 0.0 else None
