"""The game's bit masks agree with a reference written in plain Python, position by position."""

import os
from itertools import chain

import pytest

from games.rugby import turns
from games.rugby.engine import core
from games.rugby.field import BLUE, CELLS, RED
from games.rugby.model import Position, position_text, turn_text
from tests.games.rugby.positions import BEGINNING, reached, thrown
from tests.games.rugby.rules import reference

SEEDS = range(20 if os.environ.get("SCRUM_SOAK") else 2)  # set by `make soak`
RESULTS = {None: None, BLUE: "blue", RED: "red", turns.DRAW: "draw"}


def cells_text(position: Position) -> str:
    letters = {position.ball: "o"}
    for cell in range(CELLS):
        if (position.blue | position.red) >> cell & 1:
            letters[cell] = "b" if position.blue >> cell & 1 else "r"
    return "".join(letters.get(cell, ".") for cell in range(CELLS))


def compare(position: Position) -> int:
    """Check that turns, the positions they lead to, result and scrum are the same; return the number of turns."""
    place = reference.read(position_text(position))
    expected = {reference.turn_text(turn): reference.cells_text(end) for turn, end in reference.turns(place)}
    found = {turn_text(steps): cells_text(end) for steps, end in turns.legal_turns(position).items()}
    assert found == expected, position_text(position)
    assert RESULTS[turns.result_of(position)] == reference.result(place), position_text(position)
    assert turns.is_scrum(position) == reference.is_scrum(place), position_text(position)
    return len(found)


def test_the_start() -> None:
    """Both have the 53 turns that the rules name."""
    assert compare(BEGINNING) == 53


@pytest.mark.parametrize("seed", SEEDS)
def test_positions_of_random_games(seed: int) -> None:
    """Some 20,000 turns for each seed."""
    assert sum(compare(position) for position in reached(seed, 30)) > 20_000


@pytest.mark.parametrize("seed", SEEDS)
def test_random_positions(seed: int) -> None:
    """Pieces anywhere, half of the time crowded around the ball."""
    assert sum(compare(position) for position in thrown(seed, 60)) > 15_000


def test_thousands_of_results_and_scrums() -> None:
    """Every kind of result is among them."""
    results = set()
    scrums = 0
    for position in chain(reached(9, 300), thrown(9, 2_500)):
        place = reference.read(position_text(position))
        found = RESULTS[turns.result_of(position)]
        assert found == reference.result(place), position_text(position)
        assert turns.is_scrum(position) == reference.is_scrum(place), position_text(position)
        results.add(found)
        scrums += turns.is_scrum(position)
    assert results == {None, "blue", "red", "draw"}
    assert scrums > 100


def test_legal_steps_are_those_of_legal_turns() -> None:
    """A first step is legal if a legal turn starts with it, a second one if it completes such a turn."""
    for position in chain(reached(5, 25), thrown(5, 60)):
        whole = turns.legal_turns(position)
        assert set(turns.legal_steps(position)) == {steps[0] for steps in whole}
        for step in turns.legal_steps(position)[::7]:
            if turns.is_last_step(position) or turns.outcome_of(position, turns.after(position, step)) == core.GOAL:
                assert (step,) in whole
            else:
                seconds = {steps[1] for steps in whole if steps[0] == step}
                assert set(turns.legal_steps(turns.after(position, step))) == seconds
