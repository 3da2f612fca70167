"""The formats: which columns a board has."""

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from games.retro.model import Column
from games.text import clean

COLUMN_LIMIT = 20  # characters of a title
OWN = "Retrospective"  # what a board with columns of one's own is called


@dataclass(frozen=True, slots=True)
class Format:
    key: str
    title: str
    columns: tuple[Column, ...]


@cache
def formats() -> dict[str, Format]:
    """Every format by its key, in the order of the file."""
    return {
        row["key"]: Format(
            row["key"], row["title"], tuple(Column(each["title"], each["hint"]) for each in row["columns"])
        )
        for row in _data()["format"]
    }


def own_columns(words: str) -> tuple[Column, ...]:
    """`Keep,Went_well`: underscores are spaces."""
    titles = [clean(word.replace("_", " "), COLUMN_LIMIT) for word in words.split(",")]
    return tuple(Column(title or f"Column {number}") for number, title in enumerate(titles, start=1))


@cache
def plausible_notes(column: str) -> tuple[str, ...]:
    """What somebody might write under a column of this title."""
    data = _data()
    found = [each["notes"] for row in data["format"] for each in row["columns"] if each["title"] == column]
    return tuple(found[0] if found else data["notes"])


@cache
def _data() -> dict[str, Any]:
    # the shape of our own file, which a test reads whole
    return tomllib.loads((files(__package__) / "data" / "formats.toml").read_text("utf-8"))
