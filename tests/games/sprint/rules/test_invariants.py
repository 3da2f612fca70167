"""What holds in every game, however it is played."""

from collections import Counter
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from games.contract import OptionValue, defaults
from games.sprint.board import Deck, decks_for, load_board
from games.sprint.model import Moved, State, TurnBegan
from games.testing.play import Playthrough, play
from tests.games.sprint.build import GAME

random_games = st.builds(
    lambda number, seats, options, sense: play(GAME, number, seats, {**defaults(GAME), **options}, sense=sense),
    st.integers(0, 2**32),
    st.integers(2, 12),
    st.fixed_dictionaries(
        {},
        optional={
            "board": st.sampled_from(["standard", "long"]),
            "impediments": st.sampled_from(["standard", "costly"]),
            "hours": st.integers(50, 1000),
            "days": st.integers(3, 30),
        },
    ),
    st.sampled_from([0.0, 0.9]),
)


def all_states(played: Playthrough) -> list[State]:
    """Every state, also those between two events of the same move."""
    return [state for step in played.steps for state in step.after]


def cards_of(state: State, deck: Deck) -> Counter[str]:
    held = [card for player in state.players for card in player.tools] if deck == "tools" else []
    stuck = [player.impediment for player in state.players if player.impediment] if deck == "impediments" else []
    return Counter([*state.decks[deck], *state.discards[deck], *held, *stuck])


@settings(max_examples=20)
@given(played=random_games)
def test_cards_are_never_lost_or_duplicated(played: Playthrough) -> None:
    """Across decks, discard piles, tools held and impediments, each card is there exactly once."""
    states = all_states(played)
    for deck, cards in decks_for(load_board(states[0].board)).items():
        for state in states[:: max(1, len(states) // 100)]:
            assert cards_of(state, deck) == Counter(cards)


@settings(max_examples=20)
@given(played=random_games)
def test_hours_dice_and_days(played: Playthrough) -> None:
    """Hours never fall below 0 or rise from it, dice stay between 3 and 10, and each day adds a dot to the chart."""
    states = all_states(played)
    for before, state in pairwise(states):
        assert state.hours >= 0
        assert before.hours > 0 or state.hours == 0
        assert 3 <= before.dice <= state.dice <= 10
        assert before.day <= state.day <= before.day + 1
        assert state.day <= state.days
        assert len(state.burndown) == state.day
    assert all(player.impediment is None for player in states[-1].players) or states[-1].hours > 0


@settings(max_examples=20)
@given(played=random_games)
def test_turns_go_round(played: Playthrough) -> None:
    """The turn goes to the next seat; only seats in Sprint Review are ever skipped."""
    turn = 0
    for step in played.steps[1:]:
        state = step.before
        for event, after in zip(step.events, step.after, strict=True):
            if isinstance(event, TurnBegan):
                seats = len(state.players)
                skipped = [(turn + n) % seats for n in range(1, (event.seat - turn - 1) % seats + 1)]
                assert all(state.players[seat].space == "review" for seat in skipped)
                turn = event.seat
            state = after


@settings(max_examples=20)
@given(played=random_games)
def test_pieces_follow_the_board(played: Playthrough) -> None:
    """A piece moves along the paths of the board, never leaves review, and moves only on its own turn."""
    board = load_board(str(played.options["board"]))
    for step in played.steps[1:]:
        state = step.before
        for event, after in zip(step.events, step.after, strict=True):
            if isinstance(event, Moved):
                assert event.seat == state.turn
                space = state.players[event.seat].space
                assert space != "review"
                for following in event.path:
                    assert following in board.spaces[space].next
                    space = following
                assert space == event.space or event.space in {board.daily_scrum, board.end_of_day}
            state = after


@settings(max_examples=10)
@given(hours=st.integers(50, 1000), days=st.integers(3, 30), minutes=st.integers(1, 60))
def test_options_reach_the_table(hours: int, days: int, minutes: int) -> None:
    """The game starts with what the host has set."""
    options: dict[str, OptionValue] = {**defaults(GAME), "hours": hours, "days": days, "minutes": minutes}
    state = play(GAME, 1, 2, options, most=0).last
    assert (state.hours, state.planned, state.days, state.minutes) == (hours, hours, days, minutes)
