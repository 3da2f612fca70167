"""The one catalogue of commands, and how a typed line becomes a command with its arguments."""

import difflib
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import pairwise

from bot.kernel.table import refusals
from bot.kernel.table.model import Refused
from bot.kernel.table.names import own_name
from games import GAMES
from games.contract import AnyGame, Command, Option, Parameter, is_meeting
from games.graphics.drawing import Drawing
from games.language import lazy
from games.values import value

GAME = Parameter(
    "game",
    lazy("Which game"),
    kind="choice",
    choices=tuple(GAMES),
    titles=tuple(game.about.title for game in GAMES.values()),
)
LUCK = Parameter(
    "luck", lazy("A word of yours that dice and cards will depend on"), required=False, rest=True, lead="luck"
)
ME = "me"  # the group of what concerns one person
# of what can be set for everybody or for oneself: such a command is in both groups, and `/scrum me view` needs no word
WHOSE = Parameter(
    "whose",
    lazy("table or me"),
    kind="choice",
    choices=("table", ME),
    required=False,
    titles=(lazy("The whole table"), lazy("Just me")),
)

# --- game list -------------------------------------------------------------------------------------------------------

_GOOD_TABLE = 3  # seats when somebody opens a table to play at once


@value
class ListedGame:
    key: str
    title: str
    summary: str
    minimum: int  # seats
    maximum: int
    options: tuple[Option, ...]
    levels: tuple[str, ...]
    topics: tuple[tuple[str, str], ...]  # sections of the rules: key and title
    luck: bool  # dice or cards decide
    is_meeting: bool  # people meet instead of playing

    @property
    def good_seats(self) -> int:
        """A good number of seats for one person playing with automatic players."""
        return min(max(_GOOD_TABLE, self.minimum), self.maximum)


def listed_games() -> tuple[ListedGame, ...]:
    return tuple(
        ListedGame(
            key=game.key,
            title=str(game.about.title),
            summary=str(game.about.summary),
            minimum=game.seats.start,
            maximum=game.seats.stop - 1,
            options=game.options,
            levels=game.bots.levels,
            topics=tuple((topic.key, str(topic.title)) for topic in game.rules),
            luck=game.proof.luck,
            is_meeting=is_meeting(game),
        )
        for game in GAMES.values()
    )


# --- catalogue -------------------------------------------------------------------------------------------------------

OWN_COMMANDS: dict[str, Command] = {}  # of the table and of features, by name, in the order in which they are listed
# what people look for first; a command that isn't named here says which one it follows, or comes last
_ORDER = [
    "new",
    "join",
    "leave",
    "bot",
    "options",
    "start",
    "board",
    "chart",
    "status",
    "log",
    "rules",
    "help",
    "verify",
    "view",
    "language",
    "pace",
    "more",
    "clock",
    "cover",
    "nudge",
    "host",
    "undo",
    "again",
    "talk",
    "resume",
    "link",
    "formats",
    "watch",
    "copy",
    "actions",
    "ask",
    "trends",
    "save",
    "every",
    "skip",
    "history",
    "stats",
    "export",
    "name",
    "remind",
    "prepare",
    "missed",
    "rating",
    "tutorial",
    "data",
    "forget",
    "end",
]
GROUPS = {"table", "room", "me", *GAMES}  # Discord needs the group of a command; in a typed line it is optional
LINE_LIMIT = 2000  # characters of a typed line
_HEAD = 80  # of them, in which its command is
ARGUMENT_LIMIT = 1000  # of one argument; every game allows less
_SURE_WORD = "sure"  # at the end of a typed line: they don't have to be asked
_WORD = re.compile(r'"([^"]*)"|“([^”]*)”|(\S+)')


@value
class Invocation:
    """A command with its arguments."""

    command: Command
    arguments: Mapping[str, str]
    sure: bool = False  # of a grave move: `go review sure`

    @property
    def name(self) -> str:
        return self.command.name


class Unfinished(Refused):
    """A command without an argument that it needs."""

    def __init__(self, command: Command, sentence: str) -> None:
        super().__init__(sentence)
        self.command = command


def add(command: Command, follows: str = "") -> None:
    """Add a command of every table, and of rooms without one. `follows`: the one after which it is listed."""
    if follows and command.name not in _ORDER:
        _ORDER.insert(_ORDER.index(follows) + 1, command.name)
    known = sorted({**OWN_COMMANDS, command.name: command}.values(), key=_place)
    OWN_COMMANDS.clear()
    OWN_COMMANDS.update({each.name: each for each in known})
    _by_name.cache_clear()


