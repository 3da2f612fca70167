"""No game lets players undo what was shown."""

import pytest

from games import GAMES
from games.testing.play import some_games
from games.testing.suite import hold
from tests.contract.checks_undo import check_what_was_shown_stays
from tests.contract.toy import Laid, Revealed, Toy


@pytest.mark.parametrize("key", [*GAMES, "toy"])
def test_what_was_shown_stays(key: str) -> None:
    """A move that drew, hid or revealed something can't be undone, nor any move before it."""
    game = GAMES.get(key) or Toy()
    hold(game, check_what_was_shown_stays, some_games(game))


@pytest.mark.parametrize("key", GAMES)
def test_some_moves_can_be_undone(key: str) -> None:
    """Every game has moves that show nothing, so the check that only those can be undone is not empty."""
    game = GAMES[key]
    assert any(check_what_was_shown_stays(game, played) for played in some_games(game))


def test_a_game_that_forgets_what_reveals(monkeypatch: pytest.MonkeyPatch) -> None:
    """The check can fail: laying a card face down may be undone, and turning the cards over doesn't end that."""
    monkeypatch.setattr(Laid, "hidden", False)
    monkeypatch.setattr(Revealed, "reveals", False)
    game = Toy()
    with pytest.raises(AssertionError):
        hold(game, check_what_was_shown_stays, some_games(game))
