"""The command catalogue as one Discord command, `/scrum`, and what an invocation of it means."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from bot.messages import Called
from bot.table.catalogue import TABLE_COMMANDS, everything
from games.api import AnyGame, Command, Parameter
from games.text import shortened

ROOT = "scrum"
MOST = 25  # subcommands, options and choices on each level
DESCRIPTION_LIMIT = 100
GAMES = {game.key: game.title for game, _ in everything() if game is not None}
GROUPS = {"table": "The table itself: what is needed now and then", "me": "What concerns you alone", **GAMES}
STAYS = frozenset({"new", "join", "rules", "help"})  # however full it gets: this is where people look first

# Discord's numbers for kinds of options
SUBCOMMAND, SUBCOMMAND_GROUP, STRING, INTEGER = 1, 2, 3, 4
GUILD, BOT_DM = 0, 1  # where the command can be used
GUILD_INSTALL = 0

Payload = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Invoked:
    """Which command was given with which words, and the word that is being typed while Discord asks for completions."""

    command: str
    arguments: Mapping[str, str]
    focused: str = ""
    group: str = ""  # in which it stands


@dataclass(frozen=True, slots=True)
class Entry:
    """A command of the catalogue; games that have one of the same name share it where they stand side by side."""

    name: str
    group: str
    variants: tuple[Command, ...]

    @property
    def path(self) -> str:
        return f"{self.group} {self.name}".lstrip()

    def takes(self, word: str) -> bool:
        """Whether a line with this word behind the command can mean it: `2`, `<topic>` or nothing."""
        first = [command.parameters[0] for command in self.variants if command.parameters]
        if not word or not first:
            return not word
        named = any(parameter.name == word.strip("<>[]") for parameter in first)
        return named or any(word in parameter.choices or not parameter.choices for parameter in first)


# --- building ------------------------------------------------------------------------------------------------------


@cache
def entries() -> dict[str, Entry]:
    """Every command by its path, each where it fits: at most 25 stand directly under /scrum.

    First the table's own commands make room, then whole games, the last of the list first: each into its own group.
    """
    found: dict[str, Entry] = {}
    for games_in_groups in range(len(GAMES) + 1):
        apart = frozenset([*GAMES][len(GAMES) - games_in_groups :])
        for moved in _fewest_first():
            found = _arranged(apart, moved)
            if len(_top_level(found)) <= MOST:
                return found
    return found


def _fewest_first() -> list[frozenset[str]]:
    """Which of the table's own commands could leave the top level: none, the last one, the last two …"""
    movable = [command.name for command in TABLE_COMMANDS if not command.group and command.name not in STAYS]
    return [frozenset(movable[len(movable) - count :]) for count in range(len(movable) + 1)]


def _arranged(apart: frozenset[str], moved: frozenset[str]) -> dict[str, Entry]:
    found: dict[str, Entry] = {}
    for game, command in everything():
        entry = Entry(command.name, _group(game, command, apart, moved), (command,))
        known = found.get(entry.path)
        found[entry.path] = replace(known, variants=(*known.variants, command)) if known else entry
    return found


def _group(game: AnyGame | None, command: Command, apart: frozenset[str], moved: frozenset[str]) -> str:
    if game is not None:
        return game.key if game.key in apart else command.group
    return "table" if command.name in moved else command.group


def _top_level(found: Mapping[str, Entry]) -> set[str]:
    return {entry.group or entry.name for entry in found.values()}


@cache
def discreet(name: str) -> bool:
    """Whether the words of a command may be a secret: a vote, a card."""
    return any(
        game is not None and game.hidden and command.parameters
        for game, command in everything()
        if command.name == name
    )


def path(line: str) -> str:
    """How a line is typed on Discord: `table end`, `retro vote 2`."""
    name, space, rest = line.partition(" ")
    places = [entry for entry in entries().values() if entry.name == name]
    fitting = [entry for entry in places if entry.takes(rest.partition(" ")[0])] or places
    return f"{fitting[0].path if fitting else name}{space}{rest}"


@cache
def command_tree() -> Payload:
    known = entries().values()
    options = [_subcommand(entry) for entry in known if not entry.group]
    for group, description in GROUPS.items():
        inside = [_subcommand(entry) for entry in known if entry.group == group]
        if inside:
            options.append({"type": SUBCOMMAND_GROUP, "name": group, "description": description, "options": inside})
    return {
        "type": 1,
        "name": ROOT,
        "description": "Scrum games in this channel",
        "options": options,
        "contexts": [GUILD, BOT_DM],
        "integration_types": [GUILD_INSTALL],
    }


