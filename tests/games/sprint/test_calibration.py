"""Calibration: forecasts of The Scrum Game compared with how games of automatic players really end."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from math import sqrt
from statistics import fmean

import pytest

from games.api import defaults
from games.chance import Chance
from games.sprint.forecast import Forecast, forecast
from games.sprint.model import Over, State
from games.testing.play import seed_of
from tests.games.sprint.build import GAME, new_game

GAMES_PLAYED = 120
BUCKETS = 5
DAYS = 5
HOURS = (110, 140, 170)  # short sprints, won about as often as lost


@dataclass(frozen=True, slots=True)
class Prediction:
    """A forecast made in the middle of a game, and how the game then went."""

    forecast: Forecast
    won: bool
    burndown: tuple[int, ...]  # of the days that were still to come


Distortion = Callable[[float], float]


def undistorted(chance: float) -> float:
    return chance


@cache
def predictions() -> tuple[Prediction, ...]:
    """One forecast per game, so that no two share dice, each from the smallest number of simulated games."""
    return tuple(prediction for number in range(GAMES_PLAYED) for prediction in _game(number))


def _game(number: int) -> Iterator[Prediction]:
    asked = number % (DAYS - 1)
    chance = Chance(seed_of(number))
    state = new_game(2 + number % 3, **{**defaults(GAME), "hours": HOURS[number // 3 % 3], "days": DAYS})
    states = list(_states(state, chance))
    last = states[-1]
    assert isinstance(last.phase, Over)
    burndown = (*last.burndown, *(last.hours,) * (DAYS - last.day))
    for then in [state for state in states[:-1] if state.day == asked][:1]:
        yield Prediction(forecast(then, work=1), last.phase.won, burndown[asked:])


def _states(state: State, chance: Chance) -> Iterator[State]:
    yield state
    while GAME.result(state) is None:
        seat = GAME.awaits(state)[0]
        for event in GAME.decide(state, seat, GAME.suggest(state, seat, chance), chance):
            state = GAME.evolve(state, event)
        yield state


def off(chances: list[float], outcomes: list[bool]) -> float:
    """How far the outcomes are from the forecasts, in standard deviations of honest forecasts."""
    expected = sum(chances)
    variance = sum(max(0.02, chance * (1 - chance)) for chance in chances)
    return abs(sum(outcomes) - expected) / sqrt(variance)


def faults(distortion: Distortion) -> list[str]:
    """What is wrong with the forecasts after distorting them."""
    pairs = [(min(1.0, max(0.0, distortion(each.forecast.estimate.chance))), each.won) for each in predictions()]
    chances, outcomes = [chance for chance, _ in pairs], [won for _, won in pairs]
    found = [] if off(chances, outcomes) < 2.5 else ["overall"]
    for bucket in range(BUCKETS):
        inside = [(chance, won) for chance, won in pairs if min(BUCKETS - 1, int(chance * BUCKETS)) == bucket]
        if inside and off([chance for chance, _ in inside], [won for _, won in inside]) >= 3:
            found.append(f"in bucket {bucket}")
    often = fmean(outcomes)
    if fmean((chance - won) ** 2 for chance, won in pairs) > 0.9 * often * (1 - often):
        found.append("hardly better than always forecasting the average")
    return found


def test_forecasts_are_calibrated() -> None:
    """Of the games with a forecast of 30% about 30 in 100 are won, and so on, and forecasts distinguish games."""
    assert faults(undistorted) == []


@pytest.mark.parametrize(
    "distortion",
    [
        lambda _: 0.5,
        lambda chance: chance + 0.15,
        lambda chance: chance - 0.15,
        lambda chance: float(chance > 0.5),
        lambda chance: 1 - chance,
    ],
    ids=["always fifty", "too hopeful", "too gloomy", "too sure", "upside down"],
)
def test_distorted_forecasts_are_noticed(distortion: Distortion) -> None:
    """The same check finds fault with forecasts that are not calibrated."""
    assert faults(distortion)


def test_about_eight_of_ten_days_end_inside_the_cone() -> None:
    """A few more than eight, because hours are whole numbers and every cone can end at 0."""
    inside = [
        low <= hours <= high
        for each in predictions()
        for (low, _, high), hours in zip(each.forecast.cone, each.burndown, strict=True)
    ]
    assert 0.75 < fmean(inside) < 0.97
