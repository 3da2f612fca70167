"""State and view of the retrospective; `moves.py` has the moves, `events.py` the events."""

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from functools import cache
from importlib.resources import files
from itertools import chain
from typing import Annotated, Literal

from pydantic import Field, TypeAdapter, ValidationError

from games.language import Lazy, Text, lazy, lazy_p, source, t
from games.memories import TeamCard
from games.plugins import FORMATS_GROUP, UnusablePlugin, load_packs
from games.text import clean, number
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


# --- check ins -------------------------------------------------------------------------------------------------------


@cache
def check_ins() -> dict[str, Lazy]:
    """The check-in questions by key, in the order of the file."""
    text = (files(__package__) / "data" / "check_ins.toml").read_text("utf-8")
    found: dict[str, str] = tomllib.loads(text)["questions"]
    return {key: lazy(question) for key, question in found.items()}


# --- formats ---------------------------------------------------------------------------------------------------------

COLUMN_LIMIT = 40  # characters of a title
_HINT_LIMIT = 80
TITLE_LIMIT = 40
_WHEN_LIMIT = 160
OWN_TITLE = lazy("Retrospective")  # of a board with the team's own columns

_KEY = re.compile("[a-z][a-z-]{1,30}")


_Purpose = Literal["sprint", "release", "health", "conflict", "celebration", "future"]
PURPOSES: dict[_Purpose, Lazy] = {
    "sprint": lazy_p("purpose of a format", "sprint"),
    "release": lazy_p("purpose of a format", "release"),
    "health": lazy_p("purpose of a format", "health"),
    "conflict": lazy_p("purpose of a format", "conflict"),
    "celebration": lazy_p("purpose of a format", "celebration"),
    "future": lazy_p("purpose of a format", "future"),
}
# the columns of a health check; its topics fill the last one once everybody has answered
_HEALTH_COLUMNS = (
    Column(lazy("Helps"), lazy("What makes it good where it is good?")),
    Column(lazy("Hinders"), lazy("What makes it hard where it is hard?")),
    Column(lazy("Topics")),
)


@value
class Format:
    key: str
    title: Text
    columns: tuple[Column, ...]
    topics: tuple[HealthTopic, ...] = ()  # a health check asks about these
    purposes: tuple[_Purpose, ...] = ()
    when: Text = ""  # when to use it, in a sentence

    @property
    def note(self) -> str:
        """The description that people read when they look for a format."""
        parts = ", ".join(str(part.title) for part in self.topics or self.columns)
        named = t("{format} ({parts}).", format=self.title, parts=parts)
        purposes = ", ".join(str(PURPOSES[each]) for each in self.purposes)
        fit = t("For: {purposes}.", purposes=purposes) if purposes else ""
        return " ".join(filter(None, [named, str(self.when), fit]))


class FormatNote(Lazy):
    """The description of a format, put together when it is said."""

    __slots__ = ("form",)

    def __init__(self, form: Format) -> None:
        super().__init__(source(form.title))
        self.form = form

    def __str__(self) -> str:
        return self.form.note


def _ours(text: str) -> Text:
    """A text of a file, which a catalogue may have in other languages."""
    return lazy(text) if text else ""


# as a TOML file has them
_Notes = tuple[Annotated[str, Field(min_length=1, max_length=NOTE_LIMIT)], ...]


@value
class _Column:
    title: Annotated[str, Field(min_length=1, max_length=COLUMN_LIMIT)]
    hint: Annotated[str, Field(max_length=_HINT_LIMIT)] = ""
    notes: _Notes = ()


@value
class _Topic:
    title: Annotated[str, Field(min_length=1, max_length=COLUMN_LIMIT)]
    good: Annotated[str, Field(max_length=_HINT_LIMIT)] = ""
    bad: Annotated[str, Field(max_length=_HINT_LIMIT)] = ""


@value
class _Columns:
    """The file format of a board with columns."""

    key: str
    title: Annotated[str, Field(min_length=1, max_length=TITLE_LIMIT)]
    columns: Annotated[tuple[_Column, ...], Field(min_length=2, max_length=6)]
    purposes: tuple[_Purpose, ...] = ()
    when: Annotated[str, Field(max_length=_WHEN_LIMIT)] = ""

    def read(self) -> Format:
        columns = tuple(Column(_ours(column.title), _ours(column.hint)) for column in self.columns)
        return Format(self.key, _ours(self.title), columns, (), self.purposes, _ours(self.when))


@value
class _Check:
    """The file format of a health check."""

    key: str
    title: Annotated[str, Field(min_length=1, max_length=TITLE_LIMIT)]
    topics: Annotated[tuple[_Topic, ...], Field(min_length=3, max_length=12)]
    helps: _Notes = ()  # notes for the two columns that people write in
    hinders: _Notes = ()
    purposes: tuple[_Purpose, ...] = ()
    when: Annotated[str, Field(max_length=_WHEN_LIMIT)] = ""

    @property
    def columns(self) -> tuple[_Column, ...]:
        notes = (self.helps, self.hinders)
        written = zip(_HEALTH_COLUMNS, notes, strict=False)
        return tuple(_Column(source(each.title), source(each.hint), those) for each, those in written)

    def read(self) -> Format:
        topics = tuple(HealthTopic(_ours(each.title), _ours(each.good), _ours(each.bad)) for each in self.topics)
        return Format(self.key, _ours(self.title), _HEALTH_COLUMNS, topics, self.purposes, _ours(self.when))


