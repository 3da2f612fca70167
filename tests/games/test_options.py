"""What a host may type for an option, up to the bounds and no further."""

import pytest

from games.contract import Option, OptionValue

HOURS = Option("hours", "Of work", 300, minimum=100, maximum=999)
BOARD = Option("board", "Which", "standard", choices=("standard", "long"))
COLUMNS = Option("columns", "Of notes", "boat", choices=("boat",), minimum=2, maximum=3, free=True)


@pytest.mark.parametrize(
    ("option", "text", "value"),
    [
        (HOURS, "100", 100),
        (HOURS, "999", 999),
        (BOARD, "LONG", "long"),
        (COLUMNS, "Boat", "boat"),
        (COLUMNS, "Keep,Try", "Keep,Try"),
        (COLUMNS, "Keep,Drop,Try", "Keep,Drop,Try"),
    ],
)
def test_what_is_understood(option: Option, text: str, value: OptionValue) -> None:
    """A number within its bounds, a choice in upper or lower case, or as many words as there may be."""
    assert option.read(text) == value


@pytest.mark.parametrize("text", ["99", "1000", "", "-100", "1e2", "1_00", "٣٠٠", "many", "9" * 5000])
def test_what_is_not_a_number_within_the_bounds(text: str) -> None:
    """Nor does a number of thousands of digits raise an error that means nothing to the host."""
    with pytest.raises(ValueError, match=r"^hours is a number from 100 to 999\.$"):
        HOURS.read(text)


@pytest.mark.parametrize("text", ["Keep", "A,B,C,D", "Keep,,Try", "Keep,"])
def test_too_few_words_or_too_many(text: str) -> None:
    with pytest.raises(ValueError, match="2 to 3 words of your own"):
        COLUMNS.read(text)


def test_what_is_not_a_choice() -> None:
    with pytest.raises(ValueError, match=r"^board is one of standard, long\.$"):
        BOARD.read("round")
