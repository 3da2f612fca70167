"""Health checks: means, their change since the last check, and the topics as notes on the board."""

from collections.abc import Sequence
from typing import Literal

from games.language import source
from games.retro.model import SCALE, Note, PastCheck, State

Trend = Literal["", "up", "same", "down"]
MAX_PAST = 5  # checks of one kind that a room remembers
_NOTICEABLE = 0.25  # a smaller change of a mean says nothing


def mean_of(counts: Sequence[int]) -> float | None:
    """The mean of how many gave 1, 2, … 5; None if nobody answered."""
    answers = sum(counts)
    return sum(value * given for value, given in zip(SCALE, counts, strict=True)) / answers if answers else None


def _trend(before: float | None, now: float | None) -> Trend:
    if before is None or now is None:
        return ""
    change = now - before
    return "same" if abs(change) < _NOTICEABLE else "up" if change > 0 else "down"


def trends(state: State) -> tuple[Trend, ...]:
    """The change of each topic since the room's last check that asked about it."""
    return tuple(
        _trend(_last(state, source(topic.title)), mean_of(counts))
        for topic, counts in zip(state.health, state.profile, strict=False)
    )


def _last(state: State, title: str) -> float | None:
    return next((check.means[title] for check in reversed(same_checks(state)) if title in check.means), None)


def same_checks(state: State) -> list[PastCheck]:
    """The room's earlier checks of this kind."""
    return [check for check in state.past if check.name == source(state.title)]


def past_after(state: State) -> list[PastCheck]:
    """The checks that the room remembers after this meeting: the last ones of each kind, this one included."""
    means = zip(state.health, map(mean_of, state.profile), strict=False)
    known = {source(topic.title): round(mean, 2) for topic, mean in means if mean is not None}
    checks = [*state.past, *([PastCheck(source(state.title), known)] if known else [])]
    kept = [
        check
        for place, check in enumerate(checks)
        if sum(later.name == check.name for later in checks[place:]) <= MAX_PAST
    ]
    return kept[-MAX_PAST * 3 :]


def cards_of(state: State) -> tuple[Note, ...]:
    """The topics of a health check as notes on the board, in its last column, so that people can vote on them."""
    column = len(state.columns) - 1
    rated = zip(state.health, state.profile, strict=True)
    return tuple(Note(column, _card(source(topic.title), mean_of(counts))) for topic, counts in rated)


def _card(title: str, mean: float | None) -> str:
    """A topic as it is stored; see `said_note`."""
    return title if mean is None else f"{title}: {mean:.1f} of {SCALE[-1]}"  # not prose


def is_card(state: State, note: Note) -> bool:
    """True for a topic of the health check, which nobody wrote."""
    return bool(state.health) and note.column == len(state.columns) - 1
