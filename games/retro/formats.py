"""The formats: the columns of a board, and notes an automatic participant might write in them."""

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from games.retro.model import Column
from games.text import clean

COLUMN_LIMIT = 20  # characters of a title
OWN_TITLE = "Retrospective"  # of a board with the team's own columns


@dataclass(frozen=True, slots=True)
class Format:
    key: str
    title: str
    columns: tuple[Column, ...]


@cache
def formats() -> dict[str, Format]:
    """All formats by key, in file order."""
    return {
        row["key"]: Format(
            row["key"], row["title"], tuple(Column(each["title"], each["hint"]) for each in row["columns"])
        )
        for row in _data()["format"]
    }


def own_columns(words: str) -> tuple[Column, ...]:
    """The columns of `Keep,Went_well`; underscores are spaces."""
    titles = [clean(word.replace("_", " "), COLUMN_LIMIT) for word in words.split(",")]
    return tuple(Column(title or f"Column {number}") for number, title in enumerate(titles, start=1))


@cache
def plausible_notes(column: str) -> tuple[str, ...]:
    """What somebody might write under a column with this title."""
    data = _data()
    found = [each["notes"] for row in data["format"] for each in row["columns"] if each["title"] == column]
    return tuple(found[0] if found else data["notes"])


@cache
def _data() -> dict[str, Any]:
    # the shape of our own file; a test reads all of it
    return tomllib.loads((files(__package__) / "data" / "formats.toml").read_text("utf-8"))
