"""The course of a sprint, for the debrief: facts that make a question worth asking, and figures to compare.

Votes count once a vote is over, and only in total.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, reduce
from itertools import pairwise
from math import sqrt

from games.debrief import Course, Figure, Happened, Kit, facts_of, read_kit
from games.language import t
from games.sprint.board import REVIEW, Landing, load_board
from games.sprint.folding import evolve
from games.sprint.memories import Spell, burned, dice, spells
from games.sprint.model import (
    SCRUM,
    DayEnded,
    DiscussionClosed,
    DiscussionOpened,
    Event,
    Finished,
    ForkReached,
    Moved,
    Over,
    PlanChanged,
    Reported,
    SprintPlanned,
    Started,
    State,
    Stayed,
    ToolAccepted,
    ToolRefused,
    View,
)
from games.sprint.release import GOAL, SPRINTS, PastSprint, Release
from games.text import number
from games.values import value

# --- at a glance -----------------------------------------------------------------------------------------------------


def glance(view: View) -> tuple[tuple[str, str], ...]:
    state = view.state
    stuck = sum(player.impediment is not None for player in state.players)
    if state.release is not None:
        return (
            (
                t("Sprint"),
                t(
                    "{number} of {all}, day {day}",
                    number=state.release.sprint,
                    all=SPRINTS,
                    day=min(state.day + 1, state.days),
                ),
            ),
            (t("Delivered"), t("{delivered} of {goal} hours", delivered=state.release.delivered, goal=GOAL)),
            (t("Hours left"), str(state.hours)),
        )
    return (
        (t("Day"), _of(min(state.day + 1, state.days), state.days)),
        (t("Hours left"), str(state.hours)),
        (t("Impeded"), str(stuck)) if stuck else (t("Progress dice"), str(state.dice)),
    )


def _release_course(release: Release) -> Course:
    totals = [float(sum(sprint.delivered for sprint in release.past[:count])) for count in range(len(release.past) + 1)]
    return Course(
        title=t("Hours delivered after each sprint"),
        across=t("Sprint"),
        up=t("Hours"),
        points=tuple((float(count), total) for count, total in enumerate(totals)),
        span=float(SPRINTS),
        lower_is_better=False,
        ideal=((0.0, 0.0), (float(SPRINTS), float(GOAL))),
    )


def _course_of(state: State) -> Course:
    if state.release is not None:
        return _release_course(state.release)
    ended = [(float(day), float(hours)) for day, hours in enumerate((state.planned, *state.burndown))]
    # the day that isn't over, as in the burndown chart
    running = state.day < state.days and (not isinstance(state.phase, Over) or state.hours != ended[-1][1])
    today = [(state.day + 0.5, float(state.hours))] if running else []
    return Course(
        title=t("Hours left at each End of Day"),
        across=t("Day"),
        up=t("Hours"),
        points=(*ended, *today),
        span=float(state.days),
        lower_is_better=True,
        ideal=((0.0, float(state.opening)), (float(state.days), 0.0)),
    )


# --- forks -----------------------------------------------------------------------------------------------------------


@value
class _Choice:
    """A roll that could end on several spaces, and where it did; no space: the piece stayed."""

    seat: int
    board: str
    landings: tuple[Landing, ...]
    space: str | None

    @property
    def daily(self) -> bool:
        """True if the spaces were on both sides of the fork at the Daily Scrum."""
        return len({self._enters(landing) for landing in self.landings}) > 1

    @property
    def entered(self) -> bool:
        """True if the piece went into the daily circle."""
        return any(self._enters(landing) for landing in self.landings if landing.space == self.space)

    def _enters(self, landing: Landing) -> bool:
        return load_board(self.board).circle in landing.path


def choices(events: Sequence[Event]) -> list[_Choice]:
    """All choices in order, without a fork at which nobody has chosen yet."""
    board, fork = "", None
    found = []
    for event in events:
        match event:
            case Started():
                board = event.board
            case ForkReached():
                fork = event
            case Moved() | Stayed() if fork is not None:
                space = event.space if isinstance(event, Moved) else None
                found.append(_Choice(fork.seat, board, fork.landings, space))
                fork = None
            case _:
                pass
    return found


# --- the story of a table --------------------------------------------------------------------------------------------

_LONG = 4  # turns without a scrum, after which an impediment is a story
_OFF = 1.5  # standard deviations from the expected dice, after which people speak of luck
_BEHIND = 0.15  # of all the work, above the planned line
_FASTER = 1.1  # times as many hours a day as in the first sprint of a release


class _Story:
    """A sprint so far, as everybody could see it."""

    def __init__(self, state: State, events: Sequence[Event]) -> None:
        self.state = state
        self.events = events

    @cached_property
    def finished(self) -> Finished | None:
        return next((event for event in self.events if isinstance(event, Finished)), None)

    @cached_property
    def discussions(self) -> list[DiscussionClosed]:
        return [event for event in self.events if isinstance(event, DiscussionClosed)]

    @property
    def agreed(self) -> int:
        return sum(not each.no and not each.missing for each in self.discussions)

    @cached_property
    def accepted(self) -> list[ToolAccepted]:
        return [event for event in self.events if isinstance(event, ToolAccepted)]

    @cached_property
    def refused(self) -> list[ToolRefused]:
        return [event for event in self.events if isinstance(event, ToolRefused)]

    @cached_property
    def spells(self) -> list[Spell]:
        return spells(self.events)

    @cached_property
    def choices(self) -> list[_Choice]:
        return choices(self.events)

    @cached_property
    def early(self) -> int:
        """The number of players who went into Sprint Review with work left."""
        hours, found = 0, 0
        for event in self.events:
            match event:
                case Started() | PlanChanged() | Reported() | DayEnded():
                    hours = event.hours
                case SprintPlanned():
                    hours = event.forecast
                case ToolAccepted():
                    hours -= event.burned
                case Moved(space=space):
                    found += space == REVIEW and hours > 0
                case _:
                    pass
        return found

    @property
    def added(self) -> int:
        """Hours of progress that went the wrong way."""
        return sum(event.amount for event in self.events if isinstance(event, Reported) and event.times < 0)

    @property
    def done(self) -> int:
        return sum(done for _, done in burned(self.events))

    @property
    def sprints(self) -> tuple[PastSprint, ...]:
        """The sprints of a release that are over."""
        return self.state.release.past if self.state.release is not None else ()

    @cached_property
    def rolled(self) -> list[int]:
        return [die.shown for event in self.events for die in dice(event)]

    @property
    def luck(self) -> float:
        """The distance of the mean of all dice from the expected one, in standard deviations."""
        spread = sqrt((SCRUM**2 - 1) / 12 / max(1, len(self.rolled)))
        return (self.mean - (SCRUM + 1) / 2) / spread if self.rolled else 0.0

    @property
    def mean(self) -> float:
        return sum(self.rolled) / max(1, len(self.rolled))

    @property
    def _hours_by_days(self) -> tuple[int, ...]:
        return self.state.planned, *self.state.burndown

    def done_by(self, share: float) -> float:
        """The share of the work that was done after this share of the days used."""
        hours = self._hours_by_days
        return (hours[0] - hours[int(share * (len(hours) - 1))]) / max(1, hours[0])

    @property
    def planned_now(self) -> float:
        state = self.state
        return state.opening * (1 - state.day / state.days)

    @property
    def rescue(self) -> bool:
        """True if somebody is impeded while somebody holds a tool."""
        players = self.state.players
        return any(each.impediment is not None for each in players) and any(each.tools for each in players)

    @property
    def running(self) -> bool:
        return self.finished is None


def _spare(story: _Story) -> int:
    """The days to spare of a sprint that was won; -1 if it wasn't."""
    won = story.finished is not None and story.finished.won
    return story.state.days - story.state.day - 1 if won else -1


