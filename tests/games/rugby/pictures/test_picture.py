"""The field as a picture."""

from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest

from games.graphics.drawing import WIDTH, columns
from games.graphics.theme import THEME, Shape, theme
from games.rugby import Rugby
from games.rugby.field import NAMES
from games.rugby.model import Over, State
from games.rugby.pictures.board import picture
from tests.games.graphics.sizes import boxes, check_apart, check_inside, check_landscape
from tests.games.rugby.build import game_from, played
from tests.games.rugby.positions import put, reached, thrown

GAME = Rugby()
PEOPLE = ("Ann", "Ben")
SHAPES: tuple[Shape, ...] = ("landscape", "portrait")


LONG = "Maximilian Alexander von und zu Hohenstein"


def words(svg: str | None) -> list[str]:
    assert svg is not None
    return [element.text or "" for element in ET.fromstring(svg).iter() if element.tag.endswith("text")]


def count(state: State, colour: str) -> int:
    """The pieces of a colour, not counting the one beside the player's name."""
    return picture(state, PEOPLE, THEME).count(f'fill="{colour}"') - 1


def test_all_pieces_and_coordinates_are_drawn() -> None:
    """Seven pieces per side, and labels on all four sides."""
    shown = picture(game_from(), PEOPLE, THEME)
    assert (count(game_from(), "#0072b2"), count(game_from(), "#d55e00")) == (7, 7)
    assert [words(shown).count(name) for name in ("a", "e", "1", "12")] == [2, 2, 2, 2]


def test_any_position_can_be_drawn() -> None:
    """Positions from games and random ones."""
    for position in (*reached(3, 20), *thrown(4, 40)):
        ET.fromstring(picture(game_from(position), PEOPLE, THEME))


def test_the_last_turn_is_shown() -> None:
    """Its steps are numbered and written beside the field; so is the first step of an unfinished turn."""
    state = played(game_from(), "c4-c5", "a8-a7,b9-b8")
    assert {"Red played", "a8-a7", "b9-b8", "1", "2", "Turn 3"} <= set(words(picture(state, PEOPLE, THEME)))
    half = played(game_from(), "c4-c5", "a8-a7")
    assert {"Red so far", "a8-a7"} <= set(words(picture(half, PEOPLE, THEME)))


def test_the_exit_of_a_scrum_is_marked() -> None:
    """On its cell and beside the field."""
    shown = words(picture(game_from(put("a7", blue="a6 b6 c3", red="b7 b8 e9", mover="r")), PEOPLE, THEME))
    assert "exit" in shown
    assert "Scrum! The only exit is a8." in shown
    assert "exit" not in words(picture(game_from(), PEOPLE, THEME))


def test_the_winner_is_named() -> None:
    """Beside the field and at the player's name."""
    won = played(game_from(put("c11", blue="c10 b9", red="a12 c9", mover="b")), "c10xc11>c12")
    assert {"Blue wins: a goal.", "won"} <= set(words(picture(won, PEOPLE, THEME)))


# --- shapes --------------------------------------------------------------------------------------------------------


def moments() -> list[State]:
    """The start, a turn of two steps, half a turn, a scrum, a goal, and a draw with a long reason."""
    packed = put("c6", blue="b5 c5 d5 b6 a3 e3 c2", red="b7 c7 d7 c10 a11 e11 c12", mover="r")
    won = played(game_from(put("c11", blue="c10 b9", red="a12 c9", mover="b")), "c10xc11>c12")
    opened = played(game_from(), "c4-c5", "a8-a7,b9-b8", "a6xb6>c7,c5-d6")
    drawn = replace(opened, over=Over(None, "repetition"), turns=123)
    return [game_from(), opened, played(game_from(), "c4-c5", "a8-a7"), game_from(packed), won, drawn]


@pytest.mark.parametrize(
    "people", [PEOPLE, (LONG, LONG), ("測試" * 20, "عمر خالد " * 5), ("אורי לוי", "👩\u200d💻" * 20)]
)
def test_the_picture_fits_both_shapes(people: tuple[str, str]) -> None:
    """Whatever the names: nothing outside or on top of each other, and in landscape no small text."""
    for state in moments():
        wide, tall = (picture(state, people, theme(shape=shape)) for shape in SHAPES)
        check_landscape(wide)
        check_inside(tall)
        check_apart(wide)
        check_apart(tall)


