"""The board itself: paths, spaces, the two boxes and the pieces."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import pairwise
from math import atan2, degrees, hypot

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
from games.graphics.theme import GREEN, ORANGE, Shape, Theme
from games.sprint.board import REVIEW, START, Board, Landing, Space, load_board
from games.sprint.geometry import GEOMETRIES, Box
from games.sprint.icons import colour, flag, icon, medal
from games.sprint.layout import Layout, label_box, layout
from games.sprint.model import Over, State
from games.sprint.narration import space_hint

Circle = tuple[float, float, float]  # x, y and radius

_TITLE = 26.0  # height of a box's title
_PILL = 17.0  # font size of the spaces to choose from
_CORNERS = ((0.84, -0.84), (-0.84, -0.84), (0.84, 0.84), (-0.84, 0.84))  # of a piece of radius 1
_FULL_SIZE = 23.5  # radius of a space whose icon is drawn in its own size

# --- paths ---------------------------------------------------------------------------------------------------------


def roads(root: Element, board: Board, theme: Theme) -> None:
    reuse(root, _roads, board.key, theme)


def _roads(root: Element, key: str, theme: Theme) -> None:
    board, plan = load_board(key), layout(key, theme.shape)
    wide = plan.geometry.road
    for (x, y), radius in plan.circles:
        add(root, "circle", cx=x, cy=y, r=radius, fill="none", stroke=theme.road, stroke_width=wide)
    ways = [(space.id, way) for space in board.spaces.values() for way in space.next]
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
        turned.set("transform", f"{turned.get('transform', '')} rotate({number(degrees(atan2(ahead[1], ahead[0])))})")
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


# --- spaces --------------------------------------------------------------------------------------------------------


def spaces(root: Element, board: Board, labels: Mapping[str, Box], theme: Theme) -> None:
    for space in board.spaces.values():
        if space.id not in {START, REVIEW}:
            reuse(root, _space, space, board.key, labels.get(space.id), theme)


def _space(root: Element, space: Space, key: str, label: Box | None, theme: Theme) -> None:
    here = spot(group(root, title=space_hint(space)), space.id)
    _tile(here, space, layout(key, theme.shape), theme)
    if label is not None:
        _label(here, space.id, label, theme)


def _tile(root: Element, space: Space, plan: Layout, theme: Theme) -> None:
    place, least = plan.places[space.id], plan.geometry.least
    tint = theme.tint(colour(space))
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
    """Start and Sprint Review; a title gives way if so many stand there that they need its room."""
    start, review = plan.geometry.start, plan.geometry.review
    _box(root, start, "Start", theme, titled=_has_title(plan, start, standing.get(START, 0)))
    end = spot(group(root), REVIEW)
    if REVIEW in reachable:
        left, top, wide, high = review
        add(
            end, "rect", x=left - 4, y=top - 4, width=wide + 8, height=high + 8, rx=14, fill="none",
            stroke=theme.accent, stroke_width=5,
        )  # fmt: skip
    _box(end, review, "Sprint Review", theme, titled=_has_title(plan, review, standing.get(REVIEW, 0)))


def _box(root: Element, box: Box, title: str, theme: Theme, *, titled: bool) -> None:
    left, top, width, height = box
    tint = theme.tint(GREEN if title == "Sprint Review" else ORANGE)
    add(
        root, "rect", x=left, y=top, width=width, height=height, rx=11, fill=tint.fill, stroke=tint.line, stroke_width=2
    )
    if titled:
        words = title if width_of(title, 16, bold=True) < width - 34 else title.rsplit(maxsplit=1)[-1]
        mark = group(root, left + 17, top + 16, scale=0.75)
        (medal if title == "Sprint Review" else flag)(mark, tint.line)
        write(root, (left + 30, top + 21), words, 16, tint.line, anchor="start", bold=True)


def _has_title(plan: Layout, box: Box, count: int) -> bool:
    """Whether the pieces would fit below a title."""
    fitting = arranged(box, range(count), plan.geometry.small_piece, top=_TITLE)
    return all(radius > 0.97 * plan.geometry.small_piece for _, _, radius in fitting.values())


# --- pieces --------------------------------------------------------------------------------------------------------


def boxed(plan: Layout, box: Box, seats: Sequence[int], radius: float) -> dict[int, Circle]:
    """Where the pieces in a box are, and how large."""
    return arranged(box, seats, radius, top=_TITLE if _has_title(plan, box, len(seats)) else 4)


def arranged(box: Box, seats: Sequence[int], radius: float, top: float) -> dict[int, Circle]:
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
    over, least = isinstance(state.phase, Over), GEOMETRIES[theme.shape].least
    for seat, player in enumerate(state.players):
        x, y, radius = circles[seat]
        here = piece(spot(group(root, x, y, title=names[seat]), f"seat:{seat}"), f"seat:{seat}")
        turn = seat == state.turn and not over
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
