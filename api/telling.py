"""From an event to its sentences."""

from __future__ import annotations

from api.told import Told
from referee.events import Event


def tell(event: Event) -> tuple[Told, ...]:
    """The sentences for one event."""
    return (Told(event.name, event.as_dict()),)
