"""Sheets in Discord's Markdown: headings, steps in small print, lists; cut to what a message has room for."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from adapters.discord.outgoing.markup import TEXT_LIMIT, Words, escape, time_of
from games.language import n, t
from games.sheets import Line, Passage, Sheet, Step, Thing, plain
from games.text import shortened

Elsewhere = Literal["", "board", "file"]  # where to find what a message has no room for

HEADING, SMALL = "### ", "-# "
_GAP = "\n\n"
_SURROUNDINGS = 200  # characters for marks, gaps and clocks around the texts
_MIN_BODY = 200
_FOR_THINGS, _MIN_THING = 1800, 40  # characters of all things, and at least of each


@dataclass(frozen=True, slots=True)
class SheetTexts:
    """The texts of a sheet, from top to bottom."""

    heading: str = ""  # title and steps
    blocks: tuple["Block", ...] = ()  # above the controls
    later_blocks: tuple["Block", ...] = ()  # what came since it was shown: below the controls
    things: Mapping[str, str] = field(default_factory=dict)  # by name
    progress: str = ""
    note: str = ""

    @property
    def body(self) -> str:
        return _GAP.join(filter(None, (block.text for block in self.blocks)))

    @property
    def later(self) -> str:
        return _GAP.join(filter(None, (block.text for block in self.later_blocks)))

    @property
    def length(self) -> int:
        texts = (self.heading, self.body, self.later, self.progress, self.note, *self.things.values())
        return sum(map(len, texts))

    def after(self, shown: "SheetTexts") -> "SheetTexts":
        """As an edit of what is shown: what is new is below the controls, unless something is gone or was changed."""
        left, later = list(self.blocks), []
        for before in shown.blocks:
            now = next((block for block in left if block.goes_on(before)), None)
            if now is None:
                return self
            left.remove(now)
            later.append(Block(now.title, now.lines[len(before.lines) :]))
        later = [block for block in (*later, *left) if block.lines]
        return replace(self, blocks=shown.blocks, later_blocks=tuple(later))


def room_sheet(sheet: Sheet, words: Words, until: float | None, elsewhere: Elsewhere, used: int = 0) -> SheetTexts:
    """The sheet of a room's message. `elsewhere`: where to find what is cut. `used`: characters of other texts."""
    title = f"{HEADING}{_in_one_line(words.written(sheet.title, mark=''))}" if sheet.title else ""
    small = f"{SMALL}{words.written(sheet.note, mark='')}" if sheet.note else ""
    return _texts(sheet, words, "\n".join(filter(None, (title, _steps(sheet.steps)))), small, until, elsewhere, used)


def private_sheet(sheet: Sheet, words: Words, until: float | None = None, used: int = 0) -> SheetTexts:
    """The sheet of a private message, which is smaller: until when and the note stand below its title."""
    title = f"**{_in_one_line(words.written(sheet.title, mark=''))}**" if sheet.title else ""
    if until is not None:
        clock = f"{time_of(until)} (<t:{round(until)}:R>)"
        title = t("{title} · until {time}", title=title, time=clock)
    note = f"{SMALL}{words.written(sheet.note, mark='')}" if sheet.note else ""
    heading = "\n".join(filter(None, (title, _steps(sheet.steps), note)))
    return _texts(sheet, words, heading, "", None, "", used)


def _texts(  # noqa: PLR0917  the parts of one message
    sheet: Sheet, words: Words, heading: str, note: str, until: float | None, elsewhere: Elsewhere, used: int
) -> SheetTexts:
    # written in the order in which people read, because the first mark of somebody who is called is a mention
    blocks = [Block.of(passage, words) for passage in sheet.passages]
    things = _things(sheet.things, words)
    progress = _line(sheet.progress, words) + words.others()
    if until is not None:
        progress = " ".join(filter(None, (progress, t("Until {time}.", time=time_of(until)))))
    around = used + len(heading) + len(note) + len(progress) + sum(map(len, things.values())) + _SURROUNDINGS
    body = _fitting(blocks, max(TEXT_LIMIT - around, _MIN_BODY), elsewhere)
    return SheetTexts(heading, body, things=things, progress=progress.strip(), note=note)


