"""A release: forecasts by vote, three short sprints, an improvement after each of the first two."""

from typing import Any

import pytest

from games.sprint.model import (
    CallTime,
    CardDrawn,
    Discussion,
    Finished,
    Improve,
    ImprovementChosen,
    Over,
    Plan,
    Planning,
    Reflecting,
    Reported,
    Roll,
    SprintClosed,
    SprintPlanned,
    State,
    TurnBegan,
    VotedFor,
)
from games.sprint.release import PastSprint, Release
from games.values import replace
from tests.games.sprint.build import (
    DISCUSS,
    GAME,
    IMPEDIMENT,
    TOOL,
    After,
    at,
    dice,
    landings,
    make,
    new_game,
    refused,
    roll,
)


def release(seats: int = 2, **changes: Any) -> State:
    """A release that is being planned; `changes` of the release itself."""
    state = new_game(seats, sprints="3")
    assert state.release is not None
    return replace(state, release=replace(state.release, **changes))


def planned(*hours: int, state: State | None = None) -> After:
    """Everybody has voted for a forecast."""
    after = After(state or release(len(hours)), [])
    for seat, each in enumerate(hours):
        after = make(after.state, seat, Plan(each))
    return after


def running(*players: Any, improvements: tuple[Any, ...] = (), **changes: Any) -> State:
    """A sprint with these players, the first on turn."""
    state = planned(100, 100, state=release(improvements=())).state
    assert state.release is not None
    everybody = (*players, *state.players[len(players) :])
    return replace(state, players=everybody, release=replace(state.release, improvements=improvements), **changes)


def _release(state: State) -> Release:
    assert state.release is not None
    return state.release


class TestPlanning:
    def test_it_begins_with_a_vote(self) -> None:
        """300 hours, four days, costly impediments, helpful tools and two minutes, whatever else was set."""
        state = new_game(3, sprints="3", hours=900, days=30, difficulty="relaxed", minutes=9, board="long")
        assert (state.hours, state.days, state.minutes, state.costly, state.helpful) == (300, 4, 2, True, True)
        assert state.board == "standard"
        assert isinstance(state.phase, Planning)
        assert GAME.awaits(state) == (0, 1, 2)
        assert GAME.moves(state, 1) == [Plan(100), Plan(150), Plan(200)]

    def test_most_votes_count(self) -> None:
        """The sprint begins as soon as everybody has voted, with all pieces on S0."""
        after = planned(200, 150, 200)
        found = after.one(SprintPlanned)
        assert (found.sprint, found.forecast, found.votes) == (1, 200, {"100": 0, "150": 1, "200": 2})
        assert (after.state.hours, after.state.planned, after.state.dice) == (200, 200, 3)
        assert {player.space for player in after.state.players} == {"S0"}
        assert after.one(TurnBegan).seat == 0

    def test_a_tie_takes_the_smaller(self) -> None:
        """Two forecasts with the same number of votes."""
        assert planned(200, 150).one(SprintPlanned).forecast == 150
        assert planned(200, 100, 150).one(SprintPlanned).forecast == 100

    def test_never_more_than_is_left(self) -> None:
        """After 150 hours, 200 can't be promised; other numbers never."""
        state = release(past=(PastSprint(150, 150, 0, 3),), improvements=("die",))
        assert GAME.moves(state, 0) == [Plan(100), Plan(150)]
        assert refused(state, 0, Plan(200)).rule == "release"
        assert refused(state, 0, Plan(125)).rule == "release"

    def test_votes_are_secret_and_final(self) -> None:
        """Others see who voted, not for what."""
        after = make(release(), 0, Plan(200))
        assert GAME.view(after.state, 1).state.phase == Planning({0: None})
        assert GAME.view(after.state, 0).state.phase == Planning({0: "200"})
        assert refused(after.state, 0, Plan(100)).rule == "votes"
        assert after.kinds() == ["voted_for"]

    def test_after_a_minute_the_votes_so_far_count(self) -> None:
        """Without any, it is the smallest forecast; the clock of another vote changes nothing."""
        state = make(release(), 1, Plan(200)).state
        deadline = GAME.clock.deadline(state)
        assert deadline is not None
        assert (deadline.seconds, deadline.move) == (60, CallTime(1, "planning"))
        assert make(state, None, deadline.move).one(SprintPlanned).forecast == 200
        assert make(release(), None, deadline.move).one(SprintPlanned).forecast == 100
        assert refused(state, None, CallTime(1)).rule == "discussion"
        assert refused(state, None, CallTime(1, "reflection")).rule == "release"
        assert refused(state, 0, deadline.move).rule == "discussion"

    def test_nobody_rolls_meanwhile(self) -> None:
        """And nobody plans or improves while a sprint runs."""
        assert refused(release(), 0, Roll()).rule == "release"
        assert refused(running(), 0, Plan(100)).rule == "release"
        assert refused(running(), 0, Improve("die")).rule == "release"


