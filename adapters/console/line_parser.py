"""Parses a typed line: who is speaking, and what they say."""

import re
from collections.abc import Collection
from dataclasses import dataclass

from games.text import clean

NAME_LIMIT = 80  # characters; tables shorten names further
_SPEAKER = re.compile(r"^(?P<name>[^:/]{1,5000}?)\s*:\s*(?P<said>.*)$")
_NUMBER = re.compile(r"^(?P<number>\d{1,3})(?:\s+(?P<answer>.+))?$")


@dataclass(frozen=True, slots=True)
class Line:
    speaker: str | None  # None: the current one
    said: str


@dataclass(frozen=True, slots=True)
class Pick:
    """A choice by its number, with the answer to its question."""

    number: int
    answer: str


def read_line(text: str, commands: Collection[str]) -> Line | None:
    """Parse a line; None for an empty line or a comment.

    `tool 1 ben reason: …` has no speaker because it starts with a command, and `2 reason: …` because it picks a choice.
    """
    text = text.strip()
    if not text or text.startswith("#"):
        return None
    match = _SPEAKER.match(text)
    first, *more = match["name"].split() if match else ("",)
    if match is None or first.lower() in commands or (more and first.isdecimal()):
        return Line(None, text)
    return Line(clean(match["name"], NAME_LIMIT) or None, match["said"])


def read_pick(said: str) -> Pick | None:
    match = _NUMBER.match(said)
    return Pick(int(match["number"]), match["answer"] or "") if match else None
