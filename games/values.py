"""`replace` for frozen dataclasses with slots: a game makes a new state for every event, and the library's is slow.

The first call for a class writes a function that copies its slots one by one, as `dataclass` writes `__init__`.
"""

from collections.abc import Callable
from dataclasses import fields
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dataclasses import replace as replace  # noqa: PLC0414  so that fields and their types are checked
else:

    def replace(value, /, **changes):  # noqa: ANN001, ANN003, ANN201  declared above
        """The same value with these fields changed; TypeError if it has no such field."""
        return _copier(type(value))(value, **changes)


_KEPT = object()  # stands for a field that isn't changed


@cache
def _copier(kind: type) -> Callable[..., Any]:
    names = [each.name for each in fields(kind)]
    lines = [  # no field's name begins with an underscore
        f"def copied(_old, /, *, {', '.join(f'{name}=_kept' for name in names)}):",
        "    _new = _create(_kind)",
        *(f"    _set_{name}(_new, _old.{name} if {name} is _kept else {name})" for name in names),
        "    return _new",
    ]
    # a slot's setter works although the class is frozen: nobody else has the new value yet
    setters = {f"_set_{name}": getattr(kind, name).__set__ for name in names}
    scope: dict[str, Any] = {"_kind": kind, "_create": object.__new__, "_kept": _KEPT, **setters}
    exec("\n".join(lines), scope)  # noqa: S102  only names of fields go into it
    copier: Callable[..., Any] = scope["copied"]
    return copier
