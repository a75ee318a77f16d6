"""The documents keep their promises: commands, options, codes, events, files and links are all there."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import get_args

import click
import pytest

from api.app import Settings, create_app
from api.cli import main
from api.domain import acts
from api.errors import STATUS
from scripts import codes_table

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


def test_every_error_code_is_listed_with_its_sentence() -> None:
    assert codes_table.PAGE.read_text("utf-8") == codes_table.page(), "run: python scripts/codes_table.py"
    assert set(STATUS) <= set(codes_table.codes())


def test_every_route_is_documented_with_its_method(tmp_path: Path) -> None:
    """As docs/api.md writes them: `/tables/T/games/G`, without `/api/v1`."""
    paths = create_app(Settings(store=f"sqlite:///{tmp_path / 'fairdrop.db'}")).api.openapi()["paths"]
    rows = [row for row in text("docs/api.md").splitlines() if row.startswith("| `")]
    missing = []
    for path, methods in paths.items():
        plain = re.sub(r"\{(\w)\w*\}", lambda name: name.group(1).upper(), path.removeprefix("/api/v1"))
        short = "/" + plain.split("/", 3)[-1] if plain.startswith("/tables/T/") else plain
        names = (plain, f"`{short}`", plain.replace(".K", ".csv"))  # one route for several kinds of file
        naming = [row for row in rows if any(name in row for name in names)]
        missing += [(method, path) for method in methods if not any(method.upper() in row for row in naming)]

    assert len(paths) > 30
    assert missing == []


def settings() -> set[str]:
    """Variables of the environment that the packages read by a name of ours."""
    sources = (path.read_text("utf-8") for package in PACKAGES for path in (ROOT / package).rglob("*.py"))
    return {name for source in sources for name in re.findall(r"\bFAIRDROP_[A-Z_]+", source)}


def test_every_setting_is_documented() -> None:
    pages = "".join(page.read_text("utf-8") for page in PAGES)

    assert settings() == {"FAIRDROP_DATA"}
    assert {name for name in settings() if name not in pages} == set()


ACTS = {
    get_args(kind.model_fields["act"].annotation)[0]: set(kind.model_fields) - {"act", "seen"}
    for kind in acts._Act.__subclasses__()
}


@pytest.mark.parametrize("name", sorted(ACTS))
def test_every_act_is_documented_with_its_fields(name: str) -> None:
    table = text("docs/api.md").split("| act | fields |")[1].split("\n\n")[0]
    (row,) = [row for row in table.splitlines() if re.match(rf"\| [^|]*`{name}`[^|]* \|", row)]

    assert {field for field in ACTS[name] if f"`{field}`" not in row} == set()


def test_every_fault_has_tests_that_are_there() -> None:
    page = text("docs/faults.md")
    rows = re.findall(r"^\| (B\d+) \| .* \| (.*) \|$", page, re.MULTILINE)
    named = {test for _, tests in rows for test in re.findall(r"`(tests/[^`]+)`", tests)}
    cited = {number for path in (ROOT / "tests").rglob("*.py") for number in re.findall(r"\bB\d+", cite(path))}

    assert all("`tests/" in tests for _, tests in rows)
    assert {test for test in named if not is_there(*test.split("::"))} == set()
    assert cited - {number for number, _ in rows} == set()


def cite(path: Path) -> str:
    """The names of a file's tests, so that the numbers in them can be read."""
    return " ".join(re.findall(r"def (test_B\w+)", path.read_text("utf-8"))).replace("_", " ")


def is_there(file: str, name: str) -> bool:
    path = ROOT / file
    begins = re.compile(rf"^(async )?(def {name}\(|{name} = )", re.MULTILINE)
    return path.is_file() and begins.search(path.read_text("utf-8")) is not None


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
