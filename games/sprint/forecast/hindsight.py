"""Hindsight: the chance at the start of each day of a finished game, and the day on which it turned."""

from itertools import pairwise
from math import ceil, sqrt

from games.language import n, t
from games.sprint.board import REVIEW
from games.sprint.forecast.simulation import Estimate, estimate
from games.sprint.model import Over, State
from games.sprint.words.terms import hours
from games.text import listing, who
from games.values import value

_CURVE_WORK = 20_000  # moves simulated for the whole curve: about two seconds
_LEAST = 0.1  # a smaller change of the chance decides nothing
_SURE_CHANGE = 2.0  # standard errors; a smaller change may be the chance of the simulation


@value
class Curve:
    """The chance at the start of each day, and then the result."""

    mornings: tuple[Estimate, ...]
    won: bool
    turn: int | None  # the index of the day on which the game turned; None: no single day decided it
    days: tuple[str, ...] = ()  # what the days are called, in a release: 2.3 is day 3 of sprint 2

    @property
    def chances(self) -> tuple[float, ...]:
        return (*(each.chance for each in self.mornings), float(self.won))


def look_back(state: State, work: int = _CURVE_WORK) -> Curve:
    """The curve of a game that is over."""
    assert isinstance(state.phase, Over)
    share = work // len(state.mornings)
    mornings = tuple(estimate(morning, share) for morning in state.mornings)
    days = tuple(f"{len(each.release.past) + 1}.{each.day + 1}" for each in state.mornings if each.release)
    return Curve(mornings, state.phase.won, _turn(mornings, won=state.phase.won), days)


def _turn(mornings: tuple[Estimate, ...], *, won: bool) -> int | None:
    """The day with the largest step towards the result, if that is larger than the simulation's own noise."""
    smoothed = [*(each.smoothed for each in mornings), (float(won), 0.0)]
    sign = 1 if won else -1
    steps = [sign * (after - before) for (before, _), (after, _) in pairwise(smoothed)]
    largest = max(range(len(steps)), key=steps.__getitem__)
    noise = sqrt(smoothed[largest][1] + smoothed[largest + 1][1])
    return largest if steps[largest] >= max(_LEAST, _SURE_CHANGE * noise) else None


def what_happened(state: State, day: int) -> str:
    """The day in a sentence: only what the team could see."""
    before, after = state.mornings[day], (*state.mornings, state)[day + 1]
    if before.release and after.release and len(after.release.past) > len(before.release.past):
        closed = after.release.past[len(before.release.past)]
        if closed.delivered:
            return t("On that day, the sprint ended with all of its forecast.")
        return t("On that day, the sprint ended with {hours} of its forecast left.", hours=hours(closed.left))
    found = [_work(before, after), *_early(before, after)]
    if after.dice > before.dice:
        gained = after.dice - before.dice
        found.append(n("the team gained a progress die", "the team gained {count} progress dice", gained))
    impeded = [who(seat) for seat, player in enumerate(after.players) if player.impediment is not None]
    if impeded:
        found.append(
            n(
                "{people} was impeded at its end",
                "{people} were impeded at its end",
                len(impeded),
                people=listing(impeded),
            )
        )
    return t("On that day, {events}.", events=listing(found))


def _work(before: State, after: State) -> str:
    needed = ceil(before.hours / (before.days - before.day))
    done = before.hours - after.hours
    if not before.hours:
        return t("there was no work left, only the way to Sprint Review")
    if done < 0:
        return t("{hours} of work came on top", hours=hours(-done))
    return t("{hours} of work got done where {needed} a day would have been enough", hours=hours(done), needed=needed)


def _early(before: State, after: State) -> list[str]:
    """The players who went into Sprint Review with work left."""
    seats = [
        who(seat)
        for seat, (was, now) in enumerate(zip(before.players, after.players, strict=True))
        if was.space != REVIEW and now.space == REVIEW and after.hours
    ]
    if not seats:
        return []
    return [
        n(
            "{people} went into Sprint Review with work left",
            "{people} went into Sprint Review with work left",
            len(seats),
            people=listing(seats),
        )
    ]
