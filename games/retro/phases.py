"""From one phase to the next: what comes to light on the way, and what follows."""

import hashlib
from collections import Counter
from collections.abc import Sequence

from games import recorder as base
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


class Recorder(base.Recorder[State, Event]):
    def __init__(self, state: State, chance: Chance) -> None:
        super().__init__(evolve, state, chance)


def unmarked(state: State) -> tuple[int, ...]:
    """Actions of last time of which nobody has said yet what became of them."""
    return tuple(number for number, action in enumerate(state.earlier, start=1) if not action.mark)


def go_on_if_ready(recorder: Recorder) -> None:
    """A phase moves on by itself when everybody said so, and a topic too."""
    state = recorder.state
    waits = state.phase == "stage" and unmarked(state)
    if len(state.ready) == state.seats and not waits:
        go_on(recorder)


def go_on(recorder: Recorder, *, past_topics: bool = False) -> None:
    recorder.record(WentOn())
    match recorder.state.phase:
        case "stage":
            begin(recorder, "reflect")
        case "reflect":
            _show_notes(recorder)
            _choose(recorder, "group")
        case "group":
            _choose(recorder, "vote")
        case "vote":
            _discuss(recorder)
        case "discuss":
            if past_topics or recorder.state.topic == len(recorder.state.agenda):
                begin(recorder, "actions")
            else:
                _open_topic(recorder)
        case "actions":
            begin(recorder, "close")
        case _:
            _finish(recorder)


def _choose(recorder: Recorder, phase: Phase) -> None:
    """The phase, where there is something to choose from; a single topic is discussed, and without notes nothing is."""
    match len(recorder.state.topics):
        case 0:
            begin(recorder, "actions")
        case 1:
            _discuss(recorder)
        case _:
            begin(recorder, phase)


def _discuss(recorder: Recorder) -> None:
    _show_votes(recorder)
    begin(recorder, "discuss")
    _open_topic(recorder)


def begin(recorder: Recorder, phase: Phase) -> None:
    state = recorder.state
    minutes = state.reflect if phase == "reflect" else 0
    recorder.record(PhaseBegan(phase, minutes, state.questions if phase == "reflect" else ()))


def _show_notes(recorder: Recorder) -> None:
    """The seed of a table is known when it is over, so a plain shuffle could be undone by anybody who has the export.

    An order that follows from a draw and the text of each note cannot: it never knew when they were written.
    """
    salt = recorder.chance.below(SALTS)
    recorder.record(NotesShown(in_salted_order(recorder.state.notes, salt), salt))


def in_salted_order(notes: Sequence[Note], salt: int) -> tuple[Note, ...]:
    def place(note: Note) -> tuple[int, bytes]:
        column = -1 if note.column is None else note.column
        return column, hashlib.sha256(f"{salt} {note.text} {note.by}".encode()).digest()

    return tuple(sorted(notes, key=place))


def _show_votes(recorder: Recorder) -> None:
    """The topics with dots, most dots first; all of them in the order of the board where nobody used a dot."""
    state = recorder.state
    votes = Counter(topic for dots in state.dotted.values() for topic in dots if topic is not None)
    counted = tuple((topic.key, votes[topic.key]) for topic in state.topics)
    agenda = [key for key, dots in sorted(counted, key=lambda pair: -pair[1]) if dots or not votes]
    recorder.record(VotesShown(counted, tuple(agenda)))


def _open_topic(recorder: Recorder) -> None:
    state = recorder.state
    number = state.topic + 1
    topic = state.topic_of(state.agenda[number - 1])
    assert topic is not None
    text = state.note(topic.key).text
    recorder.record(TopicOpened(number, len(state.agenda), text, topic.votes, state.discuss))


def _finish(recorder: Recorder) -> None:
    state = recorder.state
    given = Counter(state.ratings.values())
    poll = tuple(given[value] for value in range(BEST + 1))
    cards = tuple(card for card in state.cards if card is not None)
    recorder.record(Finished(poll, cards, state.topic, len(state.actions)))
