"""The documents keep their promises: commands, options, codes, events, files and links are all there."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import click
import pytest

from api.cli import main
from api.errors import STATUS

ROOT = Path(__file__).parents[1]
PACKAGES = ("referee", "vision", "api")
PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").glob("*.md"))]


def text(name: str) -> str:
    return (ROOT / name).read_text("utf-8")


def test_the_readme_begins_with_the_two_commands_and_shows_a_picture() -> None:
    readme = text("README.md")
    demo, test, picture = (readme.index(part) for part in ("sh scripts/demo", "sh scripts/test", "!["))

    assert demo < test < picture < 2000
    assert (ROOT / "scripts" / "demo").is_file()
    assert (ROOT / "scripts" / "test").is_file()


@pytest.mark.parametrize("name", main.commands)
def test_every_command_and_option_is_documented(name: str) -> None:
    page = text("README.md") + text("docs/api.md")
    options = {o for p in main.commands[name].params if isinstance(p, click.Option) for o in p.opts}

    assert f"fairdrop {name}" in page
    assert {option for option in options if option not in page} == set()


def test_every_http_code_is_documented_under_its_status() -> None:
    rows = dict(re.findall(r"^\| ([\d, ]+) \| (.*) \|$", text("docs/api.md"), re.MULTILINE))
    missing = [
        code
        for code, status in STATUS.items()
        if not any(str(int(status)) in row and f"`{code}`" in codes for row, codes in rows.items())
    ]

    assert missing == []


@pytest.mark.parametrize("package", PACKAGES)
def test_every_file_has_its_place_in_the_architecture(package: str) -> None:
    page = text("docs/architecture.md")
    section = page[page.index(f"| {package}/ |") :].split("\n\n")[0]
    parts = [p for p in (ROOT / package).iterdir() if p.suffix == ".py" or p.is_dir()]
    names = {f"{p.name}/" if p.is_dir() else p.name for p in parts} - {"__init__.py", "__pycache__/"}

    assert {name for name in names if f"`{name}`" not in section} == set()


def test_every_dependency_has_its_reason() -> None:
    project = tomllib.loads(text("pyproject.toml"))["project"]
    page = text("docs/dependencies.md")
    needed = [
        *project["dependencies"],
        *project["optional-dependencies"]["heic"],
        *project["optional-dependencies"]["test"],
    ]
    names = {re.split(r"[<>=\[]", each)[0] for each in needed}

    assert {name for name in names if f"`{name}`" not in page} == set()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    links = re.findall(r"\]\(([^)#\s]+)\)", page.read_text("utf-8"))
    inside = [link for link in links if "://" not in link]

    assert [link for link in inside if not (page.parent / link).exists()] == []


def test_no_registry_addresses_in_the_constraints() -> None:
    assert "://" not in text("constraints.txt")
    assert "--index" not in text("constraints.txt")
