"""`fairdrop serve`: the app on a port, its addresses told for this computer and for phones."""

from __future__ import annotations

import errno
import socket

import click

from api import terminal
from api.app import Settings, create_app
from api.server import Server
from api.story import Story
from api.told import Told

EVERYWHERE = ("0.0.0.0", "::")
SOMEWHERE_ELSE = ("10.255.255.255", 1)
"""An address of a private network; asking which way leads there sends nothing, and tells our own address."""


def run(host: str, port: int, lang: str, story: Story | None = None) -> int:
    """Serve until stopped; the exit status: 1 if the port can't be had."""
    try:
        listening = _listen(host, port)
    except OSError:
        told = Told("port_taken", {"host": host, "port": port})
        terminal.error_line(told.code, told.text(lang))
        return 1
    for told in _addresses(host, port):
        click.echo(told.text(lang))
    click.echo(Told("serve_stop").text(lang))
    Server(create_app(Settings(story=story)), log_level="warning").run(sockets=[listening])
    return 0


def _listen(host: str, port: int) -> socket.socket:
    """A listening socket; OSError (also for a host that isn't ours) says that it can't be had."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen()
    except (OSError, OverflowError) as error:
        listening.close()
        raise OSError(errno.EADDRNOTAVAIL, str(error)) from error
    return listening


def _addresses(host: str, port: int) -> list[Told]:
    if host not in EVERYWHERE:
        return [Told("serve_here", {"url": f"http://{host}:{port}/"})]
    here = [Told("serve_here", {"url": f"http://localhost:{port}/"})]
    own = _own_address()
    return [*here, Told("serve_phone", {"url": f"http://{own}:{port}/"})] if own else here


def _own_address() -> str | None:
    """This computer's address in the home network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(SOMEWHERE_ELSE)
            return str(probe.getsockname()[0])
        except OSError:
            return None
