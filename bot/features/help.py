"""Rules and help: what you can do now, what else there is, and what the rules say."""

from collections import Counter
from collections.abc import Iterable, Sequence

from bot.kernel.calls import Call, Context
from bot.kernel.feature import Feature
from bot.kernel.live.table import LiveTable
from bot.kernel.messages import Act, Person, Reply, Suggestion
from bot.kernel.table import texts
from bot.kernel.table.catalogue import OWN_COMMANDS, everything, find
from bot.kernel.table.model import Refused
from bot.kernel.table.texts import short, usage
from games import GAMES
from games.contract import AnyGame, Command, Parameter, Topic, is_meeting
from games.text import listing
from games.values import replace

# --- help pages ------------------------------------------------------------------------------------------------------

WELCOME = (
    "Hi, I’m Scrum Table. Your team plays; I know the rules, roll the dice and keep the score. There’s no table in "
    "this room yet: open one, and the others can press “Join”."
)

feature = Feature("help")


def _page_text(
    situation: str, now: Sequence[tuple[str, str]], always: Sequence[tuple[str, str]], others: Sequence[str]
) -> str:
    """A page of what this person can do now, what they can always do, and the names of the other commands."""
    parts = [situation]
    if now:
        parts.append("\n".join(["Right now you can:", *(f"- `/scrum {line}`: {what}" for line, what in now)]))
    parts.append("\n".join(["At any time:", *(f"- `/scrum {line}`: {what}" for line, what in always)]))
    if others:
        names = listing([f"`/scrum {name}`" for name in others])
        parts.append(f"There’s more: {names}. For details, try `/scrum help {others[0]}`.")
    return "\n\n".join(parts)


def _command_page(found: Sequence[Command]) -> str:
    """A page about a command: how to type it, what it does, and what its arguments mean."""
    parts = []
    for command in found:
        words = [f"- {word.name}: {word.description}" for word in command.parameters]
        parts.append("\n".join([f"`/scrum {usage(command)}`: {command.description}.", *words]))
    return "\n\n".join(parts)


def _nothing_to_do() -> str:
    return "There’s nothing for you to do right now."


def _which_rules(games: Iterable[AnyGame]) -> str:
    return f"Which rules? {listing([f'`/scrum rules {game.key}` ({game.about.title})' for game in games], 'or')}."


def _rules_overview(game: AnyGame) -> str:
    first = game.rules[0]
    return f"{game.about.title}\n\n{first.text}\n\n{_topic_list(game.rules)}"


def topic(found: Topic) -> str:
    return f"{found.title}\n\n{found.text}"


def _topic_list(topics: Sequence[Topic]) -> str:
    return f"Topics: {', '.join(f'`{topic.key}`' for topic in topics)}."


def _unknown_topic(word: str, topics: Sequence[Topic]) -> str:
    return f"The rules have no topic “{short(word)}”. {_topic_list(topics)}"


def _no_such_choice(word: str) -> str:
    return f"No format is about “{short(word)}”. Try sprint, release, health, conflict, celebration or future."


def choices(found: Sequence[tuple[str, str]], left_out: int) -> str:
    """The choices as they would be typed, and what each is good for."""
    more = [f"… and {left_out} more: add a word, such as `/scrum formats conflict`."] if left_out else []
    return "\n".join([*(f"- `{line}`: {note}" for line, note in found), *more])


# --- help ------------------------------------------------------------------------------------------------------------

_MAX_LINES = 8  # for one command in the help
_MAX_CHOICES = 10  # of an option, with what each is good for


@feature.query(
    "rules", "Show the rules, or one section", Parameter("topic", "Which section", required=False, rest=True)
)
async def rules(_: Context, call: Call) -> Reply:
    return _rules(call.live, call.argument("topic"))


@feature.query(
    "help",
    "Show what you can do now and all other commands, or explain one command",
    Parameter("command", "A command, such as undo", required=False, rest=True),
)
async def help_page(_: Context, call: Call) -> Reply:
    about = call.argument("command")
    return _about(about, call.live) if about else _help(call.live, call.person)


def _rules(live: LiveTable | None, words: str) -> Reply:
    """The rules of this table's game; the first word may name another game."""
    game = live.standing.game if live else None
    first, _, rest = words.strip().partition(" ")
    if first.lower() in GAMES:
        game, words = GAMES[first.lower()], rest
    if game is None:
        if len(GAMES) > 1:
            return Reply(_which_rules(GAMES.values()), private=True, lines=_each_game("rules"))
        game = next(iter(GAMES.values()))
    return Reply(_topic(game, words.strip().lower()), private=True, game=game.key)


