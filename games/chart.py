"""A burndown series as a Drawing."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from games.drawing import WIDTH, Drawing, fit

_ROWS = 11
_LABEL = 5  # columns for the hours at the left


@dataclass(frozen=True, slots=True)
class Burndown:
    """`dots[k]` is what was left at the end of day k+1; the planned line falls from `planned` to 0 over `days`."""

    title: str
    planned: int
    days: int
    dots: Sequence[int]
    now: int


def burndown(series: Burndown) -> Drawing:
    return Drawing(partial(_text, series), partial(_alt, series))


def _text(series: Burndown) -> str:
    top = _nice_top(max(series.planned, series.now, *series.dots, 1))
    step = min(3, (WIDTH - _LABEL - 2) // (series.days + 1)) or 1
    width = min(WIDTH - _LABEL - 2, step * series.days + 1)
    cells = [[" "] * (width + 1) for _ in range(_ROWS)]

    def put(day: float, hours: float, mark: str) -> None:
        row = round((_ROWS - 1) * (1 - min(hours, top) / top))
        cells[row][min(width, round(day * step))] = mark

    for column in range(step * series.days + 1):
        day = column / step
        put(day, series.planned * (1 - day / series.days), "·")
    put(0, series.planned, "o")
    for day, left in enumerate(series.dots, start=1):
        put(day, left, "●")
    today = len(series.dots)
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
    legend = "● End of Day  × now  · planned"
    return "\n".join(
        [fit(series.title, WIDTH).rstrip(), *lines, axis, " " * (_LABEL + 1) + "".join(days).rstrip(), legend]
    )


def _nice_top(highest: int) -> int:
    """The next multiple of 50 (or 20), so that the labels at the side are round."""
    unit = 50 if highest > 100 else 20
    return -(-highest // unit) * unit


def _alt(series: Burndown) -> str:
    dots = ", ".join(f"day {day}: {left}" for day, left in enumerate(series.dots, start=1)) or "no day is over yet"
    return (
        f"{series.title}. Planned: {series.planned} hours down to 0 over {series.days} days. "
        f"Left at each End of Day: {dots}. Now: {series.now} hours."
    )
