"""What is kept of an event for ever, and what is kept of it once a later event has made the rest superfluous."""

from typing import assert_never

from games.retro.events import (
    CardWritten,
    DotPut,
    DotTaken,
    ErasableEvent,
    Event,
    NoteChanged,
    NoteHidden,
    NotesShown,
    NoteWithdrawn,
    NoteWritten,
    Rated,
    SafetyAnswered,
    SealedEvent,
    TopicOpened,
    TopicRated,
)
from games.values import replace


def veil(event: Event) -> Event:
    """What everybody may see for ever: no export reveals when a note was written, or who voted for what."""
    if isinstance(event, ErasableEvent):
        return _without_texts(event)
    if not isinstance(event, SealedEvent):
        return event
    match event:
        case NoteWritten():
            return replace(event, column=None, text="", code="") if event.seat is None else event
        case NoteChanged():
            return replace(event, text="", code="") if event.seat is None else event
        case NoteWithdrawn():
            return replace(event, code="") if event.seat is None else event
        case CardWritten():
            return replace(event, card=None)
        case DotPut() | DotTaken():
            return replace(event, topic=None)
        case TopicRated():
            return replace(event, topic=None, value=None)
        case Rated() | SafetyAnswered():
            return replace(event, value=None)
        case _:
            assert_never(event)


def _without_texts(event: ErasableEvent) -> Event:
    """What the hash covers, so that a text can be erased later. Earlier versions hashed the texts as well."""
    match event:
        case NotesShown(kept=None) | TopicOpened(note=0):
            return event
        case NotesShown():
            return replace(event, notes=tuple(replace(note, text="", hidden="") for note in event.notes))
        case TopicOpened():
            return replace(event, text="")
        case _:
            assert_never(event)


def erased(event: Event, later: Event) -> Event:
    """What is kept of a sealed event after a later one that erases it: of shown texts, all but the hidden note's."""
    if not isinstance(later, NoteHidden):
        return veil(event)
    match event:
        case NotesShown(kept=int()):
            notes = (
                replace(note, text="") if number == later.note else note
                for number, note in enumerate(event.notes, start=1)
            )
            return replace(event, notes=tuple(notes))
        case TopicOpened(note=later.note):
            return replace(event, text="")
        case _:
            return event
