"""The formats: the columns of a board, and notes an automatic participant might write in them."""

import re
import tomllib
from functools import cache
from importlib.resources import files
from itertools import chain
from typing import Annotated

from pydantic import Field, TypeAdapter, ValidationError

from games.plugins import FORMATS_GROUP, UnusablePlugin, load_packs
from games.retro.model import NOTE_LIMIT, Column
from games.text import clean
from games.values import value

COLUMN_LIMIT = 20  # characters of a title
HINT_LIMIT = 80
TITLE_LIMIT = 40
OWN_TITLE = "Retrospective"  # of a board with the team's own columns

_KEY = re.compile("[a-z][a-z-]{1,30}")


@value
class Format:
    key: str
    title: str
    columns: tuple[Column, ...]


# as a TOML file has them
@value
class _Column:
    title: Annotated[str, Field(min_length=1, max_length=COLUMN_LIMIT)]
    hint: Annotated[str, Field(max_length=HINT_LIMIT)] = ""
    notes: tuple[Annotated[str, Field(min_length=1, max_length=NOTE_LIMIT)], ...] = ()


@value
class _Format:
    key: str
    title: Annotated[str, Field(min_length=1, max_length=TITLE_LIMIT)]
    columns: Annotated[tuple[_Column, ...], Field(min_length=2, max_length=6)]


@value
class _File:
    format: tuple[_Format, ...]
    notes: tuple[str, ...] = ()  # for columns without notes


_FILE: TypeAdapter[_File] = TypeAdapter(_File)


@cache
def formats() -> dict[str, Format]:
    """Every format by its key: the built-in ones in the order of the file, then those of plugins."""
    return {
        each.key: Format(each.key, each.title, tuple(Column(column.title, column.hint) for column in each.columns))
        for each in _all()
    }


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
    return _FILE.validate_python(tomllib.loads((files(__package__) / "data" / "formats.toml").read_text("utf-8")))


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