@pytest.mark.parametrize("shape", SHAPES)
def test_every_cell_can_be_clicked_where_it_is_drawn(shape: Shape) -> None:
    """Sideways, Blue attacks to the right and a is at the top; upright, Blue attacks upwards and a is on the left."""
    root = ET.fromstring(picture(game_from(), PEOPLE, theme(shape=shape)))
    places = {
        name: (float(element.get("x", "0")), float(element.get("y", "0")))
        for element in root.iter()
        if (name := element.get("data-spot"))
    }
    assert set(places) == set(NAMES)
    (left, top), far, near = places["a1"], places["a12"], places["e1"]
    if shape == "landscape":
        assert (far[0] > left, far[1] == top) == (near[1] > top, near[0] == left) == (True, True)
    else:
        assert (far[1] < top, far[0] == left) == (near[0] > left, near[1] == top) == (True, True)


def test_the_field_fills_most_of_the_width() -> None:
    """In landscape it takes nine tenths of the width, and more than half of the height."""
    shown = list(boxes(picture(game_from(), PEOPLE, THEME)))
    field = max((box for box in shown[1:] if box.tag == "rect"), key=lambda box: box.right - box.left)
    assert field.right - field.left > 0.9 * 600
    assert field.bottom - field.top > 0.5 * 400


def test_the_side_to_move_stands_out() -> None:
    """Its card says so and has the thick edge."""
    for state, seat in ((game_from(), 0), (played(game_from(), "c4-c5"), 1)):
        root = ET.fromstring(picture(state, PEOPLE, THEME))
        cards = [each for each in root if each.find("{*}title") is not None and each.tag.endswith("g")]
        marked = [card.findtext("{*}title") for card in cards if "to move" in [text.text for text in card]]
        thick = [card.findtext("{*}title") for card in cards if card[1].get("stroke-width") == "3.5"]
        assert marked == thick == [PEOPLE[seat]]


# --- picking a piece -----------------------------------------------------------------------------------------------


def test_a_picked_piece_shows_where_it_can_go() -> None:
    """In the picture, on the text board and in the alt text."""
    answer = GAME.shows.answer(GAME.view(game_from(), 0), "piece", {"cell": "B5"}, PEOPLE)
    assert answer.text == "b5 can go to a4, b4, a5, c5 or b6."
    assert answer.drawing is not None
    shown = words(answer.drawing.svg())
    assert [name for name in NAMES if name in shown] == ["a4", "b4", "a5", "c5", "b6"]
    assert answer.drawing.text.endswith("b5 to a4 b4 a5 c5 b6")
    assert all(columns(line) <= WIDTH for line in answer.drawing.text.split("\n"))
    assert answer.drawing.alt.endswith(answer.text)


def test_the_ball_as_a_target_stays_visible() -> None:
    """It gets a ring, while free cells get a dot."""
    answer = GAME.shows.answer(GAME.view(game_from(), 0), "piece", {"cell": "B5"}, PEOPLE)
    assert answer.drawing is not None
    circles = [each for each in ET.fromstring(answer.drawing.svg() or "").iter() if each.tag.endswith("circle")]
    assert [each.get("fill") for each in circles if each.get("r") == "17"] == ["none"]
    assert len([each for each in circles if each.get("r") == "7.5"]) == 4


def test_cells_that_cannot_be_picked() -> None:
    """An empty cell, the other side's piece, a cell off the board, a finished game: a sentence and no picture."""
    won = played(game_from(put("c11", blue="c10 b9", red="a12 c9", mover="b")), "c10xc11>c12")
    for state, cell, said in (
        (game_from(), "c7", "It’s Blue’s turn, and Blue has no piece on c7."),
        (game_from(), "c12", "It’s Blue’s turn, and Blue has no piece on c12."),
        (game_from(), "z9", "z9 is off the board"),
        (won, "c11", "The game is over"),
    ):
        answer = GAME.shows.answer(GAME.view(state, 0), "piece", {"cell": cell}, PEOPLE)
        assert answer.text.startswith(said)
        assert answer.drawing is None
