"""Formatting of replies for a terminal, or as plain text for a file."""

import re
from collections.abc import Callable, Iterable, Iterator

from adapters.layout import Limits, laid_out
from adapters.wording import as_typed_here
from bot.kernel.messages import Act, Reply
from bot.kernel.table.buttons import line_act
from bot.kernel.table.texts import time_left
from games.graphics.drawing import columns
from games.graphics.letters import JOINER, NON_JOINER, RIGHTWARD
from games.language import lazy, speaking, t
from games.sheets import Passage, Run, Sheet, plain
from games.text import name_of, shortened, spell
from games.values import replace

_BOLD, _DIM, _CYAN, _YELLOW, _OFF = "\x1b[1m", "\x1b[2m", "\x1b[36m", "\x1b[33m", "\x1b[0m"
_CLEAR = "\x1b[2J\x1b[3J\x1b[H"
_ESCAPE_CODE = re.compile(r"\x1b\[\d*m")  # takes no space on the screen
_ALLOWED_INVISIBLE = {"\n", JOINER, NON_JOINER, RIGHTWARD}  # not printable, but emoji and some scripts need them

_LONG = 30  # columns of a choice that is better read on a line of its own
_THING = 30  # characters of the thing that an act is about
_MAX_SHOWN = 25  # the numbers of the rest work too
LIMITS = Limits(buttons=_MAX_SHOWN, menus=25, entries=500)
_LEAD = lazy("Whoever leads:")
_MORE = lazy("More, by name:")
NO_NAME = "you"  # the speaker until somebody gives a name


def numbered(reply: Reply) -> tuple[Act, ...]:
    """The acts that can be chosen by number, the main one first and those of leaders last, and what else there is to
    read. Rare ones are typed.

    Of the acts that have a form, the first stands for all.
    """
    layout = laid_out([act for act in reply.acts if act.role != "rare"], LIMITS, private=True)
    shown = [act for control in layout.ranked for act in (control.acts[:1] if control.form else control.acts)]
    acts = sorted((*shown, *layout.more), key=lambda act: act.role == "lead")
    return (*acts, *(line_act(one.value, one.label) for one in (reply.menu.lines if reply.menu else ())))


def main_of(acts: Iterable[Act]) -> Act | None:
    """The act that Enter alone chooses."""
    return next((act for act in acts if act.role == "main"), None)


