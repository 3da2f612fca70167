"""A health check as a picture: a radar of the means, and for each topic its answers and how it changed."""

from collections.abc import Sequence
from math import cos, pi, sin

from games.graphics.svg import (
    LANDSCAPE,
    MIN_TEXT,
    WIDTH,
    Element,
    add,
    document,
    drawable,
    finish,
    group,
    number,
    path,
    polygon,
    shorten,
    spot,
    write,
)
from games.graphics.theme import BLUE, GREEN, GREY, VERMILION, Theme, ink_on
from games.retro.model import (
    COLUMN_LIMIT,
    NOTE_LIMIT,
    SCALE,
    DiscussionTopic,
    State,
    Trend,
    View,
    mean_of,
    same_checks,
    trends,
)
from games.retro.pictures.parts import COLOURS, PAD, TITLE, Board, frame, heading
from games.values import value

# --- the health check ------------------------------------------------------------------------------------------------

_ROW = 38.0  # height of a topic in the list
_LABEL = 27.0  # between the radar and its numbers
_BARS, _HISTORY = 52.0, 58.0  # widths
_ARROWS: dict[Trend, str] = {
    "": "",
    "up": "M0 7V-6M-5 -1L0 -6L5 -1",
    "same": "M-6 0H6M1 -5L6 0L1 5",
    "down": "M0 -7V6M-5 1L0 6L5 1",
}


@value
class Radar:
    """The means of all topics, numbered like the list beside it; the last check's as a dashed line."""

    board: Board

    def height(self, wide: float) -> float:
        return wide * 0.9

    def draw(self, at: Element, wide: float, high: float) -> None:
        state, theme = self.board.state, self.board.theme
        frame(at, (wide, high), theme)
        heading(at, state.title, wide, theme)
        radius = min(wide / 2 - PAD, (high - TITLE - 10) / 2) - _LABEL
        middle = group(at, wide / 2, TITLE + (high - TITLE) / 2 - 2)
        self._web(middle, radius)
        before = same_checks(state)
        if before:
            means = [before[-1].means.get(topic.title) for topic in state.health]
            path(middle, self._points(means, radius), theme.faint, 2).set("stroke-dasharray", "5 4")
        means = [mean_of(counts) for counts in state.profile]
        tint = theme.tint(BLUE)
        path(middle, self._points(means, radius), tint.line, 3, tint.line).set("fill-opacity", "0.25")

    def _web(self, at: Element, radius: float) -> None:
        theme, count = self.board.theme, len(self.board.state.health)
        for ring in SCALE:
            path(at, self._points([float(ring)] * count, radius), theme.line, 1.2)
        for place in range(count):
            x, y = self._point(place, 1.0, radius)
            path(at, f"M0 0L{number(x)} {number(y)}", theme.line, 1.2)
            x, y = self._point(place, 1.0, radius + _LABEL * 0.62)
            write(at, (x, y + 6), str(place + 1), 18, theme.ink, bold=True)

    def _points(self, means: Sequence[float | None], radius: float) -> str:
        """The corners of the polygon; a topic without answers is at the middle."""
        shares = ((mean or 0) / SCALE[-1] for mean in means)
        return polygon(self._point(place, share, radius) for place, share in enumerate(shares))

    def _point(self, place: int, share: float, radius: float) -> tuple[float, float]:
        angle = 2 * pi * place / len(self.board.state.health) - pi / 2
        return cos(angle) * radius * share, sin(angle) * radius * share


