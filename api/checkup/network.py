"""Whether phones can reach this computer, and whether its ports can be had."""

from __future__ import annotations

import errno
import http.client
import json
import socket
import ssl
from collections.abc import Iterator

from api.addresses import EVERYWHERE, own_address
from api.checkup.finding import Finding, good, note, problem

ANSWER_S = 3.0
"""Seconds that whoever has the port may take to answer."""
NEXT_PORT = 100
"""How far off a port is proposed where the usual one is taken."""
MOST_BYTES = 100
LARGEST_PORT = 65535


def check_network(host: str, port: int, https_port: int) -> Iterator[Finding]:
    """This computer's address, and the two ports that `fairdrop serve` listens on."""
    address = own_address()
    yield good("doctor_network", address=address) if address else note("doctor_network_none")
    yield check_port(host, port, https=False)
    yield check_port(host, https_port, https=True)


def check_port(host: str, port: int, https: bool) -> Finding:
    """Whether the port is free, Fairdrop's already, or somebody else's."""
    try:
        _try(host, port)
    except OSError as error:
        if error.errno == errno.EACCES:
            return problem("doctor_port_forbidden", port=port)
        if error.errno != errno.EADDRINUSE:
            return problem("doctor_host", host=host)
        if is_fairdrop("127.0.0.1" if host in EVERYWHERE else host, port, https):
            return good("doctor_port_fairdrop", port=port)
        other = port + NEXT_PORT if port + NEXT_PORT <= LARGEST_PORT else port - NEXT_PORT
        return problem("doctor_port_taken", port=port, other=other, option="--https-port" if https else "--port")
    return good("doctor_port_free", port=port)


def is_fairdrop(host: str, port: int, https: bool) -> bool:
    """Whether Fairdrop answers there. Its certificate isn't looked at: nothing is told to it."""
    connection = (
        http.client.HTTPSConnection(host, port, timeout=ANSWER_S, context=ssl._create_unverified_context())
        if https
        else http.client.HTTPConnection(host, port, timeout=ANSWER_S)
    )
    try:
        connection.request("GET", "/healthz")
        answer = connection.getresponse()
        return answer.status == 200 and json.loads(answer.read(MOST_BYTES)) == {"status": "ok"}
    except (OSError, ValueError, http.client.HTTPException):
        return False
    finally:
        connection.close()


def _try(host: str, port: int) -> None:
    """Listen for a moment, as the server does. OSError where that can't be."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as trying:
        trying.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        trying.bind((host, port))
        trying.listen()
