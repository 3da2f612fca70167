"""The course of a retrospective, for comparing several. It counts what the whole room has seen, and names nobody."""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, reduce

from games.debrief import Figure, Happened, Kit, facts_of, read_kit
from games.language import t
from games.retro.events import Event, Finished, Grouped, SafetyShown, TimeGiven, TopicOpened, VotesShown, WentBack
from games.retro.folding import evolve
from games.retro.model import MAX_RATING, State, View
from games.retro.words.terms import TITLES, mean
from games.text import number

_FEW = 2  # notes a person; fewer are few
_UNSAFE = 3.0  # the mean of the safety check below which people hold back
_WORTH = 3.0  # of the closing poll: worth the time


def glance(view: View) -> tuple[tuple[str, str], ...]:
    state = view.state
    return (
        (str(TITLES[state.phase]), _place(state)),
        (t("Notes"), str(len(state.notes))),
        (t("Actions"), str(len(state.actions))),
    )


def _place(state: State) -> str:
    if state.phase == "over":
        return t("over")
    return _of(state.phases.index(state.phase) + 1, len(state.phases))


class _Story:
    """A meeting so far, as everybody saw it."""

    def __init__(self, state: State, events: Sequence[Event]) -> None:
        self.state = state
        self.events = events

    @cached_property
    def finished(self) -> Finished | None:
        return next((event for event in self.events if isinstance(event, Finished)), None)

    @property
    def notes(self) -> int:
        return len(self.state.board)

    @property
    def talks(self) -> int:
        """Topics that were discussed."""
        return len({event.number for event in self.events if isinstance(event, TopicOpened)})

    @property
    def agenda(self) -> int:
        return len(self.state.agenda)

    @property
    def dots(self) -> list[int]:
        shown = [event for event in self.events if isinstance(event, VotesShown)]
        return [votes for _, votes in shown[-1].votes] if shown else []

    @property
    def added(self) -> int:
        return sum(event.minutes for event in self.events if isinstance(event, TimeGiven))

    @property
    def settled(self) -> int:
        return sum(action.mark == "done" for action in self.state.earlier)

    @property
    def worth(self) -> float | None:
        return mean(self.finished.poll) if self.finished else None

    @property
    def safety(self) -> float | None:
        shown = [event for event in self.events if isinstance(event, SafetyShown)]
        return mean((0, *shown[-1].poll)) if shown else None  # nobody can answer 0

    def has(self, kind: type) -> bool:
        return any(isinstance(event, kind) for event in self.events)


def _left(story: _Story) -> bool:
    return story.state.phase in {"actions", "close", "over"} and story.talks < story.agenda


def _one_topic(story: _Story) -> bool:
    return len(story.dots) > 1 and 2 * max(story.dots) > sum(story.dots) >= 4


_FACTS: Mapping[str, Callable[[_Story], bool]] = {
    "finished": lambda story: story.finished is not None,
    "no_action": lambda story: story.state.phase in {"close", "over"} and not story.state.actions,
    "dateless_action": lambda story: any(not action.due for action in story.state.actions),
    "full_of_actions": lambda story: len(story.state.actions) >= max(3, story.state.limit),
    "few_notes": lambda story: 0 < story.notes < _FEW * story.state.seats,
    "no_groups": lambda story: story.state.phase == "over" and story.notes > 4 and not story.has(Grouped),
    "topics_left": _left,
    "one_topic": _one_topic,
    "took_longer": lambda story: story.added > 0,
    "went_back": lambda story: story.has(WentBack),
    "earlier_done": lambda story: story.settled > 0,
    "earlier_open": lambda story: any(action.mark in {"keep", "drop"} for action in story.state.earlier),
    "unsafe": lambda story: story.safety is not None and story.safety < _UNSAFE,
    "thanked": lambda story: bool(story.state.thanks),
    "worthwhile": lambda story: story.worth is not None and story.worth >= _WORTH,
    "not_worth_it": lambda story: story.worth is not None and story.worth < _WORTH,
    "no_insight": lambda story: story.state.phase in {"actions", "close", "over"} and not story.state.insights,
}
FACTS = frozenset(_FACTS)


def kit() -> Kit:
    return read_kit("games.retro", FACTS)


def happened(events: Sequence[Event]) -> Happened:
    start: State | None = None
    state = reduce(evolve, events, start)
    if state is None:
        return Happened()
    story = _Story(state, events)
    return Happened(facts_of(story, _FACTS), _figures(story))


def _figures(story: _Story) -> tuple[Figure, ...]:
    state, worth = story.state, story.worth
    dated, earlier = sum(bool(action.due) for action in state.actions), len(state.earlier)
    return (
        Figure(t("Notes"), str(story.notes), story.notes),
        Figure(t("Topics discussed"), _of(story.talks, story.agenda), story.talks),
        Figure(t("Minutes added"), str(story.added), story.added),
        Figure(t("Insights"), str(len(state.insights)), len(state.insights)),
        Figure(t("Actions"), str(len(state.actions)), len(state.actions)),
        Figure(t("Actions with a date"), _of(dated, len(state.actions)), dated),
        Figure(t("Earlier actions done"), _of(story.settled, earlier), story.settled),
        Figure(t("Thanks"), str(len(state.thanks)), len(state.thanks)),
        Figure(t("Worth the time"), t("not known") if worth is None else _of(number(worth, 1), MAX_RATING), worth),
    )


def _of(part: int | str, whole: int) -> str:
    return t("{part} of {all}", part=part, all=whole)
