"""Refusals: why a command was refused, and what to do instead."""

from collections.abc import Iterable, Mapping, Sequence

from games.contract import AnyGame, Command, Option, OptionValue, Parameter, Topic
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
        return f"{minutes} min"
    hours = round(minutes / 60)
    return f"{hours} hours" if hours < 48 else f"{round(hours / 24)} days"


def stopped(seconds: float, *, after: object) -> str:
    """The time on a clock that stands still. `after`: what is said before, if anything."""
    return f"{' ' * bool(after)}The clock stands still, with {time_left(seconds)} left."


def usage(command: Command) -> str:
    return " ".join([command.name, *map(_parameter, command.parameters)])


def _parameter(parameter: Parameter) -> str:
    name = "…" if parameter.name == parameter.lead else parameter.name
    return f"{parameter.lead} <{name}>".lstrip() if parameter.required else f"[{f'{parameter.lead} {name}'.lstrip()}]"


# --- lobby -----------------------------------------------------------------------------------------------------------

WAITING = "Waiting for players."
READY = "Ready to start."
ENDED_EARLY = "Ended early."


def seats_of(game: AnyGame) -> str:
    """The number of seats: 2 to 4, or 2."""
    least, most = game.seats.start, game.seats.stop - 1
    return str(least) if least == most else f"{least} to {most}"


def trainer_starts(game: AnyGame, team: str) -> str:
    return f"{team}; the trainer starts the {game.about.noun} for all teams"


def seat_list(game: AnyGame, seats: Sequence[str], changed: Sequence[str], *, team: str = "") -> str:
    """The people at the table, and what it takes to start. `team`: its name among several."""
    least, most = game.seats.start, game.seats.stop - 1
    rows = [f"{number}. {seat}" for number, seat in enumerate(seats, start=1)] or ["Nobody has joined yet."]
    with_options = f" ({listing(changed)})" if changed else ""
    missing = least - len(seats)
    if team:
        needed = trainer_starts(game, team)
    elif missing > 0:
        needed = f"{missing} more needed" if seats else f"{seats_of(game)} seats"
    elif len(seats) < most:
        needed = f"up to {most} can join; start when you’re ready"
    else:
        needed = "every seat is taken; start when you’re ready"
    return "\n".join([f"{game.about.title}{with_options}: {needed}.", *rows])


def gathered(title: str, people: Sequence[str]) -> str:
    """The line that is left of a meeting's lobby."""
    return f"{title} with {listing(people)}."


def call(situation: str, gist: str) -> str:
    """The words of a lock screen: what somebody should do, and how the table stands."""
    return f"{situation.removesuffix('.')} · {gist}" if gist else situation


def actions_for(people: Sequence[str], title: str) -> str:
    return f"{listing(people)}, your actions are in the summary · {title}"


def invited(people: Sequence[str]) -> str:
    return f"{listing(people)}: you’re invited. There’s a seat for you."


def this_is_for(people: Sequence[str]) -> str:
    return f"{listing(people)}, this one is for you."


# --- settings --------------------------------------------------------------------------------------------------------

SETTINGS, CHANGE_SETTINGS = "Settings", "Save"
AUTOMATIC_PLAYERS, NO_PLAYERS = "Automatic players", "None"
THEIR_LEVEL = "How strong they play"
REMINDERS = "Reminders"
WHICH_OCCASION = "Which occasion is it for? The settings come next, with what suits it."
PACES = {"live": "We’re all here now", "async": "Over hours or days", "off": "None"}
ONLY_HOST_CHOOSES = "Only the host changes the settings. If the host is gone, `/scrum host me` makes it you."


def your_own(words: str) -> str:
    return f"Your own: {words}"


def pace_note(seconds: float, opens: int, closes: int, zone: str) -> str:
    """When people are reminded at this pace."""
    if not seconds:
        return "I don’t remind anybody."
    if (opens, closes) == (0, 24):
        return f"I remind people after {length(seconds)}."
    return f"I remind people after {length(seconds)}, on weekdays from {opens} to {closes} ({zone})."