def _entered(story: _Story) -> int:
    return sum(choice.entered for choice in story.choices if choice.daily)


def _daily(story: _Story) -> int:
    return sum(choice.daily for choice in story.choices)


def _past_half(story: _Story) -> bool:
    return 2 * story.state.day >= story.state.days or not story.running


def _overcommitted(sprints: Sequence[PastSprint]) -> bool:
    """True if a forecast was missed that was larger than an even share of what was left."""
    left = GOAL
    for index, sprint in enumerate(sprints):
        if not sprint.delivered and sprint.forecast * (SPRINTS - index) > left:
            return True
        left -= sprint.delivered
    return False


_FACTS: Mapping[str, Callable[[_Story], bool]] = {
    "won": lambda story: story.finished is not None and story.finished.won,
    "lost": lambda story: story.finished is not None and not story.finished.won,
    "won_early": lambda story: not story.sprints and _spare(story) >= 2,
    "nick_of_time": lambda story: not story.sprints and _spare(story) == 0,
    "days_ran_out": lambda story: story.finished is not None and story.finished.reason == "days",
    "everybody_in_review": lambda story: story.finished is not None and story.finished.reason == "unfinished",
    "close_loss": lambda story: (
        story.finished is not None
        and not story.finished.won
        and not story.sprints
        and 10 * story.state.hours <= story.state.planned
    ),
    "review_early": lambda story: story.early > 0,
    "no_discussion": lambda story: (
        _past_half(story) and not any(isinstance(event, DiscussionOpened) for event in story.events)
    ),
    "discussion_failed": lambda story: story.agreed < len(story.discussions),
    "discussion_timed_out": lambda story: any(each.missing for each in story.discussions),
    "always_agreed": lambda story: story.agreed == len(story.discussions) >= 2,
    "tool_refused": lambda story: bool(story.refused),
    "tool_for_teammate": lambda story: any(each.seat != each.target for each in story.accepted),
    "no_tool_played": lambda story: _past_half(story) and bool(story.spells) and not story.accepted,
    "rescue_possible": lambda story: story.running and story.rescue,
    "stuck_long": lambda story: any(spell.turns >= _LONG for spell in story.spells),
    "worked_backwards": lambda story: 10 * story.added >= story.state.opening,
    "daily_skipped": lambda story: _daily(story) >= 3 and 2 * _entered(story) < _daily(story),
    "daily_used": lambda story: _entered(story) >= 3,
    "plan_grew": lambda story: story.state.planned > story.state.opening,
    "slow_start": lambda story: story.state.day >= 3 and story.done_by(1 / 3) < 0.1,
    "late_finish": lambda story: (
        not story.running and not story.sprints and story.state.day >= 4 and story.done_by(2 / 3) < 0.5
    ),
    "behind": lambda story: (
        story.running and story.state.day >= 2 and story.state.hours > story.planned_now + _BEHIND * story.state.opening
    ),
    "lucky_dice": lambda story: story.luck >= _OFF,
    "unlucky_dice": lambda story: story.luck <= -_OFF,
    "work_done": lambda story: story.running and not story.state.hours and story.state.release is None,
    "overcommitted": lambda story: _overcommitted(story.sprints),
    "forecast_lowered_after_miss": lambda story: any(
        not before.delivered and after.forecast < before.forecast for before, after in pairwise(story.sprints)
    ),
    "velocity_grew": lambda story: (
        len(story.sprints) > 1 and story.sprints[-1].velocity >= _FASTER * max(1.0, story.sprints[0].velocity)
    ),
}
FACTS = frozenset(_FACTS)


