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
START_TITLE = "Start a game"
SAVE_TITLE = "Save for the retro"
SEND = "Send"
SAVE = "Save"
OPEN_TABLE = "Open the table"
CANCEL = "Cancel"
SURE = "Are you sure?"
COMMAND = "Command"
COMMAND_HINT = "Without /scrum: roll, board, help"
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
TOO_LATE = "Slack gives me three seconds to open a form, and I missed them. Please press the button again."
UNNAMED = "Player"
THREAD = "The table is in this thread. Slash commands don’t work in threads, so use the buttons."
THREAD_USAGE = "Which game? `/scrum thread new sprint` opens a table in its own thread."
HOST = " (host)"
JOIN = "Join"
IN_THREAD = "Follow along in the thread below."
STORY_IN_THREAD = "The whole story is in the thread below."
POSTED_IN_THREAD = "Done. You can see it in the table’s thread."
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
    "You’re not at a table yet. In your team’s channel, type `/scrum` to see the games, `/scrum join` to take a seat "
    "at an open table, or `/scrum tutorial` to learn a game on your own. Your tables, turns and cards will appear "
    "here."
)
YOUR_TURN = "It’s your turn."
NOT_STARTED = "It hasn’t started yet."
NOT_YOUR_TURN = "Waiting for other players."
ANSWER = "Your last request"
OPEN_ACTIONS = "Your retrospectives"
NEW_TABLE = "Play or learn"
START_GAME = "Start a game"
LEARN = "Learn a game"
READ_RULES = "Read the rules"
SETTINGS = "Your settings"
CHANGE_NAME = "Change my name"
CALL_ME = "Message me when it’s my turn"
STOP_CALLING = "Stop messaging me"
TURNS_ON = "When it’s your turn, you get a message in the Messages tab."
TURNS_OFF = "When it’s your turn, only the channel says so."
GO_THERE = "Go to the table"
WHICH_GAME = "Which game?"
WHICH_CHANNEL = "Where?"
HOW_MANY_BOTS = "Automatic players"
BOTS_HINT = "The others press “Join”. Automatic players can join later too."
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
CANVAS_WAIT = "The last attempt was a moment ago. Please try again in two minutes."
CANVAS_FAILED = "Slack didn’t accept the canvas. Please try again in two minutes, or copy the text instead."
CANVAS_FORBIDDEN = (
    "I may not write canvases here any more. An administrator can grant `canvases:write`; until then, copy the text."
)
CANVAS_NOT_HERE = "I’m not in this channel, so I can’t add a canvas to it. `/invite @Scrum Table` brings me in."
CANVAS_ONE = "Your Slack plan has one canvas a channel, and this channel has one already. Copy the text instead."
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


def bots(count: int) -> str:
    return ("None", "1 automatic player")[count] if count < 2 else f"{count} automatic players"


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