def _topic(game: AnyGame, word: str) -> str:
    if not word:
        return _rules_overview(game)
    exact = [topic for topic in game.rules if topic.key == word]
    found = exact or [topic for topic in game.rules if word in topic.key or word in topic.title.lower()]
    if not found:
        raise Refused(_unknown_topic(word, game.rules))
    return topic(found[0])


def _help(live: LiveTable | None, person: Person) -> Reply:
    """Help for this person: what they can do now, then what is always there."""
    if live is None:
        return _welcome()
    seat = live.seat_of(person)
    page = live.reply(situation=live.situation(), seat=seat, private=True, board=False)
    now = _possible(page.acts, live.standing.game)
    seated = seat is not None
    always = ("board", "chart", "status", "log", "rules", "verify", "leave" if seated else "join", "end")
    idle = _nothing_to_do() if seated or live.takes_more else texts.watching(live.standing.game)
    situation = page.situation if now else f"{page.situation}\n{idle}"
    return replace(
        page, story=_page_text(situation, now, _commands(always), _others(always, live.standing.game)), situation=""
    )


def _welcome() -> Reply:
    """Help in a room without a table."""
    now = [(f"new {game.key}", f"{game.about.title}: {game.about.summary.lower()}") for game in GAMES.values()]
    always = ("tutorial", "join", "rules", "history")
    text = _page_text(WELCOME, now, _commands(always), ())
    return Reply(text, private=True, lines=_each_game("new"))


def _each_game(command: str) -> tuple[Suggestion, ...]:
    return tuple(Suggestion(f"{command} {game.key}", game.about.title) for game in GAMES.values())


def _about(word: str, live: LiveTable | None) -> Reply:
    """Help about one command: how to type it, what it does, what its arguments mean. Without a table, of any game."""
    name = word.rsplit(maxsplit=1)[-1].lower().removeprefix("/")  # after a group or /scrum
    if live is not None:
        game = live.standing.game
        return Reply(_command_page([find(name, game)]), private=True, game=game.key)
    found = [command for _, command in everything() if command.name == name]
    return Reply(_command_page(found or [find(name, None)]), private=True)


def _others(listed: Sequence[str], game: AnyGame) -> list[str]:
    """The table's own commands that the page has not listed, as far as they help here."""
    known = {*listed, "new", "help", "start", "bot", "join", "leave"}
    useful = [each for each in OWN_COMMANDS.values() if is_meeting(game) or not each.of_meetings]
    return [command.name for command in useful if command.name not in known]


def _possible(acts: Sequence[Act], game: AnyGame) -> list[tuple[str, str]]:
    """A line for each act; one line for a command with very many (a hand of cards, a pitch full of steps)."""
    counts = Counter(act.command.split()[0] for act in acts)
    lines: dict[str, str] = {}
    for act in acts:
        name = act.command.split()[0]
        if counts[name] <= _MAX_LINES:
            lines[act.command] = act.label
        else:
            command = find(name, game)
            lines[texts.usage(command)] = command.description
    return list(lines.items())


def _commands(names: Sequence[str]) -> list[tuple[str, str]]:
    return [(texts.usage(OWN_COMMANDS[name]), OWN_COMMANDS[name].description) for name in names]


@feature.query(
    "formats",
    "Find a format for a retrospective, by a word or an occasion",
    Parameter("word", "For example conflict, release or celebration", required=False, rest=True),
    group="table",
)
async def formats(context: Context, call: Call) -> Reply:
    """The choices of options that say what they are good for; those with every word that was given."""
    del context
    words = call.argument("word").casefold().split()
    described = [
        (f"/scrum new {game.key} {option.name}={choice}", note)
        for game in GAMES.values()
        for option in game.options
        if option.cards
        for choice, note in zip(option.choices, option.notes, strict=False)
    ]
    found = [(line, note) for line, note in described if all(word in f"{line} {note}".casefold() for word in words)]
    if not found:
        return Reply(_no_such_choice(call.argument("word")), private=True)
    shown = found[:_MAX_CHOICES]
    return Reply(choices(shown, len(found) - len(shown)), private=True)
