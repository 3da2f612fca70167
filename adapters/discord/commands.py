"""The command catalogue on Discord: the path of each command, how it is written, and how invocations are read."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, Protocol

from adapters.discord import texts
from bot.kernel.messages import Called, Suggestion
from bot.kernel.table.catalogue import ME, WHOSE, everything
from games.contract import AnyGame, ChoiceCard, Command, Parameter, natures
from games.language import lazy, source, t
from games.text import shortened

ROOT = "scrum"
MAX_PER_LEVEL = 25  # subcommands, options and choices on each level

# Every path is pinned: people know them by heart. The catalogue says which of the table's own commands are in a group;
# this says where the games' are. Every game has its own command, so that a new one never renames another's.
# what is needed every turn
_ALSO_UNDER_SCRUM = {"sprint": frozenset({"roll", "go", "tool", "vote", "done", "plan", "improve", "hint"})}

THREAD = "thread"
WHERE = Parameter(  # of `new`, here only
    "where",
    lazy("In its own thread or in this channel"),
    kind="choice",
    choices=(THREAD, "channel"),
    titles=(lazy("Its own thread"), lazy("This channel")),
    required=False,
)

FORMAT = Parameter(
    "format", lazy("The format of a retrospective, and when to use it"), required=False
)  # of `new`, here only
_PURPOSE, _OPTIONS = "purpose", "options"

SUBCOMMAND, SUBCOMMAND_GROUP = 1, 2  # Discord's numbers for kinds of options


@dataclass(frozen=True, slots=True)
class Invoked:
    """A command with its arguments, and the parameter being typed while Discord asks for completions."""

    command: str
    arguments: Mapping[str, str]
    focused: str = ""
    group: str = ""  # its group, or the game that has its own command


@dataclass(frozen=True, slots=True)
class _CommandEntry:
    """A command of the catalogue; games in the same group share commands of the same name."""

    name: str
    group: str
    variants: tuple[Command, ...]
    root: str = ROOT  # the Discord command it belongs to
    games: frozenset[str] = frozenset()  # whose command it is; empty: the table's own

    @property
    def path(self) -> str:
        """The command's key: `end`, `table pace`, `retro vote`."""
        return f"{self.group if self.root == ROOT else self.root} {self.name}".lstrip()

    @property
    def full_name(self) -> str:
        """The command as Discord writes it: `scrum end`, `scrum table pace`, `retro vote`."""
        return f"{ROOT} {self.path}" if self.root == ROOT else self.path

    def takes(self, word: str) -> bool:
        """True if the command accepts this as its first argument: `2`, `<topic>` or nothing."""
        first = [command.parameters[0] for command in self.variants if command.parameters]
        if not word or not first:
            return not word
        named = any(parameter.name == word.strip("<>[]") for parameter in first)
        return named or any(word in parameter.choices or not parameter.choices for parameter in first)


# --- paths ---------------------------------------------------------------------------------------------------------


@cache
def entries() -> dict[str, _CommandEntry]:
    """Every command by its path."""
    return arranged(everything())


def arranged(commands: Iterable[tuple[AnyGame | None, Command]]) -> dict[str, _CommandEntry]:
    """Arrange commands, each with its game (None: the table's own), by their pinned paths."""
    found: dict[str, _CommandEntry] = {}
    for game, command in commands:
        if game is None and command.name == "new":
            command = replace(command, parameters=(*command.parameters, WHERE, *_choosing()))  # noqa: PLW2901
        games = frozenset({game.key} if game else ())
        for root, group in _places(game, command):
            own = group == ME and WHOSE in command.parameters
            offered = replace(command, parameters=_without_whose(command)) if own else command
            entry = _CommandEntry(command.name, group, (offered,), root, games)
            known = found.get(entry.path)
            found[entry.path] = _merged(known, entry) if known else entry
    return found


def _places(game: AnyGame | None, command: Command) -> Iterator[tuple[str, str]]:
    """The Discord commands that contain the command, and the group in each."""
    if game is None:
        yield ROOT, command.group
        if WHOSE in command.parameters:
            yield ROOT, ME
        return
    if command.name in _ALSO_UNDER_SCRUM.get(game.key, ()):
        yield ROOT, ""
    yield game.key, ""


def _without_whose(command: Command) -> tuple[Parameter, ...]:
    return tuple(each for each in command.parameters if each != WHOSE)


def _merged(one: _CommandEntry, other: _CommandEntry) -> _CommandEntry:
    return replace(one, variants=(*one.variants, *other.variants), games=one.games | other.games)


