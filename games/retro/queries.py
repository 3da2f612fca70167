"""What people ask during a retrospective."""

from collections.abc import Mapping, Sequence

from games.api import Answer
from games.retro.model import SCALE, View
from games.retro.reading import health_topic
from games.text import listing


def answer(view: View, command: str, arguments: Mapping[str, str], names: Sequence[str]) -> Answer:
    """`scale`: what the ends of the scale mean for a topic of a health check."""
    del command, names
    state = view.table
    if not state.health:
        return Answer("This isn’t a health check, so there’s no scale to explain.")
    number = health_topic(state, arguments.get("topic", ""))
    if not number:
        titles = [f"{place} {topic.title}" for place, topic in enumerate(state.health, start=1)]
        return Answer(f"Which topic do you mean: {listing(titles, 'or')}?")
    topic = state.health[number - 1]
    given = state.answers.get(view.seat, {}).get(number) if view.seat is not None else None
    yours = f" Your answer so far: {given}." if given else ""
    return Answer(f"{topic.title}. {SCALE[-1]}: {topic.good}. {SCALE[0]}: {topic.bad}.{yours}")
