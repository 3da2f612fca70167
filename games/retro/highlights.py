"""What to remember of a retrospective. Notes have no authors here, so these sentences name nobody but owners."""

from collections.abc import Iterator, Sequence

from games.retro.events import ActionAdded, Event, NotesShown, TopicOpened
from games.text import shortened, who

_TOPIC = 120  # characters


def highlights(events: Sequence[Event]) -> tuple[str, ...]:
    return tuple(_found(events))


def _found(events: Sequence[Event]) -> Iterator[str]:
    notes = sum(len(event.notes) for event in events if isinstance(event, NotesShown))
    if notes:
        yield f"The team wrote {'1 note' if notes == 1 else f'{notes} notes'}."
    topics = [event for event in events if isinstance(event, TopicOpened) and event.votes]
    if topics:
        first = max(topics, key=lambda event: event.votes)
        dots = "1 dot" if first.votes == 1 else f"{first.votes} dots"
        yield f"Most dots: “{shortened(first.text, _TOPIC)}”, with {dots}."
    for event in events:
        if isinstance(event, ActionAdded):
            yield f"{who(event.owner)} takes on: {shortened(event.what, _TOPIC)}."
