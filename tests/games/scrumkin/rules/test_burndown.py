"""Velocity, backlogs, bugs and the end of a competitive game."""

from dataclasses import replace
from typing import Any

import pytest

from games.contract import defaults
from games.scrumkin.model import ActionTurned, Finished, Laid, Player, SprintEnded, State, velocity
from tests.games.scrumkin.build import (
    ALL_NIGHTER,
    BISCUITS,
    BOOSTER,
    BURDEN,
    COLLOCATED,
    CREEP,
    GAME,
    HEAVY_BURDEN,
    INNOVATION,
    INVESTMENT,
    MINUS_ONE,
    MINUS_TWO,
    OTHER_SHIELD,
    QUIET,
    SCRUM_OF_SCRUMS,
    SHIELD,
    STRONG_SHIELD,
    THREE_BUGS,
    LoadedChance,
    close,
    player,
    table,
    winners,
)


def test_velocity_is_the_plain_sum() -> None:
    """Of this sprint's values of all cards in a player's game, without the velocity of the sprint before."""
    state = table(player(game=[COLLOCATED, CREEP, (INVESTMENT, 3), (ALL_NIGHTER, 1)], velocities=(7,)), player())
    assert velocity(state, 0) == 1 - 1 + 1 - 2
    assert velocity(state, 1) == 0


@pytest.mark.parametrize(("age", "worth"), [(0, -2), (1, -2), (2, -1), (3, 2), (4, 2), (30, 2)])
def test_values_over_time(age: int, worth: int) -> None:
    """20% Innovation Time: two hard sprints, a slightly better one, then +2 for good."""
    assert velocity(table(player(game=[(INNOVATION, age)]), player()), 0) == worth


def test_cards_move_on_and_leave() -> None:
    """At the end of the sprint every card is a sprint older; without ∞ it leaves after its last value."""
    after = close(table(player(game=[CREEP, BISCUITS, BURDEN, (ALL_NIGHTER, 1)]), player(), turn=None))
    assert after.state.players[0].game == (Laid(BISCUITS, 1), Laid(BURDEN, 1))
    assert after.one(SprintEnded).gone == (CREEP, ALL_NIGHTER)
    assert set(after.state.discards) <= {CREEP, ALL_NIGHTER}


def test_a_booster_counts_for_everybody_this_sprint() -> None:
    """+1 for each player, and nothing in the next sprint."""
    state = table(player(game=[COLLOCATED]), player(), turn=None, action=BOOSTER)
    after = close(state, *[0] * 6, 11)
    assert after.one(SprintEnded).velocities == (2, 1)
    assert velocity(after.state, 1) == 0


@pytest.mark.parametrize(
    ("games", "speeds"),
    [
        ([[57], [], []], (0, 0, 0)),
        ([[57], [58], []], (1, 1, 0)),
        ([[57], [58], [59]], (2, 2, 2)),
        ([[57, 60], [58], []], (2, 1, 0)),
    ],
)
def test_scrum_of_scrums(games: list[list[int]], speeds: tuple[int, ...]) -> None:
    """+1 for every other player who has one in play; a second one in the same game adds nothing for the others."""
    assert {card for game in games for card in game} <= set(SCRUM_OF_SCRUMS)
    state = table(*(player(game=game) for game in games))
    assert tuple(velocity(state, seat) for seat in range(3)) == speeds


def test_scrum_of_scrums_and_booster_add_up() -> None:
    """Both count in the plain sum."""
    state = table(player(game=[57, COLLOCATED, CREEP]), player(game=[58]), action=BOOSTER)
    assert velocity(state, 0) == 1 + 1 - 1 + 1


# --- backlogs ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "speed", "left"),
    [
        ([STRONG_SHIELD, COLLOCATED], 3, 7),
        ([COLLOCATED, CREEP], 0, 10),
        ([MINUS_TWO, HEAVY_BURDEN, CREEP], -5, 10),
    ],
)
def test_burning_down(game: list[int], speed: int, left: int) -> None:
    """Above 0 that many items are done; at 0 or below none are, and in competitive mode none are added."""
    after = close(table(player(game=game), player(), turn=None))
    ended = after.one(SprintEnded)
    assert (ended.velocities[0], ended.backlogs[0], ended.bugs[0]) == (speed, left, 0)
    assert after.state.players[0].backlogs == (10, left)
    assert after.state.players[0].velocities == (speed,)


def test_bugs_go_to_the_leader() -> None:
    """The document's example: 8 items left and 3 bugs make 11."""
    state = table(player(1, 2, 3, backlog=5), player(4, 5, 6, backlog=8), turn=None, actions=(THREE_BUGS,))
    after = close(state)
    turned = after.one(ActionTurned)
    assert (turned.seat, turned.card.bugs, turned.backlog) == (1, 3, 11)
    assert after.backlogs() == [5, 11]


