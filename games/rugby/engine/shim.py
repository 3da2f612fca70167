"""The tools that `core.py` is built on: plain Python, or numba when it is loaded as `compiled.py`."""

from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeVar

from games.values import value

F = TypeVar("F", bound=Callable[..., Any])
Room = list[int]  # working memory; an array if compiled

_COMPILED = "games.rugby.engine.compiled"


class _Jit(Protocol):
    def __call__(self, function: F, /) -> F: ...


@value
class Tools:
    jit: _Jit
    table: Callable[[Sequence[int]], Room]
    zeros: Callable[[int], Room]
    count_bits: Callable[[int], int]


def as_list(room: Any) -> list[int]:  # noqa: ANN401  a list, or an array
    """A list of plain integers; an array's elements are slow to handle one by one."""
    return room if isinstance(room, list) else list(room.tolist())


def tools_for(module: str) -> Tools:
    """The function decorator, table constructors and bit counter for this module."""
    if module == _COMPILED:
        return _compiling()
    return Tools(_unchanged, list, lambda size: [0] * size, int.bit_count)


def _unchanged(function: F) -> F:
    return function


def _compiling() -> Tools:
    import numba  # noqa: PLC0415  optional, and takes a second to import
    import numpy as np  # noqa: PLC0415

    # machine code is cached beside the source, so only the first process after a change has to wait
    jit: Any = numba.njit(cache=True)

    def table(values: Sequence[int]) -> Any:  # noqa: ANN401  an array, used like a list
        return np.array(values, dtype=np.int64)

    def zeros(size: int) -> Any:  # noqa: ANN401
        return np.zeros(size, dtype=np.int64)

    return Tools(jit, table, zeros, jit(count_bits))


def count_bits(cells: int) -> int:
    """The number of bits set, out of 63; numba can't compile int.bit_count."""
    cells = cells - ((cells >> 1) & 0x5555555555555555)
    cells = (cells & 0x3333333333333333) + ((cells >> 2) & 0x3333333333333333)
    cells = (cells + (cells >> 4)) & 0x0F0F0F0F0F0F0F0F
    cells = cells + (cells >> 8)
    cells = cells + (cells >> 16)
    cells = cells + (cells >> 32)
    return cells & 0x7F
