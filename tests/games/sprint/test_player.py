"""The automatic player plays with sense."""

import pytest

from games.api import defaults
from games.chance import Chance
from games.sprint.model import Done, Fork, Go, PlayTool, Roll, State, Turn, Vote
from tests.contract.play import play
from tests.games.sprint.build import DISCUSS, GAME, IMPEDIMENT, SCRUM, TOOL, at, game_with, make, roll, vote

GAMES_PLAYED = 60


def wins(sense: float, seats: int, **options: str) -> int:
    chosen = {**defaults(GAME), **options}
    games = [play(GAME, number, seats, chosen, sense=sense) for number in range(GAMES_PLAYED)]
    return sum(bool(result.winners) for played in games if (result := GAME.result(played.last)))


def suggested(state: State, seat: int = 0, seed: int = 0) -> object:
    return GAME.suggest(state, seat, Chance(bytes([seed]) * 32))


@pytest.mark.parametrize("board", ["standard", "long"])
def test_wins_more_than_chance(board: str) -> None:
    """Over the same sixty seeds automatic players win far more often than random moves."""
    sensible, careless = wins(1.0, 4, board=board), wins(0.0, 4, board=board)
    assert sensible >= careless + GAMES_PLAYED // 4
    assert sensible >= GAMES_PLAYED // 3


def test_a_sensible_team_wins_as_often_as_the_rules_say() -> None:
    """RULES.md: 63-78% on the standard board. Sixty games leave some room around that."""
    assert 0.5 * GAMES_PLAYED <= wins(1.0, 4) <= 0.9 * GAMES_PLAYED


def test_goes_home_when_the_work_is_done() -> None:
    """At 0 hours Sprint Review is the best of all spaces."""
    assert suggested(roll(game_with(at("S12"), hours=0), 1, 2).state) == Go("review")


def test_does_not_go_home_alone_with_much_work_left() -> None:
    """With 300 hours left nobody turns into review."""
    assert suggested(roll(game_with(at("S12"), at("S4")), 1, 2).state) == Go("S2")


def test_never_finishes_an_unfinished_sprint() -> None:
    """The last one outside stays outside while there is work, even where an End of Day is the other way."""
    state = roll(game_with(at("S0"), at("review"), hours=5), 4, SCRUM).state
    assert isinstance(state.phase, Fork)
    assert suggested(state) == Go("S4")


def test_plays_a_tool_that_fits_for_itself() -> None:
    """An own impediment that an own tool helps against: play it, with a reason."""
    move = suggested(game_with(at("S5", impediment=IMPEDIMENT, tools=(TOOL,)), at("S4")))
    assert isinstance(move, PlayTool)
    assert (move.card, move.target) == (TOOL, 0)
    assert move.reason


def test_rolls_when_no_tool_fits() -> None:
    """A tool that does not help is kept."""
    assert suggested(game_with(at("S5", impediment=IMPEDIMENT, tools=("no-pings-till-eleven",)), at("S4"))) == Roll()


def test_helps_from_review_and_lets_go_otherwise() -> None:
    """In Sprint Review it plays what fits, and else lets the turn pass."""
    impeded = at("S5", impediment=IMPEDIMENT)
    assert isinstance(suggested(game_with(at("review", tools=(TOOL,)), impeded)), PlayTool)
    assert suggested(game_with(at("review", tools=("no-pings-till-eleven",)), impeded)) == Done()


def test_offers_end() -> None:
    """However often the team says no, a turn of an automatic player comes to a roll."""
    state = game_with(at("S5", impediment=IMPEDIMENT, tools=(TOOL, "patient-duck")), at("S4"))
    for _ in range(2):
        move = suggested(state)
        assert isinstance(move, PlayTool)
        state = vote(make(state, 0, move).state, s1=False).state
        assert isinstance(state.phase, Turn)
    assert suggested(state) == Roll()


def test_agrees_to_what_fits() -> None:
    """It votes yes for a tool that helps, whatever its mood."""
    state = game_with(at("S3", tools=(TOOL,)), at("S5", impediment=IMPEDIMENT))
    ballot = make(state, 0, PlayTool(TOOL, 1, "It helps.")).state
    assert {suggested(ballot, 1, seed) for seed in range(20)} == {Vote(yes=True)}


def test_votes_and_closes_discussions() -> None:
    """In a discussion it votes, sometimes no, and closes it when everybody has voted."""
    talk = roll(game_with(at("S1"), at("S4"), decks={"opportunities": (DISCUSS,)}), 1, SCRUM, 1).state
    votes = [suggested(talk, 0, seed) for seed in range(50)]
    assert set(map(str, votes)) == {str(Vote(yes=True)), str(Vote(yes=False))}
    assert votes.count(Vote(yes=True)) > votes.count(Vote(yes=False))
    assert suggested(vote(talk, s0=True, s1=False).state) == Done()
