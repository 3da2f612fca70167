"""Both boards, space by space, as in RULES.md."""

import pytest

from games.sprint.board import BOARDS, card, decks_for, load_board

KINDS = {
    "Impediment": ("impediment", 0),
    "Opportunity": ("opportunity", 0),
    "Tool": ("tool", 0),
    "End of Day": ("day", 0),
    "take a die": ("die", 0),
    "UP": ("report", -1),
    "x1": ("report", 1),
    "x2": ("report", 2),
}

STANDARD = {
    "P": "+50, take a die, +25, -25, +50",
    "S": "End of Day, Impediment, Opportunity, Tool, End of Day, Impediment, Opportunity, Tool, End of Day, x2, "
    "Impediment, Opportunity, Tool",
    "D": "x1, x2, UP, x1, x2, UP",
}
LONG = {
    "P": "+20, -10, +10, -20, -30",
    "S": "End of Day, Tool, Opportunity, Impediment, Tool, x1, End of Day, Impediment, Opportunity, Tool, Impediment, "
    "Opportunity, take a die, Tool, End of Day, x1, x2, Impediment, UP, x1, Opportunity, Tool",
    "D": "x2, UP, Impediment, x1, End of Day, x1, UP, Tool, End of Day",
}


def meant(word: str) -> tuple[str, int]:
    return KINDS[word] if word in KINDS else ("hours", int(word))


@pytest.mark.parametrize(("key", "layout"), [("standard", STANDARD), ("long", LONG)])
def test_spaces(key: str, layout: dict[str, str]) -> None:
    """Every space is as in RULES.md, and there are no others."""
    board = load_board(key)
    expected = {"start": ("start", 0), "review": ("review", 0)}
    for prefix, words in layout.items():
        first = 0 if prefix == "S" else 1
        expected |= {f"{prefix}{n}": meant(word) for n, word in enumerate(words.split(", "), start=first)}
    assert {space.id: (space.kind, space.amount) for space in board.spaces.values()} == expected


@pytest.mark.parametrize(
    ("key", "last", "daily", "out"), [("standard", "S12", "S9", "D6"), ("long", "S21", "S15", "D9")]
)
def test_paths(key: str, last: str, daily: str, out: str) -> None:
    """Each space leads to the next; only S0 and the Daily Scrum fork, the circles close, and review is the end."""
    board = load_board(key)
    numbered = [space for space in board.spaces if space[1:].isdigit()]
    expected: dict[str, tuple[str, ...]] = {space: (f"{space[0]}{int(space[1:]) + 1}",) for space in numbered}
    expected |= {"start": ("P1",), "P5": ("S0",), "S0": ("S1", "review"), last: ("S0",), out: (daily,), "review": ()}
    expected[daily] = (f"S{int(daily[1:]) + 1}", "D1")
    assert {space.id: space.next for space in board.spaces.values()} == expected
    assert (board.daily_scrum, board.circle, board.end_of_day) == (daily, "D1", "S0")


def test_only_the_long_board_has_a_free_circle() -> None:
    """“Whether the circle is once a lap or free is a property of the board.”"""
    assert {key: load_board(key).free_circle for key in BOARDS} == {"standard": False, "long": True}


def test_the_standard_board_comes_first() -> None:
    """The document's board is the default and the first of the choices."""
    assert BOARDS == ("standard", "long")


@pytest.mark.parametrize(("key", "discuss", "daily", "day"), [("standard", 11, 11, 2), ("long", 14, 6, 4)])
def test_decks(key: str, discuss: int, daily: int, day: int) -> None:
    """24 tools, 24 impediments (RULES.md: at least 21 and 20) and 24 opportunities of three kinds, all different."""
    decks = decks_for(load_board(key))
    assert {deck: len(set(cards)) for deck, cards in decks.items()} == {
        "tools": 24,
        "impediments": 24,
        "opportunities": 24,
    }
    assert all(len(set(cards)) == len(cards) for cards in decks.values())
    actions = [card(key).action for key in decks["opportunities"]]
    assert [actions.count(action) for action in ("discuss", "daily_scrum", "end_of_day")] == [discuss, daily, day]