def kit() -> Kit:
    return read_kit("games.sprint", FACTS)


def happened(events: Sequence[Event]) -> Happened:
    state = folded(events)
    if state is None:
        return Happened()
    story = _Story(state, events)
    return Happened(facts_of(story, _FACTS), _figures(story))


def course(events: Sequence[Event]) -> Course | None:
    state = folded(events)
    return None if state is None else _course_of(state)


def folded(events: Sequence[Event]) -> State | None:
    start: State | None = None
    return reduce(evolve, events, start)


def _figures(story: _Story) -> tuple[Figure, ...]:
    state = story.state
    days = state.day + (isinstance(state.phase, Over) and state.phase.won)
    offered = len(story.accepted) + len(story.refused)
    lost = sum(spell.turns for spell in story.spells)
    return (
        *(_of_sprint(story, days) if state.release is None else _of_release(story, state.release)),
        Figure(t("Hours added by UP"), str(story.added), story.added),
        Figure(t("Progress dice"), str(state.dice), state.dice),
        Figure(
            t("Discussions agreed"),
            _of(story.agreed, len(story.discussions)),
            story.agreed,
        ),
        Figure(
            t("Tools accepted"),
            _of(len(story.accepted), offered),
            len(story.accepted),
        ),
        Figure(t("Turns lost to impediments"), str(lost), lost),
        Figure(
            t("Into the daily circle"),
            _of(_entered(story), _daily(story)),
            _entered(story),
        ),
        Figure(t("Early into Sprint Review"), str(story.early), story.early),
        Figure(t("Mean of all dice"), number(story.mean, 2) if story.rolled else t("none yet"), story.mean),
    )


def _of_sprint(story: _Story, days: int) -> tuple[Figure, ...]:
    state = story.state
    return (
        Figure(t("Days used"), _of(days, state.days), days),
        Figure(t("Hours left"), str(state.hours), state.hours),
        Figure(t("Hours done a day"), f"{story.done / max(1, days):.0f}", story.done / max(1, days)),
    )


def _of_release(story: _Story, release: Release) -> tuple[Figure, ...]:
    kept, planned = sum(sprint.delivered > 0 for sprint in release.past), len(release.past)
    return (
        Figure(t("Hours delivered"), _of(release.delivered, GOAL), release.delivered),
        Figure(t("Forecasts kept"), _of(kept, planned), kept),
        Figure(t("Hours done"), str(story.done), story.done),
    )


def _of(some: int, of_all: int) -> str:
    return t("{number} of {all}", number=some, all=of_all)
