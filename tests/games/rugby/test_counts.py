"""The counts that an engine is checked with."""

import pytest

from games.rugby import turns
from games.rugby.engine import core, search
from tests.games.rugby.positions import BEGINNING, put, reached, thrown


def test_start() -> None:
    """53 turns at the start, each to a position of its own."""
    assert turns.count(BEGINNING, 1) == turns.Counts(53, 53)


def test_two_turns() -> None:
    """66,273 sequences of two turns lead to 32,533 different positions."""
    assert turns.count(BEGINNING, 2) == turns.Counts(66_273, 32_533)


def test_finished() -> None:
    """Nothing follows on a goal."""
    won = put("c12", blue="c11")
    assert turns.count(won, 1) == turns.Counts(0, 0)
    assert turns.count(won, 2) == turns.Counts(0, 0)


def test_goals_end_sequences() -> None:
    """A sequence of two turns does not go on after a goal in the first."""
    position = put("c11", blue="b10 c10", red="a1 b1 a2 b2 c2 a3 b3")
    first = turns.legal_turns(position)
    open_ones = [end for end in first.values() if turns.scorer(end) is None]
    assert 0 < len(open_ones) < len(first)
    assert turns.count(position, 2).turns == sum(len(turns.legal_turns(end)) for end in open_ones)


def test_compiled() -> None:
    """The compiled core counts the same."""
    pytest.importorskip("numba")
    compiled = search.machine(compiled=True)
    assert compiled is not core
    assert turns.count(BEGINNING, 2, compiled) == turns.Counts(66_273, 32_533)
    for position in [*reached(3, 30), *thrown(3, 100)]:
        assert turns.count(position, 1, compiled) == turns.count(position, 1)
