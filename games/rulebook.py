"""The pages of a game's package: its rules, and the lessons of its tutorial."""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files

from games.contract import Topic
from games.language import lazy
from games.parts import Lesson

_TOPIC = re.compile(r"^## (?P<key>[a-z-]+): (?P<title>.+)$", re.MULTILINE)
_LESSON = re.compile(r"^## (?P<kind>[a-z_]+)(?: \((?P<only>[a-z]+=[a-z0-9]+)\))?$", re.MULTILINE)
_OPENING = "opening"  # stands for the lesson before the game starts
_TITLE = re.compile(r"^# .+$", re.MULTILINE)


@cache
def read_rules(package: str) -> tuple[Topic, ...]:
    """The rules in `data/rules.md` of a game's package: one `## key: title` each."""
    _, parts = _parts(package, "rules.md", _TOPIC)
    return tuple(Topic(head["key"], lazy(head["title"]), lazy(text)) for head, text in parts)


@cache
def read_lessons(package: str) -> tuple[Lesson, ...]:
    """The lessons in `data/lessons.md`: one before the game starts, then a `## kind` for each kind of event.

    A quoted paragraph (`> `) is what a page says instead. `## opening (mode=collaborative)` is only for that option. In
    a tutorial, `{play}` becomes a legal move of that command as people would type it, `{move|x}` one that matches the
    pattern `x`, `{title: Meetings}` one that asks for words; a sentence for which there is no such move is left out.
    """
    opening, parts = _parts(package, "lessons.md", _LESSON)
    before = _lesson("", _TITLE.sub("", opening).strip())
    return (before, *(_lesson(head["kind"], text, head["only"] or "") for head, text in parts))


def _lesson(kind: str, words: str, only: str = "") -> Lesson:
    text, _, on_page = words.partition("\n\n> ")
    return Lesson("" if kind == _OPENING else kind, lazy(text), lazy(on_page), only)


def lessons_for(lessons: Sequence[Lesson], options: Mapping[str, object]) -> tuple[Lesson, ...]:
    """The lessons that are true with these options, one for each kind of event."""
    chosen = {f"{name}={value}" for name, value in options.items()}
    special = {lesson.after: lesson for lesson in lessons if lesson.only in chosen}
    return tuple(special.get(lesson.after, lesson) for lesson in lessons if not lesson.only)


def _parts(package: str, page: str, heading: re.Pattern[str]) -> tuple[str, list[tuple[re.Match[str], str]]]:
    """The text before the first heading, and the text below each heading."""
    text = (files(package) / "data" / page).read_text("utf-8")
    heads = list(heading.finditer(text))
    starts = [head.start() for head in heads] + [len(text)]
    below = [text[head.end() : end].strip() for head, end in zip(heads, starts[1:], strict=True)]
    return text[: starts[0]], list(zip(heads, below, strict=True))
