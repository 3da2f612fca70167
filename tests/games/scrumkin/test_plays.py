"""Turns: two plays of two different kinds, nobody passes, hands and stacks."""

import pytest

from games.chance import Draw
from games.scrumkin.model import (
    HAND,
    Counter,
    Drop,
    HandsFilled,
    Kind,
    Laid,
    Move,
    Play,
    Ready,
    SprintBegan,
    StackRenewed,
    TakeOver,
    Turn,
    TurnBegan,
    Window,
    WindowOpened,
)
from tests.games.scrumkin.build import (
    ANOTHER_MINUS_ONE,
    BURDEN,
    COLLOCATED,
    CREEP,
    GAME,
    MINUS_ONE,
    MINUS_TWO,
    SHIELD,
    LoadedChance,
    close,
    make,
    player,
    refused,
    table,
)

HAND_OF_THREE = (CREEP, MINUS_TWO, COLLOCATED)
WAYS: dict[Kind, Move] = {"own": Play(CREEP, 0), "other": Play(CREEP, 1), "drop": Drop(CREEP)}
SECOND: dict[Kind, Move] = {"own": Play(COLLOCATED, 0), "other": Play(COLLOCATED, 1), "drop": Drop(COLLOCATED)}
KINDS: tuple[Kind, ...] = ("own", "other", "drop")


@pytest.mark.parametrize("second", KINDS)
@pytest.mark.parametrize("first", KINDS)
def test_two_plays_of_two_kinds(first: Kind, second: Kind) -> None:
    """The table of the document: own and other, other and drop, own and drop, in any order, and nothing else."""
    state = make(table(player(*HAND_OF_THREE), player(BURDEN)), 0, WAYS[first]).state
    assert state.phase == Turn(0, (first,))
    if first == second:
        fault = refused(state, 0, SECOND[second])
        assert fault.rule == "plays"
        assert "The two plays of a turn differ" in fault.sentence
        assert SECOND[second] not in GAME.moves(state, 0)
    else:
        after = make(state, 0, SECOND[second])
        assert after.one(TurnBegan).seat == 1
        assert after.state.players[0].hand == (MINUS_TWO,)


def test_where_cards_go() -> None:
    """Into one's own game or another's, face up and new."""
    state = make(table(player(*HAND_OF_THREE), player(BURDEN)), 0, Play(COLLOCATED, 0)).state
    after = make(state, 0, Play(CREEP, 1))
    assert [each.game for each in after.state.players] == [(Laid(COLLOCATED),), (Laid(CREEP),)]


def test_nobody_may_pass() -> None:
    """Who has the turn can play cards and nothing else; saying ready is no way out."""
    state = table(player(CREEP, MINUS_TWO), player(BURDEN))
    assert {type(move) for move in GAME.moves(state, 0)} == {Play, Drop}
    assert "nobody may pass" in refused(state, 0, Ready()).sentence


def test_only_in_turn() -> None:
    """Others wait; in the closing window nobody plays any more."""
    state = table(player(CREEP), player(BURDEN))
    for move in (Play(BURDEN, 0), Drop(BURDEN)):
        assert "turn, not yours" in refused(state, 1, move).sentence
    for move in (Play(CREEP, 1), Drop(CREEP)):
        assert refused(table(player(CREEP), player(), turn=None), 0, move).rule == "window"


def test_only_what_you_hold() -> None:
    """A card of another hand, of the table or of the stack is refused in the same words: they must not tell which."""
    state = table(player(CREEP, game=[MINUS_TWO]), player(BURDEN))
    sentences = {refused(state, 0, move(card)).sentence for move in (Drop, _own) for card in (BURDEN, MINUS_TWO, 50, 0)}
    assert sentences == {"You do not hold that card; `/scrum hand` shows yours."}


def _own(card: int) -> Play:
    return Play(card, 0)


@pytest.mark.parametrize("seat", [None, 2, -1])
def test_no_seat(seat: int | None) -> None:
    """Nobody acts from a seat that does not exist, and no card goes to one."""
    state = table(player(CREEP), player(BURDEN))
    assert refused(state, seat, Play(CREEP, 0)).rule == "round"
    if seat is not None:
        assert refused(state, 0, Play(CREEP, seat)).sentence.startswith("Nobody sits there")
        assert GAME.moves(state, seat) == []


def test_taking_over_is_for_teams() -> None:
    """In the competitive game everybody burns down alone."""
    fault = refused(table(player(CREEP), player(BURDEN)), 0, TakeOver(1, 1))
    assert "collaborative game only" in fault.sentence


def test_round_the_table() -> None:
    """From the leader on, clockwise; after the last one the window opens, and then the next player leads."""
    players = [player(card, card + 1, card + 2) for card in (1, 4, 7)]
    state = table(*players, leader=1, turn=1)
    order = []
    while isinstance(state.phase, Turn):
        seat = state.phase.seat
        order.append(seat)
        hand = state.players[seat].hand
        after = make(make(state, seat, Play(hand[0], seat)).state, seat, Drop(hand[1]))
        state = after.state
    assert order == [1, 2, 0]
    assert after.one(WindowOpened).seconds == 30
    assert state.phase == Window()
    begun = close(state)
    assert begun.one(SprintBegan) == SprintBegan(2, 2)
    assert begun.state.phase == Turn(2)


