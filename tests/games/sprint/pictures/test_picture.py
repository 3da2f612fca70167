"""The picture of the board: nothing covers anything else, on either board and wherever the pieces are."""

import re
from dataclasses import replace
from itertools import combinations
from math import hypot
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.chance import Chance
from games.contract import defaults, replay
from games.graphics.theme import THEME, Shape, theme
from games.sprint import Sprint
from games.sprint.board import BOARDS, REVIEW, START, Landing, card, cards, load_board
from games.sprint.model import (
    Ballot,
    CardDrawn,
    Discussion,
    Event,
    Fork,
    Freed,
    Over,
    Phase,
    Player,
    Reported,
    Rolled,
    State,
    View,
)
from games.sprint.pictures.board import picture, piece_radius
from games.sprint.pictures.layout import GEOMETRIES, Box, label_box, layout, stand
from games.sprint.pictures.track import boxed, free_corner
from games.testing.play import seed_of
from tests.gallery.scenes import SCRIPTS, WILD
from tests.games.graphics.sizes import boxes, check_apart, check_inside, check_landscape
from tests.games.sprint.build import IMPEDIMENT, TOOL

boards = pytest.mark.parametrize("key", BOARDS)
SHAPES: tuple[Shape, ...] = ("landscape", "portrait")
shapes = pytest.mark.parametrize("shape", SHAPES)
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
@shapes
def test_spaces_do_not_touch(key: str, shape: Shape) -> None:
    """Every space is inside the picture, and no two overlap."""
    plan = layout(key, shape)
    assert plan.places.keys() == load_board(key).spaces.keys()
    round_ones = [place for place in plan.places.values() if place.radius]
    for one, other in combinations(round_ones, 2):
        assert hypot(one.x - other.x, one.y - other.y) > one.radius + other.radius + 1
    edge = plan.geometry.board[2]
    for place in round_ones:
        assert place.radius < place.x < edge - place.radius
        assert place.radius < place.y < plan.geometry.size[1] - place.radius
        for left, top, width, height in (plan.geometry.start, plan.geometry.review):
            across = max(left - place.x, 0, place.x - left - width)
            down = max(top - place.y, 0, place.y - top - height)
            assert hypot(across, down) > place.radius


@boards
@shapes
def test_labels_of_spaces_cover_nothing(key: str, shape: Shape) -> None:
    """A space's label is beside it, inside the picture, and covers no space and no other label.

    Few spaces have no room for one, and only on the long board; where they can be reached, they get one.
    """
    plan = layout(key, shape)
    round_ones = {space: place for space, place in plan.places.items() if place.radius}
    labels = [
        label_box(space, place, place.label, plan.geometry.label) for space, place in round_ones.items() if place.label
    ]
    bare = {space for space, place in round_ones.items() if not place.label and not place.inside} - set(plan.planning)
    assert bare <= ({"S14", "S20", "S21"} if key == "long" else set())
    for a, b in combinations(labels, 2):
        assert a[0] + a[2] <= b[0] or b[0] + b[2] <= a[0] or a[1] + a[3] <= b[1] or b[1] + b[3] <= a[1]
    for left, top, width, height in labels:
        assert left >= 0
        assert left + width <= plan.geometry.board[2]
        for place in round_ones.values():
            across = max(left - place.x, 0, place.x - left - width)
            down = max(top - place.y, 0, place.y - top - height)
            assert hypot(across, down) > place.radius


@boards
@shapes
def test_the_published_layout(key: str, shape: Shape) -> None:
    """The large End of Day is at the bottom; the big circle runs counter-clockwise, the small one clockwise."""
    board, plan = load_board(key), layout(key, shape)
    centre, radius = plan.circles[0]
    bottom, daily = plan.places[board.end_of_day], plan.places[board.daily_scrum]
    assert (round(bottom.x), round(bottom.y)) == (centre[0], centre[1] + radius)
    assert daily.x < centre[0]
    assert daily.y < centre[1]
    after, first = plan.places[plan.ring[1]], plan.places[plan.circle[1]]
    assert after.x > bottom.x  # from the bottom to the right: counter-clockwise
    small = plan.small_centre
    assert (daily.x - small[0]) * (first.y - small[1]) - (daily.y - small[1]) * (first.x - small[0]) > 0  # clockwise
    assert small[0] < daily.x
    assert small[1] < daily.y
    assert plan.places[plan.planning[0]].x < plan.places[plan.planning[-1]].x < bottom.x


