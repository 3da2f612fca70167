"""The words of a message that is more than a sentence: a title, the steps of a meeting, paragraphs, lists.

Texts are plain, with marks for seats (games.text); every place escapes them and gives them its own form.
"""

import re
from collections.abc import Callable, Mapping
from typing import Literal

from games.values import replace, value


@value
class Run:
    """A piece of a line."""

    text: str
    bold: bool = False
    quiet: bool = False  # small or grey, where a place has that


Line = tuple[Run, ...]


def line(*parts: str | Run) -> Line:
    """A line; a bare text is plain."""
    return tuple(part if isinstance(part, Run) else Run(part) for part in parts)


def bold(text: str) -> Run:
    return Run(text, bold=True)


def quiet(text: str) -> Run:
    return Run(text, quiet=True)


# What is bold in the middle of a sentence stands between two holes, so that it is translated as a whole:
# `marked(t("{bold}{done} of {people}{plain} are done.", …, **BOLD))`. Like the marks for seats, nobody can type these.
_BOLD, _PLAIN = "\ue002", "\ue003"
BOLD: Mapping[str, str] = {"bold": _BOLD, "plain": _PLAIN}
_MARK = re.compile(f"({_BOLD}|{_PLAIN})")


def marked(said: str) -> Line:
    """A sentence as a line: what stands between `{bold}` and `{plain}` is bold."""
    runs, is_bold = [], False
    for part in _MARK.split(said):
        if part in {_BOLD, _PLAIN}:
            is_bold = part == _BOLD
        elif part:
            runs.append(Run(part, bold=is_bold))
    return tuple(runs)


@value
class Passage:
    """Lines that belong together, below a title if there is one."""

    lines: tuple[Line, ...]
    style: Literal["text", "bullets", "numbers"] = "text"
    title: str = ""
    typed: tuple[str, ...] = ()  # by line: its number in commands, for a place where these are typed


@value
class Thing:
    """A line with acts of its own: those with the same `thing` (see `Phrase`)."""

    name: str  # "action:2"
    text: Line


@value
class Step:
    title: str
    state: Literal["done", "now", "next"]
    key: str = ""  # of the phase, whatever its title is called


@value
class Sheet:
    """Read from top to bottom: title, steps, passages, things, progress, and below the buttons a note."""

    title: str = ""
    steps: tuple[Step, ...] = ()
    passages: tuple[Passage, ...] = ()
    things: tuple[Thing, ...] = ()
    progress: Line = ()  # what changes while people work; where a clock runs, a place adds until when
    note: str = ""  # small print

    @property
    def text(self) -> str:
        """All of it as plain lines, for a place without any form, and for notifications."""
        steps = " › ".join(f"✓ {each.title}" if each.state == "done" else each.title for each in self.steps)
        listed = [plain(each.text) for each in self.things]
        return "\n".join(
            filter(None, [self.title, steps, *map(_written, self.passages), *listed, plain(self.progress), self.note])
        )


def reworded(sheet: Sheet, change: Callable[[str], str]) -> Sheet:
    """The sheet with every text changed."""

    def words(each: Line) -> Line:
        return tuple(replace(run, text=change(run.text)) for run in each)

    return replace(
        sheet,
        title=change(sheet.title),
        passages=tuple(
            replace(each, lines=tuple(map(words, each.lines)), title=change(each.title)) for each in sheet.passages
        ),
        things=tuple(replace(each, text=words(each.text)) for each in sheet.things),
        progress=words(sheet.progress),
        note=change(sheet.note),
    )


def plain(words: Line) -> str:
    return "".join(run.text for run in words)


def _written(passage: Passage) -> str:
    marks = {"text": "", "bullets": "- ", "numbers": ""}
    lines = [
        f"{at}. {plain(each)}" if passage.style == "numbers" else f"{marks[passage.style]}{plain(each)}"
        for at, each in enumerate(passage.lines, start=1)
    ]
    return "\n".join(filter(None, [passage.title, *lines]))