_Format = _Columns | _Check


@value
class _File:
    format: tuple[_Format, ...]
    notes: tuple[str, ...] = ()  # for columns without notes


_FILE: TypeAdapter[_File] = TypeAdapter(_File)


@cache
def formats() -> dict[str, Format]:
    """Every format by its key: the built-in ones in the order of the file, then those of plugins."""
    return {each.key: each.read() for each in _all()}


def own_columns(words: str) -> tuple[Column, ...]:
    """The columns of `Keep,Went_well`; underscores are spaces."""
    titles = [clean(word.replace("_", " "), COLUMN_LIMIT) for word in words.split(",")]
    # stored, so the same in every language
    return tuple(Column(title or f"Column {at}") for at, title in enumerate(titles, start=1))  # not prose


@cache
def plausible_notes(column: str) -> tuple[str, ...]:
    """Notes that somebody might write under a column with this English title, in English, as they are stored."""
    known = [each.notes for form in _all() for each in form.columns if each.title == column and each.notes]
    return known[0] if known else _built_in().notes


def example_notes(key: str) -> tuple[tuple[str, ...], ...]:
    """Notes for each column of a format that people write in."""
    form = next(each for each in _all() if each.key == key)
    return tuple(column.notes or plausible_notes(column.title) for column in form.columns)


# --- what is stored --------------------------------------------------------------------------------------------------
#
# A meeting stores our words in English, whichever language is spoken, and what people wrote as it is. English is a key
# of every catalogue, so an old meeting can be read in any language.

_ENOUGH_WORDS = 4  # of a note; a person may well write a shorter one that is just like one of ours
_CARD = re.compile(r"(?P<title>.+): (?P<mean>\d\.\d) of \d")


def said_title(title: str, columns: Sequence[Column]) -> Text:
    """The stored title of a meeting. A name that the host gave it stays as it is."""
    return lazy(title) if title == OWN_TITLE.text or _format_of(title, columns) else title


def said_columns(title: str, columns: Sequence[Column]) -> tuple[Column, ...]:
    """The stored columns of a meeting. Those that the host chose stay as they are."""
    form = _format_of(title, columns)
    ours = {_stored(each): each for each in (*(form.columns if form else ()), SAVED)}
    return tuple(ours.get(each, each) for each in columns)


def said_check_in(question: str) -> Text:
    return _ours(question)


def said_topics(topics: Iterable[HealthTopic]) -> tuple[HealthTopic, ...]:
    return tuple(HealthTopic(*(_ours(source(text)) for text in (each.title, each.good, each.bad))) for each in topics)


def _format_of(title: str, columns: Sequence[Column]) -> Format | None:
    """The format that a meeting with this title has its columns from; None if the host chose them."""
    named = [form for form in formats().values() if source(form.title) == title]
    return next((form for form in named if {*map(_stored, form.columns)} & {*columns}), None)


def _stored(column: Column) -> Column:
    return Column(source(column.title), source(column.hint))


@cache
def _long_examples() -> frozenset[str]:
    written = (note for form in _all() for column in form.columns for note in column.notes)
    return frozenset(note for note in (*written, *_built_in().notes) if len(note.split()) >= _ENOUGH_WORDS)


@cache
def _rated_titles() -> frozenset[str]:
    return frozenset(source(topic.title) for form in formats().values() for topic in form.topics)


def said_note(text: str) -> str:
    """A stored note as people read it: as it was written.

    In the language of whoever reads it, if it is one of ours: a topic of a health check, or what an automatic
    participant wrote. Nothing stored says which notes those are, so only the words can tell.
    """
    card = _CARD.fullmatch(text)
    if card and card["title"] in _rated_titles():
        return t(
            "{topic}: {mean} of {scale}", topic=t(card["title"]), mean=number(float(card["mean"]), 1), scale=SCALE[-1]
        )
    return t(text) if text in _long_examples() else text


@cache
def _built_in() -> _File:
    """The built-in formats, in two files: boards with columns, and health checks."""
    texts = ((files(__package__) / "data" / name).read_text("utf-8") for name in ("formats.toml", "health.toml"))
    boards, checks = (_FILE.validate_python(tomllib.loads(text)) for text in texts)
    return _File((*boards.format, *checks.format), boards.notes)


@cache
def _all() -> tuple[_Format, ...]:
    known = {each.key for each in _built_in().format}

    def read(_: str, toml: str) -> tuple[_Format, ...]:
        found = _of_plugin(toml, known)
        known.update(each.key for each in found)
        return found

    return (*_built_in().format, *chain.from_iterable(load_packs(FORMATS_GROUP, read).values()))


def _of_plugin(toml: str, known: set[str]) -> tuple[_Format, ...]:
    """The formats of a plugin, in the form of our own file; UnusablePlugin or ValueError says what is wrong."""
    try:
        found = _FILE.validate_python(tomllib.loads(toml)).format
    except ValidationError as fault:
        first = fault.errors(include_url=False, include_input=False)[0]
        raise UnusablePlugin(f"{'.'.join(map(str, first['loc'])) or 'The file'}: {first['msg']}.") from fault
    for each in found:
        if not _KEY.fullmatch(each.key):
            raise UnusablePlugin(f"The key {each.key!r} of a format needs letters from a to z and hyphens.")
        if each.key in known:
            raise UnusablePlugin(f"There is already a format with the key {each.key!r}.")
    return found


# --- profiles --------------------------------------------------------------------------------------------------------

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
