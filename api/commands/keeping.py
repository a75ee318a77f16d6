"""`fairdrop forget`, `backup`, `restore`: what becomes of what is kept."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from api.folder import data_folder, store_url
from api.store import backup, forgetting
from api.store.store import Store
from api.told import Told
from referee.errors import RefereeError


def forget(what: str, name: str | None, data: str | None, store: str | None, lang: str) -> int:
    """Forget a player, a game, or all pictures; the exit status."""
    if what != "pictures" and not name:
        raise RefereeError("forget_whom")
    with _opened(data, store) as opened:
        if what == "player":
            forgetting.forget_player(opened, str(name))
        elif what == "game":
            forgetting.forget_game(opened, str(name))
        else:
            forgetting.forget_pictures(opened)
    click.echo(Told("forgotten").text(lang))
    return 0


def back_up(file: str, data: str | None, store: str | None, lang: str) -> int:
    """Write a backup; the exit status."""
    with _opened(data, store) as opened:
        count = backup.backup(opened, Path(file))
    click.echo(Told("backed_up", {"rows": count, "path": file}).text(lang))
    return 0


def restore(file: str, data: str | None, store: str | None, lang: str) -> int:
    """Read a backup; the exit status."""
    with _opened(data, store) as opened:
        count = backup.restore(opened, Path(file))
    click.echo(Told("restored_backup", {"rows": count, "path": file}).text(lang))
    return 0


@contextmanager
def _opened(data: str | None, store: str | None) -> Iterator[Store]:
    opened = Store(store_url(data_folder(data), store))
    try:
        opened.open()
        yield opened
    finally:
        opened.close()
