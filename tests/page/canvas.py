"""A camera made of a canvas, for what a real one can't be told to do: any picture, any device, any refusal."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING

import cv2

from tests.api.board_pictures import board_picture

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.api.phone import Phone

CANVAS_CAMERA = """
    // A camera made of a canvas: its size, its devices and its refusals are the test's to say.
    window.fake = { streams: [], refuse: [], picture: null,
      devices: [["back-wide", "camera2 2, facing back"], ["back", "camera2 0, facing back"]],
      width: 640, height: 480, shade: "#777", torch: undefined, facing: "environment" };
    navigator.mediaDevices.enumerateDevices = async () =>
      fake.devices.map(([deviceId, label]) => ({ kind: "videoinput", deviceId, label, groupId: "" }));
    navigator.mediaDevices.getUserMedia = async (wish) => {
      const refusal = fake.refuse.shift();
      if (refusal) throw new DOMException("no", refusal);
      await new Promise((done) => setTimeout(done, 30));
      const canvas = Object.assign(document.createElement("canvas"), { width: fake.width, height: fake.height });
      const pen = canvas.getContext("2d");
      fake.canvas = canvas;
      const paint = () => {
        pen.fillStyle = fake.shade;
        pen.fillRect(0, 0, canvas.width, canvas.height);
        if (fake.picture) pen.drawImage(fake.picture, 0, 0, canvas.width, canvas.height);
      };
      paint();
      setInterval(paint, 60);
      const stream = canvas.captureStream(20), track = stream.getVideoTracks()[0];
      const deviceId = wish.video.deviceId?.exact ?? "back-wide";
      track.getSettings = () => ({ deviceId, facingMode: fake.facing });
      track.getCapabilities = () => ({ torch: fake.torch });
      track.applyConstraints = async () => { throw new DOMException("no", "OverconstrainedError"); };
      fake.streams.push(stream);
      const bare = Object.assign(new MediaStream(), { getTracks: () => [track], getVideoTracks: () => [track] });
      return fake.silent ? bare : stream;
    };
    const isLive = (track) => track.readyState === "live";
    window.show = async (url) => {
      const image = Object.assign(new Image(), { src: url });
      await image.decode();
      fake.picture = image;
    };
    window.live = () => fake.streams.flatMap((stream) => stream.getTracks()).filter(isLive).length;
"""


def watch(page: Page, phone: Phone, before: str = "") -> None:
    """Open the table as its camera."""
    if before:
        page.add_init_script(before)
    page.goto(f"{phone.address}/#table={phone.table}&key={phone.key}")
    page.click("[data-id=camera]")
    page.wait_for_selector(".live")


def show(page: Page, rows: tuple[str, ...], mirrored: bool = False) -> None:
    """The camera sees this board from now on."""
    image = board_picture(rows)
    told, png = cv2.imencode(".png", image[:, ::-1] if mirrored else image)
    assert told
    page.evaluate("(url) => show(url)", f"data:image/png;base64,{base64.b64encode(png.tobytes()).decode()}")
