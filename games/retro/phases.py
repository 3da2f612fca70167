"""From one phase to the next: what comes to light on the way, and what follows."""

import hashlib
from collections import Counter
from collections.abc import Sequence

from games import story
from games.chance import Chance
from games.retro.folding import SALTS, evolve
from games.retro.model import (
    BEST,
    PHASES,
    Event,
    Finished,
    Note,
    NotesShown,
    Phase,
    PhaseBegan,
    State,
    TopicOpened,
    VotesShown,
    WentOn,
)

PHASE_AFTER: dict[Phase, Phase] = dict(zip(PHASES, (*PHASES[1:], "over"), strict=True))


class Story(story.Story[State, Event]):
    def __init__(self, state: State, chance: Chance) -> None:
        super().__init__(evolve, state, chance)


def unmarked(state: State) -> tuple[int, ...]:
    """Actions of last time of which nobody has said yet what became of them."""
    return tuple(number for number, action in enumerate(state.earlier, start=1) if not action.mark)


def go_on_if_ready(story: Story) -> None:
    """A phase moves on by itself when everybody said so, and a topic too."""
    state = story.state
    waits = state.phase == "stage" and unmarked(state)
    if len(state.ready) == state.seats and not waits:
        go_on(story)


def go_on(story: Story, *, past_topics: bool = False) -> None:
    story.tell(WentOn())
    match story.state.phase:
        case "stage":
            begin(story, "reflect")
        case "reflect":
            _show_notes(story)
            _choose(story, "group")
        case "group":
            _choose(story, "vote")
        case "vote":
            _discuss(story)
        case "discuss":
            if past_topics or story.state.topic == len(story.state.agenda):
                begin(story, "actions")
            else:
                _open_topic(story)
        case "actions":
            begin(story, "close")
        case _:
            _finish(story)


def _choose(story: Story, phase: Phase) -> None:
    """The phase, where there is something to choose from; a single topic is discussed, and without notes nothing is."""
    match len(story.state.topics):
        case 0:
            begin(story, "actions")
        case 1:
            _discuss(story)
        case _:
            begin(story, phase)


def _discuss(story: Story) -> None:
    _show_votes(story)
    begin(story, "discuss")
    _open_topic(story)


def begin(story: Story, phase: Phase) -> None:
    state = story.state
    minutes = state.reflect if phase == "reflect" else 0
    story.tell(PhaseBegan(phase, minutes, state.questions if phase == "reflect" else ()))


def _show_notes(story: Story) -> None:
    """The seed of a table is known when it is over, so a plain shuffle could be undone by anybody who has the export.

    An order that follows from a draw and the text of each note cannot: it never knew when they were written.
    """
    salt = story.chance.below(SALTS)
    story.tell(NotesShown(in_salted_order(story.state.notes, salt), salt))


def in_salted_order(notes: Sequence[Note], salt: int) -> tuple[Note, ...]:
    def place(note: Note) -> tuple[int, bytes]:
        column = -1 if note.column is None else note.column
        return column, hashlib.sha256(f"{salt} {note.text} {note.by}".encode()).digest()

    return tuple(sorted(notes, key=place))


def _show_votes(story: Story) -> None:
    """The topics with dots, most dots first; all of them in the order of the board where nobody used a dot."""
    state = story.state
    votes = Counter(topic for dots in state.dotted.values() for topic in dots if topic is not None)
    counted = tuple((topic.key, votes[topic.key]) for topic in state.topics)
    agenda = [key for key, dots in sorted(counted, key=lambda pair: -pair[1]) if dots or not votes]
    story.tell(VotesShown(counted, tuple(agenda)))


def _open_topic(story: Story) -> None:
    state = story.state
    number = state.topic + 1
    topic = state.topic_of(state.agenda[number - 1])
    assert topic is not None
    text = state.note(topic.key).text
    story.tell(TopicOpened(number, len(state.agenda), text, topic.votes, state.discuss))


def _finish(story: Story) -> None:
    state = story.state
    given = Counter(state.ratings.values())
    poll = tuple(given[value] for value in range(BEST + 1))
    cards = tuple(card for card in state.cards if card is not None)
    story.tell(Finished(poll, cards, state.topic, len(state.actions)))
