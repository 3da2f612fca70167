"""What people read about tables: everything the bot says that is not a game's own narration."""

from collections.abc import Iterable, Sequence

from games.api import AnyGame, Command, Option, Topic
from games.text import listing, shortened, who

ECHO_LIMIT = 60


def short(typed: str) -> str:
    """What somebody typed, said back to them: enough to recognise it."""
    return shortened(typed, ECHO_LIMIT)


# --- refusals ------------------------------------------------------------------------------------------------------

TABLE_OVER = "This game is over. Open a new table with `/scrum new`."
JOINED_TWICE = "You sit at this table already."
GAME_IS_ON = "The game is on and every seat is taken; you are welcome to watch, and to join the next one."
BOT_ONLY_IN_LOBBY = "Automatic players sit down before the game starts; later, `/scrum leave` hands a seat to one."
LEFT_ALREADY = "You have left already; `/scrum join` brings you back to your seat."
STARTED_ALREADY = "The game is running already."
NOBODY_SITS_HERE = "Only automatic players sit here. Somebody has to `/scrum join` first."
NOT_YOURS_TO_END = "Only the host, or all players together, can end this table."
AGREED_ALREADY = "You have agreed to end the game; the others have to agree too."
WELCOME = (
    "I am Scrum Table: your team plays here, and I know the rules, roll the dice and keep the score. There is no table "
    "in this room yet; open one, and the others press “Join”."
)
NO_TABLE = "There is no table in this room. Open one with `/scrum new`."
NOTHING_AGAIN = "No game has ended in this room that could be played once more. Open a table with `/scrum new`."
NOT_AT_TABLE = "You do not sit at this table. `/scrum join` gets you a seat while there is one."
NOT_STARTED = "The game has not started. When everybody sits, type `/scrum start`."
AWAY = "The automatic player has your seat. `/scrum join` gives it back to you."
WATCHING = f"You do not sit at this table. {GAME_IS_ON}"
STALE_BUTTON = "That button is out of date. This is what you can do now:"
BROKEN_BUTTON = "That button is none of mine. `/scrum help` shows what you can do."
ALREADY_DONE = "That arrived twice and counts once. This is how the table stands:"
DATABASE_AWAY = "I cannot reach my notebook right now, so nothing has changed. Please try again in a moment."
SOMETHING_BROKE = "Something went wrong on my side. Please try again; the operator finds it in the log."
TOO_MANY_OF_YOU = "That was a lot at once; this one I left out. Please wait until I have answered the others."
TOO_MANY_HERE = "So much is going on in this room that I left this one out. Please try again in a moment."
TOO_BUSY = "Others keep being quicker at this table; nothing has changed. Please try again."


ASLEEP = "This table was put away because nobody touched it for long. `/scrum resume` picks it up where it was."
AWAKE = "This table is not put away; just go on."
NOTHING_TO_RESUME = "No table of this room was put away."
COVERED_ALREADY = "The automatic player has that seat already."
COVER_YOURSELF = "`/scrum leave` hands your own seat to the automatic player."
NOT_AWAITED = "The game does not wait for them, so nobody has to stand in."
TOO_SOON_TO_COVER = "Give them a little longer: after two reminders the others can let the automatic player stand in."
HOST_IS_NO_BOT = "Only a person at the table can be host."
HOST_ALREADY = "They are the host already."
NOT_YOURS_TO_GIVE = "Only the host can hand that over; when the host is gone, `/scrum host me` takes it."
NOTHING_TO_UNDO = (
    "You have no move that could be taken back: only your last one, and only until dice fall or cards are shown."
)
UNDO_ASKED_ALREADY = "You have asked for it; the others have to agree, or play on."
UNDO_AGREED_ALREADY = "You have agreed already; the others have to agree too."


LAST_ROOM = "This is the only room of the table, so it stays here. `/scrum end` ends it."
NO_WATCH = "There is no web address to watch at: the operator has not set WEB_URL."
LESSON_OVER = "That was a whole game. `/scrum tutorial` starts another one, `/scrum new` opens a table for your team."
SURE_TO_FORGET = (
    "I would remove your name and your id from every table, here and everywhere else; the games stay, and somebody "
    "without a name has played in them. It cannot be undone. Type `/scrum forget me` if you mean it."
)


