"""Texts of Slack's buttons, forms and App Home."""

APP = "Scrum Table"
TYPE_COMMAND = "Type a command …"
CHOOSE_MOVE = "Choose a move …"
SEND = "Send"
CANCEL = "Cancel"
SURE = "Are you sure?"
COMMAND = "Command"
COMMAND_HINT = "Without /scrum: roll, board, help"
CHOOSE = "{command} …"
WHAT = "What do you want to do?"
THEN = "And then?"
PICK = "Choose …"
OUT_OF_DATE = "The game has moved on. Here’s what you can choose now."
STILL_YOUR_TURN = "Done. It’s still your turn."
NOTHING_NOW = "There’s nothing for you to choose right now."
NO_TABLE = "There’s no table here any more. Type `/scrum new` to open one."
NOT_INVITED = (
    "I’m not in this channel, so nobody here can see me. What you asked for is done; type `/invite @Scrum Table`, and "
    "the table will appear here."
)
THREAD = "The table is in this thread. Slash commands don’t work in threads, so use the buttons."
THREAD_USAGE = "Which game? `/scrum thread new sprint` opens a table in its own thread."
NOT_INSTALLED = "Scrum Table isn’t installed in this workspace. Ask an administrator to install it."
NOT_UPLOADED = "Slack didn’t accept the file. Please try again in a moment."
NOTHING_TYPED = "Please type something."
HOME_TITLE = "Your tables"
HOME_EMPTY = (
    "You’re not at a table yet. In your team’s channel, type `/scrum` to see the games, `/scrum join` to take a seat "
    "at an open table, or `/scrum tutorial` to learn a game on your own. Your tables, turns and cards will appear "
    "here."
)
YOUR_TURN = "It’s your turn."
NOT_STARTED = "The game hasn’t started yet."
NOT_YOUR_TURN = "Waiting for other players."
ANSWER = "Your last request"


def pin(digits: str) -> str:
    return f"Pin {digits}"


def clock(minutes: int, token: str) -> str:
    return f"{minutes} min on the clock, until {token}"
