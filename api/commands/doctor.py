"""`fairdrop doctor`: what works on this computer, what doesn't, and what to do about it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass

import click

from api.addresses import own_names
from api.checkup.camera import check_camera
from api.checkup.finding import Finding, Level
from api.checkup.kept import check_certificates, check_folder, check_store
from api.checkup.libraries import check_libraries
from api.checkup.network import check_network
from api.commands.serve import HTTPS_OFFSET
from api.folder import folder_path, store_url
from api.terminal import plain
from api.told import Told

MARKS = {Level.GOOD: ("✓", "green"), Level.NOTE: ("•", "yellow"), Level.PROBLEM: ("✗", "red")}


@dataclass(frozen=True)
class Options:
    """What the command line says: the same words as for `fairdrop serve`, and which camera."""

    host: str = "0.0.0.0"
    port: int = 8400
    https_port: int | None = None
    data: str | None = None
    store: str | None = None
    names: tuple[str, ...] = ()
    camera: int = 0
    as_json: bool = False


def run(options: Options, lang: str) -> int:
    """Look at everything and tell it; the exit status: 1 if something won't work."""
    findings = list(check_up(options))
    problems = sum(finding.level is Level.PROBLEM for finding in findings)
    if options.as_json:
        told = {"problems": problems, "findings": [finding.as_dict(lang) for finding in findings]}
        click.echo(json.dumps(told, ensure_ascii=False))
    else:
        for finding in findings:
            mark, colour = MARKS[finding.level]
            click.echo(f"{click.style(mark, fg=colour)} {plain(finding.text(lang))}")
        end = Told("doctor_problems", {"count": problems}) if problems else Told("doctor_fine")
        click.echo(f"\n{end.text(lang)}")
    return 1 if problems else 0


def check_up(options: Options) -> Iterator[Finding]:
    """All findings, in the order in which they are told."""
    folder = folder_path(options.data)
    yield from check_libraries()
    yield check_camera(options.camera)
    yield from check_network(options.host, options.port, options.https_port or options.port + HTTPS_OFFSET)
    yield from check_folder(folder)
    yield from check_store(store_url(folder, options.store))
    yield check_certificates(folder, own_names(options.host, options.names))