def unknown_code(code: str) -> str:
    return f"I know no table by the code “{short(code)}”. Codes are valid for a day: get a new one with `/scrum link`."


def bad_hours(word: str) -> str:
    return f"“{short(word)}” is no working day: type the hours like `9-17`."


def bad_pace(word: str, form: str) -> str:
    examples = {
        "live": "`/scrum pace live 5` (minutes until the first reminder)",
        "async": "`/scrum pace async 24h 9-17 Europe/Berlin` (hours until a reminder, working hours, time zone)",
        "off": "`/scrum pace off` alone",
    }
    return f"I do not understand “{short(word)}” there. Try {examples[form]}."


def bad_reminder(word: str) -> str:
    return f"I do not understand “{short(word)}”. Try `/scrum remind 30m`, `2h`, `1d`, `off` or `on`."


def bad_more(most: int) -> str:
    return f"Say how many minutes more, from 1 to {most}: `/scrum more 3`."


def view_as_it_is(*, pictures: bool) -> str:
    return f"Boards are shown as {'pictures' if pictures else 'text'} already."


def no_chart(game: AnyGame) -> str:
    return f"{game.title} has no chart."


def unknown_game(word: str, games: Iterable[AnyGame]) -> str:
    known = listing([f"`{game.key}` ({game.title})" for game in games], "or")
    return f"I do not know a game called “{short(word)}”. Try {known}."


def which_game(games: Iterable[AnyGame]) -> str:
    return f"Which game? {listing([f'`/scrum new {game.key}` ({game.title})' for game in games], 'or')}."


def unknown_option(word: str, game: AnyGame) -> str:
    return f"{game.title} has no option “{short(word)}”. {_options(game.options)}"


def bad_option(sentence: str) -> str:
    return f"{sentence} Nothing was opened."


def _options(options: Sequence[Option]) -> str:
    shown = [f"`{option.name}={option.default}`" for option in options]
    return f"Options, with what they are by default: {listing(shown)}." if options else "It has none."


def table_here(game: AnyGame) -> str:
    return (
        f"A table of {game.title} is open in this room. Join it with `/scrum join`, or end it with `/scrum end` first."
    )


def unknown_level(word: str, game: AnyGame) -> str:
    if not game.levels:
        return f"{game.title} has only one kind of automatic player: type `/scrum bot` alone."
    return f"“{short(word)}” is no strength of an automatic player here: {listing(game.levels, 'or')}."


def table_full(game: AnyGame) -> str:
    return f"The table is full: {game.title} has at most {game.seats.stop - 1} seats."


def too_few(game: AnyGame, seated: int) -> str:
    sitting = {0: "nobody sits", 1: "only one sits"}.get(seated, f"only {seated} sit")
    return (
        f"{game.title} needs at least {game.seats.start} players, and {sitting} here. The others press “Join” or type "
        "`/scrum join`; `/scrum bot` adds an automatic player."
    )


def unknown_command(word: str, close: Sequence[str]) -> str:
    hint = f" Did you mean {listing([f'`{name}`' for name in close], 'or')}?" if close else ""
    return f"I do not know “{short(word)}”.{hint} `/scrum help` shows what you can do now."


def other_game(word: str, game: AnyGame) -> str:
    return f"`{word}` belongs to {game.title}, which is not what this table plays."


def missing_word(command: Command, name: str) -> str:
    description = next(p.description for p in command.parameters if p.name == name)
    return f"Something is missing: `/scrum {usage(command)}`. {name}: {description}."


def too_many_words(command: Command, extra: str) -> str:
    return f"I do not know what to do with “{short(extra)}”: it is `/scrum {usage(command)}`."


def not_a_choice(name: str, word: str, choices: Sequence[str]) -> str:
    return f"{name} is {listing([f'`{choice}`' for choice in choices], 'or')}, not “{short(word)}”."


def unknown_player(word: str, names: Sequence[str]) -> str:
    return f"Nobody called “{short(word)}” sits here. At the table: {listing(names)}."


