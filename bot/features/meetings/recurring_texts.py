"""A retrospective that opens by itself, and notes that are saved for it."""

from collections.abc import Sequence

from bot.kernel.table.texts import counted, short
from games.text import listing

NONE = "No retrospective is planned in this room. For example: `/scrum retro every 2 weeks on Friday 15:00`."
OFF = "The retrospective no longer opens by itself here."
NOTE_MISSING = "What should come up in the next retrospective? For example `/scrum retro note the build is slow`."


def bad_schedule(words: str) -> str:
    return (
        f"I don’t understand “{short(words)}”. Try `/scrum retro every 2 weeks on Friday 15:00`, with a time zone "
        "such as `Europe/Berlin` or a format after it; `/scrum retro every off` ends it."
    )


def planned(words: str, following: str) -> str:
    return f"A retrospective opens here {words}. Next: {following}. `/scrum retro skip` leaves one out."


def skipped(following: str) -> str:
    return f"The next retrospective is left out. The one after that: {following}."


def time_for_it(people: Sequence[str]) -> str:
    call = f"{listing(people)}, it’s" if people else "It’s"
    return f"{call} time for your retrospective. Join, and start when everybody is here."


def room_is_busy(title: str) -> str:
    return (
        f"It’s time for your retrospective, but this room still has a table: {title}. Once it’s over, open the "
        "retrospective with `/scrum new retro`."
    )


def saved(count: int) -> str:
    return f"Saved without a name, {counted(count, 'note')} so far. They’re on the board of your next retrospective."


def enough_saved(most: int) -> str:
    return f"{most} notes are saved already, as many as a board can take. Hold the retrospective first."
