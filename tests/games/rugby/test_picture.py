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
    """Pieces of a colour, the one beside the player's name not counted."""
    return picture(state, PEOPLE, LIGHT).count(f'fill="{colour}"') - 1


def test_all_pieces_are_there() -> None:
    """Seven of each side, the ball, and coordinates on all four sides."""
    shown = picture(game_from(), PEOPLE, LIGHT)
    assert (count(game_from(), "#0072b2"), count(game_from(), "#d55e00")) == (7, 7)
    assert [words(shown).count(name) for name in ("a", "e", "1", "12")] == [2, 2, 2, 2]


def test_any_position_can_be_drawn() -> None:
    """Positions from games and positions thrown together, in both themes."""
    for position in (*reached(3, 20), *thrown(4, 40)):
        for theme in (LIGHT, DARK):
            ET.fromstring(picture(game_from(position), PEOPLE, theme))


def test_the_last_turn() -> None:
    """Its steps are numbered and written beside the field, before the second one as far as it went."""
    state = played(game_from(), "c4-c5", "a8-a7,b9-b8")
    assert {"Red played", "a8-a7", "b9-b8", "1", "2", "Turn 3"} <= set(words(picture(state, PEOPLE, LIGHT)))
    half = played(game_from(), "c4-c5", "a8-a7")
    assert {"Red so far", "a8-a7"} <= set(words(picture(half, PEOPLE, LIGHT)))


def test_a_scrum() -> None:
    """The exit is marked on its cell and named in words."""
    shown = words(picture(game_from(put("a7", blue="a6 b6 c3", red="b7 b8 e9", mover="r")), PEOPLE, LIGHT))
    assert "exit" in shown
    assert "Scrum! The only exit is a8." in shown
    assert "exit" not in words(picture(game_from(), PEOPLE, LIGHT))


def test_a_goal() -> None:
    """Who won stands beside the field and at the name."""
    won = played(game_from(put("c11", blue="c10 b9", red="a12 c9", mover="b")), "c10xc11>c12")
    assert {"Blue wins: a goal.", "won"} <= set(words(picture(won, PEOPLE, LIGHT)))


def test_a_picked_piece() -> None:
    """`piece b5` shows where it can go: on the picture, in the text board and in the alt text, and nowhere else."""
    look = GAME.answer(GAME.view(game_from(), 0), "piece", {"cell": "B5"}, PEOPLE)
    assert look.text == "b5 can go to a4, b4, a5, c5 or b6."
    assert look.drawing is not None
    shown = words(look.drawing.svg())
    assert [name for name in NAMES if name in shown] == ["a4", "b4", "a5", "c5", "b6"]
    assert look.drawing.text.endswith("b5 to a4 b4 a5 c5 b6")
    assert all(columns(line) <= WIDTH for line in look.drawing.text.split("\n"))
    assert look.drawing.alt.endswith(look.text)


def test_pieces_that_cannot_be_picked() -> None:
    """An empty cell, a piece of the other side, no cell at all, a finished game: a sentence, no picture."""
    won = played(game_from(put("c11", blue="c10 b9", red="a12 c9", mover="b")), "c10xc11>c12")
    for state, cell, said in (
        (game_from(), "c7", "Blue is to move, and none of its pieces stands on c7."),
        (game_from(), "c12", "Blue is to move, and none of its pieces stands on c12."),
        (game_from(), "z9", "z9 is off the board"),
        (won, "c11", "The game is over"),
    ):
        look = GAME.answer(GAME.view(state, 0), "piece", {"cell": cell}, PEOPLE)
        assert look.text.startswith(said)
        assert look.drawing is None
