"""Texts of Slack's buttons, forms and App Home."""

from collections.abc import Sequence
from typing import NamedTuple

from bot.kernel.table.texts import time_left
from games.text import listing


class Aside(NamedTuple):
    """A note about the place that somebody is in: a channel, or a direct message."""

    channel: str
    direct: str


APP = "Scrum Table"
TYPE_COMMAND_TITLE = "Type a command"
WIZARD_TITLE = "What you can do"
NO_TABLE_TITLE = "No table here"
DO_IT = "Do it"
START_TITLE = "Start a game"
WORKSHOP_TITLE = "Open a workshop"
WORKSHOP = "Workshop"
WORKSHOP_NOTE = "One game for several teams, led from a desk of your own"
PLAYED = "Which game do the teams play?"
HOW_MANY_TEAMS = "How many teams?"
TEAMS_HINT = "1 to 30. Everybody gets an invitation in the channel; only you get the link to the desk."
OPEN_IT = "Open it"
SAVE_TITLE = "Save for the retro"
SEND = "Send"
SAVE = "Save"
CANCEL = "Cancel"
SURE = "Are you sure?"
COMMAND = "Command"
COMMAND_HINT = "Only the words: roll, board, help"
YOU_FACILITATE = "You facilitate"
SOMETHING_ELSE = "Something else…"
HEADINGS = {"lead": "You lead", "rare": SOMETHING_ELSE}  # of acts in the form; others are under their command
WHAT = "What do you want to do?"
THEN = "And then?"
PICK = "Choose…"
OUT_OF_DATE = "The game has moved on. Here’s what you can choose now."
STILL_YOUR_TURN = "Done. It’s still your turn."
NOTHING_NOW = "There’s nothing for you to choose right now."
NO_TABLE = "There’s no table here any more. Type `/scrum new` to open one."
NOT_INVITED = Aside(
    channel="I’m not in this channel, so nobody here can see me. What you asked for is done; type "
    "`/invite @Scrum Table`, and the table will appear here.",
    direct="That’s done, but Slack doesn’t let me write in a direct message unless one of you just typed or pressed "
    "something. Type `/scrum board` to see the table.",
)
VISITING = Aside(
    channel="I’m not in this channel yet, so I can only write when somebody types or presses something: no pictures, "
    "no reminders. `/invite @Scrum Table` brings me in.",
    direct="Nobody can invite me to a direct message, so I only write here when one of you types or presses something: "
    "no pictures, no reminders, and clocks end quietly. For all of that, play in a channel with me in it.",
)
ARCHIVED = Aside(*["This channel is archived, so I can’t write here any more. Your tables are on my Home tab."] * 2)
NOT_POSTED = Aside(*["That’s done, but Slack isn’t taking my messages right now. It will appear here later."] * 2)
TOO_LATE = "Slack gives me three seconds to open a form, and I missed them. Here’s another chance:"
TOO_LATE_TO_SAVE = "Slack gives me three seconds to open a form, and I missed them. Please save that message once more."
UNNAMED = "Player"
OPENING = "Opening a table…"
THREAD_USAGE = "Which game? `/scrum thread new sprint` opens a table in its own thread."
HOST = " (host)"
JOIN = "Join"
IN_THREAD = "Follow along in the thread below."
STORY_IN_THREAD = "The whole story is in the thread below."
POSTED_IN_THREAD = "Done. You can see it in the table’s thread."
DONE = "Done."
OPEN_THREAD = "Open the thread"
OPEN_MESSAGE = "Go to the table’s message"
WHICH_TABLE = "This channel has several tables. Which one do you mean?"
VIEWS = {
    "thread": "From the next turn on, this channel’s table has one card here, and its story is in the thread below it.",
    "channel": "From the next turn on, this channel’s table is shown here, with one message per turn.",
}
NOT_INSTALLED = "Scrum Table isn’t installed in this workspace. Ask an administrator to install it."
YOUR_FILE = "Here’s the file that you asked for."
NOT_UPLOADED = "Slack didn’t accept the file. Please try again in a moment."
NOTHING_TYPED = "Please type something."
HOME_TITLE = "Your tables"
HOME_EMPTY = (
    "You’re not at a table yet. Start one below, or press “Join” where one is open in your team’s channel. Your "
    "tables, turns and actions will appear here."
)
HOME_AWAY = (
    "I can’t reach the database right now, so I can’t show your tables. Nothing is lost; please come back in a minute."
)
YOUR_HAND = "Your hand, for your eyes only"
YOUR_TURN = "It’s your turn."
NOT_STARTED = "It hasn’t started yet."
OVER = "It’s over."
ANSWER = "Your last request"
OPEN_ACTIONS = "Your retrospectives"
NEW_TABLE = "Start something new"
START_GAME = "Start a game"
OPEN_RETRO = "Open a retrospective"
LEARN = "Learn a game"
READ_RULES = "Read the rules"
SETTINGS = "Your settings"
CHANGE_NAME = "Change my name"
CALL_ME = "Message me when it’s my turn"
STOP_CALLING = "Stop messaging me"
TURNS_ON = "When it’s your turn, you get a message in the Messages tab."
TURNS_OFF = "When it’s your turn, only the channel says so."
GO_THERE = "Go to the table"
STEP_UNSEEN = (
    "The retrospective is open, but I’m not in that channel, so nobody can see it. `/invite @Scrum Table` brings me in."
)
WHICH_GAME = "What do you want to open?"
WHICH_CHANNEL = "Where?"
WITH_WHOM = "Whom do you invite?"
WITH_WHOM_HINT = "They’re mentioned once. Everybody else in the channel can join, too."
SAVED = "Saved. Your note is on the board of the retrospective, and nobody sees it until all notes are shown."
COLUMN = "Column"
NOTE = "Note"
NOTE_HINT = "Change it as you like. The message itself stays where it is."
YOUR_NAME = "Your name"
NAME_HINT = "What tables should call you"
NAMELESS = "I don’t know your name, so the table calls you “Player”. Choose one: I’ll remember it for all your tables."


