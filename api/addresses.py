"""This computer's own names and addresses, as others in the network reach it."""

from __future__ import annotations

import ipaddress
import socket

SOMEWHERE_ELSE = ("10.255.255.255", 1)
"""An address of a private network; asking which way leads there sends nothing, and tells our own address."""
EVERYWHERE = ("0.0.0.0", "::")


def own_address() -> str | None:
    """This computer's address in the home network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(SOMEWHERE_ELSE)
            return str(probe.getsockname()[0])
        except OSError:
            return None


def own_names(host: str, more: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Every name and address under which this server may be reached, for its certificate."""
    name = socket.gethostname().lower().split(".")[0]
    addresses = {"127.0.0.1", "::1", own_address() or "127.0.0.1"}
    if host not in EVERYWHERE:
        addresses.add(host)
    names = {"localhost", name, f"{name}.local", *more}
    return tuple(sorted(each for each in addresses | names if _sayable(each)))


def _sayable(name: str) -> bool:
    """Whether a certificate can name it."""
    try:
        ipaddress.ip_address(name)
        return True
    except ValueError:
        return name.isascii() and all(part.replace("-", "").isalnum() for part in name.split("."))


def in_url(host: str) -> str:
    """A host as it stands in an address."""
    return f"[{host}]" if ":" in host else host
