"""The board itself: paths, spaces, the two boxes and the pieces."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import pairwise
from math import atan2, degrees, hypot, pi, sin

from games.graphics.fitting import first_fitting, fitting_size
from games.graphics.svg import (
    Element,
    Point,
    add,
    group,
    initials,
    number,
    path,
    piece,
    reuse,
    spot,
    token,
    warning,
    width_of,
    write,
)
from games.graphics.theme import BLUE, GREEN, GREY, ORANGE, PURPLE, SKY, VERMILION, YELLOW, Shape, Theme
from games.language import n, t
from games.sprint.board import REVIEW, START, Board, Landing, Space
from games.sprint.model import Over, Planning, Reflecting, State
from games.sprint.pictures.layout import GEOMETRIES, Box, Layout, label_box, layout
from games.sprint.release import GOAL, Release
from games.sprint.words.terms import SHORT_NAMES, UP, space_hint

# --- icons -----------------------------------------------------------------------------------------------------------

_COLOURS = {
    "hours": GREY,
    "die": ORANGE,
    "day": BLUE,
    "impediment": VERMILION,
    "opportunity": YELLOW,
    "tool": SKY,
    "report": GREEN,
}


def _colour(space: Space) -> str:
    return PURPLE if space.kind == "report" and space.amount < 0 else _COLOURS.get(space.kind, GREY)


_ICON = 38.0  # the width of the words on one


def icon(parent: Element, space: Space, ink: str, fill: str, *, least: float = 0) -> None:
    """Draw the icon of what a space does; `least` is the smallest font size."""
    match space.kind:
        case "impediment":
            path(parent, "M0 -9.5L10.5 8.5H-10.5Z", ink, 2.6)
            path(parent, "M0 -3V2.5M0 5.4V5.6", ink, 2.8)
        case "opportunity":
            path(parent, "M-3.4 4.6C-3.4 1.8 -7 0.4 -7 -4A7 7 0 0 1 7 -4C7 0.4 3.4 1.8 3.4 4.6Z", ink, 2.4)
            path(parent, "M-3 8.2H3M-1.4 11.4H1.4", ink, 2.4)
        case "tool":
            path(parent, "M9.6 -4.4A5.4 5.4 0 1 1 4.4 -9.6", ink, 4)
            path(parent, "M0.6 -0.6L-8 8", ink, 5)
        case "day":
            _moon(parent, ink)
        case "die":
            die(parent, ink, fill)
        case "hours":
            write(parent, (0, 7), f"{space.amount:+d}".replace("-", "−"), max(22, least), ink, bold=True)
        case "report" if space.amount < 0:
            size = max(14.5, least)
            size = fitting_size(str(UP), _ICON, size, bold=True, least=size * 0.6)
            write(parent, (0, 1.2), str(UP), size, ink, bold=True)
            path(parent, "M-6.5 10.6L0 4.6L6.5 10.6", ink, 3)
        case "report":
            write(parent, (0, 1.6), f"×{space.amount}", max(17, least), ink, bold=True)
            path(parent, "M-6.5 5.4L0 11.4L6.5 5.4", ink, 3)


def _moon(parent: Element, ink: str) -> None:
    path(parent, "M2.4 -9.6A9.8 9.8 0 1 0 9.6 4.6A8.4 8.4 0 0 1 2.4 -9.6Z", ink, 1.2, ink)
    path(parent, "M8.6 -8.2V-4.2M6.6 -6.2H10.6", ink, 1.8)


_PIPS = {
    1: ((0, 0),),
    2: ((-4, -4), (4, 4)),
    3: ((-4.5, -4.5), (0, 0), (4.5, 4.5)),
    4: ((-4, -4), (4, -4), (-4, 4), (4, 4)),
    5: ((-4, -4), (4, -4), (0, 0), (-4, 4), (4, 4)),
}


def die(parent: Element, ink: str, fill: str, face: int = 5) -> None:
    """A die; its sixth side is the scrum, a ring with an arrow head in swapped colours."""
    pips = _PIPS.get(face, ())
    back, front = (fill, ink) if pips else (ink, fill)
    add(parent, "rect", x=-9, y=-9, width=18, height=18, rx=4, fill=back, stroke=ink, stroke_width=2.4)
    for x, y in pips:
        add(parent, "circle", cx=x, cy=y, r=1.9, fill=front)
    if not pips:
        path(parent, "M4.8 1.6A5 5 0 1 1 3.2 -3.9", front, 2.2)
        path(parent, "M3.9 -7.2V-3.2H-0.1", front, 2.2)


def _flag(parent: Element, ink: str) -> None:
    path(parent, "M-6 10V-10M-6 -9C-2 -11.5 2 -6.5 8 -9V1C2 3.5 -2 -1.5 -6 1", ink, 2.4)


def medal(parent: Element, ink: str) -> None:
    """A tick on a star-shaped badge."""
    points = ((2 * pi * ray / 20, 10.5 if ray % 2 else 8.6) for ray in range(20))
    shape = "L".join(f"{size * sin(angle):.1f} {-size * sin(angle + pi / 2):.1f}" for angle, size in points)
    path(parent, f"M{shape}Z", ink, 2)
    path(parent, "M-4 0.4L-1 3.4L4.4 -3", ink, 2.6)


Circle = tuple[float, float, float]  # x, y and radius

_TITLE = 26.0  # height of a box's title
_PILL = 17.0  # font size of the spaces to choose from
_CORNERS = ((0.84, -0.84), (-0.84, -0.84), (0.84, 0.84), (-0.84, 0.84))  # of a piece of radius 1
_FULL_SIZE = 23.5  # radius of a space whose icon is drawn in its own size

# --- paths -----------------------------------------------------------------------------------------------------------


def roads(root: Element, board: Board, theme: Theme) -> None:
    ways = tuple((space.id, way) for space in board.spaces.values() for way in space.next)
    reuse(root, _roads, board.key, ways, theme)


def _roads(root: Element, key: str, ways: Sequence[tuple[str, str]], theme: Theme) -> None:
    plan = layout(key, theme.shape)
    wide = plan.geometry.road
    for (x, y), radius in plan.circles:
        add(root, "circle", cx=x, cy=y, r=radius, fill="none", stroke=theme.road, stroke_width=wide)
    for one, other in ways:
        if one in {START, *plan.planning} or other == REVIEW:
            path(root, plan.way(one, other), theme.road, wide)


def chevrons(root: Element, board: Board, trace: Sequence[str], theme: Theme) -> None:
    moved = set(pairwise(trace))
    for space in board.spaces.values():
        for way in space.next:
            ink = theme.paper if (space.id, way) in moved else theme.faint
            reuse(root, _chevron, board.key, theme.shape, (space.id, way), ink)


def _chevron(root: Element, key: str, shape: Shape, way: tuple[str, str], ink: str) -> None:
    """Draw the direction of travel where there is room for it."""
    plan, (one, other) = layout(key, shape), way
    start, end = plan.places[one], plan.places[other]
    gap = ((start.x - end.x) ** 2 + (start.y - end.y) ** 2) ** 0.5 - start.radius - end.radius
    if gap > 9.5:
        middle, ahead = plan.middle(one, other)
        shift = (start.radius - end.radius) / 2
        at = (middle[0] + ahead[0] * shift, middle[1] + ahead[1] * shift)
        turned = group(root, *at)
        angle = number(degrees(atan2(ahead[1], ahead[0])))
        turned.set("transform", f"{turned.get('transform', '')} rotate({angle})")  # not prose
        path(turned, "M-3.2 -3.4L2 0L-3.2 3.4", ink, 2)


def last_move(root: Element, board: Board, plan: Layout, trace: Sequence[str], theme: Theme) -> None:
    """Draw the path of the last move; if a card sent the piece on, that jump is dashed."""
    for one, other in pairwise(trace):
        line = path(root, plan.way(one, other), theme.accent, plan.geometry.road * 0.7)
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


# --- spaces ----------------------------------------------------------------------------------------------------------


def spaces(root: Element, board: Board, shown: Sequence[Space], labels: Mapping[str, Box], theme: Theme) -> None:
    for space in shown:
        if space.id not in {START, REVIEW}:
            reuse(root, _space, space, board.key, labels.get(space.id), theme)


def _space(root: Element, space: Space, key: str, label: Box | None, theme: Theme) -> None:
    here = spot(group(root, title=space_hint(space)), space.id)
    _tile(here, space, layout(key, theme.shape), theme)
    if label is not None:
        _label(here, space.id, label, theme)


def _tile(root: Element, space: Space, plan: Layout, theme: Theme) -> None:
    place, least = plan.places[space.id], plan.geometry.least
    tint = theme.tint(_colour(space))
    tile = group(root, place.x, place.y)
    add(tile, "circle", r=place.radius, fill=tint.fill, stroke=tint.line, stroke_width=3 if place.large else 2)
    scale = (0.64 if place.large else 0.72 if place.inside else 1) * place.radius / _FULL_SIZE
    mark = group(tile, 0, -place.radius * 0.22 if place.inside else 0, scale=scale)
    icon(mark, space, tint.line, tint.fill, least=least / scale)
    if place.inside:
        write(tile, (0, place.radius * 0.76), space.id, max(13, least), tint.line, bold=place.large)


def _label(root: Element, space: str, box: Box, theme: Theme) -> None:
    left, top, wide, size = box
    write(root, (left + wide / 2, top + size * 0.86), space, size, theme.faint, halo=theme.paper)


def ways(root: Element, plan: Layout, start: str, landings: Iterable[Landing], theme: Theme) -> None:
    """Draw the paths to the spaces that a roll can reach."""
    steps = {step for landing in landings for step in pairwise((start, *landing.path))}
    for one, other in sorted(steps):
        path(root, plan.way(one, other), theme.accent, 4).set("stroke-dasharray", "1 8")


def choices(root: Element, plan: Layout, reachable: Collection[str], theme: Theme) -> None:
    """Mark the spaces that a roll can reach, above everything else."""
    for space in reachable:
        if space != REVIEW:
            place = plan.places[space]
            marked = spot(group(root), space)
            add(
                marked, "circle", cx=place.x, cy=place.y, r=place.radius + 3, fill="none", stroke=theme.accent,
                stroke_width=5,
            )  # fmt: skip
            _pill(marked, space, plan, theme)


def _pill(root: Element, space: str, plan: Layout, theme: Theme) -> None:
    place, board = plan.places[space], plan.geometry.board
    way = place.label or (-place.inward[0], -place.inward[1])
    left, top, _, _ = label_box(space, place, way, _PILL, gap=6)
    wide, high = width_of(space, _PILL, bold=True) + 12, 22.0
    left = min(max(left - 6, board[0] + 1), board[0] + board[2] - wide - 1)
    top = max(top - 3, board[1] + 1)
    add(root, "rect", x=left, y=top, width=wide, height=high, rx=11, fill=theme.accent)
    write(root, (left + wide / 2, top + 17), space, _PILL, theme.paper, bold=True)


def boxes(root: Element, plan: Layout, standing: Mapping[str, int], reachable: Collection[str], theme: Theme) -> None:
    """Draw Start and Sprint Review; a title gives way if the pieces need its room."""
    start, review = plan.geometry.start, plan.geometry.review
    _box(root, start, START, theme, titled=_has_title(plan, start, standing.get(START, 0)))
    end = spot(group(root), REVIEW)
    if REVIEW in reachable:
        left, top, wide, high = review
        add(
            end, "rect", x=left - 4, y=top - 4, width=wide + 8, height=high + 8, rx=14, fill="none",
            stroke=theme.accent, stroke_width=5,
        )  # fmt: skip
    _box(end, review, REVIEW, theme, titled=_has_title(plan, review, standing.get(REVIEW, 0)))


def _box(root: Element, box: Box, space: str, theme: Theme, *, titled: bool) -> None:
    left, top, width, height = box
    tint = theme.tint(GREEN if space == REVIEW else ORANGE)
    add(
        root, "rect", x=left, y=top, width=width, height=height, rx=11, fill=tint.fill, stroke=tint.line, stroke_width=2
    )
    if titled:
        names = [t("Sprint Review"), str(SHORT_NAMES[REVIEW])] if space == REVIEW else [str(SHORT_NAMES[space])]
        words = first_fitting(names, width - 34, 16, bold=True)
        mark = group(root, left + 17, top + 16, scale=0.75)
        (medal if space == REVIEW else _flag)(mark, tint.line)
        write(root, (left + 30, top + 21), words, 16, tint.line, anchor="start", bold=True)


def _has_title(plan: Layout, box: Box, count: int) -> bool:
    """True if the pieces would fit below a title."""
    fitting = _arranged(box, range(count), plan.geometry.small_piece, top=_TITLE)
    return all(radius > 0.97 * plan.geometry.small_piece for _, _, radius in fitting.values())


# --- pieces ----------------------------------------------------------------------------------------------------------


def boxed(plan: Layout, box: Box, seats: Sequence[int], radius: float) -> dict[int, Circle]:
    """The place and size of each piece in a box."""
    return _arranged(box, seats, radius, top=_TITLE if _has_title(plan, box, len(seats)) else 4)


def _arranged(box: Box, seats: Sequence[int], radius: float, top: float) -> dict[int, Circle]:
    """Arrange pieces in a box below `top`, in the number of rows that makes them largest: x, y and radius."""
    if not seats:
        return {}
    left, room = box[0], (box[2] - 8, box[3] - top - 4)
    sizes = {rows: min(radius, room[0] / -(-len(seats) // rows) / 2, room[1] / rows / 2) for rows in (1, 2, 3)}
    # prefer an extra row to pieces that touch
    rows = max(count for count, size in sizes.items() if size > 0.97 * max(sizes.values()) and count <= len(seats))
    across, size = -(-len(seats) // rows), sizes[rows]
    pitch = (min(2 * size + 7, room[0] / across), min(2 * size + 5, room[1] / rows))
    return {
        seat: (
            left + box[2] / 2 + (index % across - (across - 1) / 2) * pitch[0],
            box[1] + top + room[1] / 2 + (index // across - (rows - 1) / 2) * pitch[1],
            size,
        )
        for index, seat in enumerate(seats)
    }


def leaders(root: Element, plan: Layout, on: Mapping[int, str], points: Mapping[int, Point], theme: Theme) -> None:
    """Draw a line from each piece to its space, for pieces that had to make room."""
    for seat, space in on.items():
        place, point = plan.places[space], points[seat]
        shape = f"M{number(place.x)} {number(place.y)}L{number(point[0])} {number(point[1])}"
        path(root, shape, theme.faint, 1.5)


def pieces(root: Element, state: State, names: Sequence[str], circles: Mapping[int, Circle], theme: Theme) -> None:
    marks = initials(names, theme)
    nobody, least = isinstance(state.phase, Planning | Reflecting | Over), GEOMETRIES[theme.shape].least
    for seat, player in enumerate(state.players):
        x, y, radius = circles[seat]
        here = piece(spot(group(root, x, y, title=names[seat]), f"seat:{seat}"), f"seat:{seat}")
        turn = seat == state.turn and not nobody
        token(here, seat, marks[seat], radius - 1.5, theme, turn=turn, least=least)
        if player.impediment is not None:
            corner = free_corner(circles[seat], list(circles.values()), GEOMETRIES[theme.shape].board)
            warning(here, corner[0] * radius, corner[1] * radius, radius * 0.52, theme)


def free_corner(own: Circle, pieces: Sequence[Circle], board: Box) -> Point:
    """The corner of a piece for a mark: on the board, and far from the other pieces; upper right if it can choose."""
    x, y, radius = own
    others = [place for place in pieces if place != own]

    def room(corner: Point) -> float:
        mark = x + corner[0] * radius, y + corner[1] * radius
        edges = (mark[0] - board[0], mark[1] - board[1], board[0] + board[2] - mark[0])
        return min(3 * radius, *(hypot(mark[0] - other[0], mark[1] - other[1]) for other in others), *edges)

    return max(_CORNERS, key=room)


# --- status ----------------------------------------------------------------------------------------------------------

_HOURS, _UNIT, _TEXT = 52.0, 16.0, 15.5  # font sizes
_HEAD = 30.0  # height of the line above the days
_DIE = 15.0  # from the middle of a die to what is left of it
_MIN_BOX = 26.0  # width of a day's box; narrower ones become a bar


def hours(at: Element, room: float, state: State, theme: Theme) -> None:
    """Draw the hours left, around the middle of their top edge."""
    piece(at, "hours")
    words = _halves(n("hour left", "hours left", state.hours))
    beside = max(width_of(row, _UNIT) for row in words)
    figure = str(state.hours)
    size = fitting_size(figure, room - 8 - beside, _HOURS, bold=True)
    wide = width_of(figure, size, bold=True)
    left = -(wide + 8 + beside) / 2
    write(at, (left, 40), figure, size, theme.ink, anchor="start", bold=True)
    for row, word in enumerate(words):
        write(at, (left + wide + 8, 20 + 19 * row), word, _UNIT, theme.faint, anchor="start")


def _halves(text: str) -> list[str]:
    """The text in two lines that are as short as possible."""
    words = text.split(" ")
    ways = [[" ".join(words[:count]), " ".join(words[count:])] for count in range(1, len(words))]
    return min(ways, key=lambda rows: max(width_of(row, _UNIT) for row in rows), default=[text])


def days(root: Element, box: Box, state: State, theme: Theme) -> None:
    """The day and the number of progress dice, above a box for each day; below it, how far a release is."""
    note = _how_far(state.release, box[2] - 4) if state.release else ""
    reuse(root, _days, box, (state.day, state.days, state.dice, note), tuple(state.burndown), theme)


def _how_far(release: Release, room: float) -> str:
    figures = {"sprint": release.sprint, "delivered": release.delivered, "goal": GOAL}
    long = t("Sprint {sprint}: {delivered} of {goal} h", **figures)
    short = t("Sprint {sprint}: {delivered}/{goal} h", **figures)
    return first_fitting([long, short], room, _TEXT)


def _days(root: Element, box: Box, figures: tuple[int, int, int, str], burndown: tuple[int, ...], theme: Theme) -> None:
    left, top, wide, high = box
    at, (now, days, dice, note) = group(root, left, top), figures
    count, today = f"× {dice}", min(now + 1, days)
    die_at = wide - 15 - width_of(count, 17.5, bold=True)
    words = [t("Day {day} of {days}", day=today, days=days), t("Day {day}/{days}", day=today, days=days)]
    size = fitting_size(words[0], die_at - _DIE, 17.5, bold=True)
    shown = first_fitting(words, die_at - _DIE, size, bold=True)
    write(at, (2, 20), shown, size, theme.ink, anchor="start", bold=True)
    write(at, (wide - 2, 20), count, 17.5, theme.ink, anchor="end", bold=True)
    die(group(at, die_at, 13.5), theme.ink, theme.paper)
    across, rows = -(-days // 2), 2
    if note or wide / across < _MIN_BOX:
        across, rows = days, 1
    cell = (wide / across, min((high - _HEAD) / (2 if note else rows), 31))
    if note:
        write(at, (2, high - 6), note, _TEXT, theme.faint, anchor="start")
    for day in range(days):
        figure = str(burndown[day] if day < now else day + 1)
        place = group(at, day % across * cell[0], _HEAD + day // across * cell[1])
        reuse(place, _day, figure, day - now, cell, theme)


def _day(box: Element, words: str, ahead: int, size: Point, theme: Theme) -> None:
    """Draw a day; one that is over shows the hours left at its end."""
    wide, high = size
    tint, gap = theme.tint(BLUE), min(1.5, wide / 8)
    over, today = ahead < 0, ahead == 0
    edge = theme.accent if today else tint.line if over else theme.line
    fill = tint.fill if over else theme.panel
    add(
        box, "rect", x=gap, y=1.5, width=wide - 2 * gap, height=high - 3, rx=min(5, wide / 4), fill=fill, stroke=edge,
        stroke_width=3 if today else 1.5,
    )  # fmt: skip
    if wide < _MIN_BOX:
        return
    ink = tint.line if over else theme.ink if today else theme.faint
    if width_of(words, _TEXT, bold=True) < wide - 4:
        write(box, (wide / 2, high / 2 + 5.5), words, _TEXT, ink, bold=over or today)
