"""The games as forms show them."""

from bot.kernel.table.catalogue import listed_games


def test_how_many_can_play() -> None:
    """And how many seats a table gets that somebody opens to play at once."""
    seats = {game.key: (game.minimum, game.maximum, game.good_seats) for game in listed_games()}
    assert seats["sprint"] == (2, 12, 3)
    assert seats["scrumkin"] == (2, 4, 3)
    assert seats["rugby"] == (2, 2, 2)
    assert seats["retro"] == (1, 20, 3)
