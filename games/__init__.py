"""Scrum Table's games: the built-in ones, one line each, and those of installed plugins."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from games.language import add_catalogues

if TYPE_CHECKING:
    from games.contract import AnyGame

BUILT_IN = {
    "sprint": "Sprint",
    "scrumkin": "Scrumkin",
    "rugby": "Rugby",
    "retro": "Retro",
}

for _key in BUILT_IN:
    add_catalogues(f"games.{_key}")

GAMES: "dict[str, AnyGame]"

if not TYPE_CHECKING:  # a type checker should still notice a misspelt name

    def __getattr__(name: str) -> Any:
        """Load the games when `GAMES` is first accessed: a game, or a plugin, imports this package to be defined."""
        if name != "GAMES":
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return _loaded()


def _loaded() -> "dict[str, AnyGame]":
    games: dict[str, AnyGame] = {}
    globals()["GAMES"] = games  # before the plugins: one that asks for GAMES gets the same dictionary, not a loop
    for key, class_name in BUILT_IN.items():
        games[key] = getattr(import_module(f"games.{key}"), class_name)()
    plugins = import_module("games.plugins")
    plugins.add_games(games)
    return games
