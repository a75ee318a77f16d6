"""Clips, folders, cameras and streams: the film's own times, upright pictures, and coded refusals."""

from __future__ import annotations

import functools
import http.server
import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from tests.vision import film_makers, picture_makers
from vision.errors import FileError, PictureError, SourceError
from vision.frame import Frame, Source
from vision.sources import STILL_FRAMES, STILL_S, open_source

LEVELS = [20, 60, 100, 140, 180, 220]


def frames(source: Source) -> list[Frame]:
    with source:
        return list(iter(source.read, None))


def levels(taken: list[Frame]) -> list[int]:
    return [int(np.median(frame.image[:, -40:])) for frame in taken]


def refusal(spec: object) -> tuple[str, dict[str, object]]:
    with pytest.raises((FileError, SourceError)) as caught:
        frames(open_source(str(spec)))
    return caught.value.code, caught.value.data


# Clips ----------------------------------------------------------------------------------------------------------------


def test_a_clip_gives_every_frame_with_its_time(tmp_path: Path) -> None:
    source = open_source(str(film_makers.write(tmp_path / "a.mp4", LEVELS)))
    duration_s = source.duration_s
    taken = frames(source)

    assert levels(taken) == pytest.approx(LEVELS, abs=8)
    assert [frame.t_s for frame in taken] == pytest.approx([0, 0.1, 0.2, 0.3, 0.4, 0.5])
    assert [frame.index for frame in taken] == list(range(6))
    assert (duration_s, source.live) == (pytest.approx(0.6), False)


def test_a_variable_frame_rate_keeps_its_times(tmp_path: Path) -> None:
    path = film_makers.write(tmp_path / "a.mp4", LEVELS)
    film_makers.set_steps(path, [1, 5, 1, 20, 1, 1])

    taken = frames(open_source(str(path)))

    assert [frame.t_s for frame in taken] == pytest.approx([0, 0.1, 0.6, 0.7, 2.7, 2.8])


def test_a_film_taken_with_the_phone_turned_comes_upright(tmp_path: Path) -> None:
    path = film_makers.write(tmp_path / "a.mp4", LEVELS)
    film_makers.set_rotation(path)

    first = frames(open_source(str(path)))[0].image

    assert first.shape == (film_makers.WIDTH, film_makers.HEIGHT, 3)
    blue, green, red = first[20, -20]
    assert red > 150
    assert max(blue, green) < 90


@pytest.mark.parametrize(
    ("name", "data", "code"),
    [
        ("a.mp4", b"", "source_empty"),
        ("a.mp4", b"just words", "source_not_a_video"),
        ("a.mp4", b"#EXTM3U\n#EXTINF:1,\nfile:///etc/hostname\n", "source_not_a_video"),
        ("a.mp4", b"ffconcat version 1.0\nfile /etc/hostname\n", "source_not_a_video"),
        ("a.mp4", b"Good words that begin like a stream", "source_not_a_video"),
        ("a.mp4", b"\0\0\0\x18ftypisom" + bytes(500), "source_not_a_video"),
        ("a.mp4", b"RIFF\0\0\0\0AVI " + bytes(500), "source_not_a_video"),
        ("a.jpg", picture_makers.encode(picture_makers.corners_picture(), "JPEG"), "source_not_a_video"),
    ],
)
def test_what_isnt_a_film_is_refused(tmp_path: Path, name: str, data: bytes, code: str) -> None:
    path = tmp_path / name
    path.write_bytes(data)

    assert refusal(path) == (code, {"path": str(path)})


def test_a_cut_film_is_refused(tmp_path: Path) -> None:
    path = film_makers.write(tmp_path / "a.mp4", LEVELS)
    path.write_bytes(path.read_bytes()[:-600])

    assert refusal(path)[0] == "source_not_a_video"


def test_a_missing_clip_is_refused(tmp_path: Path) -> None:
    assert refusal(tmp_path / "none.mp4")[0] == "file_missing"


