"""Luck against choice: exact where nothing was chosen, and against a team that chooses badly."""

from itertools import pairwise
from typing import Any

import pytest

from games.contract import defaults, suggested
from games.sprint.forecast.weighing import fitted, learned, odds, probability, weigh
from games.sprint.model import Event, Go, Over, State, Vote
from games.testing.play import play
from games.values import replace
from tests.games.sprint.build import GAME

SHORT: dict[str, Any] = {"hours": 100, "days": 4}  # simulated quickly


def played(number: int, *, careless: bool = False) -> tuple[list[Event], State]:
    """A short sprint of automatic players; careless ones never agree and go into Sprint Review as soon as they can."""
    sprint = play(GAME, number, 2, {**defaults(GAME), **SHORT}, sense=1.0, most=0)
    events, state, chance = list(sprint.events), sprint.last, sprint.chance(0)
    while not isinstance(state.phase, Over):
        seat = GAME.awaits(state)[0]
        move = suggested(GAME, state, seat, chance.apart("player"))
        if careless and isinstance(move, Vote):
            move = Vote(yes=False)
        if careless and Go("review") in GAME.moves(state, seat):
            move = Go("review")
        for event in GAME.decide(state, seat, move, chance):
            events.append(event)
            state = GAME.evolve(state, event)
    return events, state


def test_the_parts_add_up() -> None:
    """The chance at the start, luck and choice make the result, and the same game is weighed the same way."""
    events, state = played(3)
    found = weigh(events)
    assert found is not None
    won = isinstance(state.phase, Over) and state.phase.won
    assert found.start + found.luck + found.choice == pytest.approx(float(won))
    assert weigh(events) == found
    assert 0 < found.luck_error < 0.2


def test_careless_choices_are_not_bad_luck() -> None:
    """Whoever goes home with work left has lost by choice; the usual players' choices are worth next to nothing."""
    careless, usual = weigh(played(5, careless=True)[0]), weigh(played(5)[0])
    assert careless is not None
    assert usual is not None
    assert careless.choice < -0.25 - 2 * careless.choice_error
    assert abs(usual.choice) < 0.2
    assert careless.choices > 0


def test_a_running_game_is_weighed_as_far_as_it_got() -> None:
    """Nothing before the first roll, then the chance of now in the place of the result."""
    events, _ = played(3)
    assert weigh(events[:2]) is None
    assert weigh([]) is None
    half = weigh(events[: len(events) // 2])
    assert half is not None
    assert 0 < half.start + half.luck + half.choice < 1


def test_more_work_is_a_smaller_chance() -> None:
    """What was learned has the right direction."""
    events, _ = played(3)
    state: State | None = None
    for event in events[:2]:
        state = GAME.evolve(state, event)
    assert state is not None
    positions = [replace(state, hours=hours) for hours in (30, 100, 250)]
    chances = [[odds(position, weights) for weights in learned(state)] for position in positions]
    assert [min(easy) > max(hard) for easy, hard in pairwise(chances)] == [True, True]


def test_regression_finds_the_odds() -> None:
    """One time in four without the figure, three in four with it."""
    rows = [((1.0, 0.0), number % 4 == 0) for number in range(400)] + [
        ((1.0, 1.0), number % 4 > 0) for number in range(400)
    ]
    weights = fitted(rows)
    assert probability(weights, (1.0, 0.0)) == pytest.approx(0.25, abs=0.01)
    assert probability(weights, (1.0, 1.0)) == pytest.approx(0.75, abs=0.01)