@boards
@shapes
@settings(max_examples=60)
@given(data=st.data())
def test_pieces_do_not_hide_each_other(key: str, shape: Shape, data: st.DataObject) -> None:
    """Wherever two to twelve pieces are, none hides another, a space or a label, and all are inside the picture."""
    spaces = [space for space in load_board(key).spaces if space not in {START, REVIEW}]
    count = data.draw(st.integers(2, 12))
    crowd = data.draw(st.lists(st.sampled_from(spaces), min_size=1, max_size=4))
    chosen = data.draw(st.lists(st.sampled_from(crowd), min_size=count, max_size=count))
    plan = layout(key, shape)
    radius = piece_radius(plan, count)
    points = stand(plan, dict(enumerate(chosen)), radius)
    for one, other in combinations(points.values(), 2):
        assert hypot(one[0] - other[0], one[1] - other[1]) > 1.2 * radius
    for x, y in points.values():
        assert radius < x < plan.geometry.board[2] - radius
        assert radius < y < plan.geometry.board[3] - radius
        for place in plan.places.values():
            if place.radius:
                assert hypot(x - place.x, y - place.y) > place.radius + 0.5 * radius
        for left, top, wide, high in plan.labels(chosen).values():
            assert hypot(max(left - x, 0, x - left - wide), max(top - y, 0, y - top - high)) > 0.6 * radius


@pytest.mark.parametrize("count", range(1, 13))
@shapes
def test_boxes_hold_everybody(shape: Shape, count: int) -> None:
    """Up to twelve pieces fit into Start and Sprint Review without touching each other or the edge."""
    plan = layout("standard", shape)
    for box in (plan.geometry.start, plan.geometry.review):
        _check_box(box, boxed(plan, box, range(count), piece_radius(plan, count)), count)


def _check_box(box: Box, spots: dict[int, tuple[float, float, float]], count: int) -> None:
    assert len(spots) == count
    left, top, width, height = box
    for x, y, radius in spots.values():
        assert radius > 10
        assert left <= x - radius
        assert x + radius <= left + width
        assert top <= y - radius
        assert y + radius <= top + height
    for one, other in combinations(spots.values(), 2):
        assert hypot(one[0] - other[0], one[1] - other[1]) >= 2 * one[2] - 0.01


def test_reachable_spaces_stand_out() -> None:
    """At a fork only their labels are highlighted."""
    begun = state("standard", ("S8", "S8"))
    forked = replace(begun, phase=Fork((Landing("S10", ("S9", "S10")), Landing("D1", ("S9", "D1"))), may_stay=False))
    root = ET.fromstring(picture(forked, NAMES[:2], THEME))
    words = [element for element in root.iter() if element.tag.endswith("text")]
    # and the name of the player whose turn it is
    assert {word.text for word in words if word.get("fill") == THEME.paper} == {"S10", "D1", "Player 0"}
    assert "Pick a space" in texts(picture(forked, NAMES[:2], THEME))


def test_figures_are_shown() -> None:
    """Hours, dice, the day, and the hours left at the end of each day that is over."""
    begun = replace(state("standard", ("S1", "S2")), hours=187, dice=7, day=2, burndown=(350, 222))
    words = texts(picture(begun, NAMES[:2], THEME))
    assert {"187", "× 7", "Day 3 of 10", "350", "222", "3", "10"} <= set(words)


def test_impeded_players_are_marked() -> None:
    """With a warning sign on the piece and one beside the name, where the card is named."""
    begun = state("standard", ("S1", "S2"))
    key = begun.decks["impediments"][0]
    stuck = replace(begun, players=(replace(begun.players[0], impediment=key), begun.players[1]))
    assert picture(begun, NAMES[:2], THEME).count(f'fill="{THEME.alarm}"') == 0
    assert picture(stuck, NAMES[:2], THEME).count(f'r="8.5" fill="{THEME.alarm}"') == 1
    assert len(re.findall(rf'<circle [^>]*fill="{THEME.alarm}"', picture(stuck, NAMES[:2], THEME))) == 2


