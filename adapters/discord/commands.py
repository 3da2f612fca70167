"""The command catalogue on Discord: the path of each command, how it is written, and how invocations are read."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from bot.kernel.messages import Called, Suggestion
from bot.kernel.table.catalogue import ME, WHOSE, everything
from games.contract import AnyGame, ChoiceCard, Command, Parameter, natures
from games.language import lazy, source

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
PURPOSE, _OPTIONS = "purpose", "options"

SUBCOMMAND, SUBCOMMAND_GROUP = 1, 2  # Discord's numbers for kinds of options


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
def entries() -> dict[str, CommandEntry]:
    """Every command by its path."""
    return arranged(everything())


def arranged(commands: Iterable[tuple[AnyGame | None, Command]]) -> dict[str, CommandEntry]:
    """Arrange commands, each with its game (None: the table's own), by their pinned paths."""
    found: dict[str, CommandEntry] = {}
    for game, command in commands:
        if game is None and command.name == "new":
            command = replace(command, parameters=(*command.parameters, WHERE, *_choosing()))  # noqa: PLW2901
        games = frozenset({game.key} if game else ())
        for root, group in _places(game, command):
            own = group == ME and WHOSE in command.parameters
            offered = replace(command, parameters=_without_whose(command)) if own else command
            entry = CommandEntry(command.name, group, (offered,), root, games)
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


def _merged(one: CommandEntry, other: CommandEntry) -> CommandEntry:
    return replace(one, variants=(*one.variants, *other.variants), games=one.games | other.games)


@cache
def discreet(name: str) -> bool:
    """True if the arguments of a command may be secret: a vote, a card, a note for the next retrospective."""
    return any(
        game is not None and natures(game).hidden and command.parameters
        for game, command in everything()
        if name in {command.name, command.elsewhere}
    )


def parameter_names(entry: CommandEntry) -> list[str]:
    names = [parameter.name for command in entry.variants for parameter in command.parameters]
    return list(dict.fromkeys(names))


def parameters(entry: CommandEntry, name: str) -> list[Parameter]:
    return [parameter for command in entry.variants for parameter in command.parameters if parameter.name == name]


def whole_number(found: Iterable[Parameter]) -> bool:
    return all(parameter.kind == "number" for parameter in found)


def asks_for_number(invoked: Invoked) -> bool:
    """True if the parameter being typed is an integer."""
    entry = entries().get(f"{invoked.group} {invoked.command}".lstrip())
    found = parameters(entry, invoked.focused) if entry else []
    return bool(found) and whole_number(found)


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
    about = lazy("What a retrospective is for; then choose a format")
    titles = tuple(found[each] for each in purposes)
    return Parameter(PURPOSE, about, "choice", purposes, required=False, titles=titles), FORMAT


def formats_for(invoked: Invoked) -> list[Suggestion]:
    """The formats for the purpose, or with the words, that were chosen."""
    purpose, typed = invoked.arguments.get(PURPOSE, ""), invoked.arguments.get(FORMAT.name, "").casefold()
    found = [(key, card) for key, card in _formats().items() if not purpose or purpose in map(source, card.purposes)]
    shown = [Suggestion(key, f"{card.title}: {card.when}") for key, card in found]
    return [each for each in shown if typed in f"{each.value} {each.label}".casefold()][:MAX_PER_LEVEL]


def with_format(said: Called) -> Called:
    """The request for the service, where the format is one of the options."""
    if said.command != "new":
        return said
    chosen = {FORMAT.name, PURPOSE}
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

    def _entry(self, line: str) -> CommandEntry | None:
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
    first = parameter_names(known)[:1] if known else []
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
