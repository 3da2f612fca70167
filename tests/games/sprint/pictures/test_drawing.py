"""The text board and the alt text."""

import pytest

from games.graphics.svg import document
from games.graphics.theme import THEME
from games.sprint.model import State
from games.sprint.pictures.diagram import TOKENS
from games.sprint.pictures.track import die
from tests.games.sprint.build import GAME, at, game_with


def drawn(state: State) -> tuple[str, str]:
    drawing = GAME.board(GAME.view(state, None), [f"Player {token}" for token in TOKENS[: len(state.players)]])
    return drawing.text, drawing.alt


@pytest.mark.parametrize(("together", "mark"), [(1, " [A]"), (2, " [AB]"), (3, "[ABC]"), (4, " [4×]"), (12, " [12×]")])
def test_who_is_on_a_space(together: int, mark: str) -> None:
    """Up to three by their letters, more as a number."""
    text, _ = drawn(game_with(*[at("S1")] * together, *[at("S2")] * (together == 1)))
    assert mark in text


def test_the_alt_text_says_whose_turn_it_is() -> None:
    """By name."""
    assert "It’s Player B’s turn." in drawn(game_with(at("S1"), at("S2"), turn=1))[1]


@pytest.mark.parametrize("face", range(1, 7))
def test_the_faces_of_a_die(face: int) -> None:
    """As many pips as the face says, around its middle; the sixth is the scrum and has none."""
    root = document(1, 1, THEME)
    die(root, "#000000", "#ffffff", face)
    pips = {(float(pip.get("cx", "")), float(pip.get("cy", ""))) for pip in root.iter("circle")}
    assert len(pips) == face % 6
    assert pips == {(-x, -y) for x, y in pips}
