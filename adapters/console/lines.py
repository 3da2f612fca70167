"""What a typed line means: who speaks, and what is said."""

import re
from collections.abc import Collection
from dataclasses import dataclass

_SPEAKER = re.compile(r"^(?P<name>[^:/]{1,5000}?)\s*:\s*(?P<said>.*)$")
_NUMBER = re.compile(r"^(?P<number>\d{1,3})(?:\s+(?P<answer>.+))?$")


@dataclass(frozen=True, slots=True)
class Line:
    speaker: str | None  # None: the same as before
    said: str


@dataclass(frozen=True, slots=True)
class Pick:
    """A choice by its number, and what it asked for."""

    number: int
    answer: str


def read_line(text: str, commands: Collection[str]) -> Line | None:
    """None for an empty line or a comment. `tool 1 ben reason: …` has no speaker, because it begins with a command."""
    text = text.strip()
    if not text or text.startswith("#"):
        return None
    match = _SPEAKER.match(text)
    if match is None or match["name"].split()[0].lower() in commands:
        return Line(None, text)
    return Line(match["name"].strip(), match["said"])


def read_pick(said: str) -> Pick | None:
    match = _NUMBER.match(said)
    return Pick(int(match["number"]), match["answer"] or "") if match else None
