"""Countering: at any time, out of turn too, and a closing window that gives nothing away."""

from dataclasses import replace
from typing import Any

import pytest

from games.scrumkin.model import (
    CloseWindow,
    Counter,
    Countered,
    HandsFilled,
    Play,
    Ready,
    SaidReady,
    SprintBegan,
    SprintEnded,
    State,
    Turn,
    Window,
)
from tests.games.scrumkin.build import (
    ALL_NIGHTER,
    BURDEN,
    COLLOCATED,
    CREEP,
    GAME,
    HEAVY_BURDEN,
    OTHER_SHIELD,
    SHIELD,
    STRONG_SHIELD,
    close,
    make,
    player,
    refused,
    table,
)


def three(turn: int | None = 0, **changes: Any) -> State:
    """Seat 1 holds a shield and a plain card; cards old and new lie everywhere."""
    return table(
        player(CREEP, 5, 6, game=[(HEAVY_BURDEN, 4)]),
        player(SHIELD, 7, 8, game=[BURDEN]),
        player(OTHER_SHIELD, 9, 10, game=[COLLOCATED, (ALL_NIGHTER, 1)]),
        turn=turn,
        **changes,
    )


@pytest.mark.parametrize("turn", [0, 1, 2, None])
@pytest.mark.parametrize(("against", "target"), [(HEAVY_BURDEN, 0), (BURDEN, 1), (COLLOCATED, 2), (ALL_NIGHTER, 2)])
def test_any_card_at_any_time(turn: int | None, against: int, target: int) -> None:
    """In one's turn, out of it and in the window; old and new cards, good and bad, shields too, in anybody's game."""
    state = three(turn)
    after = make(state, 1, Counter(SHIELD, against, target))
    assert after.one(Countered).card.number == against
    assert after.state.discards == (SHIELD, against)
    assert all(laid.card != against for laid in after.state.players[target].game)
    assert after.state.players[1].hand == (7, 8)


def test_it_is_no_play_and_nothing_is_drawn() -> None:
    """Whoever has the turn keeps both plays, and the hand stays smaller until the sprint is over."""
    after = make(three(1), 1, Counter(SHIELD, BURDEN, 1))
    assert after.state.phase == Turn(1)
    assert after.all(HandsFilled) == []
    assert make(three(0), 1, Counter(SHIELD, BURDEN, 1)).state.phase == Turn(0)


def test_as_a_plain_card() -> None:
    """A shield may also be played, and then it can be countered like any card."""
    state = make(table(player(STRONG_SHIELD, 5, 6), player(SHIELD, 7, 8)), 0, Play(STRONG_SHIELD, 0)).state
    after = make(state, 1, Counter(SHIELD, STRONG_SHIELD, 0))
    assert after.state.discards == (SHIELD, STRONG_SHIELD)


def test_refusals() -> None:
    """A card that you do not hold, one without a shield, a target that is not there."""
    state = three()
    assert refused(state, 1, Counter(OTHER_SHIELD, BURDEN, 1)).sentence.startswith("You do not hold that card")
    assert refused(state, 1, Counter(7, BURDEN, 1)).sentence.startswith("“The Printer Wants Cyan” has no shield")
    assert "does not lie in" in refused(state, 1, Counter(SHIELD, BURDEN, 2)).sentence
    assert refused(state, 1, Counter(SHIELD, BURDEN, 3)).sentence.startswith("Nobody sits there")


# --- the closing window --------------------------------------------------------------------------------------------


def test_everybody_is_awaited() -> None:
    """Also those who hold no shield: who is awaited must not tell what they hold."""
    state = three(None)
    assert GAME.awaits(state) == (0, 1, 2)
    assert all(Ready() in GAME.moves(state, seat) for seat in range(3))
    state = make(state, 1, Ready()).state
    assert GAME.awaits(state) == (0, 2)


def test_early_only_when_everybody_is_ready() -> None:
    """The last “ready” ends the sprint; until then nothing is added up."""
    state = three(None)
    for seat in (2, 0):
        after = make(state, seat, Ready())
        assert [event.kind for event in after.events] == ["said_ready"]
        state = after.state
    after = make(state, 1, Ready())
    assert isinstance(after.events[0], SaidReady)
    assert after.one(SprintEnded).number == 1
    assert after.one(SprintBegan).number == 2


def test_the_clock() -> None:
    """It runs for the same time whatever anybody holds, and its move ends the sprint; a late one does nothing."""
    state = three(None, seconds=45)
    clock = GAME.deadline(state)
    assert clock is not None
    assert (clock.name, clock.seconds, clock.move) == ("window 1", 45, CloseWindow(1))
    assert GAME.deadline(make(state, 0, Ready()).state) == clock
    after = make(state, None, clock.move)
    assert after.one(SprintEnded).number == 1
    assert refused(after.state, None, CloseWindow(1)).rule == "window"
    assert refused(state, None, CloseWindow(2)).rule == "window"
    assert refused(state, 0, CloseWindow(1)).sentence.startswith("Only the clock")
    assert GAME.deadline(three(0)) is None


def test_a_shield_asks_everybody_again() -> None:
    """It may change what others want; the clock that runs stays the same."""
    state = make(make(three(None), 0, Ready()).state, 2, Ready()).state
    after = make(state, 1, Counter(SHIELD, COLLOCATED, 2))
    assert after.state.phase == Window()
    assert GAME.deadline(after.state) == GAME.deadline(state)


def test_ready_stands_and_shields_may_follow() -> None:
    """Twice ready is once; who is ready may still raise a shield while the window is open."""
    state = make(three(None), 1, Ready()).state
    assert refused(state, 1, Ready()).sentence.startswith("You are ready already")
    assert make(state, 1, Counter(SHIELD, BURDEN, 1)).state.phase == Window()
    assert refused(three(0), 1, Ready()).rule == "window"


def test_a_shield_in_the_window_counts() -> None:
    """The card that was countered brings nothing any more, and the hand is filled afterwards."""
    state = make(three(None), 1, Counter(SHIELD, BURDEN, 1)).state
    after = close(state)
    assert after.one(SprintEnded).velocities[1] == 0
    assert len(after.state.players[1].hand) == 3


def test_what_is_public_does_not_depend_on_shields() -> None:
    """Two tables that differ in one hidden shield look the same to the room, also while the window runs."""
    with_shield = three(None)
    plain = replace(with_shield.players[1], hand=(11, 7, 8))
    stack = tuple(SHIELD if card == 11 else card for card in with_shield.stack)
    without = replace(with_shield, players=(with_shield.players[0], plain, with_shield.players[2]), stack=stack)
    names = ["Ann", "Ben", "Cem"]
    for one, other in ((with_shield, without), (make(with_shield, 0, Ready()).state, make(without, 0, Ready()).state)):
        assert GAME.view(one, None) == GAME.view(other, None)
        assert GAME.awaits(one) == GAME.awaits(other)
        assert GAME.deadline(one) == GAME.deadline(other)
        assert GAME.draw(GAME.view(one, None), names).text == GAME.draw(GAME.view(other, None), names).text
