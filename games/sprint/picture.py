"""The board as a picture."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import atan2, degrees

from games.graphics.svg import (
    WIDTH,
    Element,
    Point,
    add,
    document,
    finish,
    group,
    initials,
    number,
    path,
    spot,
    token,
    warning,
    write,
)
from games.graphics.theme import BLUE, GREEN, ORANGE, Theme
from games.sprint.board import REVIEW, START, Board, Space, load_board
from games.sprint.crowd import stand
from games.sprint.icons import colour, die, flag, icon, medal, moon
from games.sprint.layout import (
    BOTTOM,
    CENTRE,
    MAX_SPACE_RADIUS,
    RADIUS,
    REVIEW_BOX,
    SMALL_RADIUS,
    START_BOX,
    Box,
    Layout,
    Placement,
    label_at,
    layout,
)
from games.sprint.legend import legend
from games.sprint.model import Ballot, Discussion, Fork, Over, State

_DAYS_BOX = (322.0, 40.0, 234.0, 62.0)  # left, top, width, height
_NOTES = {Fork: "pick a space", Ballot: "time to vote", Discussion: "discussion"}


def picture(state: State, names: Sequence[str], theme: Theme) -> str:
    board, plan = load_board(state.board), layout(state.board)
    radius = 14.0 if len(state.players) <= 6 else 12.0
    standing = {seat: player.space for seat, player in enumerate(state.players)}
    outside = {seat: space for seat, space in standing.items() if space not in {START, REVIEW}}
    points = stand(plan, outside, radius)
    top = max([BOTTOM, *(y + radius + 12 for _, y in points.values())])
    players = legend(state, names, theme)
    root = document(WIDTH, top + players.height + 10, theme, "The Scrum Game")
    _roads(root, board, plan, theme)
    _trace(root, board, plan, state.trace, theme)
    _chevrons(root, board, plan, state.trace, theme)
    _small_middle(root, plan, theme)
    _leaders(root, plan, outside, points, theme)
    reachable = {landing.space for landing in state.phase.landings} if isinstance(state.phase, Fork) else set()
    for space in board.spaces.values():
        if space.id not in {START, REVIEW}:
            here = spot(group(root), space.id)
            _space(here, space, plan.places[space.id], theme, reachable=space.id in reachable)
    _box(root, START_BOX, "Start", theme, reachable=False)
    _box(spot(group(root), REVIEW), REVIEW_BOX, "Sprint Review", theme, reachable=REVIEW in reachable)
    circles = {seat: (*point, radius) for seat, point in points.items()}
    for end, box in ((START, START_BOX), (REVIEW, REVIEW_BOX)):
        circles |= _arranged(box, [seat for seat, on in standing.items() if on == end], radius)
    _pieces(root, state, names, circles, theme)
    _middle(root, state, theme)
    _days(root, state, theme)
    players.draw(root, top)
    return finish(root)


# --- paths ---------------------------------------------------------------------------------------------------------


def _roads(root: Element, board: Board, plan: Layout, theme: Theme) -> None:
    for centre, radius in ((CENTRE, RADIUS), (plan.small_centre, SMALL_RADIUS)):
        add(
            root, "circle", cx=centre[0], cy=centre[1], r=radius, fill="none", stroke=theme.road, stroke_width=13
        )  # fmt: skip
    ways = [(space.id, way) for space in board.spaces.values() for way in space.next]
    for one, other in ways:
        if one in {START, *plan.planning} or other == REVIEW:
            path(root, plan.way(one, other), theme.road, 13)


def _chevrons(root: Element, board: Board, plan: Layout, trace: Sequence[str], theme: Theme) -> None:
    moved = set(pairwise(trace))
    for space in board.spaces.values():
        for way in space.next:
            _chevron(root, plan, space.id, way, theme.paper if (space.id, way) in moved else theme.faint)


def _chevron(root: Element, plan: Layout, one: str, other: str, ink: str) -> None:
    """Draw the direction of travel where there is room for it."""
    start, end = plan.places[one], plan.places[other]
    gap = ((start.x - end.x) ** 2 + (start.y - end.y) ** 2) ** 0.5 - start.radius - end.radius
    if gap > 8:
        middle, ahead = plan.middle(one, other)
        shift = (start.radius - end.radius) / 2
        at = (middle[0] + ahead[0] * shift, middle[1] + ahead[1] * shift)
        turned = group(root, *at)
        turned.set("transform", f"{turned.get('transform', '')} rotate({number(degrees(atan2(ahead[1], ahead[0])))})")
        path(turned, "M-3.2 -3.4L2 0L-3.2 3.4", ink, 2)


def _trace(root: Element, board: Board, plan: Layout, trace: Sequence[str], theme: Theme) -> None:
    """Draw the last move; if a card sent the piece on, that jump is dashed."""
    for one, other in pairwise(trace):
        line = path(root, plan.way(one, other), theme.accent, 9)
        if other not in board.spaces[one].next:
            line.set("stroke-dasharray", "1 14")
    if trace and trace[0] != START:
        place = plan.places[trace[0]]
        add(
            root, "circle", cx=place.x, cy=place.y, r=place.radius + 4, fill="none", stroke=theme.accent,
            stroke_width=2.5, stroke_dasharray="4 5",
        )  # fmt: skip
    if trace and trace[-1] not in {START, REVIEW}:
        place = plan.places[trace[-1]]
        add(root, "circle", cx=place.x, cy=place.y, r=place.radius + 4, fill=theme.accent)


# --- spaces --------------------------------------------------------------------------------------------------------


def _space(root: Element, space: Space, place: Placement, theme: Theme, *, reachable: bool) -> None:
    tint = theme.tint(colour(space))
    tile = group(root, place.x, place.y)
    if reachable:
        add(tile, "circle", r=place.radius + 6, fill="none", stroke=theme.accent, stroke_width=3.5)
    add(tile, "circle", r=place.radius, fill=tint.fill, stroke=tint.line, stroke_width=3 if place.large else 2)
    scale = (0.8 if place.large else 0.72 if place.inside else 1) * place.radius / MAX_SPACE_RADIUS
    icon(group(tile, 0, -5 if place.inside else 0, scale=scale), space, tint.line, tint.fill)
    if place.inside:
        write(tile, (0, place.radius * 0.72), space.id, 13, tint.line, bold=place.large)
    if reachable:
        way = place.label if place.label != (0.0, 0.0) else (-place.inward[0], -place.inward[1])
        _pill(root, *label_at(space.id, place, way, 20), space.id, theme)
    elif not place.inside:
        x, y = label_at(space.id, place, place.label)
        write(root, (x, y + 4.5), space.id, 13, theme.faint)


def _pill(root: Element, x: float, y: float, words: str, theme: Theme) -> None:
    wide = 14 + 9 * len(words)
    add(root, "rect", x=x - wide / 2, y=y - 11, width=wide, height=22, rx=11, fill=theme.accent)
    write(root, (x, y + 5.6), words, 16, theme.paper, bold=True)


def _box(root: Element, box: Box, title: str, theme: Theme, *, reachable: bool) -> None:
    left, top, width, height = box
    tint = theme.tint(GREEN if title == "Sprint Review" else ORANGE)
    if reachable:
        add(
            root, "rect", x=left - 5, y=top - 5, width=width + 10, height=height + 10, rx=15, fill="none",
            stroke=theme.accent, stroke_width=3.5,
        )  # fmt: skip
    add(
        root, "rect", x=left, y=top, width=width, height=height, rx=11, fill=tint.fill, stroke=tint.line, stroke_width=2
    )
    mark = group(root, left + 17, top + 15, scale=0.75)
    (medal if title == "Sprint Review" else flag)(mark, tint.line)
    write(root, (left + 31, top + 20), title, 15, tint.line, anchor="start", bold=True)


# --- pieces --------------------------------------------------------------------------------------------------------


def _arranged(box: Box, seats: Sequence[int], radius: float) -> dict[int, tuple[float, float, float]]:
    """Arrange pieces in a box below its title, in the number of rows that makes them largest: x, y and radius."""
    if not seats:
        return {}
    left, top, width, height = box
    room = (width - 8, height - 30)
    sizes = {rows: min(radius, room[0] / -(-len(seats) // rows) / 2, room[1] / rows / 2) for rows in (1, 2, 3)}
    # prefer an extra row to pieces that touch
    rows = max(count for count, size in sizes.items() if size > 0.97 * max(sizes.values()) and count <= len(seats))
    across, size = -(-len(seats) // rows), sizes[rows]
    pitch = (min(2 * size + 7, room[0] / across), min(2 * size + 5, room[1] / rows))
    return {
        seat: (
            left + width / 2 + (index % across - (across - 1) / 2) * pitch[0],
            top + 26 + room[1] / 2 + (index // across - (rows - 1) / 2) * pitch[1],
            size,
        )
        for index, seat in enumerate(seats)
    }


def _leaders(root: Element, plan: Layout, spaces: dict[int, str], points: dict[int, Point], theme: Theme) -> None:
    """Draw a line from each piece to its space, for pieces that had to make room."""
    for seat, space in spaces.items():
        place, point = plan.places[space], points[seat]
        shape = f"M{number(place.x)} {number(place.y)}L{number(point[0])} {number(point[1])}"
        path(root, shape, theme.faint, 1.5)


def _pieces(
    root: Element, state: State, names: Sequence[str], circles: Mapping[int, tuple[float, float, float]], theme: Theme
) -> None:
    marks = initials(names, theme)
    over = isinstance(state.phase, Over)
    for seat, player in enumerate(state.players):
        x, y, radius = circles[seat]
        piece = spot(group(root, x, y, title=names[seat]), f"seat:{seat}")
        token(piece, seat, marks[seat], radius - 1.5, theme, turn=seat == state.turn and not over)
        if player.impediment is not None:
            warning(piece, radius * 0.78, -radius * 0.78, radius * 0.52, theme)


# --- figures -------------------------------------------------------------------------------------------------------


def _small_middle(root: Element, plan: Layout, theme: Theme) -> None:
    x, y = plan.small_centre
    write(root, (x, y - 2), "Daily", 14, theme.faint)
    write(root, (x, y + 14), "Scrum", 14, theme.faint)


def _middle(root: Element, state: State, theme: Theme) -> None:
    """Draw what matters most, in the middle of the big circle."""
    x, y = CENTRE
    write(root, (x, y + 6), str(state.hours), 50, theme.ink, bold=True)
    write(root, (x, y + 25), "hour left" if state.hours == 1 else "hours left", 15, theme.faint)
    cube = group(root, x - 22, y + 43, scale=0.8)
    die(cube, theme.ink, theme.paper)
    write(root, (x - 6, y + 49.5), f"× {state.dice}", 18, theme.ink, anchor="start", bold=True)
    if isinstance(state.phase, Over):
        tint = theme.tint(GREEN if state.phase.won else ORANGE)
        write(root, (x, y - 38), "Sprint won!" if state.phase.won else "Sprint lost", 20, tint.line, bold=True)
    elif type(state.phase) in _NOTES:
        write(root, (x, y - 38), _NOTES[type(state.phase)], 15, theme.accent, bold=True)


def _days(root: Element, state: State, theme: Theme) -> None:
    """Draw a box for each day; a day that is over shows the hours left at its end."""
    left, top, width, height = _DAYS_BOX
    today = f"Day {min(state.day + 1, state.days)} of {state.days}"
    write(root, (left + width, top - 12), today, 20, theme.ink, anchor="end", bold=True)
    across = -(-state.days // 2)
    for day in range(state.days):
        corner = (left + day % across * width / across, top + day // across * height / 2)
        _day(group(root, *corner), state, day, (width / across, height / 2), theme)


def _day(box: Element, state: State, day: int, size: Point, theme: Theme) -> None:
    wide, high = size
    tint = theme.tint(BLUE)
    over, today = day < state.day, day == state.day
    edge = theme.accent if today else tint.line if over else theme.line
    fill = tint.fill if over else theme.panel
    add(
        box, "rect", x=2, y=2, width=wide - 4, height=high - 4, rx=5, fill=fill, stroke=edge,
        stroke_width=3 if today else 1.5,
    )  # fmt: skip
    middle = (wide / 2, high / 2 + 5)
    if over and wide > 34:
        write(box, middle, str(state.burndown[day]), 14, tint.line, bold=True)
    elif over:
        moon(group(box, wide / 2, high / 2, scale=min(0.7, wide / 34)), tint.line)
    elif wide > 18:
        write(box, middle, str(day + 1), 14, theme.ink if today else theme.faint, bold=today)
