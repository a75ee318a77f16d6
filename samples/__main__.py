"""`python -m samples`: thousands of stills or films with their truth, anywhere; and the kept set again."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from samples import exif, fast, film, kept, scripts
from samples.parameters import OutOfRange, Scene
from samples.scene import PROFILES, random_scene
from samples.textures import Image
from samples.truth import Truth


@click.group(help=__doc__)
def main() -> None:
    """The command's root."""


@main.command()
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@click.option("--count", default=100, show_default=True, type=click.IntRange(1, 1_000_000), help="How many pictures.")
@click.option(
    "--seed", default=0, show_default=True, type=click.IntRange(0), help="The first picture's seed; the others follow."
)
@click.option(
    "--profile", default="mixed", show_default=True, type=click.Choice(PROFILES), help="What kind of pictures."
)
@click.option("--traced", is_flag=True, help="Path tracing instead of the fast way (needs mitsuba).")
@click.option(
    "--quality", default=92, show_default=True, type=click.IntRange(10, 100), help="JPEG quality of the files."
)
def stills(folder: Path, count: int, seed: int, profile: str, traced: bool, quality: int) -> None:
    """Draw COUNT stills into FOLDER with a manifest.jsonl of their truth."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "manifest.jsonl").open("w") as manifest:
        for number in range(seed, seed + count):
            image, truth = render(random_scene(number, profile), traced)
            name = f"{profile}-{number:06d}.jpg"
            (folder / name).write_bytes(exif.jpeg(image, quality))
            manifest.write(json.dumps(kept.entry(name, truth.scene.profile, truth, image)) + "\n")
            progress(number - seed + 1, count)


def render(scene: Scene, traced: bool) -> tuple[Image, Truth]:
    """One picture, by either way."""
    if not traced:
        return fast.render(scene)
    from samples import physical

    return physical.render(scene)


@main.command()
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@click.option("--count", default=10, show_default=True, type=click.IntRange(1, 100_000), help="How many films.")
@click.option("--seed", default=0, show_default=True, type=click.IntRange(0), help="The first film's seed.")
def films(folder: Path, count: int, seed: int) -> None:
    """Draw COUNT films of random games into FOLDER with a clips.jsonl of their truth."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "clips.jsonl").open("w") as manifest:
        for number in range(seed, seed + count):
            truth = film.write(scripts.random_film(number), folder / f"game-{number:06d}.mp4")
            manifest.write(json.dumps(truth) + "\n")
            progress(number - seed + 1, count)


@main.command(name="kept")
@click.option("--only", type=click.Choice(["stills", "clips", "page"]), help="Only this part.")
def kept_set(only: str | None) -> None:
    """Draw the set kept in the repository again, with its page of thumbnails."""
    if only in (None, "stills"):
        for name in kept.make_stills(kept.FOLDER / "stills"):
            click.echo(name)
    if only in (None, "clips"):
        for name in kept.make_clips(kept.FOLDER / "clips"):
            click.echo(name)
    if only in (None, "page"):
        kept.make_page()


@main.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
def demo(file: Path) -> None:
    """Draw the demo clip into FILE (.mp4), its truth beside it."""
    film.write(scripts.demo(), file)


def progress(done: int, count: int) -> None:
    """How far it is, on a terminal only."""
    if sys.stderr.isatty():
        click.echo(f"\r{done} of {count}", nl=done == count, err=True)


if __name__ == "__main__":
    try:
        main()
    except OutOfRange as refused:
        raise SystemExit(f"parameter_out_of_range: {refused}") from None
