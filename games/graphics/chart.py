"""The burndown chart: as text, as alt text and as a picture."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import pairwise

from games.graphics.drawing import WIDTH, Drawing, columns, fit
from games.graphics.fitting import fitted
from games.graphics.svg import (
    LANDSCAPE,
    Element,
    Point,
    add,
    document,
    drawable,
    finish,
    group,
    number,
    path,
    polygon,
    shorten,
    width_of,
    write,
)
from games.graphics.svg import WIDTH as PORTRAIT_WIDTH
from games.graphics.theme import BLUE, ORANGE, SKY, Theme
from games.language import p, t
from games.values import replace, value

# --- plot ------------------------------------------------------------------------------------------------------------

_AXIS_LABEL = 16.0  # size of the numbers on the axes


@value
class Plot:
    """The area from `left` to `right` and `bottom` to `top` shows 0 to `across` and `low` to `high`."""

    left: float
    top: float
    right: float
    bottom: float
    across: float
    high: float
    low: float = 0

    def at(self, x: float, y: float) -> Point:
        wide, tall = self.right - self.left, self.bottom - self.top
        return self.left + wide * x / self.across, self.bottom - tall * (y - self.low) / (self.high - self.low)

    def line(self, points: Iterable[Point]) -> str:
        return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in (self.at(*point) for point in points))

    def axes(self, root: Element, steps: Sequence[float], labels: Iterable[tuple[float, str]], theme: Theme) -> None:
        """Draw a faint line for each step with its value on the left, and labels below."""
        for step in steps:
            _, y = self.at(0, step)
            add(root, "path", d=f"M{number(self.left)} {number(y)}H{number(self.right)}", stroke=theme.line)
            write(root, (self.left - 8, y + 5.5), number(step), _AXIS_LABEL, theme.faint, anchor="end")
        for x, words in labels:
            write(root, (self.at(x, 0)[0], self.bottom + 20), words, _AXIS_LABEL, theme.faint)
        base = self.at(0, max(0, self.low))[1]
        path(root, f"M{number(self.left)} {number(base)}H{number(self.right)}", theme.faint, 1.5)


def nice_steps(highest: float) -> list[float]:
    """About four round values, from 0 to at least the highest."""
    for unit in (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 5000):
        if unit * 5 >= highest:
            break
    count = max(1, -int(-highest // unit))
    return [float(unit * step) for step in range(count + 1)]


_ROWS = 11
_LABEL = 5  # text columns for the hours on the left
_PORTRAIT = (PORTRAIT_WIDTH, 460)
_SIZE = 16  # of labels
_LINE = 20  # height of a line of text
_MARGIN = 24.0  # right of the plot
_KEY = 38.0  # width of a mark in the legend
_KEY_GAP, _KEY_LINE = 14.0, 26.0  # between two of them, across and down
_EDGE = 8.0  # right of the legend


@value
class _Key:
    """A mark of the chart, and what the legend says about it."""

    mark: Callable[[Element, float, Theme], None]
    words: str
    words_first: bool = False  # written before the mark is drawn

    @property
    def width(self) -> float:
        return _KEY + width_of(self.words, _SIZE)


@value
class Burndown:
    """`dots[k]` are the hours left at the end of day k+1; the planned line falls from `planned` to 0 over `days`."""

    title: str
    planned: int
    days: int
    dots: Sequence[int]
    now: int
    opening: int | None = None  # hours before planning changed them; None: it didn't
    # forecast for each coming day: hours left in the luckier games, the median game and the unluckier games
    cone: Sequence[tuple[int, int, int]] = ()

    @property
    def highest(self) -> int:
        return max(self.planned, self.now, *self.dots, *(high for _, _, high in self.cone), 1)


def burndown(series: Burndown) -> Drawing:
    return Drawing(partial(_text, series), partial(_alt, series), partial(_svg, series))


def _text(series: Burndown) -> str:
    top = _nice_top(series.highest)
    step = min(3, (WIDTH - _LABEL - 2) // (series.days + 1)) or 1
    width = min(WIDTH - _LABEL - 2, step * series.days + 1)
    cells = [[" "] * (width + 1) for _ in range(_ROWS)]

    def put(day: float, hours: float, mark: str) -> None:
        row = round((_ROWS - 1) * (1 - min(hours, top) / top))
        cells[row][min(width, round(day * step))] = mark

    today = len(series.dots)
    for day, (low, _, high) in enumerate(series.cone, start=today + 1):
        for part in range(_ROWS):
            put(day, low + (high - low) * part / (_ROWS - 1), "░")
    for column in range(step * series.days + 1):
        put(column / step, series.planned * (1 - column / step / series.days), "·")
    put(0, series.planned, "o")
    for day, left in enumerate(series.dots, start=1):
        put(day, left, "●")
    for day, (_, middle, _) in enumerate(series.cone, start=today + 1):
        put(day, middle, "+")
    if today < series.days:
        put(today + 0.5, series.now, "×")
    labels = {0: top, (_ROWS - 1) // 2: top // 2, _ROWS - 1: 0}
    lines = [
        f"{labels.get(row, ''):>{_LABEL - 1}} {'┤' if row in labels else '│'}{''.join(line).rstrip()}"
        for row, line in enumerate(cells)
    ]
    axis = " " * _LABEL + "└" + "─" * width
    days = [" "] * (width + 3)
    for day in range(0, series.days + 1, 1 if step == 3 else 5):
        for offset, digit in enumerate(str(day)):
            days[min(width, day * step) + offset] = digit
    return "\n".join(
        [fit(series.title, WIDTH).rstrip(), *lines, axis, " " * (_LABEL + 1) + "".join(days).rstrip(), *_legend(series)]
    )


def _legend(series: Burndown) -> Iterator[str]:
    yield from _in_lines([f"● {t('End of Day')}", f"× {p('mark in a chart', 'now')}", f"· {_planned()}"])
    if series.cone:
        yield from _in_lines([f"░ {t('8 of 10 simulated games')}", f"+ {t('the median')}"])


def _in_lines(keys: Sequence[str]) -> list[str]:
    """The keys of the text board's legend, as many in a line as there is room for."""
    lines = [keys[0]]
    for key in keys[1:]:
        if columns(longer := f"{lines[-1]}  {key}") <= WIDTH:
            lines[-1] = longer
        else:
            lines.append(key)
    return lines


