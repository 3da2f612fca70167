"""The commands as Discord registers them: what /scrum and its siblings contain, and whether that has changed."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Protocol

from adapters.discord.commands import (
    MAX_PER_LEVEL,
    ROOT,
    SUBCOMMAND,
    SUBCOMMAND_GROUP,
    CommandEntry,
    entries,
    parameter_names,
    parameters,
    whole_number,
)
from bot.table.catalogue import everything
from games.text import shortened

DESCRIPTION_LIMIT = 100
GROUPS = {"table": "Table settings and less common commands", "me": "Your own settings"}
TITLES = {game.key: game.title for game, _ in everything() if game is not None}
SAVE_NOTE, CHALLENGE = "Save for the retro", "Challenge to rugby"  # in the menus of a message and of a person

# Discord's numbers
SLASH, ON_USER, ON_MESSAGE = 1, 2, 3  # kinds of commands
STRING, INTEGER = 3, 4  # kinds of options
CONTEXTS = [0, 1, 2]  # in servers, in the bot's direct messages, in people's direct messages and groups
INSTALLS = [0, 1]  # added to a server, or to a person's account

Payload = dict[str, Any]
Texts = Mapping[str, str]  # by Discord's locale: de, pt-BR


class Translations(Protocol):
    """What commands are called, and how they are described, in other languages."""

    def name(self, path: str) -> Texts:
        """Of a command, a group, an option or a choice: `scrum`, `scrum vote`, `scrum vote answer yes`."""

    def description(self, english: str) -> Texts: ...


class NoTranslations:
    """Discord then shows English to everybody."""

    def name(self, path: str) -> Texts:
        del path
        return {}

    def description(self, english: str) -> Texts:
        del english
        return {}


# --- building ------------------------------------------------------------------------------------------------------


@cache
def command_trees() -> tuple[Payload, ...]:
    """Every command to register: /scrum first, then those of games, then the menus."""
    return (*built(entries(), TITLES), *menus())


def built(
    known: Mapping[str, CommandEntry], titles: Mapping[str, str], translations: Translations | None = None
) -> tuple[Payload, ...]:
    build = _Builder(translations or NoTranslations())
    roots = dict.fromkeys([ROOT, *(entry.root for entry in known.values())])
    descriptions = {**titles, ROOT: "Scrum games in this channel"}
    return tuple(
        build.root(root, descriptions[root], [entry for entry in known.values() if entry.root == root])
        for root in roots
    )


def menus(translations: Translations | None = None) -> tuple[Payload, ...]:
    names = translations or NoTranslations()
    return tuple(
        {"type": kind, "name": name, **_localised("name", names.name(name)), **_everywhere()}
        for kind, name in ((ON_MESSAGE, SAVE_NOTE), (ON_USER, CHALLENGE))
    )


def for_guild(trees: Sequence[Payload]) -> list[Payload]:
    """The commands of a single server, which Discord takes only without the places where they work."""
    return [{name: each for name, each in tree.items() if name not in _everywhere()} for tree in trees]


def _everywhere() -> Payload:
    return {"contexts": CONTEXTS, "integration_types": INSTALLS}


def _localised(what: str, texts: Texts) -> Payload:
    return {f"{what}_localizations": dict(texts)} if texts else {}


class _Builder:
    def __init__(self, translations: Translations) -> None:
        self._translations = translations

    def root(self, name: str, description: str, known: Sequence[CommandEntry]) -> Payload:
        options = [self._subcommand(entry) for entry in known if not entry.group]
        for group, about in GROUPS.items():
            inside = [self._subcommand(entry) for entry in known if entry.group == group]
            if inside:
                options.append(self._part(SUBCOMMAND_GROUP, f"{name} {group}", about) | {"options": inside})
        return self._part(SLASH, name, description) | {"options": options} | _everywhere()

    def _subcommand(self, entry: CommandEntry) -> Payload:
        """Discord wants required options first; we read arguments by name."""
        found = [self._option(entry, name) for name in parameter_names(entry)]
        description = _joined([command.description for command in entry.variants])
        ordered = sorted(found, key=lambda option: not option["required"])
        return self._part(SUBCOMMAND, entry.full_name, description) | {"options": ordered}

    def _option(self, entry: CommandEntry, name: str) -> Payload:
        found = parameters(entry, name)
        everywhere = len(found) == len(entry.variants)
        path = f"{entry.full_name} {name}"
        description = _joined([parameter.description for parameter in found])
        option = self._part(INTEGER if whole_number(found) else STRING, path, description)
        option["required"] = everywhere and all(parameter.required for parameter in found)
        choices = {parameter.choices for parameter in found}
        if len(choices) == 1 and 0 < len(found[0].choices) <= MAX_PER_LEVEL:
            option["choices"] = [
                {"name": title, "value": choice, **_localised("name", self._translations.name(f"{path} {choice}"))}
                for choice, title in found[0].titled.items()
            ]
        else:
            option["autocomplete"] = True
        return option

    def _part(self, kind: int, path: str, description: str) -> Payload:
        return {
            "type": kind,
            "name": path.rpartition(" ")[2],
            "description": shortened(description, DESCRIPTION_LIMIT),
            **_localised("name", self._translations.name(path)),
            **_localised("description", self._translations.description(description)),
        }


def _joined(texts: Sequence[str]) -> str:
    return " / ".join(dict.fromkeys(texts))


# --- comparing -----------------------------------------------------------------------------------------------------

_DEFAULTS: Payload = {
    "type": SLASH,
    "name": "",
    "name_localizations": {},
    "description": "",
    "description_localizations": {},
    "required": False,
    "autocomplete": False,
    "choices": [],
    "options": [],
    "value": None,
    "contexts": None,
    "integration_types": None,
}


def same(ours: Sequence[Payload], theirs: Sequence[Payload]) -> bool:
    """Whether Discord has these commands, in any order, ignoring the ids and versions it adds."""
    first, second = (sorted(map(_plain, trees), key=lambda tree: str(tree["name"])) for trees in (ours, theirs))
    return first == second


def _plain(command: Payload) -> Payload:
    """Reduce a command, an option or a choice to the fields that we set."""
    found = {name: command.get(name) or default for name, default in _DEFAULTS.items()}
    for inner in ("choices", "options"):
        found[inner] = [_plain(each) for each in found[inner]]
    return found
