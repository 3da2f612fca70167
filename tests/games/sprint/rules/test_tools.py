"""Tools: who plays them, for whom, when and why, and the vote."""

from dataclasses import replace

import pytest

from games.sprint.board import card
from games.sprint.model import (
    Ballot,
    Done,
    Freed,
    Go,
    PlayTool,
    Roll,
    State,
    ToolAccepted,
    ToolOffered,
    ToolRefused,
    Turn,
    Vote,
)
from games.sprint.refusals import REASON_LIMIT
from tests.games.sprint.build import (
    GAME,
    IMPEDIMENT,
    OTHER_IMPEDIMENT,
    OTHER_TOOL,
    SCRUM,
    TOOL,
    at,
    game_with,
    make,
    refused,
    roll,
    vote,
)

WHY = "Two people notice more."
FOR_BEN = PlayTool(TOOL, 1, WHY)


@pytest.fixture
def state() -> State:
    """Ann is on turn and holds two tools, Ben is impeded, Cem is neither."""
    return game_with(at("S3", tools=(TOOL, OTHER_TOOL)), at("S5", impediment=IMPEDIMENT), at("S4"))


def test_drawing_a_tool() -> None:
    """“Draw one card from the deck of tool cards”: the player who drew it holds it."""
    after = roll(game_with(at("S2"), decks={"tools": (TOOL,)}), 1, SCRUM, 1)
    assert after.state.players[0].tools == (TOOL,)


def test_tools_are_public(state: State) -> None:
    """“They lie open, everybody sees them”, spectators included."""
    assert GAME.view(state, None).state.players[0].tools == (TOOL, OTHER_TOOL)
    assert GAME.view(state, 2).state.players[0].tools == (TOOL, OTHER_TOOL)


def test_listed_tools_come_with_a_reason() -> None:
    """The card's own; a team's card has none, and gets the shortest."""
    own = "Pair\nSit together."
    holding = game_with(at("S3", tools=(TOOL, own)), at("S5", impediment=IMPEDIMENT))
    reasons = [move.reason for move in GAME.moves(holding, 0) if isinstance(move, PlayTool)]
    assert reasons == [str(card(TOOL).because), "It fits."]


def test_a_tool_for_another(state: State) -> None:
    """“A tool that will remove an impediment from himself or another player”: all agree, and the turn is over."""
    offered = make(state, 0, FOR_BEN)
    assert offered.one(ToolOffered).impediment == IMPEDIMENT
    after = vote(offered.state, s1=True, s2=True)
    assert after.one(ToolAccepted).card == TOOL
    assert after.one(Freed).seat == 1
    assert after.state.players[1].impediment is None
    assert after.state.players[0].tools == (OTHER_TOOL,)
    assert after.state.discards["tools"] == (TOOL,)
    assert after.state.discards["impediments"] == (IMPEDIMENT,)
    assert after.state.turn == 1


def test_a_tool_for_yourself() -> None:
    """An impeded player may play a tool too."""
    state = game_with(at("S5", impediment=IMPEDIMENT, tools=(TOOL,)), at("S1"))
    after = vote(make(state, 0, PlayTool(TOOL, 0, WHY)).state, s1=True)
    assert after.state.players[0].impediment is None
    assert after.state.players[0].space == "S5"


def test_only_on_your_turn(state: State) -> None:
    """“Whoever's turn it is”: the others wait for theirs."""
    waiting = replace(state, turn=2)
    assert refused(waiting, 0, FOR_BEN).rule == "turns"
    assert GAME.moves(waiting, 0) == []


def test_not_on_the_first_turn(state: State) -> None:
    """“After the first turn, each player may …”: the first turn is a roll."""
    ann = at("start", turns=0, tools=(TOOL,))
    first = replace(state, players=(ann, *state.players[1:]))
    assert refused(first, 0, FOR_BEN).rule == "tools"
    assert GAME.moves(first, 0) == [Roll()]


def test_not_after_rolling(state: State) -> None:
    """“Instead of rolling”: a player who has rolled and is at a fork can no longer play a tool."""
    rolled = roll(replace(state, players=(at("S0", tools=(TOOL,)), *state.players[1:])), 1, 2)
    assert refused(rolled.state, 0, FOR_BEN).rule == "forks"
    assert all(isinstance(move, Go) for move in GAME.moves(rolled.state, 0))


def test_from_sprint_review(state: State) -> None:
    """“Also from Sprint Review”: a player there who can help gets a turn, and passes with `done`."""
    players = (at("review", tools=(TOOL,)), state.players[1], at("S4"))
    from_review = replace(state, players=players)
    assert [type(move) for move in GAME.moves(from_review, 0)] == [Done, PlayTool]
    assert vote(make(from_review, 0, FOR_BEN).state, s1=True, s2=True).state.players[1].impediment is None
    assert make(from_review, 0, Done()).state.turn == 1
    assert refused(from_review, 0, Roll()).rule == "review"


def test_players_in_review_who_cannot_help_are_skipped() -> None:
    """They get a turn only with a tool and an impeded teammate."""
    impeded = at("S5", impediment=IMPEDIMENT)
    skipped = game_with(at("S1"), at("review"), impeded)
    assert roll(skipped, SCRUM, SCRUM).state.turn == 2
    asked = game_with(at("S1"), at("review", tools=(TOOL,)), impeded)
    assert roll(asked, SCRUM, SCRUM).state.turn == 1
    nobody_impeded = game_with(at("S1"), at("review", tools=(TOOL,)), at("S4"))
    assert roll(nobody_impeded, SCRUM, SCRUM).state.turn == 2