def test_warnings_stay_off_other_pieces() -> None:
    """Beside a neighbour the sign is at a corner that faces away from it, and never off the board."""
    board = GEOMETRIES["landscape"].board
    for neighbour in ((40.0, 0.0), (40.0, 10.0), (0.0, -40.0), (-40.0, 10.0)):
        piece = (200.0, 200.0, 15.5)
        other = (200.0 + neighbour[0], 200.0 + neighbour[1], 15.5)
        x, y = free_corner(piece, [piece, other], board)
        assert x * neighbour[0] + y * neighbour[1] < 0
    assert free_corner((200.0, 200.0, 15.5), [], board) == (0.84, -0.84)
    assert free_corner((18.5, 18.5, 15.5), [(18.5, 18.5, 15.5)], board) == (0.84, 0.84)


def test_the_end_is_shown() -> None:
    """The middle of the board says whether the sprint was won or lost."""
    begun = state("standard", (REVIEW, REVIEW))
    for won, words in ((True, "won!"), (False, "lost")):
        assert {"Sprint", words} <= set(texts(picture(replace(begun, phase=Over(won, "review")), NAMES[:2], THEME)))


@boards
@pytest.mark.parametrize("days", [3, 10, 30])
def test_any_number_of_days_can_be_drawn(key: str, days: int) -> None:
    """From the shortest sprint to the longest."""
    begun = replace(state(key, (START, START)), days=days, day=days - 1, burndown=(1,) * (days - 1))
    drawing = Sprint().board(View(None, begun), NAMES[:2])
    assert drawing.svg()
    assert f"Day {days} of {days}" in texts(drawing.svg() or "")


# --- what just happened -------------------------------------------------------------------------------------------


def dice_shown(svg: str) -> int:
    """How many dice are in the middle of the big circle, where nothing else is drawn with rounded corners."""
    x, y = GEOMETRIES["landscape"].centre
    found = [box for box in boxes(svg) if box.tag == "rect" and box.right - box.left < 40]
    return sum(hypot((box.left + box.right) / 2 - x, (box.top + box.bottom) / 2 - y) < 70 for box in found)


def test_dice_just_rolled_are_shown() -> None:
    """The dice of a move, then the progress dice with what they were worth."""
    begun = state("standard", ("D1", "S2"))
    assert dice_shown(picture(begun, NAMES[:2], THEME)) == 0
    rolled = replace(begun, latest=(Rolled(0, (3, 6)),))
    assert dice_shown(picture(rolled, NAMES[:2], THEME)) == 2
    for times, words in ((2, "−40 h"), (-1, "+40 h")):
        reported = replace(begun, latest=(Rolled(0, (3, 6)), Reported(0, (5,) * 10, times, 40, 200)))
        svg = picture(reported, NAMES[:2], THEME)
        assert dice_shown(svg) == 2 + 10
        assert words in texts(svg)


def test_the_state_keeps_what_the_last_roll_led_to() -> None:
    """Only since the last roll: the events of a whole game show it."""
    game = Sprint()
    begun = replay(game, game.start(2, defaults(game), Chance(seed_of(1))))
    assert begun is not None
    assert begun.latest == ()
    events: list[Event] = [Rolled(0, (4,)), Rolled(1, (2, 6)), Reported(1, (1, 2, 3), 1, 6, 294)]
    for event in events:
        begun = game.evolve(begun, event)
    assert begun.latest == tuple(events[1:])


@pytest.mark.parametrize(
    ("event", "title"),
    [
        (CardDrawn(0, "impediments", IMPEDIMENT), str(card(IMPEDIMENT).title)),
        (CardDrawn(0, "tools", TOOL), str(card(TOOL).title)),
        (Freed(0, IMPEDIMENT, "tool"), str(card(IMPEDIMENT).title)),
    ],
)
@shapes
def test_the_card_just_drawn_is_named(event: CardDrawn | Freed, title: str, shape: Shape) -> None:
    """In the middle, if need be on several lines."""
    begun = replace(state("standard", ("S1", "S2")), latest=(Rolled(0, (1,)), event))
    words = " ".join(texts(picture(begun, NAMES[:2], theme(shape=shape))))
    assert title in words


