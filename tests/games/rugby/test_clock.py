"""`clock=5`: five minutes for each side, counted in the events; who uses them up loses."""

import pytest

from games.contract import IllegalMove, defaults
from games.rugby.model import CallTime, Finished, OfferDraw, PlayTimedTurn, PlayTurn, State, TimeRead, read_turn
from games.rugby.words import time_text
from games.text import who
from tests.games.rugby.build import CHANCE, GAME, game_from, say, then

BLUE, RED = 0, 1


def started(minutes: int) -> State:
    state = None
    for event in GAME.start(2, {**defaults(GAME), "clock": minutes}, CHANCE):
        state = GAME.evolve(state, event)
    assert state is not None
    return state


def timed(state: State, turn: str, left: float) -> State:
    """The side to move plays this with so many seconds left."""
    return then(state, GAME.decide(state, state.position.side, PlayTimedTurn(read_turn(turn), left), CHANCE))


def test_no_clock_unless_the_table_wants_one() -> None:
    """As in the document, which has none."""
    state = started(0)
    assert (state.left, GAME.clock.deadline(state)) == ((), None)


def test_only_the_mover_uses_time() -> None:
    """What is left stands in the events, and the other side's clock stands still."""
    state = started(5)
    deadline = GAME.clock.deadline(state)
    assert deadline is not None
    assert (deadline.seconds, deadline.fixed, deadline.move) == (300, True, CallTime(0))
    state = timed(state, "c4-c5", 288.04)
    assert list(state.left) == [288, 300]
    state = timed(state, "b9-b8,c10-b9", 250.0)
    assert list(state.left) == [288, 250]
    assert GAME.clock.deadline(state) != deadline
    assert GAME.prompt(GAME.view(state, None)).endswith("Time left: Blue 4:48, Red 4:10.")


def test_between_two_steps_the_same_clock_runs_on() -> None:
    """A deadline with the same name is not started again."""
    state = timed(started(5), "c4-c5", 290)
    names = []
    for step in ("b9-b8", "c10-b9"):
        deadline = GAME.clock.deadline(state)
        assert deadline is not None
        names.append(deadline.name)
        state = timed(state, step, 280)
    assert names[0] == names[1]


@pytest.mark.parametrize("left", [0.0, -3.2, 0.04])
def test_a_step_after_the_time_loses(left: float) -> None:
    """Even if it reaches the table before the clock does."""
    state = started(5)
    over = GAME.decide(state, BLUE, PlayTimedTurn(read_turn("c4-c5"), left), CHANCE)
    assert over == [Finished(RED, "time", 0)]


def test_nobody_gains_time() -> None:
    """A clock that was started later than the last step doesn't give it back."""
    state = timed(timed(started(5), "c4-c5", 100), "b9-b8,c10-b9", 300)
    assert timed(state, "c5-c4,a6-a7", 200).left[BLUE] == 100


def test_time_is_up() -> None:
    """The clock ends the game for the side to move, in words and on the board."""
    state = timed(started(5), "c4-c5", 200)
    (finished,) = GAME.decide(state, None, CallTime(1), CHANCE)
    assert finished == Finished(BLUE, "time", 1)
    assert GAME.narrate(finished, None) == f"{who(RED)} is out of time: {who(BLUE)} (Blue) wins."
    over = then(state, [finished])
    drawing = GAME.board(GAME.view(over, None), ["Anna", "Ben"])
    assert "Blue wins: out of time" in drawing.text
    assert "3:20" in drawing.text
    assert "Time left: Blue 3:20 and Red 5:00." in drawing.alt
    assert GAME.clock.deadline(over) is None


@pytest.mark.parametrize(("seat", "turn"), [(BLUE, 0), (RED, 0), (None, 3)])
def test_only_the_clock_calls_time_and_only_in_its_turn(seat: int | None, turn: int) -> None:
    """A timer that fires late finds another turn, or none."""
    with pytest.raises(IllegalMove):
        GAME.decide(started(5), seat, CallTime(turn), CHANCE)
    with pytest.raises(IllegalMove):
        GAME.decide(game_from(), None, CallTime(0), CHANCE)


def test_only_turns_are_timed() -> None:
    """An offer of a draw costs the time that it takes, which the next step shows."""
    assert GAME.clock.timed(OfferDraw(), 10.0) == OfferDraw()
    steps = read_turn("c4-c5")
    assert GAME.clock.timed(PlayTurn(steps), 10.0) == PlayTimedTurn(steps, 10.0)
    assert not [event for event in say(started(5), "move", "c4-c5") if isinstance(event, TimeRead)]


@pytest.mark.parametrize(("seconds", "text"), [(300, "5:00"), (59.1, "1:00"), (0.1, "0:01"), (600, "10:00")])
def test_how_time_is_written(seconds: float, text: str) -> None:
    """Minutes and seconds, never 0:00 while there is some left."""
    assert time_text(seconds) == text