@pytest.mark.parametrize(
    ("move", "part"),
    [
        pytest.param(PlayTool("half-a-sandwich", 1, WHY), "don’t hold", id="a tool that you don't hold"),
        pytest.param(PlayTool(TOOL, 2, WHY), "isn’t impeded", id="for a player who is not impeded"),
        pytest.param(PlayTool(TOOL, 0, WHY), "isn’t impeded", id="for yourself, not impeded"),
        pytest.param(PlayTool(TOOL, 7, WHY), "isn’t impeded", id="for a seat that does not exist"),
        pytest.param(PlayTool(TOOL, -1, WHY), "isn’t impeded", id="for a negative seat"),
        pytest.param(PlayTool(TOOL, 1, "  "), "Say in one sentence", id="without a reason"),
        pytest.param(PlayTool(TOOL, 1, "x" * (REASON_LIMIT + 1)), "at most 300", id="with a speech"),
    ],
)
def test_what_a_tool_needs(state: State, move: PlayTool, part: str) -> None:
    """“The player explains why the tool will remove the impediment”: a tool held, somebody impeded, a sentence."""
    refusal = refused(state, 0, move)
    assert part in refusal.sentence
    assert refusal.rule == "tools"


def test_any_tool_for_any_impediment(state: State) -> None:
    """“It is entirely up to the team to determine if the proposed tool can indeed remove the impediment.”"""
    offers = {(move.card, move.target) for move in GAME.moves(state, 0) if isinstance(move, PlayTool)}
    assert offers == {(TOOL, 1), (OTHER_TOOL, 1)}


def test_every_other_player_votes(state: State) -> None:
    """“Every other player says yes or no”: the impeded player too, but not the one who offers it; nobody twice."""
    ballot = make(state, 0, FOR_BEN).state
    assert GAME.awaits(ballot) == (1, 2)
    assert refused(ballot, 0, Vote(yes=True)).rule == "votes"
    once = vote(ballot, s2=True).state
    assert GAME.awaits(once) == (1,)
    assert "already" in refused(once, 2, Vote(yes=False)).sentence


def test_no_other_moves_during_a_vote(state: State) -> None:
    """The turn continues once everybody has voted."""
    ballot = make(state, 0, FOR_BEN).state
    assert isinstance(ballot.phase, Ballot)
    for move in (Roll(), PlayTool(OTHER_TOOL, 1, WHY), Done(), Go("S4")):
        assert refused(ballot, 0, move).rule == "votes"


def test_nothing_to_vote_on(state: State) -> None:
    """No vote without an offer."""
    assert refused(state, 1, Vote(yes=True)).rule == "votes"


class TestOneNo:
    """“One no and it stays. Then the tool is kept and the player may still roll.”"""

    @pytest.fixture
    def after(self, state: State) -> State:
        voted = vote(make(state, 0, FOR_BEN).state, s1=True, s2=False)
        counted = voted.one(ToolRefused)
        assert (counted.yes, counted.no) == (1, 1)
        return voted.state

    def test_nothing_changes(self, after: State) -> None:
        """Impediment, tool and turn are as before."""
        assert after.players[1].impediment == IMPEDIMENT
        assert after.players[0].tools == (TOOL, OTHER_TOOL)
        assert after.turn == 0
        assert isinstance(after.phase, Turn)

    def test_not_the_same_again(self, after: State) -> None:
        """“But not offer the same tool for the same impediment again this turn.”"""
        assert "just said no" in refused(after, 0, FOR_BEN).sentence
        assert [move for move in GAME.moves(after, 0) if isinstance(move, PlayTool) and move.card == TOOL] == []

    def test_another_tool(self, after: State) -> None:
        """Another tool may be offered; if that is refused too, the player can still roll."""
        twice = vote(make(after, 0, PlayTool(OTHER_TOOL, 1, WHY)).state, s1=False, s2=True).state
        assert GAME.moves(twice, 0) == [Roll()]

    def test_another_impediment(self, after: State) -> None:
        """The same tool may be offered against somebody else's impediment."""
        cem = replace(after.players[2], impediment=OTHER_IMPEDIMENT)
        both = replace(after, players=(*after.players[:2], cem))
        assert make(both, 0, PlayTool(TOOL, 2, WHY)).one(ToolOffered).target == 2

    def test_the_roll(self, after: State) -> None:
        """The player may still roll."""
        assert roll(after, SCRUM, 5).state.players[0].space == "S8"

    def test_the_next_turn(self, after: State) -> None:
        """On the next turn the same tool may be offered again."""
        state = roll(roll(roll(after, SCRUM, SCRUM).state, 1, 2).state, SCRUM, SCRUM).state
        assert state.turn == 0
        assert make(state, 0, FOR_BEN).one(ToolOffered).card == TOOL


def test_votes_are_hidden_during_the_vote(state: State) -> None:
    """Everybody sees who has voted, but only their own vote."""
    ballot = vote(make(state, 0, FOR_BEN).state, s2=False).state
    for viewer, seen in [(None, None), (0, None), (1, None), (2, False)]:
        phase = GAME.view(ballot, viewer).state.phase
        assert isinstance(phase, Ballot)
        assert phase.votes == {2: seen}


def test_a_freed_player_rolls_next_turn(state: State) -> None:
    """After a tool has removed the impediment, the player's next turn is a normal one."""
    freed = vote(make(state, 0, FOR_BEN).state, s1=True, s2=True).state
    assert roll(freed, 3, SCRUM).state.players[1].space == "S8"


def test_go_needs_a_fork(state: State) -> None:
    """There is nothing to choose before a roll."""
    assert refused(state, 0, Go("S4")).rule == "forks"
