"""What players read at every table: everything the bot says apart from the games' own texts."""

from collections.abc import Iterable, Sequence

from games.api import AnyGame, Command, Option, Topic
from games.text import listing, shortened, who

ECHO_LIMIT = 60


def short(typed: str) -> str:
    """What somebody typed, cut to quote it back to them."""
    return shortened(typed, ECHO_LIMIT)


def counted(count: int, noun: str) -> str:
    """`1 table`, `2 tables`."""
    return f"{count} {noun}{'s' * (count != 1)}"


# --- refusals ------------------------------------------------------------------------------------------------------

TABLE_OVER = "This table is closed. Open a new one with `/scrum new`."
JOINED_TWICE = "You’re already seated."
GAME_IS_ON = "Every seat is taken. You’re welcome to watch, and to join next time."
BOT_ONLY_IN_LOBBY = "Automatic players can only join before the start. `/scrum leave` hands your own seat to one."
LEFT_ALREADY = "You’ve already left. `/scrum join` gets you your seat back."
STARTED_ALREADY = "This table has already started."
NOBODY_SITS_HERE = "There are only automatic players here. At least one person has to `/scrum join` first."
NOT_YOURS_TO_END = "Only the host, or all the players together, can end this table."
AGREED_ALREADY = "You’ve already agreed to end here; now the others need to agree."
WELCOME = (
    "Hi, I’m Scrum Table. Your team plays; I know the rules, roll the dice and keep the score. There’s no table in "
    "this room yet: open one, and the others can press “Join”."
)
NO_TABLE = "There’s no table in this room. Open one with `/scrum new`."
NOTHING_AGAIN = "Nothing has finished in this room yet. Open a table with `/scrum new`."
NOT_AT_TABLE = "You’re not seated at this table. If there’s a free seat, take it with `/scrum join`."
NOT_STARTED = "This table hasn’t started yet. Once everyone is seated, use `/scrum start`."
AWAY = "An automatic player has your seat. Take it back with `/scrum join`."
WATCHING = "You’re not seated at this table, and every seat is taken. You’re welcome to watch, and to join next time."
STALE_BUTTON = "That button is out of date. Here’s what you can do now:"
BROKEN_BUTTON = "I don’t recognise that button. `/scrum help` shows what you can do."
ALREADY_DONE = "I got that twice and counted it once. Here’s where the table stands:"
DATABASE_AWAY = "I can’t reach the database right now, so nothing has changed. Please try again in a moment."
SOMETHING_BROKE = "Something went wrong on my side. Please try again; the operator will find the details in the log."
TOO_MANY_OF_YOU = "That was a lot at once, so I skipped this one. Please wait until I’ve answered the others."
TOO_MANY_HERE = "There’s so much going on in this room that I skipped this one. Please try again in a moment."
TOO_BUSY = "Other moves got in first, so nothing has changed. Please try again."


ASLEEP = "This table has been put away. `/scrum resume` picks up where you left off."
AWAKE = "This table is open; just carry on."
NOTHING_TO_RESUME = "There’s no table to resume in this room. Open one with `/scrum new`."
COVERED_ALREADY = "An automatic player already has that seat."
COVER_YOURSELF = "To hand over your own seat, use `/scrum leave`."
NOT_AWAITED = "We’re not waiting for them, so nobody needs to stand in."
TOO_SOON_TO_COVER = "Give them a little longer: after two reminders, the others can let an automatic player stand in."
HOST_IS_NO_BOT = "Only a person at the table can be the host."
HOST_ALREADY = "They’re already the host."
NOT_YOURS_TO_GIVE = "Only the host can hand the table over. If the host is gone, take over with `/scrum host me`."
NOTHING_TO_UNDO = "You have nothing to take back: only your last move, and only until dice are rolled or cards shown."
UNDO_ASKED_ALREADY = "You’ve already asked; now the others can agree, or play on."
UNDO_AGREED_ALREADY = "You’ve already agreed; now the others need to agree."


