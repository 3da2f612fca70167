"""Own notes: the receipt that only their writer gets, and the list of them until they are shown."""

from collections.abc import Sequence

from games.contract import Phrase
from games.parts import Owned, Receipt
from games.retro.events import Event, NoteChanged, NoteWritten
from games.retro.model import Note, State
from games.retro.words import count, full_stop, narrate
from games.sheets import Sheet, Thing, line, quiet
from games.text import shortened

_LABEL = 60  # characters of a note on a button


def edit_phrase(code: str, text: str, label: str = "") -> Phrase:
    """The phrase for changing a note, for its writer alone: what it says now stands in the field already."""
    words = {"code": code, "text": text}
    label = label or f"Edit: {shortened(text, _LABEL)}"
    return Phrase("change", label, words, asks="text", text=text, secret=True, role="thing", thing=f"note:{code}")


def remove_phrase(code: str, text: str, label: str = "") -> Phrase:
    label = label or f"Remove: {shortened(text, _LABEL)}"
    return Phrase("withdraw", label, {"code": code}, secret=True, role="thing", thing=f"note:{code}")


def receipt(events: Sequence[Event]) -> Receipt | None:
    """The code of every note that was written or changed at once."""
    notes = [event for event in events if isinstance(event, NoteWritten | NoteChanged) and event.code]
    if not notes:
        return None
    phrases = [make(note.code, note.text) for note in notes for make in (edit_phrase, remove_phrase)]
    text = _receipt_of_one(notes[0]) if len(notes) == 1 else _receipt_of_several(notes)
    return Receipt(text, tuple(phrases), tuple(note.code for note in notes))


def _receipt_of_one(note: NoteWritten | NoteChanged) -> str:
    keep = f"Only you know its code, {note.code}: with it you can change it or take it back until notes are shown."
    return f"{narrate(note, note.seat or 0)}\nIt says {full_stop(note.text, 200)} {keep}"


def _receipt_of_several(notes: Sequence[NoteWritten | NoteChanged]) -> str:
    names = "" if any(note.seat is not None for note in notes) else ", without a name"
    each = [f"- {full_stop(note.text, 200)} Its code: {note.code}" for note in notes]
    keep = "Only you know the codes: with them you can change a note or take it back until notes are shown."
    shown = f"{count(len(notes), 'note')} are in{names}. They will be shown with all the others."
    return "\n".join([shown, *each, keep])


def owned(state: State, codes: Sequence[str]) -> Owned | None:
    """The notes with these codes while they are face down; None: there are none that could be changed."""
    mine = [note for note in state.waiting if note.code and note.code in codes] if state.phase == "reflect" else []
    if not mine:
        return None
    mine.sort(key=lambda note: codes.index(note.code))
    phrases = [
        phrase
        for note in mine
        for phrase in (edit_phrase(note.code, note.text, "Edit"), remove_phrase(note.code, note.text, "Remove"))
    ]
    title = "Your note" if len(mine) == 1 else f"Your {count(len(mine), 'note')}"
    things = tuple(_thing(state, note) for note in mine)
    return Owned(
        Sheet(title, things=things, note="Only you can change them, until all notes are shown."), tuple(phrases)
    )


def _thing(state: State, note: Note) -> Thing:
    title = state.columns[note.column or 0].title
    return Thing(f"note:{note.code}", line(quiet(f"{title}: "), note.text))
