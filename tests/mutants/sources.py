"""Every mutant of a source file, in a fixed order, and the code that is compiled from it."""

import ast
import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from difflib import ndiff
from itertools import islice, takewhile
from pathlib import Path
from types import CodeType
from typing import Any

from tests.mutants.operators import variants

# types and decorators say what holds anyway; a mutant there would show nothing
_SKIPPED = {
    ("AnnAssign", "annotation"),
    ("arg", "annotation"),
    ("FunctionDef", "returns"),
    ("FunctionDef", "decorator_list"),
    ("AsyncFunctionDef", "returns"),
    ("AsyncFunctionDef", "decorator_list"),
    ("ClassDef", "decorator_list"),
    ("ClassDef", "bases"),
    ("ClassDef", "keywords"),
    ("Subscript", "ctx"),
    ("JoinedStr", "values"),
}
WIDTH = 100  # of a line that is shown whole
AROUND = 30  # letters that are shown before and after the change in a longer one


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change of one file."""

    path: str
    number: int  # of all mutants of the file
    line: int
    scope: str  # the function, with its classes; of a constant, what it is a part of
    before: str  # the lines that differ, as Python writes them itself
    after: str
    names: frozenset[str] = frozenset()  # bound when the module is imported; empty: the change is inside a function

    @property
    def key(self) -> tuple[str, str, str, str]:
        """What it is recognised by: no line number, so that it lasts."""
        return self.path, self.scope, self.before, self.after

    @property
    def order(self) -> str:
        """Sorted by this, the first so many are a sample: a change elsewhere in the code does not reshuffle it."""
        return hashlib.sha256("\n".join(("mutants", *self.key)).encode()).hexdigest()

    @property
    def function(self) -> str:
        return f"{self.path}::{self.scope}"

    @property
    def package(self) -> str:
        return self.path.rpartition("/")[0]

    def __str__(self) -> str:
        lines = [
            *(f"- {line}" for line in self.before.splitlines()),
            *(f"+ {line}" for line in self.after.splitlines()),
        ]
        return "\n".join([f"{self.path}:{self.line} {self.scope}", *(f"  {line}" for line in lines)])


@dataclass(frozen=True, slots=True)
class _Place:
    """Where in the tree we are."""

    statement: ast.stmt | None = None
    scope: tuple[str, ...] = ()
    names: frozenset[str] = frozenset()
    running: bool = False  # inside a function: not when the module is imported


def mutants(path: str, source: str) -> list[Mutant]:
    return [replace(mutant, number=number) for number, mutant in enumerate(_changes(path, ast.parse(source)))]


def mutated(root: Path, mutant: Mutant) -> CodeType:
    """The whole module with this one change."""
    tree = ast.parse((root / mutant.path).read_text())
    next(islice(_changes(mutant.path, tree), mutant.number, None))
    return compile(ast.fix_missing_locations(tree), str(root / mutant.path), "exec", dont_inherit=True)


def _changes(path: str, tree: ast.Module) -> Iterator[Mutant]:
    """The tree is changed while a mutant is looked at, and as it was afterwards."""
    for parent, field, index, node, place in _nodes(tree, _Place()):
        for variant in variants(node):
            yield from _change(path, (parent, field, index), (node, variant), place)


def _change(
    path: str, where: tuple[ast.AST, str, int | None], what: tuple[ast.AST, ast.AST], place: _Place
) -> Iterator[Mutant]:
    node, variant = what
    shown = place.statement
    before = ast.unparse(node if shown is None else shown)
    _put(*where, variant)
    after = ast.unparse(variant if shown is None or shown is node else shown)
    before, after = _different(before, after)
    names = frozenset() if place.running else place.names
    line = node.lineno if isinstance(node, ast.stmt | ast.expr) else getattr(place.statement, "lineno", 0)
    yield Mutant(path, 0, line, ".".join(place.scope), before, after, names)
    _put(*where, node)


def _put(parent: ast.AST, field: str, index: int | None, node: ast.AST) -> None:
    if index is None:
        setattr(parent, field, node)
    else:
        getattr(parent, field)[index] = node


def _different(before: str, after: str) -> tuple[str, str]:
    """The lines that are different; of long ones only the letters around the change."""
    lines = list(ndiff(before.splitlines(), after.splitlines()))
    old, new = (
        "\n".join(line[2:].strip() for line in lines if line.startswith(sign) and line[2:].strip()) for sign in "-+"
    )
    if max(len(old), len(new)) <= WIDTH or "\n" in old + new:
        return old, new
    start = _alike(old, new)
    end = min(_alike(old[::-1], new[::-1]), len(old) - start, len(new) - start)
    return _around(old, start, len(old) - end), _around(new, start, len(new) - end)


def _alike(one: str, other: str) -> int:
    """How many letters they have in common at the beginning."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def _around(line: str, start: int, end: int) -> str:
    left, right = max(0, start - AROUND), min(len(line), end + AROUND)
    return "…" * (left > 0) + line[left:right] + "…" * (right < len(line))


def _nodes(parent: ast.AST, place: _Place) -> Iterator[tuple[ast.AST, str, int | None, ast.AST, _Place]]:
    """Every node that may be changed: its parent, the field and index that it has there, and where that is."""
    for field, value in ast.iter_fields(parent):
        if (type(parent).__name__, field) in _SKIPPED:
            continue
        for index, node in enumerate(value) if isinstance(value, list) else [(None, value)]:
            if isinstance(node, ast.AST) and not _says_what_holds(node, place):
                here = _at(node, _inside(parent, field, place))
                yield parent, field, index, node, here
                yield from _nodes(node, here)


def _says_what_holds(node: ast.AST, place: _Place) -> bool:
    """An assertion of some kind, or a union of types."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        return not place.running
    return isinstance(node, ast.Assert) or (isinstance(node, ast.keyword) and node.arg == "strict")


def _inside(parent: ast.AST, field: str, place: _Place) -> _Place:
    if isinstance(parent, ast.FunctionDef | ast.AsyncFunctionDef) and field == "body" and not place.running:
        return replace(place, running=True)
    return place


def _at(node: ast.AST, place: _Place) -> _Place:
    if isinstance(node, ast.stmt):
        place = replace(place, statement=node)
    if place.running:
        return place
    bound = _bound(node)
    named = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
    scope = (*place.scope, *bound) if named else place.scope
    return replace(place, scope=scope, names=place.names | set(bound))


def _bound(node: Any) -> list[str]:
    match node:
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
            return [node.name]
        case ast.Assign():
            names = [name for target in node.targets for name in ast.walk(target)]
            return [name.id for name in names if isinstance(name, ast.Name)]
        case ast.AnnAssign(target=ast.Name(id=name)):
            return [name]
        case _:
            return []
