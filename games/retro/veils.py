"""Veils: what is left of events that hold something nobody may ever learn, or a text that was hidden."""

from typing import assert_never

from games.retro.events import (
    CardWritten,
    DotPut,
    DotTaken,
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

_ErasableEvent = NotesShown | TopicOpened  # these hold texts that everybody sees until a note is hidden


def veil(event: Event) -> Event:
    """The part of an event that is public for ever: no export reveals when a note was written, or who voted how."""
    if isinstance(event, _ErasableEvent):
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


def _without_texts(event: _ErasableEvent) -> Event:
    """The part that the hash covers, so that a text can be erased later. Earlier versions hashed the texts as well."""
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
    """The part of a sealed event that a later erasing one leaves: of shown texts, all but the hidden note's."""
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
