"""What the writer of a note reads, and nobody else: what it says, and how to change it or take it back.

Nothing stores who wrote an anonymous note. It has a code instead, which only the private reply to its writer shows:
whoever knows the code may change the note, until all notes are shown and the codes are erased.
"""

from games.api import Receipt
from games.retro.events import Event, NoteChanged, NoteWritten
from games.retro.moves import ChangeNote, WithdrawNote
from games.retro.phrases import own_note_phrase
from games.retro.wording import full_stop


def receipt(event: Event) -> Receipt | None:
    if not isinstance(event, NoteWritten | NoteChanged) or not event.code:
        return None
    phrases = (
        own_note_phrase(ChangeNote(event.code, event.text), event.text),
        own_note_phrase(WithdrawNote(event.code), event.text),
    )
    keep = f"Only you know its code, {event.code}: with it you can change it or take it back until notes are shown."
    return Receipt(f"It says {full_stop(event.text, 200)} {keep}", phrases)
