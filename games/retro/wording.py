"""Pieces of sentences, and the words for phases, answers and reasons."""

from collections.abc import Sequence

from games.retro.model import MAX_RATING, Note, Phase, Reason
from games.text import shortened

TITLES: dict[Phase, str] = {
    "stage": "Check in",
    "reflect": "Reflect",
    "group": "Group",
    "vote": "Vote",
    "discuss": "Discuss",
    "actions": "Actions",
    "close": "Close",
    "over": "Summary",
}
# return on time invested
ROTI = ("wasted time", "little use", "not quite worth it", "worth the time", "more than worth it", "time well spent")
ROTI_SCALE = "0 is wasted time, 3 is worth what it cost, 5 is far more than that"
# our own wording of what retrospectives rest on: good faith
GOOD_FAITH = (
    "Whatever comes up today: everybody did what seemed right to them, with what they knew, what they had and how much "
    "they could carry. We look for causes, not for culprits."
)
REASON_TEXTS: dict[Reason, str] = {
    "": "",
    "person": "it’s about a person, not about what happened",
    "tone": "its tone could hurt somebody",
    "private": "it has something private in it",
}
_SHORT = 60  # characters of a note inside a sentence


def note_text(note: Note) -> str:
    """What stands on the board: the note, or why it was hidden. Its writer reads that there, like everybody else."""
    return f"(hidden: {REASON_TEXTS[note.hidden]})" if note.hidden else note.text


def quoted(text: str, limit: int = _SHORT) -> str:
    shown = shortened(text, limit)
    return f"“{shown.replace('“', '‘').replace('”', '’')}”"


def full_stop(text: str, limit: int = _SHORT) -> str:
    """A quotation that ends a sentence; one with its own full stop doesn't get a second."""
    shown = quoted(text, limit)
    return shown if shown[-2] in ".!?…" else f"{shown}."


def full_stop_only(text: str) -> str:
    """A sentence of somebody's, ended if they didn't."""
    return text if text[-1:] in ".!?…" else f"{text}."


def count(number: int, thing: str) -> str:
    return f"1 {thing}" if number == 1 else f"{number} {thing}s"


def mean(poll: Sequence[int]) -> float | None:
    """The mean answer of the closing poll; None if nobody answered."""
    answers = sum(poll)
    return sum(value * given for value, given in enumerate(poll)) / answers if answers else None


def worth_the_time(poll: Sequence[int]) -> str:
    """The closing poll in words, without a full stop; empty if nobody answered."""
    worth = mean(poll)
    return "" if worth is None else f"ROTI: {worth:.1f} out of {MAX_RATING}"