def _place(command: Command) -> int:
    return _ORDER.index(command.name) if command.name in _ORDER else len(_ORDER)


def remove(name: str) -> None:
    del OWN_COMMANDS[name]
    _by_name.cache_clear()


def commands(game: AnyGame | None) -> tuple[Command, ...]:
    """The commands that are listed at a table of this game, its own first."""
    if game is None or is_meeting(game):
        return (*(game.commands if game else ()), *OWN_COMMANDS.values())
    return (*game.commands, *(each for each in OWN_COMMANDS.values() if not each.of_meetings))


def everything() -> tuple[tuple[AnyGame | None, Command], ...]:
    """Every command, with the game it belongs to; None: the table's own."""
    own = [(None, command) for command in OWN_COMMANDS.values()]
    return (*own, *((game, command) for game in GAMES.values() for command in game.commands))


def badges() -> dict[str, Mapping[str, Drawing]]:
    """The badges of every game, by its key: small pictures of words."""
    return {game.key: game.shows.badges for game in GAMES.values() if game.shows.badges}


_PROMPTS = "prompts"  # the questions that a game leaves for a meeting about it


def about(game: AnyGame) -> AnyGame | None:
    """The meeting in which people talk about this game; None if it is such a meeting itself."""
    if _PROMPTS in game.memories.inherits:
        return None
    return next((other for other in GAMES.values() if _PROMPTS in other.memories.inherits), None)


def command_words() -> frozenset[str]:
    """Every word that a typed line can begin with."""
    return frozenset({*(command.name for _, command in everything()), *GROUPS, "scrum"})


@cache
def _by_name(game: str | None) -> dict[str, Command]:
    own = GAMES[game].commands if game else ()
    return {command.name: command for command in (*own, *OWN_COMMANDS.values())}


def find(name: str, game: AnyGame | None, *, playing: bool = True) -> Command:
    """The command with this name; `playing`: the game has started and isn't over."""
    available = _by_name(game.key if game else None)
    if name in available:
        own = OWN_COMMANDS.get(available[name].elsewhere)
        return available[name] if playing or own is None else own
    for other in GAMES.values():
        for command in other.commands:
            if command.name == name and command.elsewhere:
                return OWN_COMMANDS[command.elsewhere]
            if command.name == name:
                raise Refused(refusals.other_game(name, other, _like(command, game)) if game else refusals.NO_TABLE)
    known = available if game else {command.name for _, command in everything()}
    raise Refused(refusals.unknown_command(name, difflib.get_close_matches(name, known, n=2)))


def _like(asked: Command, game: AnyGame) -> Command | None:
    """What a game has in place of another one's advice or private answer: `whatif` for `hint`."""
    if asked.kind != "query":
        return None
    queries = [command for command in game.commands if command.kind == "query"]
    return next((command for command in queries if command.advises == asked.advises), next(iter(queries), None))


def name_in(line: str) -> str:
    """The command that a typed line begins with; it need not exist."""
    words = _after_group(_words(line[:_HEAD]))
    return _command_word(words) if words else ""


def _words(line: str) -> list[tuple[str, int]]:
    return [(match[1] or match[2] or match[3] or "", match.start()) for match in _WORD.finditer(line)]


def _after_group(words: list[tuple[str, int]]) -> list[tuple[str, int]]:
    """The words after `/scrum` and a group, both of which may be left out."""
    if words and _command_word(words) == "scrum":
        words = words[1:]
    return words[1:] if len(words) > 1 and _command_word(words) in GROUPS else words


def parse(line: str, game: AnyGame | None, names: Sequence[str], *, playing: bool = True) -> Invocation:
    """Read a typed line; `names` are those of the players, which may contain spaces."""
    typed = _words(line)
    words = _after_group(typed)
    if not words or (len(words) == 1 and _command_word(words) in GAMES):
        return Invocation(find("help", game), {})
    command = find(_command_word(words), game, playing=playing)
    sure = command.grave and words[-1][0].lower() == _SURE_WORD
    given = _assign(command, words[1 : len(words) - sure], line, names)
    own = WHOSE in command.parameters and ME in {word.lower() for word, _ in typed[: len(typed) - len(words)]}
    return Invocation(command, {WHOSE.name: ME, **given} if own else given, sure)


