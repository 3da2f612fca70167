"""The automatic player: good cards for itself, bad ones for the front runner, shields where they matter most."""

from dataclasses import replace

import pytest

from games.chance import Chance
from games.contract import suggested
from games.scrumkin.model import Drop, Mode, Move, Play, RaiseShield, Ready, State, TakeOver, Turn, Window
from games.testing.play import seed_of
from tests.games.scrumkin.build import (
    BURDEN,
    COLLOCATED,
    CREEP,
    GAME,
    HEAVY_BURDEN,
    MINUS_TWO,
    SCRUM_OF_SCRUMS,
    SHIELD,
    STRONG_SHIELD,
    make,
    player,
    table,
)


def advised(state: State, seat: int, number: int = 0) -> Move:
    return suggested(GAME, state, seat, Chance(seed_of(number)))


def turn_of(state: State, seat: int) -> set[Move]:
    """All the moves it would make this turn."""
    made: set[Move] = set()
    while isinstance(state.phase, Turn) and state.phase.seat == seat:
        move = advised(state, seat)
        made.add(move)
        state = make(state, seat, move).state
    return made


def test_good_cards_for_itself_bad_ones_for_the_front_runner() -> None:
    """The player who is about to win gets the burden."""
    ahead = player(8, 9, 10, game=[52, 53], backlog=5)
    state = table(player(COLLOCATED, HEAVY_BURDEN, 4), player(5, 6, 7), ahead)
    assert turn_of(state, 0) == {Play(COLLOCATED, 0), Play(HEAVY_BURDEN, 2)}


def test_no_burden_for_itself() -> None:
    """With nothing but bad cards, it gives one away and drops another."""
    state = table(player(BURDEN, HEAVY_BURDEN, 29), player(5, 6, 7))
    turn = turn_of(state, 0)
    assert Play(HEAVY_BURDEN, 1) in turn
    assert any(isinstance(move, Drop) for move in turn)


def test_no_good_card_for_others() -> None:
    """In competitive mode."""
    state = table(player(52, 53, 54), player(5, 6, 7))
    assert not any(isinstance(move, Play) and move.target == 1 for move in turn_of(state, 0))


def test_a_shield_against_a_player_who_would_win_now() -> None:
    """In the window, it stops a player who would finish this sprint."""
    about_to_win = player(5, game=[52, COLLOCATED], backlog=2)
    state = table(player(SHIELD, 4), about_to_win, turn=None)
    move = advised(state, 0)
    assert move == RaiseShield(SHIELD, 52, 1)


def test_a_shield_against_its_own_heavy_burden() -> None:
    """Getting rid of -2 for good is worth more than +1 for good."""
    state = table(player(SHIELD, game=[HEAVY_BURDEN]), player(5), turn=None)
    assert advised(state, 0) == RaiseShield(SHIELD, HEAVY_BURDEN, 0)


def test_a_shield_is_kept_for_better_things() -> None:
    """A card that leaves after this sprint is not worth a shield."""
    state = table(player(STRONG_SHIELD, game=[CREEP]), player(5, game=[MINUS_TWO]), turn=None)
    assert advised(state, 0) == Ready()


def test_takes_over_items_in_collaborative_mode() -> None:
    """With velocity to spare, it takes items from a player who won't make it."""
    slow = player(5, 6, 7, game=[HEAVY_BURDEN], backlog=9)
    state = table(player(52, 53, CREEP, game=[54, 55], backlog=1), slow, mode="collaborative", sprint=8)
    move = advised(state, 0)
    assert isinstance(move, TakeOver)
    assert move.target == 1


def test_takes_over_from_the_player_with_the_most_items() -> None:
    """Nobody else needs it as much."""
    fast = player(52, 53, CREEP, game=[54, 55], backlog=1)
    slow, slower = player(5, 6, 7, backlog=2), player(8, 9, 10, game=[HEAVY_BURDEN], backlog=9)
    move = advised(table(fast, slow, slower, mode="collaborative", sprint=8), 0)
    assert isinstance(move, TakeOver)
    assert move.target == 2


def test_gives_good_cards_away_in_collaborative_mode() -> None:
    """The player who needs it most gets the good card; the bad one goes where it no longer matters."""
    slow = player(5, 6, 7, backlog=9)
    state = table(player(52, CREEP, 2, game=[54, 55], backlog=0), slow, mode="collaborative", sprint=8)
    turn = turn_of(replace(state, phase=Turn(0, took=True)), 0)
    assert Play(52, 1) in turn
    assert turn & {Play(CREEP, 0), Play(2, 0)}


def test_saves_a_teammate_in_collaborative_mode() -> None:
    """It raises a shield against another player's burden if that helps the team most."""
    stuck = player(5, game=[HEAVY_BURDEN, 52], backlog=4)
    state = table(player(SHIELD, game=[53], backlog=0), stuck, mode="collaborative", sprint=9, turn=None)
    assert advised(state, 0) == RaiseShield(SHIELD, HEAVY_BURDEN, 1)


def test_scrum_of_scrums_with_company() -> None:
    """It plays the card if others are at the meeting."""
    others = [player(5 + seat, game=[SCRUM_OF_SCRUMS[seat]]) for seat in (1, 2, 3)]
    state = table(player(SCRUM_OF_SCRUMS[0], CREEP, 2), *others)
    assert Play(SCRUM_OF_SCRUMS[0], 0) in turn_of(state, 0)


@pytest.mark.parametrize("mode", ["competitive", "collaborative"])
def test_it_does_not_peek(mode: Mode) -> None:
    """It makes the same move whatever the others hold and whatever is in the stack."""
    for phase in (Turn(0), Window()):
        hands = [player(4 * seat + 1, 42 + seat, 4 * seat + 3, game=[20 + seat, 31 + seat]) for seat in range(3)]
        state = table(*hands, mode=mode, turn=0)
        state = replace(state, phase=phase)
        for number in range(10):
            twin = GAME.secrets.imagine(state, 0, Chance(seed_of(number)))
            assert advised(twin, 0, 99) == advised(state, 0, 99)
