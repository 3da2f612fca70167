"""State and view of the retrospective; `moves.py` has the moves, `events.py` the events."""

from collections.abc import Mapping
from dataclasses import field
from typing import Annotated, Literal

from pydantic import Field

from games.language import Text, lazy
from games.memories import TeamCard
from games.values import value

MAX_NOTES = 200  # on one board: 20 people with ten each
NOTE_LIMIT = 200  # characters
WORD_LIMIT = 24  # characters of a check-in
MAX_RATING = 5  # of the closing poll; 0 is the worst
VOTE_SECONDS = 60  # time to ask for more once a topic's time is up
MORE_MINUTES = 3  # that more than half can give a topic then
NAME_LIMIT = 40  # characters of a group's name
INSIGHT_LIMIT = 200
THANKS_LIMIT = 200
AGREEMENT_LIMIT = 120
MAX_INSIGHTS = 8  # of one topic
MAX_THANKS = 60
MAX_AGREEMENT = 7  # lines; nobody remembers more
SCALE = range(1, 6)  # of the safety check and of a health check; 5 is the best

Phase = Literal["stage", "review", "reflect", "group", "vote", "discuss", "actions", "close", "over"]
PHASES: tuple[Phase, ...] = ("stage", "review", "reflect", "group", "vote", "discuss", "actions", "close")
UNTIL_SHOWN: tuple[Phase, ...] = PHASES[: PHASES.index("group")]  # notes can be written, and are face down
Mark = Literal["", "done", "keep", "drop"]
MARKS: tuple[Mark, ...] = ("done", "keep", "drop")
Reason = Literal["", "person", "tone", "private"]
REASONS: tuple[Reason, ...] = ("person", "tone", "private")  # for hiding a note


def _is_empty(found: object) -> bool:
    return not found


# Of a sealed event, what is stored is read and written again to compute its hash: a field that came later must leave no
# trace in the events from before it.
Later = Field(exclude_if=_is_empty)

# --- state -----------------------------------------------------------------------------------------------------------


@value
class Column:
    """A column of the board: our words are said in the language of whoever reads them, the host's own as they are."""

    title: Text
    hint: Text = ""


SAVED = Column(lazy("From the sprint"), lazy("What you saved since last time"))


@value
class Note:
    """A note; `by` is None where notes are anonymous. A note hidden from the viewer has no column and no text.

    `code` is known to the writer alone, until all notes are shown. `hidden`: why the facilitator hid it, for good.
    """

    column: int | None = None
    text: str = ""
    by: int | None = None
    code: Annotated[str, Later] = ""
    hidden: Annotated[Reason, Later] = ""


@value
class DiscussionTopic:
    """Notes that belong together, by number; the lowest number stands for the group."""

    notes: tuple[int, ...]
    votes: int = 0
    name: str = ""

    @property
    def key(self) -> int:
        return self.notes[0]


@value
class EarlierAction:
    """An action from last time, and what became of it."""

    what: str
    due: str = ""
    mark: Mark = ""
    origin: str = ""  # the table that agreed on it, and its number there


@value
class Action:
    what: str
    owner: int
    due: str = ""


@value
class Insight:
    """Something that the team understood while it discussed a topic."""

    topic: int
    text: str


@value
class Appreciation:
    by: int
    to: int
    text: str


@value
class HealthTopic:
    """A topic that a health check asks about, and what the ends of the scale mean."""

    title: Text
    good: Text = ""
    bad: Text = ""


@value
class PastCheck:
    """An earlier health check of the room: the mean of each topic, by its English title."""

    name: str
    means: Mapping[str, float] = field(default_factory=dict)


@value
class SavedFormat:
    """A format that a room has given a name."""

    name: str
    columns: tuple[str, ...]


