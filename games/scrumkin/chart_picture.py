"""The chart as a picture: backlog and velocity over the sprints."""

from collections.abc import Sequence
from itertools import pairwise

from games.graphics.plot import Plot
from games.graphics.svg import (
    WIDTH,
    Element,
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
from games.graphics.theme import SEATS, Theme
from games.scrumkin.model import SPRINTS, TRACK, State

_DASHES = ("", "9 6", "2 6", "12 5 2 5")  # distinguish lines by pattern as well as colour
_RIGHT = WIDTH - 46.0


def chart_picture(state: State, names: Sequence[str], theme: Theme) -> str:
    sprints = max(4, len(state.players[0].velocities), SPRINTS if state.collaborative else 0)
    rows = -(-len(names) // 2)
    root = document(WIDTH, 500 + 26 * rows, theme, "Backlog and velocity")
    every = -(-sprints // 14)
    labels = [(sprint, str(sprint)) for sprint in range(0, sprints + 1, every)]
    write(root, (20, 32), "Backlog after each sprint", 20, theme.ink, anchor="start", bold=True)
    backlog = Plot(48, 50, _RIGHT, 256, sprints, TRACK)
    backlog.axes(root, (0, 5, 10, 15, 20), labels, theme)
    write(root, (20, 312), "Velocity", 20, theme.ink, anchor="start", bold=True)
    speeds = [speed for player in state.players for speed in player.velocities]
    reach = max([4, *(abs(speed) for speed in speeds)])
    speed = Plot(48, 330, _RIGHT, 456, sprints, reach, -reach)
    half = reach // 2
    speed.axes(root, (-reach, -half, 0, half, reach), labels, theme)
    marks = initials(names, theme)
    _lines(root, backlog, [list(enumerate(player.backlogs)) for player in state.players], marks, theme)
    velocities = [list(enumerate(player.velocities, start=1)) for player in state.players]
    if speeds:
        _lines(root, speed, velocities, marks, theme)
    _legend(root, names, marks, theme)
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
    heights = [ends[seat][1] for seat in order]
    for _ in range(20):  # push apart tokens that are too close
        for above, below in pairwise(range(len(heights))):
            missing = 20 - (heights[below] - heights[above])
            if missing > 0:
                heights[above] -= missing / 2
                heights[below] += missing / 2
    for seat, y in zip(order, heights, strict=True):
        token(group(root, ends[seat][0] + 16, y), seat, marks[seat], 9, theme)


def _ink(seat: int, theme: Theme) -> str:
    return theme.tint(SEATS[seat % len(SEATS)]).line


def _legend(root: Element, names: Sequence[str], marks: Sequence[str], theme: Theme) -> None:
    for seat, name in enumerate(shown_names(names, theme)):
        row, column = divmod(seat, 2)
        at = group(root, 34 + column * 266, 494 + 26 * row, title=names[seat])
        token(at, seat, marks[seat], 10, theme)
        shown = shorten(name, 170, 16)
        write(at, (18, 5.5), shown, 16, theme.ink, anchor="start")
        end = 26 + width_of(shown, 16)
        line = path(at, f"M{end:.1f} 0h34", _ink(seat, theme), 3)
        if _DASHES[seat % len(_DASHES)]:
            line.set("stroke-dasharray", _DASHES[seat % len(_DASHES)])
