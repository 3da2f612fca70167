"""Figures over a team's meetings: one row each, with a line from the first meeting to the latest."""

from collections.abc import Sequence
from functools import partial

from games.graphics.chart import Plot
from games.graphics.drawing import WIDTH, Drawing, fit, in_rows
from games.graphics.fitting import fitted
from games.graphics.svg import LANDSCAPE, Element, add, document, drawable, finish, path, shorten, width_of, write
from games.graphics.svg import WIDTH as PORTRAIT_WIDTH
from games.graphics.theme import BLUE, GREEN, ORANGE, Theme
from games.language import p, t
from games.text import number
from games.values import value

_COLOURS = (BLUE, GREEN, ORANGE)
_BARS = "▁▂▃▄▅▆▇█"
_TITLE, _SIZE, _LARGE, _AXIS = 21, 17, 30, 15
_LEFT, _PLOT, _MARGIN = 16.0, 236.0, 30.0
_HEAD, _FOOT = 46.0, 40.0


@value
class Row:
    """One figure: its value at each meeting, None where it has none."""

    name: str
    values: tuple[float | None, ...]
    top: float
    unit: str = ""

    def shown(self, worth: float) -> str:
        return f"{worth:.0f}{self.unit}" if self.unit else number(worth, 1)

    def on_axis(self, worth: float) -> str:
        return f"{worth:.0f}{self.unit}" if worth == int(worth) else self.shown(worth)

    @property
    def latest(self) -> str:
        known = [worth for worth in self.values if worth is not None]
        return self.shown(known[-1]) if known else t("no data")


@value
class Trends:
    title: str
    days: tuple[str, ...]  # of the meetings, the oldest first
    rows: tuple[Row, ...]
    note: str = ""


def trends(series: Trends) -> Drawing:
    return Drawing(partial(_text, series), partial(_alt, series), partial(_svg, series))


def _text(series: Trends) -> str:
    lines = [fit(series.title, WIDTH).rstrip()]
    for row in series.rows:
        bars = "".join(
            " " if worth is None else _BARS[round(7 * min(worth, row.top) / row.top)] for worth in row.values
        )
        lines.append(f"{fit(row.name, 16)} {bars} {row.latest}")
    lines.append(t("{first} to {last}", first=series.days[0], last=series.days[-1]))
    return "\n".join([*lines, *in_rows(series.note, WIDTH)])


def _alt(series: Trends) -> str:
    rows = [f"{row.name}: {_in_words(row.values, row)}." for row in series.rows]
    title = t("{title}, {first} to {last}.", title=series.title, first=series.days[0], last=series.days[-1])
    return " ".join([title, *rows, series.note]).strip()


def _in_words(values: Sequence[float | None], row: Row) -> str:
    return ", ".join(p("figure", "none") if worth is None else row.shown(worth) for worth in values)


def _svg(series: Trends, theme: Theme) -> str:
    wide, high = LANDSCAPE if theme.shape == "landscape" else (PORTRAIT_WIDTH, 420)
    root = document(wide, high, theme, series.title)
    title, size = fitted(drawable(series.title, theme), wide - 2 * _LEFT, _TITLE, bold=True)
    write(root, (_LEFT, 31), title, size, theme.ink, anchor="start", bold=True)
    foot = _FOOT + (26 if series.note else 0)
    tall = (high - _HEAD - foot) / len(series.rows)
    for place, row in enumerate(series.rows):
        _row(root, row, (_HEAD + place * tall, tall, wide), _COLOURS[place % len(_COLOURS)], theme)
    _days(root, series, wide, high - foot + 18, theme)
    if series.note:
        note = shorten(drawable(series.note, theme, limit=200), wide - 2 * _LEFT, _SIZE)
        write(root, (_LEFT, high - 16), note, _SIZE, theme.ink, anchor="start")
    return finish(root)


def _row(root: Element, row: Row, place: tuple[float, float, float], colour: str, theme: Theme) -> None:
    top, tall, wide = place
    ink = theme.tint(colour).line
    plot = Plot(_PLOT, top + 14, wide - _MARGIN, top + tall - 12, max(1, len(row.values) - 1), row.top)
    middle = top + tall / 2
    room = _PLOT - 12 - _LEFT - max(width_of(row.on_axis(edge), _AXIS) for edge in (0.0, row.top)) - 8
    name, size = fitted(row.name, room, _SIZE)
    write(root, (_LEFT, middle - 14), name, size, theme.faint, anchor="start")
    latest, size = fitted(row.latest, room, _LARGE, bold=True)
    write(root, (_LEFT, middle + 20), latest, size, ink, anchor="start", bold=True)
    for edge in (0.0, row.top):
        x, y = plot.at(0, edge)
        add(root, "path", d=f"M{x:.1f} {y:.1f}H{plot.right:.1f}", stroke=theme.line)
        write(root, (x - 10, y + 6), row.on_axis(edge), _AXIS, theme.faint, anchor="end")
    for part in _unbroken(row.values):
        if len(part) > 1:
            path(root, plot.line(part), ink, 3.5)
        for at, worth in part:
            x, y = plot.at(at, worth)
            add(root, "circle", cx=x, cy=y, r=5.5, fill=ink, stroke=theme.paper, stroke_width=1.5)


def _unbroken(values: Sequence[float | None]) -> list[list[tuple[float, float]]]:
    """The parts of the line: it stops where a meeting has no such figure."""
    parts: list[list[tuple[float, float]]] = [[]]
    for at, worth in enumerate(values):
        if worth is None:
            parts.append([])
        else:
            parts[-1].append((at, worth))
    return [part for part in parts if part]


def _days(root: Element, series: Trends, wide: float, y: float, theme: Theme) -> None:
    write(root, (_PLOT, y), series.days[0], _SIZE, theme.faint, anchor="start")
    write(root, (wide - _MARGIN, y), series.days[-1], _SIZE, theme.faint, anchor="end")
