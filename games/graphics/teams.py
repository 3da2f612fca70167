"""The lines of several teams in one chart: few in colours, many in grey with the best, the middle and the last."""

from collections.abc import Sequence
from functools import partial
from math import ceil, cos, hypot, pi, sin

from games.debrief import Course, Weighed
from games.graphics.chart import Plot, nice_steps
from games.graphics.drawing import WIDTH, Drawing, fit, in_rows
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
from games.language import lazy, t
from games.values import value

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
        write(at, (13, 25), label.note, SMALL, theme.faint, anchor="start")


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
    places = {"best": compared[0], "in the middle": compared[len(compared) // 2], "last": compared[-1]}
    return [_Marked(line, place, note) for place, (note, line) in enumerate(places.items())]


# --- in words --------------------------------------------------------------------------------------------------------


def _text(lines: Sequence[TeamLine]) -> str:
    first = lines[0].course
    highest = max(y for line in lines for _, y in line.course.points) or 1
    rows = []
    for line in lines:
        bars = "".join(_BARS[round(7 * y / highest)] for _, y in line.course.points[-(WIDTH - _NAME - 8) :])
        rows.append(f"{fit(line.name, _NAME)} {bars} {number(line.end)}{'' if line.finished else ' …'}")
    legend = [t("… not finished")] if not all(line.finished for line in lines) else []
    return "\n".join(
        [*in_rows(t("{title}, by {lower}", title=first.title, lower=first.across.lower()), WIDTH), *rows, *legend]
    )


def _alt(lines: Sequence[TeamLine]) -> str:
    first = lines[0].course
    marked = [f"{each.line.name}{_aside(each)}: {_values(each.line)}" for each in _marked(lines)]
    others = t(" {lines} teams in all.", lines=len(lines)) if len(lines) > FEW else ""
    return t(
        "{title}, by {lower}. {marked}.{others}",
        title=first.title,
        lower=first.across.lower(),
        marked="; ".join(marked),
        others=others,
    )


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
    plot = Plot(58, 52, wide - _COLUMN - 16, high - 68, span, steps[-1], min(0.0, *(y for _, y in points)))
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
    _write_names(root, plot, [_label(plot, each) for each in marked], theme)
    _legend(group(root, 16, high - 18), lines, theme)
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


def _legend(at: Element, lines: Sequence[TeamLine], theme: Theme) -> None:
    first, x = lines[0].course, 0.0
    scale = t("{up} by {lower}", up=first.up, lower=first.across.lower())
    write(at, (x, 0), scale, SMALL, theme.faint, anchor="start")
    x += width_of(scale, SMALL) + 26
    if first.ideal:
        path(at, f"M{x:.1f} -5H{x + 30:.1f}", theme.faint, 2.5).set("stroke-dasharray", "2 7")
        write(at, (x + 38, 0), "planned", SMALL, theme.ink, anchor="start")
        x += 112
    if len(lines) > FEW:
        path(at, f"M{x:.1f} -5H{x + 30:.1f}", theme.faint, 1.2)
        others = t("{lines} other teams", lines=len(lines) - len(_marked(lines)))
        write(at, (x + 38, 0), others, SMALL, theme.ink, anchor="start")
        x += 160
    if not all(each.line.finished for each in _marked(lines)):
        add(at, "circle", cx=x + 12, cy=-5, r=6.5, fill=theme.paper, stroke=theme.faint, stroke_width=3)
        write(at, (x + 28, 0), t("not finished"), SMALL, theme.ink, anchor="start")


# --- luck ------------------------------------------------------------------------------------------------------------

TITLE = lazy("Luck against choice, in points of the chance to win")

_LEAST = 20  # points on each side of 0
_LIKELY_TEXT = lazy("The bars show where the true value is likely to be.")
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
    head = f"{'':<{_TEXT_NAME}}  luck choice"
    rows = [f"{fit(team.name, _TEXT_NAME)} {signed(team.at[0]):>5} {signed(team.at[1]):>6}" for team in teams]
    return "\n".join([t("Luck against choice, in points"), head, *rows])


def _luck_alt(teams: Sequence[TeamLuck]) -> str:
    marked = _luck_marks(teams)
    found = [
        t("{name}: luck {at}, choice {at2}", name=each.name, at=signed(each.at[0]), at2=signed(each.at[1]))
        for each, _ in marked
    ]
    return f"{TITLE}. {'; '.join(found)}. {len(teams)} {'team' if len(teams) == 1 else 'teams'} in all."


def _luck_marks(teams: Sequence[TeamLuck]) -> list[tuple[TeamLuck, str]]:
    """The teams that are named, each with what makes it special among many."""
    if len(teams) <= FEW:
        return [(team, "") for team in teams]
    by_luck, by_choice = (sorted(teams, key=lambda team, axis=axis: team.at[axis]) for axis in (0, 1))  # type: ignore[misc]
    found = {"best choices": by_choice[-1], "luckiest": by_luck[-1], "unluckiest": by_luck[0]}
    return [(team, note) for note, team in found.items()]


def _luck_picture(teams: Sequence[TeamLuck], theme: Theme) -> str:
    wide, high = LANDSCAPE if theme.shape == "landscape" else _PORTRAIT
    edge = max(_LEAST, *(10 * ceil(abs(points) / 10) for team in teams for points in team.at))
    plot = Plot(58, 52, wide - _COLUMN - 16, high - 62, 2 * edge, edge, -edge)
    root = document(wide, high, theme, str(TITLE))
    write(root, (16, 31), str(TITLE), 20, theme.ink, anchor="start", bold=True)
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
    write(root, (16, high - 14), str(_LIKELY_TEXT), SMALL, theme.faint, anchor="start")
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
    for at, anchor, words in corners:
        write(root, at, words, SMALL, theme.ink, anchor=anchor, halo=theme.paper)


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
