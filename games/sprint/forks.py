"""The forks of a sprint, and which way the team went at each."""

from collections.abc import Sequence

from games.sprint.board import Landing, load_board
from games.sprint.model import Event, ForkReached, Moved, Started, Stayed
from games.values import value


@value
class Choice:
    """A roll that could end on several spaces, and where it did; no space: the piece stayed."""

    seat: int
    board: str
    landings: tuple[Landing, ...]
    space: str | None

    @property
    def daily(self) -> bool:
        """They were on both sides of the fork at the Daily Scrum."""
        return len({self._enters(landing) for landing in self.landings}) > 1

    @property
    def entered(self) -> bool:
        """The piece went into the daily circle."""
        return any(self._enters(landing) for landing in self.landings if landing.space == self.space)

    def _enters(self, landing: Landing) -> bool:
        return load_board(self.board).circle in landing.path


def choices(events: Sequence[Event]) -> list[Choice]:
    """In order; a fork at which nobody has chosen yet isn't among them."""
    board, fork = "", None
    found = []
    for event in events:
        match event:
            case Started():
                board = event.board
            case ForkReached():
                fork = event
            case Moved() | Stayed() if fork is not None:
                space = event.space if isinstance(event, Moved) else None
                found.append(Choice(fork.seat, board, fork.landings, space))
                fork = None
            case _:
                pass
    return found