@value
class State:
    """A meeting. Shown notes are numbered from 1 in the order of `notes`; before that their order means nothing."""

    title: Text
    columns: tuple[Column, ...]
    seats: int
    dots: int  # each
    reflect: int  # minutes
    discuss: int  # minutes per topic
    limit: int  # actions
    anonymous: bool
    questions: tuple[str, ...] = ()  # inherited from the last game
    earlier: tuple[EarlierAction, ...] = ()
    inherited: tuple[TeamCard, ...] = ()  # cards from earlier retrospectives
    facilitator: int = 0
    phase: Phase = "stage"
    ready: tuple[int, ...] = ()  # seats that are done with this phase, or with this topic
    words: Mapping[int, str] = field(default_factory=dict)  # check-ins by seat
    notes: tuple[Note, ...] = ()
    topics: tuple[DiscussionTopic, ...] = ()
    placed: Mapping[int, tuple[int | None, ...]] = field(default_factory=dict)  # topics dotted by seat; None: hidden
    votes_shown: bool = False
    agenda: tuple[int, ...] = ()  # topics, most votes first
    topic: int = 0  # place on the agenda of the topic under discussion, from 1; 0: none yet
    round: int = 1  # of the clock; more time starts another one
    extra: int = 0  # minutes of the running clock, if more time was given
    time_is_up: bool = False  # for writing, or for a topic
    move_on_wanted: bool = False  # by most, or nobody asked for more time while that was possible
    asked: tuple[int, ...] = ()  # seats that want more time
    actions: tuple[Action, ...] = ()
    cards: tuple[TeamCard | None, ...] = ()  # for the next game; None: hidden
    ratings: Mapping[int, int | None] = field(default_factory=dict)  # None: hidden
    poll: tuple[int, ...] = ()  # how many gave 0, 1, … 5; empty until the end
    written: int = 0  # notes, including those that were taken back
    shown: int = 0  # number of notes at the front of `notes` that are on the board
    returns: int = 0  # how often the meeting went back to an earlier phase
    talks: int = 0  # how often a topic was opened
    check_in: Text = ""  # the question that it begins with; empty: how are you
    asked_before: tuple[str, ...] = ()  # keys of the room's latest check-ins, this one last
    agreement: tuple[str, ...] = ()  # the room's working agreement
    safety_check: bool = False
    safety: Mapping[int, int | None] = field(default_factory=dict)  # answers by seat; None: hidden
    safety_poll: tuple[int, ...] = ()  # how many gave 1, 2, … 5; empty until shown
    insights: tuple[Insight, ...] = ()
    thanks: tuple[Appreciation, ...] = ()
    health: tuple[HealthTopic, ...] = ()  # what a health check asks about
    answers: Mapping[int, Mapping[int, int | None]] = field(default_factory=dict)  # by seat and topic; None: hidden
    profile: tuple[tuple[int, ...], ...] = ()  # by topic: how many gave 1, 2, … 5; empty until shown
    past: tuple[PastCheck, ...] = ()  # the room's last checks of this kind, the latest last
    formats: tuple[SavedFormat, ...] = ()  # of the room
    unknown: str = ""  # the name of a format that the room doesn't have

    @property
    def phases(self) -> tuple[Phase, ...]:
        """The phases of this meeting: without earlier actions there is nothing to look at."""
        return tuple(phase for phase in PHASES if phase != "review" or self.earlier)

    @property
    def board(self) -> tuple[Note, ...]:
        """The notes that everybody sees, numbered from 1."""
        return self.notes[: self.shown]

    @property
    def waiting(self) -> tuple[Note, ...]:
        """The notes that nobody sees yet; their order means nothing."""
        return self.notes[self.shown :]

    @property
    def talked_about(self) -> tuple[int, ...]:
        """The topics that were discussed; of those from before the meeting went back, the ones with an insight."""
        understood = (topic.key for topic in self.topics if self.insights_of(topic))
        return tuple(dict.fromkeys((*self.agenda[: self.topic], *understood)))

    def insights_of(self, topic: DiscussionTopic) -> tuple[str, ...]:
        """What the team understood; a topic keeps it when it is grouped with others."""
        return tuple(each.text for each in self.insights if each.topic in topic.notes)

    @property
    def current_topic(self) -> DiscussionTopic | None:
        """The topic under discussion."""
        if self.phase != "discuss" or not self.topic:
            return None
        key = self.agenda[self.topic - 1]
        return next(topic for topic in self.topics if topic.key == key)

    def note(self, number: int) -> Note:
        return self.notes[number - 1]

    def text_of(self, topic: DiscussionTopic) -> str:
        """The title of a topic as it is stored: its group's name, or its first note."""
        return topic.name or self.note(topic.key).text

    def topic_of(self, number: int) -> DiscussionTopic | None:
        """The topic that has the note of this number."""
        for topic in self.topics:  # asked for every button, so without a generator
            if number in topic.notes:
                return topic
        return None


@value
class View:
    """The state as one seat may see it: hidden texts, topics and ratings are blank in `state`."""

    seat: int | None
    state: State
