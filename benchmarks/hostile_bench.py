"""Hostile pictures, frames and requests against a server: nothing may answer 5xx, and memory has to come back.

python -m benchmarks.hostile_bench --pictures 20000 --requests 200
"""

from __future__ import annotations

import argparse
import gc
import io
import random
import struct
import zlib
from collections import Counter
from collections.abc import Iterator
from typing import Any

import httpx
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from PIL import Image

from api.service.frames import pack_frame
from benchmarks.servers import resident_mb

SIDE_PX = 56
ENDLESS = ("/events",)
"""Ends of paths whose answers go on for ever."""


def seeds() -> dict[str, bytes]:
    """Pictures of every kind, good and bad, small."""
    colour = Image.effect_noise((SIDE_PX, SIDE_PX), 80).convert("RGB")
    colour.putpixel((0, 0), (255, 0, 0))
    colour.paste((220, 30, 30), (8, 8, 44, 44))
    made = {
        "jpeg": _saved(colour, "JPEG"),
        "progressive": _saved(colour, "JPEG", progressive=True),
        "webp": _saved(colour, "WEBP"),
        "png": _saved(colour, "PNG"),
        "alpha": _saved(colour.convert("RGBA"), "PNG"),
        "alpha webp": _saved(colour.convert("RGBA"), "WEBP"),
        "grey": _saved(colour.convert("L"), "JPEG"),
        "grey alpha": _saved(colour.convert("LA"), "PNG"),
        "palette": _saved(colour.convert("P"), "PNG", transparency=0),
        "cmyk": _saved(colour.convert("CMYK"), "JPEG"),
        "16 bit": _saved(Image.new("I;16", (SIDE_PX, SIDE_PX), 40_000), "PNG"),
        "animated webp": _saved(colour, "WEBP", save_all=True, append_images=[colour.rotate(90)]),
        "animated png": _saved(colour, "PNG", save_all=True, append_images=[colour.rotate(90)]),
        "gif": _saved(colour, "GIF"),
        "tiff": _saved(colour, "TIFF"),
        "bomb": _png_header(20_000, 20_000),
        "huge header": _png_header(2**31 - 1, 2**31 - 1),
        "html": b"<!doctype html><svg onload=alert(1)>",
        "zip": b"PK\x03\x04" + bytes(60),
        "empty": b"",
    }
    made["polyglot"] = made["jpeg"] + made["zip"] + b"<script>alert(1)</script>"
    return made


def hostile(count: int, seed: int = 1) -> Iterator[tuple[str, bytes]]:
    """So many pictures: each kind as it is, then cut, flipped, joined, and with their sizes rewritten."""
    dice, kinds = random.Random(seed), seeds()
    yield from list(kinds.items())[:count]
    for _ in range(count - len(kinds)):
        name, data = dice.choice(list(kinds.items()))
        yield name, dice.choice(_HARMS)(data, dice, kinds)


def _cut(data: bytes, dice: random.Random, kinds: dict[str, bytes]) -> bytes:
    return data[: dice.randrange(len(data) + 1)]


def _flipped(data: bytes, dice: random.Random, kinds: dict[str, bytes]) -> bytes:
    changed = bytearray(data)
    for _ in range(dice.randint(1, 12) if changed else 0):
        changed[dice.randrange(len(changed))] = dice.randrange(256)
    return bytes(changed)


def _joined(data: bytes, dice: random.Random, kinds: dict[str, bytes]) -> bytes:
    other = dice.choice(list(kinds.values()))
    return data[: dice.randrange(len(data) + 1)] + other[dice.randrange(len(other) + 1) :]


