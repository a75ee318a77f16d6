"""Which language to speak: the first of ours that is asked for, English otherwise."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from api.texts import DEFAULT, LANGUAGES

MOST_HEADER_CHARS = 200
"""Of an Accept-Language header no more is looked at."""


def pick(wanted: Iterable[str]) -> str:
    """The first of `LANGUAGES` among tags such as "de-AT" or "fr_FR.UTF-8"; English if there is none."""
    for tag in wanted:
        base = tag.strip().replace("_", "-").split("-")[0].split(".")[0].lower()
        if base in LANGUAGES:
            return base
    return DEFAULT


def from_environment(environment: Mapping[str, str]) -> str:
    """The language of a terminal: the first of LC_ALL, LC_MESSAGES, LANG that is set decides."""
    return pick([next((value for name in ("LC_ALL", "LC_MESSAGES", "LANG") if (value := environment.get(name))), "")])


def from_header(accept_language: str) -> str:
    """The language of a browser, by the weights of its Accept-Language header (RFC 9110, 12.5.4)."""
    weighed = [_weighed(part) for part in accept_language[:MOST_HEADER_CHARS].split(",")]
    return pick(tag for weight, tag in sorted(weighed, key=lambda pair: -pair[0]) if weight > 0)


def _weighed(part: str) -> tuple[float, str]:
    tag, _, weight = part.partition(";q=")
    try:
        return (float(weight) if weight else 1.0), tag
    except ValueError:
        return 0.0, tag
