"""The text board and the alt text."""

from games.graphics.drawing import WIDTH, columns
from games.rugby.field import NAMES
from games.rugby.model import Position
from tests.games.rugby.build import GAME, game_from, played, say, then
from tests.games.rugby.positions import BEGINNING, put, thrown

NAMES_OF_PEOPLE = ("Ann", "Ben")


def text_of(position: Position, *turns: str) -> str:
    return GAME.board(GAME.view(played(game_from(position), *turns), None), NAMES_OF_PEOPLE).text


def rows(text: str) -> dict[str, list[str]]:
    """The cells of each row of the field, by its number: the field lies on its side."""
    lines = [line for line in text.split("\n") if line[:2] in {f"{letter} " for letter in "abcde"}]
    across = [[line[2 + 3 * row : 5 + 3 * row].strip(" []") for row in range(12)] for line in lines]
    return {str(row + 1): [cells[row] for cells in across] for row in range(12)}


def test_rows_and_columns_are_labelled() -> None:
    """Rows by their numbers above and below, each over its cells, columns by their letters on both sides."""
    text = text_of(BEGINNING)
    numbers = [line for line in text.split("\n") if line.split() == [str(row) for row in range(1, 13)]]
    lines = [line for line in text.split("\n") if line[:1] in set("abcde")]
    assert len(numbers) == 2
    assert [(line[0], line[-1]) for line in lines] == [(letter, letter) for letter in "abcde"]
    for row in range(12):
        assert numbers[0][2 + 3 * row : 4 + 3 * row].strip() == str(row + 1)
        assert all(line[3 + 3 * row] in "·BRo" for line in lines)
    assert rows(text)["6"] == ["B", "o", "B", "·", "·"]
    assert rows(text)["12"] == ["·", "·", "R", "·", "·"]


def test_pieces_and_ball_are_drawn_on_their_cells() -> None:
    """Whatever the position."""
    for position in thrown(21, 50):
        shown = rows(GAME.board(GAME.view(game_from(position), None), NAMES_OF_PEOPLE).text)
        for cell, name in enumerate(NAMES):
            letter = shown[name[1:]]["abcde".index(name[0])]
            what = "B" if position.blue >> cell & 1 else "R" if position.red >> cell & 1 else None
            assert (letter if letter in "BRo" else None) == ("o" if cell == position.ball else what)


def test_the_last_turn_is_marked() -> None:
    """What moved last is in brackets, with a mark where it came from, and the turn is written below."""
    text = text_of(BEGINNING, "c6xb6>c7")
    assert "[o]" in text
    assert "[B]" in text
    assert rows(text)["6"] == ["B", "B", "'", "·", "·"]
    assert "Blue: c6xb6>c7" in text


def test_the_first_step_of_a_turn_is_shown() -> None:
    """And the side whose turn it still is."""
    text = text_of(BEGINNING, "c4-c5", "a8-a7")
    assert "Red so far: a8-a7" in text
    assert "▶R Red" in text


def test_a_scrum_is_named_and_its_exit_marked() -> None:
    """On the board, in the alt text and in the prompt."""
    position = put("a7", blue="a6 b6 c3", red="b7 b8 e9", mover="r")
    text = text_of(position)
    assert "Scrum: the only exit is a8 (x)" in text
    assert rows(text)["8"][0] == "x"
    drawing = GAME.board(GAME.view(game_from(position), None), NAMES_OF_PEOPLE)
    assert "Scrum, the only exit is a8." in drawing.alt
    assert "push the ball to a8" in GAME.prompt(GAME.view(game_from(position), None))


def test_every_line_fits_a_phone() -> None:
    """However long the names are."""
    for position in thrown(22, 20):
        text = GAME.board(GAME.view(game_from(position), None), ("x" * 300, "測試" * 30)).text
        assert all(columns(line) <= WIDTH for line in text.split("\n"))


def test_the_alt_text_is_enough_to_play() -> None:
    """It has all pieces, the ball, whose turn it is and the last turn."""
    state = played(game_from(BEGINNING), "c4-c5")
    alt = GAME.board(GAME.view(state, None), NAMES_OF_PEOPLE).alt
    assert "Blue (towards row 12): c2, a3, e3, b5, c5, a6 and c6." in alt
    assert "Red (towards row 1): a8, c8, b9, c10, a11, e11 and c12." in alt
    assert "Ball: b6." in alt
    assert "Last turn: c4-c5." in alt
    assert "Red is to move." in alt
    assert len(alt) < 400


def test_at_the_start_there_is_no_last_turn() -> None:
    """Neither below the board nor in the alt text."""
    drawing = GAME.board(GAME.view(game_from(BEGINNING), None), NAMES_OF_PEOPLE)
    assert "turn:" not in drawing.alt
    assert "moved last" not in drawing.text


def test_the_end_of_a_game_is_explained() -> None:
    """Below the board and in the alt text."""
    position = put("c11", blue="c10 e1", red="a1")
    state = then(game_from(position), say(game_from(position), "move", "c10xc11>c12"))
    drawing = GAME.board(GAME.view(state, None), NAMES_OF_PEOPLE)
    assert "Blue wins: goal" in drawing.text
    assert "Blue wins (goal)." in drawing.alt
    assert "▶" not in drawing.text