@value
class Ballot:
    """The topics of a health check with a cell for each answer; on a seat's own picture its answers are filled."""

    board: Board

    def height(self, wide: float) -> float:
        del wide
        return TITLE + 31.0 * len(self.board.state.health) + 8

    def draw(self, at: Element, wide: float, high: float) -> None:
        state, theme = self.board.state, self.board.theme
        frame(at, (wide, high), theme)
        heading(at, f"1 is bad, {SCALE[-1]} is good", wide, theme)
        step = (high - TITLE - 6) / len(state.health)
        given = state.answers.get(self.board.view.seat, {}) if self.board.view.seat is not None else {}
        for place, topic in enumerate(state.health, start=1):
            row = group(at, PAD, TITLE + step * (place - 1))
            cells = len(SCALE) * 34
            words = f"{place} {drawable(topic.title, theme, '', COLUMN_LIMIT)}"
            title = shorten(words, wide - 2 * PAD - cells - 6, MIN_TEXT)
            write(row, (0, step / 2 + 5.5), title, MIN_TEXT, theme.ink, anchor="start")
            self._cells(group(row, wide - 2 * PAD - cells, step / 2), place, given.get(place))

    def _cells(self, at: Element, place: int, given: int | None) -> None:
        theme = self.board.theme
        for index, answer in enumerate(SCALE):
            cell = spot(group(at, 17 + 34 * index, 0), f"health:{place}:{answer}")
            tint = theme.tint(BLUE)
            fill = tint.line if answer == given else tint.fill
            add(cell, "circle", r=13, fill=fill, stroke=tint.line, stroke_width=1.2)
            write(cell, (0, 5.6), str(answer), MIN_TEXT, ink_on(tint.line) if answer == given else tint.line, bold=True)


@value
class HealthList:
    """For each topic its title, how many gave 1 to 5, the last checks as a line, the mean and an arrow."""

    board: Board

    def height(self, wide: float) -> float:
        del wide
        return TITLE + _ROW * len(self.board.state.health) + 6

    def draw(self, at: Element, wide: float, high: float) -> None:
        state, theme = self.board.state, self.board.theme
        frame(at, (wide, high), theme)
        people = max((sum(counts) for counts in state.profile), default=0)
        heading(at, f"{people} answered, from 1 to {SCALE[-1]}", wide, theme)
        step = min(_ROW * 1.3, (high - TITLE - 6) / len(state.health))
        for place, change in enumerate(trends(state)):
            self._topic(group(at, PAD, TITLE + step * place), place, change, (wide - 2 * PAD, step))

    def _topic(self, at: Element, place: int, change: Trend, box: tuple[float, float]) -> None:
        state, theme, (wide, high) = self.board.state, self.board.theme, box
        counts, topic = state.profile[place], state.health[place]
        mean, middle = mean_of(counts), high / 2
        history = [check.means[topic.title] for check in same_checks(state) if topic.title in check.means]
        drawn = [*history, *([mean] if mean is not None else [])]
        aside = _BARS + 64 + (_HISTORY if history else 0)
        title = shorten(f"{place + 1} {drawable(topic.title, theme, '', COLUMN_LIMIT)}", wide - aside - 8, MIN_TEXT)
        write(at, (0, middle + 6), title, MIN_TEXT, theme.ink, anchor="start")
        _bars(group(at, wide - aside, middle), counts, (_BARS, high - 10), theme)
        if history:
            _line(group(at, wide - 60 - _HISTORY, middle), drawn, (_HISTORY - 14, high - 14), theme)
        shown = "–" if mean is None else f"{mean:.1f}"
        write(at, (wide - 22, middle + 7), shown, 19, theme.ink, anchor="end", bold=True)
        if change:
            path(group(at, wide - 8, middle), _ARROWS[change], theme.tint(_colour(change)).line, 2.8)


def _colour(change: Trend) -> str:
    return {"up": GREEN, "down": VERMILION}.get(change, GREY)


def _bars(at: Element, counts: Sequence[int], size: tuple[float, float], theme: Theme) -> None:
    """Draw a small histogram."""
    (wide, high), most = size, max([1, *counts])
    step = wide / len(counts)
    for place, given in enumerate(counts):
        tall = max(2.0, high * given / most)
        fill = theme.tint(BLUE).line if given else theme.line
        add(at, "rect", x=place * step, y=high / 2 - tall, width=step - 3, height=tall, rx=1.5, fill=fill)


def _line(at: Element, means: Sequence[float], size: tuple[float, float], theme: Theme) -> None:
    """Draw the last checks and this one, from left to right."""
    wide, high = size
    step = wide / max(1, len(means) - 1)
    points = [(place * step, high * (0.5 - (mean - 1) / (SCALE[-1] - 1))) for place, mean in enumerate(means)]
    shape = "L".join(f"{number(x)} {number(y)}" for x, y in points)
    path(at, f"M{shape}", theme.faint, 2)
    add(at, "circle", cx=points[-1][0], cy=points[-1][1], r=4, fill=theme.tint(BLUE).line)


