"""What could be typed next: commands and their arguments, taken from the legal moves."""

from collections.abc import Mapping

from bot.commands.workshops.settings import suggested
from bot.live.table import LiveTable
from bot.messages import Person, Suggestion
from bot.table.buttons import available
from bot.table.catalogue import GROUPS, commands
from games import GAMES
from games.api import Command, Option, Parameter
from games.text import spell

MAX_SUGGESTIONS = 25  # Discord takes no more


def complete(
    live: LiveTable | None, person: Person, command: Command, parameter: Parameter, arguments: Mapping[str, str]
) -> list[Suggestion]:
    """Values for one argument that fit what was typed so far, of this argument and the others."""
    typed = arguments.get(parameter.name, "")
    if command.name == "workshop" and parameter.name == "settings":
        return _settings(arguments.get("game", ""), typed)[:MAX_SUGGESTIONS]
    if parameter.name == "options":
        game = live.standing.game.key if live and command.name == "options" else arguments.get("game", "")
        return _options(game, typed)[:MAX_SUGGESTIONS]
    found = _suggestions(live, person, command, parameter)
    needle = typed.casefold()
    unique = {one.value: one for one in found if needle in one.value.casefold() or needle in one.label.casefold()}
    return list(unique.values())[:MAX_SUGGESTIONS]


def complete_named(
    live: LiveTable | None, person: Person, command: str, parameter: str, arguments: Mapping[str, str]
) -> list[Suggestion]:
    """The same by name; nothing if this table has no such command."""
    found = next((each for each in commands(live.standing.game if live else None) if each.name == command), None)
    wanted = next((each for each in found.parameters if each.name == parameter), None) if found else None
    return complete(live, person, found, wanted, arguments) if found and wanted else []


def complete_line(live: LiveTable | None, person: Person, line: str) -> list[Suggestion]:
    """The same for the last word of a typed line."""
    words = line.removeprefix("/scrum").split()
    begun = words[-1] if words and not line.endswith(" ") else ""
    done = words[: len(words) - bool(begun)]
    done = done[1:] if done and done[0].lower() in GROUPS else done
    known = commands(live.standing.game if live else None)
    if not done:
        named = [Suggestion(command.name, command.description) for command in known]
        return [one for one in named if one.value.startswith(begun.lower())]
    command = next((command for command in known if command.name == done[0].lower()), None)
    position = len(done) - 1
    if command is not None and command.name in {"new", "options", "workshop"}:
        position = min(position, len(command.parameters) - 1)  # options follow each other
    if command is None or position >= len(command.parameters):
        return []
    names = [parameter.name for parameter in command.parameters]
    typed = dict(zip(names, done[1:], strict=False)) | {names[position]: begun}
    return complete(live, person, command, command.parameters[position], typed)


def _suggestions(live: LiveTable | None, person: Person, command: Command, parameter: Parameter) -> list[Suggestion]:
    if parameter.name == "game":
        return [Suggestion(game.key, game.title) for game in GAMES.values()]
    if command.name == "help":
        known = commands(live.standing.game if live else None)
        return [Suggestion(each.name, each.description) for each in known]
    if parameter.choices:
        return [Suggestion(choice, title) for choice, title in parameter.titled.items()]
    if command.name == "rules":
        return _topics(live)
    if live is None:
        return []
    if command.name == "bot" and parameter.name == "level":
        return [Suggestion(level, level) for level in (*live.standing.game.levels, "off")]
    if parameter.kind == "player":
        return [Suggestion(name, name) for name in live.names]
    return _from_moves(live, person, command, parameter)


def _options(key: str, typed: str) -> list[Suggestion]:
    """After the options already typed: those of the chosen game that are still missing."""
    games = [GAMES[key.lower()]] if key.lower() in GAMES else GAMES.values()
    before, space, begun = typed.rpartition(" ")
    named = {word.partition("=")[0] for word in before.split()}
    return [
        Suggestion(f"{before}{space}{option.name}={choice}", label)
        for game in games
        for option in game.options
        for choice, label in _values(option)
        if option.name not in named and begun.casefold() in f"{option.name}={choice} {label}".casefold()
    ]


def _settings(key: str, typed: str) -> list[Suggestion]:
    """The same for a workshop: its own settings come first."""
    before, space, begun = typed.rpartition(" ")
    named = {word.partition("=")[0] for word in before.split()}
    own = [
        Suggestion(f"{before}{space}{one.value}", one.label)
        for name, one in suggested()
        if name not in named and begun.casefold() in f"{one.value} {one.label}".casefold()
    ]
    return [*own, *_options(key, typed)]


def _values(option: Option) -> list[tuple[str, str]]:
    """Values that an option could have, each with what people read. A number that may be unset is theirs to type."""
    if option.unset:
        return [("", f"{option.description}, {option.minimum} to {option.maximum}")]
    if option.titles:
        return [(choice, f"{title}. {option.description}") for choice, title in option.titled.items()]
    return [(str(choice), option.description) for choice in option.choices or (option.default,)]


def _topics(live: LiveTable | None) -> list[Suggestion]:
    """Paragraphs of the rules; without a table those of every game, the games themselves first."""
    if live is not None:
        return [Suggestion(topic.key, topic.title) for topic in live.standing.game.rules]
    whole = [Suggestion(game.key, game.title) for game in GAMES.values()]
    parts = [(game, topic) for game in GAMES.values() for topic in game.rules]
    return [*whole, *(Suggestion(f"{game.key} {topic.key}", f"{game.title}: {topic.title}") for game, topic in parts)]


def _from_moves(live: LiveTable, person: Person, command: Command, parameter: Parameter) -> list[Suggestion]:
    seat = live.seat_of(person)
    if seat is None or not live.standing.playing:
        return []
    return [
        Suggestion(phrase.arguments[parameter.name], spell(phrase.label, live.names.__getitem__))
        for phrase in available(live.standing, seat)
        if phrase.command == command.name and phrase.arguments.get(parameter.name) and parameter.name != phrase.asks
    ]
