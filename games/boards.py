"""A meeting's board as a page shows it: columns with notes, topics, dots, actions. Texts have marks for seats."""

from collections.abc import Mapping
from dataclasses import field

from games.sheets import Step
from games.values import value


@value
class NoteOnBoard:
    number: int
    text: str  # or why it was hidden
    column: int  # from 0
    hidden: bool = False
    by: int | None = None  # where notes are signed


@value
class ColumnOnBoard:
    title: str
    question: str = ""
    open: bool = True  # people write into it


@value
class TopicOnBoard:
    """Notes that belong together; a single note is a topic too."""

    key: int
    notes: tuple[int, ...]  # numbers
    name: str = ""
    votes: int | None = None  # None until dots are counted
    mine: int = 0  # the viewer's own dots on it
    insights: tuple[str, ...] = ()


@value
class ActionOnBoard:
    number: int
    what: str
    owner: int | None = None  # seat
    owner_name: str = ""  # of somebody who has no seat in this meeting
    due: str = ""  # 2026-11-20
    mark: str = ""  # of an earlier one: done, keep, drop


@value
class QuestionOnBoard:
    """A topic of a health check, or the safety check."""

    key: str
    title: str
    good: str = ""
    bad: str = ""
    mine: int | None = None
    counts: tuple[int, ...] = ()  # how many gave 1, 2, … once shown
    trend: str = ""  # up, same, down


@value
class MeetingBoard:
    title: str  # of the format
    phase: str
    question: str  # what the phase asks: “Which notes belong together?”
    steps: tuple[Step, ...]
    facilitator: int
    done: tuple[int, ...] = ()  # seats; the facilitator sees all of them, everybody else only their own
    finished: int = 0  # how many people are done
    people: int = 0
    anonymous: bool = True
    check_in: str = ""
    note: str = ""  # what else everybody should know now
    answers: Mapping[int, str] = field(default_factory=dict)  # to the check-in, by seat
    columns: tuple[ColumnOnBoard, ...] = ()
    face_down: int = 0  # notes that nobody sees yet; not even their columns are known
    notes: tuple[NoteOnBoard, ...] = ()
    topics: tuple[TopicOnBoard, ...] = ()
    alike: tuple[tuple[int, int], ...] = ()  # pairs of topics that look alike, the likeliest first
    dots: int = 0  # each has
    left: int = 0  # of the viewer's
    agenda: tuple[int, ...] = ()  # keys of topics
    current: int | None = None  # the key of the topic under discussion
    time_is_up: bool = False
    longer: int = 0  # people who want more time for it; those who are done want to move on
    earlier: tuple[ActionOnBoard, ...] = ()
    actions: tuple[ActionOnBoard, ...] = ()
    room_for: int = 0  # more actions
    health: tuple[QuestionOnBoard, ...] = ()
    safety: QuestionOnBoard | None = None
    agreement: tuple[str, ...] = ()
    thanks: tuple[str, ...] = ()
    ratings: tuple[str, ...] = ()  # what 0, 1, … 5 mean
    rated: int = 0  # people who have rated the meeting
    my_rating: int | None = None
    poll: tuple[int, ...] = ()  # how many gave 0, 1, … 5, at the end
