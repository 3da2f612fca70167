"""The board's columns and their notes, as many and as much of each as fit."""

from collections.abc import Sequence

from games.graphics.svg import (
    MIN_TEXT,
    Element,
    add,
    drawable,
    group,
    number,
    path,
    piece,
    spot,
    token,
    width_of,
    wrap,
    write,
)
from games.graphics.theme import Tint
from games.retro.model import NOTE_LIMIT, DiscussionTopic
from games.retro.pictures.parts import COLOURS, GAP, MORE, Board, board_topics, dots, first_lines, written_columns
from games.retro.words import note_text
from games.values import replace, value

_HEADER = 31.0
_SIZES = (21.0, 18.0, MIN_TEXT)  # of notes; the first with which all of them fit
_SPREAD = 1.19  # between lines, in font sizes
_DOTS = 28.0  # height of a row of dots
_APART = 5.0  # between cards
_TALLEST = 2000.0
_LINES = (9, 6, 4, 3, 2, 1)  # of a note; the first that fits
_ACROSS = {1: 1, 2: 2, 3: 3, 4: 2, 5: 3, 6: 3}  # columns side by side, by how many there are
_MAX_ACROSS = 4  # if there are many notes: a single row of columns has room for more of them
_ONE_LINE = 250.0  # a column of this width has room for much of a note in a single line
_FEW = 3  # notes in a column; rather than fewer with two lines, show more with one


@value
class EmptyColumns:
    """The columns without notes: large titles and questions; a click on a column writes a note."""

    board: Board

    def height(self, wide: float) -> float:
        del wide
        columns = written_columns(self.board.state)
        tall = 104.0 if any(column.hint for column in columns) else 56.0
        return tall * len(_bands(len(columns))) - GAP

    def draw(self, at: Element, wide: float, high: float) -> None:
        columns, theme = written_columns(self.board.state), self.board.theme
        rows = _bands(len(columns))
        across = len(rows[0])
        step, tall = (wide + GAP) / across, (high + GAP) / len(rows)
        for index, column in enumerate(columns):
            row, place = divmod(index, across)
            box = spot(group(at, place * step, row * tall), f"column:{index + 1}")
            tint = _column_box(box, self.board, index, (step - GAP, tall - GAP))
            size = 22.0 if tall > 190 else 18.0 if tall > 130 else 16.0
            lines = int((tall - GAP - _HEADER - 8) / (size * 1.22))
            hint = wrap(drawable(column.hint, theme), step - GAP - 22, size, lines) if lines else []
            for line, words in enumerate(hint):
                write(box, (11, _HEADER + 4 + size + size * 1.22 * line), words, size, tint.line, anchor="start")


def _bands(count: int, across: int = 0) -> list[list[int]]:
    """The columns in rows."""
    across = across or _ACROSS[count]
    return [list(range(first, min(count, first + across))) for first in range(0, count, across)]


def _column_box(at: Element, board: Board, column: int, size: tuple[float, float]) -> Tint:
    """Draw an empty column with its title."""
    tint = board.theme.tint(COLOURS[column])
    wide, tall = size
    add(at, "rect", width=wide, height=tall, rx=9, fill=tint.fill)
    title = drawable(board.state.columns[column].title, board.theme, f"Column {column + 1}")
    write(at, (11, 24), wrap(title, (wide - 20) / 1.03, 19, 1)[0], 19, tint.line, anchor="start", bold=True)
    return tint


@value
class _Card:
    """A topic with the lines of its notes."""

    topic: DiscussionTopic
    notes: tuple[tuple[int, Sequence[str]], ...]
    dotted: bool
    size: float

    @property
    def height(self) -> float:
        return 3 + sum(self.note_height(lines) for _, lines in self.notes) + (_DOTS if self.dotted else 0)

    def note_height(self, lines: Sequence[str]) -> float:
        return len(lines) * self.size * _SPREAD + 7


