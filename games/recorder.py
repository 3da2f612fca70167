"""Records events while a move is decided, and keeps the state up to date."""

from collections.abc import Callable, Sequence
from typing import Any, Generic

from games.api import Event, State
from games.chance import Chance


class Decided(list[Event], Generic[State, Event]):
    """The events of a decision, with the state after each: whoever takes them need not fold them again."""

    def __init__(self) -> None:
        super().__init__()
        self.states: list[State] = []


def states_of(events: Sequence[Event]) -> Sequence[Any]:
    """The state after each of these events, or None for each if they weren't all recorded one by one."""
    if isinstance(events, Decided) and len(events.states) == len(events):
        return events.states
    return (None,) * len(events)


class Recorder(Generic[State, Event]):
    def __init__(self, evolve: Callable[[State | None, Event], State], state: State, chance: Chance) -> None:
        self._evolve = evolve
        self.state = state
        self.chance = chance
        self.events: Decided[State, Event] = Decided()

    def record(self, event: Event) -> None:
        self.state = self._evolve(self.state, event)
        self.events.append(event)
        self.events.states.append(self.state)
