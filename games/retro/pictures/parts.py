"""Parts shared across the retrospective's picture: the board they show, boxes, and lists that fit in them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Protocol

from games.graphics.svg import MIN_TEXT, Element, add, drawable, group, initials, shorten, shown_names, wrap, write
from games.graphics.theme import BLUE, GREEN, ORANGE, PURPLE, SKY, VERMILION, Theme, ink_on
from games.retro.model import Column, DiscussionTopic, State, Trend, View, mean_of, trends
from games.values import replace, value

COLOURS = (BLUE, ORANGE, GREEN, PURPLE, VERMILION, SKY)  # of columns
_UNREADABLE = "(in the text view)"  # shown if the font has none of a text's letters
GAP = 10.0
PAD = 14.0  # between a box and its text
TITLE = 36.0  # height of a box's title
_SIZES = (22.0, 19.0, 16.5)  # of the text in lists; the first that fits
MORE = 22.0  # height of a line like “+4 more”
_LEAD = 36.0  # width of the mark before a row
_SPREAD = 1.2  # between lines, in font sizes
_APART = 9.0  # between rows
_ONE_LINE = 300.0  # a list of this width can have single lines
_MAX_LINES = 9
_ROW = 30.0  # least height of a row


@dataclass(frozen=True)
class Board:
    view: View
    names: Sequence[str]
    theme: Theme

    @property
    def state(self) -> State:
        return self.view.state

    @cached_property
    def marks(self) -> Sequence[str]:
        return initials(self.names, self.theme)

    @cached_property
    def shown_names(self) -> list[str]:
        return shown_names(self.names, self.theme)

    def text(self, words: str, limit: int) -> str:
        return drawable(words, self.theme, _UNREADABLE, limit)


class Part(Protocol):
    """Something that draws itself into a box."""

    def height(self, wide: float) -> float:
        """The height at which nothing is left out."""

    def draw(self, at: Element, wide: float, high: float) -> None:
        """Draw as much as fits, with the box's corner at the origin."""


def frame(at: Element, size: tuple[float, float], theme: Theme, *, edge: str = "") -> None:
    add(
        at, "rect", width=size[0], height=size[1], rx=10, fill=theme.panel, stroke=edge or theme.line,
        stroke_width=2.5 if edge else 1,
    )  # fmt: skip


def heading(at: Element, words: str, wide: float, theme: Theme) -> None:
    write(at, (PAD, 25), shorten(words, wide - 2 * PAD, 17, bold=True), 17, theme.faint, anchor="start", bold=True)


@lru_cache(maxsize=2048)  # a note is tried in several sizes, and drawn again after every move
def first_lines(text: str, count: int, room: float, size: float) -> Sequence[str]:
    """At most `count` lines of a text, the last one with an ellipsis if others are left out."""
    lines = _all_lines(text, room, size)
    if len(lines) <= count:
        return lines
    return (*lines[: count - 1], shorten(f"{lines[count - 1]} {lines[count]}", room, size))


@lru_cache(maxsize=2048)
def _all_lines(text: str, room: float, size: float) -> Sequence[str]:
    return tuple(wrap(text, room, size, _MAX_LINES))


def dots(at: Element, votes: int, room: float, theme: Theme, *, radius: float = 8) -> None:
    """Draw a row of dots and their number: colour alone says too little."""
    step = 2.4 * radius
    shown = min(votes, int((room - 34) / step))
    for place in range(shown):
        add(at, "circle", cx=radius + step * place, cy=0, r=radius, fill=theme.accent)
    badge = radius + step * shown + 8
    add(at, "circle", cx=badge, cy=0, r=13, fill=theme.ink)
    write(at, (badge, 5.6), str(votes), MIN_TEXT, ink_on(theme.ink), bold=True)


# --- lists -----------------------------------------------------------------------------------------------------------


@value
class Row:
    text: str
    lead: Callable[[Element], None]  # draws a mark around the origin
    aside: str = ""  # below the text, left out if room is scarce
    faint: bool = False
    marked: bool = False  # the row that matters now


@value
class _Shown:
    """As much of a list as fits: the lines of each row."""

    size: float
    rows: tuple[tuple[Row, Sequence[str]], ...]
    aside: bool

    def height_of(self, row: Row, lines: Sequence[str]) -> float:
        aside = self.size + 3 if self.aside and row.aside else 0
        return max(_ROW, len(lines) * self.size * _SPREAD + aside + _APART)

    @property
    def height(self) -> float:
        return sum(self.height_of(row, lines) for row, lines in self.rows)


