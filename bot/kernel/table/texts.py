"""The sentences of a table: how it stands, its settings, notices, and what only one person reads."""

from collections.abc import Mapping, Sequence

from games.contract import AnyGame, Command, Option, OptionValue, Parameter, Topic, is_meeting
from games.language import ENGLISH, Text, lazy, lazy_p, n, p, speaking, t
from games.text import listing, one_stop, shortened

# --- wording ---------------------------------------------------------------------------------------------------------

ECHO_LIMIT = 60


def short(typed: str) -> str:
    """A typed text, cut to quote it back to the person."""
    return shortened(typed, ECHO_LIMIT)


def in_english(text: Text) -> str:
    """A declared text as it is stored, or compared with what people type."""
    with speaking(ENGLISH):
        return str(text)


def length(seconds: float) -> str:
    """A duration in the unit people would choose."""
    if seconds >= 86400 and seconds % 86400 == 0:
        return _days(int(seconds // 86400))
    if seconds >= 3600 and seconds % 3600 == 0:
        return _hours(int(seconds // 3600))
    if seconds < 60:
        return _seconds(seconds)
    minutes = round(seconds / 60)
    return n("{count} minute", "{count} minutes", minutes)


def _days(count: int) -> str:
    return n("{count} day", "{count} days", count)


def _hours(count: int) -> str:
    return n("{count} hour", "{count} hours", count)


def _seconds(seconds: float) -> str:
    return n("{count} second", "{count} seconds", max(1, round(seconds)))


TODAY = 12 * 3600.0  # seconds until a moment that is named without its date


def time_left(seconds: float) -> str:
    """The time left on a clock, as precisely as anybody wants to know."""
    if seconds < 60:
        return _seconds(seconds)
    minutes = round(seconds / 60)
    if minutes < 120:
        return n("{count} min", "{count} min", minutes)
    hours = round(minutes / 60)
    return _hours(hours) if hours < 48 else _days(round(hours / 24))


def stopped(seconds: float, *, after: object) -> str:
    """The time on a clock that stands still. `after`: what is said before, if anything."""
    said = t("The clock stands still, with {duration} left.", duration=time_left(seconds))
    return f" {said}" if after else said


def usage(command: Command) -> str:
    return " ".join([command.name, *map(_parameter, command.parameters)])


def _parameter(parameter: Parameter) -> str:
    name = "…" if parameter.name == parameter.lead else parameter.name
    return f"{parameter.lead} <{name}>".lstrip() if parameter.required else f"[{f'{parameter.lead} {name}'.lstrip()}]"


# --- how it stands ---------------------------------------------------------------------------------------------------

WAITING = lazy("Waiting for players.")
READY = lazy("Ready to start.")
ENDED_EARLY = lazy("Ended early.")
PUT_AWAY = lazy("This table has been put away. `/scrum resume` picks up where you left off.")
NOW_PAUSED = lazy("⏸ The trainer has paused all teams.")
OPEN_BOARD = lazy("Open the board")


def trainer_starts(game: AnyGame, team: str) -> str:
    if is_meeting(game):
        return t("{team}; the trainer starts the {noun} for all teams", team=team, noun=game.about.noun)
    return t("{team}; the trainer starts the game for all teams", team=team)


def seat_list(game: AnyGame, seats: Sequence[str], changed: Sequence[str], *, team: str = "") -> str:
    """The people at the table, and what it takes to start. `team`: its name among several."""
    rows = [f"{number}. {seat}" for number, seat in enumerate(seats, start=1)] or [t("Nobody has joined yet.")]
    title = f"{game.about.title} ({listing(changed)})" if changed else str(game.about.title)
    return "\n".join([_needed(game, title, len(seats), team), *rows])


def _needed(game: AnyGame, title: str, seated: int, team: str) -> str:
    """What it takes to start."""
    least, most = game.seats.start, game.seats.stop - 1
    missing = least - seated
    if team and is_meeting(game):
        noun = game.about.noun
        return t("{title}: {team}; the trainer starts the {noun} for all teams.", title=title, team=team, noun=noun)
    if team:
        return t("{title}: {team}; the trainer starts the game for all teams.", title=title, team=team)
    if missing > 0 and seated:
        return n("{title}: {count} more needed.", "{title}: {count} more needed.", missing, title=title)
    if missing > 0 and least == most:
        return n("{title}: {count} seats.", "{title}: {count} seats.", least, title=title)
    if missing > 0:
        return t("{title}: {least} to {most} seats.", title=title, least=least, most=most)
    if seated < most:
        return t("{title}: up to {most} can join; start when you’re ready.", title=title, most=most)
    return t("{title}: every seat is taken; start when you’re ready.", title=title)


def gathered(title: str, people: Sequence[str]) -> str:
    """The line that is left of a meeting's lobby."""
    return t("{title} with {people}.", title=title, people=listing(people))


def call(situation: str, gist: str) -> str:
    """The words of a lock screen: what somebody should do, and how the table stands."""
    return f"{situation.removesuffix('.')} · {gist}" if gist else situation


def actions_for(people: Sequence[str], title: str) -> str:
    return n(
        "{people}, your actions are in the summary · {title}",
        "{people}, your actions are in the summary · {title}",
        len(people),
        people=listing(people),
        title=title,
    )


def invited(people: Sequence[str]) -> str:
    return n(
        "{people}: you’re invited. There’s a seat for you.",
        "{people}: you’re invited. There’s a seat for you.",
        len(people),
        people=listing(people),
    )


def this_is_for(people: Sequence[str]) -> str:
    return n("{people}, this one is for you.", "{people}, this one is for you.", len(people), people=listing(people))


# --- settings --------------------------------------------------------------------------------------------------------

SETTINGS, CHANGE_SETTINGS = lazy("Settings"), lazy("Save")
AUTOMATIC_PLAYERS, NO_PLAYERS = lazy("Automatic players"), lazy_p("automatic players", "None")
THEIR_LEVEL = lazy("How strong they play")
REMINDERS = lazy("Reminders")
WHICH_OCCASION = lazy("Which occasion is it for? The settings come next, with what suits it.")
PACES = {"live": lazy("We’re all here now"), "async": lazy("Over hours or days"), "off": lazy_p("reminders", "None")}


def your_own(words: str) -> str:
    return t("Your own: {words}", words=words)


def pace_note(seconds: float, opens: int, closes: int, zone: str) -> str:
    """When people are reminded at this pace."""
    if not seconds:
        return t("I don’t remind anybody.")
    if (opens, closes) == (0, 24):
        return t("I remind people after {duration}.", duration=length(seconds))
    return t(
        "I remind people after {duration}, on weekdays from {opens} to {closes} ({zone}).",
        duration=length(seconds),
        opens=opens,
        closes=closes,
        zone=zone,
    )


# what people read instead of the names of options and levels, which are typed; a plugin says its own in its catalogue
OPTION_NAMES = (
    lazy_p("option", "anonymous"),
    lazy_p("option", "attacks"),
    lazy_p("option", "board"),
    lazy_p("option", "checkin"),
    lazy_p("option", "clock"),
    lazy_p("option", "columns"),
    lazy_p("option", "days"),
    lazy_p("option", "deck"),
    lazy_p("option", "difficulty"),
    lazy_p("option", "discuss"),
    lazy_p("option", "dots"),
    lazy_p("option", "drops"),
    lazy_p("option", "format"),
    lazy_p("option", "hints"),
    lazy_p("option", "hours"),
    lazy_p("option", "impediments"),
    lazy_p("option", "limit"),
    lazy_p("option", "minutes"),
    lazy_p("option", "mode"),
    lazy_p("option", "own"),
    lazy_p("option", "reflect"),
    lazy_p("option", "retro"),
    lazy_p("option", "review"),
    lazy_p("option", "safety"),
    lazy_p("option", "sprints"),
    lazy_p("option", "tools"),
    lazy_p("option", "window"),
)
LEVELS = (lazy_p("level", "beginner"), lazy_p("level", "club"), lazy_p("level", "expert"))


def option_name(name: str) -> str:
    """The name of an option as people read it."""
    return p("option", name)


def level_name(level: str) -> str:
    """The level of an automatic player as people read it."""
    return p("level", level)


def option_value(name: str, value: object) -> str:
    """An option and its value, as people read them."""
    return t("{option}: {value}", option=option_name(name), value=value)


def option_line(option: Option, chosen: OptionValue) -> str:
    """An option as it would be typed, and what its value means."""
    title, note = option.title_of(chosen), option.noted.get(str(chosen), "")
    meaning = note or str(option.description)
    if not note and title.casefold() != str(chosen).casefold():
        meaning = t("{description}, {value}", description=option.description, value=title)
    return f"- `{option.name}={chosen}`: {meaning}"


NO_OPTIONS = lazy("There’s nothing to choose in this game.")
SETTLED = lazy("They’re settled now.")
HOST_CAN_CHANGE = lazy("The host can change them until the start.")
PRESS_TO_CHANGE = lazy("Press “Settings” to change them.")


def how_to_change(example: str) -> str:
    return t(
        "Press “Settings” to change what matters most; the rest is typed, such as `/scrum options {example}`.",
        example=example,
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
    return n("({count} earlier line; see `/scrum log`.)", "({count} earlier lines; see `/scrum log`.)", count)


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


END, ENDS_FOR_ALL = lazy("End it"), lazy("This ends the game for everybody.")


def sure(stake: str, command: str) -> str:
    return f"{stake} {t('Are you sure? Then press the button, or type `/scrum {command} sure`.', command=command)}"


def lesson(text: str) -> str:
    return f"💡 {text}"


def forgotten(kinds: Mapping[str, int]) -> str:
    """The answer to `forget`. `kinds`: how many of what somebody was removed from."""
    places = listing([_place(kind, number) for kind, number in sorted(kinds.items())])
    removed = t("I’ve removed you from {places}.", places=places) if places else t("There was nothing to remove.")
    return f"{removed} {t('I no longer hold any data about you.')}"


def _place(kind: str, count: int) -> str:
    match kind:
        case "table":
            return n("{count} table", "{count} tables", count)
        case "workshop":
            return n("{count} workshop", "{count} workshops", count)
        case "seat":
            return n("{count} seat", "{count} seats", count)
        case _:
            return n("{count} other place", "{count} other places", count)


def own_reminder(remind: float | None) -> str:
    if remind == 0:
        return t("I won’t remind you at this table any more. `/scrum remind on` turns it back on.")
    if remind is None:
        return t("I’ll remind you like everyone else at this table.")
    return t("When we’re waiting for you, I’ll remind you after {duration}.", duration=length(remind))


def prepared(command: str) -> str:
    if not command:
        return t("Nothing is prepared; I’ll wait for you.")
    return t("When it’s your turn, I’ll do `{command}` for you. `/scrum prepare off` cancels it.", command=command)


def missed(lines: Sequence[str], left_out: int) -> str:
    if not lines:
        return t("Nothing has happened since your last move.")
    more = n("… {count} earlier line; see `/scrum log`.", "… {count} earlier lines; see `/scrum log`.", left_out)
    earlier = [more] if left_out else []
    return "\n".join([t("Since your last move:"), *earlier, *lines])


def renamed(name: str) -> str:
    return one_stop(t("At this table, you’re now called {name}.", name=name))


def own_view(*, text: bool) -> str:
    if text:
        return t("From now on, what only you can see comes as text.")
    return t("From now on, what only you can see comes as pictures.")


def status(situation: str, names: Sequence[str], host: str | None, changed: Sequence[str] | None = None) -> str:
    """`changed`: the options that aren't as usual; None if the situation names them."""
    seated = one_stop(t("At the table: {people}.", people=listing(names))) if names else t("At the table: nobody.")
    hosted = f"{seated} {one_stop(t('Host: {host}.', host=host))}" if host else seated
    if changed is None:
        return f"{situation}\n{hosted}"
    settings = t("Settings: {settings}.", settings=listing(changed)) if changed else t("Settings: as usual.")
    return f"{situation}\n{hosted}\n{settings}"


def log_page(lines: Sequence[tuple[int, str]], left_out: int) -> str:
    earlier = [n("… {count} earlier", "… {count} earlier", left_out)] if left_out else []
    return "\n".join([*earlier, *(f"{number}. {line}" for number, line in lines)]) or t("Nothing has happened yet.")


def rule_reference(topic: Topic) -> str:
    return t("(`/scrum rules {key}`: {title})", key=topic.key, title=topic.title)


def ended_early(ended: int, games: int) -> str:
    if not ended:
        return t(
            "Games with dice or cards played in this room: {games}; none of them was ended before the result.",
            games=games,
        )
    return n(
        "Games with dice or cards played in this room: {games}; {count} of them was ended before the result.",
        "Games with dice or cards played in this room: {games}; {count} of them were ended before the result.",
        ended,
        games=games,
    )
