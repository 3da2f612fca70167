"""The game's bitboards and the plainly written reference agree, position by position."""

from itertools import chain

import pytest

from games.rugby import turns
from games.rugby.engine import core
from games.rugby.field import BLUE, CELLS, RED
from games.rugby.model import Position
from games.rugby.notation import position_text, turn_text
from tests.games.rugby import reference
from tests.games.rugby.positions import BEGINNING, reached, thrown

RESULTS = {None: None, BLUE: "blue", RED: "red", turns.DRAW: "draw"}


def cells_text(position: Position) -> str:
    letters = {position.ball: "o"}
    for cell in range(CELLS):
        if (position.blue | position.red) >> cell & 1:
            letters[cell] = "b" if position.blue >> cell & 1 else "r"
    return "".join(letters.get(cell, ".") for cell in range(CELLS))


def compare(position: Position) -> int:
    """Turns with what they lead to, result and scrum are the same in both; how many turns there are."""
    place = reference.read(position_text(position))
    expected = {reference.turn_text(turn): reference.cells_text(end) for turn, end in reference.turns(place)}
    found = {turn_text(steps): cells_text(end) for steps, end in turns.legal_turns(position).items()}
    assert found == expected, position_text(position)
    assert RESULTS[turns.standing(position)] == reference.result(place), position_text(position)
    assert turns.is_scrum(position) == reference.is_scrum(place), position_text(position)
    return len(found)


def test_beginning() -> None:
    """The first turn has 53 possibilities, in both."""
    assert compare(BEGINNING) == 53


@pytest.mark.parametrize("seed", range(4))
def test_reached_positions(seed: int) -> None:
    """On the way of random games they agree about everything."""
    assert sum(compare(position) for position in reached(seed, 30)) > 20_000


@pytest.mark.parametrize("seed", range(4))
def test_thrown_positions(seed: int) -> None:
    """So they do where pieces lie anywhere, in crowds around the ball too."""
    assert sum(compare(position) for position in thrown(seed, 60)) > 15_000


def test_thousands_of_results() -> None:
    """Results and scrums agree on thousands more, and every kind of result is among them."""
    results = set()
    scrums = 0
    for position in chain(reached(9, 300), thrown(9, 2_500)):
        place = reference.read(position_text(position))
        found = RESULTS[turns.standing(position)]
        assert found == reference.result(place), position_text(position)
        assert turns.is_scrum(position) == reference.is_scrum(place), position_text(position)
        results.add(found)
        scrums += turns.is_scrum(position)
    assert results == {None, "blue", "red", "draw"}
    assert scrums > 100


def test_first_steps() -> None:
    """A step is listed exactly if a legal turn begins with it, and after it exactly the completions are."""
    for position in chain(reached(5, 25), thrown(5, 60)):
        whole = turns.legal_turns(position)
        assert set(turns.legal_steps(position)) == {steps[0] for steps in whole}
        for step in turns.legal_steps(position)[::7]:
            if turns.is_last_step(position) or turns.comes_to(position, turns.after(position, step)) == core.GOAL:
                assert (step,) in whole
            else:
                seconds = {steps[1] for steps in whole if steps[0] == step}
                assert set(turns.legal_steps(turns.after(position, step))) == seconds
