"""Why a command was refused, and what to do instead."""

from collections.abc import Iterable, Sequence

from bot.texts.wording import short, usage
from games.api import AnyGame, Command, Option
from games.text import listing

TABLE_OVER = "This table is closed. Open a new one with `/scrum new`."
JOINED_TWICE = "You’re already seated."
NO_FREE_SEAT = "Every seat is taken. You’re welcome to watch, and to join next time."
BOT_ONLY_IN_LOBBY = "Automatic players can only join before the start. `/scrum leave` hands your own seat to one."
NO_BOT_TO_REMOVE = "There’s no automatic player at this table."
NOT_A_BOT = "Only automatic players can be removed. People leave with `/scrum leave`."
OPTIONS_ONLY_IN_LOBBY = "Options can only change before the start. `/scrum end` this table and open a new one."
SAME_OPTIONS = "Those are the options already."
LEFT_ALREADY = "You’ve already left. `/scrum join` gets you your seat back."
STARTED_ALREADY = "This table has already started."
NO_PEOPLE = "There are only automatic players here. At least one person has to `/scrum join` first."
ONLY_HOST_ENDS = "Only the host, or all the players together, can end this table."
AGREED_ALREADY = "You’ve already agreed to end here; now the others need to agree."
NO_TABLE = "There’s no table in this room. Open one with `/scrum new`."
NOTHING_AGAIN = "Nothing has finished in this room yet. Open a table with `/scrum new`."
NOTHING_TO_TALK_ABOUT = "No game has just ended here. `/scrum new retro` opens a retrospective at any time."
NOT_SEATED = "You’re not seated at this table. If there’s a free seat, take it with `/scrum join`."
NOT_STARTED = "This table hasn’t started yet. Once everyone is seated, use `/scrum start`."
SEAT_IS_AUTOMATIC = "An automatic player has your seat. Take it back with `/scrum join`."
WATCHING = "You’re not seated at this table, and every seat is taken. You’re welcome to watch, and to join next time."
NOT_OVER = "You can export this table once it’s over."


ONLY_YOUR_FORM = "On your own you can choose `text` or `picture`; light or dark is for the whole table."


def view_unchanged(form: str) -> str:
    kinds = {"text": "text", "picture": "pictures", "dark": "dark pictures", "light": "light pictures"}
    return f"Boards are already shown as {kinds[form]}."


def no_chart(game: AnyGame) -> str:
    return f"{game.title} has no chart."


def unknown_game(word: str, games: Iterable[AnyGame]) -> str:
    known = listing([f"`{game.key}` ({game.title})" for game in games], "or")
    return f"I don’t know a game called “{short(word)}”. Try {known}."


def which_game(games: Iterable[AnyGame]) -> str:
    return f"Which game? {listing([f'`/scrum new {game.key}` ({game.title})' for game in games], 'or')}."


def unknown_option(word: str, game: AnyGame) -> str:
    return f"{game.title} has no option “{short(word)}”. {_options(game.options)}"


def bad_option(sentence: str, *, opening: bool) -> str:
    return f"{sentence} I haven’t {'opened a table' if opening else 'changed anything'}."


def _options(options: Sequence[Option]) -> str:
    shown = [f"`{option.name}={option.default}`{f' ({option.unset})' if option.unset else ''}" for option in options]
    return f"Options and their defaults: {listing(shown)}." if options else "It has none."


def room_has_table(game: AnyGame) -> str:
    return (
        f"This room already has a table: {game.title}. Join it with `/scrum join`, or end it first with `/scrum end`."
    )


def unknown_level(word: str, game: AnyGame) -> str:
    if not game.levels:
        return f"{game.title} has only one kind of automatic player: just use `/scrum bot`."
    return f"“{short(word)}” isn’t a level of {game.title}’s automatic player. Try {listing(game.levels, 'or')}."


def table_full(game: AnyGame) -> str:
    return f"The table is full: {game.title} has at most {game.seats.stop - 1} seats."


def too_few(game: AnyGame, seated: int) -> str:
    one = "player" if game.players == "players" else "person"
    some = f"only {seated} {game.players} have joined"
    joined = {0: "nobody has joined", 1: f"only 1 {one} has joined"}.get(seated, some)
    return (
        f"{game.title} needs at least {game.seats.start} {game.players}, and {joined} so far. The others can press "
        "“Join” or type `/scrum join`; `/scrum bot` adds an automatic player."
    )


def unknown_command(word: str, close: Sequence[str]) -> str:
    hint = f" Did you mean {listing([f'`{name}`' for name in close], 'or')}?" if close else ""
    return f"I don’t know “{short(word)}”.{hint} `/scrum help` shows what you can do now."


def other_game(word: str, game: AnyGame) -> str:
    return f"`{word}` belongs to {game.title}, and that’s not what’s on this table."


def missing_argument(command: Command, name: str) -> str:
    description = next(p.description for p in command.parameters if p.name == name)
    return f"Something’s missing: `/scrum {usage(command)}`. {name}: {description}."


def extra_arguments(command: Command, extra: str) -> str:
    return f"I don’t know what to do with “{short(extra)}”. Try `/scrum {usage(command)}`."


def not_a_choice(name: str, word: str, choices: Sequence[str]) -> str:
    return f"{name} can be {listing([f'`{choice}`' for choice in choices], 'or')}, not “{short(word)}”."


def unknown_player(word: str, names: Sequence[str]) -> str:
    return f"There’s nobody called “{short(word)}” at this table, only {listing(names)}."


def which_player(word: str, names: Sequence[str]) -> str:
    return f"“{short(word)}” could be {listing(names, 'or')}. Please type a bit more of the name."


def too_long(events: int) -> str:
    return (
        f"This table has reached its limit of {events:,} moves and changes. "
        "Close it with `/scrum end` and carry on at a new one: `/scrum new`."
    )
