"""The boards between two pages are sent as small changes."""

import itertools
import json

import pytest

from adapters.web.table.serialization import patch, patched
from games import GAMES
from games.testing.play import plain_names, some_games


@pytest.mark.parametrize("key", ["sprint", "scrumkin", "rugby"])
def test_a_board_from_the_one_that_follows(key: str) -> None:
    """It is exactly the same again, from a fraction of its size."""
    game = GAMES[key]
    played = some_games(game)[0]
    names = plain_names(played.seats)
    boards = [game.board(game.view(state, None), names).in_both_colours() or "" for state in played.states[:12]]
    for board, following in itertools.pairwise(boards):
        assert patched(following, patch(following, board)) == board
    sizes = [len(json.dumps(patch(following, board))) for board, following in itertools.pairwise(boards)]
    assert sum(sizes) < sum(map(len, boards[1:])) / 3


@pytest.mark.parametrize(
    ("known", "wanted"), [("", "<a/>"), ("<a/>", ""), ("<a/><b/>", "<b/><a/>"), ("<a/><a/>", "<a/>"), ("x", "x")]
)
def test_any_two_texts(known: str, wanted: str) -> None:
    """Whatever the pictures are, nothing is lost."""
    assert patched(known, patch(known, wanted)) == wanted
