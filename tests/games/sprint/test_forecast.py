"""`forecast` and `whatif`: what the imagined games come to, and how it is told."""

import pickle
from dataclasses import replace
from functools import cache

import pytest

from games.api import Answer
from games.chance import Chance
from games.graphics.drawing import ALT_LIMIT, WIDTH, columns
from games.sprint import forecast as imagined
from games.sprint.cards import card
from games.sprint.forecast import Estimate, certainty, forecast, playable
from games.sprint.model import Discussion, Fork, PlayTool, State
from games.text import spell
from tests.games.sprint.build import (
    DISCUSS,
    GAME,
    IMPEDIMENT,
    SCRUM,
    TOOL,
    at,
    game_with,
    landings,
    make,
    new_game,
    roll,
    vote,
)

NAMES = ("Anna", "Ben", "Cem")
FEW = 1  # as little work as a forecast ever is


def answer(state: State, command: str, seat: int | None = None) -> Answer:
    return GAME.answer(GAME.view(state, seat), command, {}, NAMES)


def told(state: State, command: str, seat: int | None = None) -> str:
    return spell(answer(state, command, seat).text, NAMES.__getitem__)


def late(*places: str, hours: int, **more: int) -> State:
    """The ninth of ten days is over: games from here are short."""
    dots = tuple(range(300, 300 - 9 * 25, -25))
    return game_with(*map(at, places), hours=hours, day=9, burndown=dots, **more)


def talking() -> State:
    return roll(late_at_the_opportunity(), 1, SCRUM, 1).state


def late_at_the_opportunity() -> State:
    state = late("S1", "S4", "S6", hours=30)
    return replace(state, decks={**state.decks, "opportunities": (DISCUSS,)})


@cache
def one_forecast() -> Answer:
    return answer(late("S3", "S12", hours=15), "forecast")


# --- the forecast --------------------------------------------------------------------------------------------------


def test_a_sprint_that_is_as_good_as_won() -> None:
    """The work is done, one piece stands before Sprint Review and nine days are left."""
    found = forecast(game_with(at("S0"), at("review"), hours=0))
    assert found.estimate.chance > 0.99
    assert found.left == 0
    assert set(found.cone) == {(0, 0, 0)}


def test_a_sprint_that_is_as_good_as_lost() -> None:
    """On the last day 300 hours are left: nothing helps, and about all of them stay."""
    found = forecast(late("S3", "S7", hours=300), FEW)
    assert found.estimate.chance < 0.01
    assert 200 < found.left <= 300


def test_the_cone_has_a_place_for_each_day_to_come() -> None:
    """From low to high, for every End of Day that is still ahead."""
    state = game_with(at("S3"), at("S7"), day=6, burndown=(290, 280, 270, 260, 250, 240), hours=230)
    cone = forecast(state, FEW).cone
    assert len(cone) == 4
    assert all(low <= middle <= high for low, middle, high in cone)


def test_more_games_make_it_surer() -> None:
    """More work, more imagined games, a narrower interval around much the same chance."""
    state = late("S3", "S12", hours=15)
    few, many = forecast(state, FEW).estimate, forecast(state, work=3_000).estimate
    assert few.games < many.games
    assert many.between[1] - many.between[0] < few.between[1] - few.between[0]
    assert few.between[0] <= many.chance <= few.between[1]


def test_the_interval() -> None:
    """Wilson's, by two known examples; it holds the estimate and stays between 0 and 1."""
    assert Estimate(8, 10).between == pytest.approx((0.4901, 0.9433), abs=1e-3)
    assert Estimate(0, 50).between == pytest.approx((0.0, 0.0713), abs=1e-3)


def test_everybody_gets_the_same_answer() -> None:
    """The same situation gives the same forecast, to the room and to each seat, as often as one asks."""
    state = late("S3", "S12", "S4", hours=15)
    answers = [forecast(playable(GAME.view(state, seat)), FEW) for seat in (None, 0, 1, None)]
    assert all(answer == answers[0] for answer in answers)


def test_the_answer_is_told_and_drawn() -> None:
    """A chance with its interval, the hours that would be left, and a burndown chart with a cone, for every reader."""
    found = one_forecast()
    assert found.text.startswith("The chance of making the sprint: ")
    assert "imagined games, so rather between" in found.text
    assert "of work would be left at the end." in found.text
    drawing = found.drawing
    assert drawing is not None
    assert max(columns(line) for line in drawing.text.split("\n")) <= WIDTH
    assert "Forecast for each day, low-middle-high: 10: " in drawing.alt
    assert len(drawing.alt) <= ALT_LIMIT
    assert drawing.svg() != drawing.svg(dark=True)


def test_it_is_told_after_each_day() -> None:
    """The room gets the forecast unasked when a day is over; a comparison is only for who asks."""
    commands = {command.name: command for command in GAME.commands}
    kinds = set(GAME.events.json_schema()["discriminator"]["mapping"])
    assert commands["forecast"].after == {"day_ended"} <= kinds
    assert commands["forecast"].is_public
    assert not commands["whatif"].is_public
    assert all(commands[name].slow and commands[name].is_query for name in ("forecast", "whatif"))


