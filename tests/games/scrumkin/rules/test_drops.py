"""`drops=bugs`, the author's own idea: in collaborative mode, a card may be dropped against a bug."""

from dataclasses import replace
from typing import Any

import pytest

from games.chance import Chance
from games.contract import defaults, suggested
from games.scrumkin.model import ActionTurned, BugFixed, Drop, Dropped, Play, State, Turn
from games.scrumkin.player import LEVELS
from games.testing.play import seed_of
from games.text import who
from tests.games.scrumkin.build import (
    BURDEN,
    COLLOCATED,
    CREEP,
    DECK,
    GAME,
    HEAVY_BURDEN,
    MINUS_TWO,
    THREE_BUGS,
    LoadedChance,
    make,
    misread,
    player,
    refused,
    table,
)

LEADER, OTHER = 0, 1


def hunting(*, bugs: int = 3, turn: int = LEADER, **changes: Any) -> State:
    """A sprint of a team that may drop cards against bugs; the leader has turned a card with three."""
    hands = player(CREEP, COLLOCATED, MINUS_TWO, backlog=13), player(BURDEN, HEAVY_BURDEN, 5)
    return table(*hands, mode="collaborative", action=THREE_BUGS, turn=turn, drops="bugs", bugs=bugs, **changes)


def test_a_dropped_card_fixes_a_bug_of_the_leader() -> None:
    """Whoever drops it, and it counts as one of the two plays."""
    after = make(hunting(), LEADER, Drop(CREEP))
    assert after.one(BugFixed) == BugFixed(LEADER, LEADER, 12)
    assert after.state.phase == Turn(LEADER, ("drop",))
    state = make(after.state, LEADER, Play(COLLOCATED, LEADER)).state
    after = make(state, OTHER, Drop(BURDEN))
    assert after.one(BugFixed) == BugFixed(OTHER, LEADER, 11)
    assert (after.backlogs(), after.state.bugs) == ([11, 10], 1)
    assert [card for card, _ in after.state.under] == [CREEP, BURDEN]


def test_no_more_than_the_bugs_of_this_sprint() -> None:
    """Without one the plays are those of the document, and the refusal says why."""
    state = hunting(bugs=0)
    assert not any(isinstance(move, Drop) for move in GAME.moves(state, LEADER))
    assert "no bug of this sprint left" in refused(state, LEADER, Drop(CREEP)).sentence
    assert misread(state, LEADER, "drop", card="something").rule == "drops"


def test_an_empty_backlog_has_no_bug_to_fix() -> None:
    """Somebody else has taken over all of the leader's items."""
    state = hunting()
    players = (replace(state.players[LEADER], backlog=0), state.players[OTHER])
    assert refused(replace(state, players=players), LEADER, Drop(CREEP)).rule == "drops"


def test_a_fixed_bug_may_have_been_taken_over() -> None:
    """Nobody keeps a penalty for more items than they have."""
    state = hunting()
    players = (replace(state.players[LEADER], backlog=2, taken=2), state.players[OTHER])
    leader = make(replace(state, players=players), LEADER, Drop(CREEP)).state.players[LEADER]
    assert (leader.backlog, leader.taken) == (1, 1)


def test_bugs_beyond_the_end_of_the_track_are_not_there_to_fix() -> None:
    """At 19 of 20, three bugs are one."""
    state = replace(hunting(), players=(player(CREEP, backlog=19), player(BURDEN)), actions=(THREE_BUGS,))
    turned = ActionTurned(LEADER, DECK.action_card(THREE_BUGS), 20)
    assert GAME.evolve(state, turned).bugs == 1


def test_which_card_it_was_stays_hidden() -> None:
    """The room learns that a bug is gone, and not by which card."""
    events = make(hunting(), LEADER, Drop(CREEP)).events
    said = [GAME.narrate(event, OTHER) for event in events if isinstance(event, Dropped | BugFixed)]
    assert said == [
        f"{who(LEADER)} drops a card face down under the stack.",
        f"That fixes a bug: {who(LEADER)} now has 12 to do.",
    ]


def test_the_prompt_says_so() -> None:
    """The third way is named only while there is a bug to fix."""
    assert "under the stack against a bug (3 left)" in GAME.prompt(GAME.view(hunting(), None))
    assert "under the stack" not in GAME.prompt(GAME.view(hunting(bugs=0), None))


@pytest.mark.parametrize("drops", ["bugs", "never"])
def test_the_option_decides(drops: str) -> None:
    """By default it is as in the document."""
    options = {**defaults(GAME), "mode": "collaborative"} | ({"drops": drops} if drops == "bugs" else {})
    state = None
    for event in GAME.start(2, options, LoadedChance()):
        state = GAME.evolve(state, event)
    assert state is not None
    assert state.drops == drops


@pytest.mark.parametrize("level", LEVELS)
def test_automatic_players_fix_bugs_with_bad_cards(level: str) -> None:
    """With nothing but burdens in the hand, dropping one is better than playing it."""
    state = replace(hunting(), players=(player(BURDEN, HEAVY_BURDEN, 29, backlog=13), player(5, 6, 7)), sprint=6)
    dropped = 0
    for number in range(12):
        now, chance = state, Chance(seed_of(number))
        while isinstance(now.phase, Turn) and now.phase.seat == LEADER:
            move = suggested(GAME, now, LEADER, chance, level)
            dropped += isinstance(move, Drop)
            now = make(now, LEADER, move).state
    assert dropped >= 6
