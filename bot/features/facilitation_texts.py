"""Pace, reminders, absent players, the host, and undoing a move."""

from collections.abc import Sequence

from bot.kernel.table.texts import counted, length, short
from games.text import listing, who

PUT_AWAY = "This table has been put away. `/scrum resume` picks up where you left off."
NOT_PUT_AWAY = "This table is open; just carry on."
NOTHING_TO_RESUME = "There’s no table to resume in this room. Open one with `/scrum new`."
COVERED_ALREADY = "An automatic player already has that seat."
COVER_YOURSELF = "To hand over your own seat, use `/scrum leave`."
NOT_AWAITED = "We’re not waiting for them, so nobody needs to stand in."
TOO_SOON_TO_COVER = "Give them a little longer: after two reminders, the others can let an automatic player stand in."
NUDGE_YOURSELF = "It’s your turn, so consider yourself reminded."
NO_NEED_TO_NUDGE = "We’re not waiting for them, so there’s nothing to remind them of."
WANTS_NO_REMINDERS = "They asked not to be reminded at this table."
NUDGED_TOO_SOON = "Something happened less than a minute ago. Give them a moment."
FIXED_CLOCK = "This game is played against the clock, so nobody can add time to it."
HOST_IS_A_PERSON = "Only a person at the table can be the host."
HOST_ALREADY = "They’re already the host."
ONLY_HOST_HANDS_OVER = "Only the host can hand the table over. If the host is gone, take over with `/scrum host me`."
NOTHING_TO_UNDO = "You have nothing to take back: only your last move, and only until dice are rolled or cards shown."
UNDO_ASKED_ALREADY = "You’ve already asked; now the others can agree, or play on."
UNDO_AGREED_ALREADY = "You’ve already agreed; now the others need to agree."
PUT_TO_SLEEP = "Nobody has used this table for a while, so I’ve put it away. Nothing is lost."


def bad_hours(word: str) -> str:
    return f"“{short(word)}” isn’t a valid time range; try `9-17`."


def bad_pace(word: str, form: str) -> str:
    examples = {
        "live": "`/scrum pace live 5` (minutes until the first reminder)",
        "async": "`/scrum pace async 24h 9-17 Europe/Berlin` (hours until a reminder, working hours, time zone)",
        "off": "just `/scrum pace off`",
    }
    return f"I don’t understand “{short(word)}” there. Try {examples[form]}."


def cannot_prepare(title: str, commands: Sequence[str]) -> str:
    if not commands:
        return f"In {title}, no move can be prepared without giving something away."
    return f"In {title}, you can prepare {listing([f'`{name}`' for name in commands], 'or')}; `off` cancels it."


def bad_reminder(word: str) -> str:
    return f"I don’t understand “{short(word)}”. Try `/scrum remind 30m`, `2h`, `1d`, `off` or `on`."


def bad_more(most: int) -> str:
    return f"Choose from 1 to {most} more minutes, for example `/scrum more 3`."


def pace_chosen(seconds: float, opens: int, closes: int, zone: str) -> str:
    if not seconds:
        return "I won’t send reminders from now on."
    hours = f", on weekdays between {opens}:00 and {closes}:00 ({zone})" if (opens, closes) != (0, 24) else ""
    slow = hours or seconds >= 3600
    clocks = f" Votes and timeboxes stay open for {length(2 * seconds)} now." if slow else ""
    return f"I’ll send a reminder after {length(seconds)} of waiting{hours}.{clocks}"


def reminded(seats: Sequence[int], count: int) -> str:
    """Kind, and shorter each time."""
    people = listing([who(seat) for seat in seats])
    if count <= 1:  # 0: somebody asked for it before the table did
        return f"A gentle reminder: we’re waiting for {people}."
    if count == 2:
        return f"Still waiting for {people}. The others can let an automatic player stand in."
    return f"Waiting for {people}."


def time_given(seat: int | None, minutes: int) -> str:
    return f"{who(seat) if seat is not None else 'The host'} adds {counted(minutes, 'minute')}."


def covered(seat: int) -> str:
    return f"An automatic player stands in for {who(seat)} until they’re back."


def resumed(seat: int | None) -> str:
    return f"{who(seat) if seat is not None else 'The host'} resumes the table."


def host_changed(seat: int) -> str:
    return f"{who(seat)} is now the host."


def undo_asked(seat: int) -> str:
    return f"{who(seat)} would like to take back their last move. All the others need to agree."


def undo_agreed(seat: int) -> str:
    return f"{who(seat)} agrees."


def undone(seat: int) -> str:
    return f"{who(seat)} takes back their last move, and we’re back where we were before it."