@cache
def discreet(name: str) -> bool:
    """True if the arguments of a command may be secret: a vote, a card, a note for the next retrospective."""
    return any(
        game is not None and natures(game).hidden and command.parameters
        for game, command in everything()
        if name in {command.name, command.elsewhere}
    )


def _parameter_names(entry: _CommandEntry) -> list[str]:
    names = [parameter.name for command in entry.variants for parameter in command.parameters]
    return list(dict.fromkeys(names))


def parameters(entry: _CommandEntry, name: str) -> list[Parameter]:
    return [parameter for command in entry.variants for parameter in command.parameters if parameter.name == name]


def _whole_number(found: Iterable[Parameter]) -> bool:
    return all(parameter.kind == "number" for parameter in found)


def asks_for_number(invoked: Invoked) -> bool:
    """True if the parameter being typed is an integer."""
    entry = entries().get(f"{invoked.group} {invoked.command}".lstrip())
    found = parameters(entry, invoked.focused) if entry else []
    return bool(found) and _whole_number(found)


def parameter_named(name: str, command: str) -> Parameter | None:
    """The parameter that a form asks for; older forms don't name the command."""
    named = [entry for entry in entries().values() if command in {"", entry.name}]
    return next((found[0] for entry in named if (found := parameters(entry, name))), None)


# --- formats -------------------------------------------------------------------------------------------------------


@cache
def _formats() -> dict[str, ChoiceCard]:
    """The choices of the option that can be searched, each with its card."""
    options = [option for game, _ in everything() if game for option in game.options]
    searched = next((option for option in options if option.name == FORMAT.name and option.cards), None)
    return {} if searched is None else dict(zip(searched.choices, searched.cards, strict=True))


def _choosing() -> tuple[Parameter, ...]:
    """The parameters with which a format is chosen: first what it is for, then one of these."""
    found = {source(each): each for card in _formats().values() for each in card.purposes}
    purposes = tuple(found)[:MAX_PER_LEVEL]
    if not purposes:
        return ()
    about = t("What a retrospective is for; then choose a format")
    titles = tuple(str(found[each]).capitalize() for each in purposes)
    return Parameter(_PURPOSE, about, "choice", purposes, required=False, titles=titles), FORMAT


def formats_for(invoked: Invoked) -> list[Suggestion]:
    """The formats for the purpose, or with the words, that were chosen."""
    purpose, typed = invoked.arguments.get(_PURPOSE, ""), invoked.arguments.get(FORMAT.name, "").casefold()
    found = [(key, card) for key, card in _formats().items() if not purpose or purpose in map(source, card.purposes)]
    shown = [Suggestion(key, f"{card.title}: {card.when}") for key, card in found]
    return [each for each in shown if typed in f"{each.value} {each.label}".casefold()][:MAX_PER_LEVEL]


def with_format(said: Called) -> Called:
    """The request for the service, where the format is one of the options."""
    if said.command != "new":
        return said
    chosen = {FORMAT.name, _PURPOSE}
    kept = {name: word for name, word in said.arguments.items() if name not in chosen}
    if FORMAT.name in said.arguments:
        words = (kept.get(_OPTIONS, ""), f"{FORMAT.name}={said.arguments[FORMAT.name]}")
        kept[_OPTIONS] = " ".join(filter(None, words))
    return Called(said.command, kept)


# --- writing -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CommandNames:
    """The markup of commands in a message. Those whose Discord command has an id can be clicked."""

    ids: Mapping[str, int] = field(default_factory=dict)  # by the name of the Discord command: /scrum, /retro
    game: str = ""  # the one that the message is about: two games may have commands of the same name

    def written(self, line: str) -> str:
        """A line such as `vote yes` as markup: `/scrum vote yes` in code, or a mention and its arguments."""
        entry = self._entry(line)
        name, _, arguments = line.partition(" ")
        number = self.ids.get(entry.root) if entry else None
        if entry is None or number is None:
            whole = f"{entry.full_name if entry else f'{ROOT} {name}'} {arguments}".rstrip()
            return f"`/{whole}`"
        mention = f"</{entry.full_name}:{number}>"
        return f"{mention} `{arguments}`" if arguments else mention

    def _entry(self, line: str) -> _CommandEntry | None:
        """The command with this name: preferably one of this game, then one that takes these arguments."""
        name, _, rest = line.partition(" ")
        found = [entry for entry in entries().values() if entry.name == name]
        found = [entry for entry in found if not entry.games or self.game in entry.games] or found
        found = [entry for entry in found if entry.takes(rest.partition(" ")[0])] or found
        return found[0] if found else None


# --- reading -------------------------------------------------------------------------------------------------------


