"""The picture of a dispute or an offence: held for looking at it together, stored where people agreed to that."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from api.domain import acts as a
from api.domain import events as t
from api.errors import Refused
from api.service.eyes import Shot
from api.service.keys import new_id
from api.store.store import Picture, Stored
from referee import events as e
from referee.phases import Phase

if TYPE_CHECKING:
    from api.service.host import Host

SHOWN = (e.Offence, e.Disputed, e.GameWon)
"""Events whose picture is held."""
HELD_IN = {Phase.DISPUTED: "dispute", Phase.RESTORING: "offence", Phase.AWAITING_CLEAR: "win"}
"""Phases in which it is held, and why."""
ACTS = (a.KeepPicture, a.DiscardPicture)


@dataclass(frozen=True)
class _Held:
    reason: str
    game: str
    shot: Shot
    stored: str | None = None


class Evidence:
    """Changes in place; runs on the event loop."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self._held: _Held | None = None

    @property
    def acts(self) -> list[str]:
        """What can be done with it now."""
        return ["keep_picture", "discard_picture"] if self._held else []

    def follow(self, events: tuple[e.Event, ...] | list[e.Event]) -> None:
        """Hold a picture when something has to be looked at, and let go of it when that is over."""
        phase = self.host.state.phase
        if self._held and phase not in HELD_IN:
            self._held = None
        if any(isinstance(event, SHOWN) for event in events) and self.host.camera.eyes is not None:
            self.host.house.spawn(self._hold())

    async def _hold(self) -> None:
        """Keep the newest frame where everybody can look at it; store it where that was agreed, but not of a win."""
        current, match = self.host.state.current, self.host.state.match
        shot = await self.host.camera.shot()
        reason = HELD_IN.get(Phase(self.host.state.phase)) if current else None
        if shot is None or current is None or match is None or reason is None:
            return
        self._held = _Held(reason, current.id, shot)
        if match.agreed.pictures and reason != "win":
            async with self.host.turn:
                await self._keep()
        self.host.tell()

    async def act(self, act: Any, **more: Any) -> list[Stored]:
        """Keep it or discard it. Raises `Refused` `no_picture`."""
        if self._held is None:
            raise Refused("no_picture")
        if isinstance(act, a.KeepPicture):
            return await self._keep(**more)
        gone = self._held.stored
        event = t.PictureDiscarded(at_s=self.host.now_s, picture=gone)
        stored = await self.host.decided(lambda: (event,), dropped_pictures=(gone,) if gone else (), **more)
        self._held = None
        return stored

    async def _keep(self, **more: Any) -> list[Stored]:
        held = self._held
        if held is None:
            raise Refused("no_picture")
        if held.stored:
            return []
        picture = Picture(new_id(), held.game, held.reason, held.shot.jpeg, held.shot.about)
        event = t.PictureKept(at_s=self.host.now_s, picture=picture.id, reason=held.reason)
        stored = await self.host.decided(lambda: (event,), pictures=(picture,), **more)
        self._held = replace(held, stored=picture.id)
        return stored

    async def shot(self) -> Shot | None:
        """The picture held, else the newest frame."""
        return self._held.shot if self._held else await self.host.camera.shot()

    def as_dict(self) -> dict[str, Any] | None:
        """The snapshot's `picture`."""
        return {"reason": self._held.reason, "kept": self._held.stored, **self._held.shot.about} if self._held else None
