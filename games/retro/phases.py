"""Moving from one phase to the next: what is revealed on the way, and what follows."""

import hashlib
from collections import Counter
from collections.abc import Sequence
from typing import assert_never

from games import recorder as base
from games.chance import Chance
from games.retro.events import Event, Finished, NotesShown, PhaseBegan, TopicOpened, VotesShown, WentOn
from games.retro.folding import SALTS, evolve
from games.retro.model import MAX_RATING, PHASES, Note, Phase, State

PHASE_AFTER: dict[Phase, Phase] = dict(zip(PHASES, (*PHASES[1:], "over"), strict=True))


class Recorder(base.Recorder[State, Event]):
    def __init__(self, state: State, chance: Chance) -> None:
        super().__init__(evolve, state, chance)


def unmarked(state: State) -> tuple[int, ...]:
    """Actions from last time that nobody has marked yet."""
    return tuple(number for number, action in enumerate(state.earlier, start=1) if not action.mark)


def move_on_if_ready(recorder: Recorder) -> None:
    """Move on once everybody is ready; the check-in also waits for every earlier action to be marked."""
    state = recorder.state
    waits = state.phase == "stage" and unmarked(state)
    if len(state.ready) == state.seats and not waits:
        move_on(recorder)


def move_on(recorder: Recorder, *, skip_topics: bool = False) -> None:
    """Move on to the next topic or phase."""
    recorder.record(WentOn())
    phase = recorder.state.phase
    match phase:
        case "stage":
            _begin(recorder, "reflect")
        case "reflect":
            _show_notes(recorder)
            _begin_if_useful(recorder, "group")
        case "group":
            _begin_if_useful(recorder, "vote")
        case "vote":
            _discuss(recorder)
        case "discuss":
            _next_topic(recorder, skip_topics=skip_topics)
        case "actions":
            _begin(recorder, "close")
        case "close" | "over":
            _finish(recorder)
        case _:
            assert_never(phase)


def _begin_if_useful(recorder: Recorder, phase: Phase) -> None:
    """Skip grouping and voting for a single topic, and the discussion as well if there are no notes."""
    match len(recorder.state.topics):
        case 0:
            _begin(recorder, "actions")
        case 1:
            _discuss(recorder)
        case _:
            _begin(recorder, phase)


def _discuss(recorder: Recorder) -> None:
    _show_votes(recorder)
    _begin(recorder, "discuss")
    _open_topic(recorder)


def _next_topic(recorder: Recorder, *, skip_topics: bool) -> None:
    if skip_topics or recorder.state.topic == len(recorder.state.agenda):
        _begin(recorder, "actions")
    else:
        _open_topic(recorder)


def _begin(recorder: Recorder, phase: Phase) -> None:
    state = recorder.state
    minutes = state.reflect if phase == "reflect" else 0
    recorder.record(PhaseBegan(phase, minutes, state.questions if phase == "reflect" else ()))


def _show_notes(recorder: Recorder) -> None:
    """Show the notes in an order derived from one draw and their texts.

    A table's seed is published at the end, so anybody with the export could undo a plain shuffle. This order never
    depended on when notes were written.
    """
    salt = recorder.chance.below(SALTS)
    recorder.record(NotesShown(in_salted_order(recorder.state.notes, salt), salt))


def in_salted_order(notes: Sequence[Note], salt: int) -> tuple[Note, ...]:
    def place(note: Note) -> tuple[int, bytes]:
        column = -1 if note.column is None else note.column
        return column, hashlib.sha256(f"{salt} {note.text} {note.by}".encode()).digest()

    return tuple(sorted(notes, key=place))


def _show_votes(recorder: Recorder) -> None:
    """The agenda has the topics with dots, most dots first; if nobody used a dot, all topics in board order."""
    state = recorder.state
    votes = Counter(topic for dots in state.placed.values() for topic in dots if topic is not None)
    totals = tuple((topic.key, votes[topic.key]) for topic in state.topics)
    agenda = [key for key, dots in sorted(totals, key=lambda pair: -pair[1]) if dots or not votes]
    recorder.record(VotesShown(totals, tuple(agenda)))


def _open_topic(recorder: Recorder) -> None:
    state = recorder.state
    number = state.topic + 1
    topic = state.topic_of(state.agenda[number - 1])
    assert topic is not None
    text = state.note(topic.key).text
    recorder.record(TopicOpened(number, len(state.agenda), text, topic.votes, state.discuss))


def _finish(recorder: Recorder) -> None:
    state = recorder.state
    ratings = Counter(state.ratings.values())
    poll = tuple(ratings[value] for value in range(MAX_RATING + 1))
    cards = tuple(card for card in state.cards if card is not None)
    recorder.record(Finished(poll, cards, state.topic, len(state.actions)))
