"""`fairdrop calibrate`: the guided steps of a set-up, from a camera or a clip; what was learned is kept."""

from __future__ import annotations

from pathlib import Path

import click

from api import terminal
from api.folder import data_folder
from api.told import Told
from calibration.profile import Profile, Settings, load
from calibration.session import Session, Stage
from referee.errors import RefereeError
from vision.errors import VisionError
from vision.frame import Source
from vision.memory import look_of
from vision.pipeline import Pipeline
from vision.sources import Flipped, open_source

PROFILE = "profile.json"


def run(spec: str, settings: Settings, profile: str | None, lang: str) -> int:
    """Guide to the end; the exit status: 1 if the source ended first. Nothing is kept then."""
    path = profile_path(profile)
    progress = terminal.Progress()
    try:
        with open_source(spec) as source:
            session = _guide(Flipped(source) if settings.flipped else source, Session(settings), progress, lang)
    except KeyboardInterrupt:
        return 1
    finally:
        progress.clear()
    if session.profile is None:
        told = Told("calibrate_unfinished", {"kind": session.stage.value})
        terminal.error_line(told.code, told.text(lang), spec)
        return 1
    session.profile.save(path)
    click.echo(Told("calibrate_kept", {"path": terminal.plain(str(path))}).text(lang))
    return 0


def profile_path(given: str | None) -> Path:
    """Where the profile is kept: the file given, or in the user's own data folder."""
    return Path(given) if given else data_folder() / PROFILE


def kept_profile(given: str | None) -> Profile | None:
    """The profile to use: the one given, or the one kept, if it is there and can be read."""
    if given:
        return load(Path(given))
    try:
        return load(profile_path(None))
    except (VisionError, RefereeError):
        return None


def _guide(source: Source, session: Session, progress: terminal.Progress, lang: str) -> Session:
    eyes, said = Pipeline(), ""
    while session.stage is not Stage.DONE and (frame := source.read()) is not None:
        step = eyes.step(frame, session.expected(eyes.tracker.board))
        look = None if step.face is None else look_of(step.face, eyes.spec)
        session = session.after(step, eyes.tracker.board, look)
        if session.todo != said:
            said = session.todo
            progress.clear()
            click.echo(f"{round(100 * session.progress):3} %  {Told(said).text(lang)}")
        progress.show(f"{round(100 * session.progress)} %")
    return session
