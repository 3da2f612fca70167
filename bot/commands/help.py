"""Rules and help: what you can do now, what else there is, and what the rules say."""

from collections import Counter
from collections.abc import Sequence

from bot.commands.calls import Call, Context
from bot.live.table import LiveTable
from bot.messages import Choice, Person, Reply, Suggestion
from bot.table.catalogue import everything, find
from bot.table.model import Refused
from bot.table.table_commands import TABLE_COMMANDS
from bot.texts import help_pages, refusals, wording
from games import GAMES
from games.api import AnyGame
from games.values import replace

MAX_LINES = 8  # for one command in the help
MAX_CHOICES = 10  # of an option, with what each is good for


async def rules(_: Context, call: Call) -> Reply:
    return _rules(call.live, call.argument("topic"))


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
            return Reply(help_pages.which_rules(GAMES.values()), private=True, lines=_each_game("rules"))
        game = next(iter(GAMES.values()))
    return Reply(_topic(game, words.strip().lower()), private=True, game=game.key)


def _topic(game: AnyGame, word: str) -> str:
    if not word:
        return help_pages.rules_overview(game)
    exact = [topic for topic in game.rules if topic.key == word]
    found = exact or [topic for topic in game.rules if word in topic.key or word in topic.title.lower()]
    if not found:
        raise Refused(help_pages.unknown_topic(word, game.rules))
    return help_pages.topic(found[0])


def _help(live: LiveTable | None, person: Person) -> Reply:
    """What this person can do now, then what is always there."""
    if live is None:
        return _welcome()
    seat = live.seat_of(person)
    page = live.reply(live.situation(), seat=seat, private=True, board=False)
    now = _possible(page.choices, live.standing.game)
    seated = seat is not None
    always = ("board", "chart", "status", "log", "rules", "verify", "leave" if seated else "join", "end")
    idle = help_pages.nothing_to_do() if seated or live.unclaimed else refusals.WATCHING
    situation = page.text if now else f"{page.text}\n{idle}"
    return replace(page, text=help_pages.help_page(situation, now, _commands(always), _others(always)))


def _welcome() -> Reply:
    """Help in a room without a table."""
    now = [(f"new {game.key}", f"{game.title}: {game.summary.lower()}") for game in GAMES.values()]
    always = ("tutorial", "join", "rules", "history")
    text = help_pages.help_page(help_pages.WELCOME, now, _commands(always), ())
    return Reply(text, private=True, lines=_each_game("new"))


def _each_game(command: str) -> tuple[Suggestion, ...]:
    return tuple(Suggestion(f"{command} {game.key}", game.title) for game in GAMES.values())


def _about(word: str, live: LiveTable | None) -> Reply:
    """One command: how to type it, what it does, what its arguments mean. Without a table, of any game."""
    name = word.rsplit(maxsplit=1)[-1].lower().removeprefix("/")  # after a group or /scrum
    if live is not None:
        game = live.standing.game
        return Reply(help_pages.command_page([find(name, game)]), private=True, game=game.key)
    found = [command for _, command in everything() if command.name == name]
    return Reply(help_pages.command_page(found or [find(name, None)]), private=True)


def _others(listed: Sequence[str]) -> list[str]:
    """The table's own commands that the page has not listed."""
    usual = {"new", "help", "start", "bot", "join", "leave"}
    return [command.name for command in TABLE_COMMANDS if command.name not in {*listed, *usual}]


def _possible(choices: Sequence[Choice], game: AnyGame) -> list[tuple[str, str]]:
    """A line for each choice; one line for a command with very many (a hand of cards, a pitch full of steps)."""
    counts = Counter(choice.command.split()[0] for choice in choices)
    lines: dict[str, str] = {}
    for choice in choices:
        name = choice.command.split()[0]
        if counts[name] <= MAX_LINES:
            lines[choice.command] = choice.label
        else:
            command = find(name, game)
            lines[wording.usage(command)] = command.description
    return list(lines.items())


def _commands(names: Sequence[str]) -> list[tuple[str, str]]:
    described = {command.name: command for command in TABLE_COMMANDS}
    return [(wording.usage(described[name]), described[name].description) for name in names]


async def formats(context: Context, call: Call) -> Reply:
    """The choices of options that say what they are good for; those with every word that was given."""
    del context
    words = call.argument("word").casefold().split()
    described = [
        (f"/scrum new {game.key} {option.name}={choice}", note)
        for game in GAMES.values()
        for option in game.options
        for choice, note in zip(option.choices, option.notes, strict=False)
    ]
    found = [(line, note) for line, note in described if all(word in f"{line} {note}".casefold() for word in words)]
    if not found:
        return Reply(help_pages.no_such_choice(call.argument("word")), private=True)
    shown = found[:MAX_CHOICES]
    return Reply(help_pages.choices(shown, len(found) - len(shown)), private=True)
