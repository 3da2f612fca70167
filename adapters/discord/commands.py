"""The command catalogue as Discord commands: the path of each one, and the parsing of invocations."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from bot.messages import Called
from bot.table.catalogue import everything
from games.api import AnyGame, Command, Parameter
from games.text import shortened

ROOT = "scrum"
MAX_PER_LEVEL = 25  # subcommands, options and choices on each level
DESCRIPTION_LIMIT = 100

# Every path is pinned here, because people know them by heart. Discord allows 25 entries per level, and /scrum is full:
# a game that isn't listed gets its own command, such as /poker, so that adding one never renames another's.
AT_TOP_LEVEL = frozenset({"new", "join", "rules", "help"})  # of the table's commands; the others are in groups
UNDER_SCRUM = {"sprint": "", "scrumkin": "", "rugby": "", "retro": "retro"}  # games, and the group of each

TITLES = {game.key: game.title for game, _ in everything() if game is not None}
GROUPS = {"table": "Table settings and less common commands", "me": "Your own settings", **TITLES}

# Discord's numbers for kinds of options
SUBCOMMAND, SUBCOMMAND_GROUP, STRING, INTEGER = 1, 2, 3, 4
GUILD, BOT_DM = 0, 1  # where the command can be used
GUILD_INSTALL = 0

Payload = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Invoked:
    """A command with its arguments, and the parameter being typed while Discord asks for completions."""

    command: str
    arguments: Mapping[str, str]
    focused: str = ""
    group: str = ""  # its group, or the game that has its own command


@dataclass(frozen=True, slots=True)
class CommandEntry:
    """A command of the catalogue; games in the same group share commands of the same name."""

    name: str
    group: str
    variants: tuple[Command, ...]
    root: str = ROOT  # the Discord command it belongs to

    @property
    def path(self) -> str:
        """Its key: `table end`, `retro vote`, `poker choose`."""
        return f"{self.group if self.root == ROOT else self.root} {self.name}".lstrip()

    @property
    def typed(self) -> str:
        """How people type it: `/scrum table end`, `/scrum retro vote`, `/poker choose`."""
        return f"/{ROOT} {self.path}" if self.root == ROOT else f"/{self.path}"

    def takes(self, word: str) -> bool:
        """Whether the command accepts this as its first argument: `2`, `<topic>` or nothing."""
        first = [command.parameters[0] for command in self.variants if command.parameters]
        if not word or not first:
            return not word
        named = any(parameter.name == word.strip("<>[]") for parameter in first)
        return named or any(word in parameter.choices or not parameter.choices for parameter in first)


# --- building ------------------------------------------------------------------------------------------------------


@cache
def entries() -> dict[str, CommandEntry]:
    """Every command by its path."""
    return arranged(everything())


def arranged(commands: Iterable[tuple[AnyGame | None, Command]]) -> dict[str, CommandEntry]:
    """Arrange commands, each with its game (None: the table's own), by their pinned paths."""
    found: dict[str, CommandEntry] = {}
    for game, command in commands:
        root, group = _place(game, command)
        entry = CommandEntry(command.name, group, (command,), root)
        known = found.get(entry.path)
        found[entry.path] = replace(known, variants=(*known.variants, command)) if known else entry
    return found


def _place(game: AnyGame | None, command: Command) -> tuple[str, str]:
    """The Discord command and the group in it."""
    if game is None:
        return ROOT, command.group or ("" if command.name in AT_TOP_LEVEL else "table")
    return (ROOT, UNDER_SCRUM[game.key]) if game.key in UNDER_SCRUM else (game.key, "")


@cache
def discreet(name: str) -> bool:
    """Whether the arguments of a command may be secret: a vote, a card."""
    return any(
        game is not None and game.hidden and command.parameters
        for game, command in everything()
        if command.name == name
    )


def typed(line: str) -> str:
    """How a line is typed on Discord: `/scrum table end`, `/scrum retro vote 2`, `/poker choose 5`."""
    name, space, rest = line.partition(" ")
    places = [entry for entry in entries().values() if entry.name == name]
    fitting = [entry for entry in places if entry.takes(rest.partition(" ")[0])] or places
    return f"{fitting[0].typed if fitting else f'/{ROOT} {name}'}{space}{rest}"


@cache
def command_trees() -> tuple[Payload, ...]:
    return built(entries(), TITLES)


def built(known: Mapping[str, CommandEntry], titles: Mapping[str, str]) -> tuple[Payload, ...]:
    """The commands to register: /scrum first, then the games with their own command."""
    roots = dict.fromkeys([ROOT, *(entry.root for entry in known.values())])
    descriptions = {**titles, ROOT: "Scrum games in this channel"}
    return tuple(
        {
            "type": 1,
            "name": root,
            "description": _cut(descriptions[root]),
            "options": _options([entry for entry in known.values() if entry.root == root]),
            "contexts": [GUILD, BOT_DM],
            "integration_types": [GUILD_INSTALL],
        }
        for root in roots
    )


def _options(known: Sequence[CommandEntry]) -> list[Payload]:
    options = [_subcommand(entry) for entry in known if not entry.group]
    for group, description in GROUPS.items():
        inside = [_subcommand(entry) for entry in known if entry.group == group]
        if inside:
            options.append({"type": SUBCOMMAND_GROUP, "name": group, "description": description, "options": inside})
    return options


def _subcommand(entry: CommandEntry) -> Payload:
    """Build a subcommand. Discord wants required options first; we read arguments by name."""
    found = [_option(entry, name) for name in _parameter_names(entry)]
    return {
        "type": SUBCOMMAND,
        "name": entry.name,
        "description": _cut(" / ".join(dict.fromkeys(command.description for command in entry.variants))),
        "options": sorted(found, key=lambda option: not option["required"]),
    }


def _parameter_names(entry: CommandEntry) -> list[str]:
    names = [parameter.name for command in entry.variants for parameter in command.parameters]
    return list(dict.fromkeys(names))


def _parameters(entry: CommandEntry, name: str) -> list[Parameter]:
    return [parameter for command in entry.variants for parameter in command.parameters if parameter.name == name]


def _option(entry: CommandEntry, name: str) -> Payload:
    found = _parameters(entry, name)
    everywhere = len(found) == len(entry.variants)
    option: Payload = {
        "type": INTEGER if _whole_number(found) else STRING,
        "name": name,
        "description": _cut(" / ".join(dict.fromkeys(parameter.description for parameter in found))),
        "required": everywhere and all(parameter.required for parameter in found),
    }
    choices = {parameter.choices for parameter in found}
    if len(choices) == 1 and 0 < len(found[0].choices) <= MAX_PER_LEVEL:
        option["choices"] = [{"name": choice, "value": choice} for choice in found[0].choices]
    else:
        option["autocomplete"] = True
    return option


def _whole_number(found: Iterable[Parameter]) -> bool:
    return all(parameter.kind == "number" for parameter in found)


def asks_for_number(invoked: Invoked) -> bool:
    """Whether the parameter being typed is an integer."""
    entry = entries().get(f"{invoked.group} {invoked.command}".lstrip())
    found = _parameters(entry, invoked.focused) if entry else []
    return bool(found) and _whole_number(found)


def parameter_named(name: str, command: str) -> Parameter | None:
    """The parameter that a form asks for; older forms don't name the command."""
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
    """Whether Discord has these commands, in any order, ignoring the ids, versions and translations it adds."""
    first, second = (sorted(map(_plain, trees), key=lambda tree: str(tree["name"])) for trees in (ours, theirs))
    return first == second


def _plain(command: Payload) -> Payload:
    """Reduce a command, an option or a choice to the fields that we set."""
    found = {name: command.get(name) or default for name, default in _DEFAULTS.items()}
    for inner in ("choices", "options"):
        found[inner] = [_plain(each) for each in found[inner]]
    return found


# --- reading -------------------------------------------------------------------------------------------------------


def called(line: str) -> Called:
    """Parse a button’s line (`new sprint`): the rest after the name is the first argument."""
    name, _, rest = line.partition(" ")
    known = next((entry for entry in entries().values() if entry.name == name), None)
    first = [*_parameter_names(known)][:1] if known else []
    return Called(name, {word: rest for word in first if rest})


def read_invocation(data: Mapping[str, Any]) -> Invoked | None:
    """Parse an invocation; None if the command isn't ours."""
    options = data.get("options") or []
    root = data.get("name")
    group = "" if root == ROOT else str(root)
    if options and options[0]["type"] == SUBCOMMAND_GROUP:
        group = options[0]["name"]
        options = options[0].get("options") or []
    ours = root == ROOT or root in {entry.root for entry in entries().values()}
    if not ours or not options or options[0]["type"] != SUBCOMMAND:
        return None
    given = options[0].get("options") or []
    return Invoked(
        command=options[0]["name"],
        arguments={option["name"]: str(option["value"]) for option in given},
        focused=next((option["name"] for option in given if option.get("focused")), ""),
        group=group,
    )