@shapes
def test_the_card_that_is_voted_on_is_named(shape: Shape) -> None:
    """The offered tool and the impediment it is for, or the opportunity under discussion."""
    look = theme(shape=shape)
    begun = state("standard", ("S1", "S2"))
    begun = replace(begun, players=(begun.players[0], replace(begun.players[1], impediment=IMPEDIMENT)))
    offered = replace(begun, phase=Ballot(TOOL, 1, "So.", {}, ()))
    words = " ".join(texts(picture(offered, NAMES[:2], look)))
    assert str(card(TOOL).title) in words
    assert str(card(IMPEDIMENT).title) in words
    talk = replace(begun, phase=Discussion("four-clicks", 1, {}))
    assert str(card("four-clicks").title) in " ".join(texts(picture(talk, NAMES[:2], look)))


# --- landscape ----------------------------------------------------------------------------------------------------


def crowded(board: str, spaces: tuple[str, ...]) -> State:
    """Everybody impeded, with tools."""
    begun = state(board, spaces)
    stuck = replace(begun.players[0], impediment=IMPEDIMENT, tools=(TOOL, "patient-duck", "half-a-sandwich"))
    return replace(begun, players=tuple(replace(stuck, space=space) for space in spaces), hours=1000, dice=10)


def phases(board: str) -> list[Phase]:
    landings = tuple(Landing(space, ()) for space in list(load_board(board).spaces)[6::4])
    longest = max(cards(), key=lambda key: len(str(card(key).title)))
    return [
        Fork(landings, may_stay=True),
        Ballot(longest, 1, "So.", {}, ()),
        Discussion(longest, 1, {}),
        Over(won=True, reason="review"),
        Over(won=False, reason="days"),
    ]


@boards
@pytest.mark.parametrize("names", [WILD, SCRIPTS, ("W" * 40,) * 12, ("測試" * 20,) * 12], ids=range(4))
@pytest.mark.parametrize("count", [2, 6, 12])
def test_nothing_is_small_or_outside_in_landscape(key: str, names: tuple[str, ...], count: int) -> None:
    """Whatever the names, wherever the pieces are and whatever is going on."""
    every = list(load_board(key).spaces)
    moments = (every[:1] * 12, every[-1:] * 12, every[1:7] * 2, every[3::2], every[-10:-1] * 2)
    for spaces, phase in zip(moments, phases(key), strict=True):
        begun = replace(crowded(key, tuple(spaces[:count])), phase=phase)
        check_landscape(picture(begun, names[:count], theme()))
        check_inside(picture(begun, names[:count], theme(shape="portrait")))


@pytest.mark.parametrize("days", [1, 3, 10, 11, 20, 30])
@shapes
def test_figures_and_names_do_not_cover_each_other(shape: Shape, days: int) -> None:
    """Hours, days, dice and the players' names; a sprint of many days gets a bar."""
    for count in (2, 6, 12):
        begun = crowded("standard", (START,) * count)
        late = replace(begun, days=days, day=days - 1, burndown=(1000,) * (days - 1))
        check_apart(picture(late, WILD[:count], theme(shape=shape)))


@boards
@shapes
def test_every_spot_is_there(key: str, shape: Shape) -> None:
    """Spaces, players and tools can be clicked in both shapes, or beside the board."""
    begun = crowded(key, (START, "S1", "S2", REVIEW))
    root = ET.fromstring(picture(begun, NAMES[:4], theme(shape=shape)))
    there = {element.get("data-spot") for element in root.iter()}
    if shape == "portrait":
        there |= {holding.spot for each in Sprint().shows.holdings(View(None, begun)) for holding in each}
    assert set(load_board(key).spaces) - {START} <= there
    assert {*(f"seat:{seat}" for seat in range(4)), f"tool:{TOOL}", "tool:patient-duck"} <= there


@boards
def test_labels_that_are_needed_are_there_in_landscape(key: str) -> None:
    """Of the spaces with pieces and of those that can be reached."""
    begun = state(key, ("S3", "D2"))
    forked = replace(begun, phase=Fork((Landing("S5", ()), Landing("D4", ())), may_stay=False))
    words = texts(picture(forked, NAMES[:2], THEME))
    assert {"S3", "D2", "S5", "D4"} <= set(words)
    assert "S4" not in words
