"""`forecast` and `whatif`: what the simulated games show, and how the answer puts it."""

import pickle
from dataclasses import replace
from functools import cache

import pytest

from games.chance import Chance
from games.graphics.drawing import ALT_LIMIT, WIDTH, columns
from games.parts import Answer
from games.sprint.board import card
from games.sprint.forecast import simulation
from games.sprint.forecast.hindsight import Curve
from games.sprint.forecast.simulation import Estimate, certainty, forecast, playable
from games.sprint.model import Discussion, Done, Fork, PlayTool, State, VoteRecord
from games.sprint.pictures.curve import curve_drawing
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
LITTLE = 1  # work: the smallest number of simulated games


def answer(state: State, command: str, seat: int | None = None) -> Answer:
    return GAME.shows.answer(GAME.view(state, seat), command, {}, NAMES)


def answered(state: State, command: str, seat: int | None = None) -> str:
    return spell(answer(state, command, seat).text, NAMES.__getitem__)


def late(*places: str, hours: int, **more: int) -> State:
    """Nine of ten days are over, so games from here are short."""
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
    """The work is done, one piece is next to Sprint Review and ten days are left."""
    found = forecast(game_with(at("S0"), at("review"), hours=0))
    assert found.estimate.chance > 0.99
    assert found.left == 0
    assert set(found.cone) == {(0, 0, 0)}


def test_a_sprint_that_is_as_good_as_lost() -> None:
    """With 500 hours left on the last day nothing helps, and most of them are left at the end."""
    found = forecast(late("S3", "S7", hours=500), LITTLE)
    assert found.estimate.chance < 0.01
    assert 400 < found.left <= 500


def test_the_cone_covers_each_day_to_come() -> None:
    """Low, median and high for every End of Day still ahead."""
    state = game_with(at("S3"), at("S7"), day=6, burndown=(290, 280, 270, 260, 250, 240), hours=230)
    cone = forecast(state, LITTLE).cone
    assert len(cone) == 4
    assert all(low <= middle <= high for low, middle, high in cone)


def test_more_games_narrow_the_interval() -> None:
    """More work means more simulated games and a narrower interval around much the same chance."""
    state = late("S3", "S12", hours=15)
    few, many = forecast(state, LITTLE).estimate, forecast(state, work=3_000).estimate
    assert few.games < many.games
    assert many.interval[1] - many.interval[0] < few.interval[1] - few.interval[0]
    assert few.interval[0] <= many.chance <= few.interval[1]


def test_the_interval() -> None:
    """Wilson's interval, checked against two known examples."""
    assert Estimate(8, 10).interval == pytest.approx((0.4901, 0.9433), abs=1e-3)
    assert Estimate(0, 50).interval == pytest.approx((0.0, 0.0713), abs=1e-3)


def test_everybody_gets_the_same_answer() -> None:
    """The same position gives the same forecast to the room and to each seat, every time."""
    state = late("S3", "S12", "S4", hours=15)
    answers = [forecast(playable(GAME.view(state, seat)), LITTLE) for seat in (None, 0, 1, None)]
    assert all(answer == answers[0] for answer in answers)


def test_the_answer_in_words_and_as_a_chart() -> None:
    """A chance with its interval, the hours that would be left, and a burndown chart with a cone."""
    found = one_forecast()
    assert found.text.startswith("Your chance of making the sprint: ")
    assert " (likely between " in found.text
    assert " simulated games)" in found.text
    assert "of work would be left at the end." in found.text
    drawing = found.drawing
    assert drawing is not None
    assert max(columns(line) for line in drawing.text.split("\n")) <= WIDTH
    assert "Forecast for each day, low-median-high: 10: " in drawing.alt
    assert len(drawing.alt) <= ALT_LIMIT
    assert drawing.svg() != drawing.svg(dark=True)


def test_the_room_gets_a_forecast_after_each_day() -> None:
    """Nobody has to ask for it; a comparison is private and only on request."""
    commands = {command.name: command for command in GAME.commands}
    kinds = set(GAME.events.json_schema()["discriminator"]["mapping"])
    assert commands["forecast"].after == {"day_ended", "finished"} <= kinds
    assert commands["forecast"].is_public
    assert not commands["whatif"].is_public
    assert all(commands[name].slow and commands[name].is_query for name in ("forecast", "whatif"))


