"""Films: the umpire's events, uneven times in the file, rotation, and frames that show what the truth says."""

from __future__ import annotations

import dataclasses
import json

import cv2
import numpy as np
import pytest

from samples import film, scripts
from samples.acts import Bump, Drop, Freeze, Lamp, Late, OpenBar, Shift, Take, Umpire, lines_through, rows_of, stacks
from samples.film import camera_at, gains_at, moments, times_of
from samples.motion import fall
from samples.parameters import OutOfRange
from samples.performance import Film, perform
from samples.scripts import EMPTY, table_scene

TINY = table_scene(446, width=192, height=144)


def events(*acts, start=EMPTY, opener="R"):
    """What a film of these acts is about, without times."""
    show = perform(Film(dataclasses.replace(TINY, rows=start), acts, opener=opener))
    return [(e["event"], e.get("code"), e.get("column"), e.get("row"), e.get("disc")) for e in show.events]


def test_R7_R8_drops_in_turn_are_moves():
    assert events(Drop(1, 4, "R"), Drop(3, 4, "Y")) == [("move", None, 4, 1, "R"), ("move", None, 4, 2, "Y")]


def test_R24_a_second_disc_of_one_colour_is_an_offence():
    said = events(Drop(1, 4, "R"), Drop(3, 2, "R"))
    assert said[1] == ("offence", "wrong_colour_or_out_of_turn", 2, 1, "R")


def test_R26_taking_the_wrong_disc_out_restores_the_position():
    show = perform(Film(TINY, (Drop(1, 4, "R"), Drop(3, 2, "R"), Take(6, 2), Drop(9, 2, "Y"))))
    assert [e["event"] for e in show.events] == ["move", "offence", "move"]
    assert show.notes == ({"t": 6.8, "event": "restored"},)


def test_R10_taking_another_disc_is_an_offence():
    assert events(Drop(1, 4, "R"), Take(4, 4))[-1] == ("offence", "disc_removed", 4, 1, "R")


def test_R10_pulling_the_bar_in_play_is_an_offence_and_after_the_end_none():
    assert events(Drop(1, 4, "R"), OpenBar(3))[-1][:2] == ("offence", "bar_opened")
    row = (*EMPTY[:4], "YYY....", "RRR....")
    assert [e[0] for e in events(Drop(1, 4, "R"), OpenBar(3), start=row)] == ["move", "win"]


def test_R13_R14_five_in_a_line_are_one_win_with_the_whole_line():
    row = (*EMPTY[:4], ".YY.Y..", "YRR.RR.")
    show = perform(Film(dataclasses.replace(TINY, rows=row), (Drop(1, 4, "R"),), opener="R"))
    assert show.events[-1]["lines"] == [[[2, 1], [3, 1], [4, 1], [5, 1], [6, 1]]]


def test_R19_a_drop_after_the_end_does_not_count():
    row = (*EMPTY[:4], "YYY....", "RRR....")
    assert events(Drop(1, 4, "R"), Drop(3, 5, "Y"), start=row)[-1] == ("offence", "after_the_end", 5, 1, "Y")


def test_R25_two_discs_in_flight_at_once_rest_one_after_the_other():
    show = perform(Film(TINY, (Drop(2, 4, "R"), Drop(2.1, 4, "Y"))))
    assert [(e["row"], e["disc"]) for e in show.events] == [(1, "R"), (2, "Y")]
    between = show.rows_at((show.events[0]["t"] + show.events[1]["t"]) / 2)
    assert between[-1] == "...R..."
    assert between[-2] == "......."


def test_a_drop_into_a_full_column_is_refused():
    full = tuple(("R" if i % 2 else "Y") + "......" for i in range(6))
    with pytest.raises(OutOfRange) as refused:
        Film(dataclasses.replace(TINY, rows=full), (Drop(1, 1, "R"),))
    assert refused.value.name == "Drop.column"


def test_a_film_without_a_board_or_with_an_odd_rotation_is_refused():
    with pytest.raises(OutOfRange):
        Film(dataclasses.replace(TINY, rows=None), ())
    with pytest.raises(OutOfRange):
        Film(TINY, (), rotation=45)


