"""The course of a sprint, event by event: action card, turns, closing window, burndown."""

from collections.abc import Mapping

from games import recorder as base
from games.chance import CARDS, Chance
from games.scrumkin.folding import evolve, from_leader
from games.scrumkin.model import (
    ACTIONS,
    HAND,
    PLAYS,
    TRACK,
    WORST,
    ActionTurned,
    Event,
    Finished,
    HandsFilled,
    SprintBegan,
    SprintEnded,
    StackRenewed,
    State,
    Turn,
    TurnBegan,
    WindowOpened,
)
from games.scrumkin.velocity import burdens, velocity


class Recorder(base.Recorder[State, Event]):
    def __init__(self, state: State, chance: Chance) -> None:
        super().__init__(evolve, state, chance)


# --- drawing cards -------------------------------------------------------------------------------------------------


def fill_hands(recorder: Recorder, needs: Mapping[int, int]) -> None:
    """Draw the cards that each seat needs, starting with the leader: from the stack, then from under it.

    When both are empty the discarded cards are reshuffled; if there are none, players go on with what they have.
    """
    stack, under = list(recorder.state.stack), list(recorder.state.under)
    batch: dict[int, list[int]] = {}
    for seat in from_leader(recorder.state):
        for _ in range(needs.get(seat, 0)):
            if not stack and not under:
                batch = _hand_out(recorder, batch)
                if not recorder.state.discards:
                    return
                recorder.record(StackRenewed("sprint"))
                stack = list(recorder.state.stack)
            card = stack.pop(recorder.chance.below(len(stack), CARDS)) if stack else under.pop(0)[0]
            batch.setdefault(seat, []).append(card)
    _hand_out(recorder, batch)


def _hand_out(recorder: Recorder, batch: dict[int, list[int]]) -> dict[int, list[int]]:
    state = recorder.state
    if batch:
        seats = range(len(state.players))
        recorder.record(HandsFilled(tuple(tuple(map(state.card, batch.get(seat, ()))) for seat in seats)))
    return {}


# --- a sprint ------------------------------------------------------------------------------------------------------


def begin_sprint(recorder: Recorder, number: int, leader: int) -> None:
    """Start a sprint: the leader turns an action card, a booster for everybody or bugs for the leader."""
    recorder.record(SprintBegan(number, leader))
    if not recorder.state.actions:
        recorder.record(StackRenewed("action"))
    state = recorder.state
    card = state.deck.action_card(recorder.chance.choice(state.actions, ACTIONS))
    recorder.record(ActionTurned(leader, card, min(TRACK, state.players[leader].backlog + card.bugs)))
    _begin_turn(recorder, leader)


def _begin_turn(recorder: Recorder, seat: int) -> None:
    recorder.record(TurnBegan(seat))
    continue_turn(recorder, seat)


def continue_turn(recorder: Recorder, seat: int) -> None:
    """Draw cards if the turn's remaining plays need them, or end the turn when no play is left."""
    turn = recorder.state.phase
    assert isinstance(turn, Turn)
    plays = PLAYS - len(turn.played)
    held = len(recorder.state.players[seat].hand)
    if held < plays:
        fill_hands(recorder, {seat: plays - held})
    if plays and recorder.state.players[seat].hand:
        return
    following = (seat + 1) % len(recorder.state.players)
    if following == recorder.state.leader:
        recorder.record(WindowOpened(recorder.state.seconds))
    else:
        _begin_turn(recorder, following)


def end_sprint(recorder: Recorder) -> None:
    """Compute velocities and backlogs and age the cards; then end the game, or refill hands and start a sprint."""
    ended = _burndown(recorder.state)
    finished = _finish(recorder.state, ended)
    recorder.record(ended)
    state = recorder.state
    if finished is not None:
        return recorder.record(finished)
    fill_hands(recorder, {seat: max(0, HAND - len(player.hand)) for seat, player in enumerate(state.players)})
    return begin_sprint(recorder, state.sprint + 1, (state.leader + 1) % len(state.players))


def _burndown(state: State) -> SprintEnded:
    speeds = [velocity(state, seat) for seat in range(len(state.players))]
    done = [max(0, min(speed, player.backlog)) for speed, player in zip(speeds, state.players, strict=True)]
    bugs = [-speed if state.collaborative and speed < WORST else 0 for speed in speeds]
    backlogs = [
        min(TRACK, player.backlog - less + more) for player, less, more in zip(state.players, done, bugs, strict=True)
    ]
    gone = [
        laid.card for player in state.players for laid in player.game if not state.effect(laid.card).stays(laid.age + 1)
    ]
    return SprintEnded(state.sprint, tuple(speeds), tuple(done), tuple(bugs), tuple(backlogs), tuple(gone))


def _finish(state: State, ended: SprintEnded) -> Finished | None:
    """The end of the game if this sprint was the last; `state` still has the cards that counted in it."""
    seats = range(len(state.players))
    left = sum(ended.backlogs)
    last = state.sprint == state.limit
    if state.collaborative:
        if left and not last:
            return None
        return Finished(state.mode, () if left else tuple(seats), state.sprint, left)
    least = min(ended.backlogs)
    if least and not last:
        return None
    first = [seat for seat in seats if ended.backlogs[seat] == least]
    return Finished(state.mode, winners(state, first, ended.velocities), state.sprint, left, unfinished=least > 0)


def winners(state: State, first: list[int], speeds: tuple[int, ...]) -> tuple[int, ...]:
    """Of the players who are equally far in the last sprint, the fastest, then those with the fewest burdens."""

    def rank(seat: int) -> tuple[int, int]:
        return -speeds[seat], burdens(state, seat)

    best = min(map(rank, first))
    return tuple(seat for seat in first if rank(seat) == best)