UNTIL = "Until"
COPY_TITLE = "Copy as text"
COPY_HINT = "Select all of it, and copy it."
SUMMARY = "Summary"
CANVAS = "Save as canvas"
CANVAS_SAVED = "Saved: the canvas is a tab of this channel."
CANVAS_THERE = "It’s saved already: the canvas is a tab of this channel."
CANVAS_UNSURE = "Slack hasn’t confirmed the canvas. If no tab appears here in a minute, copy the text instead."
SAVING_WAIT = "The last attempt was a moment ago. Please try again in two minutes."
CANVAS_FAILED = "Slack didn’t accept the canvas. Please try again in two minutes, or copy the text instead."
CANVAS_FORBIDDEN = (
    "I may not write canvases here any more. An administrator can grant `canvases:write`; until then, copy the text."
)
CANVAS_NOT_HERE = "I’m not in this channel, so I can’t add a canvas to it. `/invite @Scrum Table` brings me in."
CANVAS_ONE = "Your Slack plan has one canvas a channel, and this channel has one already. Copy the text instead."
SAVE_AS = "Or save it"
AS_CANVAS = "As a canvas"
AS_CANVAS_NOTE = "The whole summary, in a tab of this channel"
AS_LIST = "Actions as a list"
AS_LIST_NOTE = "With owners and days, for everybody in this channel"
LIST = "Save actions as a list"
LIST_NAME = "Actions of our retrospectives"
LIST_ACTION, LIST_OWNER, LIST_DUE, LIST_DONE = "Action", "Owner", "Until", "Done"
LIST_SAVED = f"Saved: the actions are in the list “{LIST_NAME}”, which everybody in this channel can change."
LIST_THERE = f"They’re saved already, in the list “{LIST_NAME}”."
LIST_UNSURE = f"Slack hasn’t confirmed all of it. Please look at the list “{LIST_NAME}” before you copy the rest."
LIST_FAILED = "Slack didn’t accept the list. Please try again in two minutes, or copy the text instead."
LIST_FORBIDDEN = (
    "I may not write lists here any more. An administrator can grant `lists:write`; until then, copy the text."
)
LIST_NOT_HERE = "I’m not in this channel, so I can’t share a list with it. `/invite @Scrum Table` brings me in."
LIST_PLAN = "Your Slack plan has no lists. Copy the text instead."
CLOSE = "Close"


def and_more(count: int, *, has_board: bool) -> str:
    """What a message has no room for; empty if it has all of it."""
    if not count:
        return ""
    return f"and {count} more on the board" if has_board else f"and {count} more"


def following(when: str) -> str:
    return f"Next: {when}"


def others(count: int) -> str:
    return f"The other {count}…" if count > 1 else "The other one…"


ALL_TEAMS = "All teams:"


def clock(seconds: float, token: str) -> str:
    return f"{time_left(seconds)} on the clock, until {token}"


def you_typed(text: str) -> str:
    return f"This is what you typed, in case you want to use it again:\n{text}"


def start_title(title: str, *, meets: bool) -> str:
    return f"Open a {title.lower()}" if meets else START_TITLE


def waiting_for(names: Sequence[str]) -> str:
    return f"Waiting for {listing(names)}." if names else "Nobody has to do anything right now."


def more_tables(count: int) -> str:
    return f"You’re at {count} more tables. They’ll move up as others end." if count > 1 else "You’re at 1 more table."


def at_the_table(names: Sequence[str]) -> str:
    return f"At the table: {listing(names)}."


def called(name: str) -> str:
    return (
        f"Tables call you {name}." if name != UNNAMED else "Tables call you “Player”, because I don’t know your name."
    )


def renamed(name: str) -> str:
    return f"Done: tables call you {name} from now on."


def zone(name: str) -> str:
    return f"Time zone: {name}" if name else "Time zone: unknown, so working hours are in UTC unless you name one"