def test_a_giant_film_is_refused_before_its_first_frame(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vision.limits.MAX_VIDEO_PIXELS", film_makers.WIDTH * film_makers.HEIGHT - 1)
    path = film_makers.write(tmp_path / "a.mp4", LEVELS)

    code, data = refusal(path)

    assert (code, data["width"], data["height"]) == ("source_too_large", film_makers.WIDTH, film_makers.HEIGHT)


# Folders --------------------------------------------------------------------------------------------------------------


def still(folder: Path, name: str, level: int) -> None:
    picture = picture_makers.Pillow.fromarray(film_makers.picture(level)[:, :, ::-1])
    (folder / name).write_bytes(picture_makers.encode(picture, "PNG"))


def test_stills_come_in_the_order_of_their_numbers_and_stand_a_while(tmp_path: Path) -> None:
    for name, level in (("move 10.png", 220), ("move 2.png", 100), ("move 1.PNG", 20)):
        still(tmp_path, name, level)
    (tmp_path / "notes.txt").write_text("not a still")

    taken = frames(open_source(str(tmp_path)))

    assert levels(taken[::STILL_FRAMES]) == [20, 100, 220]
    assert taken[STILL_FRAMES].t_s == pytest.approx(STILL_S)
    assert [frame.index for frame in taken] == list(range(3 * STILL_FRAMES))
    assert np.all(np.diff([frame.t_s for frame in taken]) > 0)


def test_a_bad_still_is_told_and_the_next_is_read(tmp_path: Path) -> None:
    still(tmp_path, "1.png", 20)
    (tmp_path / "2.png").write_bytes(b"")
    (tmp_path / "3.jpg").mkdir()
    still(tmp_path, "4.png", 100)
    source, seen, told = open_source(str(tmp_path)), [], []
    for _ in range(2 * STILL_FRAMES + 2):
        try:
            seen.append(source.read())
        except (PictureError, FileError) as error:
            told.append((error.code, Path(error.data["path"]).name))

    assert told == [("picture_empty", "2.png"), ("file_is_folder", "3.jpg")]
    assert levels(seen[::STILL_FRAMES]) == [20, 100]
    assert seen[STILL_FRAMES].t_s == pytest.approx(3 * STILL_S)
    assert source.read() is None


def test_a_folder_without_stills_is_refused(tmp_path: Path) -> None:
    assert refusal(tmp_path)[0] == "source_no_stills"


# Cameras and streams --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("spec", "code"),
    [
        ("camera:", "source_bad_camera"),
        ("camera:x", "source_bad_camera"),
        ("camera:-1", "source_bad_camera"),
        ("camera:99999", "source_bad_camera"),
        ("camera:997", "source_no_camera"),
        ("file:///etc/hostname", "source_bad_url"),
        ("concat://a|b", "source_bad_url"),
    ],
)
def test_what_cant_be_a_camera_or_a_stream_is_refused(spec: str, code: str) -> None:
    assert refusal(spec)[0] == code


def test_an_address_where_nobody_answers_is_refused() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{taken.getsockname()[1]}/live"

        assert refusal(address) == ("source_unreachable", {"url": address})


@pytest.fixture
def web(tmp_path: Path) -> Iterator[str]:
    handler = functools.partial(QuietHandler, directory=str(tmp_path))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


class QuietHandler(http.server.SimpleHTTPRequestHandler):
    """Serves files, and at /live a motion JPEG stream of six pictures, as phone cameras do."""

    def log_message(self, format: str, *args: object) -> None: ...

    def do_GET(self) -> None:
        if self.path != "/live":
            return super().do_GET()
        self.send_response(200)
        self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=next")
        self.end_headers()
        for level in LEVELS:
            picture = picture_makers.Pillow.fromarray(film_makers.picture(level)[:, :, ::-1])
            jpeg = picture_makers.encode(picture, "JPEG", quality=90)
            self.wfile.write(
                b"--next\r\nContent-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n" % len(jpeg) + jpeg + b"\r\n"
            )
        self.wfile.write(b"--next--\r\n")
        return None


def test_a_film_behind_an_address_is_read_whole(tmp_path: Path, web: str) -> None:
    film_makers.write(tmp_path / "a.mp4", LEVELS)

    taken = frames(open_source(f"{web}/a.mp4"))

    assert levels(taken) == pytest.approx(LEVELS, abs=8)


def test_a_live_stream_is_followed_to_its_end(web: str) -> None:
    source = open_source(f"{web}/live")
    taken = frames(source)

    assert source.live
    assert levels(taken)[-1] == pytest.approx(LEVELS[-1], abs=8)
    assert np.all(np.diff([frame.t_s for frame in taken]) > 0)