def test_it_is_worked_out_in_another_process() -> None:
    """The view and the answer can be handed from one process to another, with the chart."""
    view = GAME.view(talking(), 1)
    assert pickle.loads(pickle.dumps(view)) == view
    found = one_forecast()
    again: Answer = pickle.loads(pickle.dumps(found))
    assert again.text == found.text
    assert again.drawing is not None
    assert found.drawing is not None
    assert again.drawing.svg() == found.drawing.svg()


def test_hidden_votes_change_nothing() -> None:
    """While the team votes, the forecast is the same whatever was voted, and the real dice have no part in it."""
    state = vote(talking(), s1=True, s2=False).state
    assert isinstance(state.phase, Discussion)
    twin = GAME.imagine(state, None, Chance(bytes(32)).apart("other votes"))
    assert twin != state
    assert forecast(playable(GAME.view(twin, None)), FEW) == forecast(playable(GAME.view(state, None)), FEW)
    known = playable(GAME.view(state, 1)).phase
    assert isinstance(known, Discussion)
    assert known.votes == {1: True}


def test_nothing_is_foretold_when_it_is_over() -> None:
    """A finished game has no chance any more."""
    over = roll(late("S3", "S7", hours=300), SCRUM, 1).state
    assert GAME.result(over) is not None
    for command in ("forecast", "whatif"):
        assert told(over, command) == "The game is over: there is nothing left to foresee."


def test_a_game_that_never_ends_does_not_stop_the_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where imagined games are cut off, they count as not made."""
    monkeypatch.setattr(imagined, "_LONGEST", 3)
    found = forecast(new_game(2))
    assert found.estimate.won == 0
    assert len(found.cone) == 10


# --- what if -------------------------------------------------------------------------------------------------------


def fork() -> State:
    """The work is done, the others are in review: one way wins at once, the other leads past it on the last day."""
    state = roll(late("S12", "review", "review", hours=0), 1, 2).state
    assert isinstance(state.phase, Fork)
    return state


def test_a_fork() -> None:
    """Every way is there with its chance, the best one first, and the answer says how sure it is."""
    text = told(fork(), "whatif", 0)
    lines = text.split("\n")
    assert lines[0] == "At this fork Anna can choose. The chance of making the sprint after each:"
    assert lines[1].startswith("- Sprint Review: over 99 % (rather between ")
    assert lines[2].startswith("- S2 Opportunity: ")
    assert len(lines) - 2 == len(landings(fork())) == 2
    assert "Sprint Review is ahead by" in lines[3]
    assert "sure to be the best." in lines[3]


def test_anybody_may_ask() -> None:
    """The team plays together: who looks on gets the same comparison."""
    assert told(fork(), "whatif", 1) == told(fork(), "whatif", 0)


def test_no_difference_is_too_close_to_call() -> None:
    """On a lost sprint no way is better than another, and it says so instead of picking one."""
    state = roll(late("S12", "S3", "S3", hours=300), 1, 2).state
    assert "Too close to call: " in told(state, "whatif", 0)


def test_roll_or_tool() -> None:
    """On a turn with a tool, rolling is compared with playing it."""
    text = told(late_with_tools(TOOL), "whatif", 0)
    assert text.startswith("On this turn Anna can choose.")
    assert "- Roll for a scrum: " in text
    assert f"- {card(TOOL).title} for Anna: " in text


def late_with_tools(*tools: str) -> State:
    state = late("S5", "S3", "S12", hours=10)
    return replace(state, players=(at("S5", impediment=IMPEDIMENT, tools=tools), *state.players[1:]))


def test_too_many_tools_to_compare() -> None:
    """A few are compared, and how many are left out is told."""
    state = late_with_tools(*new_game(2).decks["tools"][:7])
    assert len(GAME.moves(state, 0)) == 8
    lines = told(state, "whatif", 0).split("\n")
    assert len([line for line in lines if "rather between" in line]) == imagined.MAX_CHOICES
    assert "- 3 more tools are not compared." in lines


def test_nothing_to_choose() -> None:
    """Where there is only one move, and where the team votes, there is nothing to compare."""
    assert told(late("S5", "S3", hours=10), "whatif", 0) == "There is nothing to choose now: Anna has only one move."
    assert told(talking(), "whatif", 0).startswith("A vote is on")
    ballot = make(late_with_tools(TOOL), 0, PlayTool(TOOL, 0, "It helps.")).state
    assert told(ballot, "whatif", 1).startswith("A vote is on")


def test_certainty() -> None:
    """Equal chances say nothing, far ones nearly everything, and a third choice can only make it less sure."""
    good, same, bad = Estimate(60, 100), Estimate(60, 100), Estimate(20, 100)
    assert certainty(good, [same]) == pytest.approx(0.5)
    assert certainty(good, [bad]) > 0.999
    assert certainty(good, [bad, Estimate(55, 100)]) < certainty(good, [Estimate(55, 100)])
    assert 0.5 < certainty(Estimate(3, 3), [Estimate(2, 3)]) < 0.9
    assert certainty(good, [same, same, same]) == 0