def health_picture(state: State, theme: Theme) -> str:
    board = Board(View(None, state), (), theme)
    radar, topics = Radar(board), HealthList(board)
    if theme.shape == "landscape":
        wide, high = LANDSCAPE
        root = document(wide, high, theme, "Health")
        half = wide * 0.38
        radar.draw(group(root, 10, 10), half - 15, high - 20)
        topics.draw(group(root, half + 5, 10), wide - half - 15, high - 20)
        return finish(root)
    tall, below = radar.height(WIDTH - 20), topics.height(WIDTH - 20)
    root = document(WIDTH, tall + below + 30, theme, "Health")
    radar.draw(group(root, 10, 10), WIDTH - 20, tall)
    topics.draw(group(root, 10, tall + 20), WIDTH - 20, below)
    return finish(root)


# --- the dots --------------------------------------------------------------------------------------------------------

_LEFT = 14.0
_DOT_ROW = 35.0
_LEAST = 130  # height of a picture
_MAX_TOPICS = 20  # those with the most dots
_SHARE = 0.56  # of the width for the texts
_DOT = 7.5  # radius
_STEP = 2.4 * _DOT


@value
class DotChart:
    """Topics, those with the most dots first: the text on the left, the dots on the right."""

    board: Board

    @property
    def _topics(self) -> list[DiscussionTopic]:
        return sorted(self.board.state.topics, key=lambda topic: -topic.votes)

    def height(self, wide: float) -> float:
        del wide
        count = len(self._topics)
        return TITLE + _DOT_ROW * min(count, _MAX_TOPICS) + (30 if count > _MAX_TOPICS else 4)

    def draw(self, at: Element, wide: float, high: float) -> None:
        theme, topics = self.board.theme, self._topics
        heading(at, "Topics and dots", wide, theme)
        fits = int((high - TITLE - 4) / _DOT_ROW)
        shown = topics if len(topics) <= fits else topics[: int((high - TITLE - 28) / _DOT_ROW)]
        most = max([1, *(topic.votes for topic in topics)])
        for place, topic in enumerate(shown):
            self._topic(group(at, _LEFT, TITLE + _DOT_ROW * place), topic, wide - 2 * _LEFT, most)
        if left := len(topics) - len(shown):
            words = f"+{left} more" + ("" if topics[len(shown)].votes else ", without dots")
            write(
                at,
                (_LEFT, TITLE + _DOT_ROW * len(shown) + 20),
                words,
                17,
                theme.faint,
                anchor="start",
                bold=True,
            )

    def _topic(self, at: Element, topic: DiscussionTopic, wide: float, most: int) -> None:
        theme, note, split = self.board.theme, self.board.state.note(topic.key), wide * _SHARE
        tint = theme.tint(COLOURS[note.column or 0])
        add(at, "rect", y=3, width=5, height=_DOT_ROW - 8, rx=2, fill=tint.line)
        label = shorten(f"{topic.key} {self.board.text(self.board.state.text_of(topic), NOTE_LIMIT)}", split - 22, 17)
        write(at, (12, 23), label, 17, theme.ink, anchor="start")
        end = split + _dots(group(at, split, 17), topic.votes, (wide - split - 36, most), tint.line)
        ink = theme.ink if topic.votes else theme.faint
        write(at, (end + 8, 24), str(topic.votes), 19, ink, anchor="start", bold=True)


def _dots(at: Element, votes: int, scale: tuple[float, int], ink: str) -> float:
    """Draw dots, or a bar if the most that any topic has are too many to draw; return the width."""
    room, most = scale
    if most * _STEP <= room:
        for place in range(votes):
            add(at, "circle", cx=_DOT + _STEP * place, cy=0, r=_DOT, fill=ink)
        return _STEP * votes
    if votes:
        add(at, "rect", y=-10, width=room * votes / most, height=20, rx=4, fill=ink)
    return room * votes / most


def chart_picture(state: State, theme: Theme) -> str:
    chart = DotChart(Board(View(None, state), (), theme))
    wide, high = LANDSCAPE if theme.shape == "landscape" else (WIDTH, max(_LEAST, round(chart.height(WIDTH) + 12)))
    root = document(wide, high, theme, "Dots")
    chart.draw(group(root, 0, 6), wide, high - 10)
    return finish(root)