def test_views_and_answers_can_be_pickled() -> None:
    """They travel to another process and back, because forecasts are slow."""
    view = GAME.view(talking(), 1)
    assert pickle.loads(pickle.dumps(view)) == view
    found = one_forecast()
    again: Answer = pickle.loads(pickle.dumps(found))
    assert again.text == found.text
    assert again.drawing is not None
    assert found.drawing is not None
    assert again.drawing.svg() == found.drawing.svg()


def test_hidden_votes_change_nothing() -> None:
    """While a vote is open, the forecast for the room is the same whatever the votes are; a player sees their own."""
    state = vote(talking(), s1=True, s2=False).state
    assert isinstance(state.phase, Discussion)
    twin = GAME.secrets.imagine(state, None, Chance(bytes(32)).apart("other votes"))
    assert twin != state
    assert forecast(playable(GAME.view(twin, None)), LITTLE) == forecast(playable(GAME.view(state, None)), LITTLE)
    known = playable(GAME.view(state, 1)).phase
    assert isinstance(known, Discussion)
    assert known.votes == {1: True}


def test_nothing_to_compare_in_a_finished_game() -> None:
    """The answer says that the game is over; the forecast looks back instead."""
    over = roll(late("S3", "S7", hours=300), SCRUM, 1).state
    assert GAME.result(over) is not None
    assert answered(over, "whatif") == "The game is over, so there’s nothing left to compare."


def test_endless_games_are_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    """Simulated games that reach the limit count as not won."""
    monkeypatch.setattr(simulation, "_MAX_MOVES", 3)
    found = forecast(new_game(2))
    assert found.estimate.won == 0
    assert len(found.cone) == 10


# --- what if -------------------------------------------------------------------------------------------------------


def fork() -> State:
    """The work is done and the others are in review: one path wins at once, the other goes past it on the last day."""
    state = roll(late("S12", "review", "review", hours=0), 1, 2).state
    assert isinstance(state.phase, Fork)
    return state


def test_a_fork() -> None:
    """Every space with its chance, the best first, and how sure that is."""
    text = answered(fork(), "whatif", 0)
    lines = text.split("\n")
    assert lines[0] == "At this fork, Anna has a choice. Your chance of making the sprint after each:"
    assert lines[1].startswith("- Sprint Review: over 99% (likely between ")
    assert lines[2].startswith("- S2 Opportunity: ")
    assert len(lines) - 2 == len(landings(fork())) == 2
    assert "Sprint Review is ahead by" in lines[3]
    assert "sure that it’s the best choice." in lines[3]


def test_anybody_may_ask() -> None:
    """The other players get the same comparison as the player on turn."""
    assert answered(fork(), "whatif", 1) == answered(fork(), "whatif", 0)


def test_no_difference_is_too_close_to_call() -> None:
    """In a lost sprint no space is better than another, and the answer says so."""
    state = roll(late("S12", "S3", "S3", hours=300), 1, 2).state
    assert "Too close to call: " in answered(state, "whatif", 0)


def test_roll_or_tool() -> None:
    """On a turn with a tool, rolling is compared with playing it."""
    text = answered(late_with_tools(TOOL), "whatif", 0)
    assert text.startswith("On this turn, Anna has a choice.")
    assert "- Roll for a scrum: " in text
    assert f"- {card(TOOL).title} for Anna: " in text


def late_with_tools(*tools: str) -> State:
    state = late("S5", "S3", "S12", hours=10)
    return replace(state, players=(at("S5", impediment=IMPEDIMENT, tools=tools), *state.players[1:]))


def test_too_many_tools_to_compare() -> None:
    """A few are compared, and the answer says how many are left out."""
    state = late_with_tools(*new_game(2).decks["tools"][:7])
    assert len(GAME.moves(state, 0)) == 8
    lines = answered(state, "whatif", 0).split("\n")
    assert len([line for line in lines if "likely between" in line]) == simulation.MAX_CHOICES
    assert "- 3 more tools were not compared." in lines


def test_nothing_to_choose() -> None:
    """With only one move, or while the team votes, there is nothing to compare."""
    one_move = "There’s nothing to choose right now: Anna has only one move."
    assert answered(late("S5", "S3", hours=10), "whatif", 0) == one_move
    assert answered(talking(), "whatif", 0).startswith("The team is voting")
    ballot = make(late_with_tools(TOOL), 0, PlayTool(TOOL, 0, "It helps.")).state
    assert answered(ballot, "whatif", 1).startswith("The team is voting")


