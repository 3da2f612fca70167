"""The pages of a game's package: its rules, and the lessons of its tutorial."""

import re
from functools import cache
from importlib.resources import files

from games.contract import Topic
from games.parts import Lesson

_TOPIC = re.compile(r"^## (?P<key>[a-z-]+): (?P<title>.+)$", re.MULTILINE)
_LESSON = re.compile(r"^## (?P<kind>[a-z_]+)$", re.MULTILINE)
_TITLE = re.compile(r"^# .+$", re.MULTILINE)


@cache
def read_rules(package: str) -> tuple[Topic, ...]:
    """The rules in `data/rules.md` of a game's package: one `## key: title` each."""
    _, parts = _parts(package, "rules.md", _TOPIC)
    return tuple(Topic(head["key"], head["title"], text) for head, text in parts)


@cache
def read_lessons(package: str) -> tuple[Lesson, ...]:
    """The lessons in `data/lessons.md`: one before the game starts, then a `## kind` for each kind of event.

    A quoted paragraph (`> `) is what a page says instead.
    """
    opening, parts = _parts(package, "lessons.md", _LESSON)
    before = _lesson("", _TITLE.sub("", opening).strip())
    return (before, *(_lesson(head["kind"], text) for head, text in parts))


def _lesson(kind: str, words: str) -> Lesson:
    text, _, on_page = words.partition("\n\n> ")
    return Lesson(kind, text, on_page)


def _parts(package: str, page: str, heading: re.Pattern[str]) -> tuple[str, list[tuple[re.Match[str], str]]]:
    """The text before the first heading, and the text below each heading."""
    text = (files(package) / "data" / page).read_text("utf-8")
    heads = list(heading.finditer(text))
    starts = [head.start() for head in heads] + [len(text)]
    below = [text[head.end() : end].strip() for head, end in zip(heads, starts[1:], strict=True)]
    return text[: starts[0]], list(zip(heads, below, strict=True))
