"""The lines of several teams in one chart: few in colours, many in grey with the best, the middle and the last."""

from collections.abc import Sequence
from functools import partial

from games.debriefing import Course
from games.graphics.drawing import WIDTH, Drawing, fit, in_rows
from games.graphics.plot import Plot, nice_steps
from games.graphics.svg import (
    LANDSCAPE,
    Element,
    add,
    document,
    drawable,
    finish,
    group,
    number,
    path,
    shorten,
    token,
    width_of,
    write,
)
from games.graphics.svg import WIDTH as PORTRAIT_WIDTH
from games.graphics.team_names import COLUMN, FEW, SMALL, Label, line_of, write_names
from games.graphics.theme import Theme
from games.values import value

_PORTRAIT = (PORTRAIT_WIDTH, 520)
_BARS = "▁▂▃▄▅▆▇█"
_TITLE = 21.0
_NAME = 12  # columns of a name on the text board


@value
class TeamLine:
    name: str
    course: Course
    finished: bool = True

    @property
    def end(self) -> float:
        return self.course.points[-1][1]

    @property
    def rank(self) -> tuple[bool, float, float]:
        """Finished ones first, the best first; of equals, the one that got there first."""
        sign = 1 if self.course.lower_is_better else -1
        arrived = next(x for x, y in self.course.points if y == self.end)
        return not self.finished, sign * self.end, arrived


@value
class Marked:
    """A line in colour, with its name beside it."""

    line: TeamLine
    place: int  # of its colour and shape
    note: str = ""  # what makes it special among many


def team_lines(lines: Sequence[TeamLine]) -> Drawing:
    """At least one line; all of them are courses of the same game."""
    ranked = tuple(lines)
    return Drawing(partial(_text, ranked), partial(_alt, ranked), partial(_svg, ranked))


def _marked(lines: Sequence[TeamLine]) -> list[Marked]:
    if len(lines) <= FEW:
        return [Marked(line, place) for place, line in enumerate(lines)]
    ranked = sorted(lines, key=lambda line: line.rank)
    ended = [line for line in ranked if line.finished]
    compared = ended if len(ended) > 2 else ranked
    places = {"best": compared[0], "in the middle": compared[len(compared) // 2], "last": compared[-1]}
    return [Marked(line, place, note) for place, (note, line) in enumerate(places.items())]


# --- in words ------------------------------------------------------------------------------------------------------


def _text(lines: Sequence[TeamLine]) -> str:
    first = lines[0].course
    highest = max(y for line in lines for _, y in line.course.points) or 1
    rows = []
    for line in lines:
        bars = "".join(_BARS[round(7 * y / highest)] for _, y in line.course.points[-(WIDTH - _NAME - 8) :])
        rows.append(f"{fit(line.name, _NAME)} {bars} {number(line.end)}{'' if line.finished else ' …'}")
    legend = ["… not finished"] if not all(line.finished for line in lines) else []
    return "\n".join([*in_rows(f"{first.title}, by {first.across.lower()}", WIDTH), *rows, *legend])


def _alt(lines: Sequence[TeamLine]) -> str:
    first = lines[0].course
    marked = [f"{each.line.name}{_aside(each)}: {_values(each.line)}" for each in _marked(lines)]
    others = f" {len(lines)} teams in all." if len(lines) > FEW else ""
    return f"{first.title}, by {first.across.lower()}. {'; '.join(marked)}.{others}"


def _aside(each: Marked) -> str:
    found = [*([each.note] if each.note else []), *([] if each.line.finished else ["not finished"])]
    return f" ({', '.join(found)})" if found else ""


def _values(line: TeamLine) -> str:
    return ", ".join(number(y) for _, y in line.course.points)


# --- the picture ---------------------------------------------------------------------------------------------------


def _svg(lines: Sequence[TeamLine], theme: Theme) -> str:
    wide, high = LANDSCAPE if theme.shape == "landscape" else _PORTRAIT
    first, marked = lines[0].course, _marked(lines)
    span = max(line.course.span for line in lines)
    points = [point for line in lines for point in (*line.course.points, *line.course.ideal)]
    steps = nice_steps(max(y for _, y in points) or 1)
    plot = Plot(58, 52, wide - COLUMN - 16, high - 68, span, steps[-1], min(0.0, *(y for _, y in points)))
    root = document(wide, high, theme, first.title)
    title = shorten(drawable(first.title, theme), wide - 32, _TITLE, bold=True)
    write(root, (16, 31), title, _TITLE, theme.ink, anchor="start", bold=True)
    every = -(-int(span) // 12)
    plot.axes(root, steps, [(x, str(x)) for x in range(0, int(span) + 1, every)], theme)
    if first.ideal:
        path(root, plot.line(first.ideal), theme.faint, 2.5).set("stroke-dasharray", "2 7")
    for line in lines:
        if not any(each.line is line for each in marked):
            _faint(root, plot, line, theme)
    for each in reversed(marked):
        _strong(root, plot, each, theme)
    write_names(root, plot, [_label(plot, each) for each in marked], theme)
    _legend(group(root, 16, high - 18), lines, theme)
    return finish(root)


def _faint(root: Element, plot: Plot, line: TeamLine, theme: Theme) -> None:
    path(root, plot.line(line.course.points), theme.faint, 1.2).set("stroke-opacity", "0.55")


def _strong(root: Element, plot: Plot, each: Marked, theme: Theme) -> None:
    points = each.line.course.points
    colour = line_of(each.place)
    path(root, plot.line(points), colour, 3.2)
    *before, last = points
    for point in before if len(points) <= 16 else []:
        token(group(root, *plot.at(*point)), each.place, "", 3.8, theme)
    at = group(root, *plot.at(*last))
    if each.line.finished:
        token(at, each.place, "", 6.5, theme)
    else:
        add(at, "circle", r=6.5, fill=theme.paper, stroke=colour, stroke_width=3)


def _label(plot: Plot, each: Marked) -> Label:
    words = f"{number(each.line.end)}{'' if each.line.finished else ' …'}"
    return Label(plot.at(*each.line.course.points[-1])[1], each.place, each.line.name, words, each.note)


def _legend(at: Element, lines: Sequence[TeamLine], theme: Theme) -> None:
    first, x = lines[0].course, 0.0
    scale = f"{first.up} by {first.across.lower()}"
    write(at, (x, 0), scale, SMALL, theme.faint, anchor="start")
    x += width_of(scale, SMALL) + 26
    if first.ideal:
        path(at, f"M{x:.1f} -5H{x + 30:.1f}", theme.faint, 2.5).set("stroke-dasharray", "2 7")
        write(at, (x + 38, 0), "planned", SMALL, theme.ink, anchor="start")
        x += 112
    if len(lines) > FEW:
        path(at, f"M{x:.1f} -5H{x + 30:.1f}", theme.faint, 1.2)
        others = f"{len(lines) - len(_marked(lines))} other teams"
        write(at, (x + 38, 0), others, SMALL, theme.ink, anchor="start")
        x += 160
    if not all(each.line.finished for each in _marked(lines)):
        add(at, "circle", cx=x + 12, cy=-5, r=6.5, fill=theme.paper, stroke=theme.faint, stroke_width=3)
        write(at, (x + 28, 0), "not finished", SMALL, theme.ink, anchor="start")
