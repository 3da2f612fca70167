"""What happened in a sprint: facts, figures, the way at forks, and the line in a chart of all teams."""

from games.sprint.board import Deck, Landing
from games.sprint.debrief import FACTS, choices, kit
from games.sprint.model import (
    CardDrawn,
    DayEnded,
    DiscussionClosed,
    DiscussionOpened,
    Event,
    Finished,
    ForkReached,
    Moved,
    PlanChanged,
    Reported,
    Rolled,
    Started,
    Stayed,
    ToolAccepted,
    ToolOffered,
    ToolRefused,
    TurnBegan,
    Voted,
)
from tests.games.sprint.build import DISCUSS, GAME, IMPEDIMENT, TOOL, at, game_with

DECKS: dict[Deck, tuple[str, ...]] = {"tools": (TOOL,), "impediments": (IMPEDIMENT,), "opportunities": (DISCUSS,)}
STARTED = Started(2, "standard", 300, 10, 5, costly=False, decks=DECKS)
BEGUN: tuple[Event, ...] = (STARTED, TurnBegan(0))


def facts_of(*events: Event) -> frozenset[str]:
    return GAME.debrief.happened([*BEGUN, *events]).facts


def figure(name: str, *events: Event) -> str:
    return next(each.text for each in GAME.debrief.happened([*BEGUN, *events]).figures if each.name == name)


def days(*hours: int) -> list[Event]:
    return [DayEnded(day, 10, left) for day, left in enumerate(hours, start=1)]


def test_how_it_ended() -> None:
    """With days to spare, on the last one, by a hair, or with everybody in Sprint Review too early."""
    assert {"won", "won_early"} <= facts_of(*days(200, 100, 0), Finished(won=True, reason="review", hours=0, day=3))
    last = facts_of(*days(*[200] * 9), Finished(won=True, reason="review", hours=0, day=9))
    assert "nick_of_time" in last
    assert "won_early" not in last
    near = facts_of(
        *days(*[10] * 10), Reported(0, (5,), 1, 0, 10), Finished(won=False, reason="days", hours=10, day=10)
    )
    assert {"lost", "days_ran_out", "close_loss"} <= near
    assert "everybody_in_review" in facts_of(Finished(won=False, reason="unfinished", hours=100, day=2))


def test_discussions() -> None:
    """One no, or one missing vote, and it has failed; an open one isn't counted, however people have voted."""
    opened, yes, no = (
        DiscussionOpened(DISCUSS, 1, 5),
        DiscussionClosed(DISCUSS, 2, 0, 0),
        DiscussionClosed(DISCUSS, 1, 1, 0),
    )
    assert "always_agreed" in facts_of(opened, yes, opened, yes)
    assert "discussion_failed" in facts_of(opened, yes, opened, no)
    assert "discussion_timed_out" in facts_of(opened, DiscussionClosed(DISCUSS, 1, 0, 1))
    voting = [facts_of(opened, Voted(0, yes=answer)) for answer in (True, False)]
    assert voting[0] == voting[1]
    assert figure("Discussions agreed", opened, yes, opened, no) == "1 of 2"
    half = days(*[290] * 5)
    assert "no_discussion" in facts_of(*half)
    assert "no_discussion" not in facts_of(opened, *half)
    assert "no_discussion" not in facts_of(*half[:4]), "it's too early to say"


def test_tools() -> None:
    """Refused, used for somebody else, never used, or waiting while somebody is stuck."""
    stuck: list[Event] = [CardDrawn(1, "impediments", IMPEDIMENT)]
    offered = ToolOffered(0, TOOL, 1, "It fits.", IMPEDIMENT)
    held = [CardDrawn(0, "tools", TOOL), *stuck]
    assert "rescue_possible" in facts_of(*held)
    assert "rescue_possible" not in facts_of(*stuck)
    assert "tool_refused" in facts_of(*held, offered, ToolRefused(0, TOOL, 1, 0, 1))
    assert "tool_for_teammate" in facts_of(*held, offered, ToolAccepted(0, TOOL, 1))
    assert figure("Tools accepted", *held, offered, ToolRefused(0, TOOL, 1, 0, 1)) == "0 of 1"
    assert "no_tool_played" in facts_of(*stuck, *days(*[290] * 5))
    rolls = [Rolled(1, (1, 2), impeded=True)] * 4
    assert "stuck_long" in facts_of(*stuck, *rolls)
    assert "stuck_long" not in facts_of(*stuck, *rolls[:3])