LAST_ROOM = "This is the table’s only room, so it stays here. To end the table, use `/scrum end`."
NO_WATCH = "I have no web address to watch at: the operator hasn’t set WEB_URL."
LESSON_OVER = "That’s it! `/scrum tutorial` starts another tutorial, `/scrum new` opens a table for your team."
SURE_TO_FORGET = (
    "This removes your name and id from every table, here and everywhere else. The games stay, with a nameless player "
    "in your place. It can’t be undone. If you’re sure, type `/scrum forget me`."
)


def unknown_code(code: str) -> str:
    return f"I don’t know the code “{short(code)}”. Codes last a day; get a new one with `/scrum link`."


def bad_hours(word: str) -> str:
    return f"“{short(word)}” isn’t a valid time range; try `9-17`."


def bad_pace(word: str, form: str) -> str:
    examples = {
        "live": "`/scrum pace live 5` (minutes until the first reminder)",
        "async": "`/scrum pace async 24h 9-17 Europe/Berlin` (hours until a reminder, working hours, time zone)",
        "off": "just `/scrum pace off`",
    }
    return f"I don’t understand “{short(word)}” there. Try {examples[form]}."


def bad_reminder(word: str) -> str:
    return f"I don’t understand “{short(word)}”. Try `/scrum remind 30m`, `2h`, `1d`, `off` or `on`."


def bad_more(most: int) -> str:
    return f"Choose from 1 to {most} more minutes, for example `/scrum more 3`."


def view_as_it_is(*, pictures: bool) -> str:
    return f"Boards are already shown as {'pictures' if pictures else 'text'}."


def no_chart(game: AnyGame) -> str:
    return f"{game.title} has no chart."


def unknown_game(word: str, games: Iterable[AnyGame]) -> str:
    known = listing([f"`{game.key}` ({game.title})" for game in games], "or")
    return f"I don’t know a game called “{short(word)}”. Try {known}."


def which_game(games: Iterable[AnyGame]) -> str:
    return f"Which game? {listing([f'`/scrum new {game.key}` ({game.title})' for game in games], 'or')}."


def unknown_option(word: str, game: AnyGame) -> str:
    return f"{game.title} has no option “{short(word)}”. {_options(game.options)}"


def bad_option(sentence: str) -> str:
    return f"{sentence} I haven’t opened a table."


def _options(options: Sequence[Option]) -> str:
    shown = [f"`{option.name}={option.default}`" for option in options]
    return f"Options and their defaults: {listing(shown)}." if options else "It has none."


def table_here(game: AnyGame) -> str:
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
    joined = {0: "nobody has joined", 1: "only 1 player has joined"}.get(seated, f"only {seated} players have joined")
    return (
        f"{game.title} needs at least {game.seats.start} players, and {joined} so far. The others can press “Join” or "
        "type `/scrum join`; `/scrum bot` adds an automatic player."
    )


def unknown_command(word: str, close: Sequence[str]) -> str:
    hint = f" Did you mean {listing([f'`{name}`' for name in close], 'or')}?" if close else ""
    return f"I don’t know “{short(word)}”.{hint} `/scrum help` shows what you can do now."


def other_game(word: str, game: AnyGame) -> str:
    return f"`{word}` belongs to {game.title}, and that’s not what’s on this table."


def missing_word(command: Command, name: str) -> str:
    description = next(p.description for p in command.parameters if p.name == name)
    return f"Something’s missing: `/scrum {usage(command)}`. {name}: {description}."


def too_many_words(command: Command, extra: str) -> str:
    return f"I don’t know what to do with “{short(extra)}”. Try `/scrum {usage(command)}`."


def not_a_choice(name: str, word: str, choices: Sequence[str]) -> str:
    return f"{name} can be {listing([f'`{choice}`' for choice in choices], 'or')}, not “{short(word)}”."


def unknown_player(word: str, names: Sequence[str]) -> str:
    return f"There’s nobody called “{short(word)}” at this table, only {listing(names)}."


def which_player(word: str, names: Sequence[str]) -> str:
    return f"“{short(word)}” could be {listing(names, 'or')}. Please type a bit more of the name."


