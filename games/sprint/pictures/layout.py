"""The places of a board's spaces in the picture, computed from the paths between them.

The big circle runs counter-clockwise, with the large End of Day at the bottom and the Daily Scrum at the upper left,
where the small circle is attached and runs clockwise. Planning leads in along the bottom; Sprint Review is at the
bottom right. `GEOMETRIES` has the sizes for each shape of the picture.
"""

from collections.abc import Collection, Mapping, Sequence
from functools import cache
from itertools import combinations, pairwise
from math import atan2, cos, hypot, radians, sin

from games.graphics.svg import LANDSCAPE, MIN_TEXT, PHONE, Point, number, width_of
from games.graphics.theme import Shape
from games.sprint.board import REVIEW, START, Board, load_board
from games.values import replace, value

# --- geometry --------------------------------------------------------------------------------------------------------

Box = tuple[float, float, float, float]  # left, top, width, height


@value
class _Geometry:
    size: Point  # of the picture
    centre: Point  # of the big circle
    radius: float
    small_radius: float
    daily_angle: float  # of the Daily Scrum, from the bottom, counter-clockwise
    planning: tuple[float, float, float]  # from and to across, and down
    start: Box
    review: Box
    space: float  # the largest radius of a space, except for the large ones
    planning_space: float
    large: float
    label: float  # font size
    least: float  # the smallest font size
    middle: float  # the radius that pieces leave free in the middle of the big circle
    spill: Box  # for pieces that don't fit into the small circle
    board: Box  # where pieces and labels may be
    hours: Box
    days: Box | None  # None: elsewhere, as the players
    players: Box | None
    piece: float  # the radius of a piece when there are few, and when there are many
    small_piece: float

    @property
    def road(self) -> float:
        return self.space * 0.52


_CHAT = _Geometry(
    size=(LANDSCAPE[0], 420.0),
    centre=(247, 188),
    radius=124.0,
    small_radius=54.0,
    daily_angle=238.0,
    planning=(25.0, 197.0, 346.0),
    start=(6.0, 230.0, 92.0, 92.0),
    review=(296.0, 330.0, 118.0, 84.0),
    space=20.0,
    planning_space=17.0,
    large=26.0,
    label=MIN_TEXT,
    least=MIN_TEXT,
    middle=63.0,
    spill=(4.0, 170.0, 104.0, 56.0),
    board=(0, 0, 417.0, 420.0),
    hours=(422.0, 8.0, 172.0, 44.0),
    days=(422.0, 56.0, 172.0, 86.0),
    players=(422.0, 150.0, 172.0, 264.0),
    piece=15.5,
    small_piece=12.5,
)
_DOWN = 20.0
# the board alone, below the hours: a page shows days and players itself
_ALONE = replace(
    _CHAT,
    size=(PHONE, 440.0),
    centre=(247, 188 + _DOWN),
    planning=(25.0, 197.0, 346.0 + _DOWN),
    start=(6.0, 230.0 + _DOWN, 92.0, 92.0),
    review=(296.0, 330.0 + _DOWN, 118.0, 84.0),
    spill=(4.0, 170.0 + _DOWN, 104.0, 56.0),
    board=(0, 0, 417.0, 440.0),
    hours=(250.0, 4.0, 168.0, 40.0),
    days=None,
    players=None,
)
GEOMETRIES: Mapping[Shape, _Geometry] = {"landscape": _CHAT, "wide": _ALONE, "portrait": _ALONE}

_BESIDE_DAILY = 1.7  # in steps: room for the large spaces and between the circles
_BESIDE_LARGE = 1.3
_FRAME = 6.5  # around the box of the review, if a piece can go there


@value
class _Placement:
    x: float
    y: float
    radius: float
    inward: Point  # the direction in which pieces stand; the label is on the opposite side
    large: bool = False
    inside: bool = False  # the label is inside the space, because there is no room beside it
    label: Point | None = None  # its direction, if it is outside and there is room

    @property
    def at(self) -> Point:
        return self.x, self.y


@value
class Layout:
    geometry: _Geometry
    places: Mapping[str, _Placement]
    planning: tuple[str, ...]
    ring: tuple[str, ...]  # the big circle, starting at the large End of Day
    circle: tuple[str, ...]  # the small circle, starting at the Daily Scrum
    small_centre: Point

    @property
    def circles(self) -> tuple[tuple[Point, float], tuple[Point, float]]:
        """Centre and radius of the big and the small circle."""
        return (self.geometry.centre, self.geometry.radius), (self.small_centre, self.geometry.small_radius)

    def labels(self, occupied: Collection[str]) -> dict[str, Box]:
        """The labels, outside of their spaces, of those that somebody is on."""
        found = {space: place for space, place in self.places.items() if space in occupied}
        return {
            space: label_box(space, place, place.label, self.geometry.label)
            for space, place in found.items()
            if place.label and space not in self.planning
        }

    def way(self, one: str, other: str) -> str:
        """The SVG path from one space to another; straight unless they are neighbours on a circle."""
        start, end = self.places[one].at, self.places[other].at
        for track, (_, radius), sweep in zip((self.ring, self.circle), self.circles, (0, 1), strict=True):
            if (one, other) in pairwise((*track, track[0])):
                return f"M{_point(start)}A{number(radius)} {number(radius)} 0 0 {sweep} {_point(end)}"
        return f"M{_point(start)}L{_point(end)}"

    def middle(self, one: str, other: str) -> tuple[Point, Point]:
        """The middle of the path between two spaces, and its direction there."""
        start, end = self.places[one].at, self.places[other].at
        middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
        for track, (centre, radius) in zip((self.ring, self.circle), self.circles, strict=True):
            if (one, other) in pairwise((*track, track[0])):
                out = _unit(centre, middle)
                middle = (centre[0] + out[0] * radius, centre[1] + out[1] * radius)
        return middle, _unit(start, end)


