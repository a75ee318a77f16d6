"""`fairdrop read · watch · serve · demo`. Options only; the heavy imports wait until a command runs."""

from __future__ import annotations

import os
import sys
from typing import Any

import click

from api.language import from_environment
from api.texts import LANGUAGES

CONTEXT = {"help_option_names": ["-h", "--help"]}


@click.group(context_settings=CONTEXT)
@click.version_option(package_name="fairdrop", message="fairdrop %(version)s")
@click.option("--lang", type=click.Choice(LANGUAGES), help="Language to speak; the terminal's own by default.")
@click.pass_context
def main(context: click.Context, lang: str | None) -> None:
    """A fair referee for the real, upright Connect 4 board."""
    context.obj = lang or from_environment(os.environ)


@main.command()
@click.argument("photos", nargs=-1, required=True, metavar="PHOTO...")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line for each photo.")
@click.option("--overlay", metavar="DIR", help="Write each photo there with what was seen drawn on it.")
@click.option("--explain", metavar="DIR", help="Write a sheet for each photo there that shows every stage.")
@click.option("--board", metavar="COLUMNSxROWS", help="The board's size, 7x6 to 10x8.  [default: 7x6]")
@click.option("--connect", type=click.IntRange(min=1), help="How many in a row make a line.  [default: 4]")
@click.option("--discs", metavar="COLOUR,COLOUR", help="The set's two colours, called R and Y: red,black.")
@click.pass_obj
def read(lang: str, photos: tuple[str, ...], **options: Any) -> None:
    """Read photos of a board: draw it, and say what the rules say of it.

    JPEG, PNG, WebP, and HEIC where its extra is installed. Exit status 1 if a file was no good; the others are read.
    """
    from api.commands import guarded, read

    sys.exit(guarded(lang, read.run, photos, read.Options(**options), lang))


@main.command()
@click.argument("source", metavar="CLIP|FOLDER|camera:N|URL")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line for each thing that happens.")
@click.option("--start", metavar="ROWS", help='Pick up a game here: six rows, top first, joined by "/" (. R Y).')
@click.option("--opener", type=click.Choice(["red", "yellow"]), help="Who opened, where that is known.")
@click.option("--trace", metavar="FILE", help="Write a line a frame there, for “explain”.")
@click.option("--profile", metavar="FILE", help="A set-up’s profile; for cameras the kept one is used by itself.")
@click.pass_obj
def watch(
    lang: str,
    source: str,
    as_json: bool,
    start: str | None,
    opener: str | None,
    trace: str | None,
    profile: str | None,
) -> None:
    """Follow a game, and speak up at moves, offences, wins and draws.

    Without --start the first board that lies still is the start, if it is possible at all. Stop with Ctrl+C.
    """
    from api.commands import guarded, watch

    sys.exit(guarded(lang, watch.run, source, as_json, start, opener, lang, trace, profile))


@main.command()
@click.argument("source", metavar="CLIP|camera:N|URL")
@click.option("--mirror", is_flag=True, help="The camera’s pictures are mirrored.")
@click.option("--behind", is_flag=True, help="The camera stands on the players’ far side of the board.")
@click.option("--profile", metavar="FILE", help="Keep what is learned there; by default in your own data folder.")
@click.pass_obj
def calibrate(lang: str, source: str, mirror: bool, behind: bool, profile: str | None) -> None:
    """Set up: the empty board and the first discs are shown once, step by step, and what they teach is kept."""
    from api.commands import calibrate, guarded
    from calibration.profile import Settings

    sys.exit(guarded(lang, calibrate.run, source, Settings(mirror, behind), profile, lang))


@main.command()
@click.argument("file", metavar="TRACE")
@click.option("--at", "at_s", type=click.FloatRange(min=0), required=True, metavar="SECONDS", help="The moment.")
@click.pass_obj
def explain(lang: str, file: str, at_s: float) -> None:
    """Tell what was seen at one moment of a game that was watched with --trace, and why something was said or not."""
    from api.commands import explain, guarded

    sys.exit(guarded(lang, explain.run, file, at_s, lang))


