"""Every game at the table draws pictures that keep the contract."""

from collections.abc import Callable
from xml.sax.saxutils import escape

import pytest

from games import GAMES
from games.api import AnyGame
from games.graphics.drawing import Drawing
from tests.contract import checks_pictures
from tests.contract.play import Playthrough, some_games

CHECKS: tuple[Callable[[AnyGame, Playthrough], None], ...] = (
    checks_pictures.check_pictures,
    checks_pictures.check_names_are_in_the_picture,
    checks_pictures.check_pictures_are_the_same_again,
    checks_pictures.check_pictures_keep_secrets,
    checks_pictures.check_quiet_events_change_no_picture,
)


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__.removeprefix("check_"))
@pytest.mark.parametrize("key", GAMES)
def test_pictures(key: str, check: Callable[[AnyGame, Playthrough], None]) -> None:
    """The promise holds in a few games of all sizes and options."""
    for played in some_games(GAMES[key]):
        check(GAMES[key], played)


@pytest.mark.parametrize("key", GAMES)
def test_every_game_has_pictures(key: str) -> None:
    """A board without a picture would go unnoticed by the promises above."""
    game = GAMES[key]
    played = some_games(game)[0]
    assert game.draw(game.view(played.states[0], None), ["Anna", "Ben"]).svg()


def test_a_picture_that_tells_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A board that shows how somebody voted, or loads something from elsewhere, does not pass."""
    game = GAMES["sprint"]
    games = some_games(game)

    def leaky(view: object, names: object) -> Drawing:
        return Drawing(str, str, lambda theme: f"<svg><text>{escape(repr(view))}</text></svg>")

    monkeypatch.setattr(type(game), "draw", staticmethod(leaky), raising=True)
    with pytest.raises(AssertionError):
        checks_pictures.check_pictures(game, games[0])
    voted = next(played for played in games if any(step.events[0].kind in game.quiet for step in played.steps))
    with pytest.raises(AssertionError, match="quiet"):
        checks_pictures.check_quiet_events_change_no_picture(game, voted)
