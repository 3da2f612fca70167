"""The chance of each day as a curve: as a picture, as text and as alt text."""

from functools import partial

from games.graphics.chart import Plot
from games.graphics.drawing import WIDTH, Drawing, bar, columns, fit, in_rows
from games.graphics.fitting import fitted
from games.graphics.svg import LANDSCAPE, Element, add, document, finish, path, shorten, width_of, write
from games.graphics.svg import WIDTH as PORTRAIT_WIDTH
from games.graphics.theme import BLUE, ORANGE, Theme
from games.language import t
from games.sprint.forecast.hindsight import Curve

_PORTRAIT = (PORTRAIT_WIDTH, 460)
_STEPS = (0, 25, 50, 75, 100)
_BAR = 10  # cells
_MARGIN = 40.0  # right of the plot
_AXIS_LABEL = 16.0  # size of the labels below it


def curve_drawing(curve: Curve) -> Drawing:
    return Drawing(partial(_text, curve), partial(_alt, curve), partial(_picture, curve))


def _days(curve: Curve) -> tuple[str, ...]:
    """What the days are called below the axis: 4, or 2.3."""
    return curve.days or tuple(str(day) for day in range(1, len(curve.chances)))


def _rows(curve: Curve) -> list[tuple[str, float]]:
    days = curve.days or tuple(t("day {day}", day=day) for day in _days(curve))
    return list(zip((*days, t("end")), curve.chances, strict=True))


def _title(curve: Curve) -> str:
    return t("Your chance of delivering it all, in %") if curve.days else t("Your chance of making the sprint, in %")


def _text(curve: Curve) -> str:
    rows = _rows(curve)
    wide = max(6, *(columns(name) for name, _ in rows))
    lines = [
        f"{'›' if index == curve.turn else ' '}{fit(name, wide)} {bar(round(_BAR * chance), _BAR)} "
        f"{round(100 * chance):3d}%"
        for index, (name, chance) in enumerate(rows)
    ]
    return "\n".join(
        [*in_rows(_title(curve), WIDTH), *lines, *([t("› the turning point")] if curve.turn is not None else [])]
    )


def _alt(curve: Curve) -> str:
    days = ", ".join(f"{name} {round(100 * chance)}" for name, chance in _rows(curve))
    found = t("{title}: {days}.", title=_title(curve), days=days)
    if curve.turn is None:
        return found
    if not curve.days:
        return f"{found} {t('The turning point was day {day}.', day=curve.turn + 1)}"
    sprint, _, day = curve.days[curve.turn].partition(".")
    return f"{found} {t('The turning point was day {day} of sprint {sprint}.', day=day, sprint=sprint)}"


def _picture(curve: Curve, theme: Theme) -> str:
    wide, high = LANDSCAPE if theme.shape == "landscape" else _PORTRAIT
    points = [(index, 100 * chance) for index, chance in enumerate(curve.chances)]
    plot = Plot(62, 66, wide - _MARGIN, high - 68, len(points) - 1, 100)
    root = document(wide, high, theme, _title(curve))
    title, size = fitted(_title(curve), wide - 32, 21, bold=True)
    write(root, (16, 31), title, size, theme.ink, anchor="start", bold=True)
    plot.axes(root, _STEPS, _labels(curve, plot), theme)
    path(root, plot.line(points), theme.tint(BLUE).line, 4)
    if curve.turn is not None:
        _turning_point_mark(root, plot, points[curve.turn : curve.turn + 2], theme)
    for point in points:
        x, y = plot.at(*point)
        add(root, "circle", cx=x, cy=y, r=6.5, fill=theme.tint(BLUE).line, stroke=theme.paper, stroke_width=1.5)
    note = t("at the start of each day; 2.3 is day 3 of sprint 2") if curve.days else t("at the start of each day")
    write(root, (plot.left, high - 18), shorten(note, wide - plot.left - 8, 16), 16, theme.faint, anchor="start")
    return finish(root)


def _labels(curve: Curve, plot: Plot) -> list[tuple[float, str]]:
    """Some of the days, as many as there is room for, and the end."""
    days = _days(curve)
    last = len(days)
    end = shorten(t("end"), 2 * _MARGIN - 4, _AXIS_LABEL)
    every = -(-(last + 1) // 15)
    labels = [(float(index), name) for index, name in enumerate(days) if not index % every]

    def is_free(index: float, name: str) -> bool:
        apart = plot.at(last, 0)[0] - plot.at(index, 0)[0]
        return apart > (width_of(name, _AXIS_LABEL) + width_of(end, _AXIS_LABEL)) / 2

    return [*(label for label in labels if is_free(*label)), (float(last), end)]


def _turning_point_mark(root: Element, plot: Plot, step: list[tuple[int, float]], theme: Theme) -> None:
    """Mark the day on which the game turned: thick and in another colour, with its change beside it."""
    tint = theme.tint(ORANGE)
    path(root, plot.line(step), tint.line, 9)
    (_, before), (day, after) = step
    x, y = plot.at(day - 0.5, (before + after) / 2)
    change = f"{round(after) - round(before):+d}".replace("-", "−")
    late = x > (plot.left + plot.right) / 2
    write(root, (x - 14 if late else x + 14, y), change, 18, tint.line, anchor="end" if late else "start", bold=True)
