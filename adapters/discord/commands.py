"""The command catalogue as one Discord command, `/scrum`, and what an invocation of it means."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from bot.catalogue import TABLE_COMMANDS, everything
from games.api import Command, Parameter

ROOT = "scrum"
MOST = 25  # subcommands, options and choices on each level
DESCRIPTION_LIMIT = 100
GROUPS = {"table": "The table itself: what is needed now and then", "me": "What concerns you alone"}
STAYS = frozenset({"help", "rules"})  # however full it gets: this is where people look first

# Discord's numbers for kinds of options
SUBCOMMAND, SUBCOMMAND_GROUP, STRING, INTEGER = 1, 2, 3, 4
GUILD, BOT_DM = 0, 1  # where the command can be used
GUILD_INSTALL = 0

Payload = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Invoked:
    """Which command was given with which words, and the word that is being typed while Discord asks for completions."""

    command: str
    words: Mapping[str, str]
    focused: str = ""


@dataclass(frozen=True, slots=True)
class Entry:
    """A command of the catalogue; games that have one of the same name share it."""

    name: str
    group: str
    variants: tuple[Command, ...]
    discreet: bool  # its words may be a secret: a vote, a card

    @property
    def private(self) -> bool:
        return all(command.look for command in self.variants)


# --- building ------------------------------------------------------------------------------------------------------


@cache
def entries() -> dict[str, Entry]:
    """Every command, each where it fits: at most 25 stand directly under /scrum."""
    variants: dict[str, list[Command]] = {}
    discreet: set[str] = set()
    for game, command in everything():
        variants.setdefault(command.name, []).append(command)
        if game is not None and game.hidden and command.parameters:
            discreet.add(command.name)
    groups = {name: commands[0].group for name, commands in variants.items()}
    movable = [command.name for command in TABLE_COMMANDS if not command.group and command.name not in STAYS]
    while len([name for name in groups if not groups[name]]) + len(set(groups.values()) - {""}) > MOST:
        groups[movable.pop()] = "table"
    return {name: Entry(name, groups[name], tuple(commands), name in discreet) for name, commands in variants.items()}


def path(name: str) -> str:
    """How a command is typed on Discord: `table end`."""
    entry = entries().get(name)
    return f"{entry.group} {name}" if entry and entry.group else name


@cache
def command_tree() -> Payload:
    known = entries().values()
    options = [_subcommand(entry) for entry in known if not entry.group]
    for group, description in GROUPS.items():
        inside = [_subcommand(entry) for entry in known if entry.group == group]
        if inside:
            options.append(
                {"type": SUBCOMMAND_GROUP, "name": group, "description": description, "options": inside[:MOST]}
            )
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
    return list(dict.fromkeys(names))[:MOST]


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


def is_number(command: str, parameter: str) -> bool:
    entry = entries().get(command)
    found = _parameters(entry, parameter) if entry else []
    return bool(found) and _whole_number(found)


def parameter_named(name: str) -> Parameter | None:
    """What a form asks for."""
    return next((found[0] for entry in entries().values() if (found := _parameters(entry, name))), None)


def _cut(text: str) -> str:
    return text if len(text) <= DESCRIPTION_LIMIT else text[: DESCRIPTION_LIMIT - 1] + "…"


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


def read_invocation(data: Mapping[str, Any]) -> Invoked | None:
    """None if it is no command of ours."""
    options = data.get("options") or []
    while options and options[0]["type"] == SUBCOMMAND_GROUP:
        options = options[0].get("options") or []
    if data.get("name") != ROOT or not options or options[0]["type"] != SUBCOMMAND:
        return None
    given = options[0].get("options") or []
    return Invoked(
        command=options[0]["name"],
        words={option["name"]: str(option["value"]) for option in given},
        focused=next((option["name"] for option in given if option.get("focused")), ""),
    )
