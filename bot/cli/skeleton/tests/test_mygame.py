"""My Game keeps the contract, and its rules are as written."""

import pytest

from bot.cli.skeleton.mygame import MyGame
from bot.cli.skeleton.mygame.model import Finished, State, Take, Taken
from games.chance import Chance
from games.contract import IllegalMove
from games.testing import GameContract

GAME = MyGame()
CHANCE = Chance(bytes(32))


class TestContract(GameContract):
    """The promises of every game; docs/new-game.md explains each test."""

    game = GAME


def test_the_last_stone_wins() -> None:
    """Whoever takes it has won."""
    assert GAME.decide(State(seats=2, stones=2), 0, Take(2), CHANCE) == [Taken(0, 2), Finished(0)]


def test_more_stones_than_there_are() -> None:
    """The refusal says how many can be taken."""
    with pytest.raises(IllegalMove, match="1 to 2"):
        GAME.decide(State(seats=2, stones=2), 0, Take(3), CHANCE)
