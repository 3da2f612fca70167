"""Texts on Teams besides the table's own. Commands are written as in every other text."""

from collections.abc import Sequence

APP = "Scrum Table"

# --- cards -----------------------------------------------------------------------------------------------------------

YOUR_HAND = "Your hand, for your eyes only"
YOU_FACILITATE = "You facilitate"
SOMETHING_ELSE = "Something else…"
BACK = "Back to the table"
DO_IT = "Do it"
PICK = "Choose…"
NOTHING_NOW = "There’s nothing for you to do right now."
RULES = "Rules"
CLOSE = "Close"
DOWNLOAD = "Download {name}"
NO_DOWNLOAD = "There’s a file, {name}, but this server has no public address to download it from. Set WEB_URL."
UNTIL = "Until {when}."
CLOCK = "Until {when}"
ALL_TEAMS = "All teams: until {when}"
MORE_LINES = "and {count} more"
MORE_ON_THE_BOARD = "and {count} more on the board"

# --- answers ---------------------------------------------------------------------------------------------------------

DONE = "Done."
WORKING = "I’m still working on it. It will appear here in a moment."
UNKNOWN_BUTTON = "I don’t recognise that button. Please use my newest message."
EMPTY_FORM = "Please type or choose something."
NO_CHOICE = "Please choose something first."
UNNAMED = "Player"
NOT_PRIVATE = (
    "I have an answer for {name} that only they should read, and I can’t write to them: please open a chat with me "
    "once, or add the app for yourself, and ask again. The buttons of my messages work without that."
)
NOT_SEATED_HERE = "That was for another chat. Please use the buttons there."
FILE_GONE = "This file isn’t kept any more. Ask for it again in the chat."
PICTURE_GONE = "This picture isn’t kept any more."

# --- forms -----------------------------------------------------------------------------------------------------------

SEND = "Send"
SAVE = "Save"
ANSWER = "Your answer"

# --- the greeting ----------------------------------------------------------------------------------------------------

GREETING = (
    "Hi, I’m Scrum Table. Your team plays Scrum games and holds retrospectives here; I know the rules, roll the dice "
    "and keep the time.\n\n"
    "Pick a game below or type `/scrum new`, and the others press “Join”. `/scrum tutorial` teaches you a game on your "
    "own, and `/scrum help` shows what you can do."
)

# --- the app package -------------------------------------------------------------------------------------------------

SHORT_DESCRIPTION = "Scrum games and retrospectives for your team, in chat"
FULL_DESCRIPTION = (
    "Scrum Table is a facilitator for remote teams. Three Scrum games teach what a sprint feels like, and "
    "retrospectives lead from a check-in to actions with owners and dates. It knows the rules, keeps the turn order, "
    "the secrets and the time, and posts a picture of the board. Notes in retrospectives have no names."
)
# The command list that Teams shows when somebody mentions the app: at most ten.
COMMANDS: Sequence[tuple[str, str]] = (
    ("new sprint", "Open The Scrum Game: a sprint on a board, for the whole team"),
    ("new scrumkin", "Open Scrumkin: cards and hidden hands, for 2 to 4 people"),
    ("new rugby", "Open Scrum Rugby: two players, no luck"),
    ("new retro", "Open a retrospective for this team"),
    ("join", "Take a seat at the table"),
    ("start", "Start when everybody is there"),
    ("board", "Show the board again"),
    ("actions", "Show the open actions of your retrospectives"),
    ("rules", "Read the rules"),
    ("help", "Show what you can do"),
)


# --- sentences with holes --------------------------------------------------------------------------------------------


def download(name: str) -> str:
    return DOWNLOAD.format(name=name)


def no_download(name: str) -> str:
    return NO_DOWNLOAD.format(name=name)


def not_private(name: str) -> str:
    return NOT_PRIVATE.format(name=name)


def more_lines(count: int, *, on_board: bool) -> str:
    return (MORE_ON_THE_BOARD if on_board else MORE_LINES).format(count=count)
