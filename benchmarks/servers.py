"""Servers for the benchmarks: processes of their own, started by `fairdrop serve`.

A `Nursery` loads the code once and forks a process for each server: a start then costs what the start itself costs, and
two hundred of them fit into minutes.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from types import TracebackType
from typing import IO

import httpx

STARTS_WITHIN_S = 180.0
NURSERY = """
import os, signal, sys
from api import cli
from api.commands import serve
import vision.cells
while line := sys.stdin.readline():
    word, rest = line.split(maxsplit=1)
    if word == "wait":
        print(os.waitpid(int(rest), 0)[1], flush=True)
        continue
    if child := os.fork():
        print(child, flush=True)
        continue
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    sys.argv = ["fairdrop", *rest.rstrip("\\n").split("\\t")]
    sys.exit(cli.main())
"""


def arguments(folder: Path, port: int, store: str | None, *more: str) -> list[str]:
    """The command line of a server on the loopback without https. more: further options."""
    told = ["--lang", "en", "serve", "--host", "127.0.0.1", "--port", str(port), "--no-https", "--no-code"]
    return [*told, "--data", str(folder), *(["--store", store] if store else []), *more]


class Forked:
    """A server process of a nursery."""

    def __init__(self, nursery: Nursery, pid: int) -> None:
        self.nursery, self.pid, self.is_gone = nursery, pid, False

    def kill(self) -> None:
        """`kill -9`, and wait until it is gone; once."""
        if self.is_gone:
            return
        self.is_gone = True
        os.kill(self.pid, signal.SIGKILL)
        self.nursery.ask(f"wait {self.pid}")


class Nursery:
    """A context: forks servers until it ends."""

    def __enter__(self) -> Nursery:
        command = [sys.executable, "-c", NURSERY]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self._servers: list[Forked] = []
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        for server in self._servers:
            server.kill()
        self._process.kill()
        self._process.communicate()

    def ask(self, question: str) -> str:
        """A line to it, and its answer."""
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(question + "\n")
        self._process.stdin.flush()
        return self._process.stdout.readline()

    def start(self, port: int, told: list[str]) -> Forked:
        """A server that answers."""
        server = Forked(self, int(self.ask("serve " + "\t".join(told))))
        self._servers.append(server)
        await_answer(port)
        return server


def start(
    folder: Path, port: int, store: str | None, *more: str, log: IO[bytes] | None = None
) -> subprocess.Popen[bytes]:
    """A single server process that answers. more: further options of the command. log: what it says on stderr."""
    command = [sys.executable, "-c", "from api.cli import main; main()", *arguments(folder, port, store, *more)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=log)
    await_answer(port)
    return process


def await_answer(port: int) -> None:
    """Until a server is ready. RuntimeError if it never is."""
    deadline = time.monotonic() + STARTS_WITHIN_S
    while time.monotonic() < deadline:
        try:
            if httpx.get(f"http://127.0.0.1:{port}/readyz", timeout=5, verify=False).status_code == 200:
                return
        except httpx.HTTPError:
            time.sleep(0.02)
    raise RuntimeError("the server doesn't start")


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])


def resident_mb(process: int | str = "self") -> float:
    """Memory that a process holds, in megabytes; 0 where that can't be told."""
    status = Path(f"/proc/{process}/status")
    lines = status.read_text().splitlines() if status.exists() else []
    return next((int(line.split()[1]) / 1000 for line in lines if line.startswith("VmRSS")), 0.0)


def open_files(process: int | str = "self") -> int:
    """File descriptors that a process holds; 0 where that can't be told."""
    folder = Path(f"/proc/{process}/fd")
    return len(list(folder.iterdir())) if folder.exists() else 0
