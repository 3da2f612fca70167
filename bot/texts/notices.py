"""What can happen to requests and messages: stale buttons, redeliveries, overload, failures."""

from bot.texts.wording import counted

STALE_BUTTON = "That button is out of date. Here’s what you can do now:"
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
