"""Refusals: why a command was refused, and what to do instead."""

from collections.abc import Iterable, Sequence

from bot.kernel.table.texts import short, usage
from games.contract import AnyGame, Command, Option, is_meeting
from games.language import lazy, n, t
from games.text import listing, number, one_stop

TABLE_OVER = lazy("This table is closed. Open a new one with `/scrum new`.")
JOINED_TWICE = lazy("You’re already seated.")
NO_FREE_SEAT = lazy(
    "This game has already begun, and there’s no automatic player whose seat you could take. "
    "You’re welcome to watch (`/scrum board`), and to join the next one."
)
BOT_ONLY_IN_LOBBY = lazy("Automatic players can only join before the start. `/scrum leave` hands your own seat to one.")
BOT_STAYS = lazy("Automatic players can only be removed before the start.")
NO_BOT_TO_REMOVE = lazy("There’s no automatic player at this table.")
NOT_A_BOT = lazy("Only automatic players can be removed. People leave with `/scrum leave`.")
OPTIONS_ONLY_IN_LOBBY = lazy("Options can only change before the start. `/scrum end` this table and open a new one.")
ONLY_HOST_CHOOSES = lazy("Only the host changes the settings. If the host is gone, `/scrum host me` makes it you.")
SAME_OPTIONS = lazy("Those are the options already.")
LEFT_ALREADY = lazy("You’ve already left. `/scrum join` gets you your seat back.")
STARTED_ALREADY = lazy("This table has already started.")
NO_PEOPLE = lazy("There are only automatic players here. At least one person has to `/scrum join` first.")
ONLY_HOST_ENDS = lazy("Only the host, or all the players together, can end this table.")
AGREED_ALREADY = lazy("You’ve already agreed to end here; now the others need to agree.")
NO_TABLE = lazy("There’s no table in this room. Open one with `/scrum new`.")
NOTHING_AGAIN = lazy("Nothing has finished in this room yet. Open a table with `/scrum new`.")
NOTHING_TO_TALK_ABOUT = lazy("No game has just ended here. `/scrum new retro` opens a retrospective at any time.")
NOT_SEATED = lazy("You’re not seated at this table. If there’s a free seat, take it with `/scrum join`.")
NOT_STARTED = lazy("This table hasn’t started yet. Once everyone is seated, use `/scrum start`.")
SEAT_IS_AUTOMATIC = lazy("An automatic player has your seat. Take it back with `/scrum join`.")
WATCHING = lazy(
    "You’re not seated at this table, and the game has begun. You’re welcome to watch, and to join the next one."
)
NOT_OVER = lazy("You can export this table once it’s over.")
NOT_PUT_AWAY = lazy("This table is open; just carry on.")
NOTHING_TO_RESUME = lazy("There’s no table to resume in this room. Open one with `/scrum new`.")
COVERED_ALREADY = lazy("An automatic player already has that seat.")
ONLY_YOUR_FORM = lazy("On your own you can choose `text` or `picture`; light or dark is for the whole table.")

_UNCHANGED_VIEWS = {
    "text": lazy("Boards are already shown as text."),
    "picture": lazy("Boards are already shown as pictures."),
    "dark": lazy("Boards are already shown as dark pictures."),
    "light": lazy("Boards are already shown as light pictures."),
}


def view_unchanged(form: str) -> str:
    return str(_UNCHANGED_VIEWS[form])


def no_chart(game: AnyGame) -> str:
    return t("{title} has no chart.", title=game.about.title)


def unknown_game(word: str, games: Iterable[AnyGame]) -> str:
    known = listing([f"`{game.key}` ({game.about.title})" for game in games], "or")
    return t("I don’t know a game called “{word}”. Try {games}.", word=short(word), games=known)


def which_game(games: Iterable[AnyGame]) -> str:
    known = [f"`/scrum new {game.key}` ({game.about.title})" for game in games]  # not prose
    return t("Which game? {games}.", games=listing(known, "or"))


def unknown_option(word: str, game: AnyGame) -> str:
    unknown = t("{title} has no option “{word}”.", title=game.about.title, word=short(word))
    return f"{unknown} {_options(game.options)}"


def bad_option(sentence: str, *, opening: bool) -> str:
    return f"{sentence} {t('I haven’t opened a table.') if opening else t('I haven’t changed anything.')}"


def _options(options: Sequence[Option]) -> str:
    shown = [f"`{option.name}={option.default}`{f' ({option.unset})' if option.unset else ''}" for option in options]
    return t("Options and their defaults: {options}.", options=listing(shown)) if options else t("It has none.")


def room_has_table(game: AnyGame) -> str:
    title = game.about.title
    return t(
        "This room already has a table: {title}. Join it with `/scrum join`, or end it first with `/scrum end`.",
        title=title,
    )


def unknown_level(word: str, game: AnyGame) -> str:
    title, levels = game.about.title, game.bots.levels
    if not levels:
        return t("{title} has only one kind of automatic player: just use `/scrum bot`.", title=title)
    return t(
        "“{word}” isn’t a level of {title}’s automatic player. Try {levels}.",
        word=short(word),
        title=title,
        levels=listing(levels, "or"),
    )