def test_lines_of_all_four_directions_are_found():
    rising = ["...R", "..RY", ".RYY", "RYYY"]
    assert lines_through(stacks(tuple(rising)), 1, 1) == [[[1, 1], [2, 2], [3, 3], [4, 4]]]
    assert lines_through(stacks(tuple(row[::-1] for row in rising)), 1, 4) == [[[1, 4], [2, 3], [3, 2], [4, 1]]]
    assert rows_of(stacks(tuple(rising)), 4) == tuple(rising)


def test_an_umpire_in_the_middle_of_a_game_knows_whose_turn_it_is():
    assert Umpire((*EMPTY[:5], "R......"), "R").turn == "Y"
    assert Umpire((*EMPTY[:5], "Y......"), "Y").turn == "R"
    assert Umpire((*EMPTY[:5], "RY....."), "Y").turn == "Y"


def test_a_disc_falls_bounces_and_comes_to_rest_on_the_floor():
    flight = fall(1.0, 0.0, 100.0, -80.0, 0, np.random.default_rng(3))
    heights = [flight.at(t).y for t in np.linspace(1.0, flight.rest, 60)]
    assert heights[0] == 100.0
    assert min(heights) == pytest.approx(-80.0)
    assert heights[-1] == pytest.approx(-80.0, abs=0.5)
    assert 1.2 < flight.rest < 2.0


def test_times_are_uneven_and_rise():
    steps = np.diff(times_of(Film(TINY, (), seconds=6, jitter=0.3, lost=0.1)))
    assert steps.min() > 0
    assert steps.max() > 1.5 * steps.min()


def test_a_bump_moves_the_camera_for_good_and_a_lamp_the_light():
    knock = Film(TINY, (Bump(1.0, 0.5, yaw=4.0), Lamp(3.0, 0.1, gain=2.0)))
    assert camera_at(knock, 0.9) == TINY.camera
    assert camera_at(knock, 2.0).yaw == pytest.approx(TINY.camera.yaw + 4.0)
    assert gains_at(knock, 2.9) == pytest.approx([1, 1, 1])
    assert gains_at(knock, 3.2) == pytest.approx([2, 2, 2])
    told = film.truth(knock)["corners"]
    assert [part["from_s"] for part in told] == [0.0, 1.5]
    assert told[0]["corners"] != told[1]["corners"]


def test_a_phone_that_slides_moves_steadily_one_way():
    slide = Film(TINY, (Bump(1.0, 20.0, roll=4.0, shake=0.0),))
    rolls = [camera_at(slide, t).roll for t in range(24)]
    assert rolls == sorted(rolls)
    assert rolls[-1] - rolls[0] == pytest.approx(4.0)


def test_a_written_film_keeps_its_times_its_size_and_its_truth(tmp_path):
    short = Film(TINY, (Drop(0.9, 4, "R", carry=0.5),), seconds=2.0, fps=12, jitter=0.3, lost=0.1)
    truth = film.write(short, tmp_path / "a.mp4")
    seen, images = read(tmp_path / "a.mp4")
    assert np.allclose(seen, times_of(short), atol=0.002)
    assert images[0].shape == (144, 192, 3)
    assert json.loads((tmp_path / "a.json").read_text()) == json.loads(json.dumps(truth))
    assert [e["event"] for e in truth["events"]] == ["move"]


def test_a_rotated_film_is_turned_by_players(tmp_path):
    still = Film(TINY, (), seconds=0.6, fps=8, rotation=90)
    film.write(still, tmp_path / "a.mp4")
    _, images = read(tmp_path / "a.mp4")
    assert images[0].shape == (192, 144, 3)


def read(path):
    """Times (s) and pictures of all frames."""
    capture = cv2.VideoCapture(str(path))
    times, images = [], []
    while True:
        good, image = capture.read()
        if not good:
            break
        times.append(capture.get(cv2.CAP_PROP_POS_MSEC) / 1000)
        images.append(image)
    capture.release()
    return times, images


