"""Immutable values that are made often: frozen dataclasses with slots, quicker to make and to `replace`.

The library's `__init__` of a frozen class sets each field by its name, and its `replace` looks each one up. Here both
are written for each class, as `dataclass` does it, with the setters of the slots.
"""

from collections.abc import Callable
from dataclasses import MISSING, Field, fields
from functools import cache
from types import FunctionType
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from dataclasses import replace as replace  # noqa: PLC0414  so that fields and their types are checked
else:

    def replace(value, /, **changes):  # noqa: ANN001, ANN003, ANN201  declared above
        """The same value with these fields changed; TypeError if it has no such field."""
        return _copier(type(value))(value, **changes)


T = TypeVar("T")
_NOTHING = object()  # stands for an argument that wasn't given


def quick(kind: type[T]) -> type[T]:
    """Decorates a frozen dataclass with slots."""
    parts = fields(kind)  # type: ignore[arg-type]
    body = [f"    _set_{each.name}(self, {_given(each)})" for each in parts]
    init = _written(kind, [f"def __init__(self, {', '.join(each.name for each in parts)}):", *(body or ["    pass"])])
    init.__defaults__ = tuple(
        _NOTHING if each.default is MISSING else each.default
        for each in parts
        if each.default is not MISSING or each.default_factory is not MISSING
    )
    kind.__init__ = init  # type: ignore[method-assign]
    return kind


def _given(part: "Field[Any]") -> str:
    name = part.name
    return name if part.default_factory is MISSING else f"_make_{name}() if {name} is _nothing else {name}"


@cache
def _copier(kind: type) -> Callable[..., Any]:
    names = [each.name for each in fields(kind)]
    body = [f"    _set_{name}(_new, _old.{name} if {name} is _nothing else {name})" for name in names]
    head = f"def copied(_old, /, *, {', '.join(f'{name}=_nothing' for name in names)}):"
    return _written(kind, [head, "    _new = _create(_kind)", *body, "    return _new"])


def _written(kind: type, lines: list[str]) -> FunctionType:
    """The function in these lines. No field's name begins with an underscore, so all other names do."""
    scope: dict[str, Any] = {"_kind": kind, "_create": object.__new__, "_nothing": _NOTHING}
    for each in fields(kind):
        # a slot's setter works although the class is frozen: nobody else has the new value yet
        scope[f"_set_{each.name}"] = getattr(kind, each.name).__set__
        scope[f"_make_{each.name}"] = each.default_factory
    found: dict[str, FunctionType] = {}
    exec("\n".join(lines), scope, found)  # noqa: S102  only names of fields go into it
    return next(iter(found.values()))