@value
class RowList:
    """A titled list: large if there is room; if there is too little, it says how many rows are left out."""

    title: str
    rows: Sequence[Row]
    theme: Theme
    edge: str = ""

    def height(self, wide: float) -> float:
        return TITLE + 6 + self._shown(wide, _SIZES[-1], 4).height

    def draw(self, at: Element, wide: float, high: float) -> None:
        frame(at, (wide, high), self.theme, edge=self.edge)
        heading(at, self.title, wide, self.theme)
        shown, top = self._fitting(wide, high - TITLE - 5), TITLE
        for row, lines in shown.rows:
            tall = shown.height_of(row, lines)
            self._row(group(at, PAD, top), row, lines, shown, (wide - 2 * PAD, tall))
            top += tall
        if left := len(self.rows) - len(shown.rows):
            words = f"+{left} more"
            write(at, (PAD + _LEAD, top + 15), words, _SIZES[-1], self.theme.faint, anchor="start", bold=True)

    def _row(self, at: Element, row: Row, lines: Sequence[str], shown: _Shown, box: tuple[float, float]) -> None:
        (wide, tall), size = box, shown.size
        if row.marked:
            add(
                at, "rect", x=-8, y=-4, width=wide + 16, height=tall - 2, rx=7, fill="none", stroke=self.theme.accent,
                stroke_width=2.5,
            )  # fmt: skip
        row.lead(group(at, 12, 2 + size * 0.62))
        ink = self.theme.faint if row.faint else self.theme.ink
        for line, words in enumerate(lines):
            write(at, (_LEAD, 2 + size * (0.95 + _SPREAD * line)), words, size, ink, anchor="start")
        if shown.aside and row.aside:
            least = max(MIN_TEXT, size - 2)
            words, y = shorten(row.aside, wide - _LEAD, least), 2 + size * (0.95 + _SPREAD * len(lines))
            write(at, (_LEAD, y), words, least, self.theme.faint, anchor="start")

    def _shown(self, wide: float, size: float, count: int, *, aside: bool = True) -> _Shown:
        """All rows with at most `count` lines each."""
        room = wide - 2 * PAD - _LEAD
        lines = [first_lines(row.text, count, room, size) for row in self.rows]
        return _Shown(size, tuple(zip(self.rows, lines, strict=True)), aside)

    def _fitting(self, wide: float, room: float) -> _Shown:
        """All rows in full, as large as fits; or less of each row; or fewer rows."""
        most = int(room / _ROW) + 1
        if len(self.rows) > most:  # they don't fit, however short they are
            return replace(self, rows=self.rows[:most])._fitting(wide, room)  # noqa: SLF001  the same class
        tries = [(size, 4, True) for size in _SIZES]
        tries += [(_SIZES[-1], count, aside) for aside in (True, False) for count in (3, 2)]
        for size, count, aside in tries:
            shown = self._shown(wide, size, count, aside=aside)
            if shown.height <= room:
                return shown
        brief = self._shown(wide, _SIZES[-1], 1, aside=False)
        if wide >= _ONE_LINE and brief.height <= room:
            return self._grown(brief, shown, room)
        first = self._first(shown, room - MORE)
        if first.height > room - MORE:
            first = self._first(brief, room - MORE)
        return self._grown(first, self._shown(wide, _SIZES[-1], 4, aside=False), room - MORE)

    def _grown(self, brief: _Shown, full: _Shown, room: float) -> _Shown:
        """Give rows their full text, first to last, while there is room."""
        for place, more in enumerate(full.rows[: len(brief.rows)]):
            longer = replace(brief, rows=(*brief.rows[:place], more, *brief.rows[place + 1 :]))
            if longer.height <= room:
                brief = longer
        return brief

    def _first(self, shown: _Shown, room: float) -> _Shown:
        """As many rows as there is room for, at least one."""
        count = 1
        while replace(shown, rows=shown.rows[: count + 1]).height <= room:
            count += 1
        return replace(shown, rows=shown.rows[:count])


# --- layout ----------------------------------------------------------------------------------------------------------

_ARROWS: dict[Trend, str] = {"": "", "up": "↑", "same": "→", "down": "↓"}


def board_topics(state: State) -> tuple[DiscussionTopic, ...]:
    """All topics, and the places of hidden notes, which belong to none."""
    hidden = [number for number, note in enumerate(state.board, start=1) if note.hidden]
    return (*state.topics, *(DiscussionTopic((number,)) for number in hidden))


def written_columns(state: State) -> Sequence[Column]:
    """The columns that people write in; the last one of a health check fills itself."""
    return state.columns[:-1] if state.health else state.columns


def profile_lines(state: State) -> list[str]:
    """A line for each topic of a health check: `Fun 3.5 ↑`."""
    lines = []
    for topic, counts, change in zip(state.health, state.profile, trends(state), strict=True):
        mean = mean_of(counts)
        lines.append(f"{topic.title} {'–' if mean is None else f'{mean:.1f}'} {_ARROWS[change]}".rstrip())
    return lines
