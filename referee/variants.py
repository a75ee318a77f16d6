"""The games by name, and the products that are not half-supported (R39)."""

from __future__ import annotations

from referee.board import CLASSIC, BoardSpec
from referee.errors import RefereeError
from referee.popping import Pop10, PopOut
from referee.rules import Classic, RuleSet

VARIANTS: dict[str, type[RuleSet]] = {kind.name: kind for kind in (Classic, PopOut, Pop10)}

OTHER_EQUIPMENT = frozenset(
    {"spin", "blast", "frenzy", "shots", "launchers", "twist", "stackers", "advanced", "hoops", "splash", "dare",
    "bounce"}
)
"""R39: products sold under the same name that use other equipment."""


def rules_named(name: str, spec: BoardSpec = CLASSIC) -> RuleSet:
    """The rule set of a variant on a board. Raises `RefereeError`: `other_equipment` (R39), `unknown_variant`."""
    key = name.strip().lower().replace(" ", "").replace("-", "")
    product = key.removeprefix("connect4")
    if product in OTHER_EQUIPMENT:
        raise RefereeError("other_equipment", name=product)
    if key not in VARIANTS:
        raise RefereeError("unknown_variant", name=name[:40], known=sorted(VARIANTS))
    return VARIANTS[key](spec)
