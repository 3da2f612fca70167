"""Collaborative mode: no dropping, taking over items, bugs from low velocity, ten sprints."""

from dataclasses import replace
from typing import Any

import pytest

from games.scrumkin.model import (
    Drop,
    Finished,
    Play,
    Player,
    SprintEnded,
    State,
    TakeOver,
    TookOver,
    Turn,
    Window,
    velocity,
)
from tests.games.scrumkin.build import (
    BURDEN,
    COLLOCATED,
    CREEP,
    GAME,
    HEAVY_BURDEN,
    MINUS_TWO,
    SHIELD,
    STRONG_SHIELD,
    close,
    make,
    misread,
    player,
    refused,
    table,
    winners,
)

THELMA, LOUISE = 0, 1
FIVE = (52, 53, COLLOCATED)  # +2 +2 +1 for good


def together(*players: Player, turn: int | None = 0, **changes: Any) -> State:
    return table(*players, mode="collaborative", turn=turn, **changes)


def window(state: State) -> State:
    return replace(state, phase=Window())


def test_thelma_and_louise() -> None:
    """The document's example: 3 items taken over, -3 velocity; 2 done, then 1 item and -1 are left."""
    state = together(player(1, 2, 3, game=FIVE), player(4, 5, 6))
    after = make(state, THELMA, TakeOver(3, LOUISE))
    assert after.one(TookOver) == TookOver(THELMA, 3, LOUISE)
    assert after.backlogs() == [13, 7]
    assert velocity(after.state, THELMA) == 5 - 3
    after = close(window(after.state))
    assert after.one(SprintEnded).done[THELMA] == 2
    thelma = after.state.players[THELMA]
    assert (thelma.backlog, thelma.taken) == (11, 1)
    assert velocity(replace(after.state, action=None), THELMA) == 5 - 1
    after = close(window(replace(after.state, action=None)))
    assert after.state.players[THELMA].taken == 0
    assert velocity(replace(after.state, action=None), THELMA) == 5


def test_taking_over_is_not_a_play() -> None:
    """Once per turn, in addition to the two plays."""
    state = together(player(1, 2, 3), player(4, 5, 6))
    state = make(state, 0, Play(1, 0)).state
    after = make(state, 0, TakeOver(2, 1))
    assert after.state.phase == Turn(0, ("own",), took=True)
    assert refused(after.state, 0, TakeOver(1, 1)).sentence.startswith("You’ve already taken over items this turn")
    assert not any(isinstance(move, TakeOver) for move in GAME.moves(after.state, 0))


@pytest.mark.parametrize("count", [0, 8, 1000, -1])
def test_no_more_than_the_other_player_has(count: int) -> None:
    """At least one item, at most the whole backlog."""
    state = together(player(1, 2, 3), player(4, 5, 6, backlog=7))
    assert "has 7 in the backlog: take over 1 to 7." in refused(state, 0, TakeOver(count, 1)).sentence


def test_nothing_to_take() -> None:
    """An empty backlog has no items to take over."""
    state = together(player(1, 2, 3), player(4, 5, 6, backlog=0))
    assert "backlog is empty" in refused(state, 0, TakeOver(1, 1)).sentence


def test_the_track_has_an_end() -> None:
    """A player can't take more items than their track has room for, so none are lost."""
    state = together(player(1, 2, 3, backlog=17), player(4, 5, 6))
    assert "room for only 3 more" in refused(state, 0, TakeOver(4, 1)).sentence
    assert make(state, 0, TakeOver(3, 1)).backlogs() == [20, 7]
    full = together(player(1, 2, 3, backlog=20), player(4, 5, 6))
    assert "end of the track" in refused(full, 0, TakeOver(1, 1)).sentence
    assert not any(isinstance(move, TakeOver) for move in GAME.moves(full, 0))


