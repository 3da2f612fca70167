"""What concerns one person alone: the tutorial, their own settings, forgetting them."""

from collections.abc import Sequence

from bot.texts.wording import counted, length

LESSON_OVER = "That’s it! `/scrum tutorial` starts another tutorial, `/scrum new` opens a table for your team."
STILL_COVERED = (
    "It’s in, without a name. So that nobody can tell whose it is, the automatic player keeps your seat for now: "
    "your next open move or `/scrum join` gets it back."
)
SURE_TO_FORGET = (
    "This removes your name and id from every table and workshop, here and everywhere else. The games stay, with a "
    "nameless player in your place. It can’t be undone. If you’re sure, type `/scrum forget me`."
)


def sure(stake: str, command: str) -> str:
    return f"{stake} Are you sure? Then press the button, or type `/scrum {command} sure`."


def lesson(text: str) -> str:
    return f"💡 {text}"


def forgotten(tables: int, workshops: int = 0) -> str:
    found = [counted(number, what) for number, what in ((tables, "table"), (workshops, "workshop")) if number]
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
