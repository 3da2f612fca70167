"""The numbers of turns and positions that the rules name to check an engine."""

import pytest

from games.rugby import turns
from games.rugby.engine import core, search
from tests.games.rugby.positions import BEGINNING, put, reached, thrown


def test_one_turn_from_the_start() -> None:
    """53 turns lead to 53 different positions."""
    assert turns.count(BEGINNING, 1) == turns.Counts(53, 53)


def test_two_turns_from_the_start() -> None:
    """66,273 sequences lead to 32,533 different positions."""
    assert turns.count(BEGINNING, 2) == turns.Counts(66_273, 32_533)


def test_a_won_position_has_no_turns() -> None:
    """At any depth."""
    won = put("c12", blue="c11")
    assert turns.count(won, 1) == turns.Counts(0, 0)
    assert turns.count(won, 2) == turns.Counts(0, 0)


def test_a_goal_ends_a_sequence() -> None:
    """No second turn follows a first one that scores."""
    position = put("c11", blue="b10 c10", red="a1 b1 a2 b2 c2 a3 b3")
    first = turns.legal_turns(position)
    open_ones = [end for end in first.values() if turns.scorer(end) is None]
    assert 0 < len(open_ones) < len(first)
    assert turns.count(position, 2).turns == sum(len(turns.legal_turns(end)) for end in open_ones)


def test_the_compiled_core_counts_the_same() -> None:
    """Two turns deep from the start, and one turn from many positions."""
    pytest.importorskip("numba")
    compiled = search.machine(compiled=True)
    assert compiled is not core
    assert turns.count(BEGINNING, 2, compiled) == turns.Counts(66_273, 32_533)
    for position in [*reached(3, 30), *thrown(3, 100)]:
        assert turns.count(position, 1, compiled) == turns.count(position, 1)
