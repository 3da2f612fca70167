"""The one catalogue of commands, and how a typed line becomes a command with its arguments."""

import difflib
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import pairwise

from bot.kernel.table import texts as refusals
from bot.kernel.table.model import Refused
from games import GAMES
from games.contract import AnyGame, Command, Option, Parameter
from games.values import replace, value

# --- table commands --------------------------------------------------------------------------------------------------

GAME = Parameter(
    "game", "Which game", kind="choice", choices=tuple(GAMES), titles=tuple(game.about.title for game in GAMES.values())
)
LUCK = Parameter("luck", "A word of yours that dice and cards will depend on", required=False, rest=True, lead="luck")
TABLE_COMMANDS: tuple[Command, ...] = (
    Command(
        "new",
        "Open a table in this room",
        (
            GAME,
            Parameter("options", "Game options, such as hours=250", required=False, rest=True),
        ),
    ),
    Command(
        "join",
        "Take a seat, or return to yours; with a code, show another room’s table here",
        (Parameter("code", "The code from `link` in the other room, or of a workshop", required=False), LUCK),
    ),
    Command("leave", "Give up your seat; during a game, an automatic player takes over"),
    Command(
        "bot",
        "Seat an automatic player; off removes one",
        (
            Parameter("level", "How strong it plays, if the game has levels; or off", required=False),
            Parameter("player", "Which one leaves, after off", kind="player", required=False),
        ),
    ),
    Command(
        "options",
        "Change the game’s options before it starts",
        (Parameter("options", "For example hours=250", rest=True),),
        group="table",
    ),
    Command("start", "Start the game", (LUCK,)),
    Command("board", "Show the board"),
    Command("chart", "Show the chart, for example the burndown", group="table"),
    Command("status", "Show whose turn it is and who sits where"),
    Command("log", "Show what has happened so far", group="table"),
    Command(
        "rules", "Show the rules, or one section", (Parameter("topic", "Which section", required=False, rest=True),)
    ),
    Command(
        "help",
        "Show what you can do now and all other commands, or explain one command",
        (Parameter("command", "A command, such as undo", required=False, rest=True),),
    ),
    Command("verify", "See how the dice are kept fair, and check a finished game", group="table"),
    Command(
        "view",
        "Show boards as pictures (dark or light) or as text, for the whole table or just for you",
        (
            Parameter(
                "form",
                "picture, text, dark or light",
                kind="choice",
                choices=("picture", "text", "dark", "light"),
                titles=("Picture", "Text", "Dark picture", "Light picture"),
            ),
            Parameter(
                "whose",
                "table or me",
                kind="choice",
                choices=("table", "me"),
                required=False,
                titles=("The whole table", "Just me"),
            ),
        ),
        group="table",
    ),
    Command(
        "pace",
        "Set when players are reminded: live (minutes), async (working hours), or off",
        (
            Parameter(
                "form",
                "live, async or off",
                kind="choice",
                choices=("live", "async", "off"),
                titles=("Live: minutes", "Async: hours or days", "Off: no reminders"),
            ),
            Parameter("settings", "For example 5, or 24h 9-17 Europe/Berlin", required=False, rest=True),
        ),
        group="table",
    ),
    Command(
        "more",
        "Add time to every clock",
        (Parameter("minutes", "How many minutes; 2 by default", required=False),),
        group="table",
    ),
    Command(
        "cover",
        "Let an automatic player stand in for somebody who is away",
        (Parameter("player", "Who is away", kind="player"),),
        group="table",
    ),
    Command(
        "nudge",
        "Remind somebody that the table is waiting for them",
        (Parameter("player", "Who should play", kind="player"),),
        group="table",
    ),
    Command(
        "host",
        "Make somebody else host, or become host if the host has left",
        (Parameter("player", "The new host, or me", kind="player"),),
        group="table",
    ),
    Command("undo", "Take back your last move if the others agree, or agree to somebody else’s undo"),
    Command("again", "Play again with the same game, options and players"),
    Command("talk", "Talk about what you just played: a retrospective with the same people and its questions"),
    Command("resume", "Reopen a table that was put away", group="table"),
    Command(
        "link",
        "Get a code that shows this table in another room; off stops showing it here",
        (Parameter("off", "off", "choice", ("off",), required=False, titles=("Stop showing this table here",)),),
        group="table",
    ),
    Command(
        "formats",
        "Find a format for a retrospective, by a word or an occasion",
        (Parameter("word", "For example conflict, release or celebration", required=False, rest=True),),
        group="table",
    ),
    Command("watch", "Get a link for watching this table in a browser", group="table"),
    Command(
        "actions",
        "Show this room’s open actions; settle one, move it, give it to somebody, or get a file",
        (
            Parameter(
                "what",
                "done 2, drop 2, reopen 2, move 2 Friday, give 2 Anna, markdown, csv or calendar",
                required=False,
                rest=True,
            ),
        ),
    ),
    Command(
        "workshop",
        "Run a game with several teams: new sprint teams=6; guide shows how to debrief one",
        (
            Parameter(
                "what",
                "new or guide",
                kind="choice",
                choices=("new", "guide"),
                titles=("Open a workshop", "How to run and debrief a game"),
            ),
            replace(GAME, required=False),
            Parameter("settings", "For example teams=6 size=5 dice=same hours=250", required=False, rest=True),
        ),
        group="table",
    ),
    Command(
        "ask",
        "At a workshop: ask the trainer something",
        (Parameter("question", "What you would like to know", rest=True),),
        group="table",
    ),
    Command("trends", "Show how this room’s retrospectives have been going", group="table"),
    Command(
        "save",
        "Save a note for this room’s next retrospective, without your name",
        (Parameter("text", "What should come up", required=False, rest=True),),
        group="table",
    ),
    Command(
        "every",
        "Let a retrospective open by itself: 2 weeks on Friday 15:00; off ends it",
        (Parameter("when", "2 weeks on Friday 15:00, or off", required=False, rest=True),),
        group="table",
    ),
    Command("skip", "Leave out the next retrospective that opens by itself", group="table"),
    Command("history", "Show which games were played in this room", group="table"),
    Command("stats", "Show statistics for all games in this room", group="table"),
    Command(
        "export",
        "Get a finished game as a file",
        (
            Parameter(
                "form",
                "json, csv or markdown",
                kind="choice",
                choices=("json", "csv", "markdown"),
                required=False,
                titles=("JSON: everything, to verify", "CSV: for a spreadsheet", "Markdown: to read"),
            ),
        ),
        group="table",
    ),
    Command(
        "name",
        "Change your name at this table",
        (Parameter("name", "What the table should call you", rest=True),),
        group="me",
    ),
    Command(
        "remind",
        "Set when I remind you at this table: after 30m, 2h or 1d, off, or on",
        (Parameter("when", "30m, 2h, 1d, off or on", rest=True),),
        group="me",
    ),
    Command(
        "prepare",
        "Give a command in advance, for when it’s your turn; off cancels it",
        (Parameter("what", "For example roll, or off", required=False),),
        group="me",
    ),
    Command("missed", "Show what happened since your last move", group="me"),
    Command("rating", "Show your rating in this room, and how your last games moved it", group="me"),
    Command(
        "tutorial",
        "Learn a game in a few minutes, alone with automatic players",
        (replace(GAME, required=False),),
        group="me",
    ),
    Command(
        "forget",
        "Delete your name and ID from everything I have stored",
        (Parameter("sure", "me, to confirm", required=False),),
        group="me",
    ),
    Command("end", "End the table: the host can at once, others if everybody agrees"),
)

