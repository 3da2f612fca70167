"""One’s own notes: nothing stored says whose they are, so whoever has a note’s code may change it."""

from collections.abc import Sequence

from games.contract import Phrase
from games.language import Text, lazy, n, t
from games.parts import Owned, Receipt
from games.retro.events import DotPut, DotTaken, Event, NoteChanged, NoteWritten
from games.retro.model import Note, State
from games.sheets import Passage, Sheet, Thing, line, quiet

_EDIT, _REMOVE = lazy("Edit"), lazy("Remove")


def owned(state: State, codes: Sequence[str]) -> Owned | None:
    """The notes with these codes; None if they are shown, or there are none."""
    known = {note.code: note for note in state.waiting if note.code}
    mine = [known[code] for code in dict.fromkeys(codes) if code in known]
    if not mine:
        return None
    title = n("Your note", "Your {count} notes", len(mine))
    change = n("Change it until it’s shown.", "Change them until they’re shown.", len(mine))
    things = tuple(Thing(_name(note.code), line(note.text, quiet(f" · {_column(state, note)}"))) for note in mine)
    phrases = tuple(phrase for note in mine for phrase in _phrases(note.code, note.text))
    return Owned(Sheet(title, passages=(Passage((line(change),)),), things=things), phrases)


def _name(code: str) -> str:
    return f"note:{code}"


def _column(state: State, note: Note) -> str:
    return "" if note.column is None else str(state.columns[note.column].title)


def edit_phrase(code: str, text: str, label: Text = _EDIT) -> Phrase:
    """The phrase for changing a note, for its writer alone: what it says now stands in the field already."""
    words = {"code": code, "text": text}
    return Phrase("change", str(label), words, asks="text", text=text, secret=True, role="thing", thing=_name(code))


def remove_phrase(code: str, label: Text = _REMOVE) -> Phrase:
    return Phrase("withdraw", str(label), {"code": code}, secret=True, role="thing", thing=_name(code))


def _phrases(code: str, text: str) -> tuple[Phrase, Phrase]:
    return edit_phrase(code, text), remove_phrase(code)


def receipt(events: Sequence[Event]) -> Receipt | None:
    """A word for everything that was sent at once; of notes also their codes, which only their writer gets."""
    notes = [event for event in events if isinstance(event, NoteWritten | NoteChanged) and event.code]
    if notes:
        phrases = tuple(phrase for note in notes for phrase in _phrases(note.code, note.text))
        return Receipt(_received(notes), phrases, tuple(dict.fromkeys(note.code for note in notes)))
    dots = [event for event in events if isinstance(event, DotPut | DotTaken)]
    return Receipt(_placed(dots[-1].left)) if len(dots) > 1 else None


def _received(notes: Sequence[NoteWritten | NoteChanged]) -> str:
    if len(notes) == 1 and isinstance(notes[0], NoteChanged):
        return t("Your note is changed.")
    if notes[0].seat is not None:
        return n("Your note is in.", "{count} notes are in.", len(notes))
    return n("Your note is in, without a name.", "{count} notes are in, without a name.", len(notes))


def _placed(left: int) -> str:
    if not left:
        return t("All your dots are placed.")
    return n("Your dots are placed; {count} dot left.", "Your dots are placed; {count} dots left.", left)
