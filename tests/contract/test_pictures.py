"""The checks of pictures can fail."""

from xml.sax.saxutils import escape

import pytest

from games import GAMES
from games.contract import natures
from games.graphics.drawing import Drawing
from games.testing import pictures
from games.testing.play import some_games


def test_a_leaking_picture_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """A board that shows how somebody voted, or that is not a complete SVG, does not pass."""
    game = GAMES["sprint"]
    games = some_games(game)

    def leaky(view: object, names: object) -> Drawing:
        return Drawing(str, str, lambda theme: f"<svg><text>{escape(repr(view))}</text></svg>")

    monkeypatch.setattr(type(game), "board", staticmethod(leaky), raising=True)
    with pytest.raises(AssertionError):
        pictures.check_pictures(game, games[0])
    voted = next(played for played in games if any(step.events[0].kind in natures(game).quiet for step in played.steps))
    with pytest.raises(AssertionError, match="quiet"):
        pictures.check_quiet_events_change_no_picture(game, voted)
