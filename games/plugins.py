"""Games, Scrumkin decks and retro formats of others, found through the entry points of installed packages.

A plugin is code that runs with all the rights of the program: install only what you trust. A plugin that cannot be
used is left out, and `found` says why; nothing that it does while it is loaded stops the program.
"""

import sys
from collections.abc import Callable, Collection, Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any, TypeVar

from games.chance import SEED_BYTES, Chance
from games.contract import CONTRACT_VERSION, AnyGame, defaults, replay
from games.description import problems
from games.language import add_catalogues
from games.text import clean
from games.values import replace, value

GAMES_GROUP = "scrum_table.games"
DECKS_GROUP = "scrum_table.decks"
FORMATS_GROUP = "scrum_table.retro_formats"
_FAULT_LIMIT = 300  # characters of a reason

T = TypeVar("T")


@value
class Plugin:
    """An entry point of an installed package, and the reason if it is left out."""

    group: str
    name: str
    origin: str  # the package and its version
    fault: str = ""

    def __str__(self) -> str:
        return f"{self.name} ({self.group}, from {self.origin})"


@value
class Pack:
    """A Scrumkin deck or retro formats: TOML in the form of the built-in file."""

    contract: int  # the version of the contract that it was written for
    toml: str


class UnusablePlugin(Exception):
    """A plugin that cannot be used: a sentence for the operator."""


_FOUND: dict[tuple[str, str, str], Plugin] = {}


def found() -> tuple[Plugin, ...]:
    """Every plugin examined so far."""
    return tuple(_FOUND.values())


def add_games(games: dict[str, AnyGame]) -> None:
    """Add the games of plugins to the built-in ones, which no plugin can replace."""

    def add(name: str, loaded: Any) -> None:
        game = loaded() if isinstance(loaded, type) else loaded
        _check_version(getattr(game, "contract", None))
        _check_game(name, game, games)
        games[name] = game
        add_catalogues(sys.modules[type(game).__module__].__package__ or "")

    load(GAMES_GROUP, add)


def load_packs(group: str, accept: Callable[[str, str], T]) -> dict[str, T]:
    """The results of `accept(name, TOML)` for each plugin; UnusablePlugin or ValueError leaves it out."""

    def read(name: str, loaded: Any) -> T:
        if not isinstance(loaded, Pack):
            raise UnusablePlugin("It is not a games.plugins.Pack.")
        _check_version(loaded.contract)
        return accept(name, loaded.toml)

    return load(group, read)


def load(group: str, accept: Callable[[str, Any], T]) -> dict[str, T]:
    """The results of `accept` for every plugin in the group, by name; those that fail are left out."""
    usable: dict[str, T] = {}
    for entry in sorted(_installed().select(group=group), key=lambda entry: entry.name):
        plugin = Plugin(group, entry.name, _origin(entry))
        try:
            _check_name(entry.name, usable)
            usable[entry.name] = accept(entry.name, entry.load())
        except (UnusablePlugin, ValueError) as fault:
            plugin = replace(plugin, fault=clean(str(fault), _FAULT_LIMIT))
        except (Exception, SystemExit) as fault:  # noqa: BLE001  the code of others may raise anything
            plugin = replace(plugin, fault=clean(f"{type(fault).__name__}: {fault}", _FAULT_LIMIT))
        _FOUND[group, plugin.name, plugin.origin] = plugin
    return usable


@cache
def _installed() -> Any:
    """All entry points, read once, as this looks into every package. Python 3.11 and 3.12 type `select` differently."""
    return entry_points()


def _check_name(name: str, usable: Collection[str]) -> None:
    if name in usable:
        raise UnusablePlugin("Another plugin has this name.")


def _origin(entry: EntryPoint) -> str:
    return f"{entry.dist.name} {entry.dist.version}" if entry.dist else "an unknown package"


def _check_version(stated: object) -> None:
    if stated != CONTRACT_VERSION:
        raise UnusablePlugin(
            f"It states contract version {stated!r}; this program has version {CONTRACT_VERSION}. "
            "Install a version of the plugin that fits."
        )


def _check_game(name: str, game: AnyGame, known: Mapping[str, AnyGame]) -> None:
    """Refuse what would get in the way of other games, then play the opening."""
    for problem in problems(game):
        raise UnusablePlugin(problem)
    if game.key != name:
        raise UnusablePlugin(f"The entry point is called {name!r}, but the game's key is {game.key!r}.")
    if name in known:
        raise UnusablePlugin(f"There is already a game with the key {name!r}.")
    if taken := {name} & {command.name for other in known.values() for command in other.commands}:
        raise UnusablePlugin(f"Another game has a command called {taken.pop()!r}.")
    if taken := {name, *known} & {command.name for command in game.commands}:
        raise UnusablePlugin(f"The command {taken.pop()!r} has the name of a game.")
    _play_opening(game)


def _play_opening(game: AnyGame) -> None:
    """Play what every table needs at once; the contract suite (`games.testing`) tests the rest."""
    seats = game.seats[0]
    state = replay(game, game.start(seats, defaults(game), Chance(bytes(SEED_BYTES))))
    for viewer in (None, *range(seats)):
        view = game.view(state, viewer)
        drawing = game.board(view, [f"Player {seat + 1}" for seat in range(seats)])
        if not (game.prompt(view) and drawing.text and drawing.alt):
            raise UnusablePlugin("Its prompt, its text board or its alt text is empty at the start.")
    awaited = game.awaits(state)
    if not awaited or not all(game.moves(state, seat) for seat in awaited):
        raise UnusablePlugin("Nobody has a move at the start.")
    for seat in awaited:
        for move in game.moves(state, seat):
            game.phrase(state, seat, move)