def which_player(word: str, names: Sequence[str]) -> str:
    return f"“{short(word)}” could be {listing(names, 'or')}. Please type a little more of the name."


def unknown_topic(word: str, topics: Sequence[Topic]) -> str:
    return f"There is no paragraph “{short(word)}”. {topic_list(topics)}"


def rule(topic: Topic) -> str:
    return f"(`/scrum rules {topic.key}`: {topic.title})"


# --- the table's story ---------------------------------------------------------------------------------------------


def opened(game: AnyGame) -> str:
    return f"A table of {game.title} is open. {game.summary}."


def took_seat(seat: int) -> str:
    return f"{who(seat)} sits down."


def bot_seated(seat: int) -> str:
    return f"{who(seat)}, an automatic player, sits down."


def left_seat() -> str:
    return "A seat is free again."


def covered(seat: int) -> str:
    return f"The automatic player stands in for {who(seat)} and makes room as soon as they are back."


def pace_chosen(seconds: float, opens: int, closes: int, zone: str) -> str:
    if not seconds:
        return "Nobody is reminded from now on."
    hours = f", on weekdays from {opens} to {closes} o’clock ({zone})" if (opens, closes) != (0, 24) else ""
    return f"Whoever the game waits for is reminded after {length(seconds)}{hours}."


