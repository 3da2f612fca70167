"""Looking back at a finished sprint: how the chance of making it went from day to day, and where it turned."""

from itertools import pairwise
from math import ceil, sqrt

from games.sprint.board import REVIEW
from games.sprint.forecast import Estimate, estimate
from games.sprint.model import Over, State
from games.sprint.narration import hours
from games.text import listing, who
from games.values import value

WORK = 20_000  # moves simulated for the whole curve: about two seconds
_LEAST = 0.1  # a smaller change of the chance decides nothing
_SURE = 2.0  # standard errors; a smaller change may be the chance of the simulation


@value
class Curve:
    """The chance at the start of each day, and then how the game ended."""

    mornings: tuple[Estimate, ...]
    won: bool
    turn: int | None  # the index of the day on which the game turned; None: no single day decided it

    @property
    def chances(self) -> tuple[float, ...]:
        return (*(each.chance for each in self.mornings), float(self.won))


def look_back(state: State, work: int = WORK) -> Curve:
    """The curve of a game that is over."""
    assert isinstance(state.phase, Over)
    share = work // len(state.mornings)
    mornings = tuple(estimate(morning, share) for morning in state.mornings)
    return Curve(mornings, state.phase.won, _turn(mornings, won=state.phase.won))


def _turn(mornings: tuple[Estimate, ...], *, won: bool) -> int | None:
    """The day with the largest step towards the result, if that is larger than the simulation's own noise."""
    smoothed = [*(each.smoothed for each in mornings), (float(won), 0.0)]
    sign = 1 if won else -1
    steps = [sign * (after - before) for (before, _), (after, _) in pairwise(smoothed)]
    largest = max(range(len(steps)), key=steps.__getitem__)
    noise = sqrt(smoothed[largest][1] + smoothed[largest + 1][1])
    return largest if steps[largest] >= max(_LEAST, _SURE * noise) else None


def what_happened(state: State, day: int) -> str:
    """What the team could see of this day, in a sentence."""
    before, after = state.mornings[day], (*state.mornings, state)[day + 1]
    found = [_work(before, after), *_early(before, after)]
    if after.dice > before.dice:
        gained = after.dice - before.dice
        found.append("the team gained a progress die" if gained == 1 else f"the team gained {gained} progress dice")
    impeded = [who(seat) for seat, player in enumerate(after.players) if player.impediment is not None]
    if impeded:
        found.append(f"{listing(impeded)} {'was' if len(impeded) == 1 else 'were'} impeded at its end")
    return f"On that day, {listing(found)}."


def _work(before: State, after: State) -> str:
    needed = ceil(before.hours / (before.days - before.day))
    done = before.hours - after.hours
    if not before.hours:
        return "there was no work left, only the way to Sprint Review"
    if done < 0:
        return f"{hours(-done)} of work came on top"
    return f"{hours(done)} of work got done where {needed} a day would have been enough"


def _early(before: State, after: State) -> list[str]:
    """Who went into Sprint Review with work left."""
    seats = [
        who(seat)
        for seat, (was, now) in enumerate(zip(before.players, after.players, strict=True))
        if was.space != REVIEW and now.space == REVIEW and after.hours
    ]
    return [f"{listing(seats)} went into Sprint Review with work left"] if seats else []
