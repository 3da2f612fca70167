"""Checks of a game's description: names that every platform takes, and kinds of events that exist."""

import inspect
import re
from collections.abc import Iterator, Sequence

from games.contract import About, Activity, AnyGame, Command, Game, Option, Parameter, natures
from games.parts import no_answer

# Words that belong to the table: its commands, and the groups that they stand in. A test compares them.
_TABLE_WORDS = (
    "actions again ask board bot chart clock copy cover data end every export forget formats help history host join "
    "language leave link log me missed more name new nudge options pace prepare rating remind resume room rules save scrum "
    "skip start stats status table talk trends tutorial undo verify view watch workshop"
)
RESERVED = frozenset(_TABLE_WORDS.split())
_MAX_ENTRIES = 25  # commands of a game, and parameters of a command: Discord takes no more
_DESCRIPTION_LIMIT = 100  # characters
_COMMANDS_LIMIT = 8000  # characters of all names, descriptions and choices together
_WORD = re.compile("[a-z]{1,32}")
_KIND = re.compile("[a-z_]{1,40}")
_TOPIC = re.compile("[a-z-]{1,40}")
_MEMBERS = sorted(
    name for name in {*Activity.__annotations__, *vars(Activity), *Game.__annotations__} if not name.startswith("_")
)
_KINDS: dict[str, type] = {"about": About, **{name: type(vars(Game)[name]) for name in Game.__annotations__}}


def problems(game: AnyGame) -> Iterator[str]:
    """A sentence for each thing that is missing or that some platform would not take."""
    if missing := [name for name in _MEMBERS if _lacks(game, name)]:
        yield f"It has no {', '.join(missing)}: see `Activity` and `Game` in games/contract.py."
        return  # the rest would only repeat it
    if wrong := [name for name, kind in _KINDS.items() if not isinstance(getattr(game, name), kind)]:
        yield f"Its {', '.join(wrong)} must be of the type that games/contract.py gives."
        return
    yield from _identity(game)
    yield from _options(game.options)
    yield from _commands(game)
    yield from _rules(game)
    yield from _events(game)


def _lacks(game: AnyGame, member: str) -> bool:
    """True if the game has not written this, or only inherits the contract's own text."""
    found = inspect.getattr_static(game, member, None)
    return found is None or found is vars(Activity).get(member)


def _identity(game: AnyGame) -> Iterator[str]:
    if not _WORD.fullmatch(game.key):
        yield f"Its key is {game.key!r}: use 1 to 32 letters from a to z."
    if game.key in RESERVED:
        yield f"Its key {game.key!r} is a word of the table: choose another."
    if not game.about.title or not game.about.summary:
        yield "It needs a title and a summary: the list of games shows both."
    seats: object = game.seats
    if not isinstance(seats, range) or len(seats) < 1 or seats.step != 1 or seats[0] < 1:
        yield f"Its seats are {seats!r}: use a range of at least one number from 1 up, such as range(2, 7)."


def _options(options: Sequence[Option]) -> Iterator[str]:
    yield from _names("option", [option.name for option in options])
    for option in options:
        if not option.description:
            yield f"The option {option.name} has no description."
        about = {"titles": option.titles, "notes": option.notes, "cards": option.cards}
        for name in (name for name, found in about.items() if found and len(found) != len(option.choices)):
            yield f"The option {option.name} needs as many {name} as choices."
        if option.own and option.own not in {each.name for each in options if each.free}:
            yield f"The option {option.name} says that {option.own} takes a choice of one's own, but that isn't so."
        try:
            understood = option.read(str(option.default))
        except ValueError as refused:
            yield f"The default of the option {option.name} is not allowed: {refused}"
        else:
            if understood != option.default:
                yield f"The default of the option {option.name} is read as {understood!r}."


def _commands(game: AnyGame) -> Iterator[str]:
    yield from _names("command", [command.name for command in game.commands])
    if not 1 <= len(game.commands) <= _MAX_ENTRIES:
        yield f"It has {len(game.commands)} commands: a game has 1 to {_MAX_ENTRIES}."
    for command in game.commands:
        if command.name in RESERVED:
            yield f"The command {command.name} is a word of the table: choose another."
        yield from _described(f"The command {command.name}", str(command.description))
        yield from _parameters(command)
    if sum(map(_length, game.commands)) > _COMMANDS_LIMIT:
        yield f"The names, descriptions and choices of its commands have more than {_COMMANDS_LIMIT} characters."
    queries = [command.name for command in game.commands if command.is_query]
    if queries and game.shows.answer is no_answer:
        yield f"The command {queries[0]} is a query: give `Shows` an `answer`."


def _parameters(command: Command) -> Iterator[str]:
    found = command.parameters
    yield from _names(f"parameter of {command.name}", [parameter.name for parameter in found])
    if len(found) > _MAX_ENTRIES:
        yield f"The command {command.name} has {len(found)} parameters: {_MAX_ENTRIES} at most."
    for parameter in found:
        yield from _described(f"The parameter {parameter.name} of {command.name}", str(parameter.description))
        if parameter.kind == "choice" and not parameter.choices:
            yield f"The parameter {parameter.name} of {command.name} is a choice: list the choices."
    if any(parameter.rest for parameter in found[:-1]):
        yield f"Only the last parameter of {command.name} can take the rest of the line."
    required = [parameter.required for parameter in found]
    if required != sorted(required, reverse=True):
        yield f"The required parameters of {command.name} must come before the optional ones."


def _length(command: Command) -> int:
    return len(command.name) + len(str(command.description)) + sum(map(_parameter_length, command.parameters))


def _parameter_length(parameter: Parameter) -> int:
    # a choice is sent with its name and its value, which are the same
    return len(parameter.name) + len(str(parameter.description)) + 2 * sum(map(len, parameter.choices))


def _described(what: str, description: str) -> Iterator[str]:
    if not 1 <= len(description) <= _DESCRIPTION_LIMIT:
        yield f"{what} needs a description of at most {_DESCRIPTION_LIMIT} characters."


def _names(what: str, names: Sequence[str]) -> Iterator[str]:
    for name in dict.fromkeys(names):
        if not _WORD.fullmatch(name):
            yield f"The {what} {name!r} needs a name of 1 to 32 letters from a to z."
        if names.count(name) > 1:
            yield f"The {what} {name!r} is there twice."


def _rules(game: AnyGame) -> Iterator[str]:
    if not game.rules:
        yield "It has no rules: write at least one `Topic`, so that refusals can name a rule."
    keys = [topic.key for topic in game.rules]
    for topic in game.rules:
        if not _TOPIC.fullmatch(topic.key) or keys.count(topic.key) > 1:
            yield f"The rule {topic.key!r} needs a key of its own, made of letters from a to z and hyphens."
        if not topic.title or not topic.text:
            yield f"The rule {topic.key!r} needs a title and a text."


def _events(game: AnyGame) -> Iterator[str]:
    try:
        nature = natures(game)
    except ValueError as fault:
        yield str(fault)
        return
    for kind in sorted(nature.kinds):
        if not _KIND.fullmatch(kind):
            yield f"The kind of event {kind!r} needs a name of letters from a to z and underscores."
    named = {
        "erases": frozenset[str]().union(*nature.erases.values()),
        "lessons": {lesson.after for lesson in game.lessons if lesson.after},
    }
    for name, given in named.items():
        if unknown := sorted(set(given) - nature.kinds):
            yield f"`{name}` names kinds of events that it does not have: {', '.join(unknown)}."
