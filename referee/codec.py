"""Values of the referee to plain JSON values and back, by the types of their fields.

Cells are `[column, row]`, discs "R"/"Y", boards `{"rows": [...], "connect": 4}` with rows from the top; dataclasses and
other named tuples are objects by field name.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from types import UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from referee.board import Board, Cell, Disc, spec_of
from referee.errors import RefereeError

T = TypeVar("T")


def encode(value: Any) -> Any:
    """Plain JSON values for anything the referee hands out."""
    if isinstance(value, Disc):
        return value.letter
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Board):
        return {"rows": list(value.rows()), "connect": value.spec.connect}
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: encode(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, tuple) and hasattr(value, "_fields") and not isinstance(value, Cell):
        return {name: encode(part) for name, part in zip(value._fields, value, strict=True)}
    if isinstance(value, tuple | list | frozenset):
        return [encode(part) for part in value]
    return {key: encode(part) for key, part in value.items()} if isinstance(value, Mapping) else value


def decode(kind: type[T], data: Any, code: str) -> T:
    """The value of that type. Raises `RefereeError(code, where=...)` for anything that isn't one."""
    try:
        return _decode(kind, data)  # type: ignore[no-any-return]
    except (LookupError, TypeError, ValueError, AttributeError) as fault:
        raise RefereeError(code, reason=str(fault)[:200]) from fault


def _decode(kind: Any, data: Any) -> Any:
    if kind is Any or kind is None or kind is type(None):
        return data
    origin = get_origin(kind)
    if origin in (Union, UnionType):
        return _decode_union(kind, data)
    if origin is tuple:
        return _decode_tuple(get_args(kind), data)
    if origin is dict:
        return dict(data)
    return _decode_plain(kind, data)


def _decode_union(kind: Any, data: Any) -> Any:
    if data is None and type(None) in get_args(kind):
        return None
    (only,) = (part for part in get_args(kind) if part is not type(None))
    return _decode(only, data)


def _decode_tuple(parts: tuple[Any, ...], data: Any) -> tuple[Any, ...]:
    if not isinstance(data, list):
        raise TypeError(f"expected a list, got {data!r}")
    if len(parts) == 2 and parts[1] is Ellipsis:
        return tuple(_decode(parts[0], part) for part in data)
    return tuple(_decode(part, item) for part, item in zip(parts, data, strict=True))


def _decode_plain(kind: Any, data: Any) -> Any:
    if kind is Disc:
        return Disc.of(data)
    if kind is Board:
        rows = data["rows"]
        return Board.parse(rows, spec_of(len(rows[0]), len(rows), data["connect"]))
    if kind is Cell:
        return Cell(*(_decode(int, part) for part in data))
    if issubclass(kind, Enum):
        return kind(data)
    if is_dataclass(kind) or hasattr(kind, "_fields"):
        return _decode_fields(kind, data)
    return _scalar(kind, data)


def _decode_fields(kind: Any, data: Any) -> Any:
    hints = _hints(kind)
    return kind(**{name: _decode(hint, data[name]) for name, hint in hints.items() if name in data})


def _scalar(kind: Any, data: Any) -> Any:
    allowed = (int, float) if kind is float else kind
    if not isinstance(data, allowed) or (kind is not bool and isinstance(data, bool)):
        raise TypeError(f"expected {kind.__name__}, got {data!r}")
    return data


@cache
def _hints(kind: Any) -> dict[str, Any]:
    names = [field.name for field in fields(kind)] if is_dataclass(kind) else list(kind._fields)
    hints = get_type_hints(kind)
    return {name: hints[name] for name in names}