def length(seconds: float) -> str:
    """A length of time in the unit that people would choose."""
    for unit, name in ((86400, "day"), (3600, "hour"), (60, "minute")):
        if seconds >= unit and seconds % unit == 0:
            count = int(seconds // unit)
            return f"{count} {name}{'s' * (count != 1)}"
    return f"{max(1, round(seconds / 60))} minutes"


def reminded(seats: Sequence[int], count: int) -> str:
    """Kind, and shorter each time."""
    people = listing([who(seat) for seat in seats])
    if count == 1:
        return f"A gentle reminder: the game waits for {people}."
    if count == 2:
        return f"Still waiting for {people}. The others can let the automatic player stand in."
    return f"Waiting for {people}."


def time_given(seat: int | None, minutes: int) -> str:
    return f"{who(seat) if seat is not None else 'The host'} gives {minutes} more minute{'s' * (minutes != 1)}."


PUT_TO_SLEEP = "Nobody has touched this table for a while, so I put it away. Nothing is lost."


def picked_up(seat: int | None) -> str:
    return f"{who(seat) if seat is not None else 'The host'} picks the table up again."


def host_changed(seat: int) -> str:
    return f"{who(seat)} is the host now."


AMENDED = "Done: the table’s message shows it."
ROOM_LINKED = "Another room has joined the table; everybody sees the same from now on."


def undo_asked(seat: int) -> str:
    return f"{who(seat)} would like to take the last move back. It happens when all others agree."


def undo_agreed(seat: int) -> str:
    return f"{who(seat)} agrees."


def undone(seat: int) -> str:
    return f"{who(seat)} takes the last move back; the game stands where it stood before."


ROOM_LEFT = "This room no longer shows the table; it goes on elsewhere."


def link_code(code: str, seconds: float) -> str:
    return (
        f"In the other room, on any platform, type `/scrum join {code}` within {length(seconds)}. Everybody there will "
        "see this table and can take a free seat."
    )


def watch_link(address: str) -> str:
    return f"Everybody with this link can watch the table, and nothing but watch: {address}"


def lesson(text: str) -> str:
    return f"💡 {text}"


def forgotten(tables: int) -> str:
    where = "I had nothing of you." if not tables else f"You were taken out of {tables} table{'s' * (tables != 1)}."
    return f"{where} I know you no more; if you play again, we meet anew."


# --- history -------------------------------------------------------------------------------------------------------

OUTCOMES = {
    "running": "not over yet",
    "ended": "ended early",
    "together": "made it together",
    "nobody": "to the end, without a winner",
}
EVERYBODY = "Everybody together"
LUCK_WORDS = ((2.0, "very lucky"), (1.0, "lucky"), (-1.0, "as expected"), (-2.0, "unlucky"))


def won(names: Sequence[str]) -> str:
    return f"{listing(names)} won"


def history_line(day: str, title: str, names: Sequence[str], outcome: str) -> str:
    return f"{day} {title}: {listing(names) or 'nobody'}; {outcome}."


def history(lines: Sequence[str]) -> str:
    return "\n".join(["Played in this room, the latest first:", *lines]) if lines else NOTHING_PLAYED


def played_by(began: str, names: Sequence[str]) -> str:
    return f"Played on {began} UTC by {listing(names)}."


NOT_OVER = "A game can be exported when it is over."
EXPORTED = "Here is the game as a file."
NOTHING_PLAYED = "Nothing was played in this room yet. Open a table with `/scrum new`."


def game_stats(
    title: str,
    tables: int,
    finished: int,
    *,
    wins: Sequence[tuple[str, int]],
    records: Sequence[tuple[str, str]],
    ratings: Sequence[tuple[str, int]],
) -> str:
    lines = [f"{title}: {tables} table{'s' * (tables != 1)}, {finished} played to the end."]
    if wins:
        lines.append(f"Most wins: {', '.join(f'{name} {count}' for name, count in wins)}.")
    lines += [f"{name}: {text}." for name, text in records]
    if ratings:
        lines.append(f"Rating: {', '.join(f'{name} {rating}' for name, rating in ratings)}.")
    return "\n".join(lines)


def stats(parts: Sequence[str]) -> str:
    return "\n\n".join(parts) or NOTHING_PLAYED


def luck_line(name: str, count: int, shown: float, expected: float, off: float) -> str:
    word = next((word for least, word in LUCK_WORDS if off >= least), "very unlucky")
    return f"{name}: {count} dice, {shown:.2f} on average where {expected:.2f} is expected ({word})."


def luck(lines: Sequence[str]) -> str:
    return "\n".join(["Luck:", *lines])


# --- oneself -------------------------------------------------------------------------------------------------------


def own_reminder(remind: float | None) -> str:
    if remind == 0:
        return "You are not reminded at this table any more. `/scrum remind on` brings it back."
    if remind is None:
        return "You are reminded as everybody at this table."
    return f"When the game waits for you, you are reminded after {length(remind)}."


def handed_over(seat: int) -> str:
    return f"{who(seat)} has left; the automatic player goes on and keeps the seat warm."


def game_started(commitment: str) -> str:
    return f"It begins. Fingerprint: `{commitment}` (`/scrum verify` explains it)."


def end_agreed(seat: int) -> str:
    return f"{who(seat)} wants to end the game here. It ends when everybody agrees with `/scrum end`."


def own_view(*, text: bool) -> str:
    return f"What you alone see comes as {'text' if text else 'pictures'} from now on."


def view_chosen(*, pictures: bool) -> str:
    return f"Boards are shown as {'pictures' if pictures else 'text'} from now on."


def closed(why: str) -> str:
    return {
        "result": "Thank you, everybody!",
        "host": "The host has ended the game.",
        "agreed": "Everybody agreed to end the game here.",
    }[why]


def revealed(seed: str, last_hash: str) -> str:
    return f"Seed: `{seed}`\nLast hash of the game: `{last_hash}`\n`/scrum verify` checks the whole game."


# --- what comes next -----------------------------------------------------------------------------------------------


def seats_of(game: AnyGame) -> str:
    """How many there are: 2 to 4, or 2."""
    least, most = game.seats.start, game.seats.stop - 1
    return str(least) if least == most else f"{least} to {most}"


def lobby(game: AnyGame, seats: Sequence[str], changed: Sequence[str]) -> str:
    """Who sits where, and what is needed to begin."""
    least, most = game.seats.start, game.seats.stop - 1
    rows = [f"{number}. {seat}" for number, seat in enumerate(seats, start=1)] or ["Nobody sits here yet."]
    with_options = f" with {listing(changed)}" if changed else ""
    missing = least - len(seats)
    if missing > 0:
        needed = f"{missing} more needed" if seats else f"{seats_of(game)} players"
    elif len(seats) < most:
        needed = f"up to {most} can play; start when you are ready"
    else:
        needed = "every seat is taken; start when you are ready"
    return "\n".join([f"{game.title}{with_options}, {needed}:", *rows])


def behind(count: int) -> str:
    return f"({count} earlier lines; `/scrum log` shows the latest.)"


BUTTONS = {
    "join": "Join",
    "bot": "Add an automatic player",
    "start": "Start the game",
    "again": "Once more",
    "board": "Board",
    "resume": "Pick it up again",
    "more": "More time",
    "undo": "Take my move back",
    "agree": "Agree to take it back",
    "back": "I am back",
}


def cover_button(seat: int) -> str:
    return f"Let the automatic player go on for {who(seat)}"


# --- answers -------------------------------------------------------------------------------------------------------


def usage(command: Command) -> str:
    words = [f"{p.lead} <{p.name}>".lstrip() if p.required else f"[{p.lead} {p.name}]" for p in command.parameters]
    words = [word.replace("[ ", "[") for word in words]
    return " ".join([command.name, *words])


def topic_list(topics: Sequence[Topic]) -> str:
    return f"Paragraphs: {', '.join(f'`{topic.key}`' for topic in topics)}."


def topic(found: Topic) -> str:
    return f"{found.title}\n\n{found.text}"


def rules_overview(game: AnyGame) -> str:
    first = game.rules[0]
    return f"{game.title}\n\n{first.text}\n\n{topic_list(game.rules)}"


def help_page(
    situation: str, now: Sequence[tuple[str, str]], always: Sequence[tuple[str, str]], others: Sequence[str]
) -> str:
    """What this person can do now, then what is there anyway, then only the names of the rest."""
    parts = [situation]
    if now:
        parts.append("\n".join(["Now you can:", *(f"- `/scrum {line}`: {what}" for line, what in now)]))
    parts.append("\n".join(["Always:", *(f"- `/scrum {line}`: {what}" for line, what in always)]))
    if others:
        names = listing([f"`{name}`" for name in others])
        parts.append(f"There is more: {names}. `/scrum help {others[0]}` tells about one of them.")
    return "\n\n".join(parts)


def command_page(found: Sequence[Command]) -> str:
    """How a command is typed, what it does, and what its words mean."""
    parts = []
    for command in found:
        words = [f"- {word.name}: {word.description}" for word in command.parameters]
        parts.append("\n".join([f"`/scrum {usage(command)}`: {command.description}.", *words]))
    return "\n\n".join(parts)


def nothing_to_do() -> str:
    return "There is nothing for you to do right now."


def log_page(lines: Sequence[tuple[int, str]], left_out: int) -> str:
    earlier = [f"… {left_out} earlier"] if left_out else []
    return "\n".join([*earlier, *(f"{number}. {line}" for number, line in lines)]) or "Nothing has happened yet."


VERIFY_LOBBY = (
    "When the game starts I show the fingerprint (SHA-256) of a secret number, the seed, from which every die and card "
    "follows. When it ends I show the seed, and everybody can compute them again."
)


def verify_running(commitment: str, drawn: int) -> str:
    return (
        f"Fingerprint of the seed: `{commitment}`. It was shown before the first draw; "
        f"{drawn} {'draw has' if drawn == 1 else 'draws have'} followed from the seed since. I show the seed when the "
        "game ends, because now it would tell what comes next. Then `/scrum verify` computes every draw again."
    )


def verify_passed(events: int, draws: int, commitment: str, last_hash: str) -> str:
    many = f"all {draws} draws follow from it"
    follow = {0: "nothing was drawn from it", 1: "the one draw follows from it"}.get(draws, many)
    return (
        f"Everything fits. The seed matches the fingerprint `{commitment}` that was shown at the start, "
        f"{follow}, and {events} events form an unbroken chain up to `{last_hash}`."
    )


def verify_failed(event: int, fault: str) -> str:
    return f"Something does not fit: event {event} is wrong. {fault}"


def status(situation: str, names: Sequence[str], host: str | None) -> str:
    hosted = f" Host: {host}." if host else ""
    return f"{situation}\nAt the table: {listing(names) or 'nobody'}.{hosted}"


def which_rules(games: Iterable[AnyGame]) -> str:
    return f"Which rules? {listing([f'`/scrum rules {game.key}` ({game.title})' for game in games], 'or')}."
