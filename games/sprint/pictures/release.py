"""The chart of a release: forecast and delivered side by side for each sprint, and the total against the goal."""

from functools import partial

from games.graphics.chart import Plot, nice_steps
from games.graphics.drawing import WIDTH, Drawing, bar, columns, fit, in_rows
from games.graphics.fitting import fitted
from games.graphics.svg import (
    LANDSCAPE,
    Element,
    add,
    document,
    finish,
    group,
    number,
    path,
    shorten,
    width_of,
    wrap,
    write,
)
from games.graphics.svg import WIDTH as PORTRAIT_WIDTH
from games.graphics.theme import BLUE, GREEN, ORANGE, Theme
from games.language import Lazy, lazy, lazy_p, t
from games.sprint.model import Over, Planning, Reflecting, State
from games.sprint.release import GOAL, SPRINTS, PastSprint
from games.sprint.words.terms import improvement_title
from games.values import value

_TITLE = lazy("The release: hours forecast and delivered")
_FORECAST, _BURNED, _DELIVERED = (lazy_p("hours", "forecast"), lazy_p("hours", "burned"), lazy_p("hours", "delivered"))
_PORTRAIT = (PORTRAIT_WIDTH, 460)
_CELL = 10  # hours of a cell of the text
_BAR, _GAP = 0.3, 0.04  # of the width of a sprint
_SIZE = 16  # of labels
_KEY = 30.0  # width of a mark in the legend


@value
class _Series:
    """Sprints so far, the last of which may still run: then nothing of it is delivered yet."""

    sprints: tuple[PastSprint, ...]
    running: bool
    improvements: tuple[str, ...]  # after each sprint; empty: none
    delivered: int


def release_chart(state: State) -> Drawing:
    series = _series(state)
    return Drawing(partial(_text, series), partial(_alt, series), partial(_svg, series))


def _series(state: State) -> _Series:
    release = state.release
    assert release is not None
    running = not isinstance(state.phase, Planning | Reflecting | Over)
    now = (PastSprint(release.forecast, 0, state.hours, state.day),) if running else ()
    improvements = tuple(str(improvement_title(each)) if each else "" for each in release.improvements)
    return _Series((*release.past, *now), running, improvements, release.delivered)


