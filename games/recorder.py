"""Records events while a move is decided, and keeps the state up to date."""

from collections.abc import Callable
from typing import Generic

from games.api import Event, State
from games.chance import Chance


class Recorder(Generic[State, Event]):
    def __init__(self, evolve: Callable[[State | None, Event], State], state: State, chance: Chance) -> None:
        self._evolve = evolve
        self.state = state
        self.chance = chance
        self.events: list[Event] = []

    def record(self, event: Event) -> None:
        self.events.append(event)
        self.state = self._evolve(self.state, event)