def test_only_on_your_turn_and_from_another_player() -> None:
    """Not out of turn, not in the window, not from yourself, not from an empty seat."""
    state = together(player(1, 2, 3), player(4, 5, 6))
    assert "’s turn; until yours comes" in refused(state, 1, TakeOver(1, 0)).sentence
    assert refused(window(state), 0, TakeOver(1, 1)).rule == "window"
    assert "already yours" in refused(state, 0, TakeOver(1, 0)).sentence
    assert refused(state, 0, TakeOver(1, 5)).sentence.startswith("Nobody has that seat")


def test_passing_on_taken_items() -> None:
    """A player who gives away taken-over items also loses their penalty."""
    state = together(player(1, 2, 3), player(4, 5, 6, backlog=4, taken=3))
    after = make(state, 0, TakeOver(2, 1))
    assert (after.state.players[1].backlog, after.state.players[1].taken) == (2, 2)
    assert after.state.players[0].taken == 2


def test_no_dropping() -> None:
    """So one play goes into the player's own game and one into another's."""
    state = together(player(CREEP, COLLOCATED, 5), player(4, 6, 7))
    assert refused(state, 0, Drop(CREEP)).rule == "collaborative"
    assert misread(state, 0, "drop", card="something").rule == "collaborative"
    assert not any(isinstance(move, Drop) for move in GAME.moves(state, 0))
    state = make(state, 0, Play(COLLOCATED, 1)).state
    assert refused(state, 0, Play(CREEP, 1)).sentence.endswith("now it’s a card into your own game.")
    assert make(state, 0, Play(CREEP, 0)).state.phase == Turn(1)


@pytest.mark.parametrize(
    ("game", "speed", "bugs"),
    [
        ([HEAVY_BURDEN, CREEP], -3, 0),
        ([HEAVY_BURDEN, MINUS_TWO], -4, 4),
        ([HEAVY_BURDEN, MINUS_TWO, BURDEN], -5, 5),
        ([MINUS_TWO, 20, 21, 22, 23, 24], -12, 12),
    ],
)
def test_bugs_from_low_velocity(game: list[int], speed: int, bugs: int) -> None:
    """Below -3 that many bugs are added: -5 adds 5; -3 itself adds none; the track still ends at 20."""
    after = close(together(player(game=game), player(), turn=None))
    ended = after.one(SprintEnded)
    assert (ended.velocities[0], ended.bugs[0], ended.done[0]) == (speed, bugs, 0)
    assert ended.backlogs[0] == min(20, 10 + bugs)


def test_everybody_wins() -> None:
    """If all backlogs are empty at the end of a sprint; one empty backlog is not enough."""
    one = close(together(player(game=[COLLOCATED], backlog=1), player(backlog=1), turn=None))
    assert one.all(Finished) == []
    both = together(player(game=[COLLOCATED], backlog=1), player(game=[SHIELD], backlog=1), turn=None)
    after = close(replace(both, sprint=10))
    assert after.one(Finished) == Finished("collaborative", (0, 1), 10, 0)
    assert winners(after.state) == (0, 1)


def test_ten_sprints() -> None:
    """With items left after the tenth sprint everybody loses; after the ninth there is one more."""
    state = together(player(game=[STRONG_SHIELD], backlog=2), player(backlog=1), turn=None, sprint=9)
    assert close(state).state.sprint == 10
    after = close(replace(state, sprint=10))
    assert after.one(Finished) == Finished("collaborative", (), 10, 1)
    result = GAME.result(after.state)
    assert result is not None
    assert result.winners == ()


def test_a_finished_player_keeps_playing() -> None:
    """A player with an empty backlog can take over items, and surplus velocity does no harm."""
    state = together(player(1, 2, 3, game=[*FIVE], backlog=0), player(4, 5, 6))
    assert make(state, 0, TakeOver(2, 1)).backlogs() == [2, 8]
    after = close(window(state))
    assert after.one(SprintEnded).done[0] == 0
    assert after.one(SprintEnded).backlogs[0] == 0
