"""Scrum Rugby in another language: labels are kept for each, and sides are named in it."""

from collections.abc import Iterator

import pytest

from games import language
from games.language import Catalogue, add_language, speaking
from games.rugby.model import PlayTurn, read_turn
from tests.games.rugby.build import GAME, game_from, refused

TAG = "xx-rugby"
TEXTS = {
    "{origin} → {target}, ball to {ball}": "{origin} → {target}, Ball auf {ball}",
    "Blue": "Blau",
    "It’s {side}’s turn, and {side} has no piece on {cell}.": "{side} ist dran und hat nichts auf {cell}.",
    "There’s no piece on {cell}.": "Auf {cell} steht niemand.",
}


@pytest.fixture(autouse=True)
def other_language() -> Iterator[None]:
    add_language(Catalogue(TAG, "Test", TEXTS, {}, lambda count: int(count != 1)))
    with speaking(TAG):
        yield
    language._made.pop(TAG)  # programs never take a language away
    language._forget()


def test_labels_are_kept_for_each_language() -> None:
    move = PlayTurn(read_turn("a6xb6>c7"))
    assert GAME.phrase(game_from(), 0, move).label == "a6 → b6, Ball auf c7"
    with speaking("en"):
        assert GAME.phrase(game_from(), 0, move).label == "a6 → b6, ball to c7"
    assert GAME.phrase(game_from(), 0, move).label == "a6 → b6, Ball auf c7"


def test_sides_and_refusals() -> None:
    answer = GAME.shows.answer(GAME.view(game_from(), 0), "piece", {"cell": "e1"}, ("Ann", "Ben"))
    assert answer.text == "Blau ist dran und hat nichts auf e1."
    assert refused(game_from(), "move", "e1-e2") == ("Auf e1 steht niemand.", "moves")