def _planned() -> str:
    return p("line in a chart", "planned")


def _nice_top(highest: int) -> int:
    """The next multiple of 50 (or 20), so that the labels on the axis are round."""
    unit = 50 if highest > 100 else 20
    return -(-highest // unit) * unit


def _alt(series: Burndown) -> str:
    dots = [t("day {day}: {left}", day=day, left=left) for day, left in enumerate(series.dots, start=1)]
    return " ".join(
        [
            f"{series.title}.",
            _plan_in_words(series),
            t("Left at each End of Day: {dots}.", dots=", ".join(dots) or t("no day is over yet")),
            t("Now: {hours} hours.", hours=series.now),
            *_cone_in_words(series),
        ]
    )


def _plan_in_words(series: Burndown) -> str:
    if series.opening is not None and series.opening != series.planned:
        return t(
            "Planned: {hours} hours (planning started from {opening}) down to 0 over {days} days.",
            hours=series.planned,
            opening=series.opening,
            days=series.days,
        )
    return t("Planned: {hours} hours down to 0 over {days} days.", hours=series.planned, days=series.days)


def _cone_in_words(series: Burndown) -> Iterator[str]:
    if series.cone:
        days = enumerate(series.cone, start=len(series.dots) + 1)
        spans = ", ".join(f"{day}: {low}-{middle}-{high}" for day, (low, middle, high) in days)
        yield t("Forecast for each day, low-median-high: {spans}.", spans=spans)


# --- the picture -----------------------------------------------------------------------------------------------------


def _svg(series: Burndown, theme: Theme) -> str:
    steps = nice_steps(max(series.highest, series.opening or 0) * 1.04)
    wide, high = LANDSCAPE if theme.shape == "landscape" else _PORTRAIT
    keys = _keys(series, wide - 62 - _EDGE)
    base = high - 18 - _KEY_LINE * (len(keys) - 1)  # of the legend's first line
    plot = Plot(62, 54, wide - _MARGIN, base - 50, series.days, steps[-1])
    root = document(wide, high, theme, series.title)
    title, size = fitted(drawable(series.title, theme), wide - 32, 21, bold=True)
    write(root, (16, 31), title, size, theme.ink, anchor="start", bold=True)
    if series.cone:
        _cone(root, plot, series, theme)
    every = -(-series.days // 15)
    plot.axes(root, steps, [(day, str(day)) for day in range(0, series.days + 1, every)], theme)
    planned = path(root, plot.line([(0, series.planned), (series.days, 0)]), theme.faint, 2.5)
    planned.set("stroke-dasharray", "2 7")
    _planning(root, plot, series, theme)
    _burned(root, plot, series, theme)
    if series.cone:
        _middle(root, plot, series, theme)
    legend = group(root, plot.left, base)
    for line, found in enumerate(keys):
        _write_keys(group(legend, 0, _KEY_LINE * line) if line else legend, found, theme)
    return finish(root)


def _cone(root: Element, plot: Plot, series: Burndown, theme: Theme) -> None:
    """The range of eight in ten simulated games from here; drawn first, below everything else."""
    start, today = len(series.dots), (len(series.dots) + 0.5, series.now)
    lows = [(day, low) for day, (low, _, _) in enumerate(series.cone, start=start + 1)]
    highs = [(day, high) for day, (_, _, high) in enumerate(series.cone, start=start + 1)]
    add(root, "path", d=plot.line([today, *highs, *reversed(lows)]) + "Z", fill=theme.tint(SKY).fill)


def _middle(root: Element, plot: Plot, series: Burndown, theme: Theme) -> None:
    """The median of the forecast; where there's room, its last value and those of the edges."""
    tint = theme.tint(SKY)
    days = enumerate(series.cone, start=len(series.dots) + 1)
    points = [(len(series.dots) + 0.5, float(series.now)), *((day, middle) for day, (_, middle, _) in days)]
    path(root, plot.line(points), tint.line, 2.5).set("stroke-dasharray", "9 5")
    x, middle = plot.at(*points[-1])
    for hours in dict.fromkeys(series.cone[-1]):
        y = plot.at(series.days, hours)[1]
        if y == middle or min(abs(y - middle), plot.bottom - y) > _LINE:
            write(root, (x - 6, y - 7), str(hours), _SIZE, tint.line, anchor="end", bold=y == middle, halo=theme.paper)


def _planning(root: Element, plot: Plot, series: Burndown, theme: Theme) -> None:
    """A bar at day 0 for the hours that planning added or removed."""
    changed = series.planned - (series.planned if series.opening is None else series.opening)
    if not changed:
        return
    tint = theme.tint(ORANGE)
    (x, start), (_, end) = plot.at(0, series.planned - changed), plot.at(0, series.planned)
    path(root, f"M{x:.1f} {start:.1f}V{end:.1f}", tint.line, 7)
    path(root, f"M{x - 3:.1f} {start:.1f}H{x + 9:.1f}", tint.line, 3)
    words = t("{hours} planned", hours=f"{changed:+d}".replace("-", "−"))
    y = start + 20 if changed > 0 else start + 6
    write(root, (x + 12, y), words, _SIZE, tint.line, anchor="start", bold=True, halo=theme.paper)


def _burned(root: Element, plot: Plot, series: Burndown, theme: Theme) -> None:
    """The line from dot to dot; where it rises it is dashed, in another colour, and says by how much."""
    down, up = theme.tint(BLUE), theme.tint(ORANGE)
    hours = [series.planned, *series.dots]
    for day, (before, after) in enumerate(zip(hours, series.dots, strict=False)):
        rises = after > before
        line = path(root, plot.line([(day, before), (day + 1, after)]), (up if rises else down).line, 4)
        if rises:
            line.set("stroke-dasharray", "1 8")
    today = len(series.dots)
    if today < series.days:
        path(root, plot.line([(today, hours[-1]), (today + 0.5, series.now)]), down.line, 2).set(
            "stroke-dasharray", "3 5"
        )
    for day, left in enumerate(series.dots, start=1):
        x, y = plot.at(day, left)
        rises = left > hours[day - 1]
        if rises:
            shape = polygon([(x, y - 9), (x + 9, y + 7), (x - 9, y + 7)])
            add(root, "path", d=shape, fill=up.line, stroke=theme.paper, stroke_width=1.5)
            write(root, (x, y - 14), f"+{left - hours[day - 1]}", _SIZE, up.line, bold=True, halo=theme.paper)
        else:
            add(root, "circle", cx=x, cy=y, r=6.5, fill=down.line, stroke=theme.paper, stroke_width=1.5)
    if today < series.days:
        _today(root, plot, series, theme)


def _today(root: Element, plot: Plot, series: Burndown, theme: Theme) -> None:
    x, y = plot.at(len(series.dots) + 0.5, series.now)
    path(root, f"M{x:.1f} {plot.bottom:.1f}V{y + 9:.1f}", theme.accent, 1.5).set("stroke-dasharray", "2 5")
    path(
        root,
        f"M{x - 6:.1f} {y - 6:.1f}L{x + 6:.1f} {y + 6:.1f}M{x - 6:.1f} {y + 6:.1f}L{x + 6:.1f} {y - 6:.1f}",
        theme.accent,
        4,
    )
    words = t("{hours} now", hours=series.now)
    if x + 12 + width_of(words, 18, bold=True) < plot.right + _MARGIN:
        write(root, (x + 12, y - 7), words, 18, theme.accent, anchor="start", bold=True, halo=theme.paper)
    else:
        write(
            root, (plot.right + _MARGIN - 4, y - 16), words, 18, theme.accent, anchor="end", bold=True, halo=theme.paper
        )


# --- its legend ------------------------------------------------------------------------------------------------------


def _keys(series: Burndown, room: float) -> list[list[_Key]]:
    """The marks that the chart has, explained in lines as wide as the room; the forecast's has one of its own."""
    found = [_Key(_dot, t("End of Day"), words_first=True)]
    if any(after > before for before, after in pairwise((series.planned, *series.dots))):
        found.append(_Key(_rise, t("hours went up")))
    found.append(_Key(_dashes, _planned()))
    if len(series.dots) < series.days:
        found.append(_Key(_cross, p("mark in a chart", "today")))
    lines: list[list[_Key]] = [[]]
    taken = 0.0
    for key in (replace(key, words=shorten(key.words, room - _KEY, _SIZE)) for key in found):
        if lines[-1] and taken + key.width > room:
            lines.append([])
            taken = 0.0
        lines[-1].append(key)
        taken += key.width + _KEY_GAP
    forecast = t("8 of 10 simulated games, and the median")
    return [*lines, [_Key(_span, shorten(forecast, room - _KEY, _SIZE))]] if series.cone else lines


def _write_keys(at: Element, keys: Iterable[_Key], theme: Theme) -> None:
    x = 0.0
    for key in keys:
        if not key.words_first:
            key.mark(at, x, theme)
        write(at, (x + _KEY, 0), key.words, _SIZE, theme.ink, anchor="start")
        if key.words_first:
            key.mark(at, x, theme)
        x += key.width + _KEY_GAP


def _dot(at: Element, x: float, theme: Theme) -> None:
    add(at, "circle", cx=x + 16, cy=-5.5, r=6.5, fill=theme.tint(BLUE).line)


def _rise(at: Element, x: float, theme: Theme) -> None:
    add(at, "path", d=polygon([(x + 16, -14), (x + 25, 1), (x + 7, 1)]), fill=theme.tint(ORANGE).line)


def _dashes(at: Element, x: float, theme: Theme) -> None:
    path(at, f"M{x:.1f} -5H{x + 30:.1f}", theme.faint, 2.5).set("stroke-dasharray", "2 7")


def _cross(at: Element, x: float, theme: Theme) -> None:
    path(at, f"M{x + 14:.1f} -11l11 11m-11 0l11 -11", theme.accent, 3.5)


def _span(at: Element, x: float, theme: Theme) -> None:
    tint = theme.tint(SKY)
    add(at, "rect", x=x, y=-13, width=30, height=16, fill=tint.fill, stroke=tint.line)
    path(at, "M2 -5H29", tint.line, 2.5).set("stroke-dasharray", "9 5")
