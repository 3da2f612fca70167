"""The labels of buttons that every table has."""

from games.text import who

BUTTONS = {
    "join": "Join",
    "bot": "Add an automatic player",
    "start": "Start",
    "again": "Go again",
    "talk": "Talk about it",
    "resume": "Resume",
    "more": "Add time",
    "undo": "Take back my move",
    "agree": "Let them take it back",
    "back": "Take my seat back",
}


def start(noun: str) -> str:
    return BUTTONS["start"] if noun == "game" else f"Start the {noun}"


def cover(seat: int) -> str:
    return f"Carry on without {who(seat)}"