def option_line(option: Option, chosen: OptionValue) -> str:
    """An option as it would be typed, and what its value means."""
    title, note = option.title_of(chosen), option.noted.get(str(chosen), "")
    if title.casefold() == str(chosen).casefold():
        return f"- `{option.name}={chosen}`: {note or option.description}"
    return f"- `{option.name}={chosen}`: {note or f'{option.description}, {title}'}"


NO_OPTIONS = "There’s nothing to choose in this game."
SETTLED = "They’re settled now."
HOST_CAN_CHANGE = "The host can change them until the start."
PRESS_TO_CHANGE = "Press “Settings” to change them."


def how_to_change(example: str) -> str:
    return f"Press “Settings” to change what matters most; the rest is typed, such as `/scrum options {example}`."


# --- refusals --------------------------------------------------------------------------------------------------------

TABLE_OVER = "This table is closed. Open a new one with `/scrum new`."
JOINED_TWICE = "You’re already seated."
NO_FREE_SEAT = (
    "This game has already begun, and there’s no automatic player whose seat you could take. You’re welcome to watch "
    "(`/scrum board`), and to join the next one."
)
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
WATCHING = "You’re not seated at this table, and the game has begun. You’re welcome to watch, and to join the next one."
NOT_OVER = "You can export this table once it’s over."


PUT_AWAY = "This table has been put away. `/scrum resume` picks up where you left off."
NOW_PAUSED = "⏸ The trainer has paused all teams."
NOT_PUT_AWAY = "This table is open; just carry on."
NOTHING_TO_RESUME = "There’s no table to resume in this room. Open one with `/scrum new`."
COVERED_ALREADY = "An automatic player already has that seat."
ONLY_YOUR_FORM = "On your own you can choose `text` or `picture`; light or dark is for the whole table."


def view_unchanged(form: str) -> str:
    kinds = {"text": "text", "picture": "pictures", "dark": "dark pictures", "light": "light pictures"}
    return f"Boards are already shown as {kinds[form]}."


def no_chart(game: AnyGame) -> str:
    return f"{game.about.title} has no chart."


def unknown_game(word: str, games: Iterable[AnyGame]) -> str:
    known = listing([f"`{game.key}` ({game.about.title})" for game in games], "or")
    return f"I don’t know a game called “{short(word)}”. Try {known}."


def which_game(games: Iterable[AnyGame]) -> str:
    return f"Which game? {listing([f'`/scrum new {game.key}` ({game.about.title})' for game in games], 'or')}."


def unknown_option(word: str, game: AnyGame) -> str:
    return f"{game.about.title} has no option “{short(word)}”. {_options(game.options)}"


def bad_option(sentence: str, *, opening: bool) -> str:
    return f"{sentence} I haven’t {'opened a table' if opening else 'changed anything'}."


def _options(options: Sequence[Option]) -> str:
    shown = [f"`{option.name}={option.default}`{f' ({option.unset})' if option.unset else ''}" for option in options]
    return f"Options and their defaults: {listing(shown)}." if options else "It has none."


def room_has_table(game: AnyGame) -> str:
    title = game.about.title
    return f"This room already has a table: {title}. Join it with `/scrum join`, or end it first with `/scrum end`."


def unknown_level(word: str, game: AnyGame) -> str:
    title, levels = game.about.title, game.bots.levels
    if not levels:
        return f"{title} has only one kind of automatic player: just use `/scrum bot`."
    return f"“{short(word)}” isn’t a level of {title}’s automatic player. Try {listing(levels, 'or')}."


def too_few(game: AnyGame, seated: int) -> str:
    one = "player" if game.about.players == "players" else "person"
    some = f"only {seated} {game.about.players} have joined"
    joined = {0: "nobody has joined", 1: f"only 1 {one} has joined"}.get(seated, some)
    return (
        f"{game.about.title} needs at least {game.seats.start} {game.about.players}, and {joined} so far. "
        "The others can press “Join” or type `/scrum join`; `/scrum bot` adds an automatic player."
    )