def _unit(one: Point, other: Point) -> Point:
    """The direction from one point to another."""
    across, down = other[0] - one[0], other[1] - one[1]
    length = hypot(across, down) or 1.0
    return across / length, down / length


def _point(point: Point) -> str:
    return f"{number(point[0])} {number(point[1])}"


@cache
def layout(key: str, shape: Shape) -> Layout:
    board, geometry = load_board(key), GEOMETRIES[shape]
    planning = _track(board, board.spaces[START].next[0], board.end_of_day)
    ring = _track(board, board.end_of_day, board.end_of_day)
    circle = (board.daily_scrum, *_track(board, board.circle, board.daily_scrum))
    places = _ring(geometry, ring, board.daily_scrum, {board.end_of_day, board.daily_scrum})
    daily, small = places[board.daily_scrum], geometry.small_radius
    small_centre = (daily.x - daily.inward[0] * small, daily.y - daily.inward[1] * small)
    outside = {**_boxes(geometry), **_planning(geometry, planning), **_circle(geometry, circle, small_centre)}
    plan = Layout(geometry, {**outside, **places}, planning, ring, circle, small_centre)
    return replace(plan, places=_labelled(plan))


def _track(board: Board, first: str, until: str) -> tuple[str, ...]:
    """The spaces from the first one up to `until`, taking the big circle at forks."""
    track, space = [first], first
    while True:
        ways = [way for way in board.spaces[space].next if way not in {REVIEW, board.circle}]
        space = ways[0]
        if space == until:
            return tuple(track)
        track.append(space)


def _ring(geometry: _Geometry, ring: Sequence[str], daily: str, large: set[str]) -> dict[str, _Placement]:
    """Spread the spaces evenly, before and after the Daily Scrum, with more room beside the large spaces."""
    turn = ring.index(daily)
    angles = [
        *_spread(0.0, geometry.daily_angle, [_BESIDE_LARGE, *[1.0] * (turn - 2), _BESIDE_DAILY]),
        *_spread(geometry.daily_angle, 360.0, [_BESIDE_DAILY, *[1.0] * (len(ring) - turn - 2), _BESIDE_LARGE]),
    ]
    radius = _radius(geometry.space, geometry.radius, angles)
    places = {
        space: _on_circle(geometry.centre, geometry.radius, angle, radius)
        for space, angle in zip(ring, angles, strict=True)
    }
    return places | {space: replace(places[space], radius=geometry.large, large=True, inside=True) for space in large}


def _circle(geometry: _Geometry, circle: Sequence[str], centre: Point) -> dict[str, _Placement]:
    """Place the spaces clockwise from the Daily Scrum, which is already placed on the big circle."""
    ends = [_BESIDE_DAILY, *[1.0] * (len(circle) - 2), _BESIDE_DAILY]
    angles = [geometry.daily_angle - 180 - angle for angle in _spread(0.0, 360.0, ends)]
    radius = _radius(geometry.space, geometry.small_radius, angles)
    return {
        space: _on_circle(centre, geometry.small_radius, angle, radius)
        for space, angle in zip(circle[1:], angles[1:], strict=True)
    }


def _spread(first: float, last: float, weights: Sequence[float]) -> list[float]:
    """Angles starting at the first, with gaps proportional to the weights; the last is not included."""
    share = (last - first) / sum(weights)
    return [first + share * sum(weights[:count]) for count in range(len(weights))]


def _radius(largest: float, circle: float, angles: Sequence[float]) -> float:
    """The radius of a space, small enough that neighbours don't touch."""
    nearest = min(abs(one - other) for one, other in pairwise(angles))
    return min(largest, 0.445 * radians(nearest) * circle)


def _on_circle(centre: Point, circle: float, angle: float, radius: float) -> _Placement:
    across, down = sin(radians(angle)), cos(radians(angle))
    return _Placement(centre[0] + circle * across, centre[1] + circle * down, radius, (-across, -down))


def _planning(geometry: _Geometry, planning: Sequence[str]) -> dict[str, _Placement]:
    left, right, y = geometry.planning
    step = (right - left) / max(1, len(planning) - 1)
    radius = min(geometry.planning_space, 0.445 * step)
    return {space: _Placement(left + step * index, y, radius, (0.0, 1.0)) for index, space in enumerate(planning)}