def called(line: str) -> Called:
    """Parse a button’s line (`new sprint`): the rest after the name is the first argument."""
    name, _, rest = line.partition(" ")
    known = next((entry for entry in entries().values() if entry.name == name), None)
    first = _parameter_names(known)[:1] if known else []
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
        arguments={option["name"]: str(option["value"]) for option in given}
        | ({WHOSE.name: ME} if group == ME else {}),
        focused=next((option["name"] for option in given if option.get("focused")), ""),
        group=group,
    )


# --- command tree ----------------------------------------------------------------------------------------------------

_DESCRIPTION_LIMIT = 100
_GROUPS = {
    "table": lazy("Settings, time and people at the table"),
    "room": lazy("What this channel keeps: actions, history, files"),
    "me": lazy("Your own settings"),
}
TITLES = {game.key: str(game.about.title) for game, _ in everything() if game is not None}
_LAUNCH = "launch"  # as Discord itself names it
SAVE_NOTE, CHALLENGE = (
    lazy("Save for the retro"),
    lazy("Challenge to rugby"),
)  # in the menus of a message and of a person

# Discord's numbers
SLASH, ON_USER, ON_MESSAGE, ENTRY_POINT = 1, 2, 3, 4  # kinds of commands
_BY_US = 1  # who answers the command that opens the Activity
STRING, INTEGER = 3, 4  # kinds of options
CONTEXTS = [0, 1, 2]  # in servers, in the bot's direct messages, in people's direct messages and groups
INSTALLS = [0, 1]  # added to a server, or to a person's account

Payload = dict[str, Any]
Texts = Mapping[str, str]  # by Discord's locale: de, pt-BR


class _Translations(Protocol):
    """The names and descriptions of commands in other languages."""

    def name(self, path: str) -> Texts:
        """The names of a command, a group, an option or a choice: `scrum`, `scrum vote`, `scrum vote answer yes`."""

    def description(self, english: str) -> Texts: ...


class _NoTranslations:
    """No translations: Discord then shows English to everybody."""

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
    known: Mapping[str, _CommandEntry], titles: Mapping[str, str], translations: _Translations | None = None
) -> tuple[Payload, ...]:
    build = _Builder(translations or _NoTranslations())
    roots = dict.fromkeys([ROOT, *(entry.root for entry in known.values())])
    descriptions = {**titles, ROOT: t("Scrum games in this channel")}
    return tuple(
        build.root(root, descriptions[root], [entry for entry in known.values() if entry.root == root])
        for root in roots
    )


def menus(translations: _Translations | None = None) -> tuple[Payload, ...]:
    names = translations or _NoTranslations()
    return tuple(
        {"type": kind, "name": name, **_localised("name", names.name(str(name))), **_everywhere()}
        for kind, name in ((ON_MESSAGE, SAVE_NOTE), (ON_USER, CHALLENGE))
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
    launch = {"type": ENTRY_POINT, "name": name, "description": texts.LAUNCH, "handler": _BY_US, **_everywhere()}
    return [*command_trees(), launch]


def _everywhere() -> Payload:
    return {"contexts": CONTEXTS, "integration_types": INSTALLS}


def _localised(what: str, texts: Texts) -> Payload:
    return {f"{what}_localizations": dict(texts)} if texts else {}


class _Builder:
    def __init__(self, translations: _Translations) -> None:
        self._translations = translations

    def root(self, name: str, description: str, known: Sequence[_CommandEntry]) -> Payload:
        options = [self._subcommand(entry) for entry in known if not entry.group]
        for group, about in _GROUPS.items():
            inside = [self._subcommand(entry) for entry in known if entry.group == group]
            if inside:
                options.append(self._part(SUBCOMMAND_GROUP, f"{name} {group}", str(about)) | {"options": inside})
        return self._part(SLASH, name, description) | {"options": options} | _everywhere()

    def _subcommand(self, entry: _CommandEntry) -> Payload:
        """A subcommand. Discord wants required options first; we read arguments by name."""
        found = [self._option(entry, name) for name in _parameter_names(entry)]
        description = _joined([str(command.description) for command in entry.variants])
        ordered = sorted(found, key=lambda option: not option["required"])
        return self._part(SUBCOMMAND, entry.full_name, description) | {"options": ordered}

    def _option(self, entry: _CommandEntry, name: str) -> Payload:
        found = parameters(entry, name)
        everywhere = len(found) == len(entry.variants)
        path = f"{entry.full_name} {name}"
        description = _joined([str(parameter.description) for parameter in found])
        option = self._part(INTEGER if _whole_number(found) else STRING, path, description)
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
            "description": shortened(description, _DESCRIPTION_LIMIT),
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
