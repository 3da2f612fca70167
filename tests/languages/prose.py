"""Prose that no catalogue can have: strings that people read, written outside `t`, `n`, `p` and `lazy`.

`python -m tests.languages.prose games/sprint bot/kernel` lists it. A string that only looks like prose has the comment
`# not prose` on its first line.
"""

import ast
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
FOLDERS = ("games", "bot/kernel", "bot/features", "bot/pictures", "adapters")
# what only operators and developers read
OPERATORS = re.compile(
    r"games/(testing/|plugins\.py|description\.py|rugby/cli\.py|scrumkin/(deck_files|deck|artwork)\.py|chance\.py|values\.py)"
    r"|adapters/(http\.py|\w+/doctor\.py|slack/install/|discord/gateway\.py)|.*/doctor\.py"
)
SAID_BY = {"t", "n", "p", "lazy", "lazy_p"}
# calls that no person at a table reads the arguments of
UNREAD = {
    "debug", "info", "warning", "error", "exception", "critical", "log", "Operation", "TypeVar", "compile", "search",
    "match", "fullmatch", "sub", "split", "findall", "finditer", "startswith", "endswith", "removeprefix", "removesuffix",
    "partition", "rpartition", "replace", "strip", "encode", "get", "getattr", "AssertionError", "TypeError", "KeyError",
    "RuntimeError", "AttributeError", "NotImplementedError", "StoreUnavailable", "RoomUnreachable", "RoomGone",
    "UnusablePlugin", "BrokenExport", "WorkerDied", "EOFError", "Literal", "start", "background", "job", "getLogger", "namedtuple", "cast", "field_validator", "Feature", "order", "TypeVar", "TypeAdapter",
}  # fmt: skip
MARKED = "# not prose"
_WORDS = re.compile(r"[^\W\d_]{2,}")
_LABEL = re.compile(r"[A-Z][a-zé’']+[….?!]?")


def is_prose(text: str) -> bool:
    """True for two words or more, or for one that begins like a label."""
    text = text.strip()
    if text.startswith(("http", "/", "--", "<", "#", ".", "SELECT", "INSERT", "UPDATE", "DELETE")):
        return False
    if _LABEL.fullmatch(text):
        return True
    spaced = [part for part in text.split() if _WORDS.search(part)]
    return len(spaced) > 1 or (bool(spaced) and " " in text)


class _Finder(ast.NodeVisitor):
    def __init__(self, lines: list[str]) -> None:
        self.lines = lines
        self.found: list[tuple[int, str]] = []

    def visit(self, node: ast.AST) -> None:
        match node:
            case ast.Expr(value=ast.Constant(value=str())):
                return  # a docstring
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)) if name in SAID_BY | UNREAD:
                if name in SAID_BY:  # what fills the holes is prose of its own
                    for keyword in node.keywords:
                        self.visit(keyword.value)
                return
            case ast.Compare() | ast.Assert() | ast.Subscript():
                for child in ast.iter_child_nodes(node):
                    if not isinstance(child, ast.Constant | ast.Set | ast.Tuple | ast.JoinedStr):
                        self.visit(child)
                return
            case ast.AnnAssign(value=value):
                if value is not None:
                    self.visit(value)
                return
            case ast.arg():
                return
            case (
                ast.FunctionDef(args=args, body=body, decorator_list=others)
                | ast.AsyncFunctionDef(args=args, body=body, decorator_list=others)
            ):
                for child in (*others, args, *body):
                    self.visit(child)
                return
            case ast.Raise(exc=ast.Call(func=ast.Name(id="ValueError"))):
                return
            case ast.Dict(keys=keys, values=values):
                for child in (*values, *(key for key in keys if key and not isinstance(key, ast.Constant))):
                    self.visit(child)
                return
            case ast.MatchValue():
                return
            case ast.JoinedStr(values=parts):
                self._look(node, "".join(str(part.value) if isinstance(part, ast.Constant) else "¤" for part in parts))
                for part in parts:
                    if isinstance(part, ast.FormattedValue):
                        self.visit(part.value)
                return
            case ast.Constant(value=str() as text):
                self._look(node, text)
                return
        self.generic_visit(node)

    def _look(self, node: ast.expr, text: str) -> None:
        if is_prose(text) and not any(MARKED in line for line in self.lines[node.lineno - 1 : node.end_lineno]):
            self.found.append((node.lineno, text))


def prose_in(source: str) -> list[tuple[int, str]]:
    """The lines with prose outside a catalogue, each with its text."""
    finder = _Finder(source.splitlines())
    finder.visit(ast.parse(source))
    return sorted(finder.found)


def modules(folders: Iterable[str] = FOLDERS) -> Iterator[Path]:
    for folder in folders:
        path = ROOT / folder
        for file in sorted(path.rglob("*.py")) if path.is_dir() else [path]:
            if not OPERATORS.match(file.relative_to(ROOT).as_posix()):
                yield file


def main() -> None:
    count = 0
    for file in modules(sys.argv[1:] or FOLDERS):
        for line, text in prose_in(file.read_text("utf-8")):
            count += 1
            print(f"{file.relative_to(ROOT)}:{line}: {text[:110]!r}")
    print(count, "found")


if __name__ == "__main__":
    main()