def test_the_plan_and_the_pace() -> None:
    """More work than planned, nothing done at the beginning, most of it at the end, work that came back."""
    assert "plan_grew" in facts_of(PlanChanged(0, 50, 350))
    late = days(300, 300, 290, 280, 270, 260, 100, 50, 0)
    assert "slow_start" in facts_of(*late)
    assert "behind" in facts_of(*late[:4])
    assert "behind" not in facts_of(*days(250, 200, 180))
    assert "late_finish" in facts_of(*late, Finished(won=True, reason="review", hours=0, day=9))
    assert "worked_backwards" in facts_of(Reported(0, (5, 5, 5), -1, 30, 330))
    assert "worked_backwards" not in facts_of(Reported(0, (5, 5), -1, 29, 329))


def test_dice() -> None:
    """Luck is worth a word only when it is more than chance would have it."""
    assert "lucky_dice" in facts_of(*[Rolled(0, (6, 5))] * 10)
    assert "unlucky_dice" in facts_of(*[Rolled(0, (1, 2))] * 10)
    assert not {"lucky_dice", "unlucky_dice"} & facts_of(*[Rolled(0, (3, 4))] * 10)


def test_forks() -> None:
    """Which way the team went, where it could go into the daily circle or past it."""
    on, into = Landing("S10", ("S10",)), Landing("D1", ("D1",), circled=True)
    fork = ForkReached(0, (on, into), may_stay=True)
    taken: list[Event] = [fork, Moved(0, "D1", ("D1",), circled=True)]
    passed: list[Event] = [fork, Moved(0, "S10", ("S10",))]
    found = choices([*BEGUN, *taken, *passed, fork, Stayed(0), fork])
    assert [(each.space, each.daily, each.entered) for each in found] == [
        ("D1", True, True),
        ("S10", True, False),
        (None, True, False),
    ]
    assert "daily_used" in facts_of(*taken * 3)
    assert "daily_skipped" in facts_of(*passed * 3)
    assert figure("Into the daily circle", *taken, *passed) == "1 of 2"
    review = ForkReached(0, (Landing("S1", ("S1",)), Landing("review", ("review",))), may_stay=False)
    early: list[Event] = [review, Moved(0, "review", ("review",))]
    assert "review_early" in facts_of(*early)
    assert "review_early" not in facts_of(Reported(0, (5,), 1, 300, 0), *early)


def test_the_line() -> None:
    """It starts at the plan, has a point at each End of Day and one for today, and ends when the work is done."""
    course = GAME.debrief.course([*BEGUN, PlanChanged(0, 50, 350), *days(300, 250), Reported(0, (5,), 1, 20, 230)])
    assert course is not None
    assert list(course.points) == [(0, 350), (1, 300), (2, 250), (2.5, 230)]
    assert list(course.ideal) == [(0, 300), (10, 0)]
    done = GAME.debrief.course([*BEGUN, *days(100, 0), Finished(won=True, reason="review", hours=0, day=2)])
    assert done is not None
    assert done.points[-1] == (2, 0)


def test_a_glance() -> None:
    """The day, the hours and, if somebody is stuck, how many."""
    view = GAME.view(game_with(at("S1", impediment=IMPEDIMENT), at("S3"), hours=210, day=2), None)
    assert GAME.debrief.glance(view) == (("Day", "3 of 10"), ("Hours left", "210"), ("Impeded", "1"))
    free = GAME.view(game_with(at("S1"), at("S3"), hours=0, day=10), None)
    assert GAME.debrief.glance(free) == (("Day", "10 of 10"), ("Hours left", "0"), ("Progress dice", "3"))


def test_every_fact_has_a_name() -> None:
    """The kit describes them all, or it can't be read."""
    assert set(kit().facts) == FACTS
