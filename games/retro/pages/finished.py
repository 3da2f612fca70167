"""The line that is left of a finished phase or topic."""

from collections import Counter
from collections.abc import Iterator, Sequence

from games.language import n, t
from games.retro.events import ActionAdded, Event, InsightAdded, PhaseBegan, TopicOpened, WentBack
from games.retro.formats import said_note
from games.retro.model import State
from games.retro.pages.sheets import TOPIC_LENGTH
from games.retro.words.terms import (
    TITLES,
    actions_in_words,
    dots_in_words,
    joined,
    topic_text,
    topics_in_words,
    with_dots,
)
from games.text import shortened


def past(events: Sequence[Event], state: State) -> str:
    """A message's phase or topic in a line."""
    began = next((event for event in reversed(events) if isinstance(event, PhaseBegan | WentBack | TopicOpened)), None)
    if isinstance(began, TopicOpened):
        return _past_topic(events, state, began)
    phase = state.phase if began is None else began.phase
    left = _left_of(state, phase)
    return t("{phase}: {result}", phase=TITLES[phase], result=left) if left else str(TITLES[phase])


def _past_topic(events: Sequence[Event], state: State, opened: TopicOpened) -> str:
    topic = state.topic_of(opened.note)
    text = topic_text(state, topic) if topic else said_note(opened.text) or t("A hidden note")
    title = with_dots(shortened(text, TOPIC_LENGTH), opened.votes)
    since = events[events.index(opened) :]
    insights = sum(isinstance(event, InsightAdded) for event in since)
    actions = sum(isinstance(event, ActionAdded) for event in since)
    found = [n("{count} insight", "{count} insights", insights)] if insights else []
    found += [actions_in_words(actions)] if actions else []
    return t("{topic}: {result}", topic=title, result=joined(found)) if found else title


def _left_of(state: State, phase: str) -> str:
    """What a phase has brought, after its title."""
    match phase:
        case "stage":
            return _in_answers(len(state.words))
        case "review":
            return joined(_settled(state))
        case "reflect":
            return _by_people(written_notes(state), state.seats)
        case "group":
            return _from_notes(len(state.topics), state.shown)
        case "vote":
            return _dots(state)
        case "discuss":
            return topics_in_words(state.topic)
        case "actions":
            return n("{count} agreed", "{count} agreed", len(state.actions))
        case "close":
            return _in_answers(sum(state.poll) or len(state.ratings))
        case _:
            return ""


def _in_answers(answers: int) -> str:
    return n("{count} answered", "{count} answered", answers)


def _settled(state: State) -> Iterator[str]:
    marks = Counter(action.mark or "keep" for action in state.earlier)
    if marks["done"]:
        yield n("{count} done", "{count} done", marks["done"])
    if marks["keep"]:
        yield n("{count} kept", "{count} kept", marks["keep"])
    if marks["drop"]:
        yield n("{count} dropped", "{count} dropped", marks["drop"])


def _by_people(notes: int, people: int) -> str:
    if people == 1:
        return n("{count} note by 1 person", "{count} notes by 1 person", notes)
    return n("{count} note by {people} people", "{count} notes by {people} people", notes, people=people)


def _from_notes(topics: int, notes: int) -> str:
    if topics == 1:
        return n("1 topic from {count} note", "1 topic from {count} notes", notes)
    return n("{topics} topics from {count} note", "{topics} topics from {count} notes", notes, topics=topics)


def written_notes(state: State) -> int:
    """The notes that people wrote: without the topics of a health check."""
    return len(state.notes) - (len(state.health) if state.profile else 0)


def people_here(state: State) -> str:
    return n("{count} person", "{count} people", state.seats)


def _dots(state: State) -> str:
    votes = [topic.votes for topic in state.topics if topic.votes]
    if not votes:
        return dots_in_words(sum(map(len, state.placed.values())))
    if len(votes) == 1:
        return n("{count} dot on 1 topic", "{count} dots on 1 topic", sum(votes))
    return n("{count} dot on {topics} topics", "{count} dots on {topics} topics", sum(votes), topics=len(votes))
