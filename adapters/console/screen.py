"""Replies as text on a terminal, or plain when the output goes into a file."""

import re
from collections.abc import Callable, Iterable

from bot.messages import Choice, Reply
from games.graphics.drawing import columns
from games.graphics.letters import JOINER, NON_JOINER, RIGHTWARD
from games.text import name_of, spell

_BOLD, _DIM, _CYAN, _YELLOW, _OFF = "\x1b[1m", "\x1b[2m", "\x1b[36m", "\x1b[33m", "\x1b[0m"
_PAINT = re.compile(r"\x1b\[\d*m")  # it takes no room on the screen
_HARMLESS = {"\n", JOINER, NON_JOINER, RIGHTWARD}  # not printable, yet emoji and whole scripts need them

MAX_CHOICES = 25  # shown; the numbers of the others work too
NOBODY = "you"  # who speaks as long as nobody has given a name


class Screen:
    def __init__(self, *, colour: bool, wide: Callable[[], int] | None = None) -> None:
        """`wide` tells how wide the terminal is now; without it lines are as long as they are, as in a file."""
        self._colour = colour
        self._wide = wide

    def _paint(self, text: str, code: str) -> str:
        return f"{code}{text}{_OFF}" if self._colour else text

    def reply(self, reply: Reply, reader: str | None, now: float) -> str:
        """A message; `reader` is the one person who may see it."""
        text = self._text(reply)
        if reader is not None:
            sees = "you see" if reader == NOBODY else f"{plain(reader)} sees"
            text = f"{self._paint(f'(only {sees} this)', _YELLOW)} {text}"
        parts = ["\n".join(self._filled(line.split(" "), " ") for line in text.split("\n"))]
        if reply.drawing is not None:
            parts.append("\n".join(f"  {line}" for line in plain(reply.drawing.text).splitlines()))
        if reply.until is not None:
            minutes = max(1, round((reply.until - now) / 60))
            parts.append(self._paint(f"({minutes} min on the clock)", _DIM))
        if reply.choices:
            parts.append(self._choices(reply))
        return "\n".join(part for part in parts if part) + "\n"

    def _text(self, reply: Reply) -> str:
        return spell(reply.text, lambda seat: self._name(reply, seat), plain)

    def _name(self, reply: Reply, seat: int) -> str:
        return self._paint(plain(name_of(reply.names, seat)), _BOLD)

    def _choices(self, reply: Reply) -> str:
        shown = [self._choice(number, choice, reply) for number, choice in enumerate(reply.choices, start=1)]
        more = [f"… up to [{len(shown)}]"] if len(shown) > MAX_CHOICES else []
        return self._filled(shown[:MAX_CHOICES] + more, "  ")

    def _filled(self, pieces: Iterable[str], between: str) -> str:
        """One line after the other, as wide as the terminal; no piece is broken."""
        lines: list[str] = []
        room = 0
        for piece in pieces:
            width = columns(_PAINT.sub("", piece))
            room -= len(between) + width
            if lines and (self._wide is None or room >= 0):
                lines[-1] += between + piece
            else:
                lines.append(piece)
                room = (self._wide() if self._wide else 0) - width
        return "\n".join(lines)

    def _choice(self, number: int, choice: Choice, reply: Reply) -> str:
        label = spell(choice.label, lambda seat: self._name(reply, seat), plain)
        asks = f" <{choice.asks.name}>" if choice.asks else ""
        return f"{self._paint(f'[{number}{asks}]', _CYAN)} {label}"

    def echo(self, speaker: str, said: str) -> str:
        return self._paint(f"{plain(speaker)}: {plain(said)}", _DIM)


def plain(text: str) -> str:
    """What others typed cannot steer the terminal."""
    return "".join(c for c in text if c.isprintable() or c in _HARMLESS)