class TestDoing:
    def test_the_first_roll_is_with_one_die(self) -> None:
        """As in the document; and the way to Sprint Review is closed."""
        assert roll(running(), 4).state.players[0].space == "S4"
        assert roll(running(at("S12")), 1, 3, 1).state.players[0].space == "S3"  # past S0

    def test_at_0_hours_the_review_is_held_at_once(self) -> None:
        """The whole forecast is delivered, and the team looks back."""
        after = roll(running(at("S8"), hours=5), 1, 6, 2, 3, 4)
        closed = after.one(SprintClosed)
        assert (closed.delivered, closed.left, closed.total) == (100, 0, 100)
        assert isinstance(after.state.phase, Reflecting)
        assert after.all(TurnBegan) == []

    def test_after_the_fourth_day_nothing_is_delivered(self) -> None:
        """The work returns to the backlog."""
        after = roll(running(at("S3"), hours=1, day=3), 1, 6)
        closed = after.one(SprintClosed)
        assert (closed.delivered, closed.left, closed.day, closed.total) == (0, 1, 4, 0)
        assert _release(after.state).left == 300

    def test_a_helpful_tool_can_end_a_sprint(self) -> None:
        """It burns the last hours."""
        from games.sprint.model import PlayTool, Vote  # noqa: PLC0415  only here

        state = running(at("S3", tools=(TOOL,)), at("S5", impediment=IMPEDIMENT), hours=10)
        after = make(make(state, 0, PlayTool(TOOL, 1, "It fits.")).state, 1, Vote(yes=True))
        assert after.one(SprintClosed).delivered == 100
        assert after.kinds()[-1] == "sprint_closed"

    def test_the_third_sprint_ends_the_release(self) -> None:
        """Won with 300 hours, and lost with fewer; then nobody is awaited."""
        two = (PastSprint(100, 100, 0, 2), PastSprint(100, 100, 0, 3))
        for past, won in ((two, True), ((*two[:1], PastSprint(100, 0, 7, 4)), False)):
            state = running(at("S8"), hours=5)
            state = replace(state, release=replace(_release(state), past=past, improvements=("die", "done")))
            after = roll(state, 1, 6, 2, 3, 4)
            finished = after.one(Finished)
            assert (finished.won, finished.reason, finished.hours) == (won, "release", 0 if won else 100)
            assert isinstance(after.state.phase, Over)
            assert GAME.awaits(after.state) == ()

    def test_300_hours_end_it_early(self) -> None:
        """After two sprints, if they delivered it all."""
        state = running(at("S8"), hours=5)
        past = (PastSprint(200, 200, 0, 3),)
        after = roll(replace(state, release=replace(_release(state), past=past, improvements=("die",))), 1, 6, 2, 3, 4)
        assert after.one(Finished).won


