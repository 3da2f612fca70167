"""What Slack's own places say: buttons, forms, the App Home."""

APP = "Scrum Table"
TYPE = "Type a command …"
GUIDE = "Choose a move …"
SEND = "Send"
CANCEL = "Cancel"
SURE = "Are you sure?"
COMMAND = "Command"
COMMAND_HINT = "Without /scrum: roll, board, help"
CHOOSE = "{command} …"
WHAT = "What do you want to do?"
THEN = "And then?"
PICK = "Choose …"
WENT_ON = "The game has gone on in the meantime. This is what you can choose from now."
STILL_YOU = "Done. It is still your turn."
NOTHING_NOW = "There is nothing for you to choose right now."
NO_TABLE = "There is no table here any more. Type `/scrum new` to open one."
NOT_INVITED = (
    "I am not in this channel, so nobody here can see me. Type `/invite @Scrum Table`; what you asked for has been "
    "done, and the table appears here once I am in."
)
THREAD = "A table in this thread. Slash commands do not work in threads: use the buttons."
THREAD_USAGE = "Which game? `/scrum thread new sprint` opens a table in a thread of its own."
NOT_INSTALLED = "Scrum Table is not installed in this workspace any more. Ask an administrator to install it again."
NOT_UPLOADED = "Slack did not take the file. Please ask for it again in a moment."
NOTHING_TYPED = "Please type something."
HOME_TITLE = "Your tables"
HOME_EMPTY = (
    "You sit at no table yet. In a channel where your team is, type `/scrum` to see what there is to play; "
    "`/scrum join` takes a seat where a table is open, and `/scrum tutorial` teaches you a game alone. Your tables, "
    "your turns and your cards then appear here."
)
YOUR_TURN = "It is your turn."
NOT_BEGUN = "The game has not begun."
NOT_YOUR_TURN = "The game waits for others."
ANSWER = "What you just asked for"


def clock(minutes: int, token: str) -> str:
    return f"{minutes} min on the clock, until {token}"
