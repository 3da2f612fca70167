"""Scrum in sentences: what happened and what comes next."""

from games.rugby import turns
from games.rugby.engine import core
from games.rugby.field import NAMES
from games.rugby.model import (
    DrawDeclined,
    DrawOffered,
    Event,
    Finished,
    Over,
    Reason,
    Resigned,
    Started,
    Stepped,
    TurnBegan,
    View,
)
from games.rugby.notation import read_turn
from games.text import who

SIDES = ("Blue", "Red")
_DRAWN: dict[Reason, str] = {
    "agreed": "The game is a draw by agreement.",
    "repetition": "The same position is there for the third time: the game is a draw.",
    "scrum": "Every push out of this scrum would enclose the ball: the game is a draw.",
    "stuck": "There is no legal turn left: the game is a draw.",
}


def narrate(event: Event, viewer: int | None) -> str | None:
    del viewer  # everybody sees everything
    match event:
        case Started():
            return (
                f"Kick-off: {who(0)} plays Blue, upwards to row 12, and begins with a single step; "
                f"{who(1)} plays Red, down to row 1."
            )
        case Stepped():
            return _stepped(event)
        case TurnBegan():
            return _turn_began(event)
        case DrawOffered(seat=seat):
            return f"{who(seat)} offers a draw."
        case DrawDeclined(seat=seat, by_playing=by_playing):
            return f"{who(seat)} plays on instead of a draw." if by_playing else f"{who(seat)} declines the draw."
        case Resigned(seat=seat):
            return f"{who(seat)} resigns."
        case Finished(winner=winner, reason=reason, turns=number):
            return verdict(winner, reason, number)


def _stepped(event: Stepped) -> str:
    (step,) = read_turn(event.step)
    if step.ball is None:
        return f"{who(event.seat)} ({SIDES[event.seat]}) moves {NAMES[step.origin]} to {NAMES[step.target]}."
    return (
        f"{who(event.seat)} ({SIDES[event.seat]}) pushes with {NAMES[step.origin]}: "
        f"the ball goes from {NAMES[step.target]} to {NAMES[step.ball]}."
    )


def _turn_began(event: TurnBegan) -> str:
    if event.exit is None:
        return ""
    if event.bound:
        return f"Scrum! {who(event.seat)} has one step: a push of the ball to {event.exit}."
    return f"Scrum, but {who(event.seat)} does not touch the ball: two steps as usual, the duty passes on."


def verdict(winner: int | None, reason: Reason, number: int) -> str:
    if winner is None:
        return _DRAWN[reason]
    side = SIDES[winner]
    match reason:
        case "goal":
            return f"Goal! {who(winner)} ({side}) wins in turn {number}."
        case "own_goal":
            return f"Own goal: the ball lies on the wrong row and {who(winner)} ({side}) touches it and wins."
        case _:
            return f"{who(winner)} ({side}) wins."


# --- what comes next -----------------------------------------------------------------------------------------------


def prompt(view: View) -> str:
    state = view.table
    if isinstance(state.over, Over):
        return verdict(state.over.winner, state.over.reason, state.turns)
    seat = state.position.side
    offered = (
        f" {who(state.offer)} offers a draw: {who(1 - state.offer)} may accept or decline."
        if state.offer is not None
        else ""
    )
    return f"{who(seat)} ({SIDES[seat]}), {_task(view)}.{offered}"


def _task(view: View) -> str:
    position = view.table.position
    if position.moved is not None:
        return "one more step, with another piece"
    match turns.duty(position):
        case core.PUSH:
            return f"scrum: one step, a push of the ball to {NAMES[turns.exits(position)[0]]}"
        case core.ONE:
            return "begin with a single step"
        case _:
            return "two steps with two different pieces"
