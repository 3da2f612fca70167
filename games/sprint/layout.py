"""Where the spaces of a board are in the picture, computed from the paths between them.

The big circle runs counter-clockwise, with the large End of Day at the bottom and the Daily Scrum at the upper left,
where the small circle is attached and runs clockwise. Planning leads in along the bottom; Sprint Review is at the
bottom right. `geometry` has the sizes for each shape of the picture.
"""

from collections.abc import Collection, Mapping, Sequence
from functools import cache
from itertools import pairwise
from math import cos, hypot, radians, sin

from games.graphics.svg import Point, number, width_of
from games.graphics.theme import Shape
from games.sprint.board import REVIEW, START, Board, load_board
from games.sprint.geometry import GEOMETRIES, Box, Geometry
from games.values import replace, value

BESIDE_DAILY = 1.7  # in steps: room for the large spaces and between the circles
BESIDE_LARGE = 1.3
_FRAME = 6.5  # around the box of the review, if a piece can go there


@value
class Placement:
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
    geometry: Geometry
    places: Mapping[str, Placement]
    planning: tuple[str, ...]
    ring: tuple[str, ...]  # the big circle, starting at the large End of Day
    circle: tuple[str, ...]  # the small circle, starting at the Daily Scrum
    small_centre: Point

    @property
    def circles(self) -> tuple[tuple[Point, float], tuple[Point, float]]:
        """Centre and radius of the big and the small circle."""
        return (self.geometry.centre, self.geometry.radius), (self.small_centre, self.geometry.small_radius)

    def labels(self, occupied: Collection[str]) -> dict[str, Box]:
        """The labels outside of their spaces: of all spaces, or of those that somebody is on."""
        geometry = self.geometry
        shown = self.places if geometry.every_label else set(occupied) - set(self.planning)
        found = {space: self.places[space] for space in self.places if space in shown}
        return {
            space: label_box(space, place, place.label, geometry.label) for space, place in found.items() if place.label
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
                out = unit(centre, middle)
                middle = (centre[0] + out[0] * radius, centre[1] + out[1] * radius)
        return middle, unit(start, end)


def unit(one: Point, other: Point) -> Point:
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


def _ring(geometry: Geometry, ring: Sequence[str], daily: str, large: set[str]) -> dict[str, Placement]:
    """Spread the spaces evenly, before and after the Daily Scrum, with more room beside the large spaces."""
    turn = ring.index(daily)
    angles = [
        *_spread(0.0, geometry.daily_angle, [BESIDE_LARGE, *[1.0] * (turn - 2), BESIDE_DAILY]),
        *_spread(geometry.daily_angle, 360.0, [BESIDE_DAILY, *[1.0] * (len(ring) - turn - 2), BESIDE_LARGE]),
    ]
    radius = _radius(geometry.space, geometry.radius, angles)
    places = {
        space: _on_circle(geometry.centre, geometry.radius, angle, radius)
        for space, angle in zip(ring, angles, strict=True)
    }
    return places | {space: replace(places[space], radius=geometry.large, large=True, inside=True) for space in large}


def _circle(geometry: Geometry, circle: Sequence[str], centre: Point) -> dict[str, Placement]:
    """Place the spaces clockwise from the Daily Scrum, which is already placed on the big circle."""
    ends = [BESIDE_DAILY, *[1.0] * (len(circle) - 2), BESIDE_DAILY]
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


def _on_circle(centre: Point, circle: float, angle: float, radius: float) -> Placement:
    across, down = sin(radians(angle)), cos(radians(angle))
    return Placement(centre[0] + circle * across, centre[1] + circle * down, radius, (-across, -down))


def _planning(geometry: Geometry, planning: Sequence[str]) -> dict[str, Placement]:
    left, right, y = geometry.planning
    step = (right - left) / max(1, len(planning) - 1)
    radius = min(geometry.planning_space, 0.445 * step)
    inside = geometry.every_label
    return {
        space: Placement(left + step * index, y, radius, (0.0, 1.0), inside=inside)
        for index, space in enumerate(planning)
    }


def _boxes(geometry: Geometry) -> dict[str, Placement]:
    """Start and Sprint Review are boxes with room for everybody; the paths lead to these points."""
    left, top, _, height = geometry.start
    start = Placement(geometry.planning[0], top + height, 0, (0.0, -1.0))
    left, top, _, height = geometry.review
    return {START: start, REVIEW: Placement(left, top + height / 3, 0, (1.0, 0.0))}


# --- labels --------------------------------------------------------------------------------------------------------

# degrees from straight outward; the first free direction is used
_TURNS = (0, 12, -12, 24, -24, 36, -36, 48, -48, 60, -60, 72, -72, 84, -84, 96, -96, 108, -108)
_INWARD = (150, -150)  # where a piece would cover it: only if all labels are shown


def _labelled(plan: Layout) -> dict[str, Placement]:
    """Put each label beside its space where it covers nothing else."""
    geometry = plan.geometry
    taken: list[Box] = [_around(geometry.start, 2.0), _around(geometry.review, _FRAME)]
    placed = dict(plan.places)
    for space, place in plan.places.items():
        if place.radius and not place.inside:
            others = [other for other in plan.places.values() if other is not place and other.radius]
            turns = (*_TURNS, *_INWARD) if geometry.every_label else _TURNS
            ways = [_turned((-place.inward[0], -place.inward[1]), turn) for turn in turns]
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


def label_box(space: str, place: Placement, way: Point, size: float, gap: float = 4.0) -> Box:
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


def _is_free(box: Box, others: Sequence[Placement], taken: Sequence[Box]) -> bool:
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
