"""What the service takes on, in one place. A home has one table and a few phones; a club has some dozens."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Limits:
    """All bounds of the service; each is told to whoever meets it.

    tables: in the store. body_bytes: of a request that isn't a picture. frame_bytes, frame_pixels: of one camera frame.
    message_bytes: of a WebSocket message; a larger one closes the connection (1009). frames_per_s: a camera; more are
    skipped. listeners, cameras: connections at the same time, in all. listeners_per_address: of one client.
    seat_s: seconds without a frame until another camera may come. picture_*: what is kept of disputes and offences.
    tables_per_minute: set up by one client. review_s: computing for one review; review_wait_s: how long an answer waits
    for it; reviews: kept.
    """

    tables: int = 64
    body_bytes: int = 64_000
    frame_bytes: int = 2_000_000
    frame_pixels: int = 3840 * 2160
    message_bytes: int = 8_000_000
    frames_per_s: float = 12.0
    listeners: int = 400
    listeners_per_address: int = 40
    cameras: int = 100
    seat_s: float = 10.0
    heartbeat_s: float = 15.0
    tables_per_minute: int = 10
    unused_table_s: float = 24 * 3600.0
    picture_bytes: int = 600_000
    pictures: int = 500
    picture_days: int = 90
    act_key_days: int = 7
    page_events: int = 200
    review_s: float = 30.0
    review_wait_s: float = 2.0
    reviews: int = 100


LISTENERS_EACH, CAMERAS_EACH = 6, 1.5
"""Connections for each table: both players' phones and some watchers; its camera, and one that takes over."""


def for_tables(tables: int) -> Limits:
    """The bounds of a service of so many tables: connections grow with them, and are never fewer than a home's."""
    usual = Limits()
    return replace(
        usual,
        tables=tables,
        listeners=max(usual.listeners, LISTENERS_EACH * tables),
        cameras=max(usual.cameras, round(CAMERAS_EACH * tables)),
    )