@main.command()
@click.option("--host", default="0.0.0.0", show_default=True, help="127.0.0.1 keeps it to this computer.")
@click.option("--port", default=8400, show_default=True, type=click.IntRange(1, 65535))
@click.option("--https-port", type=click.IntRange(1, 65535), help="By default --port and 43 more: 8443.")
@click.option("--https/--no-https", default=True, show_default=True, help="Cameras of phones need https.")
@click.option("--data", metavar="DIR", help="Where store and keys are kept; by default in your own data folder.")
@click.option("--store", metavar="FILE|URL", help="The database: a file, or postgresql://USER@HOST/NAME.")
@click.option("--name", "names", multiple=True, metavar="NAME", help="A further host name of this server.")
@click.option("--public", is_flag=True, help="Serve addresses outside the local network, too.")
@click.option("--proxy", is_flag=True, help="Believe a proxy on this computer who the clients are.")
@click.option("--tables", default=64, show_default=True, type=click.IntRange(1, 10_000), help="Tables at most, in all.")
@click.option("--code/--no-code", default=True, show_default=True, help="Set up a table and show its code.")
@click.option("--verbose", is_flag=True, help="Write every request down, on stderr.")
@click.pass_obj
def serve(lang: str, **options: Any) -> None:
    """Serve the page for phones, and the API, on the home network."""
    from api.commands import guarded, serve

    sys.exit(guarded(lang, serve.run, serve.Options(**options), lang))


@main.command()
@click.argument("what", type=click.Choice(["player", "game", "pictures"]))
@click.argument("name", required=False)
@click.option("--data", metavar="DIR", help="Where store and keys are kept.")
@click.option("--store", metavar="FILE|URL", help="The database.")
@click.pass_obj
def forget(lang: str, what: str, name: str | None, data: str | None, store: str | None) -> None:
    """Forget a player by NAME, a game by its id, or all pictures. For good."""
    from api.commands import guarded, keeping

    sys.exit(guarded(lang, keeping.forget, what, name, data, store, lang))


@main.command()
@click.argument("file")
@click.option("--data", metavar="DIR", help="Where store and keys are kept.")
@click.option("--store", metavar="FILE|URL", help="The database.")
@click.pass_obj
def backup(lang: str, file: str, data: str | None, store: str | None) -> None:
    """Write the whole store to FILE, while it is served or not."""
    from api.commands import guarded, keeping

    sys.exit(guarded(lang, keeping.back_up, file, data, store, lang))


@main.command()
@click.argument("file")
@click.option("--data", metavar="DIR", help="Where store and keys are kept.")
@click.option("--store", metavar="FILE|URL", help="The database; it has to be empty.")
@click.pass_obj
def restore(lang: str, file: str, data: str | None, store: str | None) -> None:
    """Read a backup into an empty store."""
    from api.commands import guarded, keeping

    sys.exit(guarded(lang, keeping.restore, file, data, store, lang))


@main.command()
@click.option("--host", default="0.0.0.0", show_default=True)
@click.option("--port", default=8400, show_default=True, type=click.IntRange(1, 65535))
@click.option("--https-port", type=click.IntRange(1, 65535), help="By default --port and 43 more: 8443.")
@click.option("--data", metavar="DIR", help="Where store and keys are kept.")
@click.option("--store", metavar="FILE|URL", help="The database.")
@click.option("--name", "names", multiple=True, metavar="NAME", help="A further host name of this server.")
@click.option("--camera", default=0, show_default=True, type=click.IntRange(0, 99), help="This computer’s camera.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object with all findings.")
@click.pass_obj
def doctor(lang: str, **options: Any) -> None:
    """Check camera, ports, certificates, data folder and libraries, and say what to do. Changes nothing.

    Options as for “serve”. Exit status 1 if something won’t work.
    """
    from api.commands import doctor, guarded

    sys.exit(guarded(lang, doctor.run, doctor.Options(**options), lang))


@main.command()
@click.option("--serve", "on_page", is_flag=True, help="Show it on the page afterwards.")
@click.option("--host", default="127.0.0.1", show_default=True)
@click.option("--port", default=8400, show_default=True, type=click.IntRange(1, 65535))
@click.pass_obj
def demo(lang: str, on_page: bool, host: str, port: int) -> None:
    """Watch a bundled game, with an offence in it, from end to end."""
    from api.commands import demo, guarded

    sys.exit(guarded(lang, demo.run, (host, port) if on_page else None, lang))
