"""Dice as expected and as rolled."""

from bot.features.fairness.verify import luck
from games.parts import Die


def test_luck_of_one_person() -> None:
    """One line is enough; nobody rolled, no line."""
    assert luck([], ["Anna"]) == []
    (line,) = luck([Die(0, 6, 6), Die(0, 6, 3)], ["Anna", "Ben"])
    assert line.startswith("Anna: 2 dice, average 4.50, expected 3.50")


def test_luck_of_several_people() -> None:
    """In the order of their seats, then all together."""
    lines = luck([Die(1, 6, 1), Die(0, 6, 6), Die(1, 6, 3)], ["Anna", "Ben"])
    assert [line.split(" (")[0] for line in lines] == [
        "Anna: 1 die, average 6.00, expected 3.50",
        "Ben: 2 dice, average 2.00, expected 3.50",
        "All together: 3 dice, average 3.33, expected 3.50",
    ]
