"""The picture of the board: nothing covers anything else, on either board and wherever the pieces are."""

from dataclasses import replace
from itertools import combinations
from math import hypot
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.api import defaults, replay
from games.chance import Chance
from games.graphics.svg import WIDTH
from games.graphics.theme import LIGHT
from games.sprint import Sprint
from games.sprint.board import BOARDS, REVIEW, START, Landing, load_board
from games.sprint.crowd import stand
from games.sprint.layout import CENTRE, RADIUS, REVIEW_BOX, START_BOX, label_box, layout
from games.sprint.model import Fork, Over, Player, State, View
from games.sprint.picture import _arranged, picture
from games.testing.play import seed_of

boards = pytest.mark.parametrize("key", BOARDS)
NAMES = tuple(f"Player {seat}" for seat in range(12))


def state(board: str, spaces: tuple[str, ...]) -> State:
    game = Sprint()
    options = {**defaults(game), "board": board}
    begun = replay(game, game.start(len(spaces), options, Chance(seed_of(1))))
    assert begun is not None
    return replace(begun, players=tuple(Player(space=space) for space in spaces))


def texts(svg: str) -> list[str]:
    return [element.text or "" for element in ET.fromstring(svg).iter() if element.tag.endswith("text")]


@boards
def test_spaces_do_not_touch(key: str) -> None:
    """Every space is inside the picture, and no two overlap."""
    plan = layout(key)
    assert plan.places.keys() == load_board(key).spaces.keys()
    round_ones = [place for place in plan.places.values() if place.radius]
    for one, other in combinations(round_ones, 2):
        assert hypot(one.x - other.x, one.y - other.y) > one.radius + other.radius + 1
    for place in round_ones:
        assert place.radius < place.x < WIDTH - place.radius
        for left, top, width, height in (START_BOX, REVIEW_BOX):
            across = max(left - place.x, 0, place.x - left - width)
            down = max(top - place.y, 0, place.y - top - height)
            assert hypot(across, down) > place.radius


@boards
def test_labels_of_spaces_cover_nothing(key: str) -> None:
    """A space's label is beside it, inside the picture, and covers no space and no other label."""
    plan = layout(key)
    round_ones = [place for place in plan.places.values() if place.radius]
    labelled = {space: place for space, place in plan.places.items() if place.radius and not place.inside}
    boxes = [label_box(space, place, place.label) for space, place in labelled.items()]
    for a, b in combinations(boxes, 2):
        assert a[0] + a[2] <= b[0] or b[0] + b[2] <= a[0] or a[1] + a[3] <= b[1] or b[1] + b[3] <= a[1]
    for left, top, width, height in boxes:
        assert left > 0
        assert left + width < WIDTH
        for place in round_ones:
            across = max(left - place.x, 0, place.x - left - width)
            down = max(top - place.y, 0, place.y - top - height)
            assert hypot(across, down) > place.radius


@boards
def test_the_published_layout(key: str) -> None:
    """The large End of Day is at the bottom; the big circle runs counter-clockwise, the small one clockwise."""
    board, plan = load_board(key), layout(key)
    bottom, daily = plan.places[board.end_of_day], plan.places[board.daily_scrum]
    assert (round(bottom.x), round(bottom.y)) == (CENTRE[0], CENTRE[1] + RADIUS)
    assert daily.x < CENTRE[0]
    assert daily.y < CENTRE[1]
    after, first = plan.places[plan.ring[1]], plan.places[plan.circle[1]]
    assert after.x > bottom.x  # from the bottom to the right: counter-clockwise
    small = plan.small_centre
    assert (daily.x - small[0]) * (first.y - small[1]) - (daily.y - small[1]) * (first.x - small[0]) > 0  # clockwise
    assert small[0] < daily.x
    assert small[1] < daily.y
    assert plan.places[plan.planning[0]].x < plan.places[plan.planning[-1]].x < bottom.x


