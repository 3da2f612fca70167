"""The text board and the alt text."""

import pytest

from games.graphics.svg import document
from games.graphics.theme import THEME
from games.sprint.board import BOARDS, REVIEW, START, load_board
from games.sprint.model import State
from games.sprint.pictures.diagram import TOKENS
from games.sprint.pictures.track import die
from games.values import replace
from tests.games.sprint.build import GAME, at, game_with, new_game


def drawn(state: State) -> tuple[str, str]:
    drawing = GAME.board(GAME.view(state, None), [f"Player {token}" for token in TOKENS[: len(state.players)]])
    return drawing.text, drawing.alt


@pytest.mark.parametrize(
    ("together", "mark"), [(1, "[A] S1 Imp"), (2, "[AB] S1 Imp"), (4, "[ABCD] S1 Imp"), (12, "[12×] S1 Imp")]
)
def test_who_is_on_a_space(together: int, mark: str) -> None:
    """By their letters as far as there is room, else as a number."""
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


@pytest.mark.parametrize("board", BOARDS)
def test_every_space_has_its_place_in_the_diagram(board: str) -> None:
    """Once, whatever stands there; a piece is beside its space, and twelve are counted."""
    spaces = [space for space in load_board(board).spaces if space not in {START, REVIEW}]
    text, _ = drawn(game_with(board=board))
    words = text.split()
    assert [words.count(space) for space in spaces] == [1] * len(spaces)
    for space in load_board(board).spaces:
        crowd, _ = drawn(game_with(*[at(space)] * 12, board=board))
        (line,) = (line for line in crowd.split("\n") if "[12×]" in line or "[ABCDEFGHIJKL]" in line)
        assert max(map(len, crowd.split("\n"))) <= 40, line


def test_a_release_has_no_way_in_or_out() -> None:
    """Its sprints begin and end on the big circle, and its spaces show what was improved."""
    state = new_game(2, sprints="3")
    assert state.release is not None
    text, _ = drawn(replace(state, release=replace(state.release, improvements=("topics", "done"))))
    assert not {"Start", "Review", "P1"} & {*text.split()}
    assert "S5 Opp" in text
    assert "D3 x1" in text
    assert "sprint 3, 0 of 300 h delivered" in text
