"""Whether this computer's own camera gives pictures. Most people use a phone's instead."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from api.checkup.finding import Finding, good, note, problem

DEVICES = Path("/dev")
"""Where Linux shows cameras, as video0, video1, …"""


def check_camera(number: int) -> Finding:
    """One picture from the camera of that number."""
    if sys.platform == "linux" and (found := _device_fault(number)):
        return found
    from vision.errors import VisionError
    from vision.sources import open_source

    try:
        source = open_source(f"camera:{number}")
    except VisionError:
        return note("doctor_camera_none", number=number)
    try:
        frame = source.read()
    except VisionError:
        frame = None
    finally:
        source.close()
    if frame is None:
        return problem("doctor_camera_busy", number=number)
    height, width = frame.image.shape[:2]
    return good("doctor_camera", number=number, width=width, height=height)


def _device_fault(number: int) -> Finding | None:
    """Why the device can't be opened, told before anything tries to."""
    device = DEVICES / f"video{number}"
    if not device.exists():
        return note("doctor_camera_none", number=number)
    if not os.access(device, os.R_OK | os.W_OK):
        return problem("doctor_camera_not_allowed", device=str(device))
    return None