def too_few(game: AnyGame, seated: int) -> str:
    title, least = game.about.title, game.seats.start
    if is_meeting(game) and not seated:
        few = t("{title} needs at least {least} people, and nobody has joined so far.", title=title, least=least)
    elif is_meeting(game):
        few = n(
            "{title} needs at least {least} people, and only {count} person has joined so far.",
            "{title} needs at least {least} people, and only {count} people have joined so far.",
            seated,
            title=title,
            least=least,
        )
    elif not seated:
        few = t("{title} needs at least {least} players, and nobody has joined so far.", title=title, least=least)
    else:
        few = n(
            "{title} needs at least {least} players, and only {count} player has joined so far.",
            "{title} needs at least {least} players, and only {count} players have joined so far.",
            seated,
            title=title,
            least=least,
        )
    how = t("The others can press “Join” or type `/scrum join`; `/scrum bot` adds an automatic player.")
    return f"{few} {how}"


def not_here(game: AnyGame, form: str = "", typed: str = "") -> str:
    """The refusal of what somebody sends who isn't there yet. `form`: the title of the form that seats them."""
    first = t(
        "You aren’t in this {noun} yet, so I haven’t taken it. Press “{button}” first, then send it again.",
        noun=game.about.noun,
        button=form or game.about.join,
    )
    return f"{first} {t('You wrote:')}\n{typed}" if typed else f"{first} {t('Nothing you wrote is lost.')}"


def watching(game: AnyGame) -> str:
    """The refusal where nobody can come in any more."""
    if not game.seating.open:
        return str(WATCHING)
    return t(
        "It’s too late to come in: this {noun} takes nobody new now. You’re welcome to watch.", noun=game.about.noun
    )


def full_house(game: AnyGame) -> str:
    most = game.seats.stop - 1
    if not game.seating.open:
        return t("The table is full: {title} has at most {most} seats.", title=game.about.title, most=most)
    return t("All {most} places in this {noun} are taken. You’re welcome to watch.", most=most, noun=game.about.noun)


def no_free_seat(game: AnyGame) -> str:
    return watching(game) if game.seating.open else str(NO_FREE_SEAT)


ONLY_HOST_STARTS = lazy("The host facilitates and starts us off. If the host can’t, `/scrum host me` makes it you.")


def only_facilitator_starts(name: str) -> str:
    return t("{name} facilitates and starts us off. If {name} can’t, `/scrum host me` makes it you.", name=name)


def unknown_command(word: str, close: Sequence[str]) -> str:
    meant = [t("Did you mean {commands}?", commands=listing([f"`{name}`" for name in close], "or"))] if close else []
    unknown, help_says = t("I don’t know “{word}”.", word=short(word)), t("`/scrum help` shows what you can do now.")
    return " ".join([unknown, *meant, help_says])


def other_game(word: str, game: AnyGame, instead: Command | None) -> str:
    """`instead`: what this table's own game has for the same purpose."""
    elsewhere = t(
        "`{command}` belongs to {title}, and that’s not what’s on this table.", command=word, title=game.about.title
    )
    if instead is None:
        return elsewhere
    here = t("Here, try `/scrum {command}`: {description}.", command=instead.name, description=instead.description)
    return f"{elsewhere} {here}"


def missing_argument(command: Command, name: str) -> str:
    description = next(each.description for each in command.parameters if each.name == name)
    return t(
        "Something’s missing: `/scrum {command}`. {argument}: {description}.",
        command=usage(command),
        argument=name,
        description=description,
    )


def extra_arguments(command: Command, extra: str) -> str:
    return t(
        "I don’t know what to do with “{words}”. Try `/scrum {command}`.", words=short(extra), command=usage(command)
    )


def not_a_choice(name: str, word: str, choices: Sequence[str]) -> str:
    known = listing([f"`{choice}`" for choice in choices], "or")
    return t("{argument} can be {choices}, not “{word}”.", argument=name, choices=known, word=short(word))


def unknown_player(word: str, names: Sequence[str], command: Command | None = None) -> str:
    """`command`: the one that it was typed for, if people may have left the name out."""
    unknown = one_stop(
        t("There’s nobody called “{word}” at this table, only {names}.", word=short(word), names=listing(names))
    )
    if command is None or len(command.parameters) == 1:
        return unknown
    return f"{unknown} {t('It’s typed like this: `/scrum {command}`.', command=usage(command))}"


def which_player(word: str, names: Sequence[str]) -> str:
    return t(
        "“{word}” could be {names}. Please type a bit more of the name.", word=short(word), names=listing(names, "or")
    )


def bad_hours(word: str) -> str:
    return t("“{word}” isn’t a valid time range; try `9-17`.", word=short(word))


_PACE_EXAMPLES = {
    "live": lazy("Try `/scrum pace live 5` (minutes until the first reminder)."),
    "async": lazy("Try `/scrum pace async 24h 9-17 Europe/Berlin` (hours until a reminder, working hours, time zone)."),
    "off": lazy("Try just `/scrum pace off`."),
}


def bad_pace(word: str, form: str) -> str:
    return f"{t('I don’t understand “{word}” there.', word=short(word))} {_PACE_EXAMPLES[form]}"


def too_long(events: int) -> str:
    return t(
        "This table has reached its limit of {events} moves and changes. Close it with `/scrum end` and carry on at a "
        "new one: `/scrum new`.",
        events=number(events),
    )
