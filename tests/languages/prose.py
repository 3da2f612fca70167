"""Prose that no catalogue can have: strings that people read, written outside `t`, `n`, `p` and `lazy`.

`python -m tests.languages.prose games/sprint bot/kernel` lists it. A string that only looks like prose has the comment
`# not prose` on one of its lines.
"""

import ast
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
FOLDERS = ("games", "bot/kernel", "bot/features", "bot/pictures", "bot/cli/skeleton/mygame", "adapters")
# what only operators and developers read
OPERATORS = re.compile(
    r"games/(__init__\.py|testing/|plugins\.py|description\.py|rugby/cli\.py|scrumkin/(deck_files|deck|pictures/artwork)\.py|chance\.py|values\.py)"
    r"|adapters/(http|outside|tokens|slack/web_api|slack/identifiers|slack/outgoing/(budget|calls)|discord/gateway)\.py"
    r"|adapters/slack/(install/|incoming/workflow_step\.py)|.*/doctor\.py"
    r"|adapters/teams/(adapter|package|tokens|incoming/verification|outgoing/(addresses|budget|connector))\.py"
)
SAID_BY = frozenset({"t", "n", "p", "lazy", "lazy_p"})
# calls of which nobody at a table reads the arguments
UNREAD = re.compile(
    r"debug|info|warning|error|exception|critical|log|getLogger|Operation|start|background|job|Feature|order"
    r"|TypeVar|TypeAdapter|Literal|cast|namedtuple|field_validator|getattr"
    r"|compile|search|match|fullmatch|sub|split|findall|finditer|startswith|endswith|removeprefix|removesuffix"
    r"|r?partition|replace|strip|encode|get"
    r"|once_reachable|(Assertion|Type|Key|Lookup|Runtime|Attribute|NotImplemented|EOF)Error|StoreUnavailable|RoomUnreachable|RoomGone"
    r"|UnusablePlugin|BrokenExport|WorkerDied"
)
# what a card of a chat is made of, and how that looks: `{"type": "Container", "spacing": "Small"}`
KEYWORDS = frozenset({"type", "size", "spacing", "style", "weight", "width", "fontType"})
MARKED = "# not prose"
_HOLE = "¤"
_WORDS = re.compile(r"[^\W\d_]{2,}")
_LABEL = re.compile(r"[A-Z][a-zé’']+[….?!]?")
_CODE = ("http", "/", "--", "<", "#", ".", "SELECT", "INSERT", "UPDATE", "DELETE")


def is_prose(text: str) -> bool:
    """True for two words or more, for one beside a hole, and for one that begins like a label."""
    text = text.strip()
    if text.startswith(_CODE):
        return False
    if _LABEL.fullmatch(text):
        return True
    spaced = [part for part in text.split() if _WORDS.search(part)]
    return len(spaced) > 1 or (bool(spaced) and " " in text)


class _Finder(ast.NodeVisitor):
    def __init__(self, lines: list[str]) -> None:
        self.lines = lines
        self.found: list[tuple[int, str]] = []

    def _visit_all(self, nodes: Iterable[ast.AST | None]) -> None:
        for node in nodes:
            if node is not None:
                self.visit(node)

    def visit_Expr(self, node: ast.Expr) -> None:
        if not isinstance(node.value, ast.Constant):  # else it is a docstring
            self.visit(node.value)

    def visit_Call(self, node: ast.Call) -> None:
        name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
        if name in SAID_BY:  # what fills the holes is prose of its own
            self._visit_all(keyword.value for keyword in node.keywords)
        elif not UNREAD.fullmatch(name):
            self.generic_visit(node)

    def visit_Raise(self, node: ast.Raise) -> None:
        if not (isinstance(node.exc, ast.Call) and getattr(node.exc.func, "id", "") == "ValueError"):
            self.generic_visit(node)

    def visit_Compare(self, node: ast.AST) -> None:
        unread = ast.Constant | ast.Set | ast.Tuple | ast.JoinedStr
        self._visit_all(child for child in ast.iter_child_nodes(node) if not isinstance(child, unread))

    visit_Assert = visit_Subscript = visit_Compare  # noqa: N815  ast names them

    def visit_Dict(self, node: ast.Dict) -> None:
        for key, each in zip(node.keys, node.values, strict=True):
            if not isinstance(key, ast.Constant):
                self._visit_all([key, each])
            elif key.value not in KEYWORDS:
                self.visit(each)

    def visit_MatchValue(self, node: ast.MatchValue) -> None:
        pass

    def visit_arg(self, node: ast.arg) -> None:
        pass  # its annotation

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        self._visit_all([node.value])

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        self._visit_all((*node.decorator_list, node.args, *node.body))

    visit_AsyncFunctionDef = visit_FunctionDef  # noqa: N815  ast names it

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        self._look(node, "".join(str(part.value) if isinstance(part, ast.Constant) else _HOLE for part in node.values))
        self._visit_all(part.value for part in node.values if isinstance(part, ast.FormattedValue))

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, str):
            self._look(node, node.value)

    def _look(self, node: ast.expr, text: str) -> None:
        if is_prose(text) and not any(MARKED in line for line in self.lines[node.lineno - 1 : node.end_lineno]):
            self.found.append((node.lineno, text))


def prose_in(source: str) -> list[tuple[int, str]]:
    """The lines with prose outside a catalogue, each with its text."""
    finder = _Finder(source.splitlines())
    finder.visit(ast.parse(source))
    return sorted(finder.found)


def modules(folders: Iterable[str] = FOLDERS) -> Iterator[Path]:
    """The modules in which people's texts can be."""
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
