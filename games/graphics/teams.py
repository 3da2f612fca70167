"""The lines of several teams in one chart: few in colours, many in grey with the best, the middle and the last."""

from collections.abc import Callable, Sequence
from functools import partial
from math import ceil, cos, hypot, pi, sin

from games.debrief import Course, Weighed
from games.graphics.chart import Plot, nice_steps
from games.graphics.drawing import WIDTH, Drawing, columns, fit, in_rows
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
    shorten,
    token,
    width_of,
    write,
)
from games.graphics.svg import WIDTH as PORTRAIT_WIDTH
from games.graphics.theme import SEATS, Theme, either, mix
from games.language import lazy, n, p, t
from games.text import within
from games.values import replace, value

# --- names -----------------------------------------------------------------------------------------------------------

FEW = 8  # teams that people can still tell apart by colour and shape
SIZE, SMALL = 17.0, 15.5
_COLUMN = 152.0  # width of the names
_APART, _FAR_APART = 24.0, 46.0  # between two names, and between two with a line below


@value
class _Label:
    """A team's name beside its line or dot, at the same height if there's room."""

    y: float
    place: int  # of its colour and shape
    name: str
    words: str
    note: str = ""  # what makes it special among many


def _line_of(place: int) -> str:
    colour = SEATS[place % len(SEATS)]
    return either(mix(colour, "#000000", 0.22), mix(colour, "#ffffff", 0.2))


def _write_names(root: Element, plot: Plot, labels: Sequence[_Label], theme: Theme) -> None:
    ordered = sorted(labels, key=lambda label: label.y)
    gap = _FAR_APART if any(label.note for label in labels) else _APART
    for label, y in zip(ordered, _apart([label.y for label in ordered], gap, plot), strict=True):
        _write(group(root, plot.right + 22, y), label, theme)


def _write(at: Element, label: _Label, theme: Theme) -> None:
    token(at, label.place, "", 6.5, theme)
    room = _COLUMN - 42 - width_of(label.words, SIZE)
    name = shorten(drawable(label.name, theme), room, SIZE, bold=True)
    write(at, (13, 6), name, SIZE, theme.tint(SEATS[label.place % len(SEATS)]).line, anchor="start", bold=True)
    write(at, (_COLUMN - 20, 6), label.words, SIZE, theme.ink, anchor="end")
    if label.note:
        write(at, (13, 25), shorten(label.note, _COLUMN - 27, SMALL), SMALL, theme.faint, anchor="start")


def _apart(wanted: Sequence[float], gap: float, plot: Plot) -> list[float]:
    """The wanted heights, in order, moved apart and kept inside the plot."""
    gap = min(gap, (plot.bottom - plot.top) / max(1, len(wanted) - 1))
    placed: list[float] = []
    for y in wanted:
        placed.append(max(y, placed[-1] + gap) if placed else max(y, plot.top + 6))
    limit = plot.bottom
    for place in range(len(placed) - 1, -1, -1):
        placed[place] = min(placed[place], limit)
        limit = placed[place] - gap
    return placed


# --- lines -----------------------------------------------------------------------------------------------------------

_PORTRAIT = (PORTRAIT_WIDTH, 520)
_BARS = "▁▂▃▄▅▆▇█"
_TITLE = 21.0
_KEY_LINE = 22.0  # height of a line of the legend
_EDGE = 8.0  # right of it
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
        """The sort key: finished teams first, then the best; among equals, the one that got there first."""
        sign = 1 if self.course.lower_is_better else -1
        arrived = next(x for x, y in self.course.points if y == self.end)
        return not self.finished, sign * self.end, arrived


@value
class _Marked:
    """A line in colour, with its name beside it."""

    line: TeamLine
    place: int  # of its colour and shape
    note: str = ""  # what makes it special among many


def team_lines(lines: Sequence[TeamLine]) -> Drawing:
    """A chart of at least one line; all of them are courses of the same game."""
    ranked = tuple(lines)
    return Drawing(partial(_text, ranked), partial(_alt, ranked), partial(_svg, ranked))


