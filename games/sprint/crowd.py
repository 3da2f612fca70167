"""Placing the pieces: beside their space rather than on it, and never on top of each other."""

from collections.abc import Mapping, Sequence
from itertools import combinations
from math import hypot

from games.graphics.svg import WIDTH, Point
from games.sprint.layout import CENTRE, Layout, Placement, unit

MIDDLE = 62.0  # radius of the text in the middle of the big circle
SMALL_MIDDLE = 20.0
_ROUNDS = 60


def stand(layout: Layout, spaces: Mapping[int, str], radius: float) -> dict[int, Point]:
    """A point for each seat, given its space: pieces queue inwards from their space, then make room for each other."""
    queued: dict[int, Point] = {}
    for space in dict.fromkeys(spaces.values()):
        seats = [seat for seat, on in spaces.items() if on == space]
        queued.update(zip(seats, _queue(layout.places[space], len(seats), radius), strict=True))
    walls = [(place.at, place.radius + 2) for place in layout.places.values()] + [(CENTRE, MIDDLE)]
    points = _settled(queued, [*walls, (layout.small_centre, SMALL_MIDDLE)], radius)
    if _crowded(points, radius):  # too many in the small circle: let them cover its name rather than each other
        points = _settled(queued, walls, radius)
    return points


def _settled(queued: Mapping[int, Point], walls: Sequence[tuple[Point, float]], radius: float) -> dict[int, Point]:
    points = dict(queued)
    for _ in range(_ROUNDS):
        before = dict(points)
        _make_room(points, radius)
        for seat, point in points.items():
            x, y = _pushed_off(point, walls, radius)
            points[seat] = (min(max(x, radius + 3), WIDTH - radius - 3), y)
        if points == before:
            break
    return points


def _crowded(points: Mapping[int, Point], radius: float) -> bool:
    return any(hypot(a[0] - b[0], a[1] - b[1]) < 1.5 * radius for a, b in combinations(points.values(), 2))


def _queue(place: Placement, count: int, radius: float) -> list[Point]:
    """Points in rows leading inwards, up to two abreast for up to four pieces, more for larger crowds."""
    abreast = 1 if count == 1 else 2 if count <= 4 else 3 if count <= 6 else 4
    pitch = 2 * radius + 1
    along, across = place.inward, (-place.inward[1], place.inward[0])
    points = []
    for index in range(count):
        row, column = divmod(index, abreast)
        in_row = min(abreast, count - row * abreast)
        deep = place.radius + radius + 4 + row * pitch
        aside = (column - (in_row - 1) / 2) * pitch
        points.append((place.x + along[0] * deep + across[0] * aside, place.y + along[1] * deep + across[1] * aside))
    return points


def _make_room(points: dict[int, Point], radius: float) -> None:
    for one, other in combinations(points, 2):
        a, b = points[one], points[other]
        missing = 2 * radius + 1 - hypot(a[0] - b[0], a[1] - b[1])
        if missing > 0:
            push = unit(a, b) if a != b else (1.0, 0.0)
            points[one] = (a[0] - push[0] * missing / 2, a[1] - push[1] * missing / 2)
            points[other] = (b[0] + push[0] * missing / 2, b[1] + push[1] * missing / 2)


def _pushed_off(point: Point, walls: Sequence[tuple[Point, float]], radius: float) -> Point:
    """The point, moved off every space or text that it covers."""
    for centre, size in walls:
        missing = size + radius + 1 - hypot(point[0] - centre[0], point[1] - centre[1])
        if missing > 0:
            push = unit(centre, point)
            point = (point[0] + push[0] * missing, point[1] + push[1] * missing)
    return point
