"""The board's columns and their notes, each with as many lines as fit in the picture."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from games.graphics.svg import (
    WIDTH,
    Element,
    add,
    drawable,
    group,
    initials,
    number,
    path,
    spot,
    token,
    width_of,
    wrap,
    write,
)
from games.graphics.theme import BLUE, GREEN, ORANGE, PURPLE, SKY, VERMILION, Theme, Tint, ink_on
from games.retro.model import NOTE_LIMIT, DiscussionTopic, Note, State, View

LEFT = 14.0
INNER = WIDTH - 2 * LEFT
COLOURS = (BLUE, ORANGE, GREEN, PURPLE, VERMILION, SKY)
UNREADABLE = "(in the text view)"  # shown if the font has none of a text's letters

_GAP = 10.0
_HEADER = 34.0
_SIZE = 14.0
_LINE = 17.5
_DOTS = 20.0  # height of a row of dots
_TALLEST = 1900.0
_MAX_DOTS = 8  # drawn one by one
_ACROSS = {1: 1, 2: 2, 3: 3, 4: 2, 5: 3, 6: 3}  # columns side by side, by how many there are


@dataclass(frozen=True, slots=True)
class Columns:
    """All columns, with at most `rows` lines per note."""

    view: View
    names: Sequence[str]
    theme: Theme
    rows: int

    @classmethod
    def fitting(cls, view: View, names: Sequence[str], theme: Theme) -> "Columns":
        tries = (cls(view, names, theme, rows) for rows in (9, 6, 4, 3, 2))
        return next((each for each in tries if each.height <= _TALLEST), cls(view, names, theme, 1))

    @property
    def state(self) -> State:
        return self.view.table

    @property
    def _across(self) -> int:
        return _ACROSS[len(self.state.columns)]

    @property
    def _wide(self) -> float:
        return (INNER - _GAP * (self._across - 1)) / self._across

    def _topics(self, column: int) -> list[DiscussionTopic]:
        return [topic for topic in self.state.topics if self.state.note(topic.key).column == column]

    # --- sizes -----------------------------------------------------------------------------------------------------

    def _bands(self) -> Iterator[tuple[float, list[int]]]:
        """Rows of columns, each as tall as its tallest column."""
        count = len(self.state.columns)
        for first in range(0, count, self._across):
            band = list(range(first, min(count, first + self._across)))
            yield max(self._column_height(column) for column in band), band

    @property
    def height(self) -> float:
        return sum(tall + _GAP for tall, _ in self._bands())

    def _column_height(self, column: int) -> float:
        topics = self._topics(column)
        return _HEADER + 8 + (sum(self._topic_height(topic) + 7 for topic in topics) if topics else 40)

    def _topic_height(self, topic: DiscussionTopic) -> float:
        notes = sum(len(self._lines(self.state.note(each), each)) * _LINE + 9 for each in topic.notes)
        return notes + 5 + (_DOTS if topic.votes or topic.key in self._mine else 0)

    def _lines(self, note: Note, at: int) -> list[str]:
        text = f"{at} {drawable(note.text, self.theme, UNREADABLE, NOTE_LIMIT)}"
        return wrap(text, self._wide - 30 - (24 if note.by is not None else 0), _SIZE, self.rows)

    @property
    def _mine(self) -> tuple[int | None, ...]:
        """The viewer's own dots, which nobody else may see."""
        seat = self.view.seat
        return () if seat is None else self.state.placed.get(seat, ())

    # --- drawing ---------------------------------------------------------------------------------------------------

    def draw(self, at: Element) -> None:
        top = 0.0
        for tall, band in self._bands():
            for place, column in enumerate(band):
                self._column(group(at, place * (self._wide + _GAP), top), column, tall)
            top += tall + _GAP

    def _column(self, at: Element, column: int, tall: float) -> None:
        tint = column_box(at, self.state, column, (self._wide, tall), self.theme)
        top = _HEADER + 8
        for topic in self._topics(column):
            tall = self._topic_height(topic)
            card = spot(group(at, 7, top), f"note:{topic.key}")
            self._topic(card, topic, tall, tint)
            top += tall + 7

    def _topic(self, at: Element, topic: DiscussionTopic, tall: float, tint: Tint) -> None:
        state, theme, wide = self.state, self.theme, self._wide - 14
        current = state.current_topic == topic
        edge = theme.accent if current else tint.line
        add(
            at, "rect", width=wide, height=tall, rx=7, fill=theme.panel, stroke=edge, stroke_width=3 if current else 1.2
        )
        top = 0.0
        for index in topic.notes:
            note = state.note(index)
            if index != topic.key:
                path(at, f"M8 {number(top + 3)}H{number(wide - 8)}", theme.line, 1)
            if note.column is not None:
                band = theme.tint(COLOURS[note.column]).line
                lines = len(self._lines(note, index))
                add(at, "rect", x=0, y=top + 6, width=4, height=lines * _LINE + 1, rx=2, fill=band)
            self._words(group(at, 11, top + 20), note, index, tint)
            if note.by is not None:
                token(group(at, wide - 14, top + 15), note.by, initials(self.names, theme)[note.by], 9, theme)
            top += len(self._lines(note, index)) * _LINE + 9
        self._dots(at, topic, top + 9)

    def _words(self, at: Element, note: Note, index: int, tint: Tint) -> None:
        """Write the text; its number stands out, because people type it."""
        first, *more = self._lines(note, index)
        label = f"{index} "
        write(at, (0, 0), label.rstrip(), _SIZE, tint.line, anchor="start", bold=True)
        write(
            at, (width_of(label, _SIZE, bold=True), 0), first.removeprefix(label), _SIZE, self.theme.ink, anchor="start"
        )
        for line, words in enumerate(more, start=1):
            write(at, (0, line * _LINE), words, _SIZE, self.theme.ink, anchor="start")

    def _dots(self, at: Element, topic: DiscussionTopic, y: float) -> None:
        if topic.votes:
            dot_row(at, topic.votes, y, self.theme)
        mine = self._mine.count(topic.key)
        if mine:
            row = spot(group(at, 0, y), f"dot:{topic.key}")
            for place in range(mine):
                add(row, "circle", cx=17 + 17 * place, cy=0, r=6, fill=self.theme.accent)
            write(row, (17 * mine + 17, 4.5), "yours", 13, self.theme.faint, anchor="start")


def column_box(at: Element, state: State, column: int, size: tuple[float, float], theme: Theme) -> Tint:
    """Draw an empty column with its title."""
    tint = theme.tint(COLOURS[column])
    wide, tall = size
    add(at, "rect", width=wide, height=tall, rx=9, fill=tint.fill)
    title = drawable(state.columns[column].title, theme, f"Column {column + 1}")
    write(at, (11, 23), wrap(title, wide - 20, 17, 1)[0], 17, tint.line, anchor="start", bold=True)
    return tint


def dot_row(at: Element, votes: int, y: float, theme: Theme) -> None:
    """Draw the dots and their number: colour alone says too little."""
    shown = min(votes, _MAX_DOTS)
    for place in range(shown):
        add(at, "circle", cx=17 + 13 * place, cy=y, r=5, fill=theme.accent)
    badge = 17 + 13 * shown + 6
    add(at, "circle", cx=badge, cy=y, r=9.5, fill=theme.ink)
    write(at, (badge, y + 4.6), str(votes), 13, ink_on(theme.ink), bold=True)