@boards
@settings(max_examples=60)
@given(data=st.data())
def test_pieces_do_not_hide_each_other(key: str, data: st.DataObject) -> None:
    """Wherever two to twelve pieces are, none hides another or a space, and all are inside the picture."""
    spaces = [space for space in load_board(key).spaces if space not in {START, REVIEW}]
    count = data.draw(st.integers(2, 12))
    crowd = data.draw(st.lists(st.sampled_from(spaces), min_size=1, max_size=4))
    chosen = data.draw(st.lists(st.sampled_from(crowd), min_size=count, max_size=count))
    radius = 14.0 if count <= 6 else 12.0
    plan = layout(key)
    points = stand(plan, dict(enumerate(chosen)), radius)
    for one, other in combinations(points.values(), 2):
        assert hypot(one[0] - other[0], one[1] - other[1]) > 1.2 * radius
    for x, y in points.values():
        assert radius < x < WIDTH - radius
        for place in plan.places.values():
            if place.radius:
                assert hypot(x - place.x, y - place.y) > place.radius + 0.5 * radius


@pytest.mark.parametrize("count", range(1, 13))
@pytest.mark.parametrize("box", [START_BOX, REVIEW_BOX], ids=["start", "review"])
def test_boxes_hold_everybody(box: tuple[float, float, float, float], count: int) -> None:
    """Up to twelve pieces fit into Start and Sprint Review without touching each other or the edge."""
    spots = _arranged(box, range(count), 14.0 if count <= 6 else 12.0)
    assert len(spots) == count
    left, top, width, height = box
    for x, y, radius in spots.values():
        assert radius > 10
        assert left <= x - radius
        assert x + radius <= left + width
        assert top + 20 <= y - radius
        assert y + radius <= top + height
    for one, other in combinations(spots.values(), 2):
        assert hypot(one[0] - other[0], one[1] - other[1]) >= 2 * one[2] - 0.01


def test_reachable_spaces_stand_out() -> None:
    """At a fork only their labels are highlighted."""
    begun = state("standard", ("S8", "S8"))
    forked = replace(begun, phase=Fork((Landing("S10", ("S9", "S10")), Landing("D1", ("S9", "D1"))), may_stay=False))
    root = ET.fromstring(picture(forked, NAMES[:2], LIGHT))
    words = [element for element in root.iter() if element.tag.endswith("text")]
    assert {word.text for word in words if word.get("fill") == LIGHT.paper} == {"S10", "D1"}
    assert "pick a space" in texts(picture(forked, NAMES[:2], LIGHT))


def test_figures_are_shown() -> None:
    """Hours, dice, the day, and the hours left at the end of each day that is over."""
    begun = replace(state("standard", ("S1", "S2")), hours=187, dice=7, day=2, burndown=(350, 222))
    words = texts(picture(begun, NAMES[:2], LIGHT))
    assert {"187", "× 7", "Day 3 of 10", "350", "222", "3", "10"} <= set(words)


def test_impeded_players_are_marked() -> None:
    """With a warning sign on the piece and one in the legend."""
    begun = state("standard", ("S1", "S2"))
    key = begun.decks["impediments"][0]
    stuck = replace(begun, players=(replace(begun.players[0], impediment=key), begun.players[1]))
    assert texts(picture(begun, NAMES[:2], LIGHT)).count("!") == 0
    assert texts(picture(stuck, NAMES[:2], LIGHT)).count("!") == 2


def test_the_end_is_shown() -> None:
    """The middle of the board says whether the sprint was won or lost."""
    begun = state("standard", (REVIEW, REVIEW))
    for won, words in ((True, "Sprint won!"), (False, "Sprint lost")):
        assert words in texts(picture(replace(begun, phase=Over(won, "review")), NAMES[:2], LIGHT))


@boards
@pytest.mark.parametrize("days", [3, 10, 30])
def test_any_number_of_days_can_be_drawn(key: str, days: int) -> None:
    """From the shortest sprint to the longest."""
    begun = replace(state(key, (START, START)), days=days, day=days - 1, burndown=(1,) * (days - 1))
    drawing = Sprint().draw(View(None, begun), NAMES[:2])
    assert drawing.svg()
    assert f"Day {days} of {days}" in texts(drawing.svg() or "")
