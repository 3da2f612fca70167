"""Puts a module of the pages and everything it imports into one file, so that a browser needs one request.

The first module stays as it is, and may wait at its top level. Each module that it imports becomes a function that
returns what it exports. This understands what our modules use: named imports by relative path, and `export` before a
function, a class or a constant.
"""

import re
from pathlib import Path

_IMPORT = re.compile(r'^import (?:\{([^}]*)\} from )?"(\.[^"]+)";$', re.MULTILINE)
_EXPORT = re.compile(r"^export ((?:async )?(?:function|class|const) (\w+))", re.MULTILINE)
_OTHER = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)


def bundle(entry: Path) -> str:
    """The module at this path with all that it imports."""
    order: list[Path] = []
    _visit(entry.resolve(), order, ())
    names = {path: f"$module{number}" for number, path in enumerate(order)}
    *imported, last = order
    return "".join([*(_wrapped(path, names) for path in imported), _plain(last, names)])


def _visit(path: Path, order: list[Path], importers: tuple[Path, ...]) -> None:
    """Add the module after those that it imports."""
    if path in importers:
        raise ValueError(f"{path.name} imports itself, by way of {importers[-1].name}")
    if path in order:
        return
    for found in _IMPORT.finditer(path.read_text("utf-8")):
        _visit((path.parent / found[2]).resolve(), order, (*importers, path))
    order.append(path)


def _plain(path: Path, names: dict[Path, str]) -> str:
    """The module with its imports taken from the functions of the others."""

    def imported(found: re.Match[str]) -> str:
        wanted = (found[1] or "").replace(" as ", ": ")
        return f"const {{{wanted}}} = {names[(path.parent / found[2]).resolve()]};"

    source = _EXPORT.sub(r"\1", _IMPORT.sub(imported, path.read_text("utf-8")))
    if other := _OTHER.search(source):
        raise ValueError(f"{path.name}: can't bundle “{other[0]}”")
    return f"// {path.name}\n{source}\n"


def _wrapped(path: Path, names: dict[Path, str]) -> str:
    exported = ", ".join(found[2] for found in _EXPORT.finditer(path.read_text("utf-8")))
    return f"const {names[path]} = (() => {{\n{_plain(path, names)}return {{ {exported} }};\n}})();\n"
