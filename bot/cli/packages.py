"""Our packages have names that other projects on the public index have, too, and pip lets one overwrite another."""

from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from pathlib import Path

PACKAGES = ("adapters", "bot", "games", "storage")
_HERE = Path(__file__).parents[2]
_MARK = b'"""Scrum Table'  # how the docstring of each of them begins


def foreign_package() -> str:
    """A sentence about a package that isn't ours; empty if all of them are. None of them is imported."""
    for name in PACKAGES:
        spec = find_spec(name)
        file = Path(spec.origin) if spec is not None and spec.origin else None
        if spec is None or file != _HERE / name / "__init__.py" or not _is_marked(spec):
            where = file.parent if file else _HERE / name
            return (
                f"{where} isn't this Scrum Table's package “{name}” but another one of this name, so install "
                "Scrum Table in an environment of its own, with uvx or pipx (docs/deployment.md)."
            )
    return ""


def _is_marked(spec: ModuleSpec) -> bool:
    """Asks the loader: the packages may be in a zipped wheel."""
    data: bytes = getattr(spec.loader, "get_data")(spec.origin)  # noqa: B009  loaders of files and of zips have it
    return data.startswith(_MARK)
