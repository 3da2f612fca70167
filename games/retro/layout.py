"""What stands where, for the picture and for the text board alike."""

from collections.abc import Sequence

from games.retro.model import Column, DiscussionTopic, State
from games.retro.profiles import Trend, mean_of, trends

ARROWS: dict[Trend, str] = {"": "", "up": "↑", "same": "→", "down": "↓"}


def board_topics(state: State) -> tuple[DiscussionTopic, ...]:
    """All topics, and the places of hidden notes, which belong to none."""
    hidden = [number for number, note in enumerate(state.board, start=1) if note.hidden]
    return (*state.topics, *(DiscussionTopic((number,)) for number in hidden))


def written_columns(state: State) -> Sequence[Column]:
    """The columns that people write in; the last one of a health check fills itself."""
    return state.columns[:-1] if state.health else state.columns


def profile_lines(state: State) -> list[str]:
    """A line for each topic of a health check: `Fun 3.5 ↑`."""
    lines = []
    for topic, counts, change in zip(state.health, state.profile, trends(state), strict=True):
        mean = mean_of(counts)
        lines.append(f"{topic.title} {'–' if mean is None else f'{mean:.1f}'} {ARROWS[change]}".rstrip())
    return lines