def test_the_film_shows_the_disc_when_the_truth_says_it_rests():
    script = Film(
        table_scene(446, width=256, height=192), (Drop(0.9, 4, "R", carry=0.5, leave=0.3),), seconds=2.4, fps=8, wake=0
    )
    before, after = None, None
    rest = film.truth(script)["events"][0]["t"]
    for t, image in film.frames(script):
        before = image if t < 0.3 else before
        after = image if t > rest else after
    top_left, _, bottom_right, bottom_left = np.array(film.truth(script)["corners"][0]["corners"])
    cell = bottom_left + (bottom_right - bottom_left) * 3 / 6
    x, y = (round(float(v)) for v in cell)
    change = cv2.absdiff(before, after)[y - 3 : y + 4, x - 3 : x + 4].mean()
    quiet = cv2.absdiff(before, after)[
        round(top_left[1]) - 3 : round(top_left[1]) + 4, round(top_left[0]) - 3 : round(top_left[0]) + 4
    ].mean()
    assert change > 3 * quiet


def test_the_same_seed_films_the_same_frames():
    script = Film(table_scene(446, width=192, height=144), (Drop(0.4, 4, "R", carry=0.3),), seconds=0.8, fps=8)
    first, again = ([image for _, image in film.frames(script)] for _ in range(2))
    assert all(np.array_equal(a, b) for a, b in zip(first, again, strict=True))


@pytest.mark.parametrize("script", scripts.KEPT, ids=lambda script: script.__name__)
def test_kept_scripts_say_what_their_name_says(script):
    kinds = [e.get("code", e["event"]) for e in perform(script()).events]
    expected = {
        "wrong_colour": ["move", "move", "wrong_colour_or_out_of_turn"],
        "bar_after_end": ["move", "move", "move", "win"],
        "next_game": ["move", "move", "win", "move", "move"],
    }
    assert kinds == expected.get(script.__name__, ["move"] * len(kinds))
    assert kinds


def test_the_demo_holds_an_offence_that_is_put_right():
    show = perform(scripts.demo())
    assert [e["event"] for e in show.events].count("offence") == 1
    assert [e["event"] for e in show.notes] == ["restored"]
    assert show.events[-1]["event"] == "win"


def test_random_films_play_through():
    for seed in range(25):
        assert film.truth(scripts.random_film(seed))["events"]


def test_R10_a_disc_moved_to_another_column_is_one_offence_where_it_lies_now():
    acts = (Drop(1, 4, "R"), Drop(3, 2, "Y"), Shift(5, 4, 6))
    show = perform(Film(TINY, acts))
    assert [e["event"] for e in show.events] == ["move", "move", "offence"]
    last = show.events[-1]
    assert (last["code"], last["column"], last["row"], last["disc"]) == ("disc_moved", 6, 1, "R")
    assert last["source"] == [4, 1]
    assert show.rows_at(20)[-1] == ".Y...R."
    assert show.rows_at(6.2)[-1] == ".Y....."


def test_late_doubled_swapped_and_frozen_frames_bear_a_time_that_they_do_not_show():
    even = Film(TINY, (), seconds=6, jitter=0)
    assert all(t == shown for t, shown in moments(even))
    late = moments(dataclasses.replace(even, acts=(Late(2, 1.0, 0.4),)))
    assert all(t - shown == pytest.approx(0.4 if 2 <= t < 3 else 0) for t, shown in late)
    frozen = moments(dataclasses.replace(even, acts=(Freeze(2, 1.0),)))
    assert len({shown for t, shown in frozen if 2 <= t < 3}) == 1
    doubled = [shown for _, shown in moments(dataclasses.replace(even, doubled=0.3))]
    assert len(set(doubled)) < 0.85 * len(doubled)
    swapped = [shown for _, shown in moments(dataclasses.replace(even, swapped=0.2))]
    assert sorted(swapped) == sorted(shown for _, shown in moments(even))
    assert swapped != sorted(swapped)


def test_a_doubled_frame_is_the_same_picture_again():
    film_ = Film(TINY, (), seconds=1.5, jitter=0, doubled=0.4)
    shown, pictures = [s for _, s in moments(film_)], [picture for _, picture in film.frames(film_)]
    repeats = [k for k in range(1, len(shown)) if shown[k] == shown[k - 1]]
    assert repeats
    assert all(np.array_equal(pictures[k], pictures[k - 1]) for k in repeats)
