"""Write the table in docs/rules.md that says which tests hold each rule: `python scripts/rules_table.py [--check]`."""

from __future__ import annotations

import ast
import re
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "rules.md"
LAST_RULE = 42
BEGIN, END = "<!-- tests of the rules: begin -->", "<!-- tests of the rules: end -->"
_NUMBERS = re.compile(r"R(\d\d?)(?=_)")
SHOWN = 3
"""Tests named for a rule; how many more there are is counted."""


def tests_by_rule() -> dict[int, list[str]]:
    """Rule number → `file::test` of every test that names it (`test_R14_…`, `test_R27_R28_…`)."""
    found: dict[int, list[str]] = {number: [] for number in range(1, LAST_RULE + 1)}
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_R"):
                for number in map(int, _NUMBERS.findall(node.name)):
                    found.setdefault(number, []).append(f"{path.relative_to(ROOT).as_posix()}::{node.name}")
    return found


def table() -> str:
    """The table's rows."""
    rows = ["| rule | tests |", "|---|---|"]
    for number, tests in sorted(tests_by_rule().items()):
        shown = "<br>".join(f"`{test}`" for test in tests[:SHOWN])
        more = f"<br>and {len(tests) - SHOWN} more" if len(tests) > SHOWN else ""
        rows.append(f"| R{number} | {shown}{more} |")
    return "\n".join(rows)


def page_with_table(page: str) -> str:
    """The page with its table made anew."""
    before, rest = page.split(BEGIN)
    return f"{before}{BEGIN}\n{table()}\n{END}{rest.split(END)[1]}"


def main() -> int:
    """Write the table, or with `--check` say whether it is up to date."""
    page = PAGE.read_text("utf-8")
    made = page_with_table(page)
    if "--check" in sys.argv[1:]:
        return 0 if made == page else 1
    PAGE.write_text(made, "utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
