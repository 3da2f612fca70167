"""`attacks=one` and `retro=on`, ideas of ours: a limit on trouble in progress, and a look back after a bad sprint."""

from typing import Any

import pytest

from games.chance import Chance
from games.contract import defaults
from games.scrumkin.model import Drop, Play, PutAway, RaiseShield, Started, State
from games.testing.play import seed_of
from games.text import who
from tests.games.scrumkin.build import (
    ALL_NIGHTER,
    ANOTHER_MINUS_ONE,
    BISCUITS,
    BOOSTER,
    BURDEN,
    COLLOCATED,
    CREEP,
    GAME,
    HEAVY_BURDEN,
    INVESTMENT,
    MINUS_ONE,
    MINUS_TWO,
    QUIET,
    SCRUM_OF_SCRUMS,
    STRONG_SHIELD,
    close,
    make,
    player,
    refused,
    table,
    winners,
)


def started(seats: int = 3, **options: Any) -> Started:
    first = GAME.start(seats, {**defaults(GAME), **options}, Chance(seed_of(1)))[0]
    assert isinstance(first, Started)
    return first


# --- attacks=one -----------------------------------------------------------------------------------------------------


def attacked(turn: int = 0) -> State:
    """Ben's game has taken a card from others in this sprint; it is the turn of this seat."""
    hands = (player(CREEP, QUIET, STRONG_SHIELD), player(BURDEN, BISCUITS, MINUS_TWO), player(MINUS_ONE, COLLOCATED))
    return table(*hands, attacks="one", attacked=(1,), turn=turn)


def test_a_game_takes_one_card_a_sprint() -> None:
    """The second one is refused, with the rule; other games and one's own still take cards."""
    refusal = refused(attacked(), 0, Play(CREEP, 1))
    assert refusal.sentence.startswith(f"{who(1)}’s game has already taken a card from others this sprint")
    assert refusal.rule == "attacks"
    offered = GAME.moves(attacked(), 0)
    assert not any(isinstance(move, Play) and move.target == 1 for move in offered)
    after = make(attacked(), 0, Play(CREEP, 2)).state
    assert after.attacked == (1, 2)
    assert make(attacked(), 0, Play(QUIET, 0)).state.attacked == (1,)


def test_nobody_is_left_to_attack() -> None:
    """Then the two plays are a card of one's own and a dropped one, and the prompt says so."""
    state = make(attacked(), 0, Play(CREEP, 2)).state
    state = make(state, 0, Play(QUIET, 0)).state
    state = make(state, 1, Play(MINUS_TWO, 0)).state  # now all games are taken
    assert refused(state, 1, Play(BURDEN, 2)).rule == "plays"  # it would be the second of its kind
    state = make(state, 1, Drop(BURDEN)).state
    refusal = refused(state, 2, Play(MINUS_ONE, 0))
    assert refusal.sentence.startswith("Every other game has already taken a card")
    assert GAME.prompt(GAME.view(state, None)).endswith("into your own game or under the stack.")
    assert {move.kind for move in GAME.moves(state, 2)} == {"play", "drop", "raise_shield"}


def test_a_countered_card_counts() -> None:
    """The game has taken it, even if it didn't stay."""
    state = make(attacked(), 0, Play(CREEP, 2)).state
    state = make(state, 0, RaiseShield(STRONG_SHIELD, CREEP, 2)).state
    assert state.attacked == (1, 2)


def test_every_sprint_begins_anew() -> None:
    """What was played in the sprint before doesn't count."""
    state = table(player(), player(), attacks="one", attacked=(0, 1), turn=None)
    assert close(state).state.attacked == ()


def test_whoever_was_done_first_wins() -> None:
    """1 item at velocity 2 comes before 3 at velocity 3; without the option, the higher velocity wins."""
    nearly = player(game=[QUIET], backlog=1)
    quick = player(game=[STRONG_SHIELD, BISCUITS], backlog=3)
    assert winners(close(table(nearly, quick, attacks="many", turn=None)).state) == (1,)
    assert winners(close(table(nearly, quick, attacks="one", turn=None)).state) == (0,)


def test_the_usual_tie_break_comes_after_it() -> None:
    """2 items at velocity 2 take as long as 3 at velocity 3: then the higher velocity wins."""
    even = player(game=[QUIET], backlog=2)
    quick = player(game=[STRONG_SHIELD, BISCUITS], backlog=3)
    assert winners(close(table(even, quick, attacks="one", turn=None)).state) == (1,)


def test_it_is_for_races_only() -> None:
    """Together, everybody has to play a card on somebody."""
    assert started(attacks="one").attacks == "one"
    assert started(attacks="one", mode="collaborative").attacks == "many"
    assert started().attacks == "many"


# --- retro=on --------------------------------------------------------------------------------------------------------


def put_away(*game: int | tuple[int, int], **more: Any) -> int | None:
    """The card that somebody with this game puts away at the end of the sprint."""
    state = table(player(game=game), player(game=[QUIET]), turn=None, retro="on", **more)
    after = close(state)
    found = [event for event in after.all(PutAway) if event.seat == 0]
    assert all(event.card.number in after.state.discards for event in found)
    assert not {event.card.number for event in found} & set(after.games()[0])
    return found[0].card.number if found else None


@pytest.mark.parametrize(
    ("game", "worst"),
    [
        ([BURDEN, HEAVY_BURDEN], HEAVY_BURDEN),
        ([BURDEN, (HEAVY_BURDEN, 5)], HEAVY_BURDEN),
        ([CREEP, MINUS_TWO], None),  # both have left by themselves
        ([CREEP, BURDEN], BURDEN),
        ([BURDEN, BURDEN + 1], BURDEN),  # equally bad: the first
        ([INVESTMENT, MINUS_ONE], None),  # -1 0 +1 +1: it is going to help
        ([ALL_NIGHTER, ANOTHER_MINUS_ONE, MINUS_TWO], ALL_NIGHTER),
        ([SCRUM_OF_SCRUMS[0]], None),
        ([], None),
    ],
)
def test_the_worst_card_goes(game: list[int | tuple[int, int]], worst: int | None) -> None:
    """Whichever costs most velocity over the next four sprints, if any does."""
    assert put_away(*game) == worst


def test_only_after_nothing_was_done() -> None:
    """Whoever had a velocity above 0 keeps everything, even with nothing left to do; without the option, everybody."""
    assert put_away(BURDEN, STRONG_SHIELD) is None
    assert put_away(BURDEN, action=BOOSTER) == BURDEN  # velocity 0
    done = table(player(game=[BURDEN, QUIET], backlog=0), player(), turn=None, retro="on", mode="collaborative")
    assert close(done).all(PutAway) == []
    assert close(table(player(game=[BURDEN]), player(), turn=None)).all(PutAway) == []


def test_what_the_room_reads() -> None:
    """Who looked back, and which card is gone."""
    after = close(table(player(game=[BURDEN]), player(game=[QUIET]), turn=None, retro="on"))
    told = GAME.narrate(after.one(PutAway), None)
    assert told is not None
    assert told.startswith(f"{who(0)} got nothing done, looks back, and puts {BURDEN} “")


def test_not_after_the_last_sprint() -> None:
    """A game that is over changes nothing any more."""
    state = table(player(game=[BURDEN]), player(game=[QUIET], backlog=1), turn=None, retro="on")
    assert close(state).all(PutAway) == []
