"""Write docs/codes.md, every error code with its sentence: `python scripts/codes_table.py [--check]`."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from api.errors import STATUS, status_of  # noqa: E402
from api.texts import texts  # noqa: E402

PAGE = ROOT / "docs" / "codes.md"
PACKAGES = ("referee", "vision", "calibration", "api")
HEAD = """# Error codes

Everything that goes wrong has a code that stays the same from version to version, and a sentence in four languages that
says what to do. On the command line both stand on one line of stderr, and the exit status is 1; over HTTP they come as
`{"code", "message", …}` with the status shown here, if they come that way. What stands in braces is filled in. Made by
`scripts/codes_table.py`; a test holds it up to date.

| code | HTTP | sentence |
|---|---|---|
"""


def raised() -> Iterator[str]:
    """Codes that the packages raise or refuse with, as far as they are written out."""
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.Call) and _called(node).endswith(("Error", "Refusal", "problem")) and node.args:
                    yield from _strings(node.args[0])


def _called(node: ast.Call) -> str:
    return getattr(node.func, "id", "") or getattr(node.func, "attr", "")


def _strings(node: ast.expr) -> Iterator[str]:
    options = [node.body, node.orelse] if isinstance(node, ast.IfExp) else [node]
    yield from (o.value for o in options if isinstance(o, ast.Constant) and isinstance(o.value, str))


def codes() -> list[str]:
    """All error codes: those that have a sentence, and those that only close a connection."""
    return sorted({*STATUS, *(code for code in raised() if code in texts("en"))})


def page() -> str:
    """The whole document."""
    rows = [f"| `{code}` | {status_of(code)} | {_sentence(code)} |" for code in codes()]
    return HEAD + "\n".join(rows) + "\n"


def _sentence(code: str) -> str:
    return texts("en").get(code, "(the connection is closed: see [API](api.md))").replace("|", "\\|").replace("\n", " ")


def main() -> int:
    """Write the page, or with `--check` say whether it is up to date."""
    if "--check" in sys.argv[1:]:
        return 0 if PAGE.is_file() and PAGE.read_text("utf-8") == page() else 1
    PAGE.write_text(page(), "utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
