"""Placing the pieces: beside their space rather than on it, and never on top of each other."""

from collections.abc import Mapping, Sequence
from itertools import combinations
from math import atan2, cos, hypot, sin

from games.graphics.svg import Point
from games.sprint.geometry import Box
from games.sprint.layout import Layout, Placement, unit

_EDGE = 3.0
_LARGE = 14.0  # radius
_LARGE_PIECES, _SMALL_PIECES = 2, 4  # that fit into a small circle
_ROUNDS = 90
_STILL = 0.1


def stand(layout: Layout, spaces: Mapping[int, str], radius: float) -> dict[int, Point]:
    """A point for each seat, given its space: pieces queue inwards from their space, then make room for each other."""
    geometry, beside = layout.geometry, _spilt(layout, spaces, radius)
    queued: dict[int, Point] = dict(beside)
    for space in dict.fromkeys(spaces.values()):
        seats = [seat for seat, on in spaces.items() if on == space and seat not in beside]
        queued.update(zip(seats, _waiting(layout, space, len(seats), radius), strict=True))
    walls = [(place.at, place.radius + 2) for place in layout.places.values()] + [(geometry.centre, geometry.middle)]
    labels = layout.labels(set(spaces.values())).values()
    walls += [((left + wide / 2, top + high / 2), (wide + high) / 4) for left, top, wide, high in labels]
    return _settled(queued, walls, geometry.board, radius)


def _spilt(layout: Layout, spaces: Mapping[int, str], radius: float) -> dict[int, Point]:
    """Points beside the small circle for the pieces that don't fit into it."""
    if layout.geometry.spill is None:
        return {}
    left, top, width, _ = layout.geometry.spill
    fitting = _LARGE_PIECES if radius > _LARGE else _SMALL_PIECES
    extra = [seat for seat, space in spaces.items() if space in layout.circle[1:]][fitting:]
    pitch = 2 * radius + 1
    across = int(width / pitch)
    return {
        seat: (left + pitch * (index % across + 0.5), top + pitch * (index // across + 0.5))
        for index, seat in enumerate(extra)
    }


def _settled(
    queued: Mapping[int, Point], walls: Sequence[tuple[Point, float]], board: Box, radius: float
) -> dict[int, Point]:
    points, twist = dict(queued), 0.0
    for _ in range(_ROUNDS):
        before = dict(points)
        _make_room(points, radius, twist)
        for seat, point in points.items():
            off = _pushed_off(_pushed_off(point, walls, radius), walls, radius)
            points[seat] = _inside(off, board, radius + _EDGE)
        if all(_distance(point, before[seat]) < _STILL for seat, point in points.items()):
            apart = min((_distance(a, b) for a, b in combinations(points.values(), 2)), default=2 * radius)
            if apart > (1.5 if twist else 1.95) * radius:
                break
            twist += 0.4
    return points


def _inside(point: Point, board: Box, margin: float) -> Point:
    left, top, width, height = board
    x, y = point
    return min(max(x, left + margin), left + width - margin), min(max(y, top + margin), top + height - margin)


def _distance(one: Point, other: Point) -> float:
    return hypot(one[0] - other[0], one[1] - other[1])


def _waiting(layout: Layout, space: str, count: int, radius: float) -> list[Point]:
    """Points inwards from a space, as many abreast as they must be to stay on the board and out of the middle."""
    place, geometry = layout.places[space], layout.geometry
    pitch = 2 * radius + 1
    if space in layout.ring and geometry.radius - place.radius - geometry.middle < 2 * pitch:
        return _along(layout, place, count, radius)
    abreast = 1 if count == 1 else 2 if count <= 4 else 3 if count <= 6 else 4
    if space in layout.planning:
        rows = int((geometry.board[1] + geometry.board[3] - place.y - place.radius - _EDGE) / pitch)
        abreast = max(abreast, -(-count // max(1, rows)))
    return _queue(place, count, radius, abreast)


def _along(layout: Layout, place: Placement, count: int, radius: float) -> list[Point]:
    """Points in one row along the inside of the big circle."""
    (x, y), circle = layout.circles[0]
    away = circle - place.radius - radius - 4
    step = (2 * radius + 1) / away
    first = atan2(-place.inward[1], -place.inward[0]) - step * (count - 1) / 2
    return [(x + away * cos(first + step * index), y + away * sin(first + step * index)) for index in range(count)]


def _queue(place: Placement, count: int, radius: float, abreast: int) -> list[Point]:
    """Points in rows leading inwards."""
    pitch = 2 * radius + 1
    along, across = place.inward, (-place.inward[1], place.inward[0])
    points = []
    for index in range(count):
        row, column = divmod(index, abreast)
        in_row = min(abreast, count - row * abreast)
        deep = place.radius + radius + 4 + row * pitch
        aside = (column - (in_row - 1) / 2) * pitch
        points.append((place.x + along[0] * deep + across[0] * aside, place.y + along[1] * deep + across[1] * aside))
    past = max([0, *(_EDGE + radius - x for x, _ in points)])
    return [(x + past, y) for x, y in points]


def _make_room(points: dict[int, Point], radius: float, twist: float) -> None:
    """Push pieces apart that touch; with a twist, they get round each other where an edge is in the way."""
    for one, other in combinations(points, 2):
        a, b = points[one], points[other]
        missing = 2 * radius + 1 - hypot(a[0] - b[0], a[1] - b[1])
        if missing > 0:
            across, down = unit(a, b) if a != b else (1.0, 0.0)
            push = ((across - twist * down) * missing / 2, (down + twist * across) * missing / 2)
            points[one] = (a[0] - push[0], a[1] - push[1])
            points[other] = (b[0] + push[0], b[1] + push[1])


def _pushed_off(point: Point, walls: Sequence[tuple[Point, float]], radius: float) -> Point:
    """The point, moved off every space or text that it covers."""
    for centre, size in walls:
        missing = size + radius + 1 - hypot(point[0] - centre[0], point[1] - centre[1])
        if missing > 0:
            push = unit(centre, point)
            point = (point[0] + push[0] * missing, point[1] + push[1] * missing)
    return point
