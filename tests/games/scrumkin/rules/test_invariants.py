"""What holds in every game, however it is played."""

from collections import Counter
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from games.contract import Options
from games.scrumkin.deck import DECK, Deck, standard
from games.scrumkin.model import (
    BACKLOG,
    HAND,
    PLAYS,
    SPRINTS,
    TRACK,
    Dropped,
    Finished,
    Over,
    Play,
    Played,
    SprintBegan,
    SprintEnded,
    State,
    TookOver,
    Turn,
    TurnBegan,
    velocity,
)
from games.testing.play import Playthrough, play
from tests.games.scrumkin.build import GAME

SMALLEST = Deck("smallest", standard().sprint[30:54], standard().action[8:12])


def renumbered(deck: Deck) -> str:
    """The deck as JSON, numbered from 1, as a file would provide it."""
    sprint = [{**DECK.dump_python(deck)["sprint"][i], "number": i + 1} for i in range(len(deck.sprint))]
    action = [{**DECK.dump_python(deck)["action"][i], "number": 25 + i} for i in range(len(deck.action))]
    return DECK.dump_json(DECK.validate_python({"name": deck.name, "sprint": sprint, "action": action})).decode()


random_games = st.builds(
    lambda number, seats, mode, sense: play(
        GAME, number, seats, {"mode": mode, "window": 30, "deck": "standard"}, sense=sense
    ),
    st.integers(0, 2**32),
    st.integers(2, 4),
    st.sampled_from(["competitive", "collaborative"]),
    st.sampled_from([0.0, 0.5, 0.9]),
)


def all_states(played: Playthrough) -> list[State]:
    """Every state, also those between two events of the same move."""
    return [state for step in played.steps for state in step.after]


def sprint_cards(state: State) -> Counter[int]:
    hands = [card for player in state.players for card in player.hand]
    games = [laid.card for player in state.players for laid in player.game]
    return Counter([*state.stack, *(card for card, _ in state.under), *state.discards, *hands, *games])


def action_cards(state: State) -> Counter[int]:
    return Counter([*state.actions, *state.spent, *([] if state.action is None else [state.action])])


def assert_all_there(state: State) -> None:
    assert sprint_cards(state) == Counter(card.number for card in state.deck.sprint)
    assert action_cards(state) == Counter(card.number for card in state.deck.action)


@settings(max_examples=25)
@given(played=random_games)
def test_no_card_is_lost_or_duplicated(played: Playthrough) -> None:
    """After every event each card is in exactly one place; so it is in every imagined state."""
    states = all_states(played)
    for state in states:
        assert_all_there(state)
    for state in states[:: max(1, len(states) // 10)]:
        for seat in (None, 0):
            assert_all_there(GAME.secrets.imagine(state, seat, played.chance(0).apart("dream")))


@settings(max_examples=15)
@given(number=st.integers(0, 2**32), seats=st.integers(2, 4))
def test_the_smallest_deck(number: int, seats: int) -> None:
    """With 24 cards stacks keep running out: no card is lost, and the game never waits for a player without moves."""
    options: Options = {"mode": "competitive", "window": 30, "deck": renumbered(SMALLEST)}
    played = play(GAME, number, seats, options, sense=0.3, most=150)
    for state in all_states(played):
        assert_all_there(state)
    for step in played.steps:
        state = step.after[-1]
        assert all(GAME.moves(state, seat) for seat in GAME.awaits(state))


@settings(max_examples=25)
@given(played=random_games)
def test_backlogs_and_velocities(played: Playthrough) -> None:
    """Backlogs stay on the track and change only as the rules say; velocity is the sum of the cards."""
    for step in played.steps:
        state = step.before
        for event, after in zip(step.events, step.after, strict=True):
            if isinstance(event, SprintEnded):
                assert event.velocities == tuple(velocity(state, seat) for seat in range(len(state.players)))
                assert all(bug == 0 for bug in event.bugs) or state.collaborative
            elif state is not None and not isinstance(event, SprintBegan | TookOver) and event.kind != "action_turned":
                assert [each.backlog for each in after.players] == [each.backlog for each in state.players]
            if isinstance(event, TookOver):
                assert sum(each.backlog for each in after.players) == sum(each.backlog for each in state.players)
            assert all(0 <= each.taken <= each.backlog <= TRACK for each in after.players)
            state = after


@settings(max_examples=25)
@given(played=random_games)
def test_turns(played: Playthrough) -> None:
    """Each turn has two plays of two kinds; everybody has one turn per sprint, the leader first; leaders rotate."""
    events = played.events
    turns: list[list[str]] = []
    for event in events:
        if isinstance(event, TurnBegan):
            turns.append([])
        elif isinstance(event, Played):
            turns[-1].append("own" if event.seat == event.target else "other")
        elif isinstance(event, Dropped):
            turns[-1].append("drop")
    assert all(len(kinds) == len(set(kinds)) == PLAYS for kinds in turns[:-1])
    leaders = [event.leader for event in events if isinstance(event, SprintBegan)]
    assert all(two == (one + 1) % played.seats for one, two in pairwise(leaders))
    began = [event.seat for event in events if isinstance(event, TurnBegan)]
    for sprint, leader in enumerate(leaders[:-1]):
        expected = [(leader + step) % played.seats for step in range(played.seats)]
        assert began[sprint * played.seats : (sprint + 1) * played.seats] == expected


@settings(max_examples=25)
@given(played=random_games)
def test_hands_and_history(played: Playthrough) -> None:
    """Hands never hold more than three cards, every sprint adds to the chart, and the end follows the rules."""
    for state in all_states(played):
        assert all(len(each.hand) <= HAND for each in state.players)
        if isinstance(state.phase, Turn):
            turn = state.players[state.phase.seat]
            assert state.phase.seat in GAME.awaits(state)
            assert {move.card for move in GAME.moves(state, state.phase.seat) if isinstance(move, Play)} <= set(
                turn.hand
            )
    last = played.last
    assert isinstance(last.phase, Over)
    assert all(each.backlogs[0] == BACKLOG for each in last.players)
    assert all(len(each.backlogs) == last.sprint + 1 == len(each.velocities) + 1 for each in last.players)
    finished = next(event for event in played.events if isinstance(event, Finished))
    if last.collaborative:
        assert last.sprint <= SPRINTS
        assert bool(finished.winners) == all(each.backlog == 0 for each in last.players)
    else:
        assert {seat for seat, each in enumerate(last.players) if each.backlog == 0} >= set(finished.winners) > set()
