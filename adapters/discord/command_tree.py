"""The commands as Discord registers them: built from the catalogue, translated, and compared with what it has."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import discord

from adapters.discord import texts
from adapters.discord.commands import (
    MAX_PER_LEVEL,
    PURPOSE,
    ROOT,
    SUBCOMMAND,
    SUBCOMMAND_GROUP,
    CommandEntry,
    entries,
    parameter_names,
    parameters,
    whole_number,
)
from bot.kernel.table.catalogue import everything
from games.contract import Parameter
from games.language import ENGLISH, Text, lazy, speaking
from games.text import capitalized, shortened

_DESCRIPTION_LIMIT = 100
_MENU_LIMIT = 32
_SIZE_LIMIT = 8000  # characters of a command with everything in it
_TRANSLATION_LIMITS = (100, 80, 60, 45)  # characters of a translation, as long as all of it has room
_COUNTED = ("name", "description", "value")
_GROUPS = {
    "table": lazy("Settings, time and people at the table"),
    "room": lazy("What this channel keeps: actions, history, files"),
    "me": lazy("Your own settings"),
}
TITLES = {game.key: game.about.title for game, _ in everything() if game is not None}
_LAUNCH = "launch"  # as Discord itself names it
# Discord's numbers
SLASH, ON_USER, ON_MESSAGE, ENTRY_POINT = 1, 2, 3, 4  # kinds of commands
_BY_US = 1  # who answers the command that opens the Activity
STRING, INTEGER = 3, 4  # kinds of options
CONTEXTS = [0, 1, 2]  # in servers, in the bot's direct messages, in people's direct messages and groups
INSTALLS = [0, 1]  # added to a server, or to a person's account

# in the menus of a message and of a person: by these names they are recognised, whatever people read
SAVE_NOTE, CHALLENGE = "Save for the retro", "Challenge to rugby"  # not prose
_MENUS = ((ON_MESSAGE, SAVE_NOTE, lazy("Save for the retro")), (ON_USER, CHALLENGE, lazy("Challenge to rugby")))

Payload = dict[str, Any]
Texts = Mapping[str, str]  # by Discord's locale: de, pt-BR


def _translated(texts: Sequence[Text], limit: int) -> Texts:
    """What Discord shows to people whose app is in another language that we speak; English where there is none."""
    if limit <= 0:
        return {}
    found = {}
    with speaking(ENGLISH):
        english = _joined(texts)
    for locale in discord.Locale:
        with speaking(locale.value):
            said = _joined(texts)
        if said != english:
            found[locale.value] = shortened(said, limit)
    return found


# --- building ------------------------------------------------------------------------------------------------------


@cache
def command_trees() -> tuple[Payload, ...]:
    """Every command to register: /scrum first, then those of games, then the menus. In English, with the translations
    of what people read; what they type is the same in every language."""
    with speaking(ENGLISH):
        return (*built(entries(), TITLES), *menus())


def built(known: Mapping[str, CommandEntry], titles: Mapping[str, Text]) -> tuple[Payload, ...]:
    roots = dict.fromkeys([ROOT, *(entry.root for entry in known.values())])
    descriptions = {**titles, ROOT: lazy("Scrum games in this channel")}
    inside = {root: [entry for entry in known.values() if entry.root == root] for root in roots}
    return tuple(_fitting(root, descriptions[root], inside[root]) for root in roots)


def _fitting(root: str, description: Text, known: Sequence[CommandEntry]) -> Payload:
    """A command; where its translations are too long for all of it together, they are cut, or left out."""
    trees = (_Builder(limit).root(root, description, known) for limit in _TRANSLATION_LIMITS)
    return next((tree for tree in trees if size_of(tree) <= _SIZE_LIMIT), _Builder(0).root(root, description, known))


def size_of(tree: Payload) -> int:
    """The characters of a command as Discord counts them: of translations, only the longest of each text."""
    texts = ((tree.get(name) or "", *(tree.get(f"{name}_localizations") or {}).values()) for name in _COUNTED)
    inner = (each for name in ("options", "choices") for each in tree.get(name) or ())
    return sum(max(len(str(text)) for text in each) for each in texts) + sum(map(size_of, inner))


def menus() -> tuple[Payload, ...]:
    return tuple(
        {"type": kind, "name": name, **_localised("name", _translated([words], _MENU_LIMIT)), **_everywhere()}
        for kind, name, words in _MENUS
    )


def for_guild(trees: Sequence[Payload]) -> list[Payload]:
    """The commands of a single server, which Discord takes only without the places where they work."""
    return [{name: each for name, each in tree.items() if name not in _everywhere()} for tree in trees]


def globally(registered: Sequence[Payload], *, activity: bool) -> list[Payload]:
    """The commands for everywhere. `activity`: people can open the web table inside Discord.

    Discord makes the command that opens an Activity when that is turned on in its portal, and then refuses a list of
    commands without it: so it is kept as it is where it isn't ours.
    """
    found = [tree for tree in registered if tree.get("type") == ENTRY_POINT]
    theirs = [{name: each for name, each in tree.items() if name in {"id", *_DEFAULTS}} for tree in found]
    if not activity:
        return [*command_trees(), *theirs]
    name = theirs[0]["name"] if theirs else _LAUNCH
    launch = {"type": ENTRY_POINT, "name": name, "description": str(texts.LAUNCH), "handler": _BY_US, **_everywhere()}
    launch |= _localised("description", _translated([texts.LAUNCH], _DESCRIPTION_LIMIT))
    return [*command_trees(), launch]


def _everywhere() -> Payload:
    return {"contexts": CONTEXTS, "integration_types": INSTALLS}


def _localised(what: str, texts: Texts) -> Payload:
    return {f"{what}_localizations": dict(texts)} if texts else {}


class _Builder:
    """`limit`: characters of a translation."""

    def __init__(self, limit: int) -> None:
        self._limit = limit

    def root(self, name: str, description: Text, known: Sequence[CommandEntry]) -> Payload:
        options = [self._subcommand(entry) for entry in known if not entry.group]
        for group, about in _GROUPS.items():
            inside = [self._subcommand(entry) for entry in known if entry.group == group]
            if inside:
                options.append(self._part(SUBCOMMAND_GROUP, group, [about]) | {"options": inside})
        return self._part(SLASH, name, [description]) | {"options": options} | _everywhere()

    def _subcommand(self, entry: CommandEntry) -> Payload:
        """A subcommand. Discord wants required options first; we read arguments by name."""
        found = [self._option(entry, name) for name in parameter_names(entry)]
        ordered = sorted(found, key=lambda option: not option["required"])
        descriptions = [command.description for command in entry.variants]
        return self._part(SUBCOMMAND, entry.name, descriptions) | {"options": ordered}

    def _option(self, entry: CommandEntry, name: str) -> Payload:
        found = parameters(entry, name)
        everywhere = len(found) == len(entry.variants)
        kind = INTEGER if whole_number(found) else STRING
        option = self._part(kind, name, [parameter.description for parameter in found])
        option["required"] = everywhere and all(parameter.required for parameter in found)
        choices = {parameter.choices for parameter in found}
        if len(choices) == 1 and 0 < len(found[0].choices) <= MAX_PER_LEVEL:
            option["choices"] = [self._choice(found[0], at) for at in range(len(found[0].choices))]
        else:
            option["autocomplete"] = True
        return option

    def _choice(self, parameter: Parameter, at: int) -> Payload:
        title = (parameter.titles or parameter.choices)[at]
        upper = capitalized if parameter.name == PURPOSE else str  # a word of a list, which stands alone here
        translated = {locale: upper(said) for locale, said in _translated([title], self._limit).items()}
        return {"name": upper(str(title)), "value": parameter.choices[at], **_localised("name", translated)}

    def _part(self, kind: int, name: str, description: Sequence[Text]) -> Payload:
        return {
            "type": kind,
            "name": name,
            "description": shortened(_joined(description), _DESCRIPTION_LIMIT),
            **_localised("description", _translated(description, min(self._limit, _DESCRIPTION_LIMIT))),
        }


def _joined(texts: Sequence[Text]) -> str:
    return " / ".join(dict.fromkeys(map(str, texts)))


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
    "handler": None,
}


def same(ours: Sequence[Payload], theirs: Sequence[Payload]) -> bool:
    """True if Discord has these commands, in any order, ignoring the ids and versions it adds."""
    first, second = (sorted(map(_plain, trees), key=lambda tree: str(tree["name"])) for trees in (ours, theirs))
    return first == second


def _plain(command: Payload) -> Payload:
    """Reduce a command, an option or a choice to the fields that we set."""
    found = {name: command.get(name) or default for name, default in _DEFAULTS.items()}
    for inner in ("choices", "options"):
        found[inner] = [_plain(each) for each in found[inner]]
    return found
