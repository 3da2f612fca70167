"""What can be changed in one node of a syntax tree, one small change at a time."""

import ast
import copy
from collections.abc import Callable, Iterator
from typing import Any, TypeVar, cast

Node = TypeVar("Node", bound=ast.AST)

_OPPOSITE: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.Pow: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}
_TWINS = {"min": "max", "max": "min", "any": "all", "all": "any"}
_FOLDS = {"replace"}  # dataclasses.replace: each keyword is a change of the state
_GUARDS = {"assert_never"}


def variants(node: ast.AST) -> Iterator[ast.AST]:
    """Nodes that may stand in the place of this one; each is a mutant."""
    vary = _VARIANTS.get(type(node))
    return iter(()) if vary is None else vary(node)


def changed(node: Node, **fields: Any) -> Node:
    other = copy.copy(node)
    for name, value in fields.items():
        setattr(other, name, value)
    return other


def _opposite(operator: ast.AST) -> Any:
    return _OPPOSITE[type(operator)]()


def _without(items: list[Any], index: int) -> list[Any]:
    return [*items[:index], *items[index + 1 :]]


# --- expressions ---------------------------------------------------------------------------------------------------


def _compare(node: ast.Compare) -> Iterator[ast.AST]:
    for index, operator in enumerate(node.ops):
        yield changed(node, ops=[*node.ops[:index], _opposite(operator), *node.ops[index + 1 :]])
        listed = node.comparators[index]
        if isinstance(operator, ast.In | ast.NotIn) and isinstance(listed, ast.Set | ast.Tuple | ast.List):
            for place in range(len(listed.elts) if len(listed.elts) > 1 else 0):
                fewer = changed(listed, elts=_without(listed.elts, place))
                yield changed(node, comparators=[*node.comparators[:index], fewer, *node.comparators[index + 1 :]])


def _logic(node: ast.BoolOp) -> Iterator[ast.AST]:
    yield changed(node, op=_opposite(node.op))
    for index in range(len(node.values)):
        rest = _without(node.values, index)
        yield changed(node, values=rest) if len(rest) > 1 else rest[0]


def _unary(node: ast.UnaryOp) -> Iterator[ast.AST]:
    if isinstance(node.op, ast.Not | ast.USub):
        yield node.operand


def _binary(node: ast.BinOp) -> Iterator[ast.AST]:
    if isinstance(node.op, ast.BitOr):  # a union of types, sets or mappings
        yield from (node.left, node.right)
    elif type(node.op) in _OPPOSITE:
        yield changed(node, op=_opposite(node.op))


def _constant(node: ast.Constant) -> Iterator[ast.AST]:
    if isinstance(node.value, bool):
        yield changed(node, value=not node.value)
    elif isinstance(node.value, int):
        yield changed(node, value=node.value + 1)
        yield changed(node, value=node.value - 1) if node.value else ast.UnaryOp(ast.USub(), changed(node, value=1))
    elif isinstance(node.value, float):
        yield changed(node, value=node.value + 1)


def _choice(node: ast.IfExp) -> Iterator[ast.AST]:
    yield from (node.body, node.orelse)


def _call(node: ast.Call) -> Iterator[ast.AST]:
    if isinstance(node.func, ast.Name) and node.func.id in _TWINS:
        yield changed(node, func=changed(node.func, id=_TWINS[node.func.id]))
    if isinstance(node.func, ast.Name) and node.func.id in _FOLDS:
        for index in range(len(node.keywords)):
            yield changed(node, keywords=_without(node.keywords, index))


def _slice(node: ast.Slice) -> Iterator[ast.AST]:
    for bound in ("lower", "upper"):
        if getattr(node, bound) is not None:
            yield changed(node, **{bound: None})


def _comprehension(node: ast.comprehension) -> Iterator[ast.AST]:
    for index in range(len(node.ifs)):
        yield changed(node, ifs=_without(node.ifs, index))


# --- statements ----------------------------------------------------------------------------------------------------


def _removed(node: ast.stmt) -> Iterator[ast.AST]:
    yield ast.copy_location(ast.Pass(), node)


def _expression(node: ast.Expr) -> Iterator[ast.AST]:
    if not isinstance(node.value, ast.Constant | ast.Yield | ast.YieldFrom) and not _is_guard(node):
        yield from _removed(node)


def _assignment(node: ast.Assign) -> Iterator[ast.AST]:
    """An assignment to a name is not removed: the next use would fail, whatever the tests look at."""
    if any(isinstance(target, ast.Attribute | ast.Subscript) for target in node.targets):
        yield from _removed(node)


def _augmented(node: ast.AugAssign) -> Iterator[ast.AST]:
    yield from _removed(node)
    if type(node.op) in _OPPOSITE:
        yield changed(node, op=_opposite(node.op))


def _return(node: ast.Return) -> Iterator[ast.AST]:
    if node.value is not None and not isinstance(node.value, ast.Constant):
        yield changed(node, value=ast.copy_location(ast.Constant(None), node.value))


def _condition(node: ast.If) -> Iterator[ast.AST]:
    for value in (True, False):
        yield changed(node, test=ast.copy_location(ast.Constant(value), node.test))


def _loop(node: ast.While) -> Iterator[ast.AST]:
    yield changed(node, test=ast.copy_location(ast.Constant(value=False), node.test))


def _match(node: ast.Match) -> Iterator[ast.AST]:
    for index, case in enumerate(node.cases):
        if len(node.cases) > 1 and not all(_is_guard(statement) for statement in case.body):
            yield changed(node, cases=_without(node.cases, index))


def _case(node: ast.match_case) -> Iterator[ast.AST]:
    if node.guard is not None:
        yield changed(node, guard=None)


def _is_guard(statement: ast.stmt) -> bool:
    """A statement that types keep from being reached, or one that does nothing."""
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
        called = statement.value.func
        return isinstance(called, ast.Name) and called.id in _GUARDS
    return isinstance(statement, ast.Pass)


_Vary = Callable[[Any], Iterator[ast.AST]]
_VARIANTS = cast(
    "dict[type[ast.AST], _Vary]",
    {
        ast.Compare: _compare,
        ast.BoolOp: _logic,
        ast.UnaryOp: _unary,
        ast.BinOp: _binary,
        ast.Constant: _constant,
        ast.IfExp: _choice,
        ast.Call: _call,
        ast.Slice: _slice,
        ast.comprehension: _comprehension,
        ast.Expr: _expression,
        ast.Raise: _removed,
        ast.Break: _removed,
        ast.Continue: _removed,
        ast.Assign: _assignment,
        ast.AugAssign: _augmented,
        ast.Return: _return,
        ast.If: _condition,
        ast.While: _loop,
        ast.Match: _match,
        ast.match_case: _case,
    },
)