class TestReflecting:
    def reflecting(self, **changes: Any) -> State:
        after = roll(running(at("S8"), hours=5), 1, 6, 2, 3, 4)
        return replace(after.state, release=replace(_release(after.state), **changes))

    def test_the_most_votes_count_and_a_tie_takes_the_first(self) -> None:
        """In the order in which they are listed."""
        state = self.reflecting()
        after = make(make(state, 0, Improve("toolbox")).state, 1, Improve("topics"))
        assert after.one(ImprovementChosen).improvement == "topics"
        assert isinstance(after.state.phase, Planning)
        assert _release(after.state).sprint == 2

    def test_each_improvement_once(self) -> None:
        """What was chosen isn't offered again."""
        state = self.reflecting(improvements=("done",))
        assert GAME.moves(state, 0) == [Improve("die"), Improve("topics"), Improve("toolbox")]
        assert refused(state, 0, Improve("done")).rule == "improvements"

    def test_without_a_vote_nothing_changes(self) -> None:
        """After two minutes."""
        state = self.reflecting()
        deadline = GAME.clock.deadline(state)
        assert deadline is not None
        assert deadline.seconds == 120
        after = make(state, None, deadline.move)
        assert after.one(ImprovementChosen).improvement is None
        assert _release(after.state).improvements == (None,)

    def test_a_single_forecast_needs_no_vote(self) -> None:
        """With 100 hours left, they are the next sprint; whoever follows the last player begins it."""
        state = self.reflecting(past=(PastSprint(200, 200, 0, 2),))
        after = make(make(state, 0, Improve("die")).state, 1, Improve("die"))
        found = after.one(SprintPlanned)
        assert (found.sprint, found.forecast, found.votes) == (2, 100, {})
        assert after.one(TurnBegan).seat == 1


class TestImprovements:
    def test_one_more_die(self) -> None:
        """In every sprint from then on."""
        state = release(past=(PastSprint(100, 0, 5, 4),), improvements=("die",))
        assert planned(150, 150, state=state).state.dice == 4

    def test_impediments_become_opportunities(self) -> None:
        """The space draws from the other deck."""
        state = running(at("S0"), improvements=("topics",))
        state = replace(state, decks={**state.decks, "opportunities": (DISCUSS,)})
        after = roll(state, 1, 6, 1)
        assert after.one(CardDrawn).deck == "opportunities"
        assert isinstance(after.state.phase, Discussion)

    def test_up_burns_down(self) -> None:
        """Once."""
        state = running(at("D2", circled=True), improvements=("done",), hours=50)
        reported = roll(state, 1, 6, 1, 2, 3).one(Reported)
        assert (reported.times, reported.hours) == (1, 44)

    def test_everybody_begins_with_a_tool(self) -> None:
        """Drawn from the full deck; others are gone."""
        state = release(past=(PastSprint(100, 0, 5, 4),), improvements=("toolbox",))
        state = replace(state, players=tuple(replace(each, tools=(TOOL,)) for each in state.players))
        state = make(state, 0, Plan(100)).state
        after = make(state, 1, Plan(100), dice(1, 2))
        tools = _release(after.state).decks["tools"]
        assert [player.tools for player in after.state.players] == [tools[:1], (tools[2],)]
        assert after.state.decks["tools"] == (tools[1], *tools[3:])
        assert [(draw.below, draw.value) for draw in GAME.proof.randomness(state, after.one(SprintPlanned))] == [
            (len(tools), 0),
            (len(tools) - 1, 1),
        ]


def test_a_sprint_begins_anew() -> None:
    """Dice, hands, impediments and their decks; opportunities come up once per release."""
    state = running(at("S3", tools=(TOOL,)), at("S5", impediment=IMPEDIMENT), hours=3, dice=7)
    state = replace(state, decks={**state.decks, "opportunities": (DISCUSS,), "tools": ()})
    closed = roll(replace(state, day=3), 1, 6).state
    again = make(make(closed, 0, Improve("die")).state, 1, Improve("die")).state
    after = planned(100, 100, state=again).state
    assert after.decks["opportunities"] == (DISCUSS,)
    assert len(after.decks["tools"]) == len(after.decks["impediments"]) == 24
    assert (after.day, after.burndown, after.dice) == (0, (), 4)
    assert all((player.space, player.tools, player.impediment) == ("S0", (), None) for player in after.players)
    assert make(again, 0, Plan(100)).events == [VotedFor(0, "100")]


@pytest.mark.parametrize(("hours", "open_"), [(51, False), (50, True), (0, True)])
def test_sprint_review_opens_late(hours: int, open_: bool) -> None:  # noqa: FBT001  a parameter
    """With `review=late`, when 50 hours or fewer are left."""
    state = replace(new_game(2, review="late"), players=(at("S12"), at("S3")), hours=hours)
    after = roll(state, 3, 6, 1) if not open_ and hours else make(state, 0, Roll(), dice(3, 6))
    assert ("review" in landings(after.state)) is open_