def test_certainty() -> None:
    """Equal chances say nothing, distant ones nearly everything, and a third choice can only lower certainty."""
    good, same, bad = Estimate(60, 100), Estimate(60, 100), Estimate(20, 100)
    assert certainty(good, [same]) == pytest.approx(0.5)
    assert certainty(good, [bad]) > 0.999
    assert certainty(good, [bad, Estimate(55, 100)]) < certainty(good, [Estimate(55, 100)])
    assert 0.5 < certainty(Estimate(3, 3), [Estimate(2, 3)]) < 0.9
    assert certainty(good, [same, same, same]) == 0


# --- what it learns from the room ----------------------------------------------------------------------------------


def chance_in_a_room(votes: VoteRecord) -> float:
    """Of a whole sprint, in a room that has voted like this before."""
    return forecast(replace(new_game(3), votes=votes), work=6_000).estimate.chance


def test_a_room_that_never_agrees_has_less_of_a_chance() -> None:
    """Discussions decide games: what the room has voted moves the forecast, and a single vote hardly does."""
    never, always = chance_in_a_room(VoteRecord(40, 0)), chance_in_a_room(VoteRecord(40, 40))
    assert always - never > 0.15
    assert abs(chance_in_a_room(VoteRecord(1, 0)) - chance_in_a_room(VoteRecord())) < 0.15


def test_votes_are_counted_in_the_game() -> None:
    """A discussion counts as agreed if the whole team said yes; a tool as accepted or refused."""
    agreed = make(vote(talking(), s0=True, s1=True, s2=True).state, 0, Done()).state
    refused = make(vote(talking(), s0=True, s1=False, s2=True).state, 0, Done()).state
    assert (agreed.votes, refused.votes) == (VoteRecord(1, 1), VoteRecord(1, 0))
    ballot = make(late_with_tools(TOOL), 0, PlayTool(TOOL, 0, "It helps.")).state
    assert vote(ballot, s1=True, s2=True).state.votes == VoteRecord(0, 0, 1, 1)
    assert vote(ballot, s1=True, s2=False).state.votes == VoteRecord(0, 0, 1, 0)


# --- looking back --------------------------------------------------------------------------------------------------


def lost_after(*mornings: State) -> State:
    """A sprint that ended on its last day, after these mornings."""
    over = roll(late("S3", "S7", hours=300), SCRUM, 1).state
    return replace(over, mornings=mornings)


def test_the_turning_point_of_a_lost_sprint() -> None:
    """The day with the largest fall, and what everybody could see of it."""
    good = late("S0", "S9", hours=3)
    bad = replace(good, hours=300, players=(at("review"), at("S9", impediment=IMPEDIMENT)))
    text = spell(
        GAME.shows.answer(GAME.view(lost_after(good, bad), None), "forecast", {}, NAMES).text, NAMES.__getitem__
    )
    assert "The turning point was day 1: your chance went from " in text
    happened = "On that day, 297 hours of work came on top, Anna went into Sprint Review with work left and Ben was"
    assert f"{happened} impeded at its end." in text


def test_no_day_decides_a_sprint_that_was_lost_all_along() -> None:
    """Small changes are the noise of the simulation, so none is called a turning point."""
    hopeless = late("S3", "S7", hours=300)
    found = answer(lost_after(hopeless, hopeless), "forecast")
    assert "No single day decided it." in found.text
    assert found.drawing is not None
    assert "turning point" not in found.drawing.alt


def test_the_curve_in_words_and_as_a_picture() -> None:
    """A line for each day and one for the end, the turning point marked; the same in the alt text."""
    curve = Curve((Estimate(70, 100), Estimate(20, 100)), won=False, turn=0)
    drawing = curve_drawing(curve)
    assert drawing.text.split("\n")[1:3] == ["›day 1  ■■■■■■■□□□  70%", " day 2  ■■□□□□□□□□  20%"]
    assert drawing.alt.endswith("day 1 70, day 2 20, end 0. The turning point was day 1.")
    assert max(columns(line) for line in drawing.text.split("\n")) <= WIDTH
    assert "−50" in (drawing.svg() or "")


def test_each_day_starts_with_a_position_to_look_back_to() -> None:
    """The first turn of the game, and the first one after each End of Day."""
    state = new_game(2)
    assert [morning.day for morning in state.mornings] == [0]
    after = roll(replace(state, players=(at("S3"), at("S7"))), SCRUM, 1).state
    assert [(morning.day, morning.turn) for morning in after.mornings] == [(0, 0), (1, 1)]