def _boxes(geometry: _Geometry) -> dict[str, _Placement]:
    """Start and Sprint Review are boxes with room for everybody; the paths lead to these points."""
    left, top, _, height = geometry.start
    start = _Placement(geometry.planning[0], top + height, 0, (0.0, -1.0))
    left, top, _, height = geometry.review
    return {START: start, REVIEW: _Placement(left, top + height / 3, 0, (1.0, 0.0))}


# --- labels ----------------------------------------------------------------------------------------------------------

# degrees from straight outward; the first free direction is used
_TURNS = (0, 12, -12, 24, -24, 36, -36, 48, -48, 60, -60, 72, -72, 84, -84, 96, -96, 108, -108)


def _labelled(plan: Layout) -> dict[str, _Placement]:
    """Put each label beside its space where it covers nothing else."""
    geometry = plan.geometry
    taken: list[Box] = [_around(geometry.start, 2.0), _around(geometry.review, _FRAME), geometry.hours]
    placed = dict(plan.places)
    for space, place in plan.places.items():
        if place.radius and not place.inside:
            others = [other for other in plan.places.values() if other is not place and other.radius]
            ways = [_turned((-place.inward[0], -place.inward[1]), turn) for turn in _TURNS]
            boxes = {way: label_box(space, place, way, geometry.label) for way in ways}
            free = (
                way for way, box in boxes.items()
                if _is_within(box, geometry.board) and _off_roads(box, plan) and _is_free(box, others, taken)
            )  # fmt: skip
            if way := next(free, None):
                placed[space] = replace(place, label=way)
                taken.append(boxes[way])
    return placed


def _around(box: Box, gap: float) -> Box:
    left, top, wide, high = box
    return left - gap, top - gap, wide + 2 * gap, high + 2 * gap


def label_box(space: str, place: _Placement, way: Point, size: float, gap: float = 4.0) -> Box:
    """The box of a label in one direction from its space."""
    wide, high = width_of(space, size), size
    away = place.radius + gap + (abs(way[0]) * wide + abs(way[1]) * high) / 2
    return place.x + way[0] * away - wide / 2, place.y + way[1] * away - high / 2, wide, high


def _is_within(box: Box, edge: Box) -> bool:
    return (
        edge[0] <= box[0]
        and edge[1] <= box[1]
        and box[0] + box[2] <= edge[0] + edge[2]
        and box[1] + box[3] <= edge[1] + edge[3]
    )


def _off_roads(box: Box, plan: Layout) -> bool:
    x, y = box[0] + box[2] / 2, box[1] + box[3] / 2
    beside = 7 + plan.geometry.road / 2
    return all(abs(hypot(x - at[0], y - at[1]) - radius) > beside for at, radius in plan.circles)


def _is_free(box: Box, others: Sequence[_Placement], taken: Sequence[Box]) -> bool:
    left, top, width, height = box
    clear = all(
        hypot(max(left - other.x, 0, other.x - left - width), max(top - other.y, 0, other.y - top - height))
        > other.radius + 1
        for other in others
    )
    return clear and not any(
        left < x + wide and x < left + width and top < y + high and y < top + height for x, y, wide, high in taken
    )


def _turned(way: Point, angle: float) -> Point:
    across, down = cos(radians(angle)), sin(radians(angle))
    return way[0] * across - way[1] * down, way[0] * down + way[1] * across


# --- crowd -----------------------------------------------------------------------------------------------------------

_EDGE = 3.0
_LARGE = 14.0  # radius
_LARGE_PIECES, _SMALL_PIECES = 2, 4  # how many fit into a small circle
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


def _along(layout: Layout, place: _Placement, count: int, radius: float) -> list[Point]:
    """Points in one row along the inside of the big circle."""
    (x, y), circle = layout.circles[0]
    away = circle - place.radius - radius - 4
    step = (2 * radius + 1) / away
    first = atan2(-place.inward[1], -place.inward[0]) - step * (count - 1) / 2
    return [(x + away * cos(first + step * index), y + away * sin(first + step * index)) for index in range(count)]


def _queue(place: _Placement, count: int, radius: float, abreast: int) -> list[Point]:
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
            across, down = _unit(a, b) if a != b else (1.0, 0.0)
            push = ((across - twist * down) * missing / 2, (down + twist * across) * missing / 2)
            points[one] = (a[0] - push[0], a[1] - push[1])
            points[other] = (b[0] + push[0], b[1] + push[1])


def _pushed_off(point: Point, walls: Sequence[tuple[Point, float]], radius: float) -> Point:
    """The point, moved off every space or text that it covers."""
    for centre, size in walls:
        missing = size + radius + 1 - hypot(point[0] - centre[0], point[1] - centre[1])
        if missing > 0:
            push = _unit(centre, point)
            point = (point[0] + push[0] * missing, point[1] + push[1] * missing)
    return point
