"""The field as a picture."""

from xml.etree import ElementTree as ET

from games.graphics.drawing import WIDTH, columns
from games.graphics.theme import DARK, LIGHT
from games.rugby import Rugby
from games.rugby.field import NAMES
from games.rugby.model import State
from games.rugby.picture import picture
from tests.games.rugby.build import game_from, played
from tests.games.rugby.positions import put, reached, thrown

GAME = Rugby()
PEOPLE = ("Ann", "Ben")


def words(svg: str | None) -> list[str]:
    assert svg is not None
    return [element.text or "" for element in ET.fromstring(svg).iter() if element.tag.endswith("text")]


def count(state: State, colour: str) -> int:
    """The pieces of a colour, not counting the one beside the player's name."""
    return picture(state, PEOPLE, LIGHT).count(f'fill="{colour}"') - 1


def test_all_pieces_and_coordinates_are_drawn() -> None:
    """Seven pieces per side, and labels on all four sides."""
    shown = picture(game_from(), PEOPLE, LIGHT)
    assert (count(game_from(), "#0072b2"), count(game_from(), "#d55e00")) == (7, 7)
    assert [words(shown).count(name) for name in ("a", "e", "1", "12")] == [2, 2, 2, 2]


def test_any_position_can_be_drawn() -> None:
    """Positions from games and random ones, in both themes."""
    for position in (*reached(3, 20), *thrown(4, 40)):
        for theme in (LIGHT, DARK):
            ET.fromstring(picture(game_from(position), PEOPLE, theme))


def test_the_last_turn_is_shown() -> None:
    """Its steps are numbered and written beside the field; so is the first step of an unfinished turn."""
    state = played(game_from(), "c4-c5", "a8-a7,b9-b8")
    assert {"Red played", "a8-a7", "b9-b8", "1", "2", "Turn 3"} <= set(words(picture(state, PEOPLE, LIGHT)))
    half = played(game_from(), "c4-c5", "a8-a7")
    assert {"Red so far", "a8-a7"} <= set(words(picture(half, PEOPLE, LIGHT)))


def test_the_exit_of_a_scrum_is_marked() -> None:
    """On its cell and beside the field."""
    shown = words(picture(game_from(put("a7", blue="a6 b6 c3", red="b7 b8 e9", mover="r")), PEOPLE, LIGHT))
    assert "exit" in shown
    assert "Scrum! The only exit is a8." in shown
    assert "exit" not in words(picture(game_from(), PEOPLE, LIGHT))


def test_the_winner_is_named() -> None:
    """Beside the field and at the player's name."""
    won = played(game_from(put("c11", blue="c10 b9", red="a12 c9", mover="b")), "c10xc11>c12")
    assert {"Blue wins: a goal.", "won"} <= set(words(picture(won, PEOPLE, LIGHT)))


def test_a_picked_piece_shows_where_it_can_go() -> None:
    """In the picture, on the text board and in the alt text."""
    answer = GAME.answer(GAME.view(game_from(), 0), "piece", {"cell": "B5"}, PEOPLE)
    assert answer.text == "b5 can go to a4, b4, a5, c5 or b6."
    assert answer.drawing is not None
    shown = words(answer.drawing.svg())
    assert [name for name in NAMES if name in shown] == ["a4", "b4", "a5", "c5", "b6"]
    assert answer.drawing.text.endswith("b5 to a4 b4 a5 c5 b6")
    assert all(columns(line) <= WIDTH for line in answer.drawing.text.split("\n"))
    assert answer.drawing.alt.endswith(answer.text)


def test_cells_that_cannot_be_picked() -> None:
    """An empty cell, the other side's piece, a cell off the board, a finished game: a sentence and no picture."""
    won = played(game_from(put("c11", blue="c10 b9", red="a12 c9", mover="b")), "c10xc11>c12")
    for state, cell, said in (
        (game_from(), "c7", "It’s Blue’s turn, and Blue has no piece on c7."),
        (game_from(), "c12", "It’s Blue’s turn, and Blue has no piece on c12."),
        (game_from(), "z9", "z9 is off the board"),
        (won, "c11", "The game is over"),
    ):
        answer = GAME.answer(GAME.view(state, 0), "piece", {"cell": cell}, PEOPLE)
        assert answer.text.startswith(said)
        assert answer.drawing is None
