"""The automatic player makes sensible moves."""

import pytest

from games.chance import Chance
from games.contract import defaults, suggested
from games.sprint.model import Done, Fork, Go, PlayTool, Roll, State, Turn, Vote
from games.testing.play import play
from games.values import replace
from tests.games.sprint.build import DISCUSS, GAME, IMPEDIMENT, SCRUM, TOOL, at, game_with, make, roll, vote

GAMES_PLAYED = 60


def wins(sense: float, seats: int, **options: str) -> int:
    chosen = {**defaults(GAME), **options}
    games = [play(GAME, number, seats, chosen, sense=sense) for number in range(GAMES_PLAYED)]
    return sum(bool(result.winners) for played in games if (result := GAME.result(played.last)))


def advised(state: State, seat: int = 0, seed: int = 0) -> object:
    return suggested(GAME, state, seat, Chance(bytes([seed]) * 32))


@pytest.mark.parametrize("board", ["standard", "long"])
def test_wins_more_than_random_moves(board: str) -> None:
    """Over the same sixty seeds, automatic players win far more often."""
    sensible, careless = wins(1.0, 4, board=board), wins(0.0, 4, board=board)
    assert sensible >= careless + GAMES_PLAYED // 4
    assert sensible >= GAMES_PLAYED // 3


def test_a_sensible_team_wins_as_often_as_the_rules_say() -> None:
    """RULES.md says 63-78% on the standard board; with sixty games, allow some margin."""
    assert 0.5 * GAMES_PLAYED <= wins(1.0, 4) <= 0.9 * GAMES_PLAYED


def test_goes_home_when_the_work_is_done() -> None:
    """At 0 hours Sprint Review is the best space."""
    assert advised(roll(game_with(at("S12"), hours=0), 1, 2).state) == Go("review")


def test_does_not_go_home_with_much_work_left() -> None:
    """With 300 hours left it does not turn off into review."""
    assert advised(roll(game_with(at("S12"), at("S4")), 1, 2).state) == Go("S2")


def test_the_last_player_stays_outside_while_work_is_left() -> None:
    """Even if the alternative is an End of Day."""
    state = roll(game_with(at("S0"), at("review"), hours=5), 4, SCRUM).state
    assert isinstance(state.phase, Fork)
    assert advised(state) == Go("S4")


def test_plays_a_tool_that_fits_for_itself() -> None:
    """If one of its tools helps against its own impediment, it plays the tool and gives a reason."""
    move = advised(game_with(at("S5", impediment=IMPEDIMENT, tools=(TOOL,)), at("S4")))
    assert isinstance(move, PlayTool)
    assert (move.card, move.target) == (TOOL, 0)
    assert move.reason


def test_rolls_when_no_tool_fits() -> None:
    """It keeps a tool that does not help."""
    assert advised(game_with(at("S5", impediment=IMPEDIMENT, tools=("no-pings-till-eleven",)), at("S4"))) == Roll()


def test_helps_from_review_or_passes() -> None:
    """In Sprint Review it plays a tool that fits, and passes otherwise."""
    impeded = at("S5", impediment=IMPEDIMENT)
    assert isinstance(advised(game_with(at("review", tools=(TOOL,)), impeded)), PlayTool)
    assert advised(game_with(at("review", tools=("no-pings-till-eleven",)), impeded)) == Done()


def test_rolls_after_every_tool_was_refused() -> None:
    """However often the team says no, its turn ends with a roll."""
    state = game_with(at("S5", impediment=IMPEDIMENT, tools=(TOOL, "patient-duck")), at("S4"))
    for _ in range(2):
        move = advised(state)
        assert isinstance(move, PlayTool)
        state = vote(make(state, 0, move).state, s1=False).state
        assert isinstance(state.phase, Turn)
    assert advised(state) == Roll()


def test_agrees_to_what_fits() -> None:
    """It always votes yes for a tool that helps."""
    state = game_with(at("S3", tools=(TOOL,)), at("S5", impediment=IMPEDIMENT))
    ballot = make(state, 0, PlayTool(TOOL, 1, "It helps.")).state
    assert {advised(ballot, 1, seed) for seed in range(20)} == {Vote(yes=True)}


def test_votes_and_closes_discussions() -> None:
    """It votes in a discussion, mostly yes, and closes it once everybody has voted."""
    talk = roll(game_with(at("S1"), at("S4"), decks={"opportunities": (DISCUSS,)}), 1, SCRUM, 1).state
    talks = [replace(talk, hours=hours) for hours in range(1, 101)]
    votes = [advised(each, 0) for each in talks]
    assert 70 <= votes.count(Vote(yes=True)) <= 90
    assert [advised(each, 1) for each in talks] == votes, "automatic players speak with one voice"
    assert advised(vote(talk, s0=True, s1=False).state) == Done()
