"""The game is the same for both sides: rotating the board and swapping the colours changes nothing."""

from hypothesis import given, settings
from hypothesis import strategies as st

from games.rugby import turns
from games.rugby.engine import core, search
from games.rugby.field import BLUE, CELLS, RED, TEAM
from games.rugby.model import Position
from tests.games.rugby.positions import mirrored, mirrored_step, reached, thrown

SWAPPED = {None: None, BLUE: RED, RED: BLUE, turns.DRAW: turns.DRAW}


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Any arrangement of the pieces, in a part of the board small enough for them to meet."""
    first = draw(st.integers(0, 6))
    rows = draw(st.integers(4, 12 - first))
    cells = draw(st.permutations(range(5 * first, 5 * (first + rows))))
    ball, pieces = cells[0], cells[1 : 2 * TEAM + 1]
    return Position(
        blue=sum(1 << cell for cell in pieces[:TEAM]),
        red=sum(1 << cell for cell in pieces[TEAM:]),
        ball=ball,
        side=draw(st.integers(0, 1)),
        first=draw(st.booleans()),
    )


@settings(max_examples=60, deadline=None)
@given(positions())
def test_a_mirrored_position_has_the_mirrored_turns(position: Position) -> None:
    """And the mirrored result, and a scrum if the original is one."""
    assert mirrored(mirrored(position)) == position
    twin = mirrored(position)
    expected = {
        tuple(mirrored_step(step) for step in steps): mirrored(end)
        for steps, end in turns.legal_turns(position).items()
    }
    assert turns.legal_turns(twin) == expected
    assert turns.result_of(twin) == SWAPPED[turns.result_of(position)]
    assert turns.is_scrum(twin) == turns.is_scrum(position)


@settings(max_examples=60, deadline=None)
@given(positions())
def test_no_turn_loses_a_piece_or_encloses_the_ball(position: Position) -> None:
    """Seven pieces per side and the ball stay on cells of their own, and the other side is to move."""
    for end in turns.legal_turns(position).values():
        assert (end.blue.bit_count(), end.red.bit_count()) == (TEAM, TEAM)
        assert not end.blue & end.red
        assert not (end.blue | end.red) >> end.ball & 1
        assert 0 <= end.ball < CELLS
        assert turns.exits(end)
        assert end.side != position.side


def test_a_mirrored_position_has_the_same_evaluation() -> None:
    """For the side to move; and `scores` says the same too."""
    room = search.room_for(core)
    for position in reached(4, 80):
        twin = mirrored(position)
        values = [core.evaluate(each.own, each.opp, each.ball, each.side, room) for each in (position, twin)]
        assert values[0] == values[1]
        assert core.scores(position.own, position.opp, position.ball, position.side) == core.scores(
            twin.own, twin.opp, twin.ball, twin.side
        )


def test_the_quick_look_for_goals_is_right() -> None:
    """If `scores` says that a turn of two steps can score, a legal turn does; it misses fewer than one in ten."""
    seen = there = 0
    for position in thrown(6, 500):
        if turns.duty(position) == core.TWO and turns.scorer(position) is None and turns.exits(position):
            glance = core.scores(position.own, position.opp, position.ball, position.side)
            near = core.ADVANCED[64 * position.side + position.ball] >= 9
            goal = near and any(turns.scorer(end) == position.side for end in turns.legal_turns(position).values())
            assert goal or not glance
            seen += glance
            there += goal
    assert seen > 20
    assert seen > 0.9 * there
