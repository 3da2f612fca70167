"""Own notes: the receipt that only their writer gets, and the list of them until they are shown."""

from collections.abc import Sequence

from games.contract import Phrase
from games.parts import Owned, Receipt
from games.retro.events import Event, NoteChanged, NoteWritten
from games.retro.model import Note, State
from games.retro.words import count, full_stop
from games.sheets import Passage, Sheet, Thing, line, quiet
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


def owned(state: State, codes: Sequence[str]) -> Owned | None:
    """The notes with these codes; None if they are shown, or there are none."""
    known = {note.code: note for note in state.waiting if note.code} if state.phase == "reflect" else {}
    mine = [known[code] for code in dict.fromkeys(codes) if code in known]
    if not mine:
        return None
    title = "Your note" if len(mine) == 1 else f"Your {len(mine)} notes"
    change = f"Change {'it until it’s' if len(mine) == 1 else 'them until they’re'} shown."
    things = tuple(Thing(f"note:{note.code}", line(note.text, quiet(f" · {_column(state, note)}"))) for note in mine)
    phrases = tuple(phrase for note in mine for phrase in _phrases(note.code, note.text))
    return Owned(Sheet(title, passages=(Passage((line(change),)),), things=things), phrases)


def _column(state: State, note: Note) -> str:
    return "" if note.column is None else state.columns[note.column].title


def _phrases(code: str, text: str) -> tuple[Phrase, Phrase]:
    return edit_phrase(code, text, "Edit"), remove_phrase(code, text, "Remove")


def receipt(events: Sequence[Event]) -> Receipt | None:
    """A word that the notes are in or changed, and their codes, which only their writer gets."""
    notes = [event for event in events if isinstance(event, NoteWritten | NoteChanged) and event.code]
    if not notes:
        return None
    phrases = tuple(phrase for note in notes for phrase in _phrases(note.code, note.text))
    return Receipt(_received(notes), phrases, tuple(dict.fromkeys(note.code for note in notes)))


def _received(notes: Sequence[NoteWritten | NoteChanged]) -> str:
    first, *others = notes
    names = "" if first.seat is not None else ", without a name"
    if others:
        return f"{count(len(notes), 'note')} are in{names}. You can change them until they’re shown."
    done = "is changed" if isinstance(first, NoteChanged) else f"is in{names}"
    return f"Your note {done}: {full_stop(first.text, 200)} You can change it until it’s shown."