def not_here(game: AnyGame, form: str = "", typed: str = "") -> str:
    """The refusal of what somebody sends who isn't there yet. `form`: the title of the form that seats them."""
    again = f" You wrote:\n{typed}" if typed else " Nothing you wrote is lost."
    return (
        f"You aren’t in this {game.about.noun} yet, so I haven’t taken it. Press “{form or game.about.join}” first, "
        f"then send it again.{again}"
    )


def watching(game: AnyGame) -> str:
    """The refusal where nobody can come in any more."""
    if not game.seating.open:
        return WATCHING
    return f"It’s too late to come in: this {game.about.noun} takes nobody new now. You’re welcome to watch."


def full_house(game: AnyGame) -> str:
    if not game.seating.open:
        return f"The table is full: {game.about.title} has at most {game.seats.stop - 1} seats."
    return f"All {game.seats.stop - 1} places in this {game.about.noun} are taken. You’re welcome to watch."


def no_free_seat(game: AnyGame) -> str:
    return watching(game) if game.seating.open else NO_FREE_SEAT


OPEN_BOARD = "Open the board"


def only_facilitator_starts(name: str) -> str:
    return f"{name} facilitates and starts us off. If {name} can’t, `/scrum host me` makes it you."


def unknown_command(word: str, close: Sequence[str]) -> str:
    hint = f" Did you mean {listing([f'`{name}`' for name in close], 'or')}?" if close else ""
    return f"I don’t know “{short(word)}”.{hint} `/scrum help` shows what you can do now."


def other_game(word: str, game: AnyGame, instead: Command | None) -> str:
    """`instead`: what this table's own game has for the same purpose."""
    elsewhere = f"`{word}` belongs to {game.about.title}, and that’s not what’s on this table."
    return f"{elsewhere} Here, try `/scrum {instead.name}`: {instead.description}." if instead else elsewhere


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


def bad_hours(word: str) -> str:
    return f"“{short(word)}” isn’t a valid time range; try `9-17`."


def bad_pace(word: str, form: str) -> str:
    examples = {
        "live": "`/scrum pace live 5` (minutes until the first reminder)",
        "async": "`/scrum pace async 24h 9-17 Europe/Berlin` (hours until a reminder, working hours, time zone)",
        "off": "just `/scrum pace off`",
    }
    return f"I don’t understand “{short(word)}” there. Try {examples[form]}."


def too_long(events: int) -> str:
    return (
        f"This table has reached its limit of {events:,} moves and changes. "
        "Close it with `/scrum end` and carry on at a new one: `/scrum new`."
    )


# --- notices ---------------------------------------------------------------------------------------------------------

STALE_BUTTON = "That button is out of date. Here’s what you can do now:"
OUT_OF_DATE = "That button is out of date. This is where things stand:"
STALE_QUESTION = "Things have moved on since I asked, so I’ve left everything as it is. Here’s what you can do now:"
UNKNOWN_BUTTON = "I don’t recognise that button. `/scrum help` shows what you can do."
ALREADY_DONE = "I got that twice and counted it once. Here’s where the table stands:"
DATABASE_UNREACHABLE = "I can’t reach the database right now, so nothing has changed. Please try again in a moment."
IN_DOUBT = (
    "The connection to the database broke just as I was saving that, so I don’t know yet whether it counted. If it "
    "did, you’ll see it here once the database is back. If you don’t, please try again."
)
INTERNAL_ERROR = "Something went wrong on my side. Please try again; the operator will find the details in the log."
TOO_MANY_FROM_YOU = "That was a lot at once, so I skipped this one. Please wait until I’ve answered the others."
TOO_MANY_IN_ROOM = "There’s so much going on in this room that I skipped this one. Please try again in a moment."
TOO_MANY_SLOW = "That one takes me a while, and I’ve just done a few. Please try again in a minute."
THINKING_HARD = "I’m still thinking about other tables’ questions. Please try again in a moment."
TOO_BUSY = "Other moves got in first, so nothing has changed. Please try again."
IN_SIGHT = "The table is in the message above; here is the board once more, for you."
AMENDED = "Done. You can see it in the table’s message."