# --- game list -------------------------------------------------------------------------------------------------------

GOOD_TABLE = 3  # seats when somebody opens a table to play at once


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

    @property
    def good_seats(self) -> int:
        """A good number of seats for one person playing with automatic players."""
        return min(max(GOOD_TABLE, self.minimum), self.maximum)


def listed_games() -> tuple[ListedGame, ...]:
    return tuple(
        ListedGame(
            key=game.key,
            title=game.about.title,
            summary=game.about.summary,
            minimum=game.seats.start,
            maximum=game.seats.stop - 1,
            options=game.options,
            levels=game.bots.levels,
            topics=tuple((topic.key, topic.title) for topic in game.rules),
            luck=game.proof.luck,
        )
        for game in GAMES.values()
    )


# --- catalogue -------------------------------------------------------------------------------------------------------

OWN_COMMANDS = {command.name: command for command in TABLE_COMMANDS}
GROUPS = {"table", "me", *GAMES}  # Discord needs the group of a command; in a typed line it is optional
LINE_LIMIT = 2000  # characters of a typed line
ARGUMENT_LIMIT = 1000  # of one argument; every game allows less
SURE_WORD = "sure"  # at the end of a typed line: they don't have to be asked
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


def commands(game: AnyGame | None) -> tuple[Command, ...]:
    """The commands at a table of this game, its own first."""
    return (*(game.commands if game else ()), *TABLE_COMMANDS)


