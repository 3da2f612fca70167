"""The board as a picture: the phase, the people, and what this phase needs."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import ceil

from games.graphics.svg import (
    WIDTH,
    Element,
    add,
    area,
    document,
    drawable,
    finish,
    group,
    initials,
    number,
    path,
    shorten,
    shown_names,
    spot,
    token,
    wrap,
    write,
)
from games.graphics.theme import BLUE, GREEN, GREY, Theme, ink_on
from games.inheritance import ACTION_LIMIT, PROMPT_LIMIT
from games.retro.model import MAX_RATING, NOTE_LIMIT, PHASES, Mark, State, View
from games.retro.narration import TITLES, worth_the_time
from games.retro.notes_picture import INNER, LEFT, UNREADABLE, Columns, column_box, dot_row

_HEAD = 116.0
_GAP = 10.0
_MARKS: dict[Mark, str] = {
    "": "",
    "done": "M-5 0L-1.5 4L6 -5",
    "keep": "M-6 0H5M1 -4L5 0L1 4",
    "drop": "M-4 -4L4 4M4 -4L-4 4",
}


@dataclass(frozen=True, slots=True)
class _Panel:
    height: float
    draw: Callable[[Element], None]


def picture(view: View, names: Sequence[str], theme: Theme) -> str:
    board = _Board(view, names, theme)
    panels = list(board.panels())
    height = ceil(_HEAD + sum(panel.height + _GAP for panel in panels) + 4)
    root = document(WIDTH, height, theme, "Retrospective")
    board.head(root)
    top = _HEAD
    for panel in panels:
        panel.draw(group(root, LEFT, top))
        top += panel.height + _GAP
    return finish(root)


@dataclass(frozen=True, slots=True)
class _Board:
    view: View
    names: Sequence[str]
    theme: Theme

    @property
    def state(self) -> State:
        return self.view.table

    def panels(self) -> Iterator[_Panel]:
        state = self.state
        if state.phase == "stage":
            yield self._check_in()
            if state.earlier:
                yield self._earlier()
        elif state.phase == "reflect":
            if state.questions:
                yield self._questions()
            yield self._empty_columns()
            if self.view.seat is not None and state.notes:
                yield self._face_down()
        else:
            yield from self._open_board()

    def _open_board(self) -> Iterator[_Panel]:
        state = self.state
        if state.phase == "close":
            yield _Panel(92, self._rating)
        if state.current_topic is not None:
            yield self._topic()
        if state.actions:
            yield self._actions()
        if worth_the_time(state.poll):
            yield _Panel(112, self._poll)
        if state.notes:
            columns = Columns.fitting(self.view, self.names, self.theme)
            yield _Panel(columns.height, columns.draw)
        else:
            yield self._empty_columns()

    # --- the head --------------------------------------------------------------------------------------------------

    def head(self, root: Element) -> None:
        state, theme = self.state, self.theme
        title = shorten(drawable(state.title, theme), INNER, 22, bold=True)
        write(root, (LEFT + 2, 31), title, 22, theme.ink, anchor="start", bold=True)
        wide = INNER / len(PHASES)
        reached = len(PHASES) if state.phase == "over" else PHASES.index(state.phase)
        for place, phase in enumerate(PHASES):
            step = group(root, LEFT + place * wide, 42)
            now = place == reached
            fill = theme.ink if now else theme.tint(GREEN).fill if place < reached else theme.road
            ink = ink_on(theme.ink) if now else theme.tint(GREEN).line if place < reached else theme.faint
            add(step, "rect", width=wide - 4, height=25, rx=6, fill=fill)
            write(step, (wide / 2 - 2, 17.5), TITLES[phase], 13.5, ink, bold=now)
        self._people(group(root, LEFT + 13, 92))

    def _people(self, at: Element) -> None:
        """Draw a token for each person, the facilitator's with a ring."""
        marks = initials(self.names, self.theme)
        apart = min(34.0, (INNER - 24) / len(marks))
        for seat, mark in enumerate(marks):
            place = group(at, seat * apart, 0, title=self.names[seat])
            token(place, seat, mark, 11, self.theme, turn=seat == self.state.facilitator)
        if self.state.phase != "over" and len(marks) * apart < INNER - 200:
            lead = shorten(f"{shown_names(self.names, self.theme)[self.state.facilitator]} facilitates", 190, 14)
            write(at, (INNER - 14, 5), lead, 14, self.theme.faint, anchor="end")

    def _box(self, at: Element, height: float, *, edge: str = "") -> None:
        add(
            at, "rect", width=INNER, height=height, rx=10, fill=self.theme.panel, stroke=edge or self.theme.line,
            stroke_width=2.5 if edge else 1,
        )  # fmt: skip

    def _title(self, at: Element, words: str) -> None:
        write(at, (14, 25), words, 16, self.theme.faint, anchor="start", bold=True)

    # --- check in --------------------------------------------------------------------------------------------------

    def _check_in(self) -> _Panel:
        rows = -(-self.state.seats // 2)
        height = 40 + 32 * rows

        def draw(at: Element) -> None:
            self._box(at, height)
            spot(area(at, 0, 0, INNER, height), "check-in")
            self._title(at, "How are you, in one word?")
            marks, shown = initials(self.names, self.theme), shown_names(self.names, self.theme)
            for seat in range(self.state.seats):
                column, row = divmod(seat, rows)
                place = group(at, 14 + column * INNER / 2, 52 + 32 * row)
                token(group(place, 12, 0), seat, marks[seat], 11, self.theme)
                write(place, (32, 5.5), shorten(shown[seat], 96, 16), 16, self.theme.ink, anchor="start")
                word = self.state.words.get(seat)
                if word:
                    said = shorten(drawable(word, self.theme, UNREADABLE), 124, 16, bold=True)
                    write(place, (134, 5.5), said, 16, self.theme.tint(BLUE).line, anchor="start", bold=True)
                else:
                    write(place, (134, 5.5), "…", 16, self.theme.faint, anchor="start")

        return _Panel(height, draw)

    def _earlier(self) -> _Panel:
        rows = [
            (self._wrapped(f"{action.what}{f' (by {action.due})' if action.due else ''}", 470, 3), action.mark)
            for action in self.state.earlier
        ]
        height = 42 + sum(18 * len(lines) + 12 for lines, _ in rows)

        def draw(at: Element) -> None:
            self._box(at, height)
            self._title(at, "Actions from last time")
            top = 38.0
            for index, (lines, mark) in enumerate(rows, start=1):
                row = group(at, 14, top)
                write(row, (8, 17), str(index), 15, self.theme.faint, bold=True)
                self._checkbox(group(row, 34, 12), mark)
                for line, words in enumerate(lines):
                    ink = self.theme.faint if mark in {"done", "drop"} else self.theme.ink
                    write(row, (54, 17 + 18 * line), words, 15, ink, anchor="start")
                top += 18 * len(lines) + 12

        return _Panel(height, draw)

    def _checkbox(self, at: Element, mark: Mark) -> None:
        """A tick (done), an arrow (still open) or a cross (dropped)."""
        tint = self.theme.tint(GREEN if mark == "done" else GREY)
        add(at, "rect", x=-9, y=-9, width=18, height=18, rx=4, fill=tint.fill, stroke=tint.line, stroke_width=1.5)
        if mark:
            path(at, _MARKS[mark], tint.line, 2.2)

    def _wrapped(self, text: str, room: float, lines: int, size: float = 15) -> list[str]:
        return wrap(drawable(text, self.theme, UNREADABLE, PROMPT_LIMIT + 40), room, size, lines)

    # --- reflect ---------------------------------------------------------------------------------------------------

    def _questions(self) -> _Panel:
        questions = [self._wrapped(question, INNER - 44, 4) for question in self.state.questions]
        height = 42 + sum(18.5 * len(lines) + 8 for lines in questions)

        def draw(at: Element) -> None:
            self._box(at, height)
            self._title(at, "From your last game")
            top = 52.0
            for lines in questions:
                write(at, (20, top), "?", 17, self.theme.accent, bold=True)
                for line, words in enumerate(lines):
                    write(at, (34, top + 18.5 * line), words, 15, self.theme.ink, anchor="start")
                top += 18.5 * len(lines) + 8

        return _Panel(height, draw)

    def _empty_columns(self) -> _Panel:
        state = self.state
        across = len(state.columns) if len(state.columns) <= 3 else -(-len(state.columns) // 2)
        wide, tall = (INNER - _GAP * (across - 1)) / across, 96.0
        bands = -(-len(state.columns) // across)

        def draw(at: Element) -> None:
            for index, column in enumerate(state.columns):
                row, place = divmod(index, across)
                box = spot(group(at, place * (wide + _GAP), row * (tall + _GAP)), f"column:{index + 1}")
                tint = column_box(box, state, index, (wide, tall), self.theme)
                for line, words in enumerate(wrap(drawable(column.hint, self.theme), wide - 22, 14, 3)):
                    write(box, (11, 48 + 18 * line), words, 14, tint.line, anchor="start")

        return _Panel(bands * (tall + _GAP) - _GAP, draw)

    def _face_down(self) -> _Panel:
        """The number of notes. Only on a seat's own picture: a room would get a new picture for every note."""
        count, across = len(self.state.notes), 15
        height = 40 + 34.0 * -(-count // across)

        def draw(at: Element) -> None:
            self._box(at, height)
            self._title(at, f"{count} so far, face down")
            for place in range(count):
                row, column = divmod(place, across)
                x, y = 14 + column * 34.5, 38 + row * 34
                add(at, "rect", x=x, y=y, width=28, height=26, rx=4, fill=self.theme.road, stroke=self.theme.faint)

        return _Panel(height, draw)

    # --- discuss, act, close ---------------------------------------------------------------------------------------

    def _topic(self) -> _Panel:
        state, topic = self.state, self.state.current_topic
        assert topic is not None
        lines = wrap(drawable(state.note(topic.key).text, self.theme, UNREADABLE, NOTE_LIMIT), INNER - 30, 19, 6)
        height = 44 + 24 * len(lines) + (26 if topic.votes else 6)

        def draw(at: Element) -> None:
            self._box(at, height, edge=self.theme.accent)
            up = ": time’s up" if state.time_is_up else ""
            self._title(at, f"Topic {state.topic} of {len(state.agenda)}{up}")
            for line, words in enumerate(lines):
                write(at, (14, 54 + 24 * line), words, 19, self.theme.ink, anchor="start", bold=True)
            if topic.votes:
                dot_row(at, topic.votes, height - 18, self.theme)

        return _Panel(height, draw)

    def _actions(self) -> _Panel:
        room = INNER - 224
        rows = [
            wrap(drawable(each.what, self.theme, UNREADABLE, ACTION_LIMIT), room, 16, 4) for each in self.state.actions
        ]
        tall = [max(42.0, 20.0 * len(lines) + 12) for lines in rows]
        height = 36 + sum(tall)

        def draw(at: Element) -> None:
            self._box(at, height, edge=self.theme.tint(GREEN).line)
            self._title(at, "Actions")
            marks, shown = initials(self.names, self.theme), shown_names(self.names, self.theme)
            top = 34.0
            for index, (action, lines) in enumerate(zip(self.state.actions, rows, strict=True), start=1):
                row = group(at, 14, top)
                write(row, (6, 20), str(index), 16, self.theme.faint, bold=True)
                for line, words in enumerate(lines):
                    write(row, (22, 20 + 20 * line), words, 16, self.theme.ink, anchor="start")
                owner = group(row, room + 40, 15)
                token(owner, action.owner, marks[action.owner], 11, self.theme)
                write(owner, (18, 0), shorten(shown[action.owner], 140, 14.5), 14.5, self.theme.ink, anchor="start")
                due = shorten(f"by {drawable(action.due, self.theme)}", 140, 13.5) if action.due else "no date"
                write(owner, (18, 17), due, 13.5, self.theme.faint, anchor="start")
                top += tall[index - 1]

        return _Panel(height, draw)

    def _rating(self, at: Element) -> None:
        self._box(at, 92, edge=self.theme.accent)
        self._title(at, "Was it worth your time?")
        for value in range(MAX_RATING + 1):
            cell = spot(group(at, 14 + value * 88, 38), f"rate:{value}")
            tint = self.theme.tint(BLUE)
            add(cell, "rect", width=80, height=42, rx=8, fill=tint.fill, stroke=tint.line, stroke_width=1.5)
            write(cell, (40, 29), str(value), 22, tint.line, bold=True)

    def _poll(self, at: Element) -> None:
        self._box(at, 112)
        most = max(self.state.poll)
        self._title(at, worth_the_time(self.state.poll))
        for value, given in enumerate(self.state.poll):
            cell = group(at, 20 + value * 88, 88)
            high = 44 * given / most
            tint = self.theme.tint(BLUE)
            path(cell, f"M0 0H{number(72)}", self.theme.line, 1.5)
            if given:
                add(cell, "rect", x=8, y=-high, width=56, height=high, rx=3, fill=tint.line)
                inside = high > 16
                ink, y = (ink_on(tint.line), 14 - high) if inside else (self.theme.ink, -high - 4)
                write(cell, (36, y), str(given), 13, ink, bold=True)
            write(cell, (36, 17), str(value), 14, self.theme.faint)
