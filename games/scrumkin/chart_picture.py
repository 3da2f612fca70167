"""The chart as a picture: backlog and velocity over the sprints."""

from collections.abc import Sequence
from itertools import pairwise

from games.graphics.plot import Plot
from games.graphics.svg import (
    LANDSCAPE,
    MIN_TEXT,
    WIDTH,
    Element,
    Point,
    document,
    finish,
    group,
    initials,
    path,
    shorten,
    shown_names,
    token,
    width_of,
    write,
)
from games.graphics.theme import SEATS, Shape, Theme
from games.scrumkin.model import TRACK, State
from games.values import value

_DASHES = ("", "9 6", "2 6", "12 5 2 5")  # distinguish lines by pattern as well as colour


@value
class _Layout:
    size: Point  # without the legend's rows
    backlog: tuple[float, float, float, float]  # left, top, right and bottom of a plot; its title is above
    velocity: tuple[float, float, float, float]
    labels: int  # at most so many sprints are labelled
    token: float  # radius
    least: float  # font size


_LAYOUTS: dict[Shape, _Layout] = {
    "landscape": _Layout((LANDSCAPE[0], 346), (42, 52, 262, 302), (342, 52, 562, 302), 7, 12, MIN_TEXT),
    "portrait": _Layout((WIDTH, 500), (48, 50, WIDTH - 46, 256), (48, 330, WIDTH - 46, 456), 14, 10, 0),
}


def chart_picture(state: State, names: Sequence[str], theme: Theme) -> str:
    plan = _LAYOUTS[theme.shape]
    sprints = max(4, len(state.players[0].velocities), state.limit)
    root = document(plan.size[0], plan.size[1] + 28 * -(-len(names) // 2), theme, "Backlog and velocity")
    every = -(-sprints // plan.labels)
    labels = [(sprint, str(sprint)) for sprint in range(0, sprints + 1, every)]
    speeds = [speed for player in state.players for speed in player.velocities]
    reach = max([4, *(abs(speed) for speed in speeds)])
    backlog, velocity = Plot(*plan.backlog, sprints, TRACK), Plot(*plan.velocity, sprints, reach, -reach)
    for plot, title, steps in (
        (backlog, "Backlog after each sprint", (0, 5, 10, 15, 20)),
        (velocity, "Velocity", (-reach, -(reach // 2), 0, reach // 2, reach)),
    ):
        write(root, (plot.left - 28, plot.top - 20), title, 19, theme.ink, anchor="start", bold=True)
        plot.axes(root, steps, labels, theme)
    marks = initials(names, theme)
    _lines(root, backlog, [list(enumerate(player.backlogs)) for player in state.players], marks, theme)
    if speeds:
        _lines(root, velocity, [list(enumerate(player.velocities, start=1)) for player in state.players], marks, theme)
    _legend(group(root, 34, plan.size[1] - 6), (plan.size[0] - 28) / 2, (names, marks), theme)
    return finish(root)


def _lines(
    root: Element, plot: Plot, lines: Sequence[Sequence[tuple[float, float]]], marks: Sequence[str], theme: Theme
) -> None:
    """Draw the lines slightly apart, so that equal ones don't hide each other, each ending in its player's token."""
    for seat, points in enumerate(lines):
        line = path(group(root, 0, (seat - 1.5) * 3), plot.line(points), _ink(seat, theme), 3)
        if _DASHES[seat % len(_DASHES)]:
            line.set("stroke-dasharray", _DASHES[seat % len(_DASHES)])
    ends = [plot.at(*points[-1]) for points in lines]
    order = sorted(range(len(lines)), key=lambda seat: (ends[seat][1], seat))
    plan = _LAYOUTS[theme.shape]
    for seat, y in zip(order, _apart([ends[seat][1] for seat in order], plot, 2 * plan.token + 2), strict=True):
        token(group(root, ends[seat][0] + 16, y), seat, marks[seat], plan.token, theme, least=plan.least)


def _apart(heights: list[float], plot: Plot, distance: float) -> list[float]:
    """The heights, in order, moved apart without leaving the plot."""
    for _ in range(20):
        for above, below in pairwise(range(len(heights))):
            missing = distance - (heights[below] - heights[above])
            if missing > 0:
                heights[above] -= missing / 2
                heights[below] += missing / 2
    shift = min(0.0, plot.bottom - heights[-1]) or max(0.0, plot.top - heights[0])
    return [y + shift for y in heights]


def _ink(seat: int, theme: Theme) -> str:
    return theme.tint(SEATS[seat % len(SEATS)]).line


def _legend(at: Element, wide: float, who: tuple[Sequence[str], Sequence[str]], theme: Theme) -> None:
    names, marks = who
    plan = _LAYOUTS[theme.shape]
    for seat, name in enumerate(shown_names(names, theme)):
        row, column = divmod(seat, 2)
        place = group(at, column * wide, 28 * row, title=names[seat])
        token(place, seat, marks[seat], plan.token - 1, theme, least=plan.least)
        shown = shorten(name, wide - 100, 16)
        write(place, (18, 5.5), shown, 16, theme.ink, anchor="start")
        line = path(place, f"M{26 + width_of(shown, 16):.1f} 0h34", _ink(seat, theme), 3)
        if _DASHES[seat % len(_DASHES)]:
            line.set("stroke-dasharray", _DASHES[seat % len(_DASHES)])