def unknown_topic(word: str, topics: Sequence[Topic]) -> str:
    return f"The rules have no topic “{short(word)}”. {topic_list(topics)}"


def rule(topic: Topic) -> str:
    return f"(`/scrum rules {topic.key}`: {topic.title})"


# --- narration of the table's events -------------------------------------------------------------------------------


def opened(game: AnyGame) -> str:
    return f"A table is open: {game.title}. {game.summary}."


def took_seat(seat: int) -> str:
    return f"{who(seat)} takes a seat."


def bot_seated(seat: int) -> str:
    return f"{who(seat)}, an automatic player, takes a seat."


def left_seat() -> str:
    return "A seat is free again."


def covered(seat: int) -> str:
    return f"An automatic player stands in for {who(seat)} until they’re back."


def pace_chosen(seconds: float, opens: int, closes: int, zone: str) -> str:
    if not seconds:
        return "I won’t send reminders from now on."
    hours = f", on weekdays between {opens}:00 and {closes}:00 ({zone})" if (opens, closes) != (0, 24) else ""
    return f"I’ll send a reminder after {length(seconds)} of waiting{hours}."


def length(seconds: float) -> str:
    """A duration in the unit people would choose."""
    for unit, name in ((86400, "day"), (3600, "hour"), (60, "minute")):
        if seconds >= unit and seconds % unit == 0:
            return counted(int(seconds // unit), name)
    return counted(max(1, round(seconds / 60)), "minute")


def reminded(seats: Sequence[int], count: int) -> str:
    """Kind, and shorter each time."""
    people = listing([who(seat) for seat in seats])
    if count == 1:
        return f"A gentle reminder: we’re waiting for {people}."
    if count == 2:
        return f"Still waiting for {people}. The others can let an automatic player stand in."
    return f"Waiting for {people}."


def time_given(seat: int | None, minutes: int) -> str:
    return f"{who(seat) if seat is not None else 'The host'} adds {counted(minutes, 'minute')}."


PUT_TO_SLEEP = "Nobody has used this table for a while, so I’ve put it away. Nothing is lost."


def picked_up(seat: int | None) -> str:
    return f"{who(seat) if seat is not None else 'The host'} resumes the table."


def host_changed(seat: int) -> str:
    return f"{who(seat)} is now the host."


AMENDED = "Done. You can see it in the table’s message."
ROOM_LINKED = "Another room has joined this table. From now on, everyone sees the same."


def undo_asked(seat: int) -> str:
    return f"{who(seat)} would like to take back their last move. All the others need to agree."


def undo_agreed(seat: int) -> str:
    return f"{who(seat)} agrees."


def undone(seat: int) -> str:
    return f"{who(seat)} takes back their last move, and we’re back where we were before it."


ROOM_LEFT = "This room no longer shows the table; it carries on elsewhere."


def link_code(code: str, seconds: float) -> str:
    return (
        f"In the other room, on any platform, type `/scrum join {code}` within {length(seconds)}. Everyone there will "
        "see this table and can take a free seat."
    )


def watch_link(address: str) -> str:
    return f"Anyone with this link can watch the table, but not play: {address}"


def lesson(text: str) -> str:
    return f"💡 {text}"


def forgotten(tables: int) -> str:
    removed = f"I’ve removed you from {counted(tables, 'table')}." if tables else "There was nothing to remove."
    return f"{removed} I no longer hold any data about you."


# --- history -------------------------------------------------------------------------------------------------------

OUTCOMES = {
    "running": "still running",
    "ended": "ended early",
    "together": "made it together",
    "nobody": "finished without a winner",
}
EVERYBODY = "All together"
LUCK_WORDS = ((2.0, "very lucky"), (1.0, "lucky"), (-1.0, "as expected"), (-2.0, "unlucky"))


def won(names: Sequence[str]) -> str:
    return f"{listing(names)} won"


def history_line(day: str, title: str, names: Sequence[str], outcome: str) -> str:
    return f"{day} {title}: {listing(names) or 'nobody'}; {outcome}."


def history(lines: Sequence[str]) -> str:
    return "\n".join(["Tables in this room, newest first:", *lines]) if lines else NOTHING_PLAYED


def played_by(began: str, names: Sequence[str]) -> str:
    return f"Played on {began} UTC by {listing(names)}."


NOT_OVER = "You can export this table once it’s over."
EXPORTED = "Here’s the file."
NOTHING_PLAYED = "This room hasn’t had a table yet. Open one with `/scrum new`."


def game_stats(
    title: str,
    tables: int,
    finished: int,
    *,
    wins: Sequence[tuple[str, int]],
    records: Sequence[tuple[str, str]],
    ratings: Sequence[tuple[str, int]],
) -> str:
    lines = [f"{title}: {counted(tables, 'table')}, {finished} finished."]
    if wins:
        lines.append(f"Most wins: {', '.join(f'{name} {count}' for name, count in wins)}.")
    lines += [f"{name}: {text}." for name, text in records]
    if ratings:
        lines.append(f"Ratings: {', '.join(f'{name} {rating}' for name, rating in ratings)}.")
    return "\n".join(lines)


def stats(parts: Sequence[str]) -> str:
    return "\n\n".join(parts) or NOTHING_PLAYED


def luck_line(name: str, count: int, shown: float, expected: float, off: float) -> str:
    word = next((word for least, word in LUCK_WORDS if off >= least), "very unlucky")
    dice = "1 die" if count == 1 else f"{count} dice"
    return f"{name}: {dice}, average {shown:.2f}, expected {expected:.2f} ({word})."


def luck(lines: Sequence[str]) -> str:
    return "\n".join(["Luck:", *lines])


# --- personal settings, start and end ------------------------------------------------------------------------------


def own_reminder(remind: float | None) -> str:
    if remind == 0:
        return "I won’t remind you at this table any more. `/scrum remind on` turns it back on."
    if remind is None:
        return "I’ll remind you like everyone else at this table."
    return f"When we’re waiting for you, I’ll remind you after {length(remind)}."


def handed_over(seat: int) -> str:
    return f"{who(seat)} has left; an automatic player takes over and keeps the seat warm."


def game_started(commitment: str) -> str:
    return f"Here we go! Fingerprint: `{commitment}` (`/scrum verify` explains it)."


def end_agreed(seat: int) -> str:
    return f"{who(seat)} would like to stop here. If you agree, use `/scrum end`; we stop once everyone has."


def own_view(*, text: bool) -> str:
    return f"From now on, what only you can see comes as {'text' if text else 'pictures'}."


def view_chosen(*, pictures: bool) -> str:
    return f"From now on, boards are shown as {'pictures' if pictures else 'text'}."


def closed(why: str) -> str:
    return {
        "result": "Thank you, everyone!",
        "host": "The host has closed the table.",
        "agreed": "Everyone agreed to stop here.",
    }[why]


def revealed(seed: str, last_hash: str) -> str:
    return f"Seed: `{seed}`\nLast hash: `{last_hash}`\n`/scrum verify` checks that everything was fair."


# --- what comes next -----------------------------------------------------------------------------------------------


def seats_of(game: AnyGame) -> str:
    """How many seats there are: 2 to 4, or 2."""
    least, most = game.seats.start, game.seats.stop - 1
    return str(least) if least == most else f"{least} to {most}"


def lobby(game: AnyGame, seats: Sequence[str], changed: Sequence[str]) -> str:
    """Who sits where, and what it takes to start."""
    least, most = game.seats.start, game.seats.stop - 1
    rows = [f"{number}. {seat}" for number, seat in enumerate(seats, start=1)] or ["Nobody has joined yet."]
    with_options = f" ({listing(changed)})" if changed else ""
    missing = least - len(seats)
    if missing > 0:
        needed = f"{missing} more needed" if seats else f"{seats_of(game)} seats"
    elif len(seats) < most:
        needed = f"up to {most} can join; start when you’re ready"
    else:
        needed = "every seat is taken; start when you’re ready"
    return "\n".join([f"{game.title}{with_options}: {needed}.", *rows])


def behind(count: int) -> str:
    return f"({counted(count, 'earlier line')}; see `/scrum log`.)"


BUTTONS = {
    "join": "Join",
    "bot": "Add an automatic player",
    "start": "Start",
    "again": "Go again",
    "resume": "Resume",
    "more": "Add time",
    "undo": "Take back my move",
    "agree": "Let them take it back",
    "back": "Take my seat back",
}


def cover_button(seat: int) -> str:
    return f"Carry on without {who(seat)}"


# --- answers -------------------------------------------------------------------------------------------------------


def usage(command: Command) -> str:
    words = [f"{p.lead} <{p.name}>".lstrip() if p.required else f"[{p.lead} {p.name}]" for p in command.parameters]
    words = [word.replace("[ ", "[") for word in words]
    return " ".join([command.name, *words])


def topic_list(topics: Sequence[Topic]) -> str:
    return f"Topics: {', '.join(f'`{topic.key}`' for topic in topics)}."


def topic(found: Topic) -> str:
    return f"{found.title}\n\n{found.text}"


def rules_overview(game: AnyGame) -> str:
    first = game.rules[0]
    return f"{game.title}\n\n{first.text}\n\n{topic_list(game.rules)}"


def help_page(
    situation: str, now: Sequence[tuple[str, str]], always: Sequence[tuple[str, str]], others: Sequence[str]
) -> str:
    """What this person can do now, what they can always do, and the names of the other commands."""
    parts = [situation]
    if now:
        parts.append("\n".join(["Right now you can:", *(f"- `/scrum {line}`: {what}" for line, what in now)]))
    parts.append("\n".join(["At any time:", *(f"- `/scrum {line}`: {what}" for line, what in always)]))
    if others:
        names = listing([f"`{name}`" for name in others])
        parts.append(f"There’s more: {names}. For details, try `/scrum help {others[0]}`.")
    return "\n\n".join(parts)


def command_page(found: Sequence[Command]) -> str:
    """How to type a command, what it does, and what its arguments mean."""
    parts = []
    for command in found:
        words = [f"- {word.name}: {word.description}" for word in command.parameters]
        parts.append("\n".join([f"`/scrum {usage(command)}`: {command.description}.", *words]))
    return "\n\n".join(parts)


def nothing_to_do() -> str:
    return "There’s nothing for you to do right now."


def log_page(lines: Sequence[tuple[int, str]], left_out: int) -> str:
    earlier = [f"… {left_out} earlier"] if left_out else []
    return "\n".join([*earlier, *(f"{number}. {line}" for number, line in lines)]) or "Nothing has happened yet."


VERIFY_LOBBY = (
    "At the start I show the fingerprint (SHA-256) of a secret number, the seed, which determines every die and card. "
    "At the end I show the seed itself, so anyone can recompute them."
)


def verify_running(commitment: str, drawn: int) -> str:
    return (
        f"Fingerprint of the seed: `{commitment}`. I showed it before the first draw, and the seed has determined "
        f"{counted(drawn, 'draw')} since. I’ll show the seed at the end; now it would give away what comes next. Then "
        "`/scrum verify` recomputes every draw."
    )


def verify_passed(events: int, draws: int, commitment: str, last_hash: str) -> str:
    many = f"all {draws} draws follow from it"
    follow = {0: "nothing was drawn from it", 1: "the one draw follows from it"}.get(draws, many)
    return (
        f"Everything checks out. The seed matches the fingerprint `{commitment}` shown at the start, "
        f"{follow}, and {events} events form an unbroken chain up to `{last_hash}`."
    )


def verify_failed(event: int, fault: str) -> str:
    return f"Something doesn’t add up: event {event} is wrong. {fault}"


def status(situation: str, names: Sequence[str], host: str | None) -> str:
    hosted = f" Host: {host}." if host else ""
    return f"{situation}\nAt the table: {listing(names) or 'nobody'}.{hosted}"


def which_rules(games: Iterable[AnyGame]) -> str:
    return f"Which rules? {listing([f'`/scrum rules {game.key}` ({game.title})' for game in games], 'or')}."
