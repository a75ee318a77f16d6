"""Pictures from outside: told by content, sized before they are decoded, turned upright by one rule."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image as Pillow

from tests.memory import run_measured
from tests.vision import picture_makers as make
from vision import limits, pictures
from vision.pictures import PictureError, decode_picture

DATA = Path(__file__).parent / "data"
PICTURE = make.corners_picture()
BASELINE = make.encode(PICTURE, "JPEG", quality=90)
PROGRESSIVE = make.encode(PICTURE, "JPEG", quality=90, progressive=True)
PNG = make.encode(PICTURE, "PNG")
LOSSY, LOSSLESS = make.encode(PICTURE, "WEBP", quality=90), make.encode(PICTURE, "WEBP", lossless=True)


def refusal(data: bytes) -> PictureError:
    with pytest.raises(PictureError) as caught:
        decode_picture(data)
    return caught.value


@pytest.mark.parametrize("data", [BASELINE, PROGRESSIVE, PNG, LOSSY, LOSSLESS])
def test_every_kind_comes_out_upright_in_bgr(data: bytes) -> None:
    image = decode_picture(data)

    assert (image.shape, image.dtype) == ((make.HEIGHT, make.WIDTH, 3), np.uint8)
    assert make.corner_names(image) == "RYBG"


# Orientation ----------------------------------------------------------------------------------------------------------


def with_orientation(kind: str, orientation: int, block: bytes) -> bytes:
    stored = make.turned_back(PICTURE, orientation)
    if kind == "JPEG":
        return make.jpeg_with_app1(make.encode(stored, "JPEG", quality=90), b"Exif\0\0" + block)
    return make.encode(stored, kind, exif=block, **({"quality": 90} if kind == "WEBP" else {}))


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
@pytest.mark.parametrize("order", ["<", ">"])
@pytest.mark.parametrize("orientation", range(1, 9))
def test_orientation_is_followed(kind: str, orientation: int, order: str) -> None:
    image = decode_picture(with_orientation(kind, orientation, make.exif(orientation, order)))

    assert image.shape == (make.HEIGHT, make.WIDTH, 3)
    assert make.corner_names(image) == "RYBG"


def test_doubled_exif_prefix_is_one_prefix() -> None:
    stored = make.encode(make.turned_back(PICTURE, 6), "JPEG", quality=90)

    image = decode_picture(make.jpeg_with_app1(stored, b"Exif\0\0Exif\0\0" + make.exif(6)))

    assert make.corner_names(image) == "RYBG"


def test_doubled_exif_segment_turns_once() -> None:
    stored = make.encode(make.turned_back(PICTURE, 6), "JPEG", quality=90)
    block = b"Exif\0\0" + make.exif(6)

    assert make.corner_names(decode_picture(make.jpeg_with_app1(stored, block, block))) == "RYBG"


BROKEN_NOTES = [
    b"",
    b"XX*\0" + bytes(20),
    b"II*\0\xff\xff\xff\xff",
    b"II*\0\x08\0\0\0\xff\xff",
    make.exif(6)[:12],
    make.exif(0),
    make.exif(9),
]


@pytest.mark.parametrize("block", BROKEN_NOTES)
def test_broken_exif_counts_as_silent(block: bytes) -> None:
    assert make.corner_names(decode_picture(make.jpeg_with_app1(BASELINE, b"Exif\0\0" + block))) == "RYBG"


# Colours --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", ["RGBA", "P"])
def test_alpha_and_palette_keep_their_colours(mode: str) -> None:
    picture = PICTURE.convert("RGB").quantize(64) if mode == "P" else PICTURE.convert(mode)
    options = {"transparency": 3} if mode == "P" else {}

    assert make.corner_names(decode_picture(make.encode(picture, "PNG", **options))) == "RYBG"


def test_sixteen_bit_png_is_brought_to_eight() -> None:
    wide = np.asarray(PICTURE)[:, :, ::-1].astype(np.uint16) * 257
    ok, png = cv2.imencode(".png", wide)

    assert ok
    assert make.corner_names(decode_picture(png.tobytes())) == "RYBG"


GREY_KINDS: list[Callable[[], bytes]] = [
    lambda: make.encode(PICTURE.convert("L"), "PNG"),
    lambda: make.encode(PICTURE.convert("LA"), "PNG"),
    lambda: make.encode(PICTURE.convert("1"), "PNG"),
    lambda: make.encode(PICTURE.convert("L").convert("I;16"), "PNG"),
    lambda: make.encode(PICTURE.convert("L").quantize(16), "PNG", transparency=3),
    lambda: make.encode(PICTURE.convert("L").convert("RGBA"), "PNG"),
    lambda: make.encode(PICTURE.convert("L"), "JPEG"),
    lambda: make.encode(PICTURE.convert("L").convert("RGB"), "JPEG", quality=60),
    lambda: make.encode(PICTURE.convert("L").convert("RGB"), "WEBP", quality=60),
    lambda: make.encode(Pillow.new("RGB", (200, 200)), "JPEG"),
]


@pytest.mark.parametrize("grey", GREY_KINDS)
def test_grey_has_no_colour(grey: Callable[[], bytes]) -> None:
    assert refusal(grey()).code == "picture_no_colour"


def test_one_small_coloured_disc_is_colour() -> None:
    grey = np.full((1200, 1600, 3), 120, np.uint8)
    cv2.circle(grey, (800, 600), 30, (30, 40, 200), -1)

    assert decode_picture(make.encode(Pillow.fromarray(grey[:, :, ::-1]), "PNG")).shape == grey.shape


def test_cmyk_is_refused_with_and_without_adobes_marker() -> None:
    adobe = make.encode(PICTURE.convert("CMYK"), "JPEG")
    start = adobe.index(b"\xff\xee")
    length = int.from_bytes(adobe[start + 2 : start + 4], "big")

    assert refusal(adobe).code == "picture_cmyk"
    assert refusal(adobe[:start] + adobe[start + 2 + length :]).code == "picture_cmyk"


# Not all there --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("share", [0.02, 0.1, 0.5, 0.9, 0.99])
@pytest.mark.parametrize("data", [BASELINE, PROGRESSIVE, PNG, LOSSY, LOSSLESS])
def test_cut_files_are_refused(data: bytes, share: float) -> None:
    assert refusal(data[: int(len(data) * share)]).code == "picture_truncated"


@pytest.mark.parametrize(("data", "share"), [(BASELINE, 0.2), (BASELINE, 0.5), (PROGRESSIVE, 0.1), (PROGRESSIVE, 0.3)])
def test_cut_jpegs_with_an_end_marker_put_on_are_refused(data: bytes, share: float) -> None:
    """A progressive one cut within its last scan lacks no more than the finest bit of detail: that may pass."""
    assert refusal(data[: int(len(data) * share)] + b"\xff\xd9").code == "picture_truncated"


@pytest.mark.parametrize("data", [BASELINE, PROGRESSIVE])
def test_cut_jpegs_filled_up_with_zeros_are_refused(data: bytes) -> None:
    assert refusal(data[: len(data) // 2].ljust(len(data), b"\0")).code == "picture_truncated"


def test_a_thumbnails_end_is_not_the_pictures() -> None:
    thumbnail = make.encode(PICTURE.resize((80, 48)), "JPEG")
    whole = make.jpeg_with_app1(BASELINE, b"Exif\0\0" + thumbnail)

    assert make.corner_names(decode_picture(whole)) == "RYBG"
    assert refusal(whole[: len(thumbnail) + 200]).code == "picture_truncated"


def test_what_a_phone_hangs_on_behind_the_end_is_ignored() -> None:
    assert make.corner_names(decode_picture(BASELINE + b"\0\0\0\x18ftypmp42" + bytes(500))) == "RYBG"


def test_a_flipped_byte_in_a_png_is_refused() -> None:
    spoilt = bytearray(PNG)
    spoilt[len(PNG) // 2] ^= 0xFF

    assert refusal(bytes(spoilt)).code == "picture_broken"


def test_jpeg_of_thousands_of_scans_is_refused() -> None:
    scan = PROGRESSIVE[PROGRESSIVE.index(b"\xff\xda") :]
    first = scan[: scan.index(b"\xff\xc4") if b"\xff\xc4" in scan else 20]

    assert refusal(PROGRESSIVE[: PROGRESSIVE.index(b"\xff\xda")] + first * 1000 + b"\xff\xd9").code == "picture_broken"


def test_random_damage_never_ends_in_another_exception() -> None:
    rng = np.random.default_rng(11)
    for data in (BASELINE, PROGRESSIVE, PNG, LOSSY, LOSSLESS, (DATA / "upright.heic").read_bytes()):
        for _ in range(60):
            spoilt = np.frombuffer(data, np.uint8).copy()
            spoilt[rng.integers(0, min(len(spoilt), 600), 8)] = rng.integers(0, 256, 8)
            try:
                image = decode_picture(spoilt.tobytes()[: rng.integers(20, len(spoilt) + 1)])
            except PictureError as error:
                assert error.code.startswith("picture_")  # noqa: PT017 - either end is right, no third one
            else:
                assert image.ndim == 3


# Not a picture --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "code", "kind"),
    [
        (b"", "picture_empty", None),
        (b"just words, named .jpg\n", "picture_not_a_picture", "text"),
        (b"  \n<!DOCTYPE html><title>a.png</title>", "picture_not_a_picture", "HTML"),
        (b"<html><body>", "picture_not_a_picture", "HTML"),
        (b'<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>', "picture_not_a_picture", "SVG"),
        (b"%PDF-1.7\n%\xe2\xe3", "picture_not_a_picture", "PDF"),
        (b"PK\x03\x04" + bytes(50), "picture_not_a_picture", "ZIP"),
        (b"\0\0\0\x18ftypisom\0\0\0\0isommp42", "picture_not_a_picture", "video"),
        (bytes(range(256)) * 8, "picture_not_a_picture", "unknown"),
        (b"\0" * 4096, "picture_not_a_picture", "unknown"),
        (b"\0\0\0\x18ftypavif\0\0\0\0avifmif1", "picture_format", "AVIF"),
        (make.encode(PICTURE, "BMP"), "picture_format", "BMP"),
        (make.encode(PICTURE, "TIFF"), "picture_format", "TIFF"),
        (make.encode(PICTURE, "GIF"), "picture_format", "GIF"),
    ],
)
def test_other_things_are_told_by_content(data: bytes, code: str, kind: str | None) -> None:
    error = refusal(data)

    assert (error.code, error.data.get("kind")) == (code, kind)


@pytest.mark.parametrize(
    ("kind", "code"), [("WEBP", "picture_animated"), ("PNG", "picture_animated"), ("GIF", "picture_format")]
)
def test_animated_pictures_are_refused(kind: str, code: str) -> None:
    empty_board = Pillow.new("RGB", PICTURE.size, make.BLUE)

    assert refusal(make.encode(PICTURE, kind, save_all=True, append_images=[empty_board])).code == code


# Sizes ----------------------------------------------------------------------------------------------------------------


def test_bomb_is_refused_from_its_header() -> None:
    error = refusal(make.png_bomb())

    assert (error.code, error.data["width"], error.data["height"]) == ("picture_too_large", 20_000, 20_000)


def test_sizes_are_judged_for_every_kind() -> None:
    tall = bytearray(BASELINE)
    frame = BASELINE.index(b"\xff\xc0")
    tall[frame + 5 : frame + 9] = b"\xff\xff\xff\xff"
    wide = bytearray(LOSSY)
    at = LOSSY.index(b"\x9d\x01\x2a") + 3
    wide[at : at + 4] = b"\xff\x3f\xff\x3f"
    heic = (DATA / "upright.heic").read_bytes()
    size = heic.index(b"ispe") + 8

    for data in (bytes(tall), bytes(wide), heic[:size] + b"\0\0\x4e\x20" * 2 + heic[size + 8 :]):
        assert refusal(data).code == "picture_too_large"


def test_too_many_bytes_are_not_looked_at() -> None:
    error = refusal(BASELINE + bytes(limits.MAX_PICTURE_BYTES))

    assert (error.code, error.data["most_mb"]) == ("picture_too_many_bytes", 40)


def test_a_stamp_is_too_small() -> None:
    assert refusal(make.encode(PICTURE.resize((60, 20)), "PNG")).code == "picture_too_small"


def test_opencv_holds_the_limit_too() -> None:
    """Should a header lie, OpenCV measures again; it reads its limit once, at its import."""
    script = "import vision, sys, cv2, numpy as np; cv2.imdecode(np.frombuffer(sys.stdin.buffer.read(), np.uint8), 1)"
    done = subprocess.run([sys.executable, "-c", script], input=make.png_bomb(), capture_output=True, check=False)

    assert done.returncode != 0
    assert b"pixels" in done.stderr.lower()


@pytest.mark.parametrize("data", [make.png_bomb(), make.png_bomb(7_500, 7_000), BASELINE[:4000], b"", b"text"])
def test_refusing_stays_under_200_megabytes(data: bytes) -> None:
    script = (
        "import sys; from vision.pictures import decode_picture, PictureError\n"
        "try: decode_picture(sys.stdin.buffer.read())\n"
        "except PictureError as error: print(error.code)\n"
    )
    printed, errors, peak_mb = run_measured(script, data=data)

    assert (printed.startswith("picture_"), errors) == (True, "")
    assert peak_mb < 200


# HEIC -----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["upright.heic", "turned.heic"])
def test_heic_is_told_by_content_and_turned_by_its_container(name: str) -> None:
    pytest.importorskip("pi_heif", reason="the heic extra isn't installed")
    image = decode_picture((DATA / name).read_bytes())

    assert image.shape == (make.HEIGHT, make.WIDTH, 3)
    assert make.corner_names(image) == "RYBG"


def test_heic_without_its_extra_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "heic_is_supported", lambda: False)

    assert refusal((DATA / "upright.heic").read_bytes()).code == "picture_heic"


def test_cut_heic_is_broken() -> None:
    pytest.importorskip("pi_heif", reason="the heic extra isn't installed")
    data = (DATA / "upright.heic").read_bytes()

    assert refusal(data[: len(data) // 2]).code == "picture_broken"