def everything() -> tuple[tuple[AnyGame | None, Command], ...]:
    """Every command, with the game it belongs to; None: the table's own."""
    own = [(None, command) for command in TABLE_COMMANDS]
    return (*own, *((game, command) for game in GAMES.values() for command in game.commands))


PROMPTS = "prompts"  # the questions that a game leaves for a meeting about it


def about(game: AnyGame) -> AnyGame | None:
    """The meeting in which people talk about this game; None if it is such a meeting itself."""
    if PROMPTS in game.memories.inherits:
        return None
    return next((other for other in GAMES.values() if PROMPTS in other.memories.inherits), None)


def command_words() -> frozenset[str]:
    """Every word that a typed line can begin with."""
    return frozenset({*(command.name for _, command in everything()), *GROUPS, "scrum"})


@cache
def _by_name(game: str | None) -> dict[str, Command]:
    return {command.name: command for command in commands(GAMES[game] if game else None)}


def find(name: str, game: AnyGame | None, *, playing: bool = True) -> Command:
    """`playing`: the game has started and isn't over."""
    available = _by_name(game.key if game else None)
    if name in available:
        own = OWN_COMMANDS.get(available[name].elsewhere)
        return available[name] if playing or own is None else own
    for other in GAMES.values():
        for command in other.commands:
            if command.name == name and command.elsewhere:
                return OWN_COMMANDS[command.elsewhere]
        if any(command.name == name for command in other.commands):
            raise Refused(refusals.other_game(name, other) if game else refusals.NO_TABLE)
    known = available if game else {command.name for _, command in everything()}
    raise Refused(refusals.unknown_command(name, difflib.get_close_matches(name, known, n=2)))


def parse(line: str, game: AnyGame | None, names: Sequence[str], *, playing: bool = True) -> Invocation:
    """Read a typed line; `names` are those of the players, which may contain spaces."""
    words = [(match[1] or match[2] or match[3] or "", match.start()) for match in _WORD.finditer(line)]
    if words and _command_word(words) == "scrum":
        words = words[1:]
    if len(words) > 1 and _command_word(words) in GROUPS:
        words = words[1:]
    if not words or (len(words) == 1 and _command_word(words) in GAMES):
        return Invocation(find("help", game), {})
    command = find(_command_word(words), game, playing=playing)
    sure = command.grave and words[-1][0].lower() == SURE_WORD
    return Invocation(command, _assign(command, words[1 : len(words) - sure], line, names), sure)


def _command_word(words: Sequence[tuple[str, int]]) -> str:
    return words[0][0].lower().lstrip("/")


def call(name: str, words: Mapping[str, str], game: AnyGame | None, *, playing: bool = True) -> Invocation:
    """A command with already-parsed arguments."""
    command = find(name, game, playing=playing)
    known = {parameter.name for parameter in command.parameters}
    given = {key: word.strip() for key, word in words.items() if key in known and word.strip()}
    return Invocation(command, _checked(command, given))


def _assign(command: Command, words: list[tuple[str, int]], line: str, names: Sequence[str]) -> dict[str, str]:
    given: dict[str, str] = {}
    names = [*names, *(name.removesuffix(" (bot)") for name in names), "me"]
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
    """Whether the next parameter's lead comes at once: `join luck banana` has no code."""
    lead = following.lead if following and not parameter.required else ""
    return bool(lead) and len(words) > 1 and words[0][0].lower() == lead


def _rest(line: str, words: list[tuple[str, int]]) -> str:
    if len(words) == 1:
        return words[0][0]  # without its quotes
    return line[words[0][1] :].strip()


def _name_length(words: list[tuple[str, int]], names: Iterable[str]) -> int:
    """How many words the player's name has: the longest name that fits, otherwise one."""
    lengths = [len(name.split()) for name in names if _starts_with(words, name)]
    return max(lengths, default=1)


def _until(following: Parameter, words: list[tuple[str, int]], names: Sequence[str]) -> int:
    """How many words the argument has, such as a card's title: it ends at the next parameter's lead or a player's name.

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
                raise Refused(_missing(command, parameter))
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
