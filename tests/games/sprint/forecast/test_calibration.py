"""Calibration: forecasts of The Scrum Game compared with how games of automatic players really end."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from math import sqrt
from statistics import fmean

import pytest

from games.chance import Chance
from games.contract import defaults, suggested
from games.sprint.forecast.simulation import Forecast, forecast
from games.sprint.model import Ballot, Discussion, Move, Over, State, Vote, VoteRecord
from games.testing.play import seed_of
from games.values import replace
from tests.games.sprint.build import GAME, new_game

GAMES_PLAYED, MIXED_GAMES = 120, 80
BUCKETS = 5
DAYS = 5
HOURS = (110, 140, 170)  # short sprints, won about as often as lost
ROOMS = (0, 3, 7, 10)  # of ten votes, how many end with a yes of the whole team
REMEMBERED = 20  # votes of each kind that a room has had before


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


@cache
def mixed_predictions() -> tuple[Prediction, ...]:
    """The same in rooms that agree never, seldom, often and always."""
    return tuple(
        prediction
        for number in range(GAMES_PLAYED, GAMES_PLAYED + MIXED_GAMES)
        for prediction in _game(number, ROOMS[number // 4 % len(ROOMS)])
    )


def _game(number: int, agrees: int | None = None) -> Iterator[Prediction]:
    """A game of automatic players, or of a team that agrees so many times in ten and has a past."""
    asked = number % (DAYS - 1)
    chance = Chance(seed_of(number))
    state = new_game(2 + number % 3, **{**defaults(GAME), "hours": HOURS[number // 3 % 3], "days": DAYS})
    if agrees is not None:
        yes = REMEMBERED * agrees // 10
        state = replace(state, votes=VoteRecord(REMEMBERED, yes, REMEMBERED, yes))
    states = list(_states(state, chance, agrees))
    last = states[-1]
    assert isinstance(last.phase, Over)
    burndown = (*last.burndown, *(last.hours,) * (DAYS - last.day))
    for then in [state for state in states[:-1] if state.day == asked][:1]:
        yield Prediction(forecast(then, work=1), last.phase.won, burndown[asked:])


def _states(state: State, chance: Chance, agrees: int | None) -> Iterator[State]:
    yield state
    while GAME.result(state) is None:
        seat = GAME.awaits(state)[0]
        for event in GAME.decide(state, seat, _move(state, seat, chance, agrees), chance):
            state = GAME.evolve(state, event)
        yield state


def _move(state: State, seat: int, chance: Chance, agrees: int | None) -> Move:
    phase = state.phase
    if agrees is None or not isinstance(phase, Ballot | Discussion) or seat in phase.votes:
        return suggested(GAME, state, seat, chance)
    return Vote(yes=len(GAME.awaits(state)) > 1 or chance.below(10) < agrees)  # the last one decides


def off(chances: list[float], outcomes: list[bool]) -> float:
    """How far the outcomes are from the forecasts, in standard deviations of honest forecasts."""
    expected = sum(chances)
    variance = sum(max(0.02, chance * (1 - chance)) for chance in chances)
    return abs(sum(outcomes) - expected) / sqrt(variance)


def faults(distortion: Distortion, found_in: Callable[[], tuple[Prediction, ...]] = predictions) -> list[str]:
    """What is wrong with the forecasts after distorting them."""
    pairs = [(min(1.0, max(0.0, distortion(each.forecast.estimate.chance))), each.won) for each in found_in()]
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


def test_forecasts_are_calibrated_whatever_the_room_votes() -> None:
    """Rooms that agree never, seldom, often and always, all together."""
    assert faults(undistorted, mixed_predictions) == []


@pytest.mark.parametrize("distortion", [lambda chance: chance + 0.25, lambda chance: chance - 0.25])
def test_the_same_check_notices_distortions_in_mixed_rooms(distortion: Distortion) -> None:
    """Forecasts that expect every room to agree more, or less, than it does would be found out."""
    assert faults(distortion, mixed_predictions)


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