def _command_word(words: Sequence[tuple[str, int]]) -> str:
    return words[0][0].lower().lstrip("/")


def call(name: str, words: Mapping[str, str], game: AnyGame | None, *, playing: bool = True) -> Invocation:
    """A command with already-parsed arguments."""
    return invoke(find(name, game, playing=playing), words)


def invoke(command: Command, words: Mapping[str, str]) -> Invocation:
    known = {parameter.name for parameter in command.parameters}
    given = {key: word.strip() for key, word in words.items() if key in known and word.strip()}
    return Invocation(command, _checked(command, given))


def _assign(command: Command, words: list[tuple[str, int]], line: str, names: Sequence[str]) -> dict[str, str]:
    given: dict[str, str] = {}
    names = [*names, *map(own_name, names), "me"]
    following = {one.name: other for one, other in pairwise(command.parameters)}
    for parameter in command.parameters:
        if _left_out(parameter, following.get(parameter.name), words):
            continue
        if parameter.lead and len(words) > 1 and words[0][0].lower() == parameter.lead:
            words = words[1:]
        if not words:
            break
        if parameter.rest:
            given[parameter.name] = _rest(line, words)
            words = []
        elif parameter.kind == "player":
            count = _name_length(words, names)
            given[parameter.name] = " ".join(word for word, _ in words[:count])
            words = words[count:]
        else:
            count = _until(following[parameter.name], words, names) if parameter.name in following else 1
            given[parameter.name] = " ".join(word for word, _ in words[:count])
            words = words[count:]
    if words:
        raise Refused(refusals.extra_arguments(command, _rest(line, words)))
    return _checked(command, given)


def _left_out(parameter: Parameter, following: Parameter | None, words: list[tuple[str, int]]) -> bool:
    """True if the next parameter's lead comes at once: `join luck banana` has no code."""
    lead = following.lead if following and not parameter.required else ""
    return bool(lead) and len(words) > 1 and words[0][0].lower() == lead


def _rest(line: str, words: list[tuple[str, int]]) -> str:
    if len(words) == 1:
        return words[0][0]  # without its quotes
    return line[words[0][1] :].strip()


def _name_length(words: list[tuple[str, int]], names: Iterable[str]) -> int:
    """The number of words in the player's name: the longest name that fits, otherwise one."""
    lengths = [len(name.split()) for name in names if _starts_with(words, name)]
    return max(lengths, default=1)


def _until(following: Parameter, words: list[tuple[str, int]], names: Sequence[str]) -> int:
    """The number of words in an argument, such as a title: it ends at the next parameter's lead or a player's name.

    A title may contain the lead (Scrum of Scrums): the one before a player's name counts, otherwise the last one.
    """
    if words[0][0].isdecimal():
        return 1  # given by its number
    leads = [index for index in range(1, len(words)) if words[index][0].lower() == following.lead]
    if following.kind == "player":
        for index in range(1, len(words)):
            behind = words[index + (index in leads) :]
            if behind and (behind[0][0].startswith("@") or any(_starts_with(behind, name) for name in names)):
                return index
        return leads[-1] if leads else 1 if following.required else len(words)
    return leads[0] if leads else 1


def _starts_with(words: list[tuple[str, int]], name: str) -> bool:
    parts = name.casefold().split()
    heads = [word.casefold().removeprefix("@") for word, _ in words[: len(parts)]]
    return bool(parts) and heads == parts


def _checked(command: Command, given: dict[str, str]) -> dict[str, str]:
    for parameter in command.parameters:
        word = given.get(parameter.name)
        if not word:
            given.pop(parameter.name, None)
            if parameter.required:
                raise Unfinished(command, _missing(command, parameter))
        elif parameter.kind == "choice" and parameter.name != "game":
            given[parameter.name] = _choice(parameter, word)
    return given


def _missing(command: Command, parameter: Parameter) -> str:
    if command.name == "new":
        return refusals.which_game(GAMES.values())
    return refusals.missing_argument(command, parameter.name)


def _choice(parameter: Parameter, word: str) -> str:
    fitting = [choice for choice in parameter.choices if choice.startswith(word.lower())]
    if len(fitting) != 1 and word.lower() not in fitting:
        raise Refused(refusals.not_a_choice(parameter.name, word, parameter.choices))
    return word.lower() if word.lower() in fitting else fitting[0]
