"""The forecast of The Scrum Game is held against what then really happens in games of automatic players."""

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
from tests.contract.play import seed_of
from tests.games.sprint.build import GAME, new_game

GAMES_PLAYED = 120
BUCKETS = 5
DAYS = 5
HOURS = (110, 140, 170)  # short sprints that are won about as often as lost


@dataclass(frozen=True, slots=True)
class Told:
    """What was foretold in the middle of a game, and what came of it."""

    forecast: Forecast
    won: bool
    burndown: tuple[int, ...]  # of the days that were still to come


Wrong = Callable[[float], float]


def as_told(chance: float) -> float:
    return chance


@cache
def games() -> tuple[Told, ...]:
    """One forecast a game, so that no two depend on the same dice; from the fewest games that a forecast ever takes."""
    return tuple(told for number in range(GAMES_PLAYED) for told in _game(number))


def _game(number: int) -> Iterator[Told]:
    asked = number % (DAYS - 1)
    chance = Chance(seed_of(number))
    state = new_game(2 + number % 3, **{**defaults(GAME), "hours": HOURS[number // 3 % 3], "days": DAYS})
    states = list(_states(state, chance))
    last = states[-1]
    assert isinstance(last.phase, Over)
    burndown = (*last.burndown, *(last.hours,) * (DAYS - last.day))
    for then in [state for state in states[:-1] if state.day == asked][:1]:
        yield Told(forecast(then, work=1), last.phase.won, burndown[asked:])


def _states(state: State, chance: Chance) -> Iterator[State]:
    yield state
    while GAME.result(state) is None:
        seat = GAME.awaits(state)[0]
        for event in GAME.decide(state, seat, GAME.suggest(state, seat, chance), chance):
            state = GAME.evolve(state, event)
        yield state


def off(chances: list[float], outcomes: list[bool]) -> float:
    """How far the outcomes lie from what was foretold, in standard deviations of honest forecasts."""
    expected = sum(chances)
    variance = sum(max(0.02, chance * (1 - chance)) for chance in chances)
    return abs(sum(outcomes) - expected) / sqrt(variance)


def faults(wrong: Wrong) -> list[str]:
    """What is wrong with the forecasts once `wrong` has been done to them."""
    pairs = [(min(1.0, max(0.0, wrong(told.forecast.estimate.chance))), told.won) for told in games()]
    chances, outcomes = [chance for chance, _ in pairs], [won for _, won in pairs]
    found = [] if off(chances, outcomes) < 2.5 else ["on the whole"]
    for bucket in range(BUCKETS):
        inside = [(chance, won) for chance, won in pairs if min(BUCKETS - 1, int(chance * BUCKETS)) == bucket]
        if inside and off([chance for chance, _ in inside], [won for _, won in inside]) >= 3:
            found.append(f"in bucket {bucket}")
    often = fmean(outcomes)
    if fmean((chance - won) ** 2 for chance, won in pairs) > 0.9 * often * (1 - often):
        found.append("tells little more than how often games are won")
    return found


def test_calibrated() -> None:
    """Of games that are given a chance of 30 % about 30 of 100 are won, and so on; and forecasts tell games apart."""
    assert faults(as_told) == []


@pytest.mark.parametrize(
    "wrong",
    [
        lambda _: 0.5,
        lambda chance: chance + 0.15,
        lambda chance: chance - 0.15,
        lambda chance: float(chance > 0.5),
        lambda chance: 1 - chance,
    ],
    ids=["always fifty", "too hopeful", "too gloomy", "too sure", "upside down"],
)
def test_wrong_forecasts_are_noticed(wrong: Wrong) -> None:
    """The same test finds fault with forecasts that are not honest."""
    assert faults(wrong)


def test_the_cone_holds_what_it_promises() -> None:
    """About eight of ten days end inside the cone; rather more, as hours are whole and 0 is the end of every cone."""
    inside = [
        low <= hours <= high
        for told in games()
        for (low, _, high), hours in zip(told.forecast.cone, told.burndown, strict=True)
    ]
    assert 0.75 < fmean(inside) < 0.97