class Screen:
    def __init__(self, *, colour: bool, width: Callable[[], int] | None = None) -> None:
        """Set up a screen. `width` returns the terminal's width; without it lines are not wrapped, as in a file."""
        self._colour = colour
        self._width = width

    def _paint(self, text: str, code: str) -> str:
        return f"{code}{text}{_OFF}" if self._colour and text else text

    @property
    def cleared(self) -> str:
        """What clears a terminal, so that the next person at the keyboard reads nothing that isn't theirs."""
        return _CLEAR if self._width else ""

    def reply(self, reply: Reply, reader: str | None, now: float) -> str:
        """Format a message. `reader` is the only person who may see it; None: everybody."""
        with speaking(reply.language):
            return self._formatted(reply, reader, now)

    def _formatted(self, reply: Reply, reader: str | None, now: float) -> str:
        text = self._text(reply)
        if reader is not None:
            alone = t("(only you see this)") if reader == NO_NAME else t("(only {who} sees this)", who=_plain(reader))
            text = f"{self._paint(alone, _YELLOW)} {text}"
        parts = [self.wrapped(text)]
        if reply.drawing is not None:
            parts.append("\n".join(f"  {line}" for line in _plain(reply.drawing.text).splitlines()))
        parts += [f"{link.label}: {link.url}" for link in reply.links if link.url]
        parts.append(self._small_print(reply, now))
        parts += self._acts(reply)
        return "\n".join(part for part in parts if part) + "\n"

    def _small_print(self, reply: Reply, now: float) -> str:
        clocks = [
            *([t("{time} on the clock", time=time_left(reply.until - now))] if reply.until is not None else []),
            *(
                [t("{time} on the clock of all teams", time=time_left(reply.exercise - now))]
                if reply.exercise is not None
                else []
            ),
        ]
        return self._paint(f"({', '.join(clocks)})", _DIM) if clocks else ""

    def _text(self, reply: Reply) -> str:
        words = [spell(each, lambda seat: self._name(reply, seat), _prose) for each in (reply.story, reply.situation)]
        heading = self._paint(_plain(reply.heading), _BOLD)
        return "\n\n".join(filter(None, [heading, self._sheet(reply.sheet, reply), *words]))

    def _sheet(self, sheet: Sheet | None, reply: Reply) -> str:
        """A sheet as lines: the title and the current step stand out, small print is dim."""
        if sheet is None:
            return ""
        marks = {"done": "✓ {}", "now": "{}", "next": "{}"}
        steps = " › ".join(
            self._paint(marks[step.state].format(step.title), _BOLD if step.state == "now" else _DIM)
            for step in sheet.steps
        )
        body = replace(sheet, title="", steps=(), note="", passages=tuple(map(_with_numbers, sheet.passages))).text
        parts = [self._paint(self._words(sheet.title, reply), _BOLD), steps, self._words(body, reply)]
        return "\n".join(filter(None, [*parts, self._paint(self._words(sheet.note, reply), _DIM)]))

    def _words(self, text: str, reply: Reply) -> str:
        return spell(text, lambda seat: _plain(name_of(reply.names, seat)), _prose)

    def _name(self, reply: Reply, seat: int) -> str:
        return self._paint(_plain(name_of(reply.names, seat)), _BOLD)

    def _acts(self, reply: Reply) -> Iterator[str]:
        """Lines: what everybody chooses by number, what those who lead do, and what is typed by its name."""
        acts = numbered(replace(reply, menu=None))
        shown = [self._act(number, act, reply) for number, act in enumerate(acts, start=1)]
        usual = sum(act.role != "lead" for act in acts)
        rest = [t("… up to [{number}]", number=usual)] if usual > _MAX_SHOWN else []
        rare = [f"`{_plain(act.command)}`" for act in reply.acts if act.role == "rare"]
        yield self._list(shown[: min(usual, _MAX_SHOWN)] + rest)
        if reply.lead is not None:
            yield self._sheet(reply.lead, reply)
        for heading, pieces in ((_LEAD if reply.lead is None else "", shown[usual:]), (_MORE, rare)):
            if pieces:
                yield self._list([*filter(None, [self._paint(str(heading), _DIM)]), *pieces])
        if reply.menu is not None:
            read = enumerate(numbered(reply)[len(acts) :], start=len(acts) + 1)
            entries = [self._act(number, act, reply) for number, act in read]
            yield self._list([self._paint(f"{reply.menu.title}:", _DIM), *entries])

    def wrapped(self, text: str) -> str:
        """The text in lines no wider than the terminal, broken between words."""
        return "\n".join(self._wrap(line.split(" "), " ") for line in text.split("\n"))

    def _list(self, pieces: list[str]) -> str:
        """Choices beside each other, or one a line if one of them is long."""
        long = any(columns(_ESCAPE_CODE.sub("", piece)) > _LONG for piece in pieces)
        return "\n".join(pieces) if long else self._wrap(pieces, "  ")

    def _wrap(self, pieces: Iterable[str], between: str) -> str:
        """Join the pieces into lines no wider than the terminal, without breaking a piece."""
        lines: list[str] = []
        space = 0
        for piece in pieces:
            width = columns(_ESCAPE_CODE.sub("", piece))
            space -= len(between) + width
            if lines and (self._width is None or space >= 0):
                lines[-1] += between + piece
            else:
                lines.append(piece)
                space = (self._width() if self._width else 0) - width
        return "\n".join(lines)

    def _act(self, number: int, act: Act, reply: Reply) -> str:
        label = act.form or spell(act.label, lambda seat: self._name(reply, seat), _plain)
        thing = next((each for each in reply.sheet.things if each.name == act.thing), None) if reply.sheet else None
        if thing is not None and not act.form:
            label = f"{label}: {shortened(self._words(plain(thing.text), reply), _THING)}"
        return f"{self._paint(f'[{self._typed(number, act)}]', _CYAN)} {label}"

    def _typed(self, number: int, act: Act) -> str:
        """What is typed for an act."""
        if act.asks and not act.form:
            return f"{number} <{act.asks.name}>"
        return t("{number} or Enter", number=number) if self._is_main(act) else str(number)

    def _is_main(self, act: Act) -> bool:
        return act.role == "main" and self._width is not None

    def echo(self, speaker: str, said: str) -> str:
        return self._paint(f"{_plain(speaker)}: {_plain(said)}", _DIM)


def _with_numbers(passage: Passage) -> Passage:
    """The passage with the numbers that its lines have in commands."""
    if not passage.typed:
        return passage
    numbered_lines = zip(passage.typed, passage.lines, strict=True)
    return replace(passage, style="text", lines=tuple((Run(f"{number}  "), *each) for number, each in numbered_lines))


def _prose(text: str) -> str:
    """A sentence with commands as they are typed here: without a prefix."""
    return _plain(as_typed_here(text, lambda words: f"`{words or 'help'}`"))


def _plain(text: str) -> str:
    """Remove control characters, so that typed text can't control the terminal."""
    return "".join(c for c in text if c.isprintable() or c in _ALLOWED_INVISIBLE)
