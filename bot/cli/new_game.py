"""`scrum-table new-game`: write a game that works, with its tests, as a place to start from."""

import argparse
import keyword
import re
import sys
from collections.abc import Iterator, Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from bot.cli import Fault
from games import GAMES
from games.description import RESERVED

_SKELETON = "bot.cli.skeleton"
_PACKAGE = f"{_SKELETON}.mygame"
_NAME = re.compile("[a-z]{2,24}")
_LISTED = re.compile(r"^BUILT_IN = \{\n(?:    \"[a-z]+\": \"[A-Za-z]+\",\n)+", re.MULTILINE)
_IMPORTS = re.compile(r"(?:^from .+ import .+\n)+", re.MULTILINE)


def new_game(args: argparse.Namespace) -> int:
    name = _checked(args.name)
    if args.plugin is not None:
        _write_plugin(name, args.plugin)
    else:
        _write_built_in(name, Path.cwd())
    return 0


def _checked(name: str) -> str:
    """The name, if a game can have it; Fault says what is wrong with it."""
    if not _NAME.fullmatch(name):
        raise Fault(f"“{name[:40]}” can't be the name of a game: use 2 to 24 letters from a to z.")
    if keyword.iskeyword(name) or keyword.issoftkeyword(name):
        raise Fault(f"“{name}” is a word of Python: choose another name.")
    if name in GAMES:
        raise Fault(f"There is already a game called “{name}”: choose another name.")
    if name in RESERVED or name in {command.name for game in GAMES.values() for command in game.commands}:
        raise Fault(f"“{name}” is a command: choose another name.")
    if name in sys.stdlib_module_names or name == "mygame":
        raise Fault(f"“{name}” is taken: choose another name.")
    return name


# --- a game in a checkout ------------------------------------------------------------------------------------------


def _write_built_in(name: str, checkout: Path) -> None:
    registry, tests = checkout / "games" / "__init__.py", checkout / "tests" / "games"
    if not registry.is_file() or not tests.is_dir():
        raise Fault("This folder is not a checkout of Scrum Table: go to one, or write a plugin with --plugin DIR.")
    package, playthroughs = checkout / "games" / name, checkout / "tests" / "contract" / "playthroughs"
    _copy(name, f"games.{name}", {"mygame": package, "tests": tests / name}, {"playthroughs": playthroughs})
    print(f"Written: games/{name}/, tests/games/{name}/ and tests/contract/playthroughs/{name}.txt.")
    if _listed(registry, name):
        print("Added to BUILT_IN in games/__init__.py, so every platform has the game.")
    else:
        print(f"Add this line to BUILT_IN in games/__init__.py:\n    {_line(name)}")
    _say_next(
        {
            f"python -m pytest tests/games/{name}": "the contract suite",
            f"scrum-table simulate {name}": "automatic players play it",
            "scrum-table console": f"play it: new {name}",
            "make playthroughs": "after a change: write a game on file again, step by step",
        }
    )


def _line(name: str) -> str:
    return f'"{name}": "{name.capitalize()}",'


def _listed(registry: Path, name: str) -> bool:
    """Add the game to the list; False if the list doesn't look as we know it."""
    text = registry.read_text("utf-8")
    found = _LISTED.search(text)
    if found is None:
        return False
    registry.write_text(f"{text[: found.end()]}    {_line(name)}\n{text[found.end() :]}", "utf-8", newline="\n")
    return True


# --- a plugin ------------------------------------------------------------------------------------------------------


def _write_plugin(name: str, folder: Path) -> None:
    package = f"scrum_table_{name}"
    _copy(name, package, {"mygame": folder / package, "tests": folder / "tests"}, {"plugin": folder})
    print(f"Written: a plugin with the package {package}, in {folder}. Go there.")
    _say_next(
        {
            "python -m pytest": "the contract suite",
            "pip install --no-deps -e .": "from now on Scrum Table has the game",
            "scrum-table doctor": "lists it, or says what is wrong with it",
            f"scrum-table simulate {name}": "automatic players play it",
        }
    )


def _say_next(commands: Mapping[str, str]) -> None:
    width = max(map(len, commands))
    print("Next:", *(f"  {command:<{width}}  {what}" for command, what in commands.items()), sep="\n")
    print("Then make it your own: docs/new-game.md explains every part.")


# --- copying -------------------------------------------------------------------------------------------------------


def _copy(name: str, package: str, folders: dict[str, Path], shared: dict[str, Path] | None = None) -> None:
    """Copy parts of the skeleton, with the new names in them. Nothing that exists is overwritten."""
    source = files(_SKELETON)
    written = {
        target / path: _renamed(text, name, package)
        for part, target in ({**folders, **(shared or {})}).items()
        for path, text in _texts(source / part, name)
    }
    for path in (*folders.values(), *written):
        if path.exists():
            raise Fault(f"{path} exists already: choose another name or folder.")
    for path, text in written.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8", newline="\n")


def _texts(folder: Traversable, name: str) -> Iterator[tuple[Path, str]]:
    """The text of every file below a folder, by its path in it."""
    for each in folder.iterdir():
        if each.is_dir() and each.name != "__pycache__":
            yield from ((Path(each.name) / path, text) for path, text in _texts(each, name))
        elif each.is_file():
            yield Path(each.name.replace("mygame", name)), each.read_text("utf-8")


def _renamed(text: str, name: str, package: str) -> str:
    """Replace the longest names first: the package has the name in it."""
    for old, new in ((_PACKAGE, package), ("MyGame", name.capitalize()), ("My Game", name.capitalize())):
        text = text.replace(old, new)
    return _IMPORTS.sub(_sorted, text.replace("mygame", name))


def _sorted(imports: re.Match[str]) -> str:
    """Sort the imports again: the new package belongs elsewhere than ours."""
    return "".join(sorted(imports[0].splitlines(keepends=True), key=lambda line: line.split()[1]))
