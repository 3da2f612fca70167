"""What a game has that only writes its rules."""

from collections import Counter

from games.base import BaseGame
from games.retro.events import SaidReady


def test_a_simple_game_has_nobody_in_the_lead() -> None:
    """Nor does it pass anything on, keep records or have dice."""
    game: BaseGame[int, int, int, int] = BaseGame()
    assert (game.leads(0), game.records([]), game.dice(0), dict(game.inheritance([]))) == ((), (), (), {})


def test_statistics_are_means_per_game() -> None:
    """How often each kind of event happened, to two decimals and in alphabetical order."""
    game: BaseGame[int, int, object, int] = BaseGame()
    assert game.tally([SaidReady(0), 1, SaidReady(1)]) == {"said_ready": 2, "int": 1}
    assert list(game.figures(Counter(won=1, lost=2), 3).items()) == [("lost_mean", 0.67), ("won_mean", 0.33)]
