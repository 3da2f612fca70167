"""A recorder keeps the state after each event, for whoever takes the events."""

import pytest

from bot.cli.simulated.simulation import play
from bot.kernel.table.journal import fold
from games import GAMES
from games.chance import Chance
from games.contract import Recorder, defaults, states_of


def counted() -> Recorder[int, int]:
    recorder: Recorder[int, int] = Recorder(lambda state, event: (state or 0) + event, 0, Chance(bytes(32)))
    for event in (1, 2, 3):
        recorder.record(event)
    return recorder


def test_states_of_recorded_events() -> None:
    """One a recorded event, in order."""
    assert states_of(counted().events) == [1, 3, 6]


def test_events_that_were_not_all_recorded() -> None:
    """A game may put together its own list: then nothing is known, and the events are folded as ever."""
    recorder = counted()
    assert list(states_of([0, *recorder.events])) == [None] * 4
    recorder.events.append(4)
    assert list(states_of(recorder.events)) == [None] * 4


@pytest.mark.parametrize("key", ["sprint", "scrumkin", "retro"])
def test_recorded_states_are_what_folding_gives(key: str) -> None:
    """A whole game: the journal's state, taken from the decisions, is the fold of what it stored."""
    game = GAMES[key]
    draft = play(game, 3, defaults(game), bytes(range(32)))
    stored = fold(draft.written(None))
    assert stored is not None
    assert stored.state == draft.standing.state
    assert stored.undo_points == draft.standing.undo_points