def test_the_end_of_the_track() -> None:
    """A backlog stops at 20, and the remaining bugs are not counted."""
    state = table(player(1, 2, 3), player(4, 5, 6, backlog=19), turn=None, actions=(THREE_BUGS,))
    assert close(state).backlogs() == [10, 20]


# --- the end -------------------------------------------------------------------------------------------------------


def finishing(*players: Player, **changes: Any) -> State:
    return table(*players, turn=None, **changes)


def test_the_first_to_finish_wins() -> None:
    """At the end of the sprint, even with velocity to spare; after that nobody has a move."""
    after = close(finishing(player(1, game=[STRONG_SHIELD], backlog=1), player(2, backlog=3)))
    assert after.one(Finished) == Finished("competitive", (0,), 1, 3)
    assert after.backlogs() == [0, 3]
    assert winners(after.state) == (0,)
    assert GAME.awaits(after.state) == ()
    assert [GAME.moves(after.state, seat) for seat in (0, 1)] == [[], []]


def test_a_tie_goes_to_the_higher_velocity() -> None:
    """If several players finish in the same sprint."""
    quick = player(game=[STRONG_SHIELD], backlog=2)
    after = close(finishing(player(game=[COLLOCATED], backlog=1), quick, player(backlog=1)))
    assert winners(after.state) == (1,)


def test_then_to_fewer_burdens() -> None:
    """With the same velocity, cards with a negative value in that sprint count, even if they leave after it."""
    laden = player(game=[STRONG_SHIELD, QUIET, CREEP, MINUS_ONE], backlog=2)
    light = player(game=[COLLOCATED, SHIELD, (INVESTMENT, 2)], backlog=1)
    assert winners(close(finishing(laden, light)).state) == (1,)


def test_then_the_win_is_shared() -> None:
    """With equally many burdens."""
    after = close(finishing(player(game=[COLLOCATED], backlog=1), player(game=[OTHER_SHIELD], backlog=1)))
    assert winners(after.state) == (0, 1)
    result = GAME.result(after.state)
    assert result is not None
    assert result.winners == (0, 1)
    sentence = GAME.narrate(after.one(Finished), None)
    assert sentence is not None
    assert sentence.endswith("finish neck and neck in sprint 1 and share the win!")


def test_no_sprint_limit() -> None:
    """A competitive game continues after sprint ten until somebody finishes."""
    assert close(finishing(player(), player(), sprint=11)).state.sprint == 12


# --- a limit of sprints --------------------------------------------------------------------------------------------


def test_without_the_option_a_race_has_no_limit() -> None:
    """As in the document: sprint 35 is followed by sprint 36."""
    after = close(table(player(game=[BURDEN]), player(game=[BURDEN]), turn=None, sprint=35))
    assert after.state.sprint == 36


def test_the_smallest_backlog_wins_after_the_last_sprint() -> None:
    """Nobody has finished, but `sprints=15` is over."""
    late = table(player(backlog=4), player(backlog=3), turn=None, sprint=15, limit=15)
    after = close(late)
    finished = after.one(Finished)
    assert (finished.winners, finished.left, finished.unfinished) == ((1,), 7, True)
    assert GAME.narrate(finished, None) == GAME.prompt(GAME.view(after.state, None))
    assert not close(replace(late, sprint=14)).all(Finished)


def test_an_equal_backlog_after_the_last_sprint_is_decided_by_velocity() -> None:
    """Like a tie of players who finish."""
    even = table(player(backlog=4, game=[BURDEN]), player(backlog=4), turn=None, sprint=15, limit=15)
    assert winners(close(even).state) == (1,)


def test_a_team_may_have_fewer_sprints() -> None:
    """`sprints=8` loses after the eighth."""
    last = table(player(), player(), mode="collaborative", turn=None, sprint=8, limit=8)
    assert winners(close(last).state) == ()
    assert not close(replace(last, sprint=7)).all(Finished)


@pytest.mark.parametrize(
    ("mode", "sprints", "limit"),
    [
        ("competitive", 0, 0),
        ("competitive", 15, 15),
        ("collaborative", 0, 10),
        ("collaborative", 8, 8),
    ],
)
def test_the_option_sets_the_limit(mode: str, sprints: int, limit: int) -> None:
    """0 means what the document says."""
    started = GAME.start(2, {**defaults(GAME), "mode": mode, "sprints": sprints}, LoadedChance())[0]
    assert GAME.evolve(None, started).limit == limit
