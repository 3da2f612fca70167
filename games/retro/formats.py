"""The formats: the columns of a board, and notes an automatic participant might write in them."""

import re
import tomllib
from functools import cache
from importlib.resources import files
from itertools import chain
from typing import Annotated, Literal

from pydantic import Field, TypeAdapter, ValidationError

from games.plugins import FORMATS_GROUP, UnusablePlugin, load_packs
from games.retro.model import NOTE_LIMIT, Column, HealthTopic
from games.text import clean
from games.values import value

COLUMN_LIMIT = 20  # characters of a title
HINT_LIMIT = 80
TITLE_LIMIT = 40
WHEN_LIMIT = 160
OWN_TITLE = "Retrospective"  # of a board with the team's own columns

_KEY = re.compile("[a-z][a-z-]{1,30}")


Purpose = Literal["sprint", "release", "health", "conflict", "celebration", "future"]
# the columns of a health check; its topics fill the last one once everybody has answered
_HEALTH_COLUMNS = (
    Column("Helps", "What makes it good where it is good?"),
    Column("Hinders", "What makes it hard where it is hard?"),
    Column("Topics"),
)


@value
class Format:
    key: str
    title: str
    columns: tuple[Column, ...]
    topics: tuple[HealthTopic, ...] = ()  # a health check asks about these
    purposes: tuple[Purpose, ...] = ()
    when: str = ""  # to use it, in a sentence

    @property
    def note(self) -> str:
        """What people read when they look for one."""
        parts = [column.title for column in self.columns] if not self.topics else [topic.title for topic in self.topics]
        purposes = f" For: {', '.join(self.purposes)}." if self.purposes else ""
        return f"{self.title} ({', '.join(parts)}). {self.when}{purposes}".strip()


# as a TOML file has them
@value
class _Column:
    title: Annotated[str, Field(min_length=1, max_length=COLUMN_LIMIT)]
    hint: Annotated[str, Field(max_length=HINT_LIMIT)] = ""
    notes: tuple[Annotated[str, Field(min_length=1, max_length=NOTE_LIMIT)], ...] = ()


@value
class _Topic:
    title: Annotated[str, Field(min_length=1, max_length=COLUMN_LIMIT)]
    good: Annotated[str, Field(max_length=HINT_LIMIT)] = ""
    bad: Annotated[str, Field(max_length=HINT_LIMIT)] = ""


@value
class _Columns:
    """What a board has columns for."""

    key: str
    title: Annotated[str, Field(min_length=1, max_length=TITLE_LIMIT)]
    columns: Annotated[tuple[_Column, ...], Field(min_length=2, max_length=6)]
    purposes: tuple[Purpose, ...] = ()
    when: Annotated[str, Field(max_length=WHEN_LIMIT)] = ""

    def read(self) -> Format:
        columns = tuple(Column(column.title, column.hint) for column in self.columns)
        return Format(self.key, self.title, columns, (), self.purposes, self.when)


@value
class _Check:
    """What a health check asks about."""

    key: str
    title: Annotated[str, Field(min_length=1, max_length=TITLE_LIMIT)]
    topics: Annotated[tuple[_Topic, ...], Field(min_length=3, max_length=12)]
    purposes: tuple[Purpose, ...] = ()
    when: Annotated[str, Field(max_length=WHEN_LIMIT)] = ""

    @property
    def columns(self) -> tuple[_Column, ...]:
        return ()

    def read(self) -> Format:
        topics = tuple(HealthTopic(topic.title, topic.good, topic.bad) for topic in self.topics)
        return Format(self.key, self.title, _HEALTH_COLUMNS, topics, self.purposes, self.when)


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
    return tuple(Column(title or f"Column {number}") for number, title in enumerate(titles, start=1))


@cache
def plausible_notes(column: str) -> tuple[str, ...]:
    """What somebody might write under a column with this title."""
    known = [each.notes for form in _all() for each in form.columns if each.title == column and each.notes]
    return known[0] if known else _built_in().notes


@cache
def _built_in() -> _File:
    """Our own, in two files: boards with columns, and health checks."""
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
