"""What is wrong with installed plugins."""

from games import GAMES, plugins
from games.plugins import Plugin
from games.scrumkin import deck_files


def broken_plugins() -> list[Plugin]:
    """The installed plugins that cannot be used. Games and formats are loaded with GAMES; decks are loaded here."""
    assert GAMES
    deck_files.plugin_decks()
    return [plugin for plugin in plugins.found() if plugin.fault]
