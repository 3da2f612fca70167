"""The contract suite: what every game promises, as checks that a plugin can run over its own game.

    from games.testing import GameContract

    class TestMyGame(GameContract):
        game = MyGame()

`docs/new-game.md` explains each promise. Nothing here needs pytest; only collecting the class does.
"""

from games.testing.play import Playthrough, play, some_games
from games.testing.suite import GameContract

__all__ = ["GameContract", "Playthrough", "play", "some_games"]
