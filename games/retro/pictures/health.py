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
    write,
)
from games.graphics.theme import BLUE, GREEN, GREY, VERMILION, Theme
from games.language import n, source, t
from games.retro.formats import COLUMN_LIMIT
from games.retro.health import Trend, mean_of, same_checks, trends
from games.retro.model import SCALE, State
from games.text import number as decimal
from games.values import value

_PAD = 14.0  # between a box and its text
_TITLE = 36.0  # height of a box's title
_ROW = 38.0  # height of a topic in the list
_LABEL = 27.0  # between the radar and its numbers
_BARS, _HISTORY = 52.0, 58.0  # widths
_LONGEST = 2 * COLUMN_LIMIT  # characters of a topic's title, in any language
_ARROWS: dict[Trend, str] = {
    "": "",
    "up": "M0 7V-6M-5 -1L0 -6L5 -1",
    "same": "M-6 0H6M1 -5L6 0L1 5",
    "down": "M0 -7V6M-5 1L0 6L5 1",
}


def _frame(at: Element, size: tuple[float, float], theme: Theme, words: str) -> None:
    """Draw a box with a title."""
    wide, high = size
    add(at, "rect", width=wide, height=high, rx=10, fill=theme.panel, stroke=theme.line, stroke_width=1)
    write(at, (_PAD, 25), shorten(words, wide - 2 * _PAD, 17, bold=True), 17, theme.faint, anchor="start", bold=True)


@value
class _Radar:
    """The means of all topics, numbered like the list beside it; the last check's as a dashed line."""

    state: State
    theme: Theme

    def height(self, wide: float) -> float:
        return wide * 0.9

    def draw(self, at: Element, wide: float, high: float) -> None:
        state, theme = self.state, self.theme
        _frame(at, (wide, high), theme, str(state.title))
        radius = min(wide / 2 - _PAD, (high - _TITLE - 10) / 2) - _LABEL
        middle = group(at, wide / 2, _TITLE + (high - _TITLE) / 2 - 2)
        self._web(middle, radius)
        before = same_checks(state)
        if before:
            means = [before[-1].means.get(source(topic.title)) for topic in state.health]
            path(middle, self._points(means, radius), theme.faint, 2).set("stroke-dasharray", "5 4")
        means = [mean_of(counts) for counts in state.profile]
        tint = theme.tint(BLUE)
        path(middle, self._points(means, radius), tint.line, 3, tint.line).set("fill-opacity", "0.25")

    def _web(self, at: Element, radius: float) -> None:
        theme, count = self.theme, len(self.state.health)
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
        angle = 2 * pi * place / len(self.state.health) - pi / 2
        return cos(angle) * radius * share, sin(angle) * radius * share


@value
class _HealthList:
    """For each topic its title, how many gave 1 to 5, the last checks as a line, the mean and an arrow."""

    state: State
    theme: Theme

    def height(self, wide: float) -> float:
        del wide
        return _TITLE + _ROW * len(self.state.health) + 6

    def draw(self, at: Element, wide: float, high: float) -> None:
        state, theme = self.state, self.theme
        people = max((sum(counts) for counts in state.profile), default=0)
        answered = n(
            "{count} answered, from 1 to {scale}", "{count} answered, from 1 to {scale}", people, scale=SCALE[-1]
        )
        _frame(at, (wide, high), theme, answered)
        step = min(_ROW * 1.3, (high - _TITLE - 6) / len(state.health))
        for place, change in enumerate(trends(state)):
            self._topic(group(at, _PAD, _TITLE + step * place), place, change, (wide - 2 * _PAD, step))

    def _topic(self, at: Element, place: int, change: Trend, box: tuple[float, float]) -> None:
        state, theme, (wide, high) = self.state, self.theme, box
        counts, topic = state.profile[place], state.health[place]
        mean, middle = mean_of(counts), high / 2
        asked = source(topic.title)
        history = [check.means[asked] for check in same_checks(state) if asked in check.means]
        drawn = [*history, *([mean] if mean is not None else [])]
        aside = _BARS + 64 + (_HISTORY if history else 0)
        words = drawable(str(topic.title), theme, "", _LONGEST)
        title = shorten(f"{place + 1} {words}", wide - aside - 8, MIN_TEXT)
        write(at, (0, middle + 6), title, MIN_TEXT, theme.ink, anchor="start")
        _bars(group(at, wide - aside, middle), counts, (_BARS, high - 10), theme)
        if history:
            _line(group(at, wide - 60 - _HISTORY, middle), drawn, (_HISTORY - 14, high - 14), theme)
        shown = "–" if mean is None else decimal(mean, 1)
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
    radar, topics = _Radar(state, theme), _HealthList(state, theme)
    if theme.shape == "landscape":
        wide, high = LANDSCAPE
        root = document(wide, high, theme, t("Health"))
        half = wide * 0.38
        radar.draw(group(root, 10, 10), half - 15, high - 20)
        topics.draw(group(root, half + 5, 10), wide - half - 15, high - 20)
        return finish(root)
    tall, below = radar.height(WIDTH - 20), topics.height(WIDTH - 20)
    root = document(WIDTH, tall + below + 30, theme, t("Health"))
    radar.draw(group(root, 10, 10), WIDTH - 20, tall)
    topics.draw(group(root, 10, tall + 20), WIDTH - 20, below)
    return finish(root)
