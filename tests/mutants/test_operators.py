"""Each kind of change is made, one at a time, and nothing else is touched."""

import ast
from pathlib import Path
from typing import Any

import pytest

from tests.mutants.config import Config
from tests.mutants.runner import all_mutants, sample
from tests.mutants.sources import mutants, mutated

CHANGES = {
    "x = a < b": ["x = a <= b"],
    "x = a not in b": ["x = a in b"],
    "x = a in {b, c}": ["x = a not in {b, c}", "x = a in {c}", "x = a in {b}"],
    "x = a and b": ["x = a or b", "x = b", "x = a"],
    "x = a or b or c": ["x = a and b and c", "x = b or c", "x = a or c", "x = a or b"],
    "x = not a": ["x = a"],
    "x = a + b": ["x = a - b"],
    "def f(a):\n    a |= {b} | c": ["pass", "a |= {b}", "a |= c"],
    "Type = A | B": [],
    "x = zip(a, strict=True)": [],
    "x = 0": ["x = 1", "x = -1"],
    "x = 1.5": ["x = 2.5"],
    "x = True": ["x = False"],
    "x = 'text'": [],
    "x = a if b else c": ["x = a", "x = c"],
    "x = min(a)": ["x = max(a)"],
    "x = all(a)": ["x = any(a)"],
    "x = replace(a, b=c, d=e)": ["x = replace(a, d=e)", "x = replace(a, b=c)"],
    "x = a[b:c]": ["x = a[:c]", "x = a[b:]"],
    "x = [a for a in b if c]": ["x = [a for a in b]"],
    "a(b)": ["pass"],
    "a.b = c": ["pass"],
    "a += b": ["pass", "a -= b"],
    "raise a": ["pass"],
    "assert a < 1": [],
    "x: Literal[1] = a": [],
    "if a:\n    b": ["if True:", "if False:", "pass"],
    "while a:\n    break": ["while False:", "pass"],
    "def f():\n    return a": ["return None"],
    "def f():\n    return None": [],
    "@f(1)\ndef g(a=2):\n    pass": ["def g(a=3):", "def g(a=1):"],
    "match a:\n    case 1 if b:\n        c\n    case _:\n        assert_never(a)": [
        "",  # without the case; its lines are in what was there before
        "case 1:",
        "case 2 if b:",
        "case 0 if b:",
        "pass",
    ],
}


@pytest.mark.parametrize("source", CHANGES)
def test_changes(source: str) -> None:
    assert [mutant.after for mutant in mutants("a.py", source)] == CHANGES[source]


def test_of_a_long_line_the_change_is_shown() -> None:
    [one, other] = mutants("a.py", f"x = [{'a' * 60}, {'b' * 60}, 7, {'c' * 60}]")
    assert one.before == f"…{'b' * 28}, 7, {'c' * 28}…"
    assert (one.after[29:33], other.after[29:33]) == (", 8,", ", 6,")


def test_what_was_there_before_is_put_back() -> None:
    """Every mutant differs from the source in its own lines alone."""
    source = "\n\n".join(CHANGES)
    for mutant in mutants("a.py", source):
        assert mutant.before != mutant.after
        assert all(line in ast.unparse(ast.parse(source)) for line in mutant.before.splitlines())


def test_a_mutant_is_compiled_as_it_was_described(tmp_path: Path) -> None:
    source = "LIMIT = 3\n\ndef low(a):\n    return a < LIMIT\n"
    (tmp_path / "a.py").write_text(source)
    limit, _, _, boundary = mutants("a.py", source)
    for mutant in (limit, boundary):
        module: dict[str, Any] = {}
        exec(mutated(tmp_path, mutant), module)
        assert module["low"](3)
    assert (limit.scope, limit.names) == ("", frozenset({"LIMIT"}))
    assert (boundary.scope, boundary.names) == ("low", frozenset())
    assert {mutant.names for mutant in mutants("a.py", "LOW, HIGH = 1, 2")} == {frozenset({"LOW", "HIGH"})}


def test_the_sample_is_always_the_same(tmp_path: Path) -> None:
    """A change in one file does not choose other mutants in another."""
    for name in "ab":
        (tmp_path / f"{name}.py").write_text("x = [1, 2, 3, 4, 5, 6, 7, 8]\n")
    config = Config(root=tmp_path, sources=("*.py",))
    found = all_mutants(config)
    chosen = sample(found, 10)
    assert len(chosen) == 10
    kept = [mutant for mutant in chosen if mutant.path == "b.py"]
    assert 0 < len(kept) < 10
    (tmp_path / "a.py").write_text("x = []\n")
    assert sample(all_mutants(config), len(kept)) == kept
    assert sample(found, None) == found
