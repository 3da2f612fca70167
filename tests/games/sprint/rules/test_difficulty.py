"""Difficulty in words, hours and days of one's own, and tools that burn hours."""

import pytest

from games.contract import Options
from games.sprint.board import BOARDS, LEVELS
from games.sprint.model import Freed, PlayTool, ToolAccepted
from games.sprint.words.narration import narrate
from tests.games.sprint.build import (
    GAME,
    IMPEDIMENT,
    OTHER_IMPEDIMENT,
    TOOL,
    LoadedChance,
    at,
    game_with,
    make,
    new_game,
    vote,
)

CHOSEN = [level for level in LEVELS if level != "document"]


def test_the_published_game_is_the_default() -> None:
    """300 hours and 10 days, for every number of players and on both boards."""
    for board in BOARDS:
        found = {(state.hours, state.days) for seats in GAME.seats for state in [new_game(seats, board=board)]}
        assert found == {(300, 10)}


@pytest.mark.parametrize("board", BOARDS)
def test_every_size_has_every_difficulty(board: str) -> None:
    """The harder, the fewer days or the more hours; measured in docs/balance.md."""
    for seats in GAME.seats:
        games = [new_game(seats, board=board, difficulty=level) for level in CHOSEN]
        days = [game.days for game in games]
        assert days == sorted(days, reverse=True)
        assert len({(game.hours, game.days) for game in games}) == len(CHOSEN)
        assert all(50 <= game.hours <= 1000 for game in games)


def test_hours_and_days_of_ones_own_count_first() -> None:
    """Also the published ones; what isn't set is left to the difficulty."""
    relaxed = new_game(4, difficulty="relaxed")
    assert (new_game(4, difficulty="relaxed", hours=300).hours, relaxed.days) == (300, relaxed.days)
    own = new_game(4, difficulty="relaxed", days=10)
    assert (own.hours, own.days) == (relaxed.hours, 10)


def test_options_stored_before_there_was_a_difficulty() -> None:
    """An older table starts as it did."""
    options: Options = {"hours": 250, "days": 8, "minutes": 5, "board": "standard", "impediments": "standard"}
    started = GAME.start(3, options, LoadedChance())[0]
    assert started.kind == "started"
    assert (started.hours, started.days, started.helpful) == (250, 8, False)


def test_people_read_titles() -> None:
    """No key in the lobby, and a number that isn't set says who sets it."""
    options = {option.name: option for option in GAME.options}
    assert options["difficulty"].titled["relaxed"] == "Relaxed"
    assert options["hours"].title_of(0) == "as the difficulty says"
    assert options["tools"].title_of("helpful") == "Helpful"


# --- tools=helpful -------------------------------------------------------------------------------------------------


def helped(hours: int, *, helpful: bool = True) -> list[object]:
    """What happens when Ben and Cem accept Anna's tool; Cem is impeded too."""
    players = (at("S5", impediment=IMPEDIMENT, tools=(TOOL,)), at("S3"), at("S5", impediment=OTHER_IMPEDIMENT))
    state = make(game_with(*players, hours=hours, helpful=helpful), 0, PlayTool(TOOL, 0, "It helps.")).state
    after = vote(state, s1=True, s2=True)
    return [after.state.hours, *(each for each in after.events if isinstance(each, ToolAccepted | Freed))]


def test_a_helpful_tool_burns_ten_hours() -> None:
    """And says so; in the published game it burns none."""
    accepted, freed = ToolAccepted(0, TOOL, 0, burned=10), Freed(0, IMPEDIMENT, "tool")
    assert helped(100) == [90, accepted, freed]
    assert narrate(accepted, None) == "Everybody agrees, and it saves 10 hours of work."
    assert helped(100, helpful=False) == [100, ToolAccepted(0, TOOL, 0), freed]


def test_the_last_hours_free_everybody() -> None:
    """No more than is left, and nobody stays impeded."""
    left, accepted, *freed = helped(7)
    assert (left, accepted) == (0, ToolAccepted(0, TOOL, 0, burned=7))
    assert freed == [Freed(0, IMPEDIMENT, "tool"), Freed(2, OTHER_IMPEDIMENT, "work_done")]
