"""Reading and writing positions and turns."""

from itertools import chain

import pytest

from games.rugby.field import CELL_OF
from games.rugby.model import START, Position, Step, Unreadable, position_text, read_position, read_turn, turn_text
from games.rugby.turns import legal_turns
from tests.games.rugby.positions import BEGINNING, reached, thrown


def cells(names: str) -> int:
    return sum(1 << CELL_OF[name] for name in names.split())


def test_the_start_is_the_document_s() -> None:
    """Cell by cell, with Blue to move and the very first turn."""
    expected = Position(
        cells("c2 a3 e3 c4 b5 a6 c6"), cells("a8 c8 b9 c10 a11 e11 c12"), CELL_OF["b6"], side=0, first=True
    )
    assert read_position(str(START)) == expected
    assert position_text(BEGINNING) == START


def test_a_written_position_reads_as_the_same() -> None:
    """And is written the same way again."""
    for position in chain(reached(1, 50), thrown(1, 300)):
        line = position_text(position)
        assert read_position(line) == position
        assert position_text(read_position(line)) == line


def test_a_written_turn_reads_as_the_same() -> None:
    """For all legal turns of a few positions."""
    for position in reached(2, 5):
        for steps in legal_turns(position):
            assert read_turn(turn_text(steps)) == steps


def test_turns_by_example() -> None:
    """`c4-c5` is a step, `a6xb6>c7` one onto the ball; the order of steps is kept."""
    step, push = Step(CELL_OF["c4"], CELL_OF["c5"]), Step(CELL_OF["a6"], CELL_OF["b6"], CELL_OF["c7"])
    assert read_turn("c4-c5") == (step,)
    assert read_turn("a6xb6>c7") == (push,)
    assert read_turn("c4-c5,a6xb6>c7") == (step, push)
    assert read_turn("a6xb6>c7,c4-c5") == (push, step)


@pytest.mark.parametrize("typed", ["C4-C5, A6xB6>C7", " c4 - c5 ,a6 × b6 > c7", "c4–c5;a6xb6>c7", "c4→c5,a6-b6>c7"])
def test_people_may_type_turns_freely(typed: str) -> None:
    """Capitals, spaces and the dashes of phones don't matter."""
    assert turn_text(read_turn(typed)) == "c4-c5,a6xb6>c7"


@pytest.mark.parametrize(
    ("typed", "rule", "words"),
    [
        ("", "notation", "A step is missing"),
        ("hello", "notation", "“hello” isn’t a step"),
        ("c4", "notation", "isn’t a step"),
        ("c4-c5,", "notation", "A step is missing"),
        ("c4-c5-c6", "notation", "isn’t a step"),
        ("c4-c5>", "notation", "isn’t a step"),
        ("c4-٣5", "notation", "isn’t a step"),
        ("f4-f5", "board", "f4 is off the board"),
        ("c4-c13", "board", "c13 is off the board"),
        ("c0-c1", "board", "c0 is off the board"),
        ("a6xb6>c77", "board", "c77 is off the board"),
        ("c4-c5," * 50, "notation", "too long"),
    ],
)
def test_a_bad_turn_is_refused_with_the_reason(typed: str, rule: str, words: str) -> None:
    """The sentence says what a turn looks like, or where the board ends."""
    with pytest.raises(Unreadable, match=words) as caught:
        read_turn(typed)
    assert caught.value.rule == rule


def changed(old: str, new: str) -> str:
    assert old in str(START)
    return str(START).replace(old, new, 1)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("", "three parts"),
        ("garbage", "three parts"),
        (START + " -", "three parts"),
        (changed(" b 1", " x 1"), "side to move"),
        (changed(" b 1", " B 1"), "side to move"),
        (changed(" b 1", " b 2"), "very first turn"),
        (changed("2b2/5 b", "5/5 b"), "7 pieces, not 6 blue and 7 red"),
        (changed("2r2/r3r", "2rr1/r3r"), "7 pieces, not 7 blue and 8 red"),
        (changed("2r2/r3r", "5/r3r"), "7 pieces, not 7 blue and 6 red"),
        (changed("bob2", "bbb2"), "one ball on the board, not none"),
        (changed("2r2/r3r", "2ro1/r3r"), "one ball on the board, not 2"),
        (changed("2b2/5 b", "2b2 b"), "12 rows, from 12 down to 1, not 11"),
        (changed("2b2/5 b", "2b2/5/5 b"), "not 13"),
        (changed("/bob2/", "/bob3/"), "Row 6 has 6 cells"),
        (changed("/bob2/", "/bob1/"), "Row 6 has 4 cells"),
        (changed("/bob2/", "/bob11/"), "Row 6 may only have"),
        (changed("/bob2/", "/boB2/"), "Row 6 may only have"),
        (changed("/bob2/", "/bob0/"), "Row 6 may only have"),
        (changed("/bob2/", "//"), "Row 6 may only have"),
        (changed("/bob2/", "/bo²2/"), "Row 6 may only have"),
    ],
)
def test_a_bad_position_is_refused_with_the_reason(line: str, words: str) -> None:
    """Wrong parts, rows, pieces or balls."""
    with pytest.raises(Unreadable, match=words):
        read_position(line)
