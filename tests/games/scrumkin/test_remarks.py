"""Lines on what a card has to do with work: once a room, at the right moment."""

import pytest

from games.chance import Chance
from games.contract import defaults
from games.scrumkin.model import Move, Play, State
from games.testing.play import play, seed_of
from tests.games.scrumkin.build import (
    BURDEN,
    COLLOCATED,
    CREEP,
    GAME,
    INVESTMENT,
    QUIET,
    SCRUM_OF_SCRUMS,
    close,
    make,
    player,
    table,
)


def remarks(state: State, move: Move) -> list[str]:
    """The lines below the events of a move of the first seat."""
    found = []
    for event in make(state, 0, move).events:
        before, state = state, GAME.evolve(state, event)
        found.append(GAME.shows.remark(before, event, state))
    return [line for line in found if line]


@pytest.mark.parametrize(
    ("card", "target", "line"),
    [
        (COLLOCATED, 0, "A habit beats a heroic sprint."),
        (INVESTMENT, 0, "A habit beats a heroic sprint."),
        (QUIET, 0, ""),
        (SCRUM_OF_SCRUMS[0], 0, ""),
        (BURDEN, 1, "Your team gets ahead. Does the company?"),
        (CREEP, 1, "Your team gets ahead. Does the company?"),
        (QUIET, 1, ""),
    ],
)
def test_cards(card: int, target: int, line: str) -> None:
    """A habit of one's own, and trouble for another team."""
    state = table(player(card, 2, 3), player(4, 5, 6))
    assert remarks(state, Play(card, target)) == ([line] if line else [])


def test_together_nobody_gets_ahead() -> None:
    """In collaborative mode a bad card on another player is shared trouble."""
    state = table(player(CREEP, 2, 3), player(4, 5, 6), mode="collaborative")
    assert remarks(state, Play(CREEP, 1)) == []


def test_nothing_done() -> None:
    """After a sprint in which somebody's velocity wasn't above 0."""
    state = table(player(game=[QUIET]), player(game=[BURDEN]), turn=None)
    ended = next(event for event in close(state).events if event.kind == "sprint_ended")
    assert GAME.shows.remark(state, ended, state) == "Busy, and nothing finished: what would you stop?"


def test_once_a_room() -> None:
    """A finished game passes on what was read, and the next one in the room doesn't say it again."""
    known = GAME.memories.inheritance(play(GAME, 1, 3, defaults(GAME), sense=0.8).events)["known"]
    state = None
    for event in GAME.start(3, {**defaults(GAME), "known": known}, Chance(seed_of(1))):
        state = GAME.evolve(state, event)
    assert state is not None
    assert set(state.known) >= {"company", "habit"}
    again = table(player(COLLOCATED, 2, 3), player(4, 5, 6), known=state.known)
    assert remarks(again, Play(COLLOCATED, 0)) == []
