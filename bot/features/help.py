"""Rules and help: what you can do now, what else there is by topic, and what the rules say."""

from collections.abc import Iterator, Sequence

from bot.kernel.calls import Call, Context
from bot.kernel.feature import Feature
from bot.kernel.live.table import LiveTable
from bot.kernel.messages import Menu, Person, Reply, Suggestion
from bot.kernel.pages import offered_to
from bot.kernel.table import refusals
from bot.kernel.table.catalogue import OWN_COMMANDS, everything, find
from bot.kernel.table.model import Refused
from bot.kernel.table.texts import in_english, short, usage
from games import GAMES
from games.contract import AnyGame, Command, Parameter, Topic, is_meeting
from games.language import lazy, n, t
from games.text import listing
from games.values import replace

feature = Feature("help")

# --- texts -----------------------------------------------------------------------------------------------------------

WELCOME = lazy(
    "Hi, I’m Scrum Table. Your team plays; I know the rules, roll the dice and keep the "
    "score. There’s no table in this room yet: open one, and the others can press “Join”."
)
LEARN = lazy(
    "`/scrum tutorial` teaches you a game on your own, and `/scrum join` with a code shows a table of another room."
)
PICK = lazy(
    "Pick what you’d like to do, or look around in the menu: rules and all commands. `/scrum help undo` explains one."
)
ONLY_MENU = lazy("The menu has the rules and all commands; `/scrum help undo` explains one.")
NOTHING_TO_DO = lazy("There’s nothing for you to do right now.")
WHICH_RULES = lazy("Which rules?")
_EXPLAINED = lazy("`/scrum help {command}` explains one of them.")
_TOPIC_MENU, _SECTION_MENU = lazy("Rules and commands"), lazy("Another section")
_ALL_TOPICS = lazy("What I can do now")
# the table's own commands by their group; a game's are a topic of their own
_GROUPS = {
    "basics": ("", lazy("Join, start, play and end")),
    "table": ("table", lazy("Settings, time and people")),
    "room": ("room", lazy("Actions, history and files")),
    "me": ("me", lazy("Your own settings")),
}


def _rules_of(game: AnyGame) -> str:
    return t("Rules: {title}", title=game.about.title)


def _commands_of(game: AnyGame) -> str:
    return t("Commands: {title}", title=game.about.title)


def _command_page(found: Sequence[Command]) -> str:
    """A page about a command: how to type it, what it does, and what its arguments mean."""
    parts = []
    for command in found:
        words = [f"- {word.name}: {word.description}" for word in command.parameters]
        first = f"`/scrum {usage(command)}`: {command.description}."  # not prose
        parts.append("\n".join([first, *words]))
    return "\n\n".join(parts)


def _unknown_topic(word: str, topics: Sequence[Topic]) -> str:
    known = ", ".join(f"`{topic.key}`" for topic in topics)
    return t("The rules have no topic “{word}”. Topics: {topics}.", word=short(word), topics=known)


def _no_such_choice(word: str) -> str:
    return t(
        "No format is about “{word}”. Try sprint, release, health, conflict, celebration or future.", word=short(word)
    )


def choices(found: Sequence[tuple[str, str]], left_out: int) -> str:
    """The choices as they would be typed, and what each is good for."""
    more = n(
        "… and {count} more: add a word, such as `/scrum formats conflict`.",
        "… and {count} more: add a word, such as `/scrum formats conflict`.",
        left_out,
    )
    return "\n".join([*(f"- `{line}`: {note}" for line, note in found), *([more] if left_out else [])])


# --- rules -----------------------------------------------------------------------------------------------------------


@feature.query(
    "rules",
    lazy("Show the rules, or one section"),
    Parameter("topic", lazy("Which section"), required=False, rest=True),
)
async def rules(_: Context, call: Call) -> Reply:
    """The rules of this table's game; the first word may name another game."""
    game, words = call.live.standing.game if call.live else None, call.argument("topic")
    first, *rest = words.split(maxsplit=1) or [""]
    if first.lower() in GAMES:
        game, words = GAMES[first.lower()], "".join(rest)
    if game is None:
        if len(GAMES) > 1:
            return Reply(_which_rules(), private=True, lines=_each_game("rules"))
        game = next(iter(GAMES.values()))
    return _section(game, words.strip().lower())


def _which_rules() -> str:
    known = [f"`/scrum rules {game.key}` ({game.about.title})" for game in GAMES.values()]  # not prose
    return f"{WHICH_RULES} {listing(known, 'or')}."


def _section(game: AnyGame, word: str) -> Reply:
    """A section of the rules, the first one if none is named, with a menu of the others."""
    exact = [topic for topic in game.rules if topic.key == word]
    found = exact or [topic for topic in game.rules if any(word in each for each in _names_of(topic))]
    if not found:
        raise Refused(_unknown_topic(word, game.rules))
    heading = found[0].title if word else game.about.title
    lines = tuple(
        Suggestion(f"rules {game.key} {topic.key}", str(topic.title))  # not prose
        for topic in game.rules
    )
    return Reply(
        str(found[0].text), heading=str(heading), menu=Menu(str(_SECTION_MENU), lines), private=True, game=game.key
    )