def _marked(lines: Sequence[TeamLine]) -> list[_Marked]:
    if len(lines) <= FEW:
        return [_Marked(line, place) for place, line in enumerate(lines)]
    ranked = sorted(lines, key=lambda line: line.rank)
    ended = [line for line in ranked if line.finished]
    compared = ended if len(ended) > 2 else ranked
    places = (
        (p("of many teams", "best"), compared[0]),
        (p("of many teams", "in the middle"), compared[len(compared) // 2]),
        (p("of many teams", "last"), compared[-1]),
    )
    return [_Marked(line, place, note) for place, (note, line) in enumerate(places)]


# --- in words --------------------------------------------------------------------------------------------------------


def _text(lines: Sequence[TeamLine]) -> str:
    first = lines[0].course
    highest = max(y for line in lines for _, y in line.course.points) or 1
    rows = []
    for line in lines:
        bars = "".join(_BARS[round(7 * y / highest)] for _, y in line.course.points[-(WIDTH - _NAME - 8) :])
        rows.append(f"{fit(line.name, _NAME)} {bars} {number(line.end)}{'' if line.finished else ' …'}")
    legend = [t("… not finished")] if not all(line.finished for line in lines) else []
    return "\n".join([*in_rows(_heading(first), WIDTH), *rows, *legend])


def _heading(course: Course) -> str:
    return t("{title}, by {unit}", title=course.title, unit=within(course.across))


def _alt(lines: Sequence[TeamLine]) -> str:
    marked = [f"{each.line.name}{_aside(each)}: {_values(each.line)}" for each in _marked(lines)]
    count = [_in_all(len(lines))] if len(lines) > FEW else []
    return " ".join([f"{_heading(lines[0].course)}.", f"{'; '.join(marked)}.", *count])


def _in_all(teams: int) -> str:
    return n("{count} team in all.", "{count} teams in all.", teams)


def _aside(each: _Marked) -> str:
    found = [*([each.note] if each.note else []), *([] if each.line.finished else [t("not finished")])]
    return f" ({', '.join(found)})" if found else ""


def _values(line: TeamLine) -> str:
    return ", ".join(number(y) for _, y in line.course.points)


# --- the picture -----------------------------------------------------------------------------------------------------


def _svg(lines: Sequence[TeamLine], theme: Theme) -> str:
    wide, high = LANDSCAPE if theme.shape == "landscape" else _PORTRAIT
    first, marked = lines[0].course, _marked(lines)
    span = max(line.course.span for line in lines)
    points = [point for line in lines for point in (*line.course.points, *line.course.ideal)]
    steps = nice_steps(max(y for _, y in points) or 1)
    keys = _keys(lines, wide - 16 - _EDGE)
    below = 68 + _KEY_LINE * (len(keys) - 1)
    plot = Plot(58, 52, wide - _COLUMN - 16, high - below, span, steps[-1], min(0.0, *(y for _, y in points)))
    root = document(wide, high, theme, first.title)
    title, size = fitted(drawable(first.title, theme), wide - 32, _TITLE, bold=True)
    write(root, (16, 31), title, size, theme.ink, anchor="start", bold=True)
    every = -(-int(span) // 12)
    plot.axes(root, steps, [(x, str(x)) for x in range(0, int(span) + 1, every)], theme)
    if first.ideal:
        path(root, plot.line(first.ideal), theme.faint, 2.5).set("stroke-dasharray", "2 7")
    for line in lines:
        if not any(each.line is line for each in marked):
            _faint(root, plot, line, theme)
    for each in reversed(marked):
        _strong(root, plot, each, theme)
    _write_names(root, plot, [_label(plot, each) for each in marked], theme)
    for row, found in enumerate(keys):
        _write_keys(group(root, 16, high - 18 - _KEY_LINE * (len(keys) - 1 - row)), found, theme)
    return finish(root)


def _faint(root: Element, plot: Plot, line: TeamLine, theme: Theme) -> None:
    path(root, plot.line(line.course.points), theme.faint, 1.2).set("stroke-opacity", "0.55")


def _strong(root: Element, plot: Plot, each: _Marked, theme: Theme) -> None:
    points = each.line.course.points
    colour = _line_of(each.place)
    path(root, plot.line(points), colour, 3.2)
    *before, last = points
    for point in before if len(points) <= 16 else []:
        token(group(root, *plot.at(*point)), each.place, "", 3.8, theme)
    at = group(root, *plot.at(*last))
    if each.line.finished:
        token(at, each.place, "", 6.5, theme)
    else:
        add(at, "circle", r=6.5, fill=theme.paper, stroke=colour, stroke_width=3)


def _label(plot: Plot, each: _Marked) -> _Label:
    words = f"{number(each.line.end)}{'' if each.line.finished else ' …'}"
    return _Label(plot.at(*each.line.course.points[-1])[1], each.place, each.line.name, words, each.note)


# --- its legend ------------------------------------------------------------------------------------------------------


@value
class _Key:
    """A mark of the chart, and what the legend says about it."""

    words: str
    mark: Callable[[Element, float, Theme], None] | None = None
    start: float = 0.0  # of the words, right of the mark
    least: float = 0.0  # the width, at least: entries are aligned
    gap: float = 16.0  # to the next one
    ink: bool = True  # else fainter

    @property
    def width(self) -> float:
        return max(self.least, self.start + width_of(self.words, SMALL) + self.gap)


def _keys(lines: Sequence[TeamLine], room: float) -> list[list[_Key]]:
    """What the legend says, in lines as wide as the room."""
    first = lines[0].course
    found = [_Key(t("{up} by {unit}", up=first.up, unit=within(first.across)), gap=26, ink=False)]
    if first.ideal:
        found.append(_Key(p("line in a chart", "planned"), _dashes, 38, 112))
    if len(lines) > FEW:
        others = len(lines) - len(_marked(lines))
        found.append(_Key(n("{count} other team", "{count} other teams", others), _thin_line, 38, 160))
    if not all(each.line.finished for each in _marked(lines)):
        found.append(_Key(t("not finished"), _ring, 28))
    rows: list[list[_Key]] = [[]]
    taken = 0.0
    for key in (replace(key, words=shorten(key.words, room - key.start, SMALL)) for key in found):
        if rows[-1] and taken + key.start + width_of(key.words, SMALL) > room:
            rows.append([])
            taken = 0.0
        rows[-1].append(key)
        taken += key.width
    return rows


def _write_keys(at: Element, keys: Sequence[_Key], theme: Theme) -> None:
    x = 0.0
    for key in keys:
        if key.mark:
            key.mark(at, x, theme)
        write(at, (x + key.start, 0), key.words, SMALL, theme.ink if key.ink else theme.faint, anchor="start")
        x += key.width


def _dashes(at: Element, x: float, theme: Theme) -> None:
    path(at, f"M{x:.1f} -5H{x + 30:.1f}", theme.faint, 2.5).set("stroke-dasharray", "2 7")


def _thin_line(at: Element, x: float, theme: Theme) -> None:
    path(at, f"M{x:.1f} -5H{x + 30:.1f}", theme.faint, 1.2)


def _ring(at: Element, x: float, theme: Theme) -> None:
    add(at, "circle", cx=x + 12, cy=-5, r=6.5, fill=theme.paper, stroke=theme.faint, stroke_width=3)


# --- luck ------------------------------------------------------------------------------------------------------------

_LUCK_TITLE = lazy("Luck against choice, in points of the chance to win")

_LEAST = 20  # points on each side of 0
_LIKELY_TEXT = lazy("The bars show where the true value is likely to be.")
_HEAD = 11  # columns of a word above figures, at most
_TEXT_NAME = 14  # columns of a name on the text board
_LIKELY = 1.96  # standard errors
_DOT = 13.0  # across
# ever further away, in all directions: more places than teams
_RINGS = [(0.0, 0.0)] + [
    (ring * _DOT * sin(turn * pi / 6), -ring * _DOT * cos(turn * pi / 6)) for ring in range(1, 12) for turn in range(12)
]


@value
class TeamLuck:
    name: str
    weighed: Weighed

    @property
    def at(self) -> tuple[float, float]:
        return 100 * self.weighed.luck, 100 * self.weighed.choice


def team_luck(teams: Sequence[TeamLuck]) -> Drawing:
    """A chart of luck and choice, for at least one team."""
    given = tuple(teams)
    return Drawing(partial(_luck_text, given), partial(_luck_alt, given), partial(_luck_picture, given))


def signed(points: float) -> str:
    return f"{round(points):+d}".replace("-", "−") if round(points) else "0"


def _luck_text(teams: Sequence[TeamLuck]) -> str:
    heads = [fit(word, _HEAD).rstrip() for word in (p("head of a column", "luck"), p("head of a column", "choice"))]
    luck, choice = max(5, columns(heads[0])), max(6, columns(heads[1]))
    head = f"{'':<{_TEXT_NAME}} {heads[0]:>{luck}} {heads[1]:>{choice}}"
    rows = [
        f"{fit(team.name, _TEXT_NAME)} {signed(team.at[0]):>{luck}} {signed(team.at[1]):>{choice}}" for team in teams
    ]
    return "\n".join([*in_rows(t("Luck against choice, in points"), WIDTH), head, *rows])


def _luck_alt(teams: Sequence[TeamLuck]) -> str:
    marked = _luck_marks(teams)
    found = [
        t("{team}: luck {luck}, choice {choice}", team=each.name, luck=signed(each.at[0]), choice=signed(each.at[1]))
        for each, _ in marked
    ]
    return " ".join([f"{_LUCK_TITLE}.", f"{'; '.join(found)}.", _in_all(len(teams))])


def _luck_marks(teams: Sequence[TeamLuck]) -> list[tuple[TeamLuck, str]]:
    """The teams that are named, each with what makes it special among many."""
    if len(teams) <= FEW:
        return [(team, "") for team in teams]
    by_luck, by_choice = (sorted(teams, key=lambda team, axis=axis: team.at[axis]) for axis in (0, 1))  # type: ignore[misc]
    return [
        (by_choice[-1], p("of many teams", "best choices")),
        (by_luck[-1], p("of many teams", "luckiest")),
        (by_luck[0], p("of many teams", "unluckiest")),
    ]


def _luck_picture(teams: Sequence[TeamLuck], theme: Theme) -> str:
    wide, high = LANDSCAPE if theme.shape == "landscape" else _PORTRAIT
    edge = max(_LEAST, *(10 * ceil(abs(points) / 10) for team in teams for points in team.at))
    plot = Plot(58, 52, wide - _COLUMN - 16, high - 62, 2 * edge, edge, -edge)
    root = document(wide, high, theme, str(_LUCK_TITLE))
    title, size = fitted(str(_LUCK_TITLE), wide - 24, 20, bold=True)
    write(root, (16, 31), title, size, theme.ink, anchor="start", bold=True)
    _axes(root, plot, edge, theme)
    named = _luck_marks(teams)
    places = _beside_bars([plot.at(team.at[0] + edge, team.at[1]) for team in teams])
    at = {id(team): place for team, place in zip(teams, places, strict=True)}
    for team, (x, y) in zip(teams, places, strict=True):
        if not any(team is each for each, _ in named):
            add(root, "circle", cx=x, cy=y, r=5, fill=theme.faint, fill_opacity=0.6)
    for place, (team, _) in enumerate(named):
        _bars(root, plot, team, _line_of(place))
    for place, (team, _) in enumerate(named):
        token(group(root, *at[id(team)]), place, "", 7, theme)
    labels = [
        _Label(plot.at(edge, team.at[1])[1], place, team.name, "", note) for place, (team, note) in enumerate(named)
    ]
    _write_names(root, plot, labels, theme)
    likely = shorten(str(_LIKELY_TEXT), wide - 24, SMALL)
    write(root, (16, high - 14), likely, SMALL, theme.faint, anchor="start")
    return finish(root)


def _axes(root: Element, plot: Plot, edge: float, theme: Theme) -> None:
    """Draw axes with zero in the middle, both ways; the four corners say what they mean."""
    for points in (-edge, -edge / 2, 0.0, edge / 2, edge):
        (x, _), (_, y) = plot.at(points + edge, 0), plot.at(0, points)
        strong = not points
        ink, width = (theme.faint, 1.8) if strong else (theme.line, 1.0)
        path(root, f"M{number(plot.left)} {number(y)}H{number(plot.right)}", ink, width)
        path(root, f"M{number(x)} {number(plot.top)}V{number(plot.bottom)}", ink, width)
        write(root, (plot.left - 8, y + 5.5), signed(points), SMALL, theme.faint, anchor="end")
        write(root, (x, plot.bottom + 20), signed(points), SMALL, theme.faint)
    corners = (
        ((plot.left + 6, plot.top + 18), "start", t("better choices")),
        ((plot.left + 6, plot.bottom - 8), "start", t("bad luck")),
        ((plot.right - 6, plot.bottom - 8), "end", t("good luck")),
    )
    room = (plot.right - plot.left) / 2 - 12
    for at, anchor, words in corners:
        write(root, at, shorten(words, room, SMALL), SMALL, theme.ink, anchor=anchor, halo=theme.paper)


def _bars(root: Element, plot: Plot, team: TeamLuck, colour: str) -> None:
    """The error of the simulation, cut off at the edge."""
    (across, up), weighed, edge = team.at, team.weighed, plot.high
    wide, tall = 100 * _LIKELY * weighed.luck_error, 100 * _LIKELY * weighed.choice_error
    left, right = (plot.at(min(2 * edge, max(0.0, across + edge + off)), 0)[0] for off in (-wide, wide))
    top, bottom = (plot.at(0, min(edge, max(-edge, up + off)))[1] for off in (tall, -tall))
    x, y = plot.at(across + edge, up)
    bars = f"M{number(left)} {number(y)}H{number(right)}M{number(x)} {number(top)}V{number(bottom)}"
    path(root, bars, colour, 1.8)


def _beside_bars(wanted: Sequence[Point]) -> list[Point]:
    """The wanted places; where dots would cover each other, the later one is moved beside the earlier one."""
    placed: list[Point] = []
    for x, y in wanted:
        ring = next(
            (x + off_x, y + off_y)
            for off_x, off_y in _RINGS
            if all(hypot(x + off_x - a, y + off_y - b) >= _DOT for a, b in placed)
        )
        placed.append(ring)
    return placed