def left_out(count: int) -> str:
    return f"({counted(count, 'earlier line')}; see `/scrum log`.)"


# --- personal --------------------------------------------------------------------------------------------------------

LESSON_OVER = "That’s it! `/scrum tutorial` starts another tutorial, `/scrum new` opens a table for your team."
STILL_COVERED = (
    "It’s in, without a name. So that nobody can tell whose it is, the automatic player keeps your seat for now: "
    "your next open move or `/scrum join` gets it back."
)
YOUR_DATA = (
    "Here’s everything I have stored about you: where you sit and under which name, your settings, your teams and "
    "your actions. `/scrum forget me` removes your name and id from all of it."
)
SURE_TO_FORGET = (
    "This removes your name and id from everything I have stored, here and everywhere else. The games stay, with a "
    "nameless player in your place. It can’t be undone. If you’re sure, type `/scrum forget me`."
)


def team_title(team: str, title: str) -> str:
    return f"{team} · {title}"


def sure(stake: str, command: str) -> str:
    return f"{stake} Are you sure? Then press the button, or type `/scrum {command} sure`."


def lesson(text: str) -> str:
    return f"💡 {text}"


def forgotten(kinds: Mapping[str, int]) -> str:
    """The answer to `forget`. `kinds`: how many of what somebody was removed from."""
    found = [counted(number, what) for what, number in sorted(kinds.items())]
    removed = f"I’ve removed you from {' and '.join(found)}." if found else "There was nothing to remove."
    return f"{removed} I no longer hold any data about you."


def own_reminder(remind: float | None) -> str:
    if remind == 0:
        return "I won’t remind you at this table any more. `/scrum remind on` turns it back on."
    if remind is None:
        return "I’ll remind you like everyone else at this table."
    return f"When we’re waiting for you, I’ll remind you after {length(remind)}."


def prepared(command: str) -> str:
    if not command:
        return "Nothing is prepared; I’ll wait for you."
    return f"When it’s your turn, I’ll do `{command}` for you. `/scrum prepare off` cancels it."


def missed(lines: Sequence[str], left_out: int) -> str:
    if not lines:
        return "Nothing has happened since your last move."
    earlier = [f"… {counted(left_out, 'earlier line')}; see `/scrum log`."] if left_out else []
    return "\n".join(["Since your last move:", *earlier, *lines])


def renamed(name: str) -> str:
    return f"At this table, you’re now called {name}."


def own_view(*, text: bool) -> str:
    return f"From now on, what only you can see comes as {'text' if text else 'pictures'}."


def status(situation: str, names: Sequence[str], host: str | None, changed: Sequence[str] | None = None) -> str:
    """`changed`: the options that aren't as usual; None if the situation names them."""
    hosted = f" Host: {host}." if host else ""
    settings = "" if changed is None else f"\nSettings: {listing(changed) or 'as usual'}."
    return f"{situation}\nAt the table: {listing(names) or 'nobody'}.{hosted}{settings}"


def log_page(lines: Sequence[tuple[int, str]], left_out: int) -> str:
    earlier = [f"… {left_out} earlier"] if left_out else []
    return "\n".join([*earlier, *(f"{number}. {line}" for number, line in lines)]) or "Nothing has happened yet."


def rule_reference(topic: Topic) -> str:
    return f"(`/scrum rules {topic.key}`: {topic.title})"


def ended_early(ended: int, games: int) -> str:
    few = {0: "none of them was", 1: "1 of them was"}.get(ended, f"{ended} of them were")
    return f"Games with dice or cards played in this room: {games}; {few} ended before the result."