def _text(series: _Series) -> str:
    lines = in_rows(t("The release: forecast and delivered"), WIDTH)
    for index, sprint in enumerate(series.sprints):
        running = series.running and index + 1 == len(series.sprints)
        lines += [
            t("Sprint {sprint}", sprint=index + 1),
            _row(_FORECAST, sprint.forecast, "▒"),
            _row(_BURNED, sprint.burned, "·"),
            *([] if running else [_row(_DELIVERED, sprint.delivered, "■")]),
            *(f" › {title}" for title in series.improvements[index : index + 1] if title),
        ]
    lines += [
        "",
        t(
            "Delivered {bar} {delivered} of {goal}",
            bar=bar(series.delivered // 25, GOAL // 25),
            delivered=series.delivered,
            goal=GOAL,
        ),
    ]
    return "\n".join(fit(line, WIDTH).rstrip() for line in lines)


def _row(name: Lazy, hours: int, mark: str) -> str:
    wide = max(columns(str(each)) for each in (_FORECAST, _BURNED, _DELIVERED))
    return f"  {fit(str(name), wide)} {mark * round(hours / _CELL)} {hours}"


def _alt(series: _Series) -> str:
    parts = [
        _sprint(number, sprint, running=series.running and number == len(series.sprints))
        for number, sprint in enumerate(series.sprints, start=1)
    ]
    chosen = [title for title in series.improvements if title]
    improved = [t("Improvements: {titles}.", titles=", ".join(chosen))] if chosen else []
    return " ".join(
        [
            f"{_TITLE}.",
            *parts,
            *improved,
            t("Delivered in all: {delivered} of {goal} hours.", delivered=series.delivered, goal=GOAL),
        ]
    )


def _sprint(number: int, sprint: PastSprint, *, running: bool) -> str:
    if running:
        return t(
            "Sprint {sprint}: forecast {forecast}, burned {burned}, still running.",
            sprint=number,
            forecast=sprint.forecast,
            burned=sprint.burned,
        )
    return t(
        "Sprint {sprint}: forecast {forecast}, burned {burned}, delivered {delivered}.",
        sprint=number,
        forecast=sprint.forecast,
        burned=sprint.burned,
        delivered=sprint.delivered,
    )


# --- the picture -----------------------------------------------------------------------------------------------------


def _svg(series: _Series, theme: Theme) -> str:
    wide, high = LANDSCAPE if theme.shape == "landscape" else _PORTRAIT
    plot = Plot(52, 58, wide - 16, high - 70, SPRINTS + 1, GOAL)
    root = document(wide, high, theme, str(_TITLE))
    title, size = fitted(str(_TITLE), wide - 32, 21, bold=True)
    write(root, (16, 31), title, size, theme.ink, anchor="start", bold=True)
    names = [*(t("Sprint {sprint}", sprint=each) for each in range(1, SPRINTS + 1)), t("Total")]
    room = plot.at(1, 0)[0] - plot.left - 6
    labels = [(index + 0.5, shorten(name, room, _SIZE)) for index, name in enumerate(names)]
    plot.axes(root, nice_steps(GOAL), labels, theme)
    for index, sprint in enumerate(series.sprints):
        over = not series.running or index + 1 < len(series.sprints)
        _pair(root, plot, index, (sprint.forecast, sprint.delivered) if over else (sprint.forecast,), theme)
        _burned(root, plot, index, sprint, theme)
    _pair(root, plot, SPRINTS, (GOAL, series.delivered), theme)
    for index, title in enumerate(series.improvements):
        _improvement(root, plot, index, title, theme)
    _legend(group(root, plot.left, high - 18), theme)
    return finish(root)


def _pair(root: Element, plot: Plot, index: int, hours: tuple[int, ...], theme: Theme) -> None:
    """The forecast, outlined, and what was delivered, once that is known."""
    tints = (theme.tint(BLUE), theme.tint(GREEN))
    for side, (height, tint) in enumerate(zip(hours, tints, strict=False)):
        x = index + 0.5 + (side - 1) * _BAR + (side - 0.5) * _GAP
        (left, top), (right, base) = plot.at(x, height), plot.at(x + _BAR, 0)
        fill = tint.line if side else tint.fill
        if height:
            add(
                root, "rect", x=left, y=top, width=right - left, height=base - top, rx=3, fill=fill, stroke=tint.line,
                stroke_width=2,
            )  # fmt: skip
        write(root, ((left + right) / 2, top - 6), str(height), _SIZE, tint.line, bold=True, halo=theme.paper)


def _burned(root: Element, plot: Plot, index: int, sprint: PastSprint, theme: Theme) -> None:
    """A mark across the forecast: so much of it was done."""
    tint = theme.tint(ORANGE)
    left, y = plot.at(index + 0.5 - _BAR - _GAP, sprint.burned)
    right, _ = plot.at(index + 0.5, sprint.burned)
    path(root, f"M{number(left - 4)} {number(y)}H{number(right)}", tint.line, 4)


def _improvement(root: Element, plot: Plot, index: int, title: str, theme: Theme) -> None:
    """The name between two sprints, above their bars."""
    if not title:
        return
    x, y = plot.at(index + 1, 0.93 * GOAL)
    for row, words in enumerate(wrap(title, 112, _SIZE, 3)):
        write(root, (x, y + 18 * row), words, _SIZE, theme.accent, bold=True, halo=theme.paper)
    _, low = plot.at(0, 0.74 * GOAL)
    path(root, f"M{number(x - 7)} {number(low)}h14m-5 -5l5 5l-5 5", theme.accent, 3)


def _legend(at: Element, theme: Theme) -> None:
    blue, green, orange = (theme.tint(each) for each in (BLUE, GREEN, ORANGE))
    add(at, "rect", x=0, y=-13, width=20, height=15, rx=3, fill=blue.fill, stroke=blue.line, stroke_width=2)
    x = _key(at, 0, str(_FORECAST), theme)
    path(at, f"M{x:.1f} -5H{x + 22:.1f}", orange.line, 4)
    x = _key(at, x, str(_BURNED), theme)
    add(at, "rect", x=x, y=-13, width=20, height=15, rx=3, fill=green.line, stroke=green.line, stroke_width=2)
    _key(at, x, str(_DELIVERED), theme)


def _key(at: Element, x: float, words: str, theme: Theme) -> float:
    write(at, (x + _KEY, 0), words, _SIZE, theme.ink, anchor="start")
    return x + _KEY + width_of(words, _SIZE) + 16
