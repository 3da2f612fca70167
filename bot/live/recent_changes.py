"""The last changes of a table, so that a page can play them out one after another."""

from collections import deque
from collections.abc import Iterator, Sequence
from typing import Any

from bot.ports import StoredEvent
from bot.table.journal import UNDONE, Standing
from bot.table.model import PREFIX
from games.graphics.drawing import Drawing
from games.values import replace, value

MAX_CHANGES = 8
MAX_EVENTS = 60  # more than that nobody wants to watch


@value
class PastEvent:
    sequence: int
    event: Any
    before: Any  # the game's state before and after it
    after: Any


@value
class _Change:
    before: Standing
    rows: tuple[StoredEvent, ...]
    events: tuple[Any, ...]


class RecentChanges:
    """What was added to the table since a page was sent; nothing after a restart, or if that is too long ago."""

    __slots__ = ("_changes", "_drawings")

    def __init__(self) -> None:
        self._changes: deque[_Change] = deque(maxlen=MAX_CHANGES)
        self._drawings: list[Drawing] = []

    def add(self, before: Standing, rows: Sequence[StoredEvent], events: Sequence[Any]) -> None:
        """`rows`: the events as they are stored."""
        self._changes.append(_Change(before, tuple(rows), tuple(events)))
        self._drawings = []

    def forget_erased(self) -> None:
        """The last change erased something in the store: what was before it goes, and its own rows."""
        last = self._changes.pop()
        self._changes.clear()
        self._changes.append(replace(last, rows=()))

    def since(self, sequence: int) -> tuple[PastEvent, ...]:
        """The events after this one; empty if they aren't all known, or some were undone."""
        changes = self._after(sequence)
        events = [event for change in changes for event in change.events]
        if len(events) > MAX_EVENTS or any(event.kind == UNDONE for event in events):
            return ()
        return tuple(_folded(changes))

    def rows_since(self, sequence: int) -> tuple[StoredEvent, ...]:
        """The same as they are stored, whatever happened; empty if they aren't all known."""
        changes = self._after(sequence)
        if any(len(change.rows) != len(change.events) for change in changes):
            return ()
        return tuple(row for change in changes for row in change.rows)

    def _after(self, sequence: int) -> list[_Change]:
        changes = [change for change in self._changes if change.before.sequence >= sequence]
        return changes if changes and changes[0].before.sequence == sequence else []

    def shared(self, drawing: Drawing) -> Drawing:
        """This drawing, or one of the same things that somebody else got: it is rendered once."""
        for made in self._drawings:
            if drawing.same_as(made):
                return made
        self._drawings.append(drawing)
        return drawing


def _folded(changes: Sequence[_Change]) -> Iterator[PastEvent]:
    for change in changes:
        game, state = change.before.game, change.before.state
        for sequence, event in enumerate(change.events, start=change.before.sequence + 1):
            after = state if event.kind.startswith(PREFIX) else game.evolve(state, event)
            yield PastEvent(sequence, event, state, after)
            state = after
