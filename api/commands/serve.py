"""`fairdrop serve`: the app on two ports, its addresses and the table's code told for this computer and for phones."""

from __future__ import annotations

import errno
import io
import socket
from dataclasses import dataclass
from pathlib import Path

import click

from api import terminal
from api.addresses import EVERYWHERE, in_url, own_address, own_names
from api.app import Settings, create_app
from api.folder import CERTIFICATES, data_folder, read_home_table, store_url, write_home_table
from api.https.authority import certificates
from api.logs import set_up_logs
from api.routes.https import Offer
from api.server import run as run_server
from api.service.keys import hash_of, new_id, new_key, opens
from api.service.limits import Limits, for_tables
from api.store.engine import parse_url
from api.store.lock import StoreLock
from api.store.store import Store, TableRow, now
from api.story import Story
from api.told import Told

HTTPS_OFFSET = 43
"""Added to the http port where no https port is told: 8400 and 8443."""


@dataclass(frozen=True)
class Options:
    """What the command line says. See `fairdrop serve --help`."""

    host: str = "0.0.0.0"
    port: int = 8400
    https_port: int | None = None
    https: bool = True
    data: str | None = None
    store: str | None = None
    names: tuple[str, ...] = ()
    public: bool = False
    proxy: bool = False
    tables: int = Limits.tables
    verbose: bool = False
    code: bool = True
    throwaway: bool = False


def run(options: Options, lang: str, story: Story | None = None) -> int:
    """Serve until stopped; the exit status: 1 if a port can't be had."""
    folder = data_folder(options.data)
    url = None if options.throwaway else store_url(folder, options.store)
    lock = _lock(url)
    try:
        return _serve(options, folder, url, lang, story)
    finally:
        if lock:
            lock.close()


def _serve(options: Options, folder: Path, url: str | None, lang: str, story: Story | None) -> int:
    port = options.https_port or options.port + HTTPS_OFFSET
    try:
        plain = _listen(options.host, options.port)
        secure = _listen(options.host, port) if options.https else None
    except OSError as error:
        told = Told("port_taken", {"host": options.host, "port": error.filename})
        terminal.error_line(told.code, told.text(lang))
        return 1
    set_up_logs(options.verbose)
    names = own_names(options.host, options.names)
    files = certificates(folder / CERTIFICATES, names) if options.https else None
    offer = Offer(files.authority_der, files.fingerprint, port) if files else None
    everywhere = options.host in EVERYWHERE
    settings = Settings(
        story, store=url, limits=for_tables(options.tables), names=options.names, public=options.public,
        https=offer, everywhere=everywhere,
    )  # fmt: skip
    app = create_app(settings)
    link = _home_link(folder, url) if options.code and url else ""
    _tell(options, port if options.https else None, link, lang)

    def renew() -> tuple[Path, Path]:
        made = certificates(folder / CERTIFICATES, own_names(options.host, options.names))
        return made.chain, made.key

    proxied = {"proxy_headers": True, "forwarded_allow_ips": "127.0.0.1,::1"} if options.proxy else {}
    run_server(app, [plain], [secure] if secure else [], renew if options.https else None, **proxied)
    return 0


def _lock(url: str | None) -> StoreLock | None:
    """SQLite belongs to one process at a time. Raises `RefereeError` `store_in_use`."""
    parsed = parse_url(url) if url else None
    if parsed is None or parsed.get_backend_name() != "sqlite":
        return None
    return StoreLock(Path(str(parsed.database)))


def _home_link(folder: Path, url: str) -> str:
    """The fragment that opens the home's own table; the table is set up at the first start."""
    store = Store(url)
    try:
        store.open()
        known = read_home_table(folder)
        row = store.table(known[0]) if known else None
        if known is None or row is None or not opens(known[1], row.key_hash):
            known = new_id(), new_key()
            store.create_table(TableRow(known[0], "Fairdrop", hash_of(known[1]), now()))
            write_home_table(folder, *known)
    finally:
        store.close()
    return f"#table={known[0]}&key={known[1]}"


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
        raise OSError(errno.EADDRNOTAVAIL, str(error), port) from error
    return listening


def _tell(options: Options, https_port: int | None, link: str, lang: str) -> None:
    """Where to find it. The code holds the address and, in its fragment, which no server is ever sent, the key."""
    everywhere = options.host in EVERYWHERE
    here = f"http://{'localhost' if everywhere else in_url(options.host)}:{options.port}/"
    click.echo(Told("serve_here", {"url": here + link}).text(lang))
    address = own_address() if everywhere else None
    if address:
        phone = f"https://{address}:{https_port}/" if https_port else f"http://{address}:{options.port}/"
        click.echo(Told("serve_phone", {"url": phone + link}).text(lang))
        if link:
            click.echo(_qr_code(phone + link))
        if https_port:
            click.echo(Told("serve_trust", {"url": f"http://{address}:{options.port}/trust"}).text(lang))
    click.echo(Told("serve_stop").text(lang))


def _qr_code(text: str) -> str:
    import segno

    drawn = io.StringIO()
    segno.make(text, error="m", micro=False).terminal(drawn, compact=True)
    return drawn.getvalue()
