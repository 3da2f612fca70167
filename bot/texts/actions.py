"""The actions of a room between its retrospectives."""

from collections.abc import Sequence

from bot.texts.wording import counted, short
from games.text import listing

NONE = "This room has no open actions. A retrospective agrees on them: `/scrum new retro`."
ALL_DONE = "No open actions: everything this room agreed on is done or dropped."
USAGE = (
    "I understand `/scrum actions`, `done 2`, `drop 2`, `reopen 2`, `move 2 Friday`, `give 2 Anna`, and `markdown`, "
    "`csv` or `calendar` for a file."
)
HEAD = "Open actions in this room:"
EXPORTED = "Here are the actions of this room."
WORDS = {"done": "is done", "drop": "is dropped", "open": "is open again"}


def line(number: int, what: str, owner: str, due: str, *, overdue: bool) -> str:
    when = f", {'overdue since' if overdue else 'by'} {due}" if due else ", no date"
    return f"{number}. {what} ({owner}{when})"


def rate(done: int, settled: int) -> str:
    """Nothing to say before anything was settled."""
    return f"Done so far: {done} of {counted(settled, 'action')}." if settled else ""


def changed(number: int, what: str, status: str) -> str:
    return f"Action {number} {WORDS[status]}: {what}"


def moved(number: int, what: str, due: str) -> str:
    return f"Action {number} is now due by {due}: {what}"


def given(number: int, what: str, owner: str) -> str:
    return f"{owner} now takes care of action {number}: {what}"


def which(numbers: Sequence[int]) -> str:
    if not numbers:
        return NONE
    return f"Which action? Give its number: {listing([str(number) for number in numbers], 'or')}."


def already(number: int, status: str) -> str:
    return f"Action {number} {WORDS[status].replace(' again', '')} already."


def which_day(words: str) -> str:
    return f"I don’t know the day “{short(words)}”. Try Friday, 12 Dec, or in two weeks."


DAY_MISSING = "To which day? For example `/scrum actions move 2 Friday`."
PERSON_MISSING = "To whom? For example `/scrum actions give 2 Anna`."


def unknown_person(word: str, names: Sequence[str]) -> str:
    known = f" I know {listing(names)}." if names else ""
    return f"“{short(word)}” hasn’t been at a retrospective in this room, so I can’t give them an action.{known}"


def several_people(word: str, names: Sequence[str]) -> str:
    return f"“{short(word)}” could be {listing(names, 'or')}."


def reminder(owner: str, what: str, when: str) -> str:
    return f"{owner}, an action of yours is due {when}: {what} `/scrum actions` shows all."


def done_button(number: int, what: str) -> str:
    return f"Done: {number}. {what}"
