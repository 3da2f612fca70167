"""Pages in parts: a browser gets the parts that changed, and a picture is compressed once for everybody who gets it.

The pictures of a message are compressed one by one and joined with the rest; together they are one stream. So players
with different acts share a board, and the size of a message reveals nothing about what somebody's typed text has in
common with a hidden hand.
"""

import zlib
from collections.abc import Iterator, Mapping, Sequence
from weakref import WeakKeyDictionary

from adapters.web.table import meetings, serialization
from adapters.web.table.serialization import to_json
from bot.kernel.messages import Page
from games.graphics.drawing import Drawing
from games.graphics.theme import Shape

_LEVEL = 6  # of compression: nearly as small as the best, and a board takes a tenth of a millisecond


def deflated(text: str, mode: int = zlib.Z_FINISH) -> bytes:
    """The text compressed by itself: a whole message, or in another mode a part of one."""
    compressor = zlib.compressobj(_LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
    return compressor.compress(text.encode()) + compressor.flush(mode)


def inflated(message: bytes) -> str:
    return zlib.decompress(message, -zlib.MAX_WBITS).decode()


_END = deflated("}")


class Part:
    """A part of a page: its name and its value as JSON; compressed on first use."""

    __slots__ = ("_deflated", "json", "name")

    def __init__(self, name: str, json: str) -> None:
        self.name = name
        self.json = json
        self._deflated = b""

    @property
    def member(self) -> str:
        """The part as a member of a JSON object, after others."""
        return f',"{self.name}":{self.json}'

    @property
    def deflated(self) -> bytes:
        self._deflated = self._deflated or deflated(self.member, zlib.Z_FULL_FLUSH)
        return self._deflated

    def same_as(self, known: "Part | None") -> bool:  # not prose
        return known is not None and (self is known or self.json == known.json)


class Frame:
    """A page at one moment, for everybody who may see the same."""

    def __init__(
        self, page: Page, now: float, parts: Mapping[str, Part], steps: Sequence[serialization.Data] = ()
    ) -> None:
        self.table = page.table
        self.sequence = page.sequence
        self.parts = parts
        self._feed = to_json(serialization.feed(page))
        self._steps = to_json(steps)
        self._now = now
        self._since: WeakKeyDictionary[Frame, bytes] = WeakKeyDictionary()

    @property
    def whole(self) -> str:
        """The whole page, as text."""
        return self._head("page") + "".join(part.member for part in self.parts.values()) + "}"

    def since(self, before: "Frame | None") -> bytes:  # not prose
        """The page, compressed; after an earlier frame of the same table only what has changed, if anything has."""
        known = before if before is not None and before.table == self.table else self
        message = self._since.get(known)
        if message is None:
            message = self._since[known] = self._message(known)
        return message

    def _message(self, known: "Frame") -> bytes:  # not prose
        kind = "page" if known is self else "changes"
        parts = [part for part in self.parts.values() if known is self or not part.same_as(known.parts.get(part.name))]
        if not parts and self._feed == "[]":
            return b""
        small = "".join(part.member for part in parts if part.name not in serialization.PICTURES)
        pictures = (part.deflated for part in parts if part.name in serialization.PICTURES)
        return b"".join([deflated(self._head(kind) + small, zlib.Z_FULL_FLUSH), *pictures, _END])

    def _head(self, kind: str) -> str:
        return f'{{"type":"{kind}","now":{self._now:.2f},"feed":{self._feed},"steps":{self._steps}'  # not prose


class PageParts:
    """The parts of one table's pages. What doesn't change between two moments is rendered once."""

    def __init__(self) -> None:
        self._now: list[tuple[str, Shape, Drawing, Part]] = []
        self._before = self._now

    def next_moment(self) -> None:
        self._before, self._now = self._now, []

    def of(self, page: Page, address: str, watch: str, shape: Shape) -> dict[str, Part]:
        data = serialization.standing(page, address, watch)
        if page.meets:
            data |= meetings.parts(page)
        found = {name: Part(name, to_json(value)) for name, value in data.items()}
        for name, drawing in (("board", page.board), ("chart", page.chart)):
            found[name] = self._picture(name, drawing, shape)
        found["held"] = Part("held", to_json([serialization.held(each) for each in page.held]))
        return found

    def _picture(self, name: str, drawing: Drawing | None, shape: Shape) -> Part:
        if drawing is None:
            return Part(name, "null")
        for known in self._known(name, shape):
            if drawing is known[2] or drawing.same_as(known[2]):
                if known not in self._now:
                    self._now.append(known)
                return known[3]
        part = Part(name, to_json(serialization.picture(drawing, shape)))
        self._now.append((name, shape, drawing, part))
        return part

    def _known(self, name: str, shape: Shape) -> Iterator[tuple[str, Shape, Drawing, Part]]:
        return (known for known in (*self._now, *self._before) if known[:2] == (name, shape))
