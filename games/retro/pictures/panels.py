"""The parts of the retrospective's picture, apart from the columns with their notes."""

from collections.abc import Callable, Sequence

from games.dates import in_brief
from games.graphics.svg import (
    MIN_TEXT,
    Element,
    add,
    area,
    drawable,
    group,
    number,
    path,
    shorten,
    spot,
    token,
    width_of,
    write,
)
from games.graphics.theme import BLUE, GREEN, GREY, Theme, ink_on
from games.memories import ACTION_LIMIT, PROMPT_LIMIT
from games.retro.model import AGREEMENT_LIMIT, MAX_RATING, NOTE_LIMIT, DiscussionTopic, Mark
from games.retro.pictures.parts import GAP, PAD, TITLE, Board, Row, RowList, dots, first_lines, frame, heading
from games.retro.words import TITLES, count
from games.values import value

HEAD = 62.0  # height
_TEXT_SIZES = (38.0, 34.0, 30.0, 26.0, 23.0, 20.0)  # of the topic under discussion
_OTHER = 30.0  # height of another note of its group
_MARKS: dict[Mark, str] = {
    "": "",
    "done": "M-5 0L-1.5 4L6 -5",
    "keep": "M-6 0H5M1 -4L5 0L1 4",
    "drop": "M-4 -4L4 4M4 -4L-4 4",
}


@value
class Head:
    """The phase, how far the meeting is, and a token for each person, the facilitator's with a ring."""

    board: Board

    def draw(self, at: Element, wide: float) -> None:
        state, theme = self.board.state, self.board.theme
        phase = TITLES[state.phase]
        write(at, (2, 31), phase, 25, theme.ink, anchor="start", bold=True)
        room = wide - width_of(phase, 25, bold=True) - 30
        write(at, (wide - 2, 30), shorten(drawable(state.title, theme), room, 18), 18, theme.faint, anchor="end")
        self._progress(group(at, 0, 43), wide / 2)
        self._people(group(at, wide, 48), wide / 2 - 30)

    def _progress(self, at: Element, wide: float) -> None:
        state, theme = self.board.state, self.board.theme
        reached = len(state.phases) if state.phase == "over" else state.phases.index(state.phase)
        step = wide / len(state.phases)
        for place in range(len(state.phases)):
            fill = theme.ink if place == reached else theme.tint(GREEN).line if place < reached else theme.line
            add(at, "rect", x=place * step, width=step - 4, height=9, rx=4.5, fill=fill)

    def _people(self, at: Element, room: float) -> None:
        names = self.board.names
        step = min(22.0, room / len(names))
        for seat, name in enumerate(names):
            place = group(at, (seat + 0.5 - len(names)) * step, 0, title=name)
            token(place, seat, "", step * 0.36, self.board.theme, turn=seat == self.board.state.facilitator)


# --- check in --------------------------------------------------------------------------------------------------------


