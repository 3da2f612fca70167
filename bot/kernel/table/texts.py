"""Refusals: why a command was refused, and what to do instead."""

from collections.abc import Iterable, Mapping, Sequence

from games.contract import AnyGame, Command, Option, OptionValue, Parameter, Topic
from games.language import lazy, t
from games.text import listing, shortened

# --- wording ---------------------------------------------------------------------------------------------------------

ECHO_LIMIT = 60


def short(typed: str) -> str:
    """A typed text, cut to quote it back to the person."""
    return shortened(typed, ECHO_LIMIT)


def counted(count: int, noun: str) -> str:
    """Count a noun: `1 table`, `2 tables`."""
    return f"{count} {noun}{'s' * (count != 1)}"


def length(seconds: float) -> str:
    """A duration in the unit people would choose."""
    for unit, name in ((86400, "day"), (3600, "hour"), (60, "minute")):
        if seconds >= unit and seconds % unit == 0:
            return counted(int(seconds // unit), name)
    if seconds < 60:
        return counted(max(1, round(seconds)), "second")
    return counted(round(seconds / 60), "minute")


TODAY = 12 * 3600.0  # seconds until a moment that is named without its date


def time_left(seconds: float) -> str:
    """The time left on a clock, as precisely as anybody wants to know."""
    if seconds < 60:
        return counted(max(1, round(seconds)), "second")
    minutes = round(seconds / 60)
    if minutes < 120:
        return t("{minutes} min", minutes=minutes)
    hours = round(minutes / 60)
    return t("{hours} hours", hours=hours) if hours < 48 else t("{hours} days", hours=round(hours / 24))


def stopped(seconds: float, *, after: object) -> str:
    """The time on a clock that stands still. `after`: what is said before, if anything."""
    return t(
        "{after}The clock stands still, with {time_left} left.", after=" " * bool(after), time_left=time_left(seconds)
    )


def usage(command: Command) -> str:
    return " ".join([command.name, *map(_parameter, command.parameters)])


def _parameter(parameter: Parameter) -> str:
    name = "…" if parameter.name == parameter.lead else parameter.name
    return f"{parameter.lead} <{name}>".lstrip() if parameter.required else f"[{f'{parameter.lead} {name}'.lstrip()}]"


# --- lobby -----------------------------------------------------------------------------------------------------------

WAITING = lazy("Waiting for players.")
READY = lazy("Ready to start.")
ENDED_EARLY = lazy("Ended early.")


def seats_of(game: AnyGame) -> str:
    """The number of seats: 2 to 4, or 2."""
    least, most = game.seats.start, game.seats.stop - 1
    return str(least) if least == most else t("{least} to {most}", least=least, most=most)


def trainer_starts(game: AnyGame, team: str) -> str:
    return t("{team}; the trainer starts the {noun} for all teams", team=team, noun=game.about.noun)


def seat_list(game: AnyGame, seats: Sequence[str], changed: Sequence[str], *, team: str = "") -> str:
    """The people at the table, and what it takes to start. `team`: its name among several."""
    least, most = game.seats.start, game.seats.stop - 1
    rows = [f"{number}. {seat}" for number, seat in enumerate(seats, start=1)] or [t("Nobody has joined yet.")]
    with_options = f" ({listing(changed)})" if changed else ""
    missing = least - len(seats)
    if team:
        needed = trainer_starts(game, team)
    elif missing > 0:
        needed = t("{missing} more needed", missing=missing) if seats else t("{game} seats", game=seats_of(game))
    elif len(seats) < most:
        needed = t("up to {most} can join; start when you’re ready", most=most)
    else:
        needed = t("every seat is taken; start when you’re ready")
    return "\n".join([f"{game.about.title}{with_options}: {needed}.", *rows])


def gathered(title: str, people: Sequence[str]) -> str:
    """The line that is left of a meeting's lobby."""
    return t("{title} with {people}.", title=title, people=listing(people))


def call(situation: str, gist: str) -> str:
    """The words of a lock screen: what somebody should do, and how the table stands."""
    return f"{situation.removesuffix('.')} · {gist}" if gist else situation


def actions_for(people: Sequence[str], title: str) -> str:
    return t("{people}, your actions are in the summary · {title}", people=listing(people), title=title)


def invited(people: Sequence[str]) -> str:
    return t("{people}: you’re invited. There’s a seat for you.", people=listing(people))


def this_is_for(people: Sequence[str]) -> str:
    return t("{people}, this one is for you.", people=listing(people))


# --- settings --------------------------------------------------------------------------------------------------------

SETTINGS, CHANGE_SETTINGS = lazy("Settings"), lazy("Save")
AUTOMATIC_PLAYERS, NO_PLAYERS = lazy("Automatic players"), lazy("None")
THEIR_LEVEL = lazy("How strong they play")
REMINDERS = lazy("Reminders")
WHICH_OCCASION = lazy("Which occasion is it for? The settings come next, with what suits it.")
PACES = {"live": lazy("We’re all here now"), "async": lazy("Over hours or days"), "off": lazy("None")}
ONLY_HOST_CHOOSES = lazy("Only the host changes the settings. If the host is gone, `/scrum host me` makes it you.")


def your_own(words: str) -> str:
    return t("Your own: {words}", words=words)


def pace_note(seconds: float, opens: int, closes: int, zone: str) -> str:
    """When people are reminded at this pace."""
    if not seconds:
        return t("I don’t remind anybody.")
    if (opens, closes) == (0, 24):
        return t("I remind people after {length}.", length=length(seconds))
    return t(
        "I remind people after {length}, on weekdays from {opens} to {closes} ({zone}).",
        length=length(seconds),
        opens=opens,
        closes=closes,
        zone=zone,
    )


def option_line(option: Option, chosen: OptionValue) -> str:
    """An option as it would be typed, and what its value means."""
    title, note = option.title_of(chosen), option.noted.get(str(chosen), "")
    if title.casefold() == str(chosen).casefold():
        return f"- `{option.name}={chosen}`: {note or option.description}"
    return f"- `{option.name}={chosen}`: {note or f'{option.description}, {title}'}"


NO_OPTIONS = lazy("There’s nothing to choose in this game.")
SETTLED = lazy("They’re settled now.")
HOST_CAN_CHANGE = lazy("The host can change them until the start.")
PRESS_TO_CHANGE = lazy("Press “Settings” to change them.")


def how_to_change(example: str) -> str:
    return t(
        "Press “Settings” to change what matters most; the rest is typed, such as `/scrum options {example}`.",
        example=example,
    )


# --- refusals --------------------------------------------------------------------------------------------------------

TABLE_OVER = lazy("This table is closed. Open a new one with `/scrum new`.")
JOINED_TWICE = lazy("You’re already seated.")
NO_FREE_SEAT = lazy(
    "This game has already begun, and there’s no automatic player whose seat you could take. "
    "You’re welcome to watch (`/scrum board`), and to join the next one."
)
BOT_ONLY_IN_LOBBY = lazy("Automatic players can only join before the start. `/scrum leave` hands your own seat to one.")
NO_BOT_TO_REMOVE = lazy("There’s no automatic player at this table.")
NOT_A_BOT = lazy("Only automatic players can be removed. People leave with `/scrum leave`.")
OPTIONS_ONLY_IN_LOBBY = lazy("Options can only change before the start. `/scrum end` this table and open a new one.")
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


PUT_AWAY = lazy("This table has been put away. `/scrum resume` picks up where you left off.")
NOW_PAUSED = lazy("⏸ The trainer has paused all teams.")
NOT_PUT_AWAY = lazy("This table is open; just carry on.")
NOTHING_TO_RESUME = lazy("There’s no table to resume in this room. Open one with `/scrum new`.")
COVERED_ALREADY = lazy("An automatic player already has that seat.")
ONLY_YOUR_FORM = lazy("On your own you can choose `text` or `picture`; light or dark is for the whole table.")


def view_unchanged(form: str) -> str:
    kinds = {"text": "text", "picture": "pictures", "dark": t("dark pictures"), "light": t("light pictures")}
    return t("Boards are already shown as {kinds}.", kinds=kinds[form])


def no_chart(game: AnyGame) -> str:
    return t("{title} has no chart.", title=game.about.title)


def unknown_game(word: str, games: Iterable[AnyGame]) -> str:
    known = listing([f"`{game.key}` ({game.about.title})" for game in games], "or")
    return t("I don’t know a game called “{word}”. Try {known}.", word=short(word), known=known)


def which_game(games: Iterable[AnyGame]) -> str:
    return f"Which game? {listing([f'`/scrum new {game.key}` ({game.about.title})' for game in games], 'or')}."


def unknown_option(word: str, game: AnyGame) -> str:
    return t(
        "{title} has no option “{word}”. {options}",
        title=game.about.title,
        word=short(word),
        options=_options(game.options),
    )


def bad_option(sentence: str, *, opening: bool) -> str:
    return f"{sentence} I haven’t {'opened a table' if opening else 'changed anything'}."


def _options(options: Sequence[Option]) -> str:
    shown = [f"`{option.name}={option.default}`{f' ({option.unset})' if option.unset else ''}" for option in options]
    return t("Options and their defaults: {shown}.", shown=listing(shown)) if options else t("It has none.")


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
    return f"“{short(word)}” isn’t a level of {title}’s automatic player. Try {listing(levels, 'or')}."


def too_few(game: AnyGame, seated: int) -> str:
    one = "player" if game.about.players == "players" else "person"
    some = t("only {seated} {players} have joined", seated=seated, players=game.about.players)
    joined = {0: "nobody has joined", 1: f"only 1 {one} has joined"}.get(seated, some)
    return t(
        "{title} needs at least {start} {players}, and {joined} so far. The others can press "
        "“Join” or type `/scrum join`; `/scrum bot` adds an automatic player.",
        title=game.about.title,
        start=game.seats.start,
        players=game.about.players,
        joined=joined,
    )


def not_here(game: AnyGame, form: str = "", typed: str = "") -> str:
    """The refusal of what somebody sends who isn't there yet. `form`: the title of the form that seats them."""
    again = t(" You wrote:\n{typed}", typed=typed) if typed else t(" Nothing you wrote is lost.")
    return (
        f"You aren’t in this {game.about.noun} yet, so I haven’t taken it. Press “{form or game.about.join}” first, "
        f"then send it again.{again}"
    )


def watching(game: AnyGame) -> str:
    """The refusal where nobody can come in any more."""
    if not game.seating.open:
        return WATCHING
    return t(
        "It’s too late to come in: this {noun} takes nobody new now. You’re welcome to watch.", noun=game.about.noun
    )


def full_house(game: AnyGame) -> str:
    if not game.seating.open:
        return t(
            "The table is full: {title} has at most {stop} seats.", title=game.about.title, stop=game.seats.stop - 1
        )
    return t(
        "All {stop} places in this {noun} are taken. You’re welcome to watch.",
        stop=game.seats.stop - 1,
        noun=game.about.noun,
    )


def no_free_seat(game: AnyGame) -> str:
    return watching(game) if game.seating.open else NO_FREE_SEAT


OPEN_BOARD = lazy("Open the board")


def only_facilitator_starts(name: str) -> str:
    return t("{name} facilitates and starts us off. If {name} can’t, `/scrum host me` makes it you.", name=name)


def unknown_command(word: str, close: Sequence[str]) -> str:
    hint = f" Did you mean {listing([f'`{name}`' for name in close], 'or')}?" if close else ""
    return t("I don’t know “{word}”.{hint} `/scrum help` shows what you can do now.", word=short(word), hint=hint)


def other_game(word: str, game: AnyGame, instead: Command | None) -> str:
    """`instead`: what this table's own game has for the same purpose."""
    elsewhere = t(
        "`{word}` belongs to {title}, and that’s not what’s on this table.", word=word, title=game.about.title
    )
    return (
        t(
            "{elsewhere} Here, try `/scrum {name}`: {description}.",
            elsewhere=elsewhere,
            name=instead.name,
            description=instead.description,
        )
        if instead
        else elsewhere
    )


def missing_argument(command: Command, name: str) -> str:
    description = next(p.description for p in command.parameters if p.name == name)
    return t(
        "Something’s missing: `/scrum {command}`. {name}: {description}.",
        command=usage(command),
        name=name,
        description=description,
    )


def extra_arguments(command: Command, extra: str) -> str:
    return t(
        "I don’t know what to do with “{extra}”. Try `/scrum {command}`.", extra=short(extra), command=usage(command)
    )


def not_a_choice(name: str, word: str, choices: Sequence[str]) -> str:
    return f"{name} can be {listing([f'`{choice}`' for choice in choices], 'or')}, not “{short(word)}”."


def unknown_player(word: str, names: Sequence[str]) -> str:
    return t("There’s nobody called “{word}” at this table, only {names}.", word=short(word), names=listing(names))


def which_player(word: str, names: Sequence[str]) -> str:
    return f"“{short(word)}” could be {listing(names, 'or')}. Please type a bit more of the name."


def bad_hours(word: str) -> str:
    return t("“{word}” isn’t a valid time range; try `9-17`.", word=short(word))


def bad_pace(word: str, form: str) -> str:
    examples = {
        "live": t("`/scrum pace live 5` (minutes until the first reminder)"),
        "async": t("`/scrum pace async 24h 9-17 Europe/Berlin` (hours until a reminder, working hours, time zone)"),
        "off": t("just `/scrum pace off`"),
    }
    return t("I don’t understand “{word}” there. Try {examples}.", word=short(word), examples=examples[form])


def too_long(events: int) -> str:
    return t(
        "This table has reached its limit of {events:,} moves and changes. Close it with `/scrum "
        "end` and carry on at a new one: `/scrum new`.",
        events=events,
    )


# --- notices ---------------------------------------------------------------------------------------------------------

STALE_BUTTON = lazy("That button is out of date. Here’s what you can do now:")
OUT_OF_DATE = lazy("That button is out of date. This is where things stand:")
STALE_QUESTION = lazy(
    "Things have moved on since I asked, so I’ve left everything as it is. Here’s what you can do now:"
)
UNKNOWN_BUTTON = lazy("I don’t recognise that button. `/scrum help` shows what you can do.")
ALREADY_DONE = lazy("I got that twice and counted it once. Here’s where the table stands:")
DATABASE_UNREACHABLE = lazy(
    "I can’t reach the database right now, so nothing has changed. Please try again in a moment."
)
IN_DOUBT = lazy(
    "The connection to the database broke just as I was saving that, so I don’t know yet "
    "whether it counted. If it did, you’ll see it here once the database is back. If you "
    "don’t, please try again."
)
INTERNAL_ERROR = lazy(
    "Something went wrong on my side. Please try again; the operator will find the details in the log."
)
TOO_MANY_FROM_YOU = lazy("That was a lot at once, so I skipped this one. Please wait until I’ve answered the others.")
TOO_MANY_IN_ROOM = lazy("There’s so much going on in this room that I skipped this one. Please try again in a moment.")
TOO_MANY_SLOW = lazy("That one takes me a while, and I’ve just done a few. Please try again in a minute.")
THINKING_HARD = lazy("I’m still thinking about other tables’ questions. Please try again in a moment.")
TOO_BUSY = lazy("Other moves got in first, so nothing has changed. Please try again.")
IN_SIGHT = lazy("The table is in the message above; here is the board once more, for you.")
AMENDED = lazy("Done. You can see it in the table’s message.")


def left_out(count: int) -> str:
    return f"({counted(count, 'earlier line')}; see `/scrum log`.)"


# --- personal --------------------------------------------------------------------------------------------------------

LESSON_OVER = lazy("That’s it! `/scrum tutorial` starts another tutorial, `/scrum new` opens a table for your team.")
STILL_COVERED = lazy(
    "It’s in, without a name. So that nobody can tell whose it is, the automatic player "
    "keeps your seat for now: your next open move or `/scrum join` gets it back."
)
YOUR_DATA = lazy(
    "Here’s everything I have stored about you: where you sit and under which name, your "
    "settings, your teams and your actions. `/scrum forget me` removes your name and id from "
    "all of it."
)
SURE_TO_FORGET = lazy(
    "This removes your name and id from everything I have stored, here and everywhere else. "
    "The games stay, with a nameless player in your place. It can’t be undone. If you’re "
    "sure, type `/scrum forget me`."
)


def team_title(team: str, title: str) -> str:
    return f"{team} · {title}"


def sure(stake: str, command: str) -> str:
    return t(
        "{stake} Are you sure? Then press the button, or type `/scrum {command} sure`.", stake=stake, command=command
    )


def lesson(text: str) -> str:
    return f"💡 {text}"


def forgotten(kinds: Mapping[str, int]) -> str:
    """The answer to `forget`. `kinds`: how many of what somebody was removed from."""
    found = [counted(number, what) for what, number in sorted(kinds.items())]
    removed = f"I’ve removed you from {' and '.join(found)}." if found else t("There was nothing to remove.")
    return t("{removed} I no longer hold any data about you.", removed=removed)


def own_reminder(remind: float | None) -> str:
    if remind == 0:
        return t("I won’t remind you at this table any more. `/scrum remind on` turns it back on.")
    if remind is None:
        return t("I’ll remind you like everyone else at this table.")
    return t("When we’re waiting for you, I’ll remind you after {length}.", length=length(remind))


def prepared(command: str) -> str:
    if not command:
        return t("Nothing is prepared; I’ll wait for you.")
    return t("When it’s your turn, I’ll do `{command}` for you. `/scrum prepare off` cancels it.", command=command)


def missed(lines: Sequence[str], left_out: int) -> str:
    if not lines:
        return t("Nothing has happened since your last move.")
    earlier = [f"… {counted(left_out, 'earlier line')}; see `/scrum log`."] if left_out else []
    return "\n".join([t("Since your last move:"), *earlier, *lines])


def renamed(name: str) -> str:
    return t("At this table, you’re now called {name}.", name=name)


def own_view(*, text: bool) -> str:
    return f"From now on, what only you can see comes as {'text' if text else 'pictures'}."


def status(situation: str, names: Sequence[str], host: str | None, changed: Sequence[str] | None = None) -> str:
    """`changed`: the options that aren't as usual; None if the situation names them."""
    hosted = t(" Host: {host}.", host=host) if host else ""
    settings = "" if changed is None else f"\nSettings: {listing(changed) or 'as usual'}."
    return f"{situation}\nAt the table: {listing(names) or 'nobody'}.{hosted}{settings}"


def log_page(lines: Sequence[tuple[int, str]], left_out: int) -> str:
    earlier = [t("… {left_out} earlier", left_out=left_out)] if left_out else []
    return "\n".join([*earlier, *(f"{number}. {line}" for number, line in lines)]) or t("Nothing has happened yet.")


def rule_reference(topic: Topic) -> str:
    return t("(`/scrum rules {key}`: {title})", key=topic.key, title=topic.title)


def ended_early(ended: int, games: int) -> str:
    few = {0: "none of them was", 1: "1 of them was"}.get(ended, f"{ended} of them were")
    return t(
        "Games with dice or cards played in this room: {games}; {few} ended before the result.", games=games, few=few
    )
