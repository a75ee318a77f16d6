"""The most memory a process of its own has held."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
REPORT = """
for line in open("/proc/self/status"):
    if line.startswith("VmHWM"):
        print("peak", int(line.split()[1]) // 1024)
"""
"""Not getrusage: its figure begins with the memory of whoever started the process."""


def run_measured(script: str, *arguments: str, data: bytes = b"") -> tuple[str, str, int]:
    """Run a Python script with arguments and standard input: (what it printed, its stderr, its peak in megabytes).

    The script may end by an exception or `sys.exit`; the peak is told all the same.
    """
    whole = f"import atexit\natexit.register(lambda: exec({REPORT!r}))\n{script}"
    command = [sys.executable, "-c", whole, *arguments]
    done = subprocess.run(command, input=data, capture_output=True, check=False, cwd=ROOT)
    printed, _, peak = done.stdout.decode().rpartition("peak ")
    return printed, done.stderr.decode(), int(peak)