def test_hands_are_filled_at_the_end_of_the_sprint() -> None:
    """To three cards; whoever has three draws none."""
    after = close(table(player(CREEP, game=[BURDEN]), player(4, 5, 6), player(7, 8), turn=None))
    assert [len(drawn) for drawn in after.one(HandsFilled).cards] == [2, 0, 1]
    assert [len(each.hand) for each in after.state.players] == [HAND] * 3


def test_a_new_game() -> None:
    """Chance picks the leader; three cards each; 10 items each; an action card lies open, and the leader begins."""
    events = GAME.start(3, {"mode": "competitive", "window": 30, "deck": "standard"}, LoadedChance([2]))
    state = None
    for event in events:
        state = GAME.evolve(state, event)
    assert state is not None
    assert (state.leader, state.sprint, state.phase) == (2, 1, Turn(2))
    assert [len(each.hand) for each in state.players] == [3, 3, 3]
    assert state.players[2].hand == (1, 2, 3), "the leader draws first"
    assert [each.backlog for each in state.players] == [10, 10, 10]
    assert state.action == 89


# --- fewer cards than plays ----------------------------------------------------------------------------------------


def test_cards_for_the_plays_are_drawn_first() -> None:
    """Who countered until one card was left draws another when the turn comes."""
    state = table(player(CREEP, MINUS_TWO, MINUS_ONE), player(BURDEN, ANOTHER_MINUS_ONE), player(7))
    state = make(make(state, 0, Play(CREEP, 0)).state, 0, Drop(MINUS_TWO)).state
    after = make(make(state, 1, Play(BURDEN, 1)).state, 1, Drop(ANOTHER_MINUS_ONE))
    assert [len(drawn) for drawn in after.one(HandsFilled).cards] == [0, 0, 1]
    assert after.state.phase == Turn(2)
    assert len(after.state.players[2].hand) == 2


def test_countering_in_the_own_turn() -> None:
    """A shield is no play: who has none left for the second play draws one."""
    state = table(player(SHIELD, CREEP, game=[BURDEN]), player(7, 8))
    played = make(state, 0, Play(CREEP, 1)).state
    after = make(played, 0, Counter(SHIELD, BURDEN, 0))
    assert len(after.one(HandsFilled).cards[0]) == 1
    assert after.state.phase == Turn(0, ("other",))


def test_no_cards_anywhere() -> None:
    """With nothing to draw and nothing discarded one plays what one has; an empty hand is passed over."""
    state = table(player(CREEP), player(BURDEN, MINUS_ONE), player(), stack=())
    after = make(state, 0, Play(CREEP, 0))
    assert after.state.phase == Turn(1)
    after = make(make(after.state, 1, Play(BURDEN, 1)).state, 1, Play(MINUS_ONE, 0))
    assert after.all(HandsFilled) == []
    assert after.state.phase == Window()


# --- stacks --------------------------------------------------------------------------------------------------------


def test_dropped_cards_come_last_and_in_order() -> None:
    """They lie under the stack: drawn when nothing is left above, the first dropped first, without chance."""
    state = table(player(CREEP, 4, 5), player(6, 7, 8))
    state = make(make(state, 0, Play(4, 0)).state, 0, Drop(CREEP)).state
    state = make(make(state, 1, Play(6, 1)).state, 1, Drop(7)).state
    assert state.under == ((CREEP, 0), (7, 1))
    state = table(*state.players, turn=None, stack=(50, 51), under=state.under)
    after = close(state, 1, 0)
    assert [[card.number for card in cards] for cards in after.one(HandsFilled).cards] == [[51, 50], [CREEP, 7]]
    assert GAME.draws(state, after.one(HandsFilled)) == (Draw(2, 1), Draw(1, 0))
    assert after.state.under == ()


def test_the_discards_are_used_again() -> None:
    """When stack and dropped cards are used up, also in the middle of filling hands."""
    state = table(player(1, 2), player(3), turn=None, stack=(50,), discards=(60, 61))
    after = close(state)
    assert after.one(StackRenewed).stack == "sprint"
    first, second = after.all(HandsFilled)
    assert [[card.number for card in cards] for cards in first.cards] == [[50], []]
    assert [[card.number for card in cards] for cards in second.cards] == [[], [60, 61]]
    assert (after.state.stack, after.state.discards) == ((), ())


def test_the_action_stack_is_used_again() -> None:
    """After 22 sprints the same cards come again, the last one included."""
    state = table(player(1, 2, 3), player(4, 5, 6), turn=None, actions=(), spent=(90, 91), action=99)
    after = close(state)
    assert after.one(StackRenewed).stack == "action"
    assert (after.state.action, after.state.actions, after.state.spent) == (90, (91, 99), ())