def _resized(data: bytes, dice: random.Random, kinds: dict[str, bytes]) -> bytes:
    """Another width and height where the JPEG frame or the PNG header says them."""
    changed, size = bytearray(data), struct.pack(">HH", dice.randrange(65536), dice.randrange(65536))
    for marker in (b"\xff\xc0", b"\xff\xc2"):
        if (at := data.find(marker)) >= 0 and len(data) > at + 9:
            changed[at + 5 : at + 9] = size
    if data.startswith(b"\x89PNG") and len(data) > 24:
        changed[16:24] = struct.pack(">II", dice.randrange(2**31), dice.randrange(2**31))
    return bytes(changed)


_HARMS = (_cut, _flipped, _joined, _resized)


def _saved(image: Image.Image, kind: str, **options: Any) -> bytes:
    data = io.BytesIO()
    image.save(data, kind, **options)
    return data.getvalue()


def _png_header(width: int, height: int) -> bytes:
    head = b"IHDR" + struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    body = b"IDAT" + zlib.compress(bytes(1000))
    chunks = b"".join(
        struct.pack(">I", len(c) - 4) + c + struct.pack(">I", zlib.crc32(c)) for c in (head, body, b"IEND")
    )
    return b"\x89PNG\r\n\x1a\n" + chunks


def send_pictures(address: str, count: int, seed: int = 1) -> tuple[Counter[int], list[str]]:
    """Each as a frame and every tenth as a photo to read; the statuses, and those that were the server's fault."""
    statuses, bad = Counter[int](), list[str]()
    with httpx.Client(base_url=address, timeout=60, verify=False) as client:
        made = client.post("/api/v1/tables", json={"name": "x"}).json()
        path = f"/api/v1/tables/{made['table']['id']}/frames"
        headers = {"authorization": f"Bearer {made['key']}", "camera": "hostile-camera"}
        for number, (name, data) in enumerate(hostile(count, seed), 1):
            answers = [client.post(path, content=pack_frame(number, float(number), data), headers=headers)]
            if number % 10 == 0:
                answers.append(client.post("/api/v1/readings", content=data))
            for answer in answers:
                statuses[answer.status_code] += 1
                if answer.status_code >= 500:
                    bad.append(f"{number} {name}: {answer.text[:100]}")
    return statuses, bad


def send_requests(address: str, each: int) -> tuple[Counter[int], list[str]]:
    """What the description allows, and what it doesn't, `each` times for every operation."""
    statuses, bad = Counter[int](), list[str]()
    schema = schemathesis.openapi.from_url(f"{address}/api/v1/openapi.json")
    for found in schema.get_all_operations():
        operation = found.ok()
        if operation.path.endswith(ENDLESS):
            continue

        @settings(
            max_examples=each, deadline=None, database=None, derandomize=True, phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )  # fmt: skip
        @given(case=operation.as_strategy())
        def ask(case: Any) -> None:
            answer = case.call(timeout=60)
            statuses[answer.status_code] += 1
            if answer.status_code >= 500 and answer.json().get("code") not in ("too_many_tables",):
                bad.append(f"{case.method} {case.formatted_path}: {answer.text[:100]}")

        ask()
    return statuses, bad


def main() -> int:
    """The command; the exit status: 1 if anything was the server's fault."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pictures", type=int, default=20_000)
    parser.add_argument("--requests", type=int, default=200)
    given_ = parser.parse_args()
    from api.app import Settings
    from api.service.limits import Limits
    from tests.api.server import serving

    with serving(Settings(limits=Limits(frames_per_s=10_000, tables_per_minute=10_000))) as address:
        send_pictures(address, 300)
        gc.collect()
        before = resident_mb()
        statuses, bad = send_pictures(address, given_.pictures, seed=2)
        gc.collect()
        print(f"{given_.pictures} pictures: {dict(statuses)}, {before:.0f} MB before, {resident_mb():.0f} MB after")
        asked, wrong = send_requests(address, given_.requests)
        print(f"requests: {dict(asked)}")
    print(*bad, *wrong, sep="\n")
    return int(bool(bad or wrong))


if __name__ == "__main__":
    raise SystemExit(main())
