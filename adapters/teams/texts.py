"""Texts on Teams besides the table's own. Commands are written as in every other text."""

from games.language import lazy, t

APP = "Scrum Table"  # not prose

# --- cards -----------------------------------------------------------------------------------------------------------

YOUR_HAND = lazy("Your hand, for your eyes only")
YOU_FACILITATE = lazy("You facilitate")
SOMETHING_ELSE = lazy("Something else…")
BACK = lazy("Back to the table")
DO_IT = lazy("Do it")
PICK = lazy("Choose…")
NOTHING_NOW = lazy("There’s nothing for you to do right now.")
RULES = lazy("Rules")
CLOSE = lazy("Close")
DOWNLOAD = lazy("Download {name}")
NO_DOWNLOAD = lazy("There’s a file, {name}, but this server has no public address to download it from. Set WEB_URL.")
UNTIL = lazy("Until {when}.")
CLOCK = lazy("Until {when}")
ALL_TEAMS = lazy("All teams: until {when}")

# --- answers ---------------------------------------------------------------------------------------------------------

DONE = lazy("Done.")
WORKING = lazy("I’m still working on it. It will appear here in a moment.")
UNKNOWN_BUTTON = lazy("I don’t recognise that button. Please use my newest message.")
EMPTY_FORM = lazy("Please type or choose something.")
NO_CHOICE = lazy("Please choose something first.")
UNNAMED = lazy("Player")
NOT_PRIVATE = lazy(
    "I have an answer for {name} that only they should read, and I can’t write to them: please open a chat with me "
    "once, or add the app for yourself, and ask again. The buttons of my messages work without that."
)
FILE_GONE = lazy("This file isn’t kept any more. Ask for it again in the chat.")
PICTURE_GONE = lazy("This picture isn’t kept any more.")

# --- forms -----------------------------------------------------------------------------------------------------------

SEND = lazy("Send")
SAVE = lazy("Save")
ANSWER = lazy("Your answer")

# --- the greeting ----------------------------------------------------------------------------------------------------

GREETING = lazy(
    "Hi, I’m Scrum Table. Your team plays Scrum games and holds retrospectives here; I know the rules, roll the dice "
    "and keep the time.\n\n"
    "Pick a game below or type `/scrum new`, and the others press “Join”. `/scrum tutorial` teaches you a game on your "
    "own, and `/scrum help` shows what you can do."
)

# --- sentences with holes --------------------------------------------------------------------------------------------


def download(name: str) -> str:
    return t(DOWNLOAD, name=name)


def no_download(name: str) -> str:
    return t(NO_DOWNLOAD, name=name)


def not_private(name: str) -> str:
    return t(NOT_PRIVATE, name=name)