def _subcommand(entry: Entry) -> Payload:
    """Discord wants what is required first; the catalogue tells the words apart by their names."""
    found = [_option(entry, name) for name in _parameter_names(entry)]
    return {
        "type": SUBCOMMAND,
        "name": entry.name,
        "description": _cut(" / ".join(dict.fromkeys(command.description for command in entry.variants))),
        "options": sorted(found, key=lambda option: not option["required"]),
    }


def _parameter_names(entry: Entry) -> list[str]:
    names = [parameter.name for command in entry.variants for parameter in command.parameters]
    return list(dict.fromkeys(names))


def _parameters(entry: Entry, name: str) -> list[Parameter]:
    return [parameter for command in entry.variants for parameter in command.parameters if parameter.name == name]


def _option(entry: Entry, name: str) -> Payload:
    found = _parameters(entry, name)
    everywhere = len(found) == len(entry.variants)
    option: Payload = {
        "type": INTEGER if _whole_number(found) else STRING,
        "name": name,
        "description": _cut(" / ".join(dict.fromkeys(parameter.description for parameter in found))),
        "required": everywhere and all(parameter.required for parameter in found),
    }
    choices = {parameter.choices for parameter in found}
    if len(choices) == 1 and 0 < len(found[0].choices) <= MOST:
        option["choices"] = [{"name": choice, "value": choice} for choice in found[0].choices]
    else:
        option["autocomplete"] = True
    return option


def _whole_number(found: Iterable[Parameter]) -> bool:
    return all(parameter.kind == "number" for parameter in found)


def asks_for_number(invoked: Invoked) -> bool:
    """Whether the word that is being typed is a whole number."""
    entry = entries().get(f"{invoked.group} {invoked.command}".lstrip())
    found = _parameters(entry, invoked.focused) if entry else []
    return bool(found) and _whole_number(found)


def parameter_named(name: str, command: str) -> Parameter | None:
    """What a form asks for; an older one does not say for which command."""
    named = [entry for entry in entries().values() if command in {"", entry.name}]
    return next((found[0] for entry in named if (found := _parameters(entry, name))), None)


def _cut(text: str) -> str:
    return shortened(text, DESCRIPTION_LIMIT)


# --- comparing -----------------------------------------------------------------------------------------------------

_DEFAULTS: Payload = {
    "type": 1,
    "name": "",
    "description": "",
    "required": False,
    "autocomplete": False,
    "choices": [],
    "options": [],
    "value": None,
    "contexts": None,
    "integration_types": None,
}


def same(ours: Sequence[Payload], theirs: Sequence[Payload]) -> bool:
    """Whether Discord has these commands already: it adds ids, versions and translations to what it was given."""
    return [_plain(each) for each in ours] == [_plain(each) for each in theirs]


def _plain(command: Payload) -> Payload:
    """A command, an option or a choice with everything in it that counts."""
    found = {name: command.get(name) or default for name, default in _DEFAULTS.items()}
    for inner in ("choices", "options"):
        found[inner] = [_plain(each) for each in found[inner]]
    return found


# --- reading -------------------------------------------------------------------------------------------------------


def called(line: str) -> Called:
    """A button’s line as a command: `new sprint`. What is behind the name is its first word."""
    name, _, rest = line.partition(" ")
    known = next((entry for entry in entries().values() if entry.name == name), None)
    first = [*_parameter_names(known)][:1] if known else []
    return Called(name, {word: rest for word in first if rest})


def read_invocation(data: Mapping[str, Any]) -> Invoked | None:
    """None if it is no command of ours."""
    options = data.get("options") or []
    group = ""
    if options and options[0]["type"] == SUBCOMMAND_GROUP:
        group = options[0]["name"]
        options = options[0].get("options") or []
    if data.get("name") != ROOT or not options or options[0]["type"] != SUBCOMMAND:
        return None
    given = options[0].get("options") or []
    return Invoked(
        command=options[0]["name"],
        arguments={option["name"]: str(option["value"]) for option in given},
        focused=next((option["name"] for option in given if option.get("focused")), ""),
        group=group,
    )
