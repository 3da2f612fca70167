"""The last changes of a table, so that a page can play them out one after another."""

from collections import deque
from collections.abc import Iterator, Sequence
from typing import Any

from bot.table.journal import UNDONE, Standing
from bot.table.model import PREFIX
from games.graphics.drawing import Drawing
from games.values import value

MAX_CHANGES = 8
MAX_EVENTS = 60  # more than that nobody wants to watch


@value
class PastEvent:
    sequence: int
    event: Any
    before: Any  # the game's state before and after it
    after: Any


class RecentChanges:
    """What was added to the table since a page was sent; nothing after a restart, or if that is too long ago."""

    __slots__ = ("_changes", "_drawings")

    def __init__(self) -> None:
        self._changes: deque[tuple[Standing, tuple[Any, ...]]] = deque(maxlen=MAX_CHANGES)
        self._drawings: list[Drawing] = []

    def add(self, before: Standing, events: Sequence[Any]) -> None:
        self._changes.append((before, tuple(events)))
        self._drawings = []

    def clear(self) -> None:
        self._changes.clear()

    def since(self, sequence: int) -> tuple[PastEvent, ...]:
        """The events after this one; empty if they aren't all known, or some were undone."""
        changes = [change for change in self._changes if change[0].sequence >= sequence]
        count = sum(len(events) for _, events in changes)
        undone = any(event.kind == UNDONE for _, events in changes for event in events)
        if not changes or changes[0][0].sequence != sequence or undone or count > MAX_EVENTS:
            return ()
        return tuple(_folded(changes))

    def shared(self, drawing: Drawing) -> Drawing:
        """This drawing, or one of the same things that somebody else got: it is rendered once."""
        for made in self._drawings:
            if drawing.same_as(made):
                return made
        self._drawings.append(drawing)
        return drawing


def _folded(changes: Sequence[tuple[Standing, tuple[Any, ...]]]) -> Iterator[PastEvent]:
    for standing, events in changes:
        state = standing.state
        for sequence, event in enumerate(events, start=standing.sequence + 1):
            after = state if event.kind.startswith(PREFIX) else standing.game.evolve(state, event)
            yield PastEvent(sequence, event, state, after)
            state = after