def _steps(steps: Sequence[Step]) -> str:
    marks = {"done": "✓ {}", "now": "**{}**", "next": "{}"}
    return SMALL + " › ".join(marks[step.state].format(step.title) for step in steps) if steps else ""


def _in_one_line(text: str) -> str:
    return " ".join(text.split())


def _line(line: Line, words: Words) -> str:
    return "".join(_run(run.text, words, bold=run.bold) for run in line)


def _run(text: str, words: Words, *, bold: bool) -> str:
    """A piece of a line; Discord wants no space inside the marks of bold text."""
    inside = words.written(text, mark="")
    if not bold or not inside.strip():
        return inside
    start, end = len(inside) - len(inside.lstrip()), len(inside.rstrip())
    return f"{inside[:start]}**{inside[start:end]}**{inside[end:]}"


def _things(things: Sequence[Thing], words: Words) -> dict[str, str]:
    """The lines of things; the more there are, the shorter, and those after many others are empty."""
    found = {thing.name: _line(thing.text, words) for thing in things}
    if sum(map(len, found.values())) <= _FOR_THINGS:
        return found
    each = max(_FOR_THINGS // len(things), _MIN_THING)
    return {
        thing.name: words.written(_cut(plain(thing.text), each), mark="") if at < _FOR_THINGS // each else ""
        for at, thing in enumerate(things)
    }


def _cut(text: str, limit: int) -> str:
    """As much of the text as fits once it is escaped, which makes it longer."""
    return shortened(text, min(limit, limit * len(text) // max(len(escape(text)), 1)))


def as_list(things: Sequence[str]) -> str:
    """Lines whose acts are in a menu; those with a number of their own need no other mark."""
    shown = [text if text[:1].isdecimal() else f"- {text}" for text in things if text]
    left = len(things) - len(shown)
    return "\n".join([*shown, f"{SMALL}{_and_more(left, '')}"] if left else shown)


def _and_more(left: int, elsewhere: Elsewhere) -> str:
    if elsewhere == "board":
        return n("and {count} more on the board", "and {count} more on the board", left)
    if elsewhere == "file":
        return n("and {count} more in the file below", "and {count} more in the file below", left)
    return n("and {count} more", "and {count} more", left)


# --- cutting ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Block:
    """A passage."""

    title: str
    lines: tuple[str, ...]

    @classmethod
    def of(cls, passage: Passage, words: Words) -> "Block":
        title = f"**{words.written(passage.title, mark='')}**" if passage.title else ""
        return cls(title, tuple(_shown(line, passage, at, words) for at, line in enumerate(passage.lines, start=1)))

    @property
    def text(self) -> str:
        return "\n".join(filter(None, (self.title, *self.lines)))

    def goes_on(self, before: "Block") -> bool:
        """True if it is the same passage, perhaps with more lines."""
        return self.title == before.title and self.lines[: len(before.lines)] == before.lines


NO_SHEET = SheetTexts()


def _shown(line: Line, passage: Passage, number: int, words: Words) -> str:
    text = _line(line, words)
    if passage.style == "text":
        return f"{SMALL}{text}" if line and all(run.quiet for run in line) else text
    return f"{number}. {text}" if passage.style == "numbers" else f"- {text}"


def _fitting(blocks: Sequence[Block], room: int, elsewhere: Elsewhere) -> tuple[Block, ...]:
    """All blocks in so many characters: the one with the most lines gives way first."""
    kept = [len(block.lines) for block in blocks]
    while True:
        found = _cut_to(blocks, kept, elsewhere)
        text = _GAP.join(block.text for block in found)
        if len(text) <= room:
            return found
        longest = max(range(len(kept)), key=lambda at: kept[at])
        if not kept[longest]:
            return (Block("", (shortened(text, room),)),)
        kept[longest] -= 1


def _cut_to(blocks: Sequence[Block], kept: Sequence[int], elsewhere: Elsewhere) -> tuple[Block, ...]:
    """The blocks with so many of their lines each, and where the rest is."""
    cut = ((block, block.lines[:count], len(block.lines) - count) for block, count in zip(blocks, kept, strict=True))
    found = (
        Block(block.title, (*lines, f"{SMALL}{_and_more(left, elsewhere)}") if left else lines)
        for block, lines, left in cut
    )
    return tuple(block for block in found if block.text)