def _names_of(topic: Topic) -> tuple[str, ...]:
    """What a section can be found by: its key, and its title as people read it, or in English."""
    return topic.key, str(topic.title).lower(), in_english(topic.title).lower()


# --- help ------------------------------------------------------------------------------------------------------------

_MAX_CHOICES = 10  # of an option, with what each is good for


@feature.query(
    "help",
    lazy("Show what you can do now and what else there is, or explain one command"),
    Parameter("command", lazy("A command, such as undo"), required=False, rest=True),
)
async def help_page(_: Context, call: Call) -> Reply:
    about = call.argument("command")
    if not about:
        return _help(call.live, call.person) if call.live else _welcome()
    word = about.rsplit(maxsplit=1)[-1].lower().removeprefix("/")  # after a group or /scrum
    return _topic(word, call.live) or _about(word, call.live)


def _help(live: LiveTable, person: Person) -> Reply:
    """Help for this person: what they can do now as buttons, and a menu with everything else."""
    game, seat = live.standing.game, live.seat_of(person)
    page = offered_to(live, person, live.reply(seat=seat, private=True, board=False))
    situation = live.situation()
    if live.standing.table.phase == "lobby":
        situation = situation.partition("\n")[0]  # without the list of seats
    idle = NOTHING_TO_DO if seat is not None or live.takes_more else refusals.watching(game)
    told = [situation, str(PICK) if page.acts else f"{idle} {ONLY_MENU}"]
    return replace(page, story="\n".join(filter(None, told)), menu=Menu(str(_TOPIC_MENU), tuple(_topics(game))))


def _welcome() -> Reply:
    """Help in a room without a table."""
    return Reply(
        f"{WELCOME}\n{LEARN}",
        private=True,
        lines=_each_game("new"),
        menu=Menu(str(_TOPIC_MENU), tuple(_topics(None))),
    )


def _each_game(command: str) -> tuple[Suggestion, ...]:
    return tuple(Suggestion(f"{command} {game.key}", str(game.about.title)) for game in GAMES.values())


def _topics(game: AnyGame | None) -> Iterator[Suggestion]:
    """What else there is: the rules and commands of this game, or without one the rules of every game."""
    for each in [game] if game else GAMES.values():
        yield Suggestion(f"rules {each.key}", _rules_of(each), str(each.about.summary))  # not prose
    if game is not None:
        yield Suggestion(f"help {game.key}", _commands_of(game), _names(game.commands))  # not prose
    for name, (group, title) in _GROUPS.items():
        yield Suggestion(f"help {name}", str(title), _names(_own(group, game)))  # not prose


def _names(commands: Sequence[Command]) -> str:
    return ", ".join(command.name for command in commands)


def _own(group: str, game: AnyGame | None) -> list[Command]:
    """The table's own commands in a group, as far as they help at a table of this game."""
    useful = [each for each in OWN_COMMANDS.values() if game is None or is_meeting(game) or not each.of_meetings]
    return [command for command in useful if command.group == group]


def _topic(word: str, live: LiveTable | None) -> Reply | None:
    """The commands of a topic, a line each; None if there is no such topic."""
    here = live.standing.game if live else None
    if word in GAMES:
        title, listed = GAMES[word].about.title, list(GAMES[word].commands)
    elif word in _GROUPS:
        group, title = _GROUPS[word]
        listed = _own(group, here)
    else:
        return None
    lines = [f"- `/scrum {command.name}`: {command.description}" for command in listed]  # not prose
    text = "\n".join([*lines, t(_EXPLAINED, command=listed[0].name)])
    menu = Menu(str(_TOPIC_MENU), (*_topics(here), Suggestion("help", str(_ALL_TOPICS))))
    return Reply(
        text, heading=str(title), menu=menu, private=True, game=word if word in GAMES else here.key if here else ""
    )


def _about(name: str, live: LiveTable | None) -> Reply:
    """Help about one command: how to type it, what it does, what its arguments mean. Without a table, of any game."""
    if live is not None:
        game = live.standing.game
        return Reply(_command_page([find(name, game)]), private=True, game=game.key)
    found = [command for _, command in everything() if command.name == name]
    return Reply(_command_page(found or [find(name, None)]), private=True)


@feature.query(
    "formats",
    lazy("Find a format for a retrospective, by a word or an occasion"),
    Parameter("word", lazy("For example conflict, release or celebration"), required=False, rest=True),
    group="room",
)
async def formats(context: Context, call: Call) -> Reply:
    """The choices of options that have a card; those with every word that was given."""
    del context
    words = call.argument("word").casefold().split()
    described = [
        (f"/scrum new {game.key} {option.name}={choice}", note)
        for game in GAMES.values()
        for option in game.options
        for choice, note in zip(option.choices, option.notes, strict=False)
        if option.cards
    ]
    found = [
        (line, str(note))
        for line, note in described
        if all(word in f"{line} {note} {in_english(note)}".casefold() for word in words)
    ]
    if not found:
        return Reply(_no_such_choice(call.argument("word")), private=True)
    shown = found[:_MAX_CHOICES]
    return Reply(choices(shown, len(found) - len(shown)), private=True)
