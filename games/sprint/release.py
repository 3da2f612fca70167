"""A release: three short sprints, each with a forecast, and one improvement between two of them.

The values only; `rules` and `folding` say what happens. In the game's own words: work is delivered once a sprint's
forecast is done, and what isn't delivered returns to the backlog.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, get_args

from games.sprint.board import Deck
from games.values import value

GOAL = 300  # hours to deliver
SPRINTS = 3
DAYS = 4  # of each sprint
MINUTES = 2  # of a discussion
FORECASTS = (100, 150, 200)
PLANNING_SECONDS, REFLECTION_SECONDS = 60, 120

Improvement = Literal["die", "topics", "done", "toolbox"]
IMPROVEMENTS: tuple[Improvement, ...] = get_args(Improvement)


@value
class PastSprint:
    forecast: int
    delivered: int
    left: int  # hours of the forecast, when it was over
    day: int  # days that were over by then

    @property
    def burned(self) -> int:
        return max(0, self.forecast - self.left)

    @property
    def velocity(self) -> float:
        """Hours a day; the day on which the review was held counts."""
        return self.burned / (self.day + bool(self.delivered))


@value
class Tally:
    """What a sprint has met so far: by this, automatic players choose an improvement."""

    reports: int = 0  # multiples of the progress dice that were burned
    impediments: int = 0
    added: int = 0  # hours, by UP


@value
class Release:
    decks: Mapping[Deck, tuple[str, ...]]  # with which every sprint begins
    past: tuple[PastSprint, ...] = ()
    improvements: tuple[Improvement | None, ...] = ()  # after each sprint; None: nobody voted
    forecast: int = 0  # of the sprint that runs, or was the last to run
    tally: Tally = Tally()

    @property
    def sprint(self) -> int:
        """The number of the sprint that is being planned or played, or is looked back at."""
        return min(SPRINTS, 1 + len(self.improvements))

    @property
    def delivered(self) -> int:
        return sum(sprint.delivered for sprint in self.past)

    @property
    def left(self) -> int:
        return GOAL - self.delivered

    @property
    def over(self) -> bool:
        return not self.left or len(self.past) == SPRINTS

    @property
    def forecasts(self) -> tuple[int, ...]:
        """The forecasts to choose from: never more than what is left."""
        return tuple(dict.fromkeys(min(hours, self.left) for hours in FORECASTS))

    @property
    def open_improvements(self) -> tuple[Improvement, ...]:
        return tuple(each for each in IMPROVEMENTS if each not in self.improvements)

    @property
    def even_share(self) -> int:
        """The smallest forecast that is an even share of what is left, or else the largest."""
        share = self.left / (SPRINTS - len(self.past))
        return next((hours for hours in self.forecasts if hours >= share), self.forecasts[-1])


def counted(votes: Iterable[str | None], choices: Sequence[str]) -> dict[str, int]:
    """The number of votes for each choice."""
    cast = list(votes)
    return {choice: cast.count(choice) for choice in choices}


def most(counts: Mapping[str, int]) -> str:
    """The choice with most votes; of equals the first."""
    return max(counts, key=counts.__getitem__)
