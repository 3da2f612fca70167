"""Fold events into the state: the contract's `evolve`. No rules, no chance."""

from typing import assert_never

from games.rugby.model import (
    DrawDeclined,
    DrawOffered,
    Event,
    Finished,
    Over,
    Position,
    Resigned,
    Started,
    State,
    Stepped,
    TimeRead,
    TurnBegan,
)
from games.rugby.notation import read_position, read_turn
from games.values import replace


def evolve(state: State | None, event: Event) -> State:
    if isinstance(event, Started):
        return State(read_position(event.position), left=(60.0 * event.minutes,) * 2 if event.minutes else ())
    if state is None:
        raise ValueError(f"a game begins with Started, not with {event.kind}")
    match event:
        case TimeRead(seat=seat, left=left):
            return replace(state, left=(*state.left[:seat], left, *state.left[seat + 1 :]))
        case Stepped():
            return _stepped(state, event)
        case TurnBegan():
            return _turn_began(state, event)
        case DrawOffered():
            return replace(state, offer=event.seat, asked=True)
        case DrawDeclined():
            return replace(state, offer=None)
        case Resigned():
            return state
        case Finished():
            return replace(state, over=Over(event.winner, event.reason), offer=None, turns=event.turns)
        case _:
            assert_never(event)


def _stepped(state: State, event: Stepped) -> State:
    (step,) = read_turn(event.step)
    old = state.position
    own = old.own ^ 1 << step.origin ^ 1 << step.target
    position = Position(
        blue=old.blue if old.side else own,
        red=own if old.side else old.red,
        ball=old.ball if step.ball is None else step.ball,
        side=old.side,
        first=old.first,
        moved=step.target,
    )
    crew = tuple(step.target if cell == step.origin else cell for cell in state.pieces)
    return replace(state, position=position, steps=(*state.steps, step), crew=crew)


def _turn_began(state: State, event: TurnBegan) -> State:
    position = replace(state.position, side=event.seat, first=False, moved=None)
    return replace(
        state,
        position=position,
        turns=state.turns + 1,
        steps=(),
        last=state.steps,
        seen=(*state.seen, position.cells),
        asked=False,
    )