@value
class Columns:
    board: Board
    size: float = MIN_TEXT  # of the text
    across: int = 0  # columns side by side; 0: the usual number

    def height(self, wide: float) -> float:
        tries = (self.height_with(wide, lines) for lines in _LINES)
        return next((tall for tall in tries if tall <= _TALLEST), _TALLEST)

    def height_with(self, wide: float, lines: int) -> float:
        """The height with at most this many lines per note."""
        rows = self._bands
        return sum(self._band_height(band, wide, lines) for band in rows) + GAP * (len(rows) - 1)

    def draw(self, at: Element, wide: float, high: float) -> None:
        sizes = (replace(self, size=size) for size in _SIZES)
        count = len(self.board.state.columns)
        crowded = replace(self, across=count) if count <= _MAX_ACROSS else self
        fits = (each for each in sizes if each.height_with(wide, _LINES[0]) <= high + 1)
        next(fits, crowded).draw_columns(at, wide, high)

    def draw_columns(self, at: Element, wide: float, high: float) -> None:
        """Draw the columns at this size of text."""
        step, top = self._step(wide), 0.0
        for band, tall in zip(self._bands, self._shares(wide, high), strict=True):
            for place, column in enumerate(band):
                self._column(group(at, place * step, top), column, (step - GAP, tall))
            top += tall + GAP

    @property
    def _bands(self) -> list[list[int]]:
        return _bands(len(self.board.state.columns), self.across)

    def _step(self, wide: float) -> float:
        return (wide + GAP) / len(self._bands[0])

    def _shares(self, wide: float, high: float) -> list[float]:
        """Give each row of columns what it needs; if that is too much, at least two fifths."""
        rows = self._bands
        room = high - GAP * (len(rows) - 1)
        if len(rows) == 1:
            return [room]
        upper, lower = (self._band_height(band, wide, _LINES[0]) for band in rows)
        share = upper / (upper + lower)
        if upper + lower > room + 1:
            share = min(0.6, max(0.4, share))
        return [room * share, room * (1 - share)]

    # --- cards -----------------------------------------------------------------------------------------------------

    @property
    def _mine(self) -> tuple[int | None, ...]:
        """The viewer's own dots, which nobody else may see."""
        seat = self.board.view.seat
        return () if seat is None else self.board.state.placed.get(seat, ())

    def _band_height(self, band: list[int], wide: float, lines: int) -> float:
        return max(self._needs(self._cards(column, self._step(wide) - GAP, lines)) for column in band)

    def _needs(self, cards: list[_Card]) -> float:
        return _HEADER + 4 + (sum(card.height + _APART for card in cards) if cards else 40)

    def _cards(self, column: int, wide: float, lines: int) -> list[_Card]:
        state = self.board.state
        found = [topic for topic in board_topics(state) if state.note(topic.key).column == column]
        return [
            _Card(
                topic,
                # where room is scarce, the other notes of a group get a single line
                tuple(
                    (key, self._lines(key, wide, lines if key == topic.key or lines > 2 else 1)) for key in topic.notes
                ),
                bool(topic.votes or topic.key in self._mine),
                self.size,
            )
            for topic in found
        ]

    def _lines(self, key: int, wide: float, lines: int) -> Sequence[str]:
        note = self.board.state.note(key)
        room = wide - 34 - (32 if note.by is not None else 0)
        return first_lines(f"{key} {self.board.text(note_text(note), NOTE_LIMIT)}", lines, room, self.size)

    def _column(self, at: Element, column: int, size: tuple[float, float]) -> None:
        (wide, high), tint = size, _column_box(at, self.board, column, size)
        shown, left = self._fitting(column, wide, high + 1)
        top = _HEADER + 4
        for card in shown:
            self._card(spot(group(at, 7, top), f"note:{card.topic.key}"), card, wide - 14, tint)
            top += card.height + _APART
        if left:
            self._more(group(at, 11, top), left, wide - 22, tint)

    def _fitting(self, column: int, wide: float, high: float) -> tuple[list[_Card], list[_Card]]:
        """The cards with room, and those without."""
        brief, short = (self._cards(column, wide, lines) for lines in (1, 2))
        if self._needs(short) <= high or (wide >= _ONE_LINE and self._needs(brief) <= high):
            return self._grown(column, wide, high), []
        shown, left = self._first(short, high)
        return self._first(brief, high) if wide >= _ONE_LINE or len(shown) < _FEW else (shown, left)

    def _grown(self, column: int, wide: float, high: float) -> list[_Card]:
        """All cards, with as many lines as fit; the first ones get more."""
        whole = self._cards(column, wide, _LINES[0])
        if self._needs(whole) <= high:
            return whole
        cards = self._cards(column, wide, 1)
        for lines in reversed(_LINES):
            for place, longer in enumerate(self._cards(column, wide, lines)):
                grown = [*cards[:place], longer, *cards[place + 1 :]]
                if self._needs(grown) <= high:
                    cards = grown
        return cards

    def _first(self, cards: list[_Card], high: float) -> tuple[list[_Card], list[_Card]]:
        """As many cards as fit above the number of the others."""
        shown: list[_Card] = []
        for card in cards:
            if self._needs([*shown, card]) <= high - MORE:
                shown.append(card)
        return shown, [card for card in cards if card not in shown]

    def _more(self, at: Element, left: list[_Card], wide: float, tint: Tint) -> None:
        """Draw the number of notes without room, and for each of them a stub that can be clicked."""
        words = f"+{sum(len(card.notes) for card in left)} more"
        write(at, (0, 16), words, 16, tint.line, anchor="start", bold=True)
        start = width_of(words, 16, bold=True) + 10
        step = min(11.0, (wide - start) / len(left))
        for place, card in enumerate(left):
            stub = spot(group(at, start + place * step, 3), f"note:{card.topic.key}")
            add(stub, "rect", width=step * 0.7, height=15, rx=2, fill=self.board.theme.panel, stroke=tint.line)
            if card.topic.key in self._mine:
                mine = spot(group(stub, step * 0.35, 7.5), f"dot:{card.topic.key}")
                add(mine, "circle", r=3, fill=self.board.theme.accent)

    # --- drawing a card --------------------------------------------------------------------------------------------

    def _card(self, at: Element, card: _Card, wide: float, tint: Tint) -> None:
        board, theme = self.board, self.board.theme
        current = board.state.current_topic == card.topic
        add(
            at, "rect", width=wide, height=card.height, rx=7, fill=theme.panel,
            stroke=theme.accent if current else tint.line, stroke_width=3 if current else 1.2,
        )  # fmt: skip
        top = 0.0
        for key, lines in card.notes:
            if key != card.topic.key:
                path(at, f"M8 {number(top + 3)}H{number(wide - 8)}", theme.line, 1)
            self._note(piece(group(at, 0, top), f"note:{key}"), key, lines, wide)
            top += card.note_height(lines)
        self._dots(group(at, 10, top + 14), card.topic, wide - 20)

    def _note(self, at: Element, key: int, lines: Sequence[str], wide: float) -> None:
        """Write the text; its number stands out, because people type it."""
        board, note = self.board, self.board.state.note(key)
        tint = board.theme.tint(COLOURS[note.column or 0])
        size, line = self.size, self.size * _SPREAD
        add(at, "rect", x=0, y=6, width=4, height=len(lines) * line, rx=2, fill=tint.line)
        label, base = f"{key} ", 4 + size * 1.02
        write(at, (11, base), label.rstrip(), size, tint.line, anchor="start", bold=True)
        x = 11 + width_of(label, size, bold=True)
        for index, words in enumerate(lines):
            place = (11, base + index * line) if index else (x, base)
            text = words if index else words.removeprefix(label.rstrip()).lstrip()
            write(at, place, text, size, board.theme.ink, anchor="start")
        if note.by is not None:
            token(group(at, wide - 18, 17), note.by, board.marks[note.by], 11.5, board.theme, least=MIN_TEXT)

    def _dots(self, at: Element, topic: DiscussionTopic, room: float) -> None:
        theme, mine = self.board.theme, self._mine.count(topic.key)
        if topic.votes:
            dots(at, topic.votes, room, theme, radius=6)
        elif mine:
            row = spot(group(at), f"dot:{topic.key}")
            for place in range(mine):
                add(row, "circle", cx=7 + 17 * place, cy=0, r=7, fill=theme.accent)
            if 17 * mine + 50 <= room:
                write(row, (17 * mine + 6, 5.5), "yours", MIN_TEXT, theme.faint, anchor="start")
