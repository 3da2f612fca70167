"""Formats and check-ins: our own, those of plugins and of the host, and their words as they are stored and said."""

import re
import tomllib
from collections.abc import Iterable, Sequence
from functools import cache
from importlib.resources import files
from itertools import chain
from typing import Annotated, Literal

from pydantic import Field, TypeAdapter, ValidationError

from games.language import Lazy, Text, lazy, lazy_p, source, t
from games.plugins import FORMATS_GROUP, UnusablePlugin, load_packs
from games.retro.model import NOTE_LIMIT, SAVED, SCALE, Column, HealthTopic
from games.text import clean, number
from games.values import value


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
