"""Countering at any time, even out of turn, and a closing window that gives nothing away."""

from dataclasses import replace
from typing import Any

import pytest

from games.scrumkin.model import (
    CloseWindow,
    Countered,
    HandsFilled,
    Play,
    RaiseShield,
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
    """Seats 1 and 2 hold a shield each; there are old and new cards in every game."""
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
    """On your turn, out of turn and in the window; old and new, good and bad, shields too, in anybody's game."""
    state = three(turn)
    after = make(state, 1, RaiseShield(SHIELD, against, target))
    assert after.one(Countered).card.number == against
    assert after.state.discards == (SHIELD, against)
    assert all(laid.card != against for laid in after.state.players[target].game)
    assert after.state.players[1].hand == (7, 8)


def test_countering_is_not_a_play() -> None:
    """The player on turn keeps both plays, and no card is drawn until the sprint is over."""
    after = make(three(1), 1, RaiseShield(SHIELD, BURDEN, 1))
    assert after.state.phase == Turn(1)
    assert after.all(HandsFilled) == []
    assert make(three(0), 1, RaiseShield(SHIELD, BURDEN, 1)).state.phase == Turn(0)


def test_a_shield_as_a_plain_card() -> None:
    """It can be played like any card, and then it can be countered like any card."""
    state = make(table(player(STRONG_SHIELD, 5, 6), player(SHIELD, 7, 8)), 0, Play(STRONG_SHIELD, 0)).state
    after = make(state, 1, RaiseShield(SHIELD, STRONG_SHIELD, 0))
    assert after.state.discards == (SHIELD, STRONG_SHIELD)


def test_refusals() -> None:
    """A card that the player doesn't hold, one without a shield, a target that isn't there."""
    state = three()
    assert refused(state, 1, RaiseShield(OTHER_SHIELD, BURDEN, 1)).sentence.startswith("You don’t hold that card")
    assert refused(state, 1, RaiseShield(7, BURDEN, 1)).sentence.startswith("“Review Roulette” has no shield")
    assert "That card isn’t in" in refused(state, 1, RaiseShield(SHIELD, BURDEN, 2)).sentence
    assert refused(state, 1, RaiseShield(SHIELD, BURDEN, 3)).sentence.startswith("Nobody has that seat")


# --- the closing window --------------------------------------------------------------------------------------------


def test_everybody_is_awaited() -> None:
    """Even players without a shield, so that being awaited reveals nothing about a hand."""
    state = three(None)
    assert GAME.awaits(state) == (0, 1, 2)
    assert all(Ready() in GAME.moves(state, seat) for seat in range(3))
    state = make(state, 1, Ready()).state
    assert GAME.awaits(state) == (0, 2)


def test_the_window_closes_early_only_when_everybody_is_ready() -> None:
    """The last “ready” ends the sprint."""
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
    """When time is up its move ends the sprint; a late one does nothing, and no player can make it."""
    state = three(None, seconds=45)
    clock = GAME.clock.deadline(state)
    assert clock is not None
    assert (clock.name, clock.seconds, clock.move) == ("window 1", 45, CloseWindow(1))
    assert GAME.clock.deadline(make(state, 0, Ready()).state) == clock
    after = make(state, None, clock.move)
    assert after.one(SprintEnded).number == 1
    assert refused(after.state, None, CloseWindow(1)).rule == "window"
    assert refused(state, None, CloseWindow(2)).rule == "window"
    assert "only the clock" in refused(state, 0, CloseWindow(1)).sentence
    assert GAME.clock.deadline(three(0)) is None


def test_a_shield_asks_everybody_again() -> None:
    """Because it may change what others want to do; the same clock keeps running."""
    state = make(make(three(None), 0, Ready()).state, 2, Ready()).state
    after = make(state, 1, RaiseShield(SHIELD, COLLOCATED, 2))
    assert after.state.phase == Window()
    assert GAME.clock.deadline(after.state) == GAME.clock.deadline(state)


def test_a_player_who_is_ready_may_still_counter() -> None:
    """Saying ready twice is refused, but a shield may still be raised while the window is open."""
    state = make(three(None), 1, Ready()).state
    assert refused(state, 1, Ready()).sentence.startswith("You’ve already said ready")
    assert make(state, 1, RaiseShield(SHIELD, BURDEN, 1)).state.phase == Window()
    assert refused(three(0), 1, Ready()).rule == "window"


def test_a_shield_in_the_window_counts() -> None:
    """The countered card no longer counts, and the hand is refilled afterwards."""
    state = make(three(None), 1, RaiseShield(SHIELD, BURDEN, 1)).state
    after = close(state)
    assert after.one(SprintEnded).velocities[1] == 0
    assert len(after.state.players[1].hand) == 3


def test_what_is_public_does_not_depend_on_shields() -> None:
    """Two tables that differ only in a hidden shield look the same to the room, even in the window."""
    with_shield = three(None)
    plain = replace(with_shield.players[1], hand=(11, 7, 8))
    stack = tuple(SHIELD if card == 11 else card for card in with_shield.stack)
    without = replace(with_shield, players=(with_shield.players[0], plain, with_shield.players[2]), stack=stack)
    names = ["Ann", "Ben", "Cem"]
    for one, other in ((with_shield, without), (make(with_shield, 0, Ready()).state, make(without, 0, Ready()).state)):
        assert GAME.view(one, None) == GAME.view(other, None)
        assert GAME.awaits(one) == GAME.awaits(other)
        assert GAME.clock.deadline(one) == GAME.clock.deadline(other)
        assert GAME.board(GAME.view(one, None), names).text == GAME.board(GAME.view(other, None), names).text
