"""What happened in a game of Scrumkin, for the debrief. It looks at cards on the table and counts, never at hands."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, reduce

from games.debriefing import Course, Figure, Happened, Kit, facts_of
from games.kits import read_kit
from games.scrumkin.deck import SprintCard, effect_of
from games.scrumkin.folding import evolve
from games.scrumkin.model import (
    BACKLOG,
    SPRINTS,
    WORST,
    ActionTurned,
    Countered,
    Dropped,
    Event,
    Finished,
    Played,
    SprintEnded,
    State,
    TookOver,
    View,
)

_MANY_BUGS = 8  # turned up in a game
_GAP = 5  # items between the largest backlog and the smallest


def glance(view: View) -> tuple[tuple[str, str], ...]:
    state = view.table
    of = f" of {state.limit}" if state.limit else ""
    backlogs = [player.backlog for player in state.players]
    last = [player.velocities[-1] for player in state.players if player.velocities]
    return (
        ("Sprint", f"{max(1, state.sprint)}{of}"),
        ("Items left", str(sum(backlogs)) if state.collaborative else " / ".join(map(str, backlogs))),
        *((("Last velocity", " / ".join(map(str, last))),) if last else ()),
    )


class Story:
    """A game so far, as everybody could see it."""

    def __init__(self, state: State, events: Sequence[Event]) -> None:
        self.state = state
        self.events = events

    @cached_property
    def sprints(self) -> list[SprintEnded]:
        return [event for event in self.events if isinstance(event, SprintEnded)]

    @cached_property
    def finished(self) -> Finished | None:
        return next((event for event in self.events if isinstance(event, Finished)), None)

    @cached_property
    def played(self) -> list[Played]:
        return [event for event in self.events if isinstance(event, Played)]

    @cached_property
    def shields(self) -> list[Countered]:
        return [event for event in self.events if isinstance(event, Countered)]

    @property
    def backlogs(self) -> tuple[int, ...]:
        return tuple(player.backlog for player in self.state.players)

    @property
    def velocities(self) -> list[int]:
        """Of all players together, sprint by sprint."""
        return [sum(event.velocities) for event in self.sprints]

    @property
    def done(self) -> int:
        return sum(sum(event.done) for event in self.sprints)

    @property
    def bugs(self) -> int:
        turned = sum(event.card.bugs for event in self.events if isinstance(event, ActionTurned))
        return turned + sum(sum(event.bugs) for event in self.sprints)

    @property
    def taken_over(self) -> int:
        return sum(event.count for event in self.events if isinstance(event, TookOver))

    @property
    def aimed(self) -> Counter[int]:
        """Cards played on others, by the player they hit."""
        return Counter(event.target for event in self.played if event.target != event.seat)

    @property
    def own(self) -> list[SprintCard]:
        return [event.card for event in self.played if event.target == event.seat]

    @property
    def ended(self) -> bool:
        return self.finished is not None

    @property
    def together(self) -> bool:
        return self.state.collaborative


def _first_and_last(card: SprintCard) -> tuple[int, int]:
    effect = effect_of(card.effect)
    return (0, 0) if effect.scrum else (effect.values[0], effect.values[-1])


def _invests(card: SprintCard) -> bool:
    first, last = _first_and_last(card)
    return first < 0 < last


def _borrows(card: SprintCard) -> bool:
    """It helps at once and costs later, as technical debt does."""
    first, last = _first_and_last(card)
    return last < 0 < first


def _ganged_up(story: Story) -> bool:
    hits = story.aimed
    return not story.together and len(story.state.players) > 2 and 2 * max(hits.values(), default=0) > hits.total() > 5


def _late(story: Story) -> bool:
    done = [sum(event.done) for event in story.sprints]
    return story.ended and len(done) >= 4 and 2 * sum(done[-(len(done) // 4) :]) >= sum(done) > 0


def _won(story: Story) -> bool:
    return story.finished is not None and bool(story.finished.winners)


def _gap(story: Story) -> int:
    return max(story.backlogs) - min(story.backlogs)


_FACTS: Mapping[str, Callable[[Story], bool]] = {
    "won_together": lambda story: story.together and _won(story),
    "lost_together": lambda story: story.together and story.ended and not _won(story),
    "race": lambda story: not story.together,
    "close_race": lambda story: not story.together and _won(story) and sorted(story.backlogs)[1] <= 2,
    "limit_reached": lambda story: story.finished is not None and story.finished.unfinished,
    "standstill": lambda story: any(velocity <= 0 for velocity in story.velocities),
    "new_bugs": lambda story: story.together and any(min(event.velocities) < WORST for event in story.sprints),
    "many_bugs": lambda story: story.bugs >= _MANY_BUGS,
    "no_shield": lambda story: len(story.sprints) >= 3 and not story.shields,
    "shield_for_other": lambda story: any(each.seat != each.target for each in story.shields),
    "invested": lambda story: any(map(_invests, story.own)),
    "borrowed": lambda story: any(map(_borrows, story.own)),
    "took_over": lambda story: story.taken_over > 0,
    "nobody_took_over": lambda story: story.together and len(story.sprints) >= 3 and not story.taken_over,
    "ganged_up": _ganged_up,
    "late_take_off": _late,
    "uneven": lambda story: story.together and not story.ended and _gap(story) >= _GAP,
    "stalled": lambda story: not story.ended and story.velocities[-1:] != [] and story.velocities[-1] <= 0,
}
FACTS = frozenset(_FACTS)


def kit() -> Kit:
    return read_kit("games.scrumkin", FACTS)


def happened(events: Sequence[Event]) -> Happened:
    state = _state(events)
    if state is None:
        return Happened()
    story = Story(state, events)
    return Happened(facts_of(story, _FACTS), _figures(story))


def _state(events: Sequence[Event]) -> State | None:
    start: State | None = None
    return reduce(evolve, events, start)


def course(events: Sequence[Event]) -> Course | None:
    """Items left per player, so that teams of two and of four can be compared."""
    state = _state(events)
    if state is None:
        return None
    seats, ended = len(state.players), [event for event in events if isinstance(event, SprintEnded)]
    points = [(float(event.number), sum(event.backlogs) / seats) for event in ended]
    return Course(
        title="Items left for each player",
        across="Sprint",
        up="Items",
        points=((0.0, float(BACKLOG)), *points),
        span=float(state.limit or max(SPRINTS, len(ended))),
        lower_is_better=True,
        ideal=((0.0, float(BACKLOG)), (float(state.limit), 0.0)) if state.limit else (),
    )


def _figures(story: Story) -> tuple[Figure, ...]:
    played, velocities = len(story.sprints), story.velocities
    best = max((max(event.velocities) for event in story.sprints), default=0)
    mean = sum(velocities) / max(1, played * len(story.state.players))
    stopped, aimed = sum(velocity <= 0 for velocity in velocities), story.aimed.total()
    dropped = sum(isinstance(event, Dropped) for event in story.events)
    of = f" of {story.state.limit}" if story.state.limit else ""
    return (
        Figure("Sprints", f"{played}{of}", played),
        Figure("Items left", str(sum(story.backlogs)), sum(story.backlogs)),
        Figure("Items done", str(story.done), story.done),
        Figure("Mean velocity", f"{mean:.1f}", mean),
        Figure("Best velocity", str(best), best),
        Figure("Sprints at a standstill", str(stopped), stopped),
        Figure("Bugs", str(story.bugs), story.bugs),
        Figure("Shields raised", str(len(story.shields)), len(story.shields)),
        Figure("Cards on others", str(aimed), aimed),
        Figure("Cards dropped", str(dropped), dropped),
        Figure("Items taken over", str(story.taken_over), story.taken_over),
    )
