"""Immutable values: what `@dataclass(frozen=True, slots=True)` gives, but quicker to define, to make and to `replace`.

The library compiles six functions for each class, and hundreds of classes are defined when the program starts. Its
`__init__` of a frozen class sets each field by its name, and its `replace` looks each one up. Here only `__init__` and
a copier for `replace` are compiled, each when it is first needed. It is mypy that refuses to change a value: a check at
run time would make every new value take twice as long.
"""

from collections.abc import Callable
from dataclasses import MISSING, Field, dataclass, field, fields
from functools import cache
from operator import attrgetter
from types import FunctionType
from typing import TYPE_CHECKING, Any, TypeVar, dataclass_transform

if TYPE_CHECKING:
    from dataclasses import replace as replace  # noqa: PLC0414  so that fields and their types are checked
else:

    def replace(value, /, **changes):  # noqa: ANN001, ANN003, ANN201  declared above
        """The same value with these fields changed; TypeError if it has no such field."""
        kind = value.__class__
        copied = _copier(kind)(value)
        try:
            for name, changed in changes.items():
                setattr(copied, name, changed)
        except AttributeError:
            raise TypeError(f"a {kind.__name__} has no field {name!r}") from None
        return copied


T = TypeVar("T")
_NOTHING = object()  # stands for an argument that wasn't given


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def value(kind: type[T]) -> type[T]:
    """Decorate a class whose instances nobody changes. They are equal, hashed, shown and pickled by their fields."""
    kind.__doc__ = kind.__doc__ or kind.__name__  # else the library inspects the signature
    made: Any = dataclass(init=False, repr=False, eq=False, slots=True)(kind)
    params = made.__dataclass_params__
    params.frozen = params.eq = params.init = True  # as far as others can see
    made.__init__ = _late_init(made)
    made.__eq__, made.__hash__ = _compared(made)
    made.__reduce__ = _reduced
    if "__repr__" not in made.__dict__:
        made.__repr__ = _shown
    return made  # type: ignore[no-any-return]


def _compared(kind: type) -> tuple[Callable[[Any, Any], Any], Callable[[Any], int]]:
    names = [each.name for each in fields(kind) if each.compare]
    key: Callable[[Any], Any] = attrgetter(*names) if names else type

    def equal(self: Any, other: Any) -> Any:
        return key(self) == key(other) if other.__class__ is self.__class__ else NotImplemented

    return equal, lambda self: hash(key(self))


def _shown(self: Any) -> str:
    parts = [f"{name}={getattr(self, name)!r}" for name in _shown_names(self.__class__)]
    return f"{self.__class__.__qualname__}({', '.join(parts)})"


@cache
def _shown_names(kind: type) -> tuple[str, ...]:
    return tuple(each.name for each in fields(kind) if each.repr)


def _reduced(self: Any) -> tuple[type, tuple[Any, ...]]:
    return type(self), tuple(getattr(self, each.name) for each in fields(self))


def _late_init(kind: Any) -> Callable[..., None]:
    def init(self: Any, *arguments: Any, **named: Any) -> None:
        if kind.__init__ is init:  # a class that inherits it may come later
            kind.__init__ = _init(kind)
        kind.__init__(self, *arguments, **named)

    return init


def _init(kind: type) -> FunctionType:
    parts = fields(kind)
    body = [f"    _self.{each.name} = {_given(each)}" for each in parts]
    init = _written(kind, [f"def __init__(_self, {', '.join(each.name for each in parts)}):", *(body or ["    pass"])])
    init.__defaults__ = tuple(
        _NOTHING if each.default is MISSING else each.default
        for each in parts
        if each.default is not MISSING or each.default_factory is not MISSING
    )
    return init


def _given(part: "Field[Any]") -> str:
    name = part.name
    return name if part.default_factory is MISSING else f"_make_{name}() if {name} is _nothing else {name}"


@cache
def _copier(kind: type) -> Callable[[Any], Any]:
    """A function that makes a copy of a value, to be changed before anybody else has it."""
    body = [f"    _new.{each.name} = _old.{each.name}" for each in fields(kind)]
    return _written(kind, ["def copied(_old, /):", "    _new = _create(_kind)", *body, "    return _new"])


def _written(kind: type, lines: list[str]) -> FunctionType:
    """The function in these lines. No field's name begins with an underscore, so all other names do."""
    scope: dict[str, Any] = {"_create": object.__new__, "_nothing": _NOTHING, "_kind": kind}
    scope |= {f"_make_{each.name}": each.default_factory for each in fields(kind)}
    found: dict[str, FunctionType] = {}
    exec("\n".join(lines), scope, found)  # noqa: S102  only names of fields go into it  # nosec B102
    return next(iter(found.values()))
