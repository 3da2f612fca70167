"""Turns: two plays of two different kinds, no passing, hands and stacks."""

import pytest

from games.chance import Draw
from games.scrumkin.model import (
    HAND,
    Drop,
    HandsFilled,
    Kind,
    Laid,
    Move,
    Play,
    RaiseShield,
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
    """The document's table: own and other, other and drop, own and drop, in any order, and nothing else."""
    state = make(table(player(*HAND_OF_THREE), player(BURDEN)), 0, WAYS[first]).state
    assert state.phase == Turn(0, (first,))
    if first == second:
        fault = refused(state, 0, SECOND[second])
        assert fault.rule == "plays"
        assert "Your two plays must be of different kinds" in fault.sentence
        assert SECOND[second] not in GAME.moves(state, 0)
    else:
        after = make(state, 0, SECOND[second])
        assert after.one(TurnBegan).seat == 1
        assert after.state.players[0].hand == (MINUS_TWO,)


def test_where_cards_go() -> None:
    """Into the player's own game or another's, in their first sprint."""
    state = make(table(player(*HAND_OF_THREE), player(BURDEN)), 0, Play(COLLOCATED, 0)).state
    after = make(state, 0, Play(CREEP, 1))
    assert [each.game for each in after.state.players] == [(Laid(COLLOCATED),), (Laid(CREEP),)]


def test_no_passing() -> None:
    """On their turn players can only play cards; saying ready is not a way out."""
    state = table(player(CREEP, MINUS_TWO), player(BURDEN))
    assert {type(move) for move in GAME.moves(state, 0)} == {Play, Drop}
    assert "you can’t pass" in refused(state, 0, Ready()).sentence


def test_only_on_your_turn() -> None:
    """The others wait, and in the closing window nobody plays cards."""
    state = table(player(CREEP), player(BURDEN))
    for move in (Play(BURDEN, 0), Drop(BURDEN)):
        assert "’s turn; until yours comes" in refused(state, 1, move).sentence
    for move in (Play(CREEP, 1), Drop(CREEP)):
        assert refused(table(player(CREEP), player(), turn=None), 0, move).rule == "window"


def test_only_what_you_hold() -> None:
    """The refusal doesn't reveal whether the card is in another hand, on the table or in the stack."""
    state = table(player(CREEP, game=[MINUS_TWO]), player(BURDEN))
    sentences = {refused(state, 0, move(card)).sentence for move in (Drop, _own) for card in (BURDEN, MINUS_TWO, 50, 0)}
    assert sentences == {"You don’t hold that card; `/scrum hand` shows your cards."}


def _own(card: int) -> Play:
    return Play(card, 0)


@pytest.mark.parametrize("seat", [None, 2, -1])
def test_seats_that_do_not_exist(seat: int | None) -> None:
    """They can't make a move, and no card can be played on them."""
    state = table(player(CREEP), player(BURDEN))
    assert refused(state, seat, Play(CREEP, 0)).rule == "round"
    if seat is not None:
        assert refused(state, 0, Play(CREEP, seat)).sentence.startswith("Nobody has that seat")
        assert GAME.moves(state, seat) == []


def test_no_taking_over_in_competitive_mode() -> None:
    """The refusal says so."""
    fault = refused(table(player(CREEP), player(BURDEN)), 0, TakeOver(1, 1))
    assert "only in collaborative mode" in fault.sentence


def test_round_the_table() -> None:
    """Clockwise from the leader; after the last turn the window opens, and then the next player leads."""
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
    """To three cards; a player who has three draws none."""
    after = close(table(player(CREEP, game=[BURDEN]), player(4, 5, 6), player(7, 8), turn=None))
    assert [len(drawn) for drawn in after.one(HandsFilled).cards] == [2, 0, 1]
    assert [len(each.hand) for each in after.state.players] == [HAND] * 3


def test_a_new_game() -> None:
    """Chance picks the leader, everybody has three cards and 10 items, an action card is turned, the leader begins."""
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


def test_missing_cards_are_drawn_at_the_start_of_a_turn() -> None:
    """A player with only one card left after countering draws another."""
    state = table(player(CREEP, MINUS_TWO, MINUS_ONE), player(BURDEN, ANOTHER_MINUS_ONE), player(7))
    state = make(make(state, 0, Play(CREEP, 0)).state, 0, Drop(MINUS_TWO)).state
    after = make(make(state, 1, Play(BURDEN, 1)).state, 1, Drop(ANOTHER_MINUS_ONE))
    assert [len(drawn) for drawn in after.one(HandsFilled).cards] == [0, 0, 1]
    assert after.state.phase == Turn(2)
    assert len(after.state.players[2].hand) == 2


def test_countering_on_your_own_turn() -> None:
    """It is not a play: a player left without a card for the second play draws one."""
    state = table(player(SHIELD, CREEP, game=[BURDEN]), player(7, 8))
    played = make(state, 0, Play(CREEP, 1)).state
    after = make(played, 0, RaiseShield(SHIELD, BURDEN, 0))
    assert len(after.one(HandsFilled).cards[0]) == 1
    assert after.state.phase == Turn(0, ("other",))


def test_no_cards_anywhere() -> None:
    """With nothing to draw or reshuffle, players play what they have, and an empty hand is skipped."""
    state = table(player(CREEP), player(BURDEN, MINUS_ONE), player(), stack=())
    after = make(state, 0, Play(CREEP, 0))
    assert after.state.phase == Turn(1)
    after = make(make(after.state, 1, Play(BURDEN, 1)).state, 1, Play(MINUS_ONE, 0))
    assert after.all(HandsFilled) == []
    assert after.state.phase == Window()


# --- stacks --------------------------------------------------------------------------------------------------------


def test_dropped_cards_come_last_and_in_order() -> None:
    """They are drawn from under the stack once it is empty, first dropped first, without chance."""
    state = table(player(CREEP, 4, 5), player(6, 7, 8))
    state = make(make(state, 0, Play(4, 0)).state, 0, Drop(CREEP)).state
    state = make(make(state, 1, Play(6, 1)).state, 1, Drop(7)).state
    assert state.under == ((CREEP, 0), (7, 1))
    state = table(*state.players, turn=None, stack=(50, 51), under=state.under)
    after = close(state, 1, 0)
    assert [[card.number for card in cards] for cards in after.one(HandsFilled).cards] == [[51, 50], [CREEP, 7]]
    assert GAME.proof.randomness(state, after.one(HandsFilled)) == (Draw(2, 1), Draw(1, 0))
    assert after.state.under == ()


def test_discarded_cards_are_reshuffled() -> None:
    """When stack and dropped cards are used up, even in the middle of filling hands."""
    state = table(player(1, 2), player(3), turn=None, stack=(50,), discards=(60, 61))
    after = close(state)
    assert after.one(StackRenewed).stack == "sprint"
    first, second = after.all(HandsFilled)
    assert [[card.number for card in cards] for cards in first.cards] == [[50], []]
    assert [[card.number for card in cards] for cards in second.cards] == [[], [60, 61]]
    assert (after.state.stack, after.state.discards) == ((), ())


def test_the_action_stack_is_reshuffled() -> None:
    """When it is used up, all its cards come back, including the last one."""
    state = table(player(1, 2, 3), player(4, 5, 6), turn=None, actions=(), spent=(90, 91), action=99)
    after = close(state)
    assert after.one(StackRenewed).stack == "action"
    assert (after.state.action, after.state.actions, after.state.spent) == (90, (91, 99), ())


def test_cards_under_the_stack_are_drawn_in_their_order() -> None:
    """An event that draws another one first was changed."""
    state = table(player(1, 2, 3), player(5, 6), stack=(), under=((7, 0), (8, 0)))
    first, second = state.card(7), state.card(8)
    assert GAME.evolve(state, HandsFilled(((first,), ()))).players[0].hand == (1, 2, 3, 7)
    with pytest.raises(ValueError, match="card 8 is not the next one"):
        GAME.evolve(state, HandsFilled(((second,), ())))
