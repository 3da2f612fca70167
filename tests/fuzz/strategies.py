"""How many examples to try, and strategies for values that were valid before something in them was changed.

`SCRUM_FUZZ=50` tries fifty times as many, different ones each time; otherwise every run tries the same ones.
`make fuzz` runs the same properties with values that reach new lines of the program (`tests/fuzz/__main__.py`).
"""

import copy
import os
from collections.abc import Callable
from typing import Any, TypeVar, cast

from hypothesis import HealthCheck, Phase, Verbosity, settings
from hypothesis import strategies as st

MORE = int(os.environ.get("SCRUM_FUZZ", "0"))

Test = TypeVar("Test", bound=Callable[..., None])
Driver = Callable[[Callable[[bytes], object]], None]

driver: list[Driver] = []  # runs properties instead of Hypothesis; gets a function that turns bytes into an example
verbose = False  # print the values that are tried

# values that programs trip over
SHARP = [
    "",
    " ",
    "0",
    "-1",
    "²",
    "1e999",
    "\x00",
    "\ue0000\ue001",
    "\ud800",
    "\u202eanna",
    "“",
    '"',
    "@",
    "#1",
    "/scrum",
    "=",
    "None",
    "x" * 3000,
    "9" * 400,
    "../../etc/passwd",
    "<@U1>",
    "🎲" * 50,
]

words = st.one_of(st.sampled_from(SHARP), st.text(max_size=12))
scalars = st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.sampled_from(SHARP), st.text(max_size=12))
anything = st.recursive(
    scalars,
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=8), inner, max_size=3)),
    max_leaves=6,
)


def fuzzed(examples: int, *, shrinks: bool = True) -> Callable[[Test], Test]:
    """Set the number of examples. Examples that build on earlier ones can't be shrunk."""
    configured = settings(
        max_examples=examples * max(1, MORE),
        derandomize=not MORE,
        database=None,
        deadline=None,
        verbosity=Verbosity.verbose if verbose else Verbosity.normal,
        phases=[Phase.explicit, Phase.generate, *([Phase.shrink] if shrinks else [])],
        suppress_health_check=list(HealthCheck),  # a slow machine isn't a failure
    )

    def decorated(test: Test) -> Test:
        found: Any = configured(test)
        if not driver:
            return cast(Test, found)

        def driven() -> None:
            driver[0](found.hypothesis.fuzz_one_input)

        driven.hypothesis = found.hypothesis  # type: ignore[attr-defined]  # as on any property
        return cast(Test, driven)

    return decorated


@st.composite
def changed(draw: st.DrawFn, values: Any) -> Any:
    """One of these values, with up to three parts removed, replaced or repeated."""
    value = copy.deepcopy(draw(st.sampled_from(values)))
    for _ in range(draw(st.integers(1, 3))):
        value = _hit(draw, value)
    return value


def _hit(draw: st.DrawFn, value: Any) -> Any:
    """Walk some way down, and change something there."""
    if isinstance(value, dict) and value and draw(st.integers(0, 7)):
        key = draw(st.sampled_from(sorted(value)))
        what = draw(st.integers(0, 9))
        if what == 0:
            del value[key]
        elif what == 1:
            value[draw(words)] = value.pop(key)
        else:
            value[key] = _hit(draw, value[key])
        return value
    if isinstance(value, list) and value and draw(st.integers(0, 7)):
        at = draw(st.integers(0, len(value) - 1))
        what = draw(st.integers(0, 9))
        if what == 0:
            del value[at]
        elif what == 1:
            value.insert(at, copy.deepcopy(value[at]))
        else:
            value[at] = _hit(draw, value[at])
        return value
    if isinstance(value, str) and value and draw(st.booleans()):
        at = draw(st.integers(0, len(value) - 1))
        return value[:at] + draw(words) + value[at + draw(st.integers(0, 3)) :]
    return draw(anything)


@st.composite
def reworded(draw: st.DrawFn, value: Any, kept: frozenset[str] = frozenset()) -> Any:
    """The same shape with some texts changed, except under the names in `kept`."""
    if isinstance(value, dict):
        return {name: inner if name in kept else draw(reworded(inner, kept)) for name, inner in value.items()}
    if isinstance(value, list):
        return [draw(reworded(inner, kept)) for inner in value]
    if not isinstance(value, str) or draw(st.booleans()):
        return value
    at = draw(st.integers(0, len(value)))
    return value[:at] + draw(words) + value[at + draw(st.integers(0, 3)) :]