@value
class CheckIn:
    """A card for each person with their word."""

    board: Board

    @property
    def _grid(self) -> tuple[int, int]:
        """The number of cards across and down."""
        seats = self.board.state.seats
        across = 2 if seats in {2, 4} else 3 if seats <= 12 else 4
        return across, -(-seats // across)

    def height(self, wide: float) -> float:
        del wide
        return self._grid[1] * 58

    def least_height(self) -> float:
        return self._grid[1] * 42

    def draw(self, at: Element, wide: float, high: float) -> None:
        across, down = self._grid
        step, tall = (wide + GAP) / across, (high + 6) / down
        for seat in range(self.board.state.seats):
            row, column = divmod(seat, across)
            self._card(group(at, column * step, row * tall), seat, (step - GAP, tall - 6))
        spot(area(at, 0, 0, wide, high), "check-in")

    def _card(self, at: Element, seat: int, size: tuple[float, float]) -> None:
        board, theme, (wide, tall) = self.board, self.board.theme, size
        word, tint = board.state.words.get(seat), theme.tint(BLUE)
        add(at, "rect", width=wide, height=tall, rx=9, fill=tint.fill if word else theme.panel, stroke=theme.line)
        token(group(at, 23, tall / 2), seat, board.marks[seat], 14, theme, least=MIN_TEXT)
        size_of_word = 24.0 if tall > 66 else 18.0 if tall > 40 else 17.0
        room, middle = wide - 54, tall / 2
        said = shorten(board.text(word, NOTE_LIMIT), room, size_of_word, bold=True) if word else "…"
        ink = tint.line if word else theme.faint
        write(at, (46, middle - 3), said, size_of_word, ink, anchor="start", bold=True)
        name = shorten(board.shown_names[seat], room, MIN_TEXT)
        write(at, (46, middle + 15), name, MIN_TEXT, theme.ink, anchor="start")


def earlier(board: Board) -> RowList:
    """The actions from last time: ticked (done), with an arrow (still open) or crossed out (dropped)."""
    rows = [
        Row(
            f"{index} {board.text(action.what, ACTION_LIMIT)}",
            _checkbox(action.mark, board.theme),
            _due(action.due, board.theme),
            faint=action.mark in {"done", "drop"},
        )
        for index, action in enumerate(board.state.earlier, start=1)
    ]
    return RowList("Actions from last time", rows, board.theme)


def _due(due: str, theme: Theme) -> str:
    return f"by {drawable(in_brief(due), theme)}" if due else ""


def _checkbox(mark: Mark, theme: Theme) -> Callable[[Element], None]:
    def draw(at: Element) -> None:
        tint = theme.tint(GREEN if mark == "done" else GREY)
        add(at, "rect", x=-10, y=-10, width=20, height=20, rx=4, fill=tint.fill, stroke=tint.line, stroke_width=1.5)
        if mark:
            path(at, _MARKS[mark], tint.line, 2.6)

    return draw


# --- reflect ---------------------------------------------------------------------------------------------------------


def questions(board: Board) -> RowList:
    def lead(at: Element) -> None:
        write(at, (0, 7), "?", 20, board.theme.accent, bold=True)

    rows = [Row(board.text(question, PROMPT_LIMIT), lead) for question in board.state.questions]
    return RowList("From your last game", rows, board.theme)


@value
class FaceDown:
    """The number of notes. Only on a seat's own picture: a room would get a new picture for every note."""

    board: Board

    def height(self, wide: float) -> float:
        del wide
        return 74

    def draw(self, at: Element, wide: float, high: float) -> None:
        theme, notes = self.board.theme, len(self.board.state.waiting)
        frame(at, (wide, high), theme)
        heading(at, f"{notes} so far, face down", wide, theme)
        step = min(34.0, (wide - 2 * PAD) / notes)
        for place in range(notes):
            x = PAD + place * step
            add(at, "rect", x=x, y=TITLE, width=step * 0.8, height=26, rx=4, fill=theme.road, stroke=theme.faint)


# --- discuss and act -------------------------------------------------------------------------------------------------


@value
class Topic:
    """The topic under discussion, as large as fits, with its dots and the notes grouped with it."""

    board: Board
    topic: DiscussionTopic

    def _lines(self, wide: float, size: float, count: int = 9) -> Sequence[str]:
        text = self.board.text(self.board.state.text_of(self.topic), NOTE_LIMIT)
        return first_lines(text, count, wide - 2 * PAD, size * 1.03)

    def _needs(self, wide: float, size: float) -> float:
        """The height without the other notes of the group."""
        return size * 1.24 * len(self._lines(wide, size)) + self._rest

    @property
    def _rest(self) -> float:
        """The height of the title and the dots."""
        return TITLE + 8 + (34 if self.topic.votes else 4)

    def height(self, wide: float) -> float:
        return self._needs(wide, 23)

    def draw(self, at: Element, wide: float, high: float) -> None:
        state, theme = self.board.state, self.board.theme
        frame(at, (wide, high), theme, edge=theme.accent)
        up = ": time’s up" if state.time_is_up else ""
        heading(at, f"Topic {state.topic} of {len(state.agenda)}{up}", wide, theme)
        insights = sum(each.topic == self.topic.key for each in state.insights)
        others = min(4, len(self.topic.notes) - 1 + insights) * _OTHER
        tries = [size for room in (high - others, high) for size in _TEXT_SIZES if self._needs(wide, size) <= room]
        size = next(iter(tries), _TEXT_SIZES[-1])
        y = TITLE + 2 + size * 0.8
        fit = max(1, round((high - self._rest) / (size * 1.24) - 0.4))
        for words in self._lines(wide, size, fit):
            write(at, (PAD, y), words, size, theme.ink, anchor="start", bold=True)
            y += size * 1.24
        if self.topic.votes:
            dots(group(at, PAD, y), self.topic.votes, wide - 2 * PAD, theme)
            y += 22
        self._others(at, y + 4, wide, high)

    def _others(self, at: Element, top: float, wide: float, high: float) -> None:
        """Draw what was understood so far, then the other notes of a group: as many as there is room for."""
        state, theme = self.board.state, self.board.theme
        insights = [(each.text, theme.tint(GREEN).line) for each in state.insights if each.topic == self.topic.key]
        notes = [(state.note(key).text, theme.accent) for key in self.topic.notes[1:]]
        fits, lines = int((high - top - 4) / _OTHER), [*insights, *notes]
        shown = lines if len(lines) <= fits else lines[: max(0, fits - 1)]
        for text, ink in shown:
            path(at, f"M{number(PAD)} {number(top + 1)}v21", ink, 3)
            words = shorten(self.board.text(text, NOTE_LIMIT), wide - 2 * PAD - 12, 18)
            write(at, (PAD + 12, top + 17), words, 18, theme.ink, anchor="start")
            top += _OTHER
        if fits > 0 and len(shown) < len(lines):
            words = f"+{count(len(lines) - len(shown), 'note')}" if len(shown) >= len(insights) else "+ more"
            write(at, (PAD + 12, top + 17), words, 18, theme.faint, anchor="start", bold=True)


def actions(board: Board) -> RowList:
    """The agreed actions, each with the owner's token."""
    rows = [
        Row(
            f"{index} {board.text(action.what, ACTION_LIMIT)}",
            _owner(board, action.owner),
            f"{board.shown_names[action.owner]}, {_due(action.due, board.theme) or 'no date'}",
        )
        for index, action in enumerate(board.state.actions, start=1)
    ]
    return RowList("Actions", rows, board.theme, board.theme.tint(GREEN).line)


def _owner(board: Board, seat: int) -> Callable[[Element], None]:
    return lambda at: token(at, seat, board.marks[seat], 13, board.theme, least=MIN_TEXT)


def topics(board: Board) -> RowList:
    """All topics with their dots: in a discussion the current one, what comes next and then what is done."""
    state = board.state
    places = {key: place for place, key in enumerate(state.agenda, start=1)}
    reached = state.topic if state.phase == "discuss" else 0

    def place(topic: DiscussionTopic) -> tuple[bool, int]:
        at = places.get(topic.key, len(places) + 1)
        return at < reached, at

    rows = [
        Row(
            board.text(state.text_of(topic), NOTE_LIMIT),
            _votes(topic.votes, board.theme),
            marked=topic == state.current_topic,
            faint=place(topic)[0],
        )
        for topic in sorted(state.topics, key=place)
    ]
    return RowList("Topics and dots", rows, board.theme)


def _votes(votes: int, theme: Theme) -> Callable[[Element], None]:
    def draw(at: Element) -> None:
        if votes:
            add(at, "circle", r=13, fill=theme.accent)
            write(at, (0, 5.8), number(votes), 16, ink_on(theme.accent), bold=True)
        else:
            add(at, "circle", r=12, fill="none", stroke=theme.faint, stroke_width=1.5)

    return draw


# --- close -----------------------------------------------------------------------------------------------------------


@value
class Rating:
    board: Board

    def height(self, wide: float) -> float:
        del wide
        return 104

    def draw(self, at: Element, wide: float, high: float) -> None:
        theme = self.board.theme
        frame(at, (wide, high), theme, edge=theme.accent)
        heading(at, "Was it worth your time? 0: wasted, 3: worth it, 5: far more", wide, theme)
        step, tall, tint = (wide - 2 * PAD + 8) / (MAX_RATING + 1), high - TITLE - 12, theme.tint(BLUE)
        for rating in range(MAX_RATING + 1):
            cell = spot(group(at, PAD + rating * step, TITLE), f"rate:{rating}")
            add(cell, "rect", width=step - 8, height=tall, rx=8, fill=tint.fill, stroke=tint.line, stroke_width=1.5)
            write(cell, (step / 2 - 4, tall / 2 + 10), str(rating), 28, tint.line, bold=True)


@value
class Histogram:
    """A histogram: how many gave each answer, and their mean; the first answer is 1."""

    board: Board
    title: str
    counts: Sequence[int]
    first: int = 1

    def height(self, wide: float) -> float:
        del wide
        return 140

    def draw(self, at: Element, wide: float, high: float) -> None:
        theme, counts, last = self.board.theme, self.counts, self.first + len(self.counts) - 1
        frame(at, (wide, high), theme)
        heading(at, self.title, wide, theme)
        mean = sum(answer * given for answer, given in enumerate(counts, start=self.first)) / sum(counts)
        write(at, (PAD, 54), f"{mean:.1f} out of {last}", 24, theme.ink, anchor="start", bold=True)
        step, tallest = (wide - 2 * PAD) / len(counts), high - 104
        for place, given in enumerate(counts):
            cell = group(at, PAD + place * step, high - 26)
            self._bar(cell, given, (step - 6, max(0, tallest) * given / max(counts)))
            write(cell, (step / 2 - 3, 18), str(self.first + place), MIN_TEXT, theme.faint)

    def _bar(self, at: Element, given: int, size: tuple[float, float]) -> None:
        theme, (wide, tall) = self.board.theme, size
        path(at, f"M0 0h{number(wide)}", theme.line, 1.5)
        if given:
            add(at, "rect", x=3, y=-tall, width=wide - 6, height=tall, rx=3, fill=theme.tint(BLUE).line)
            write(at, (wide / 2, -tall - 4), str(given), MIN_TEXT, theme.ink, bold=True)


def poll(board: Board) -> Histogram:
    """The answers to the closing question."""
    return Histogram(board, "Worth the time", board.state.poll, 0)


def agreement(board: Board) -> RowList:
    def lead(at: Element) -> None:
        path(at, _MARKS["done"], board.theme.tint(GREEN).line, 2.6)

    rows = [Row(board.text(line, AGREEMENT_LIMIT), lead) for line in board.state.agreement]
    return RowList("Our working agreement", rows, board.theme)
